/** Making an order (rules 2.2): priced by the server, written with its snapshot, billed; leads and chances know of it. */
import type { Inputs } from '../../../generated/calls.ts'
import { openOrderBill } from '../cash/bill.ts'
import { takeFromSales } from '../catalogue/prices.ts'
import type { CallContext, Handler, Handlers, Row, Values } from '../../platform/call.ts'
import { useCoupon } from '../vip/coupons.ts'
import { amountOf, hintOf, priceOrder, type Line, type Priced, type Wanted } from './priced.ts'
import { makeSessions } from './sessions.ts'
import { settleState } from './state.ts'

/** What an order item is written with; amounts follow by themselves. */
export const itemValues = (
  { item: _item, ...line }: Line,
  sourceType: Row<'orderItem'>['sourceType'] = 'original',
): Values<'orderItem'> => ({ ...line, sourceType })

/** The price of what is chosen so far, line by line; nothing is written. */
const price: Handler<'order/price'> = async (c) => {
  const { cityCode, items, ...asked } = c.input
  if (!cityCode) return { items: [] }
  const priced = await priceOrder(c, { ...asked, cityCode, items: items as Wanted[] }, { lenient: true })
  return {
    items: priced.lines.map(({ itemType, itemId, itemName, quantity, price, isGift, fromPackage }) => {
      const line = { itemType, itemId, itemName, quantity, price, isGift, fromPackage }
      return { ...line, amount: amountOf(line) }
    }),
    originAmount: priced.originAmount,
    itemsAmount: priced.itemsAmount,
    memberDiscount: priced.memberDiscount,
    discountAmount: priced.discountAmount,
    couponAmount: priced.couponAmount,
    depositAmount: priced.depositAmount,
    payableAmount: priced.payableAmount,
    ...hintOf(priced),
  }
}

const add: Handler<'order/add'> = async (c) => {
  const { openOrderId, items, packageId, ...asked } = c.input
  const customer = await c.seen('customer', asked.customerId, { lock: true })
  if (!customer || customer.status === 'invalid')
    return c.refuse('customerId', { zh: '客户无效', en: 'This customer is not valid' })
  const priced = await priceOrder(c, { ...asked, packageId, items: items as Wanted[] })
  if (priced.lines.length === 0) c.refuse('items', { zh: '请选择套系或项目', en: 'Choose a package or items' })
  const order = await write(c, customer, asked, priced)
  const bill = await billFor(c, order)
  await tellOrigin(c, order)
  // A draft is done with: its maker's own only.
  const draft = await c.seen('openOrder', openOrderId)
  if (draft) await c.remove('openOrder', draft)
  c.log({ zh: `开单：${order.orderNo}`, en: `Order made: ${order.orderNo}` })
  return { id: order.id, orderNo: order.orderNo, ...(bill ? { billId: bill.id } : {}) }
}

async function write(
  c: CallContext,
  customer: Row<'customer'>,
  asked: Omit<Inputs['order/add'], 'items' | 'packageId' | 'openOrderId'>,
  priced: Priced,
): Promise<Row<'order'>> {
  const order = await c.insert('order', {
    ...asked,
    recommendId: asked.recommendId || (await c.find('chance', asked.chanceId))?.recommendId,
    familyId: customer.familyId,
    channelId: customer.channelId,
    orderType: priced.package ? 'package' : 'singleItems',
    ...(priced.package ? { packageId: priced.package.id, categoryId: priced.package.categoryId } : {}),
    items: priced.lines.map((line) => itemValues(line)),
    discountAmount: priced.discountAmount,
    memberDiscount: priced.memberDiscount,
    couponAmount: priced.couponAmount,
    depositAmount: priced.depositAmount,
    pickQuota: priced.pickQuota,
    extraPhotoPrice: priced.extraPhotoPrice,
    signTime: c.now,
  })
  await takeFromSales(c, priced.lines)
  for (const { held, worth } of priced.coupons) await useCoupon(c, held, { orderId: order.id, amount: worth })
  await makeSessions(c, order, order.items ?? [])
  return order
}

/** The bill of an order; an order that costs nothing counts as paid. */
async function billFor(c: CallContext, order: Row<'order'>): Promise<Row<'bill'> | undefined> {
  const { orderNo, payableAmount } = order
  if (payableAmount > 0)
    return openOrderBill(c, order, { title: `订单 ${orderNo}`, titleEn: `Order ${orderNo}`, payableAmount })
  await settleState(c, order)
  return undefined
}

/** What an order came from hears of it: the lead is signed, the chance won, its clue closed (rules 2.5, 2.6). */
async function tellOrigin(c: CallContext, order: Row<'order'>): Promise<void> {
  const orderId = order.id
  const lead = await c.ref(order, 'lead', { lock: true })
  if (lead?.bizState === 'inHand') {
    const customerId = lead.customerId ?? order.customerId
    await c.move('lead', lead, 'sign', { orderId, customerId })
  }
  const referral = await c.ref(order, 'recommend', { lock: true })
  if (referral && !referral.orderId) await c.update('recommend', referral, { orderId })
  const chance = await c.ref(order, 'chance', { lock: true })
  if (!chance) return
  const won = chance.chanceStatus === 'open' ? await c.move('chance', chance, 'win') : chance
  await c.update('chance', won, { orderId })
  const clue = await c.ref(chance, 'clue', { lock: true })
  if (clue?.analysisStatus === 'turned') await c.move('analysis', clue, 'win', { customerId: order.customerId })
}

export const handlers: Handlers = { 'order/price': price, 'order/add': add }
