/** Sales chances (rules 1.4, 2.6): from a clue, a customer, a referral or nothing; won they make a customer, lost they give the clue back. */
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import { titleKey } from '../../query/titles.ts'
import { target, targets } from '../rows.ts'
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { isOneOf, stored, value } from '../values.ts'
import { settleIn } from './customer.ts'
import { customerWith } from './identity.ts'
import { notePassing, ownerOf, tellOwner, worker } from './owners.ts'
import { refuseUnknown } from '../refusals.ts'

type Values = Record<string, unknown>

/** What a chance comes from, and what it takes over. */
interface Origin {
  source: DictionaryValues['chance_source']
  values: Values
  clue?: Row
  customer?: Row
  referral?: Row
  owner?: number
}

const some = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, one]) => one !== null && one !== undefined))

async function seen(
  c: CallContext,
  resource: 'analysis' | 'customer' | 'recommend',
  field: string,
): Promise<Row | undefined> {
  const id = c.input[field]
  if (id === undefined || id === null) return undefined
  return (await c.seen(resource, Number(id), { lock: true })) ?? refuseUnknown(c, field)
}

async function originOf(c: CallContext): Promise<Origin> {
  const clue = await seen(c, 'analysis', 'clueId')
  if (clue) {
    const { realName, mobile, businessDate, provinceCD, cityCode, channelTypeId, channelId, customerId } = clue
    return {
      source: 'clue',
      clue,
      owner: ownerOf('analysis', clue),
      values: some({ realName, mobile, businessDate, provinceCD, cityCode, channelTypeId, channelId, customerId }),
    }
  }
  const referral = await seen(c, 'recommend', 'recommendId')
  if (referral) {
    const { friendName: realName, friendMobile: mobile, cityCode } = referral
    return {
      source: 'referral',
      referral,
      owner: ownerOf('chance', referral),
      values: some({ realName, mobile, cityCode }),
    }
  }
  const customer = await seen(c, 'customer', 'customerId')
  if (!customer) return { source: 'direct', values: {} }
  const { realName, mobile, provinceCD, cityCode, channelTypeId, channelId } = customer
  return {
    source: 'existingCustomer',
    customer,
    owner: ownerOf('customer', customer),
    values: some({ realName, mobile, provinceCD, cityCode, channelTypeId, channelId }),
  }
}

const add: Handler = async (c) => {
  const { source, values, clue, customer, referral, owner } = await originOf(c)
  const employeeId = c.input.employeeId ?? owner ?? c.actor.employeeId
  const to = employeeId === undefined ? undefined : await worker(c, employeeId)
  const chance = await c.insert('chance', {
    ...values,
    ...some(c.input),
    ...((clue ?? customer ?? referral) ? { realName: values.realName, mobile: values.mobile } : {}),
    chanceSource: c.input.chanceSource ?? value(c, 'chance_source', source),
    employeeId: to?.id,
    orgId: to?.orgId ?? c.actor.orgId,
  })
  if (to)
    await notePassing(
      c,
      'chance',
      { ...chance, employeeId: null, orgId: null },
      { mode: to.id === c.actor.employeeId ? 'claim' : 'manual', to: to.id, toOrgId: to.orgId },
    )
  if (to) await tellOwner(c, to.id, [chance], 'chance')
  if (clue) await c.move('analysis', clue, 'turn', { chanceId: chance.id })
  if (customer && isOneOf(c, 'customer_status', customer.status, 'potential'))
    await c.move('customer', customer, 'interest')
  if (referral) await invite(c, referral, chance.id)
  return { id: chance.id }
}

/** A chance made of a friend sent is the invitation, when the referral was passed (rules 2.16). */
async function invite(c: CallContext, referral: Row, chanceId: number): Promise<void> {
  const open =
    isOneOf(c, 'review_status', referral.reviewStatus, 'passed') &&
    isOneOf(c, 'invite_status', referral.inviteStatus, 'notInvited')
  if (open) await c.move('recommend', referral, 'invite', { chanceId })
  else await c.update('recommend', referral, { chanceId })
}

/** The clue of a chance, when it is this chance that it became. */
async function clueOf(c: CallContext, chance: Row): Promise<Row | undefined> {
  const clue = chance.clueId ? await c.find('analysis', Number(chance.clueId), { lock: true }) : undefined
  return clue?.chanceId === chance.id ? clue : undefined
}

/** A lost chance that is taken up again takes its clue along. */
const edit: Handler = async (c) => {
  const before = target(c)
  const answer = await c.standard()
  const after = (await c.find('chance', before.id)) as Row
  const again =
    isOneOf(c, 'chance_status', before.chanceStatus, 'lost') && isOneOf(c, 'chance_status', after.chanceStatus, 'open')
  const clue = again ? await clueOf(c, after) : undefined
  if (clue && isOneOf(c, 'analysis_status', clue.analysisStatus, 'new', 'following'))
    await c.move('analysis', clue, 'turn')
  if (clue && isOneOf(c, 'analysis_status', clue.analysisStatus, 'lost')) await c.move('analysis', clue, 'retake')
  return answer
}

