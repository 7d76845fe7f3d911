/** Presents of campaigns (rules 2.16; I-19): to members of the grades and cities named, to each so many times at most. */
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { gradeOf, isFor } from './audience.ts'
import { giveCoupon } from './coupons.ts'
import { takeGift } from './gifts.ts'

type Campaign = Row<'activity'>

/** The campaign, locked, while it runs. */
async function running(c: CallContext, id: number): Promise<Campaign> {
  const campaign = await c.must('activity', id, 'activityId')
  const runs = !campaign.disabled && campaign.startTime <= c.now && c.now < campaign.endTime
  if (campaign.giftIds.length + campaign.couponIds.length === 0)
    c.refuse('activityId', { zh: '活动没有设置赠品或现金券', en: 'This campaign has no gifts and no coupons' })
  return runs ? campaign : c.refuse('activityId', { zh: '活动不在进行中', en: 'This campaign does not run' })
}

/** Everything of a campaign for one customer: a line each, of which the first is answered. */
async function giveAll(c: CallContext, campaign: Campaign, customer: Row<'customer'>): Promise<number | undefined> {
  const one = { activityId: campaign.id, customerId: customer.id, quantity: 1 }
  const ids: number[] = []
  await c.select('goods', { id: campaign.giftIds }, { lock: true })
  await c.select('coupon', { id: campaign.couponIds }, { lock: true })
  for (const itemId of campaign.giftIds) {
    const gift = await takeGift(c, itemId, { quantity: 1, customer, field: 'activityId' })
    ids.push((await c.insert('activityGive', { ...one, presentType: 'gift', itemId, itemName: gift.name })).id)
  }
  for (const itemId of campaign.couponIds) {
    const given = await giveCoupon(c, itemId, customer.id)
    const coupon = await c.find('coupon', itemId)
    if (!given)
      c.refuse('activityId', { zh: `${coupon?.name ?? ''} 已发完`, en: `There is none of ${coupon?.name ?? ''} left` })
    ids.push((await c.insert('activityGive', { ...one, presentType: 'coupon', itemId, itemName: coupon?.name })).id)
  }
  return ids[0]
}

/** How often a campaign gave to each customer. */
async function timesOf(
  c: CallContext,
  campaign: Campaign,
  customerIds: readonly number[],
): Promise<Map<number, number>> {
  const lines = campaign.giftIds.length + campaign.couponIds.length
  const given = await c.select('activityGive', { activityId: campaign.id, customerId: [...customerIds] })
  const times = new Map<number, number>()
  for (const { customerId } of given) times.set(customerId, (times.get(customerId) ?? 0) + 1 / Math.max(lines, 1))
  return times
}

const give: Handler<'activity/give'> = async (c) => {
  const campaign = await running(c, c.input.activityId)
  const customer = await c.must('customer', c.input.customerId, 'customerId')
  if (!isFor(campaign, customer, await gradeOf(c, customer)))
    c.refuse('customerId', {
      zh: '该客户的会员等级或城市不在活动范围',
      en: "The campaign is not for the customer's grade or city",
    })
  const times = (await timesOf(c, campaign, [customer.id])).get(customer.id) ?? 0
  if (times + 0.5 > campaign.perLimit)
    c.refuse('customerId', {
      zh: `每人限领 ${campaign.perLimit} 次`,
      en: `Each customer gets it ${campaign.perLimit} times at most`,
    })
  const id = await giveAll(c, campaign, customer)
  await c.update('activity', campaign, { giveCount: campaign.giveCount + 1 })
  return { id }
}

/** Gives to every member meant who has none yet; all of them or nobody. */
const present: Handler<'activity/present'> = async (c) => {
  const campaign = await running(c, c.input.activityId)
  const members = await c.select('members', { status: 'valid' }, { sort: ['id'] })
  const customers = await c.select('customer', { id: members.map(({ customerId }) => customerId) }, { sort: ['id'] })
  const times = await timesOf(
    c,
    campaign,
    customers.map(({ id }) => id),
  )
  let count = 0
  for (const customer of customers) {
    if (times.has(customer.id) || !isFor(campaign, customer, await gradeOf(c, customer))) continue
    await giveAll(c, campaign, customer)
    count += 1
  }
  await c.update('activity', campaign, { giveCount: campaign.giveCount + count })
  return { count }
}

export const handlers: Handlers = { 'activity/give': give, 'activity/present': present }
