/**
 * Sessions (resource `loginSession`, domain E023): begun at sign-in, ended by sign-out, by an administrator, or
 * by time. The row holds the SHA-256 of the token; the token itself exists only in the browser.
 */
import type { DbRow, Queryable } from '../types.ts'
import { forgetSessions } from './cache.ts'
import { publish } from '../push/outbox.ts'
import { newToken, tokenHash } from './tokens.ts'

/** Unused this long, a session is over (ms; E023: 12 h sliding). */
export const IDLE_MS = 12 * 3600_000
/** A session is over this long after sign-in, used or not (ms). */
export const ABSOLUTE_MS = 7 * 24 * 3600_000
/** The database hears of a use at most this often (ms); the idle limit is kept to within it. */
export const TOUCH_MS = 60_000

/** Whose session: a person of staff in a company under a role, or a customer of a company. */
export type SessionOwner =
  | { userId: number; corpId: number; roleId: number }
  | { customerId: number; corpId: number }

/** Begins a session. Answers its token, which nobody can be told again. */
export async function beginSession(tx: Queryable, owner: SessionOwner, now: number, ip: string | undefined): Promise<{ id: number; token: string }> {
  const token = newToken()
  const [row] = await tx.query<{ id: number }>(BEGIN, [
    tokenHash(token),
    'userId' in owner ? owner.userId : null,
    'customerId' in owner ? owner.customerId : null,
    owner.corpId,
    'roleId' in owner ? owner.roleId : null,
    new Date(now + IDLE_MS),
    ip ?? null,
    new Date(now),
  ])
  return { id: (row as { id: number }).id, token }
}

const BEGIN = `
insert into "loginSession" ("token", "userId", "customerId", "corpId", "roleId", "expireTime", "ip", "createTime", "updateTime", "version", "isDel")
values ($1, $2, $3, $4, $5, $6, $7, $8, $8, 1, false) returning "id"`

/** Which sessions to end. */
export type SessionChoice = { ids: number[] } | { userIds: number[]; except?: number } | { roleIds: number[] } | { employeeIds: number[] } | { customerIds: number[] }

/**
 * Ends sessions in the transaction of `tx`: their tokens answer 401 from the commit on, in every process, and
 * their push sockets close. Call {@link forgetSessions} after the commit for the process at hand.
 */
export async function endSessions(tx: Queryable, choice: SessionChoice): Promise<number[]> {
  const [where, parameters] = condition(choice)
  const rows = await tx.query<DbRow & { id: number }>(`delete from "loginSession" where ${where} returning "id"`, parameters)
  const ids = rows.map((row) => row.id)
  if (ids.length > 0) await publish(tx, [{ to: { sessions: ids }, message: { path: '/api/push/logout', data: {} } }])
  return ids
}

function condition(choice: SessionChoice): [string, unknown[]] {
  if ('ids' in choice) return ['"id" = any($1::bigint[])', [choice.ids]]
  if ('userIds' in choice) return ['"userId" = any($1::bigint[]) and "id" is distinct from $2', [choice.userIds, choice.except ?? null]]
  if ('roleIds' in choice) return ['"roleId" = any($1::bigint[])', [choice.roleIds]]
  if ('customerIds' in choice) return ['"customerId" = any($1::bigint[])', [choice.customerIds]]
  return ['"userId" in (select "id" from "user" where "employeeId" = any($1::bigint[]))', [choice.employeeIds]]
}

/** Removes sessions whose time is over. Answers how many. */
export async function cleanSessions(db: Queryable, now: number): Promise<number> {
  const rows = await db.query(
    'delete from "loginSession" where "expireTime" < $1 or "createTime" < $2 returning 1 as gone',
    [new Date(now), new Date(now - ABSOLUTE_MS)],
  )
  if (rows.length > 0) forgetSessions()
  return rows.length
}
