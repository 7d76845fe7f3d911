/** Leads from owner to owner (rules 2.5, 4.5): given out, claimed, to a department, passed on, entrusted, back to the pool. */
import type { Call, CallContext, Handler, Handlers, Row, Values } from '../../platform/call.ts'
import { mustSee, refuseState, refuseUnknown } from '../../platform/refusals.ts'

const employee = async (c: CallContext, id: number): Promise<Row<'employee'>> =>
  (await c.find('employee', id)) ?? refuseUnknown(c, 'employeeId')

const department = async (c: CallContext, id: number): Promise<Row<'org'>> =>
  (await c.find('org', id)) ?? c.refuse('orgId', { zh: '部门不存在', en: 'The department does not exist' })

/** To a person, or to a department without one: from the pool, or from another person. */
export async function assignLead(c: CallContext, lead: Row<'lead'>, values: Values<'lead'>): Promise<void> {
  const set: Values<'lead'> = { salesId: null, entrustId: null, entrustUntil: null, ...values }
  if (lead.bizState === 'pool') await c.move('lead', lead, 'allocate', set)
  else await c.update('lead', lead, set)
}

/** Back to the pool, and to be followed up anew. */
export const takeBack = async (c: CallContext, lead: Row<'lead'>): Promise<void> =>
  restart(c, await c.move('lead', lead, 'recycle'))

async function restart(c: CallContext, lead: Row<'lead'>): Promise<void> {
  if (lead.followStatus === 'followingUp') await c.move('lead', lead, 'restart')
}

const allocation: Handler<'lead/allocation'> = async (c) => {
  const { employeeId, orgId, toPool } = c.input
  if (toPool) await toThePool(c)
  else if (typeof employeeId === 'number') await toPerson(c, await employee(c, employeeId))
  else if (typeof orgId === 'number') await toDepartment(c, orgId)
  else return c.refuse('employeeId', { zh: '请选择跟进人或部门', en: 'Choose a person or a department' })
  return { count: c.rows.length }
}

async function toThePool(c: Call<'lead/allocation'>): Promise<void> {
  for (const row of c.rows) {
    await mustSee(c, 'lead', row)
    await takeBack(c, row)
  }
}

async function toPerson(c: Call<'lead/allocation'>, to: Row<'employee'>): Promise<void> {
  const taking = to.id === c.actor.employeeId
  if (c.rows.some((row) => row.salesId !== null))
    c.refuse(
      'ids',
      taking
        ? { zh: '已被领取', en: 'Already claimed' }
        : { zh: '已分配给员工，请用转移', en: 'Somebody has it; transfer it instead' },
    )
  for (const row of c.rows) await assignLead(c, row, { salesId: to.id, fllowOrgId: c.input.orgId ?? to.orgId })
}

async function toDepartment(c: Call<'lead/allocation'> | Call<'lead/allocDept'>, orgId: number): Promise<void> {
  const { id: fllowOrgId } = await department(c, orgId)
  c.assignment({ mode: 'department' })
  for (const row of c.rows) {
    if (row.salesId !== null) await mustSee(c, 'lead', row)
    await assignLead(c, row, { fllowOrgId })
  }
}

const allocDept: Handler<'lead/allocDept'> = async (c) => {
  await toDepartment(c, c.input.orgId)
  return { count: c.rows.length }
}

const transferred = (c: CallContext, orgId: number | null): Values<'lead'> => ({
  fllowOrgId: orgId,
  isTransfer: 'transferred',
  transferOrgId: orgId,
  transferTime: c.now,
})

const transfer: Handler<'lead/transfer'> = async (c) => {
  const to = await employee(c, c.input.employeeId)
  const moved = c.rows.filter((row) => row.salesId !== to.id)
  for (const row of moved) await assignLead(c, row, { ...transferred(c, c.input.orgId ?? to.orgId), salesId: to.id })
  return { count: moved.length }
}

/** Somebody else follows up for a while; the owner stays. */
const entrust: Handler<'lead/entrust'> = async (c) => {
  const { entrustId, entrustUntil = null } = c.input
  if (c.rows.some((row) => row.salesId === entrustId))
    c.refuse('entrustId', { zh: '不能委托给跟进人本人', en: 'The owner follows it up already' })
  for (const row of c.rows) await c.update('lead', row, { entrustId, entrustUntil })
  return { count: c.rows.length }
}

/** What a baby's lead takes over of the mother's. */
const copied = (mother: Row<'lead'>): Values<'lead'> => {
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
  return c.insert('lead', { ...copied(mother), businessType: 'baby', birthday, fromLeadId: mother.id })
}

const leadTransfer: Handler<'lead/leadTransfer'> = async (c) => {
  const { toBusinessType, orgId } = c.input
  if (!toBusinessType && typeof orgId !== 'number')
    c.refuse('orgId', { zh: '请选择业务或部门', en: 'Choose a business or a department' })
  const toOrgId = typeof orgId === 'number' ? (await department(c, orgId)).id : undefined
  const newIds: number[] = []
  c.assignment({ mode: 'transfer' })
  for (const row of c.rows) {
    const lead = toBusinessType ? await toBaby(c, row) : row
    if (toBusinessType) newIds.push(lead.id)
    if (toOrgId === undefined) continue
    if (!['pool', 'inHand'].includes(lead.bizState)) refuseState(c, 'ids')
    await assignLead(c, lead, transferred(c, toOrgId))
  }
  return { count: c.rows.length, newIds }
}

const recover: Handler<'lead/recover'> = async (c) => {
  const done = await c.standard()
  for (const { after } of done.all) await restart(c, after)
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
