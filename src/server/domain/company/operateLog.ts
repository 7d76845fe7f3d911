/** Entries of the operation log (rules 1.1) for what happens outside the engine's own writes: signing in and out. */
import type { Queryable } from '../../types.ts'

/** Whose account it is about, who did it, and from where. */
interface Person {
  userId?: number
  companyId?: number
  employeeId?: number | null
  realName?: string
  mobile?: string
  ip?: string
}

/** Writes what a person did with the own account, in the transaction of `tx`. `now`: ms. */
export async function logOwnAct(
  tx: Queryable,
  { userId, companyId, employeeId, realName, mobile, ip }: Person,
  { event, message }: { event: string; message: string },
  now: number,
): Promise<void> {
  const values = [realName, mobile, event, message, userId, ip, companyId, employeeId]
  await tx.query(INSERT, [...values.map((value) => value ?? null), new Date(now)])
}

const INSERT = `
insert into "operateLog" ("realname", "mobile", "module", "event", "message", "entity", "entityId", "ip",
  "companyId", "createBy", "updateBy", "createTime", "updateTime", "version", "isDel")
values ($1, $2, 'system', $3, $4, 'user', $5, $6, $7, $8, $8, $9, $9, 1, false)`
