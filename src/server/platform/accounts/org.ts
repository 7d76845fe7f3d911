/** Departments (rules 1.1). Their paths are the engine's to keep; whose rows a person sees goes by them. */
import { forgetSessions } from '../../auth/cache.ts'
import type { CallContext, Handler, Handlers, Row } from '../call.ts'

const add: Handler<'org/add'> = (c) => {
  c.afterCommit(() => forgetSessions())
  return c.standard()
}

/** A department that moves takes the people in it along: what they see changes at once. */
const edit: Handler<'org/edit'> = (c) => {
  c.afterCommit(() => forgetSessions())
  return c.standard()
}

const del: Handler<'org/del'> = async (c) => {
  for (const org of c.rows) await mustBeEmpty(c, org)
  return c.standard()
}

async function mustBeEmpty(c: CallContext, { id }: Row<'org'>): Promise<void> {
  if (await c.exists('org', { parentId: id }))
    c.refuse(undefined, { zh: '请先删除下级部门', en: 'Delete the departments below it first' })
  if (await c.exists('employee', { orgId: id, status: ['active', 'leave'] }))
    c.refuse(undefined, { zh: '部门下还有在职员工，不能删除', en: 'The department still has active staff' })
}

export const handlers: Handlers = { 'org/add': add, 'org/edit': edit, 'org/del': del }
