/** How many people at work a department and a position have (`employeeCount`, rules 1.1). */
import type { CallContext } from '../legacy.ts'

/** Counts the departments and positions anew in which something may have changed. */
export async function countHeads(
  c: CallContext,
  orgs: readonly unknown[],
  positions: readonly unknown[],
): Promise<void> {
  await count(c, 'org', 'orgId', orgs)
  await count(c, 'position', 'positionId', positions)
}

/** Not through the engine: a count is nobody's edit, it leaves version and log alone. */
async function count(
  c: CallContext,
  resource: 'org' | 'position',
  field: 'orgId' | 'positionId',
  ids: readonly unknown[],
): Promise<void> {
  const known = [...new Set(ids)].filter((id): id is number => typeof id === 'number')
  if (known.length === 0 || !c.model.resources[resource]?.fields.employeeCount?.column) return
  await c.tx.query(
    `update "${resource}" set "employeeCount" = (
       select count(*) from "employee" e where e."${field}" = "${resource}"."id" and e."status" <> 2 and not e."isDel"
     ) where "id" = any($1::bigint[])`,
    [known],
  )
}

/** How many accounts hold a role (`userCount`, rules 1.1), for the roles in which that may have changed. */
export async function countHolders(c: CallContext, roleIds: readonly unknown[]): Promise<void> {
  const ids = [...new Set(roleIds)].filter((id): id is number => typeof id === 'number')
  if (ids.length === 0) return
  await c.tx.query(
    `update "role" set "userCount" = (
       select count(distinct ur."userId") from "userRole" ur join "user" u on u."id" = ur."userId" and not u."isDel"
       where ur."roleId" = "role"."id" and not ur."isDel"
     ) where "id" = any($1::bigint[])`,
    [ids],
  )
}
