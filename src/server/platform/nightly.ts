/** What the system does by itself (rules 5.9): housekeeping, each idempotent. */
import { DAY, HOUR } from '../../model/zone.ts'
import { cleanCodes } from './auth/codes.ts'
import { cleanSessions } from './auth/sessions.ts'
import { cleanCompared } from '../engine/compared.ts'
import type { Jobs } from '../jobs/index.ts'
import { cleanJobs } from '../jobs/table.ts'
import { cleanOutbox } from '../push/outbox.ts'
import type { Clock, Database, FileStore, SmsGateway } from '../types.ts'
import { registerFileJobs } from './files.ts'
import { withdrawExpired } from './messages/bulletin.ts'
import { LOT } from './lot.ts'
import { product, type Product, type Runs } from './product.ts'

/** Notifications are kept so long (rules 5.9). */
export const MESSAGE_DAYS = 180
/** The hour of the product's time zone in which the night's work begins. */
const NIGHT = 3
/** Nightly work with rules of its own is a call; each answers how many records it changed. */
const NIGHTLY: Product['nightly'] = { 'upload/dropUnused': { hour: NIGHT } }

/** Registers the jobs of the platform, and those of the product that are no calls. */
export function registerSystemJobs(
  jobs: Jobs,
  { db, clock, sms, files, app }: { db: Database; clock: Clock; sms: SmsGateway; files: FileStore; app: Runs },
): void {
  const now = (): number => clock.now()
  product().jobs?.(jobs, { db, sms, files, app, now })
  registerFileJobs(jobs, files, now)
  jobs.schedule('outbox.clean', { every: HOUR }, async () => ({ rows: await cleanOutbox(db) }))
  jobs.schedule('sessions.clean', { hour: NIGHT }, async () => ({
    rows: (await cleanSessions(db, now())) + (await cleanCodes(db, now())),
  }))
  jobs.schedule('jobs.clean', { hour: NIGHT }, async () => ({ rows: await cleanJobs(db, now()) }))
  jobs.schedule('answers.clean', { hour: NIGHT }, async () => ({ rows: await cleanAnswers(db, now()) }))
  jobs.schedule('compared.clean', { hour: NIGHT }, async () => ({ rows: await cleanCompared(db, now()) }))
  jobs.schedule('messages.clean', { hour: NIGHT }, async () => ({ rows: await cleanMessages(db, now()) }))
  jobs.schedule('files.clean', { hour: NIGHT }, async () => ({ rows: (await files.removePassed?.(now())) ?? 0 }))
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
async function cleanMessages(db: Database, now: number): Promise<number> {
  const rows = await db.query('delete from "pushMessage" where "createTime" < $1 returning 1 as gone', [
    new Date(now - MESSAGE_DAYS * DAY),
  ])
  return rows.length
}

/** Registers the calls that the system makes by itself, each made in every company. */
export function registerNightlyCalls(jobs: Jobs, { db, app }: { db: Database; app: Runs }): void {
  for (const [path, when] of Object.entries({ ...NIGHTLY, ...product().nightly }))
    jobs.schedule(path.replace('/', '.'), when, async () => {
      const companies = await db.query<{ id: number }>('select "id" from "company" where not "isDel" order by "id"')
      return { rows: await forEach(companies, ({ id }) => makeAll(app, path, id)) }
    })
}

/** What fails in one company holds up no other; it is told when all have had their turn. */
async function forEach<T>(all: readonly T[], work: (one: T) => Promise<number>): Promise<number> {
  let rows = 0
  const failed: unknown[] = []
  for (const one of all)
    await work(one).then(
      (count) => {
        rows += count
      },
      (error: unknown) => failed.push(error),
    )
  if (failed.length > 0)
    throw failed.length === 1 ? failed[0] : new AggregateError(failed, 'failed in several companies')
  return rows
}

async function makeAll(app: Runs, path: string, companyId: number): Promise<number> {
  let rows = 0
  for (let last = LOT; last === LOT; rows += last) {
    const { data } = await app.run(path, { kind: 'system', companyId, lang: 'zh' }, {}, { granted: true })
    last = (data as { count: number }).count
  }
  return rows
}
