/** Whose work something is: the people of the company who may do it, and see what it is done to. */
import type { Colleague, DbRow } from '../../types.ts'
import type { CallContext, Notice, Right } from '../call.ts'

/** So many people are told of one thing. */
const MOST = 50

/** Members of staff who may sign in, under each role that they hold. */
const STAFF = `
select u."id" as "userId", e."id" as "employeeId", r."id" as "roleId", o."id" as "orgId", o."path" as "orgPath"
from "userRole" ur
join "user" u on u."id" = ur."userId" and not u."isDel" and u."status" = 1 and u."activation"
join "employee" e on e."id" = u."employeeId" and not e."isDel" and e."status" <> 2
join "role" r on r."id" = ur."roleId" and not r."isDel" and r."status" = 1
left join "org" o on o."id" = coalesce(ur."orgId", e."orgId") and not o."isDel"
where ur."corpId" = $1 and not ur."isDel"
order by e."id", ur."id"`

/** What there is to do with a record, and who does it: whoever holds the code, or of these people only those `among` them. */
interface ToDo {
  code: Right
  row: { id: number }
  among?: readonly number[]
}

/** Tells everybody else whose work it is and who sees the record; each once. */
export async function tellHolders(c: CallContext, { code, row, among }: ToDo, notice: Notice): Promise<void> {
  const staff = await c.tx.query<DbRow & Required<Colleague>>(STAFF, [c.actor.companyId ?? null])
  const told = new Set([c.actor.employeeId])
  for (const person of staff) {
    if (told.has(person.employeeId) || told.size > MOST || among?.includes(person.employeeId) === false) continue
    if (!(await c.another(person, code, row))) continue
    told.add(person.employeeId)
    await c.notify(person.employeeId, notice)
  }
}
