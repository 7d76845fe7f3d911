/** Entries of the operation log (rules 1.1) for what happens outside the engine's own writes: signing in and out. */
import type { Queryable } from '../../types.ts'

export interface LogEntry {
  event: string
  message: string
  companyId: number | null
  employeeId?: number | null
  realname?: string | null
  mobile?: string | null
  entity?: string
  entityId?: number
  ip?: string
}

/** Writes an entry in the transaction of `tx`. */
export async function writeLog(tx: Queryable, entry: LogEntry, now: number): Promise<void> {
  await tx.query(INSERT, [
    entry.realname ?? null,
    entry.mobile ?? null,
    'system',
    entry.event,
    entry.message,
    entry.entity ?? null,
    entry.entityId ?? null,
    entry.ip ?? null,
    entry.companyId,
    entry.employeeId ?? null,
    new Date(now),
  ])
}

const INSERT = `
insert into "operateLog" ("realname", "mobile", "module", "event", "message", "entity", "entityId", "ip",
  "companyId", "createBy", "updateBy", "createTime", "updateTime", "version", "isDel")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $11, 1, false)`
