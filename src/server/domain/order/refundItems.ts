/** Items of an order that go back (rules 2.15): how many and for how much, and what leaves the order with them. */
import type { Text } from '../../../model/model.ts'
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Row } from '../../platform/call.ts'
import { words } from '../../platform/values.ts'
import { share, sum, yuan } from '../cash/cents.ts'
import { endSessions } from './cancel.ts'
import { isUnshot } from './sessions.ts'
import { orderNow, paidWithCoupons } from './state.ts'
import { moveUnits, unmake } from './unmake.ts'

type Items = Row<'refund'>['items']

/** Refuses items that are not in the order, too many of them, or more than was to be paid for them. */
export async function refuseItems(
  c: CallContext,
  order: Row<'order'>,
  items: Items,
  refundAmount: Cents,
): Promise<void> {
  const kept = items.length > 0 ? await paidShare(c, order) : 1
  const waiting = (await c.select('refund', { orderId: order.id, status: 'applied' })).flatMap((one) => one.items)
  for (const [at, item] of items.entries()) {
    const row = await c.find('orderItem', item.orderItemId)
    if (row?.orderId !== order.id || row.status !== 'active')
      return c.refuse(`items[${at}].orderItemId`, { zh: '该明细不在订单中', en: 'This is not in the order' })
    const taken = [...waiting, ...items.slice(0, at)].filter((one) => one.orderItemId === row.id)
    const left = row.quantity - sum(taken.map(({ quantity }) => quantity))
    if (item.quantity > left)
      c.refuse(`items[${at}].quantity`, {
        zh: `数量最多 ${left}，其余已退或退款中`,
        en: `At most ${left} can still go back`,
      })
    const most = Math.ceil(costOf(row, item.quantity) * kept)
    if (item.amount > most)
      c.refuse(`items[${at}].amount`, {
        zh: `该明细最多可退 ${yuan(most)}：成交价减去会员折扣及分摊的优惠和现金券`,
        en: `At most ${yuan(most)} of this can go back: its price less what members save and its share of discount and coupons`,
      })
  }
  if (items.length > 0 && sum(items.map(({ amount }) => amount)) !== refundAmount)
    c.refuse('refundAmount', { zh: '退款金额与明细合计不一致', en: 'The amount differs from the sum of the items' })
}

/** What so many of an item cost; a part of a package what it would cost alone. */
function costOf(item: Row<'orderItem'>, quantity: number): Cents {
  if (item.isGift) return 0
  const each = (item.fromPackage ? item.originPrice : item.price) ?? 0
  return each * quantity - share(item.memberDiscount, quantity / item.quantity)
}

/** The part of what the items of an order cost that was to be paid with money: without its discount and coupons. */
async function paidShare(c: CallContext, order: Row<'order'>): Promise<number> {
  const items = await c.select('orderItem', { orderId: order.id, status: ['active', 'refunded'] })
  const cost = sum(items.map((item) => (item.amount ?? 0) - item.memberDiscount))
  const coupons = order.couponAmount + (await paidWithCoupons(c, order.id))
  return cost > 0 ? Math.max(cost - order.discountAmount - coupons, 0) / cost : 1
}

/** What goes back of the items is out of the order; what it cost stays payable for now. */
export async function takeOut(c: CallContext, order: Row<'order'>, items: Items): Promise<void> {
  const reason = words(c, 'written', 'refunded')
  const quantities = new Map<number, number>()
  for (const one of items) quantities.set(one.orderItemId, (quantities.get(one.orderItemId) ?? 0) + one.quantity)
  const [out, gone]: [Row<'orderItem'>[], number[]] = [[], []]
  for (const item of await c.select('orderItem', { id: [...quantities.keys()] }, { lock: true })) {
    const quantity = quantities.get(item.id) ?? 0
    if (item.status !== 'active' || quantity > item.quantity) c.refuse(undefined, NOT_THERE)
    const whole = quantity === item.quantity
    await endSessionsOf(c, item, whole ? 1 : quantity / item.quantity, reason)
    const line = whole ? await c.update('orderItem', item, { status: 'refunded' }) : await splitOff(c, item, quantity)
    out.push(line)
    gone.push(line.id)
    if (whole && item.itemType === 'package') gone.push(...(await takeOutParts(c, order, reason)))
  }
  if (out.length === 0) return
  await unmake(c, order.id, gone, reason)
  const now = await orderNow(c, order.id)
  const memberDiscount = sum(out.map((line) => line.memberDiscount))
  await c.update('order', now, {
    memberDiscount: now.memberDiscount - memberDiscount,
    reducedAmount: now.reducedAmount - sum(out.map(({ amount }) => amount)) + memberDiscount,
  })
}

const NOT_THERE = {
  zh: '退款明细已不在订单中，请驳回此退款',
  en: 'Items of this refund are no more in the order: reject it',
}

/** With a part of a service goes that part of its sessions: as many as are not given up yet, of those that were not shot. */
async function endSessionsOf(c: CallContext, item: Row<'orderItem'>, part: number, reason: string): Promise<void> {
  const sessions = await c.select('orderSession', { orderItemId: item.id }, { sort: ['-id'], lock: true })
  const given = sessions.filter(({ sessionStatus }) => sessionStatus === 'cancelled' || sessionStatus === 'terminated')
  const count = Math.max(Math.round(sessions.length * part) - given.length, 0)
  await endSessions(c, sessions.filter(isUnshot).slice(0, count), 'terminate', reason)
}

/** With a package go its parts, and their sessions that were not shot. */
async function takeOutParts(c: CallContext, { id: orderId }: Row<'order'>, reason: string): Promise<number[]> {
  const parts = await c.select('orderItem', { orderId, fromPackage: true, status: 'active' }, { lock: true })
  for (const part of parts) {
    await endSessionsOf(c, part, 1, reason)
    await c.update('orderItem', part, { status: 'refunded' })
  }
  return parts.map(({ id }) => id)
}

/** The last pieces of an item become a line of their own, which is out of the order. */
async function splitOff(c: CallContext, item: Row<'orderItem'>, quantity: number): Promise<Row<'orderItem'>> {
  const { orderId, itemType, itemId, itemName, categoryId, attrs, originPrice, price, minPrice } = item
  const { fromPackage, isGift, photoQuota, sourceType, specialSaleItemId } = item
  const memberDiscount = share(item.memberDiscount, quantity / item.quantity)
  const from = item.quantity - quantity
  const line = await c.insert('orderItem', {
    ...{ orderId, itemType, itemId, itemName, categoryId, attrs, originPrice, price, minPrice },
    ...{ fromPackage, isGift, photoQuota, sourceType, specialSaleItemId },
    ...{ quantity, memberDiscount, status: 'refunded' },
  })
  const left = { quantity: from, memberDiscount: item.memberDiscount - memberDiscount }
  await moveUnits(c, await c.update('orderItem', item, left), { to: line, from })
  return line
}

const WAITS = { zh: '该产品有未审核的退款', en: 'A refund of this waits to be approved' }
const ENDS = { zh: '订单有未完成的全额退款', en: 'A full refund of the order is under way' }

/** Why items of an order may not be changed now: a refund of them waits, or one that ends the order is under way. */
export async function waitsFor(c: CallContext, orderId: number, itemIds: readonly number[]): Promise<Text | undefined> {
  const waiting = await c.select('refund', { orderId, status: ['applied', 'approved'] })
  if (waiting.some(({ refundType }) => refundType === 'full')) return ENDS
  const named = waiting.filter(({ status }) => status === 'applied').flatMap(({ items }) => items)
  return named.some((one) => itemIds.includes(one.orderItemId)) ? WAITS : undefined
}
