/**
 * What a process keeps in memory of the database, with a counter in the database that says when it is old.
 * A change made here is forgotten at its commit; one made by another process within a second (check 8).
 */
import type { Database, Queryable } from '../types.ts'

/** How long the counter is believed (ms). */
const BELIEVED_MS = 1000

/** Values by key, read when first asked for, dropped all together when the counter moved. */
export class VersionedCache<T> {
  private readonly db: Database
  private readonly name: string
  private readonly read: (key: number) => Promise<T>
  private readonly kept = new Map<number, Promise<T>>()
  private version: number | undefined
  private checkedAt = -Infinity
  private checking: Promise<void> | undefined

  constructor(db: Database, name: string, read: (key: number) => Promise<T>) {
    this.db = db
    this.name = name
    this.read = read
  }

  /** The value of a key, at most a second old. */
  async get(key: number): Promise<T> {
    if (performance.now() - this.checkedAt > BELIEVED_MS) await this.check()
    const known = this.kept.get(key)
    if (known) return known
    const reading = this.read(key)
    this.kept.set(key, reading)
    reading.catch(() => this.kept.delete(key))
    return reading
  }

  /** Forgets everything this process keeps. */
  forget(): void {
    this.kept.clear()
    this.checkedAt = -Infinity
  }

  /** Tells every process, once the transaction is committed, that what it keeps is old. */
  async changed(tx: Queryable): Promise<void> {
    await tx.query(BUMP, [this.name])
  }

  private check(): Promise<void> {
    this.checking ??= this.compare().finally(() => {
      this.checking = undefined
    })
    return this.checking
  }

  private async compare(): Promise<void> {
    const [row] = await this.db.query<{ version: number }>('select "version" from "cache_version" where "name" = $1', [
      this.name,
    ])
    const version = row?.version ?? 0
    if (version !== this.version) this.kept.clear()
    this.version = version
    this.checkedAt = performance.now()
  }
}

const BUMP = `insert into "cache_version" ("name", "version") values ($1, 1)
  on conflict ("name") do update set "version" = "cache_version"."version" + 1`
