/** Sales chances (rules 1.4, 2.6): from a clue, a customer, a referral or nothing; won they make a customer, lost they give the clue back. */
import { titleKey } from '../../../model/fields.ts'
import type { Call, CallContext, Handler, Handlers, Row, Values } from '../../platform/call.ts'
import { today } from '../days.ts'
import { filled } from '../filled.ts'
import { stored } from '../../platform/values.ts'
import { settleIn } from './customer.ts'
import { customerWith } from './identity.ts'

/** What a chance comes from, and what it takes over. */
interface Origin {
  source: NonNullable<Row<'chance'>['chanceSource']>
  /** Where nothing else was typed. */
  values: Values<'chance'>
  /** Whatever was typed. */
  person?: { realName: string; mobile: string }
  ownerId?: number | null
  /** What becomes of the origin. */
  used?: (chance: Row<'chance'>) => Promise<unknown>
}

async function originOf(c: Call<'chance/add'>): Promise<Origin> {
  const { clueId, recommendId, customerId } = c.input
  if (typeof clueId === 'number') return fromClue(c, await c.must('analysis', clueId, 'clueId'))
  if (typeof recommendId === 'number') return fromReferral(c, await c.must('recommend', recommendId, 'recommendId'))
  if (typeof customerId === 'number') return fromCustomer(c, await c.must('customer', customerId, 'customerId'))
  return { source: 'direct', values: {} }
}

function fromClue(c: CallContext, clue: Row<'analysis'>): Origin {
  const { realName, mobile, businessDate, provinceCD, cityCode, channelTypeId, channelId, customerId } = clue
  // What was agreed for a day to come is agreed still.
  const nextTrackDate = (clue.nextTrackDate ?? 0) >= today(c) ? clue.nextTrackDate : null
  return {
    source: 'clue',
    values: filled({ businessDate, provinceCD, cityCode, channelTypeId, channelId, customerId, nextTrackDate }),
    person: { realName, mobile },
    ownerId: clue.employeeId,
    used: (chance) => c.move('analysis', clue, 'turn', { chanceId: chance.id }),
  }
}

function fromReferral(c: CallContext, referral: Row<'recommend'>): Origin {
  return {
    source: 'referral',
    values: filled({ cityCode: referral.cityCode }),
    person: { realName: referral.friendName, mobile: referral.friendMobile },
    ownerId: referral.employeeId,
    used: (chance) => invite(c, referral, chance.id),
  }
}

function fromCustomer(c: CallContext, customer: Row<'customer'>): Origin {
  const { realName, mobile, provinceCD, cityCode, channelTypeId, channelId } = customer
  return {
    source: 'existingCustomer',
    values: filled({ provinceCD, cityCode, channelTypeId, channelId }),
    person: { realName, mobile },
    ownerId: customer.salesId,
    used: () => interested(c, customer),
  }
}

const interested = async (c: CallContext, customer: Row<'customer'>): Promise<Row<'customer'>> =>
  customer.status === 'potential' ? c.move('customer', customer, 'interest') : customer

/** A chance made of a friend sent is the invitation, when the referral was passed (rules 2.16). */
const invite = (c: CallContext, referral: Row<'recommend'>, chanceId: number): Promise<unknown> =>
  referral.reviewStatus === 'passed' && referral.inviteStatus === 'notInvited'
    ? c.move('recommend', referral, 'invite', { chanceId })
    : c.update('recommend', referral, { chanceId })

const add: Handler<'chance/add'> = async (c) => {
  const { source, values, person, ownerId, used } = await originOf(c)
  const to = await c.find('employee', c.input.employeeId ?? ownerId ?? c.actor.employeeId)
  const chance = await c.insert('chance', {
    ...values,
    ...filled(c.input),
    ...person,
    chanceSource: c.input.chanceSource ?? source,
    employeeId: to?.id ?? null,
    orgId: to?.orgId ?? c.actor.orgId ?? null,
  })
  await used?.(chance)
  return { id: chance.id }
}

/** The clue of a chance, when it is this chance that it became. */
async function clueOf(c: CallContext, chance: Row<'chance'>): Promise<Row<'analysis'> | undefined> {
  const clue = await c.ref(chance, 'clue', { lock: true })
  return clue?.chanceId === chance.id ? clue : undefined
}

