/** How many people at work a department and a position have (`employeeCount`), how many accounts a role has (`userCount`; rules 1.1). */
import type { CallContext, Row } from '../call.ts'
import { stored } from '../values.ts'

/** Counts the departments and positions of these employees anew: where each was, and is now. */
export async function countStaff(
  c: CallContext,
  employees: readonly Pick<Row<'employee'>, 'orgId' | 'positionId'>[],
): Promise<void> {
  await countIn(
    c,
    'org',
    employees.map((one) => one.orgId),
  )
  await countIn(
    c,
    'position',
    employees.map((one) => one.positionId),
  )
}

/** Not through the engine: a count is nobody's edit, it leaves version and log alone. */
async function countIn(c: CallContext, resource: 'org' | 'position', ids: readonly (number | null)[]): Promise<void> {
  if (!c.model.resources[resource]?.fields.employeeCount?.column) return
  await c.tx.query(
    `update "${resource}" set "employeeCount" = (
       select count(*) from "employee" e where e."${resource}Id" = "${resource}"."id" and e."status" <> $2 and not e."isDel"
     ) where "id" = any($1::bigint[])`,
    [ids, stored(c, 'employee_status', 'left')],
  )
}

/** Counts the accounts of roles anew. */
export async function countHolders(
  c: CallContext,
  held: readonly { readonly roleId?: number | undefined }[],
): Promise<void> {
  await c.tx.query(
    `update "role" set "userCount" = (
       select count(distinct ur."userId") from "userRole" ur join "user" u on u."id" = ur."userId" and not u."isDel"
       where ur."roleId" = "role"."id" and not ur."isDel"
     ) where "id" = any($1::bigint[])`,
    [held.map((one) => one.roleId)],
  )
}
