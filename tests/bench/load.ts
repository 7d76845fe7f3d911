/** Puts load on a server from a second process, so that what asks does not compete with what answers for one thread. */
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Span } from './product.ts'
import type { Question } from './questions.ts'
import { median } from './report.ts'

export interface Job {
  port: number
  /** Calls that are made at once; their answers together count as one. */
  paths: string[]
  /** People who ask, in turn. */
  tokens: string[]
  question: Question
  span: Span
  connections: number
  /** From one question of a connection to its next (ms); without it the next follows the answer. */
  pace?: number
  /** How long it asks before it takes note, and then (ms). */
  warm: number
  ms: number
}

/** What came of a job. `times`: of each answer (ms). `bytes`: of the last answer. */
export interface Load {
  perSecond: number
  times: number[]
  bytes: number
}

export class LoadProcess {
  private readonly child: ChildProcess = fork(fileURLToPath(new URL('client.ts', import.meta.url)), [], {
    execArgv: ['--import', 'tsx'],
  })

  run(job: Job): Promise<Load> {
    return new Promise((resolve, reject) => {
      const gone = (code: number | null): void => reject(new Error(`the load ended (${code})`))
      this.child.once('exit', gone)
      this.child.once('message', (answer: Load & { error?: string }) => {
        this.child.off('exit', gone)
        if (answer.error) reject(new Error(answer.error))
        else resolve(answer)
      })
      this.child.send(job)
    })
  }

  close(): void {
    this.child.kill()
  }
}

/**
 * How much of the bare server's requests the other one answers: both in turn, several times, so that what else the
 * machine does meets them alike; the middle of the shares.
 */
export async function share(
  load: LoadProcess,
  ours: Job,
  bare: Job,
  rounds: number,
): Promise<{ share: number; ours: number; bare: number; times: number[] }> {
  const found: { ours: number; bare: number }[] = []
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const [first, second] = [await load.run(bare), await load.run(ours)]
    found.push({ bare: first.perSecond, ours: second.perSecond })
    times.push(...second.times)
  }
  return {
    share: median(found.map((one) => one.ours / one.bare)),
    ours: median(found.map((one) => one.ours)),
    bare: median(found.map((one) => one.bare)),
    times,
  }
}
