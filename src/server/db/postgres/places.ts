/** A number of places, and a queue before them that nobody stands in for ever. */
import { DbError } from '../errors.ts'

export class Places {
  private free: number
  private readonly queue = new Set<() => void>()
  private readonly patience: number

  /** `patience`: longest wait for a place (ms). */
  constructor(count: number, patience: number) {
    this.free = count
    this.patience = patience
  }

  /** How many wait. */
  get waiting(): number {
    return this.queue.size
  }

  /** Does `work` in a place, in the order of coming. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1
    else await this.wait()
    try {
      return await work()
    } finally {
      const [next] = this.queue
      if (next) next()
      else this.free += 1
    }
  }

  private wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const come = (): void => {
        clearTimeout(late)
        this.queue.delete(come)
        resolve()
      }
      const late = setTimeout(() => {
        this.queue.delete(come)
        reject(new DbError('connection', 'database: all places for transactions are taken'))
      }, this.patience)
      this.queue.add(come)
    })
  }
}
