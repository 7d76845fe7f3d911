/** Entries of the operation log (rules 1.1) for what happens outside the engine's own writes: signing in and out. */
import type { Text } from '../../../model/model.ts'
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

/** What was done: its name among calls, what it is called, and what is said of it (default: what it is called). */
interface Act {
  call: string
  event: Text
  message?: Text
}

const MODULE: Text = { zh: '账号', en: 'Account' }

/** Writes what a person did with the own account, in the transaction of `tx`. `now`: ms. */
export async function logOwnAct(
  tx: Queryable,
  { userId, companyId, employeeId, realName, mobile, ip }: Person,
  { call, event, message = event }: Act,
  now: number,
): Promise<void> {
  const words = [MODULE, event, message].flatMap(({ zh, en }) => [zh, en])
  const values = [...words, call, realName, mobile, userId, ip, companyId, employeeId]
  await tx.query(INSERT, [...values.map((value) => value ?? null), new Date(now)])
}

const INSERT = `
insert into "operateLog" ("module", "moduleEn", "event", "eventEn", "message", "messageEn", "call", "realname", "mobile",
  "entity", "entityId", "ip", "companyId", "createBy", "updateBy", "createTime", "updateTime", "version", "isDel")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'user', $10, $11, $12, $13, $13, $14, $14, 1, false)`
