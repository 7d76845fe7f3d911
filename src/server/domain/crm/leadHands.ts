/** Leads from hand to hand (rules 2.5, 4.5): given out, claimed, to a department, passed on, entrusted, back to the pool. */
import { targets } from '../rows.ts'
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { isOneOf, value } from '../values.ts'
import { idOf, mustHaveRoom, mustSee, notePassing, ownerOf, tellOwner, worker, type Passing } from './owners.ts'
import { refuseState } from '../refusals.ts'

const isIn = (c: CallContext, row: Row, ...states: ('pool' | 'inHand')[]): boolean =>
  isOneOf(c, 'lead_biz_state', row.bizState, ...states)

async function department(c: CallContext, id: unknown): Promise<Row> {
  return (
    (await c.find('org', Number(id))) ?? c.refuse('orgId', { zh: '部门不存在', en: 'The department does not exist' })
  )
}

/** Into a hand, or to a department without one: from the pool, or from another hand. Tells the history. */
export async function give(
  c: CallContext,
  lead: Row,
  passing: Passing,
  values: Record<string, unknown> = {},
): Promise<Row> {
  const set = {
    salesId: passing.to ?? null,
    fllowOrgId: passing.toOrgId,
    entrustId: null,
    entrustUntil: null,
    ...values,
  }
  const given = isIn(c, lead, 'pool') ? await c.move('lead', lead, 'allocate', set) : await c.update('lead', lead, set)
  await notePassing(c, 'lead', lead, passing)
  return given
}

/** Out of every hand, and to be followed up anew. */
export async function takeBack(c: CallContext, lead: Row, reason: unknown): Promise<void> {
  await restart(c, await c.move('lead', lead, 'recycle'))
  await notePassing(c, 'lead', lead, { mode: 'recover', reason })
}

const restart = async (c: CallContext, lead: Row): Promise<void> => {
  if (isOneOf(c, 'lead_status', lead.followStatus, 'followingUp')) await c.move('lead', lead, 'restart')
}

const allocation: Handler = async (c) => {
  const { employeeId, orgId, toPool, reason } = c.input
  const rows = targets(c)
  if (toPool === true) {
    for (const row of rows) {
      await mustSee(c, 'lead', row)
      await takeBack(c, row, reason)
    }
    return { count: rows.length }
  }
  if (idOf(employeeId) === undefined)
    return idOf(orgId) === undefined
      ? c.refuse('employeeId', { zh: '请选择跟进人或部门', en: 'Choose a person or a department' })
      : { count: await toDepartment(c, rows, orgId, reason) }
  const to = await worker(c, employeeId)
  const taking = to.id === c.actor.employeeId
  if (rows.some((row) => ownerOf('lead', row) !== undefined))
    c.refuse(
      'ids',
      taking
        ? { zh: '已被领取', en: 'Already claimed' }
        : { zh: '已分配给员工，请用转移', en: 'Somebody has it; transfer it instead' },
    )
  await mustHaveRoom(c, 'lead', to, rows.length)
  for (const row of rows)
    await give(c, row, { mode: taking ? 'claim' : 'manual', to: to.id, toOrgId: idOf(orgId) ?? to.orgId, reason })
  await tellOwner(c, to.id, rows, 'lead')
  return { count: rows.length }
}

async function toDepartment(c: CallContext, rows: readonly Row[], orgId: unknown, reason: unknown): Promise<number> {
  const { id: toOrgId } = await department(c, orgId)
  for (const row of rows) {
    if (ownerOf('lead', row) !== undefined) await mustSee(c, 'lead', row)
    await give(c, row, { mode: 'department', toOrgId, reason })
  }
  return rows.length
}

const allocDept: Handler = async (c) => ({ count: await toDepartment(c, targets(c), c.input.orgId, c.input.reason) })

const transferred = (c: CallContext, orgId: unknown): Record<string, unknown> => ({
  isTransfer: value(c, 'transfer_status', 'transferred'),
  transferOrgId: orgId,
  transferTime: c.now,
})

