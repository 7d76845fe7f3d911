/**
 * Five wrong passwords lock an account for fifteen minutes (rules 1.1, check 9). A try is counted
 * before the password is looked at, so a burst of parallel guesses gets five looks like anyone else. A number
 * that belongs to nobody locks just the same, in memory: the answer must not tell who has an account. So that
 * nobody can shut somebody else out, the address where a person signed in before has five tries of its own.
 */
import { DAY } from '../../../model/zone.ts'
import type { Clock, DbRow, Queryable } from '../../types.ts'

const MAX_FAILURES = 5
const LOCK_MS = 15 * 60_000

/** Counts a try of a user's password. False: locked, do not look. */
export async function takeTry(db: Queryable, userId: number, now: number): Promise<boolean> {
  const rows = await db.query<DbRow>(TAKE, [userId, new Date(now), MAX_FAILURES, new Date(now + LOCK_MS)])
  return rows.length === 1
}

/** The fifth try locks; the right password lifts that again. A lock that is over starts the count anew. */
const TAKE = `
update "user" set
  "loginFailCount" = case when "lockUntil" is null then "loginFailCount" + 1 else 1 end,
  "lockUntil" = case when "lockUntil" is null and "loginFailCount" + 1 >= $3 then $4::timestamptz end
where "id" = $1 and ("lockUntil" is null or "lockUntil" <= $2)
returning 1 as taken`

const KNOWN_FOR = 30 * DAY

/** Whether this user has signed in from this address of late. */
export async function wasHere(db: Queryable, userId: number, ip: string, now: number): Promise<boolean> {
  const found = await db.query(
    `select 1 as found from "operateLog"
     where "entity" = 'user' and "entityId" = $1 and "call" = 'login' and "ip" = $2 and "createTime" > $3 limit 1`,
    [userId, ip, new Date(now - KNOWN_FOR)],
  )
  return found.length > 0
}

/** The password was right: nothing is counted any more. */
export async function clearTries(db: Queryable, userId: number): Promise<void> {
  await db.query('update "user" set "loginFailCount" = 0, "lockUntil" = null where "id" = $1', [userId])
}

/** {@link takeTry} for a number without an account. */
export function takeTryOfNobody(clock: Clock, mobile: string): boolean {
  const tries = strangers.get(clock) ?? new Map<string, { failures: number; lockUntil: number }>()
  strangers.set(clock, tries)
  const now = clock.now()
  const known = tries.get(mobile) ?? { failures: 0, lockUntil: 0 }
  if (known.lockUntil > now) return false
  const failures = known.lockUntil > 0 ? 1 : known.failures + 1
  if (tries.size >= MAX_STRANGERS) tries.clear()
  tries.set(mobile, { failures, lockUntil: failures >= MAX_FAILURES ? now + LOCK_MS : 0 })
  return true
}

const MAX_STRANGERS = 50_000
const strangers = new WeakMap<Clock, Map<string, { failures: number; lockUntil: number }>>()
