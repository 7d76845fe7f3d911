/** The hint that messages lie in the outbox: given after the commit and for many commits together, since NOTIFY makes commits queue. */
import { OUTBOX_CHANNEL } from '../push/outbox.ts'
import type { Database } from '../types.ts'

const TOGETHER_MS = 15

export class Hint {
  private readonly db: Database
  private timer: NodeJS.Timeout | undefined

  constructor(db: Database) {
    this.db = db
  }

  /** Gives the hint soon. One that is lost costs a second: processes also look by themselves. */
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
