/** Notifies that messages are in the outbox: after the commit and for many commits together, because NOTIFY makes commits queue. */
import { OUTBOX_CHANNEL } from '../push/outbox.ts'
import type { Database } from '../types.ts'

const TOGETHER_MS = 15

export class Hint {
  private readonly db: Database
  private timer: NodeJS.Timeout | undefined

  constructor(db: Database) {
    this.db = db
  }

  /** Notifies soon. A lost notification costs a second: processes also poll. */
  soon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      this.db.query('select pg_notify($1, $2)', [OUTBOX_CHANNEL, '']).catch(() => undefined)
    }, TOGETHER_MS)
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }
}
