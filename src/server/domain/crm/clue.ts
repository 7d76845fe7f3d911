/** Clues (rules 1.4, 2.6): a pool from which they are claimed or given out, and into which they fall back. */
import { importProgress } from '../../platform/company/job.ts'
import type { Handler, Handlers } from '../../platform/call.ts'
import { mustSee } from '../../platform/refusals.ts'
import { customerWith } from './identity.ts'

/** A mobile of a customer is accepted, and the clue points at the customer. */
const add: Handler<'analysis/add'> = async (c) => {
  const customer = await customerWith(c, c.input.mobile)
  const to = await c.find('employee', c.input.employeeId)
  const { after } = await c.standard({ customerId: customer?.id ?? null, orgId: to?.orgId ?? null })
  return { id: after.id, place: to ? 'hand' : 'pool' }
}

const edit: Handler<'analysis/edit'> = async (c) => {
  const done = await c.standard()
  const { before, after } = done
  if (after.mobile !== before.mobile) {
    const customer = await customerWith(c, after.mobile)
    await c.update('analysis', after, { customerId: customer?.id ?? null })
  }
  return done
}

/** Given to somebody, taken by oneself, or put back into the pool. What another has in hand is not taken, only given by whoever sees it. */
const setSales: Handler<'analysis/setSales'> = async (c) => {
  const to = await c.find('employee', c.input.employeeId)
  if (to && to.id === c.actor.employeeId && c.rows.some((row) => row.employeeId !== null))
    c.refuse('ids', { zh: '已被领取', en: 'Already claimed' })
  const moved = c.rows.filter((row) => row.employeeId !== (to?.id ?? null))
  for (const row of moved) {
    if (row.employeeId !== null) await mustSee(c, 'analysis', row)
    await c.update('analysis', row, { employeeId: to?.id ?? null, orgId: to ? to.orgId : row.orgId })
  }
  return { count: moved.length }
}

export const handlers: Handlers = {
  'analysis/add': add,
  'analysis/edit': edit,
  'analysis/setSales': setSales,
  'analysis/importProgress': importProgress,
}
