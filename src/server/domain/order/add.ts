/** Making an order (rules 2.2): priced by the server, written with its snapshot, billed; leads and chances know of it. */
import { openBill } from '../cash/bill.ts'
import { takeFromSale } from '../catalogue/prices.ts'
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { isOneOf, nameOf, value } from '../values.ts'
import { amountOf, priceOrder, type Line, type Priced, type PriceQuestion } from './priced.ts'
import { makeSessions } from './sessions.ts'
import { settleState } from './state.ts'

/** What an order item is written with; amounts follow by themselves. */
export const itemValues = (
  c: CallContext,
  { item: _item, ...line }: Line,
  source: 'original' | 'addOn' | 'upgrade' | 'change' | 'extraPhotos' = 'original',
): Record<string, unknown> => ({
  ...line,
  sourceType: value(c, 'item_source', source),
})

/** The price of what is chosen so far, line by line; nothing is written. */
const price: Handler = async (c) => {
  const asked = c.input as unknown as Partial<PriceQuestion>
  if (!asked.cityCode) return { items: [] }
  const priced = await priceOrder(c, asked as PriceQuestion, { lenient: true })
  return {
    items: priced.lines.map((line) => ({
      itemType: line.itemType,
      itemId: line.itemId,
      itemName: line.itemName,
      quantity: line.quantity,
      price: line.price,
      amount: amountOf(line),
      isGift: line.isGift,
      fromPackage: line.fromPackage,
    })),
    originAmount: priced.originAmount,
    memberDiscount: priced.memberDiscount,
    discountAmount: priced.discountAmount,
    couponAmount: priced.couponAmount,
    depositAmount: priced.depositAmount,
    payableAmount: priced.payableAmount,
  }
}

const add: Handler = async (c) => {
  const { openOrderId, customerId, ...asked } = c.input
  const customer = await c.seen('customer', Number(customerId), { lock: true })
  if (!customer || isOneOf(c, 'customer_status', customer.status, 'invalid'))
    return c.refuse('customerId', { zh: '客户无效', en: 'This customer is not valid' })
  const priced = await priceOrder(c, { ...asked, customerId } as PriceQuestion)
  if (priced.lines.length === 0) c.refuse('items', { zh: '请选择套系或项目', en: 'Choose a package or items' })
  const order = await write(c, customer, asked, priced)
  const bill = await billFor(c, order, customer)
  await tellOrigin(c, order)
  if (openOrderId) await dropDraft(c, Number(openOrderId))
  c.log(`开单：${String(order.orderNo)}`)
  return { id: order.id, orderNo: order.orderNo, ...(bill ? { billId: bill.id } : {}) }
}

async function write(c: CallContext, customer: Row, asked: Record<string, unknown>, priced: Priced): Promise<Row> {
  const { items: _items, packageId: _packageId, ...values } = asked
  const order = await c.insert('order', {
    ...values,
    recommendId: await referralOf(c, values),
    customerId: customer.id,
    familyId: customer.familyId,
    channelId: customer.channelId,
    orderType: value(c, 'order_type', priced.package ? 'package' : 'singleItems'),
    ...(priced.package ? { packageId: priced.package.id, categoryId: priced.package.categoryId } : {}),
    items: priced.lines.map((line) => itemValues(c, line)),
    discountAmount: priced.discountAmount,
    memberDiscount: priced.memberDiscount,
    couponAmount: priced.couponAmount,
    depositAmount: priced.depositAmount,
    pickQuota: priced.pickQuota,
    extraPhotoPrice: priced.extraPhotoPrice,
    signTime: c.now,
  })
  for (const line of priced.lines)
    if (line.specialSaleItemId) await takeFromSale(c, line.specialSaleItemId, line.quantity)
  for (const coupon of priced.coupons) await useCoupon(c, coupon, order)
  await makeSessions(c, order, order.items as Row[])
  return order
}

/** The referral of an order: named, or that of the chance it comes from. */
async function referralOf(c: CallContext, { recommendId, chanceId }: Record<string, unknown>): Promise<unknown> {
  if (recommendId || !chanceId) return recommendId
  return (await c.find('chance', Number(chanceId)))?.recommendId
}

/** A coupon is used once: whoever comes second finds it used. */
async function useCoupon(c: CallContext, coupon: Row, order: Row): Promise<void> {
  const { faceValue: _worth, ...row } = coupon
  await c.move('customerCoupon', row as Row, 'use', { orderId: order.id })
  const kind = await c.find('coupon', Number(coupon.couponId), { lock: true })
  if (kind) await c.update('coupon', kind, { usedCount: Number(kind.usedCount ?? 0) + 1 })
}

/** The bill of an order; an order that costs nothing counts as paid. */
async function billFor(c: CallContext, order: Row, customer: Row): Promise<Row | undefined> {
  const payableAmount = Number(order.payableAmount)
  if (payableAmount === 0) {
    await settleState(c, order)
    return undefined
  }
  return openBill(c, {
    billType: 'order',
    title: `订单 ${String(order.orderNo)}`,
    payableAmount,
    customerId: customer.id,
    orderId: order.id,
    orgId: order.orgId,
    salesId: order.salesId,
  })
}

/** A draft is done with: its maker's own only. */
async function dropDraft(c: CallContext, id: number): Promise<void> {
  const draft = await c.seen('openOrder', id)
  if (draft) await c.remove('openOrder', draft)
}

/** What an order came from hears of it: the lead is signed, the chance won, its clue closed (rules 2.5, 2.6). */
async function tellOrigin(c: CallContext, order: Row): Promise<void> {
  const lead = order.leadId ? await c.find('lead', Number(order.leadId), { lock: true }) : undefined
  if (lead && nameOf(c, 'lead_biz_state', lead.bizState) === 'inHand')
    await c.move('lead', lead, 'sign', { orderId: order.id })
  const referral = order.recommendId ? await c.find('recommend', Number(order.recommendId), { lock: true }) : undefined
  if (referral && !referral.orderId) await c.update('recommend', referral, { orderId: order.id })
  const chance = order.chanceId ? await c.find('chance', Number(order.chanceId), { lock: true }) : undefined
  if (!chance) return
  const won = isOneOf(c, 'chance_status', chance.chanceStatus, 'open') ? await c.move('chance', chance, 'win') : chance
  await c.update('chance', won, { orderId: order.id })
  const clue = chance.clueId ? await c.find('analysis', Number(chance.clueId), { lock: true }) : undefined
  if (clue && isOneOf(c, 'analysis_status', clue.analysisStatus, 'turned'))
    await c.move('analysis', clue, 'win', { customerId: order.customerId })
}

export const handlers: Handlers = { 'order/price': price, 'order/add': add }
