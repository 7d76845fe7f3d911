/** Leads from owner to owner (rules 2.5, 4.5): given out, claimed, to a department, passed on, entrusted, back to the pool. */
import type { Call, CallContext, Handler, Handlers, Row, Values } from '../call.ts'
import { assignee, mustHaveRoom, mustSee, recordAssignment, tellOwner, type Assignment } from './assignment.ts'
import { refuseState } from '../refusals.ts'

const department = async (c: CallContext, id: number): Promise<Row<'org'>> =>
  (await c.find('org', id)) ?? c.refuse('orgId', { zh: '部门不存在', en: 'The department does not exist' })

/** To a person, or to a department without one: from the pool, or from another person. Adds to the history. */
export async function assignLead(
  c: CallContext,
  lead: Row<'lead'>,
  assignment: Assignment,
  values: Values<'lead'> = {},
): Promise<void> {
  const set: Values<'lead'> = {
    salesId: assignment.to ?? null,
    fllowOrgId: assignment.toOrgId ?? null,
    entrustId: null,
    entrustUntil: null,
    ...values,
  }
  if (lead.bizState === 'pool') await c.move('lead', lead, 'allocate', set)
  else await c.update('lead', lead, set)
  await recordAssignment(c, 'lead', lead, assignment)
}

/** Back to the pool, and to be followed up anew. */
export async function takeBack(c: CallContext, lead: Row<'lead'>, reason: string | null | undefined): Promise<void> {
  await restart(c, await c.move('lead', lead, 'recycle'))
  await recordAssignment(c, 'lead', lead, { mode: 'recover', reason })
}

async function restart(c: CallContext, lead: Row<'lead'>): Promise<void> {
  if (lead.followStatus === 'followingUp') await c.move('lead', lead, 'restart')
}

const allocation: Handler<'lead/allocation'> = async (c) => {
  const { employeeId, orgId, toPool } = c.input
  if (toPool) await toThePool(c)
  else if (typeof employeeId === 'number') await toPerson(c, await assignee(c, employeeId))
  else if (typeof orgId === 'number') await toDepartment(c, orgId)
  else return c.refuse('employeeId', { zh: '请选择跟进人或部门', en: 'Choose a person or a department' })
  return { count: c.rows.length }
}

async function toThePool(c: Call<'lead/allocation'>): Promise<void> {
  for (const row of c.rows) {
    await mustSee(c, 'lead', row)
    await takeBack(c, row, c.input.reason)
  }
}

async function toPerson(c: Call<'lead/allocation'>, to: Row<'employee'>): Promise<void> {
  const { orgId, reason } = c.input
  const taking = to.id === c.actor.employeeId
  if (c.rows.some((row) => row.salesId !== null))
    c.refuse(
      'ids',
      taking
        ? { zh: '已被领取', en: 'Already claimed' }
        : { zh: '已分配给员工，请用转移', en: 'Somebody has it; transfer it instead' },
    )
  await mustHaveRoom(c, 'lead', to, c.rows.length)
  for (const row of c.rows)
    await assignLead(c, row, { mode: taking ? 'claim' : 'manual', to: to.id, toOrgId: orgId ?? to.orgId, reason })
  await tellOwner(c, to.id, c.rows, 'lead')
}

async function toDepartment(c: Call<'lead/allocation'> | Call<'lead/allocDept'>, orgId: number): Promise<void> {
  const { id: toOrgId } = await department(c, orgId)
  for (const row of c.rows) {
    if (row.salesId !== null) await mustSee(c, 'lead', row)
    await assignLead(c, row, { mode: 'department', toOrgId, reason: c.input.reason })
  }
}

const allocDept: Handler<'lead/allocDept'> = async (c) => {
  await toDepartment(c, c.input.orgId)
  return { count: c.rows.length }
}

const transferred = (c: CallContext, orgId: number): Values<'lead'> => ({
  isTransfer: 'transferred',
  transferOrgId: orgId,
  transferTime: c.now,
})

