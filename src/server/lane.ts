/** A bounded number of works at once, and of those that wait: what is costly gets a lane of its own beside the gate. */
import { refuse } from './errors.ts'

export class Lane {
  private running = 0
  private readonly waiting: (() => void)[] = []
  private readonly max: { running: number; waiting: number }

  constructor(max: { running: number; waiting: number }) {
    this.max = max
  }

  /** Works that wait or run. */
  get busy(): number {
    return this.running + this.waiting.length
  }

  /** Whether one more would be refused. */
  get full(): boolean {
    return this.running >= this.max.running && this.waiting.length >= this.max.waiting
  }

  /** Runs `work` when there is room for it. Refuses (503) where too many wait. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.full) refuse('overloaded')
    if (this.running >= this.max.running) await new Promise<void>((resolve) => this.waiting.push(resolve))
    else this.running += 1
    try {
      return await work()
    } finally {
      const next = this.waiting.shift()
      if (next) next()
      else this.running -= 1
    }
  }
}
