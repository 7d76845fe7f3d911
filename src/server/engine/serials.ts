/**
 * Numbers made by the server, such as `C{yyMMdd}{0000}`: a counter for each resource, company and period. No number
 * is used twice; numbers of refused writes are missing. Numbers for a plain add are taken before its transaction,
 * and those for many adds at once in one statement, so that adds do not queue for the counter's row.
 */
import type { Database, Queryable } from '../types.ts'

interface Waiting {
  resolve(number: number): void
  reject(error: unknown): void
}

export class Serials {
  private readonly db: Database
  private readonly waiting = new Map<string, Waiting[]>()
  private readonly busy = new Set<string>()

  constructor(db: Database) {
    this.db = db
  }

  /** The next number of a counter; not inside a transaction. */
  take(key: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.waiting.set(key, [...(this.waiting.get(key) ?? []), { resolve, reject }])
      if (!this.busy.has(key)) void this.serve(key)
    })
  }

  /** The next numbers of a counter, in a transaction: other transactions wait for it. */
  async takeIn(tx: Queryable, key: string, count: number): Promise<number[]> {
    return upTo(await advance(tx, key, count), count)
  }

  /** Serves all waiting requests together; requests that come meanwhile are served next. */
  private async serve(key: string): Promise<void> {
    this.busy.add(key)
    for (let batch = this.collect(key); batch.length > 0; batch = this.collect(key)) {
      try {
        const numbers = upTo(await advance(this.db, key, batch.length), batch.length)
        batch.forEach((one, i) => one.resolve(numbers[i] as number))
      } catch (error) {
        for (const one of batch) one.reject(error)
      }
    }
    this.busy.delete(key)
  }

  private collect(key: string): Waiting[] {
    const batch = this.waiting.get(key) ?? []
    this.waiting.delete(key)
    return batch
  }
}

const upTo = (last: number, count: number): number[] => Array.from({ length: count }, (_, i) => last - count + 1 + i)

async function advance(db: Queryable, key: string, count: number): Promise<number> {
  const [row] = await db.query<{ value: number }>(
    `insert into "serial_counter" ("key", "value") values ($1, $2)
     on conflict ("key") do update set "value" = "serial_counter"."value" + $2 returning "value"`,
    [key, count],
  )
  return (row as { value: number }).value
}
