/**
 * Work that outlives a request: a row of the table `job`, claimed by one process at a time (FOR UPDATE SKIP
 * LOCKED), with a sign of life so that another may take over what a killed process left.
 */
import type { Text } from '../../model/model.ts'
import { DAY } from '../../model/zone.ts'
import { publish } from '../push/outbox.ts'
import type { Actor, DbRow, Queryable } from '../types.ts'

export type JobStatus = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'

/** A job as it lies in the table. `state` is what its last run noted down, to go on from there. */
export interface JobRow extends DbRow {
  id: number
  kind: string
  input: unknown
  state: unknown
  actor: Actor
  companyId: number | null
  employeeId: number | null
  status: JobStatus
  done: number
  total: number
  result: JobResult | null
  error: Text | null
  attempts: number
  createTime: number
  endTime: number | null
}

/** What a finished job leaves: a file to fetch, and whatever its kind adds. */
export type JobResult = { url?: string } & Record<string, unknown>

/** A job to be done. `key`: at most one job ever has it (a night's work, whichever process asks first). */
export interface NewJob {
  kind: string
  input: unknown
  actor: Actor
  key?: string
  runAfter?: number
}

/** Channel of the hint that a job waits. */
export const JOB_CHANNEL = 'atelier_job'

/** A process that gives no sign of life for so long has lost its job (ms). */
const LOST_MS = 60_000

/** The table; safe to run at every start. */
export const JOB_TABLES = [
  `
create table if not exists "job" (
  "id" bigint generated always as identity primary key,
  "kind" text not null, "key" text unique, "input" jsonb not null, "state" jsonb, "actor" jsonb not null,
  "companyId" bigint, "employeeId" bigint,
  "status" text not null default 'waiting', "done" bigint not null default 0, "total" bigint not null default 0,
  "result" jsonb, "error" jsonb, "attempts" integer not null default 0,
  "runAfter" timestamptz not null, "worker" text, "heartbeat" timestamptz,
  "createTime" timestamptz not null, "endTime" timestamptz
)`,
  `create index if not exists "job_open" on "job" ("id") where "status" in ('waiting', 'running')`,
]

/** Puts a job into the table, in the transaction of `tx`. Nothing when its key was there already. */
export async function enqueueJob(tx: Queryable, job: NewJob, now: number): Promise<number | undefined> {
  const [row] = await tx.query<{ id: number }>(ENQUEUE, [
    job.kind,
    job.key ?? null,
    JSON.stringify(job.input ?? null),
    JSON.stringify(job.actor),
    job.actor.companyId ?? null,
    job.actor.employeeId ?? null,
    new Date(job.runAfter ?? now),
    new Date(now),
  ])
  if (row) await tx.query(`select pg_notify('${JOB_CHANNEL}', '')`)
  return row?.id
}

const ENQUEUE = `
insert into "job" ("kind", "key", "input", "actor", "companyId", "employeeId", "runAfter", "createTime")
values ($1, $2, $3::jsonb, $4::jsonb, $5, $6, $7, $8) on conflict ("key") do nothing returning "id"`

/** A job by id. */
export async function readJob(db: Queryable, id: number): Promise<JobRow | undefined> {
  const [row] = await db.query<JobRow>('select * from "job" where "id" = $1', [id])
  return row
}

/** Asks a job to stop. One that waits never begins; one that runs notices within seconds. False when it is over already. */
export async function cancelJob(tx: Queryable, id: number, now: number): Promise<boolean> {
  const rows = await tx.query(
    `update "job" set "status" = 'cancelled', "endTime" = $2 where "id" = $1 and "status" in ('waiting', 'running') returning 1 as cancelled`,
    [id, new Date(now)],
  )
  return rows.length === 1
}

/** Takes the oldest job that is due, or that its process has lost. */
export async function claimJob(
  db: Queryable,
  kinds: readonly string[],
  worker: string,
  now: number,
): Promise<JobRow | undefined> {
  const [row] = await db.query<JobRow>(CLAIM, [kinds, worker, new Date(now), LOST_MS / 1000])
  return row
}

const CLAIM = `
update "job" set "status" = 'running', "worker" = $2, "heartbeat" = now(), "attempts" = "attempts" + 1
where "id" = (
  select "id" from "job"
  where "kind" = any($1::text[]) and (("status" = 'waiting' and "runAfter" <= $3)
    or ("status" = 'running' and "heartbeat" < now() - make_interval(secs => $4)))
  order by "id" for update skip locked limit 1)
returning *`

/** A sign of life, with what is done. False when the job is no longer this process's: cancelled, or taken over. */
export async function beat(db: Queryable, job: JobRow, worker: string, progress: Progress): Promise<boolean> {
  const rows = await db.query(BEAT, [
    job.id,
    worker,
    progress.done,
    progress.total,
    JSON.stringify(progress.state ?? null),
  ])
  if (rows.length === 1 && job.employeeId) await tell(db, job, progress, 'running')
  return rows.length === 1
}

export interface Progress {
  done: number
  total: number
  state: unknown
}

const BEAT = `
update "job" set "heartbeat" = now(), "done" = $3, "total" = $4, "state" = $5::jsonb
where "id" = $1 and "worker" = $2 and "status" = 'running' returning 1 as alive`

/** How a run ended. `retryAt`: it is to be tried again then. */
export type Ending =
  { status: 'done'; result: JobResult } | { status: 'failed'; error: Text } | { retryAt: number; error: Text }

/** Writes the end of a run, unless the job is no longer this process's. */
export async function endJob(
  db: Queryable,
  job: JobRow,
  worker: string,
  progress: Progress,
  ending: Ending,
  now: number,
): Promise<void> {
  const again = 'retryAt' in ending
  const status: JobStatus = again ? 'waiting' : ending.status
  const rows = await db.query(END, [
    job.id,
    worker,
    status,
    progress.done,
    progress.total,
    JSON.stringify(progress.state ?? null),
    JSON.stringify('result' in ending ? ending.result : null),
    JSON.stringify('error' in ending ? ending.error : null),
    new Date(again ? ending.retryAt : now),
    again ? null : new Date(now),
  ])
  if (rows.length === 1 && job.employeeId) await tell(db, job, progress, status)
}

const END = `
update "job" set "status" = $3, "done" = $4, "total" = $5, "state" = $6::jsonb, "result" = nullif($7::jsonb, 'null'), "error" = nullif($8::jsonb, 'null'),
  "runAfter" = $9, "endTime" = $10, "worker" = null, "heartbeat" = null
where "id" = $1 and "worker" = $2 and "status" = 'running' returning 1 as ended`

/** The person who started the job sees how it goes. */
async function tell(db: Queryable, job: JobRow, { done, total }: Progress, status: JobStatus): Promise<void> {
  await publish(db, [
    {
      to: { people: [job.employeeId as number] },
      message: { path: '/api/push/job', data: { id: job.id, done, total, status } },
    },
  ])
}

/** Removes jobs a week after their end. Answers how many. */
export async function cleanJobs(db: Queryable, now: number): Promise<number> {
  const rows = await db.query('delete from "job" where "endTime" < $1 returning 1 as gone', [new Date(now - 7 * DAY)])
  return rows.length
}
