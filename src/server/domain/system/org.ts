/** Departments (domain E002): each knows the way down to it, which is what "department and below" goes by. */
import { forgetSessions } from '../../auth/cache.ts'
import type { CallContext, Handler, Handlers, Row } from '../../types.ts'
import { target, targets } from '../rows.ts'

const add: Handler = async (c) => {
  const added = (await c.standard()) as { id: number }
  await writePaths(c, added.id)
  return added
}

const edit: Handler = async (c) => {
  const before = target(c)
  const answer = await c.standard()
  if ('parentId' in c.input && c.input.parentId !== before.parentId) {
    await writePaths(c, before.id)
    c.afterCommit(() => forgetSessions())
  }
  return answer
}

/** The path of a department and of all below it (`/1/4/9/`). Derived, so no edit of anybody. */
export async function writePaths(c: Pick<CallContext, 'tx'>, id: number): Promise<void> {
  await c.tx.query(PATHS, [id])
}

const PATHS = `
with recursive below as (
  select o."id", coalesce(p."path", '/') || o."id" || '/' as "path"
  from "org" o left join "org" p on p."id" = o."parentId" where o."id" = $1
  union all
  select o."id", below."path" || o."id" || '/' from "org" o join below on o."parentId" = below."id"
)
update "org" set "path" = below."path" from below where "org"."id" = below."id"`

const del: Handler = async (c) => {
  for (const org of targets(c)) await guard(c, org)
  return c.standard()
}

async function guard(c: CallContext, org: Row): Promise<void> {
  const [held] = await c.tx.query<{ children: boolean; staff: boolean }>(
    `select exists (select 1 from "org" where "parentId" = $1 and not "isDel") as "children",
       exists (select 1 from "employee" where "orgId" = $1 and "status" <> 2 and not "isDel") as "staff"`,
    [org.id],
  )
  if (held?.children) c.refuse(undefined, { zh: '请先删除下级部门', en: 'Delete the departments below it first' })
  if (held?.staff) c.refuse(undefined, { zh: '部门下还有在职员工，不能删除', en: 'The department still has active staff' })
}

export const handlers: Handlers = {
  'org/add': add,
  'org/edit': edit,
  'org/del': del,
}