const transfer: Handler<'lead/transfer'> = async (c) => {
  const { employeeId, orgId, reason } = c.input
  const to = await assignee(c, employeeId)
  const toOrgId = orgId ?? to.orgId
  const moved = c.rows.filter((row) => row.salesId !== to.id)
  await mustHaveRoom(c, 'lead', to, moved.length)
  for (const row of moved)
    await assignLead(c, row, { mode: 'transfer', to: to.id, toOrgId, reason }, transferred(c, toOrgId))
  await tellOwner(c, to.id, moved, 'lead')
  return { count: moved.length }
}

/** Somebody else follows up for a while; the owner stays. */
const entrust: Handler<'lead/entrust'> = async (c) => {
  const { entrustId, entrustUntil = null } = c.input
  const to = await assignee(c, entrustId, 'entrustId')
  if (c.rows.some((row) => row.salesId === to.id))
    c.refuse('entrustId', { zh: '不能委托给跟进人本人', en: 'The owner follows it up already' })
  for (const row of c.rows) {
    await c.update('lead', row, { entrustId: to.id, entrustUntil })
    await recordAssignment(c, 'lead', row, { mode: 'entrust', to: to.id, toOrgId: row.fllowOrgId })
  }
  await tellOwner(c, to.id, c.rows, 'lead')
  return { count: c.rows.length }
}

/** What a baby's lead takes over of the mother's. */
const kept = (mother: Row<'lead'>): Values<'lead'> => {
  const { motherName, fatherName, mobile, mobile2, hospital, cityCode, address, familyId, customerId } = mother
  const { channelTypeId, channelWindowId, channelId, activityId, activityName, collectorId, collectorOrgId } = mother
  const { introdType, introducerId, introName } = mother
  return {
    ...{ motherName, fatherName, mobile, mobile2, hospital, cityCode, address, familyId, customerId },
    ...{ channelTypeId, channelWindowId, channelId, activityId, activityName, collectorId, collectorOrgId },
    ...{ introdType, introducerId, introName },
  }
}

async function toBaby(c: Call<'lead/leadTransfer'>, mother: Row<'lead'>): Promise<Row<'lead'>> {
  if (mother.businessType !== 'pregnant')
    c.refuse('ids', { zh: '只有孕妇资源可以转为宝宝', en: 'Only pregnancy leads become baby leads' })
  if (await c.exists('lead', { fromLeadId: mother.id }))
    c.refuse('ids', { zh: '该资源已转为宝宝', en: 'This lead has become a baby lead already' })
  const { birthday = null } = c.input
  return c.insert('lead', { ...kept(mother), businessType: 'baby', birthday, fromLeadId: mother.id })
}

const leadTransfer: Handler<'lead/leadTransfer'> = async (c) => {
  const { toBusinessType, orgId, reason } = c.input
  if (!toBusinessType && typeof orgId !== 'number')
    c.refuse('orgId', { zh: '请选择业务或部门', en: 'Choose a business or a department' })
  const toOrgId = typeof orgId === 'number' ? (await department(c, orgId)).id : undefined
  const newIds: number[] = []
  for (const row of c.rows) {
    const lead = toBusinessType ? await toBaby(c, row) : row
    if (toBusinessType) newIds.push(lead.id)
    if (toOrgId === undefined) continue
    if (!['pool', 'inHand'].includes(lead.bizState)) refuseState(c, 'ids')
    await assignLead(c, lead, { mode: 'transfer', toOrgId, reason }, transferred(c, toOrgId))
  }
  return { count: c.rows.length, newIds }
}

const recover: Handler<'lead/recover'> = async (c) => {
  const done = await c.standard()
  for (const { before, after } of done.all) {
    await restart(c, after)
    if (before.salesId !== null) await recordAssignment(c, 'lead', before, { mode: 'recover', reason: '流失恢复' })
  }
  return done
}

export const handlers: Handlers = {
  'lead/allocation': allocation,
  'lead/allocDept': allocDept,
  'lead/transfer': transfer,
  'lead/entrust': entrust,
  'lead/leadTransfer': leadTransfer,
  'lead/recover': recover,
}
