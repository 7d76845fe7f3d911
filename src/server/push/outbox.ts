/**
 * Messages on their way to browsers. A write puts its messages into the table `outbox` inside its own
 * transaction: what is rolled back is never announced, what is committed is never forgotten. Every server
 * process reads the table on its own and delivers to its own sockets; NOTIFY only hurries the reading.
 */
import type { PushMessage } from '../../model/web.ts'
import type { DbRow, Queryable } from '../types.ts'

/** Channel of the hint that something new lies in the outbox. */
export const OUTBOX_CHANNEL = 'atelier_outbox'

/** Who gets a message: people who may read a resource (of one company, or of all), employees by id, or sessions by id. */
export type Audience = { readersOf: string; companyId?: number } | { people: number[] } | { sessions: number[] }

export interface Outgoing {
  to: Audience
  message: PushMessage
}

/** A message as it lies in the table. */
export interface OutboxEntry extends Outgoing {
  id: number
}

/** The table; safe to run at every start. Rows live an hour (`cleanOutbox`). */
export const OUTBOX_TABLE = `
create table if not exists "outbox" (
  "id" bigint generated always as identity primary key,
  "audience" jsonb not null,
  "message" jsonb not null,
  "createTime" timestamptz not null default now()
)`

/** Puts messages into the outbox, in the transaction of `tx`. One statement, however many they are. */
export async function publish(tx: Queryable, outgoing: readonly Outgoing[]): Promise<void> {
  if (outgoing.length === 0) return
  await tx.query(INSERT, [JSON.stringify(outgoing)])
}

const INSERT = `
with written as (
  insert into "outbox" ("audience", "message")
  select one."to", one."message" from jsonb_to_recordset($1::jsonb) as one("to" jsonb, "message" jsonb)
  returning 1
)
select pg_notify('${OUTBOX_CHANNEL}', '') from (select count(*) from written) as counted`

/** The highest id of the table: a process that starts has nothing to say of what lies before it. */
export async function lastOutboxId(db: Queryable): Promise<number> {
  const [row] = await db.query<{ last: number | null }>('select max("id") as last from "outbox"')
  return row?.last ?? 0
}

/** Messages after `after`, and those of `missing` ids that have appeared since, oldest first. */
export async function readOutbox(
  db: Queryable,
  after: number,
  missing: readonly number[],
  limit: number,
): Promise<OutboxEntry[]> {
  const rows = await db.query<DbRow & { id: number; audience: Audience; message: PushMessage }>(
    'select "id", "audience", "message" from "outbox" where "id" > $1 or "id" = any($2::bigint[]) order by "id" limit $3',
    [after, missing, limit],
  )
  return rows.map(({ id, audience, message }) => ({ id, to: audience, message }))
}

/** Removes what every living process has long delivered. Answers how many rows went. */
export async function cleanOutbox(db: Queryable): Promise<number> {
  const rows = await db.query(`delete from "outbox" where "createTime" < now() - interval '1 hour' returning 1 as gone`)
  return rows.length
}
