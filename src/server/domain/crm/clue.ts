/** Clues (rules 1.4, 2.6): a pool from which they are claimed or given out, and into which they fall back. */
import { refuseWith } from '../../errors.ts'
import { targets } from '../rows.ts'
import { handlers as job } from '../company/job.ts'
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { value } from '../values.ts'
import { customerWith } from './identity.ts'
import { idOf, mustHaveRoom, mustSee, notePassing, ownerOf, tellOwner, worker } from './owners.ts'

/** Says which clue has the number already, so that one may go and see. */
async function mustBeNew(c: CallContext): Promise<void> {
  const live = (['new', 'following', 'turned'] as const).map((name) => value(c, 'analysis_status', name))
  const [twin] = await c.select('analysis', { mobile: c.input.mobile, analysisStatus: live }, { limit: 1 })
  if (twin)
    refuseWith({ zh: '该手机号已存在线索', en: 'A clue with this mobile exists already' }, 'mobile', {
      field: 'mobile',
      id: twin.id,
    })
}

/** A mobile of a customer is accepted, and the clue points at the customer. */
const add: Handler = async (c) => {
  await mustBeNew(c)
  const customer = await customerWith(c, c.input.mobile)
  const to = c.input.employeeId ? await worker(c, c.input.employeeId) : undefined
  if (to) await mustHaveRoom(c, 'analysis', to, 1)
  const { id } = (await c.standard({
    customerId: customer?.id ?? null,
    ...(to ? { orgId: to.orgId, assignTime: c.now } : {}),
  })) as { id: number }
  if (to) {
    const clue = (await c.find('analysis', id)) as Row
    const mode = to.id === c.actor.employeeId ? 'claim' : 'manual'
    await notePassing(c, 'analysis', { ...clue, employeeId: null }, { mode, to: to.id, toOrgId: to.orgId })
    await tellOwner(c, to.id, [clue], 'analysis')
  }
  return { id }
}

const edit: Handler = async (c) => {
  const before = c.row as Row
  const answer = await c.standard()
  const after = (await c.find('analysis', before.id)) as Row
  if (after.mobile !== before.mobile)
    await c.update('analysis', after, { customerId: (await customerWith(c, after.mobile))?.id ?? null })
  return answer
}

/** Given to somebody, taken by oneself, or put back into the pool. What another has in hand is not taken, only given by whoever sees it. */
const setSales: Handler = async (c) => {
  const to = idOf(c.input.employeeId) === undefined ? undefined : await worker(c, c.input.employeeId)
  const taking = to !== undefined && to.id === c.actor.employeeId
  const rows = targets(c)
  if (taking && rows.some((row) => ownerOf('analysis', row) !== undefined))
    c.refuse('ids', { zh: '已被领取', en: 'Already claimed' })
  const moved = rows.filter((row) => ownerOf('analysis', row) !== to?.id)
  if (to) await mustHaveRoom(c, 'analysis', to, moved.length)
  for (const row of moved) {
    const owner = ownerOf('analysis', row)
    if (owner !== undefined) await mustSee(c, 'analysis', row)
    await c.update(
      'analysis',
      row,
      to ? { employeeId: to.id, orgId: to.orgId, assignTime: c.now } : { employeeId: null, assignTime: null },
    )
    const mode = to ? (taking ? 'claim' : owner === undefined ? 'manual' : 'transfer') : 'recover'
    await notePassing(c, 'analysis', row, {
      mode,
      to: to?.id,
      toOrgId: to ? to.orgId : row.orgId,
      reason: c.input.reason,
    })
  }
  if (to) await tellOwner(c, to.id, moved, 'analysis')
  return { count: moved.length }
}

/** Lost ones go back to the pool, out of anybody's hand. */
const recover: Handler = async (c) => {
  const rows = targets(c)
  const answer = await c.standard()
  for (const row of rows)
    if (ownerOf('analysis', row) !== undefined)
      await notePassing(c, 'analysis', row, { mode: 'recover', reason: '流失恢复' })
  return answer
}

export const handlers: Handlers = {
  'analysis/add': add,
  'analysis/edit': edit,
  'analysis/setSales': setSales,
  'analysis/recover': recover,
  'analysis/importProgress': job['job/progress'] as Handler,
}
