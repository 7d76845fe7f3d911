/** The statements of a transaction on their way: those asked at the same time go together. */
import { transactionOver } from '../errors.ts'
import type { Answer, Sent } from './batch.ts'

/** A statement that waits to be sent. `told`: whoever waits for its answer. */
interface Waiting {
  statement: Sent
  told?: { resolve(answer: Answer): void; reject(error: unknown): void }
}

/**
 * Keeps statements in the order in which they came, and sends them once everybody who could go on has gone on: what is
 * asked by several at once (`Promise.all`) is one message and one answer (docs/decisions/0042-batches.md).
 */
export class Outbox {
  private readonly send: (statements: readonly Sent[]) => Promise<Answer[]>
  private waiting: Waiting[]
  private isDue = false
  private isClosed = false

  constructor(send: (statements: readonly Sent[]) => Promise<Answer[]>, first: readonly Sent[]) {
    this.send = send
    this.waiting = first.map((statement) => ({ statement: unread(statement) }))
  }

  /** Sends a statement, and answers what it was answered. Fails with the error of the first statement that fails. */
  ask(statement: Sent): Promise<Answer> {
    const answered = new Promise<Answer>((resolve, reject) => {
      this.waiting.push({ statement, told: { resolve, reject } })
    })
    if (!this.isDue) {
      this.isDue = true
      // A tick comes after all promises that are settled by now: none of those who ask at once is left behind.
      process.nextTick(() => void this.flush())
    }
    return answered
  }

  /** Sends a statement with what comes next. */
  add(statement: Sent): void {
    this.waiting.push({ statement: unread(statement) })
  }

  holds({ text }: Sent): boolean {
    return this.waiting.some((one) => one.statement.text === text)
  }

  holdsOnly(statement: Sent): boolean {
    return this.holds(statement) && this.waiting.length === 1
  }

  /** What is not sent yet never is. */
  close(): void {
    this.isClosed = true
    const left = this.waiting.filter(({ told }) => told)
    this.waiting = this.waiting.filter(({ told }) => !told)
    for (const { told } of left) told?.reject(transactionOver())
  }

  private async flush(): Promise<void> {
    this.isDue = false
    if (this.isClosed) return
    const all = this.waiting
    this.waiting = []
    try {
      const answers = await this.send(all.map(({ statement }) => statement))
      for (const [at, { told }] of all.entries()) told?.resolve(answers[at] as Answer)
    } catch (error) {
      for (const { told } of all) told?.reject(error)
    }
  }
}

const unread = (statement: Sent): Sent => ({ ...statement, unread: true })
