/** Leads of the three businesses (rules 1.4): what comes with one, who has a number already, and what options its forms offer. */
import { optionsOf } from '../../platform/company/dict.ts'
import { importProgress } from '../../platform/company/job.ts'
import type { CallContext, Handler, Handlers, Row, Values } from '../../platform/call.ts'
import { stored } from '../../platform/values.ts'
import { filled } from '../filled.ts'
import { settleIn } from './customer.ts'
import { customersWith, customerWith } from './identity.ts'

/** What the server knows of a lead beside what was typed. */
async function derivedFrom(c: CallContext, lead: Values<'lead'>): Promise<Values<'lead'>> {
  const introducer = await c.find(lead.introdType === 'customer' ? 'customer' : 'employee', lead.introducerId)
  return {
    collectorOrgId: (await c.find('employee', lead.collectorId))?.orgId ?? null,
    activityName: (await c.find('activity', lead.activityId))?.name ?? null,
    introName: introducer?.realName ?? null,
    isPhoto: (lead.photos ?? []).length > 0 || lead.isPhoto === true,
  }
}

const add: Handler<'lead/add'> = async (c) => c.standard(await derivedFrom(c, c.input))

const edit: Handler<'lead/edit'> = async (c) => {
  const done = await c.standard()
  await c.update('lead', done.after, await derivedFrom(c, done.after))
  return done
}

/** Name and number at once; the rest is filled in later. A customer with the number is linked. */
const quickCreate: Handler<'lead/quickCreate'> = async (c) => {
  const { businessType, motherName, mobile } = c.input
  const customer = await customerWith(c, mobile)
  const collector = await c.find('employee', c.actor.employeeId)
  const lead = await c.insert('lead', {
    businessType,
    motherName,
    mobile,
    collectorOrgId: collector?.orgId ?? null,
    customerId: customer?.id ?? null,
    familyId: customer?.familyId ?? null,
  })
  return { id: lead.id, ...(customer ? { customerId: customer.id } : {}) }
}

/** Makes a customer of a lead, so that an order can be made; the one who has the number, if there is one. The baby joins the family. */
const putOnFile: Handler<'lead/putOnFile'> = async (c) => {
  const lead = c.row
  const known = (await c.ref(lead, 'customer')) ?? (await customerWith(c, lead.mobile, { lock: true }))
  if (known?.status === 'invalid') c.refuse(undefined, { zh: '客户无效', en: 'This customer is not valid' })
  const { id: customerId, familyId } = known ?? (await customerOf(c, lead))
  await c.update('lead', lead, { customerId, familyId })
  const baby = await babyOf(c, lead, familyId)
  return { id: lead.id, customerId, ...(baby ? { babyMemberId: baby.id } : {}) }
}

/**
 * An expectant mother who has shown that a number is hers, put on file by her lead, in the pool too, and lost, too, while
 * she is in the club (0046). Not where the number is a customer's already, or the lead is: whoever has that number may
 * not be who the customer is.
 */
const putSelfOnFile: Handler<'lead/putSelfOnFile'> = async (c) => {
  const { mobile } = c.input
  const hers = { mobile, businessType: 'pregnant', customerId: null } as const
  const leads = await c.select('lead', { ...hers, bizState: ['pool', 'inHand', 'lost'] }, { lock: true })
  const lead = leads.find(({ bizState, clubCount }) => bizState !== 'lost' || clubCount > 0)
  if (!lead || (await c.exists('customer', { mobile }))) return {}
  const { id: customerId, familyId } = await customerOf(c, lead)
  await c.update('lead', lead, { customerId, familyId })
  return { customerId }
}

/** The baby of a lead in a family: the one of this name, else a new one. */
async function babyOf(
  c: CallContext,
  lead: Row<'lead'>,
  familyId: number | null,
): Promise<Row<'familyMember'> | undefined> {
  const { babyName: name, gender, birthday } = lead
  if (familyId === null || !name || birthday === null) return undefined
  const [known] = await c.select('familyMember', { familyId, relation: 'baby', name }, { limit: 1 })
  return known ?? c.insert('familyMember', { familyId, relation: 'baby', name, gender, birthday, isPrimary: false })
}

async function customerOf(c: CallContext, lead: Row<'lead'>): Promise<Row<'customer'>> {
  const { motherName: realName, mobile, cityCode, address, channelTypeId, channelId, salesId, fllowOrgId: orgId } = lead
  const whereFrom = filled({ cityCode, address, channelTypeId, channelId, salesId, orgId })
  return settleIn(c, await c.insert('customer', { realName, mobile, isLead: true, ...whereFrom }), {})
}

/** Whether a number is taken in a business, and by whom: so that two do not call the same mother. */
const checkBusiness: Handler<'lead/checkBusiness'> = async (c) => {
  const { mobile, businessType, id } = c.input
  const answer = await c.standard()
  const live = { businessType, bizState: ['pool', 'inHand'] as const }
  const [lead] = mobile ? await c.select('lead', { mobile, ...live }, { limit: 1 }) : []
  if (!lead || lead.id === id) return answer
  return Object.assign(answer, {
    leadId: lead.id,
    ownerName: await ownerNameOf(c, lead),
    bizState: stored(c, 'lead_biz_state', lead.bizState),
  })
}

const ownerNameOf = async (c: CallContext, lead: Row<'lead'>): Promise<string | null> =>
  (await c.ref(lead, 'sales'))?.realName ?? null

/** All that has a number, in any business. */
const queryByTel: Handler<'lead/queryByTel'> = async (c) => {
  const { mobile } = c.input
  const leads = await c.select('lead', { mobile })
  const members = await c.select('familyMember', { mobile })
  const customers = await customersWith(c, mobile)
  return {
    leads: await Promise.all(leads.map((lead) => leadFound(c, lead))),
    customers: customers.map(({ id, customerNo, realName, status }) => ({ id, customerNo, realName, status })),
    families: [...new Set(members.map((one) => one.familyId))].map((id) => ({ id })),
  }
}

async function leadFound(c: CallContext, lead: Row<'lead'>) {
  const { id, leadNo, businessType, motherName, bizState } = lead
  return { id, leadNo, businessType, motherName, bizState, ownerName: await ownerNameOf(c, lead) }
}

const COUNTED = ['bizState', 'followStatus', 'isAllocate'] as const
type Group = Record<(typeof COUNTED)[number] | 'count', number>

/** How many stand in each state of each kind: the numbers on the tabs. */
const queryStatus: Handler<'lead/queryStatus'> = async (c) => {
  const groups = (await c.call('lead/byState', { businessType: c.input.businessType })) as Group[]
  return COUNTED.flatMap((field) => {
    const sums = new Map<number, number>()
    for (const group of groups) sums.set(group[field], (sums.get(group[field]) ?? 0) + group.count)
    return [...sums].sort(([a], [b]) => a - b).map(([status, count]) => ({ field, status, count }))
  })
}

export const handlers: Handlers = {
  'lead/add': add,
  'lead/edit': edit,
  'lead/quickCreate': quickCreate,
  'lead/putOnFile': putOnFile,
  'lead/putSelfOnFile': putSelfOnFile,
  'lead/checkBusiness': checkBusiness,
  'lead/queryByTel': queryByTel,
  'lead/queryStatus': queryStatus,
  'lead/dicSelect': (c) => optionsOf(c, c.input.code, false),
  'lead/getProgress': importProgress,
}
