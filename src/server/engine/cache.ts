/**
 * What a process caches from the database. A counter in the database shows when the cache is outdated: a change made
 * here is visible at its commit, a change of another process within a second (check 8).
 */
import type { Database, Queryable } from '../types.ts'

/** How long the counter is trusted (ms). */
const BELIEVED_MS = 1000

/** Values by key, read on first use, all dropped together when the counter changed. */
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
    const cached = this.kept.get(key)
    if (cached) return cached
    const reading = this.read(key)
    this.kept.set(key, reading)
    reading.catch(() => this.kept.delete(key))
    return reading
  }

  /** Clears the cache of this process. */
  forget(): void {
    this.kept.clear()
    this.checkedAt = -Infinity
  }

  /** Tells every process, once the transaction is committed, that its cache is outdated. */
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
