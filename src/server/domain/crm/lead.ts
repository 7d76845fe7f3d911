/** Leads of the three businesses (rules 1.4): what comes with one, who has a number already, and what options its forms offer. */
import { DAY } from '../../../model/zone.ts'
import { target, targets } from '../rows.ts'
import { handlers as dict } from '../company/dict.ts'
import { handlers as job } from '../company/job.ts'
import { countLeads } from '../channel/channel.ts'
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { stored, value } from '../values.ts'
import { dayIn } from './days.ts'
import { customersWith, customerWith } from './identity.ts'
import { idOf } from './owners.ts'

/** Weeks from conception to birth. */
const TERM = 40

/** What the server knows of a lead beside what was typed. */
async function known(c: CallContext, lead: Record<string, unknown>): Promise<Record<string, unknown>> {
  const of = async (resource: string, id: unknown): Promise<Row | undefined> =>
    idOf(id) === undefined ? undefined : c.find(resource, Number(id))
  const introducer = await of(
    lead.introdType === value(c, 'introd_type', 'customer') ? 'customer' : 'employee',
    lead.introducerId,
  )
  return {
    collectorOrgId: (await of('employee', lead.collectorId))?.orgId ?? null,
    activityName: (await of('activity', lead.activityId))?.activityName ?? null,
    introName: introducer?.realName ?? null,
    gestationWeek: weekOf(c, lead.expectdate),
    isPhoto: ((lead.photos ?? []) as unknown[]).length > 0 || lead.isPhoto === true,
  }
}

function weekOf(c: CallContext, expected: unknown): number | null {
  const day = idOf(expected)
  return day === undefined ? null : Math.min(Math.max(TERM - Math.ceil((day - dayIn(c, c.now)) / (7 * DAY)), 0), TERM)
}

const add: Handler = async (c) => {
  const added = (await c.standard(await known(c, c.input))) as { id: number }
  await countLeads(c, c.input.channelId)
  return { id: added.id }
}

const edit: Handler = async (c) => {
  const before = target(c)
  const answer = await c.standard()
  const after = (await c.find('lead', before.id)) as Row
  await c.update('lead', after, await known(c, after))
  await countLeads(c, before.channelId, after.channelId)
  return answer
}

const del: Handler = async (c) => {
  const rows = targets(c)
  const answer = await c.standard()
  await countLeads(c, ...rows.map((row) => row.channelId))
  return answer
}

/** Name and number at once; the rest is filled in later. A customer with the number is linked. */
const quickCreate: Handler = async (c) => {
  const { businessType, motherName, mobile } = c.input
  const customer = await customerWith(c, mobile)
  const collector = await c.find('employee', Number(c.actor.employeeId ?? 0))
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

const live = (c: CallContext): number[] => [stored(c, 'lead_biz_state', 'pool'), stored(c, 'lead_biz_state', 'inHand')]

const nameOfPerson = async (c: CallContext, id: unknown): Promise<unknown> =>
  idOf(id) === undefined ? null : ((await c.find('employee', Number(id)))?.realName ?? null)

/** Whether a number is taken in a business, and by whom: so that two do not call the same mother. */
const checkBusiness: Handler = async (c) => {
  const answer = (await c.standard()) as Record<string, unknown>
  const [lead] = c.input.mobile
    ? await c.select(
        'lead',
        { mobile: c.input.mobile, businessType: c.input.businessType, bizState: live(c) },
        { limit: 1 },
      )
    : []
  if (!lead || lead.id === c.input.id) return answer
  return Object.assign(answer, {
    leadId: lead.id,
    ownerName: await nameOfPerson(c, lead.salesId),
    bizState: stored(c, 'lead_biz_state', lead.bizState as never),
  })
}

/** All that has a number, in any business. */
const queryByTel: Handler = async (c) => {
  const { mobile } = c.input
  const leads = await c.select('lead', { mobile })
  const members = await c.select('familyMember', { mobile })
  const customers = await customersWith(c, mobile)
  return {
    leads: await Promise.all(
      leads.map(async ({ id, leadNo, businessType, motherName, bizState, salesId }) => ({
        id,
        leadNo,
        businessType: stored(c, 'business_type', businessType as never),
        motherName,
        bizState: stored(c, 'lead_biz_state', bizState as never),
        ownerName: await nameOfPerson(c, salesId),
      })),
    ),
    customers: customers.map(({ id, customerNo, realName, status }) => ({
      id,
      customerNo,
      realName,
      status: stored(c, 'customer_status', status as never),
    })),
    families: [...new Set(members.map((one) => one.familyId))].map((id) => ({ id })),
  }
}

const COUNTED = ['bizState', 'followStatus', 'isAllocate'] as const

/** How many stand in each state of each kind: the numbers on the tabs. */
const queryStatus: Handler = async (c) => {
  const groups = (await c.call('lead/byState', { businessType: c.input.businessType })) as Record<string, number>[]
  return COUNTED.flatMap((field) => {
    const sums = new Map<number, number>()
    for (const group of groups)
      sums.set(group[field] as number, (sums.get(group[field] as number) ?? 0) + (group.count as number))
    return [...sums].sort(([a], [b]) => a - b).map(([status, count]) => ({ field, status, count }))
  })
}

const editChannel: Handler = async (c) => {
  const rows = targets(c)
  const answer = await c.standard()
  await countLeads(c, c.input.channelId, ...rows.map((row) => row.channelId))
  return answer
}

export const handlers: Handlers = {
  'lead/add': add,
  'lead/edit': edit,
  'lead/del': del,
  'lead/quickCreate': quickCreate,
  'lead/checkBusiness': checkBusiness,
  'lead/queryByTel': queryByTel,
  'lead/queryStatus': queryStatus,
  'lead/editChannel': editChannel,
  'lead/dicSelect': dict['customer/dictSelect'] as Handler,
  'lead/getProgress': job['job/progress'] as Handler,
}
