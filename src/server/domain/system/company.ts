/** Companies (domain E001): those a person may change over to. */
import type { DbRow, Handler, Handlers } from '../../types.ts'

/** The companies in which this person holds a role, the first ones first. */
const held: Handler = (c) =>
  c.tx.query<DbRow & { value: number; label: string }>(
    `select co."id" as "value", co."name" as "label" from "company" co
     where not co."isDel" and co."status" = 1 and exists (
       select 1 from "userRole" ur join "role" r on r."id" = ur."roleId" and not r."isDel" and r."status" = 1
       where ur."corpId" = co."id" and ur."userId" = $1 and not ur."isDel")
     order by co."id"`,
    [c.actor.userId ?? 0],
  )

export const handlers: Handlers = { 'company/held': held }
