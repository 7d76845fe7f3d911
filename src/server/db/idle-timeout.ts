import { DbError } from './errors.ts'

/** Limits the time a transaction may be idle between its statements. */
export class Patience {
  /** Rejects when the transaction was idle for too long. */
  readonly lost: Promise<never>
  private timer: NodeJS.Timeout | undefined
  private readonly lose: () => void
  private busy = 0

  constructor(private readonly limit: number) {
    let lose = (_error: DbError): void => undefined
    this.lost = new Promise<never>((_, reject) => {
      lose = reject
    })
    this.lost.catch(() => undefined)
    this.lose = () => lose(new DbError('timeout', `database: a transaction did nothing for ${limit} ms`))
    this.rest()
  }

  /** The time does not count while a statement runs. */
  async during<T>(statement: Promise<T>): Promise<T> {
    this.busy += 1
    clearTimeout(this.timer)
    try {
      return await statement
    } finally {
      this.busy -= 1
      this.rest()
    }
  }

  end(): void {
    clearTimeout(this.timer)
    this.busy = Infinity
  }

  private rest(): void {
    if (this.busy === 0) this.timer = setTimeout(this.lose, this.limit)
  }
}
