/** What the system does by itself (domain § 5.9): housekeeping, each idempotent. */
import { DAY, HOUR } from '../../../model/zone.ts'
import { cleanCodes } from '../auth/codes.ts'
import { cleanSessions } from '../auth/sessions.ts'
import type { Jobs } from '../../jobs/index.ts'
import { cleanJobs } from '../../jobs/table.ts'
import { cleanOutbox } from '../../push/outbox.ts'
import type { Clock, Database, SmsGateway } from '../../types.ts'
import { withdrawExpired } from './bulletin.ts'
import { registerSmsJobs } from './sms.ts'

/** Notifications are kept so long (domain § 5.9). */
export const MESSAGE_DAYS = 180
/** The hour of the product's time zone in which the night's work begins. */
const NIGHT = 3

/** Registers the jobs of the administration area. */
export function registerSystemJobs(
  jobs: Jobs,
  { db, clock, sms }: { db: Database; clock: Clock; sms: SmsGateway },
): void {
  const now = (): number => clock.now()
  registerSmsJobs(jobs, db, sms, now)
  jobs.schedule('outbox.clean', { every: HOUR }, async () => ({ rows: await cleanOutbox(db) }))
  jobs.schedule('sessions.clean', { hour: NIGHT }, async () => ({
    rows: (await cleanSessions(db, now())) + (await cleanCodes(db, now())),
  }))
  jobs.schedule('jobs.clean', { hour: NIGHT }, async () => ({ rows: await cleanJobs(db, now()) }))
  jobs.schedule('answers.clean', { hour: NIGHT }, async () => ({ rows: await cleanAnswers(db, now()) }))
  jobs.schedule('messages.clean', { hour: NIGHT }, async () => ({ rows: await cleanMessages(db, now()) }))
  jobs.schedule('bulletins.expire', { hour: NIGHT }, async () => ({ rows: await withdrawExpired(db, now()) }))
}

/** Repeats of a request come within moments, or after a lost connection within the day; a week is plenty. */
async function cleanAnswers(db: Database, now: number): Promise<number> {
  const rows = await db.query('delete from "once_answer" where "createTime" < $1 returning 1 as gone', [
    new Date(now - 7 * DAY),
  ])
  return rows.length
}

/** Removes notifications older than their time. Answers how many. */
export async function cleanMessages(db: Database, now: number): Promise<number> {
  const rows = await db.query('delete from "pushMessage" where "createTime" < $1 returning 1 as gone', [
    new Date(now - MESSAGE_DAYS * DAY),
  ])
  return rows.length
}
