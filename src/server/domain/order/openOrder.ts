/** Drafts of orders: a person keeps only so many. */
import type { Handler, Handlers } from '../../platform/call.ts'

/** The most drafts of a person. */
const MOST = 50

/** The oldest makes room for the new one. */
const add: Handler<'openOrder/add'> = async (c) => {
  const createBy = c.actor.employeeId
  if (createBy) {
    await c.find('employee', createBy, { lock: true })
    const kept = await c.select('openOrder', { createBy }, { sort: ['id'] })
    for (const oldest of kept.slice(0, Math.max(0, kept.length - MOST + 1))) await c.remove('openOrder', oldest)
  }
  return await c.standard()
}

export const handlers: Handlers = { 'openOrder/add': add }