const setSales: Handler = async (c) => {
  const to = await worker(c, c.input.employeeId)
  const moved = targets(c).filter((row) => ownerOf('chance', row) !== to.id)
  const answer = await c.standard()
  for (const row of moved)
    await notePassing(c, 'chance', row, {
      mode: ownerOf('chance', row) === undefined ? 'manual' : 'transfer',
      to: to.id,
      toOrgId: to.orgId,
      reason: c.input.reason,
    })
  await tellOwner(c, to.id, moved, 'chance')
  return answer
}

/** The clue goes on being followed, or is lost with its chance. */
const lose: Handler = async (c) => {
  const chance = target(c)
  const answer = await c.standard()
  const clue = await clueOf(c, chance)
  if (clue && isOneOf(c, 'analysis_status', clue.analysisStatus, 'turned')) {
    const { lostCause, lostRemark } = c.input
    if (c.input.returnClue === false) await c.move('analysis', clue, 'drop', { lostCause, lostRemark })
    else await c.move('analysis', clue, 'reopen')
  }
  return answer
}

/** The customer with this number, else a new one with family and account. Either shows intent from now on. */
async function customerFor(c: CallContext, chance: Row): Promise<Row> {
  const { mobile: typed, ...given } = some((c.input.customer ?? {}) as Values)
  const known = chance.customerId ? await c.find('customer', Number(chance.customerId), { lock: true }) : undefined
  // A masked number is what the dialog showed, not what somebody typed.
  const mobile = (String(typed ?? '').includes('*') ? undefined : typed) ?? known?.mobile ?? chance.mobile
  const customer = known ?? (await customerWith(c, mobile, { lock: true }))
  if (customer && isOneOf(c, 'customer_status', customer.status, 'invalid'))
    return c.refuse('customer', { zh: '客户无效', en: 'This customer is not valid' })
  const found = customer ?? (await settled(c, chance, { ...given, mobile }))
  return isOneOf(c, 'customer_status', found.status, 'potential') ? await c.move('customer', found, 'interest') : found
}

async function settled(c: CallContext, chance: Row, given: Values): Promise<Row> {
  const { realName, cityCode, provinceCD, channelTypeId, channelId, employeeId, orgId, clueId } = chance
  const customer = await c.insert('customer', {
    ...some({ realName, cityCode, provinceCD, channelTypeId, channelId, clueId, salesId: employeeId, orgId }),
    ...given,
  })
  return settleIn(c, customer, { family: c.input.family as Parameters<typeof settleIn>[2]['family'] })
}

/** A draft of the order, with what the chance says already; what it refers to is named, as whoever typed it would see it. */
async function draftFor(c: CallContext, chance: Row, customer: Row): Promise<Row> {
  const { packageId } = chance
  // A draft keeps what a form sends.
  const businessType = chance.businessType ? stored(c, 'business_type', chance.businessType as never) : undefined
  const values = some({
    customerId: customer.id,
    chanceId: chance.id,
    businessType,
    packageId,
    cityCode: chance.cityCode ?? customer.cityCode,
    salesId: chance.employeeId,
    orgId: chance.orgId,
  })
  const named = async (resource: string, id: unknown, title: string): Promise<unknown> =>
    id ? (await c.find(resource, Number(id)))?.[title] : undefined
  const [city] = values.cityCode ? await c.select('saleCity', { cityCode: values.cityCode }, { limit: 1 }) : []
  const titles = some({
    [titleKey('customerId')]: customer.realName,
    [titleKey('packageId')]: await named('photoPackage', packageId, 'packageName'),
    [titleKey('cityCode')]: city?.cityName,
    [titleKey('salesId')]: await named('employee', chance.employeeId, 'realName'),
    [titleKey('orgId')]: await named('org', chance.orgId, 'name'),
  })
  return c.insert('openOrder', { customerId: customer.id, content: { values, titles, at: 0 } })
}

const transform: Handler = async (c) => {
  const chance = target(c)
  const customer = await customerFor(c, chance)
  await c.standard()
  const won = (await c.find('chance', chance.id)) as Row
  await c.update('chance', won, { customerId: customer.id })
  const clue = await clueOf(c, chance)
  if (clue) await c.update('analysis', clue, { customerId: customer.id })
  c.log(`机会成交：${String(chance.chanceNo)}`)
  if (c.input.openOrder === false) return { customerId: customer.id }
  return { customerId: customer.id, openOrderId: (await draftFor(c, chance, customer)).id }
}

export const handlers: Handlers = {
  'chance/add': add,
  'chance/edit': edit,
  'chance/setSales': setSales,
  'chance/lose': lose,
  'chance/transform': transform,
}
