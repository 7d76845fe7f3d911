/** Departments (rules 1.1). Their paths are the engine's to keep; whose rows a person sees goes by them. */
import { forgetSessions } from '../../auth/cache.ts'
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { targets } from '../rows.ts'

/** A department that moves takes the people in it along: what they see changes at once. */
const change: Handler = async (c) => {
  const answer = await c.standard()
  c.afterCommit(() => forgetSessions())
  return answer
}

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
  if (held?.staff)
    c.refuse(undefined, { zh: '部门下还有在职员工，不能删除', en: 'The department still has active staff' })
}

export const handlers: Handlers = { 'org/add': change, 'org/edit': change, 'org/del': del }