const transfer: Handler = async (c) => {
  const to = await worker(c, c.input.employeeId)
  const toOrgId = idOf(c.input.orgId) ?? to.orgId
  const moved = targets(c).filter((row) => ownerOf('lead', row) !== to.id)
  await mustHaveRoom(c, 'lead', to, moved.length)
  for (const row of moved)
    await give(c, row, { mode: 'transfer', to: to.id, toOrgId, reason: c.input.reason }, transferred(c, toOrgId))
  await tellOwner(c, to.id, moved, 'lead')
  return { count: moved.length }
}

/** Somebody else follows up for a while; the owner stays. */
const entrust: Handler = async (c) => {
  const to = await worker(c, c.input.entrustId, 'entrustId')
  const rows = targets(c)
  if (rows.some((row) => ownerOf('lead', row) === to.id))
    c.refuse('entrustId', { zh: '不能委托给跟进人本人', en: 'The owner follows it up already' })
  for (const row of rows) {
    await c.update('lead', row, { entrustId: to.id, entrustUntil: c.input.entrustUntil ?? null })
    await notePassing(c, 'lead', row, { mode: 'entrust', to: to.id, toOrgId: row.fllowOrgId })
  }
  await tellOwner(c, to.id, rows, 'lead')
  return { count: rows.length }
}

/** What a baby's lead takes over of the mother's. */
const KEPT = [
  'motherName',
  'fatherName',
  'mobile',
  'mobile2',
  'hospital',
  'cityCode',
  'address',
  'channelTypeId',
  'channelWindowId',
  'channelId',
  'activityId',
  'activityName',
  'collectorId',
  'collectorOrgId',
  'introdType',
  'introducerId',
  'introName',
  'familyId',
  'customerId',
] as const

async function toBaby(c: CallContext, lead: Row): Promise<Row> {
  if (!isOneOf(c, 'business_type', lead.businessType, 'pregnant'))
    return c.refuse('ids', { zh: '只有孕妇资源可以转为宝宝', en: 'Only pregnancy leads become baby leads' })
  const [twin] = await c.select('lead', { fromLeadId: lead.id }, { limit: 1 })
  if (twin) return c.refuse('ids', { zh: '该资源已转为宝宝', en: 'This lead has become a baby lead already' })
  return c.insert('lead', {
    ...Object.fromEntries(KEPT.map((name) => [name, lead[name]])),
    businessType: value(c, 'business_type', 'baby'),
    birthday: c.input.birthday,
    fromLeadId: lead.id,
  })
}

const leadTransfer: Handler = async (c) => {
  const { toBusinessType, orgId, reason } = c.input
  const rows = targets(c)
  const newIds: number[] = []
  if (!toBusinessType && idOf(orgId) === undefined)
    c.refuse('orgId', { zh: '请选择业务或部门', en: 'Choose a business or a department' })
  const to = idOf(orgId) === undefined ? undefined : (await department(c, orgId)).id
  for (const row of rows) {
    const lead = !toBusinessType ? row : await toBaby(c, row)
    if (lead !== row) newIds.push(lead.id)
    if (to === undefined) continue
    if (!isIn(c, lead, 'pool', 'inHand')) refuseState(c, 'ids')
    await give(c, lead, { mode: 'transfer', toOrgId: to, reason }, transferred(c, to))
  }
  return { count: rows.length, newIds }
}

const recover: Handler = async (c) => {
  const rows = targets(c)
  const answer = await c.standard()
  for (const row of rows) {
    const now = (await c.find('lead', row.id)) as Row
    await restart(c, now)
    if (ownerOf('lead', row) !== undefined) await notePassing(c, 'lead', row, { mode: 'recover', reason: '流失恢复' })
  }
  return answer
}

export const handlers: Handlers = {
  'lead/allocation': allocation,
  'lead/allocDept': allocDept,
  'lead/transfer': transfer,
  'lead/entrust': entrust,
  'lead/leadTransfer': leadTransfer,
  'lead/recover': recover,
}
