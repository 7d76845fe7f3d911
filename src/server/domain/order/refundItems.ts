/** Items of an order that go back (rules 2.15): how many and for how much, and what leaves the order with them. */
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
  let out: Cents = 0
  const gone: number[] = []
  const rows = await c.select('orderItem', { id: [...quantities.keys()], status: 'active' }, { lock: true })
  for (const item of rows) {
    const quantity = quantities.get(item.id) ?? 0
    const whole = quantity >= item.quantity
    const line = whole ? await c.update('orderItem', item, { status: 'refunded' }) : await splitOff(c, item, quantity)
    gone.push(line.id)
    out += line.amount ?? 0
    if (whole && item.itemType === 'package') gone.push(...(await takeOutParts(c, order, reason)))
  }
  if (gone.length > 0) await unmake(c, order.id, gone, reason)
  const now = await orderNow(c, order.id)
  if (out !== 0) await c.update('order', now, { reducedAmount: now.reducedAmount - out })
}

/** With a package go its parts, and their sessions that were not shot. */
async function takeOutParts(c: CallContext, { id: orderId }: Row<'order'>, reason: string): Promise<number[]> {
  const parts = await c.select('orderItem', { orderId, fromPackage: true, status: 'active' }, { lock: true })
  const ids = parts.map(({ id }) => id)
  for (const part of parts) await c.update('orderItem', part, { status: 'refunded' })
  const sessions = await c.select('orderSession', { orderId, orderItemId: ids }, { lock: true })
  await endSessions(c, sessions.filter(isUnshot), 'terminate', reason)
  return ids
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