/** A lost chance that is taken up again takes its clue along. */
const edit: Handler<'chance/edit'> = async (c) => {
  const done = await c.standard()
  const again = done.before.chanceStatus === 'lost' && done.after.chanceStatus === 'open'
  const clue = again ? await clueOf(c, done.after) : undefined
  if (clue && ['new', 'following'].includes(clue.analysisStatus)) await c.move('analysis', clue, 'turn')
  if (clue?.analysisStatus === 'lost') await c.move('analysis', clue, 'retake')
  return done
}

/** The clue goes on being followed, or is lost with its chance. */
const lose: Handler<'chance/lose'> = async (c) => {
  const done = await c.standard()
  const clue = await clueOf(c, c.row)
  const { lostCause, lostRemark = null, returnClue } = c.input
  if (clue?.analysisStatus !== 'turned') return done
  if (returnClue) await c.move('analysis', clue, 'reopen')
  else await c.move('analysis', clue, 'drop', { lostCause, lostRemark })
  return done
}

/** The customer with this number, else a new one with family and account. Either shows intent from now on. */
async function customerFor(c: Call<'chance/transform'>): Promise<Row<'customer'>> {
  const chance = c.row
  const { mobile: typed, ...given } = filled(c.input.customer)
  const linked = await c.ref(chance, 'customer', { lock: true })
  // A masked number is what the dialog showed, not what somebody typed.
  const mobile = (typed?.includes('*') ? undefined : typed) ?? linked?.mobile ?? chance.mobile
  const customer = linked ?? (await customerWith(c, mobile, { lock: true }))
  if (customer?.status === 'invalid') return c.refuse('customer', { zh: '客户无效', en: 'This customer is not valid' })
  return interested(c, customer ?? (await newCustomer(c, { ...given, mobile })))
}

async function newCustomer(c: Call<'chance/transform'>, given: Values<'customer'>): Promise<Row<'customer'>> {
  const { realName, cityCode, provinceCD, channelTypeId, channelId, employeeId, orgId, clueId } = c.row
  const customer = await c.insert('customer', {
    ...filled({ realName, cityCode, provinceCD, channelTypeId, channelId, clueId, salesId: employeeId, orgId }),
    ...given,
  })
  return settleIn(c, customer, { family: c.input.family })
}

/** A draft of the order, with what the chance says already; what it refers to is named, as whoever typed it would see it. */
async function draftFor(c: CallContext, chance: Row<'chance'>, customer: Row<'customer'>): Promise<Row<'openOrder'>> {
  const { packageId, employeeId: salesId, orgId } = chance
  const cityCode = chance.cityCode ?? customer.cityCode
  const [city] = cityCode ? await c.select('saleCity', { cityCode }, { limit: 1 }) : []
  // A draft keeps what a form sends.
  const businessType = stored(c, 'business_type', chance.businessType)
  const made = { customerId: customer.id, chanceId: chance.id }
  const values = filled({ ...made, businessType, packageId, cityCode, salesId, orgId })
  const titles = filled({
    [titleKey('customerId')]: customer.realName,
    [titleKey('packageId')]: (await c.ref(chance, 'package'))?.packageName,
    [titleKey('cityCode')]: city?.cityName,
    [titleKey('salesId')]: (await c.ref(chance, 'employee'))?.realName,
    [titleKey('orgId')]: (await c.ref(chance, 'org'))?.name,
  })
  return c.insert('openOrder', { customerId: customer.id, packageId, content: { values, titles, at: 0 } })
}

const transform: Handler<'chance/transform'> = async (c) => {
  const chance = c.row
  const customer = await customerFor(c)
  const customerId = customer.id
  const { after: won } = await c.standard()
  await c.update('chance', won, { customerId })
  const clue = await clueOf(c, chance)
  if (clue) await c.update('analysis', clue, { customerId })
  c.log({ zh: `机会成交：${chance.chanceNo}`, en: `Chance won: ${chance.chanceNo}` })
  if (!c.input.openOrder) return { customerId }
  return { customerId, openOrderId: (await draftFor(c, chance, customer)).id }
}

export const handlers: Handlers = {
  'chance/add': add,
  'chance/edit': edit,
  'chance/lose': lose,
  'chance/transform': transform,
}
