/** Follows the outbox: every committed message once, whether its hint was heard or not. */
import type { Database } from '../types.ts'
import { lastOutboxId, OUTBOX_CHANNEL, readOutbox } from './outbox.ts'
import type { OutboxEntry } from './outbox.ts'

/** Without any hint a message waits at most this long (ms). */
const POLL_MS = 1000
const BATCH = 500
/**
 * Ids are given before the commit, so a lower id may appear after a higher one. A hole is watched this long;
 * then its transaction was rolled back.
 */
const HOLE_MS = 120_000

interface OutboxReader {
  /** The last id that is read. */
  readonly last: number
  stop(): Promise<void>
}

/** Starts to follow; `deliver` gets each batch in the order of ids, one batch at a time. */
export async function followOutbox(
  db: Database,
  deliver: (entries: OutboxEntry[]) => Promise<void>,
  failed: (error: unknown) => void,
): Promise<OutboxReader> {
  const cursor = new Cursor(await lastOutboxId(db))
  let stopped = false
  let running: Promise<void> | undefined
  let again = false

  const drain = async (): Promise<void> => {
    do {
      again = false
      const entries = await readOutbox(db, cursor.last, cursor.holes(), BATCH)
      if (entries.length === 0 || stopped) continue
      cursor.take(entries.map((entry) => entry.id))
      await deliver(entries)
      again ||= entries.length === BATCH
    } while (again && !stopped)
  }
  const poke = (): void => {
    again = true
    running ??= drain()
      .catch(failed)
      .finally(() => {
        running = undefined
        if (again && !stopped) poke()
      })
  }

  const unlisten = await db.listen(OUTBOX_CHANNEL, poke)
  const timer = setInterval(poke, POLL_MS)
  timer.unref()
  return {
    get last() {
      return cursor.last
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await unlisten()
      await running
    },
  }
}

/** How far the outbox is read, and which ids below that are still to come. */
class Cursor {
  last: number
  readonly #holes = new Map<number, number>()

  constructor(last: number) {
    this.last = last
  }

  take(ids: readonly number[]): void {
    const now = performance.now()
    for (const id of ids) {
      this.#holes.delete(id)
      for (let hole = Math.max(this.last + 1, id - BATCH); hole < id; hole++) this.#holes.set(hole, now)
      this.last = Math.max(this.last, id)
    }
  }

  holes(): number[] {
    const oldest = performance.now() - HOLE_MS
    for (const [id, since] of this.#holes) if (since < oldest) this.#holes.delete(id)
    return [...this.#holes.keys()]
  }
}
