/**
 * Work that outlives a request: a row of the table `job`, claimed by one process at a time (FOR UPDATE SKIP LOCKED),
 * with a heartbeat, so that another process can take over the job of a killed one.
 */
import type { Text } from '../../model/model.ts'
import { DAY } from '../../model/zone.ts'
import { publish } from '../push/outbox.ts'
import type { Actor, DbRow, Queryable } from '../types.ts'

export type JobStatus = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'

/** A row of the job table. `state`: saved by the last run, to resume from. */
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
  /** It was cancelled, and its process has not said yet how far it came. */
  stopping?: boolean | null
}

/** The result of a finished job: a file to download, and whatever its kind adds. */
export type JobResult = { url?: string } & Record<string, unknown>

/** A job to add. `key`: at most one job ever has it (the job of a night, whichever process adds it first). */
export interface NewJob {
  kind: string
  input: unknown
  actor: Actor
  key?: string
  runAfter?: number
}

/** Channel of the notification that a job waits. */
export const JOB_CHANNEL = 'atelier_job'

/** A process without a heartbeat for this long has lost its job (ms). */
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

/** Adds a job to the table, in the transaction of `tx`. Undefined when its key already exists. */
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
  const [row] = await db.query<JobRow>(READ, [id, LOST_MS / 1000])
  return row
}

const READ = `
select "job".*, "status" = 'cancelled' and "worker" is not null and "heartbeat" > now() - make_interval(secs => $2) as "stopping"
from "job" where "id" = $1`

/** Cancels a job. A waiting one never starts; a running one notices within seconds. False when it has ended already. */
export async function cancelJob(tx: Queryable, id: number, now: number): Promise<boolean> {
  const rows = await tx.query(
    `update "job" set "status" = 'cancelled', "endTime" = $2 where "id" = $1 and "status" in ('waiting', 'running') returning 1 as cancelled`,
    [id, new Date(now)],
  )
  return rows.length === 1
}

/** Claims the oldest job that is due, or that its process has lost. */
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

/** Writes a heartbeat with the progress. False when the job is no longer this process's: cancelled, or taken over. */
export async function beat(db: Queryable, job: JobRow, worker: string, progress: Progress): Promise<boolean> {
  const rows = await db.query(BEAT, [
    job.id,
    worker,
    progress.done,
    progress.total,
    JSON.stringify(progress.state ?? null),
  ])
  if (rows.length === 1 && job.employeeId) await sendProgress(db, job, progress, 'running')
  return rows.length === 1
}

export interface Progress {
  done: number
  total: number
  state: unknown
  /** What is kept in place of the state where the job was cancelled. */
  left?: unknown
}

const BEAT = `
update "job" set "heartbeat" = now(), "done" = $3, "total" = $4, "state" = $5::jsonb
where "id" = $1 and "worker" = $2 and "status" = 'running' returning 1 as alive`

/** The end of a run. `retryAt`: the time of the next try. */
export type Ending =
  | { status: 'done'; result: JobResult }
  | { status: 'failed'; error: Text }
  | { retryAt: number; error: Text }

/** Writes the end of a run, unless the job is no longer this process's. */
export async function endJob(
  db: Queryable,
  job: JobRow,
  { worker, now }: { worker: string; now: number },
  progress: Progress,
  ending: Ending,
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
  if (rows.length === 1 && job.employeeId) await sendProgress(db, job, progress, status)
}

const END = `
update "job" set "status" = $3, "done" = $4, "total" = $5, "state" = $6::jsonb, "result" = nullif($7::jsonb, 'null'), "error" = nullif($8::jsonb, 'null'),
  "runAfter" = $9, "endTime" = $10, "worker" = null, "heartbeat" = null
where "id" = $1 and "worker" = $2 and "status" = 'running' returning 1 as ended`

/** Sends the progress to the person who started the job. */
async function sendProgress(db: Queryable, job: JobRow, { done, total }: Progress, status: JobStatus): Promise<void> {
  await publish(db, [
    {
      to: { people: [job.employeeId as number] },
      message: { path: '/api/push/job', data: { id: job.id, done, total, status } },
    },
  ])
}

/** Writes how far a job came that was cancelled while it ran, unless it is no longer this process's. */
export async function settleCancelled(db: Queryable, job: JobRow, worker: string, progress: Progress): Promise<void> {
  const rows = await db.query(SETTLE, [
    job.id,
    worker,
    progress.done,
    progress.total,
    JSON.stringify(progress.left ?? progress.state ?? null),
  ])
  if (rows.length === 1 && job.employeeId) await sendProgress(db, job, progress, 'cancelled')
}

const SETTLE = `
update "job" set "done" = $3, "total" = $4, "state" = $5::jsonb, "worker" = null
where "id" = $1 and "worker" = $2 and "status" = 'cancelled' returning 1 as settled`

/** Removes jobs a week after their end. Returns how many. */
export async function cleanJobs(db: Queryable, now: number): Promise<number> {
  const rows = await db.query('delete from "job" where "endTime" < $1 returning 1 as gone', [new Date(now - 7 * DAY)])
  return rows.length
}
