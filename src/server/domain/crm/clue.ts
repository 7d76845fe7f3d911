/** Clues (rules 1.4, 2.6): a pool from which they are claimed or given out, and into which they fall back. */
import { refuseWith } from '../../errors.ts'
import { importProgress } from '../company/job.ts'
import type { Call, Handler, Handlers, Row } from '../call.ts'
import { assignee, mustHaveRoom, mustSee, recordAssignment, tellOwner } from './assignment.ts'
import { customerWith } from './identity.ts'

/** Says which clue has the number already, so that one may go and see. */
async function mustBeNew(c: Call<'analysis/add'>): Promise<void> {
  const live = ['new', 'following', 'turned'] as const
  const [twin] = await c.select('analysis', { mobile: c.input.mobile, analysisStatus: live }, { limit: 1 })
  if (twin)
    refuseWith({ zh: '该手机号已存在线索', en: 'A clue with this mobile exists already' }, 'mobile', {
      field: 'mobile',
      id: twin.id,
    })
}

/** A mobile of a customer is accepted, and the clue points at the customer. */
const add: Handler<'analysis/add'> = async (c) => {
  await mustBeNew(c)
  const customer = await customerWith(c, c.input.mobile)
  const customerId = customer?.id ?? null
  if (!c.input.employeeId) return c.standard({ customerId })
  const to = await assignee(c, c.input.employeeId)
  await mustHaveRoom(c, 'analysis', to, 1)
  const done = await c.standard({ customerId, orgId: to.orgId, assignTime: c.now })
  const mode = to.id === c.actor.employeeId ? 'claim' : 'manual'
  const unassigned = { ...done.after, employeeId: null }
  await recordAssignment(c, 'analysis', unassigned, { mode, to: to.id, toOrgId: to.orgId })
  await tellOwner(c, to.id, [done.after], 'analysis')
  return done
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
  const { employeeId } = c.input
  const to = typeof employeeId === 'number' ? await assignee(c, employeeId) : undefined
  if (to && to.id === c.actor.employeeId && c.rows.some((row) => row.employeeId !== null))
    c.refuse('ids', { zh: '已被领取', en: 'Already claimed' })
  const moved = c.rows.filter((row) => row.employeeId !== (to?.id ?? null))
  if (to) await mustHaveRoom(c, 'analysis', to, moved.length)
  for (const row of moved) {
    if (row.employeeId !== null) await mustSee(c, 'analysis', row)
    if (to) await assignClue(c, row, to)
    else await unassignClue(c, row)
  }
  if (to) await tellOwner(c, to.id, moved, 'analysis')
  return { count: moved.length }
}

async function assignClue(c: Call<'analysis/setSales'>, clue: Row<'analysis'>, to: Row<'employee'>): Promise<void> {
  await c.update('analysis', clue, { employeeId: to.id, orgId: to.orgId, assignTime: c.now })
  const mode = to.id === c.actor.employeeId ? 'claim' : clue.employeeId === null ? 'manual' : 'transfer'
  await recordAssignment(c, 'analysis', clue, { mode, to: to.id, toOrgId: to.orgId, reason: c.input.reason })
}

async function unassignClue(c: Call<'analysis/setSales'>, clue: Row<'analysis'>): Promise<void> {
  await c.update('analysis', clue, { employeeId: null, assignTime: null })
  await recordAssignment(c, 'analysis', clue, { mode: 'recover', toOrgId: clue.orgId, reason: c.input.reason })
}

/** Lost ones go back to the pool, without an owner. */
const recover: Handler<'analysis/recover'> = async (c) => {
  const done = await c.standard()
  for (const { before } of done.all)
    if (before.employeeId !== null)
      await recordAssignment(c, 'analysis', before, { mode: 'recover', reason: '流失恢复' })
  return done
}

export const handlers: Handlers = {
  'analysis/add': add,
  'analysis/edit': edit,
  'analysis/setSales': setSales,
  'analysis/recover': recover,
  'analysis/importProgress': importProgress,
}
