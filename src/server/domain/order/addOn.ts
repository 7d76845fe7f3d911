/** Add-ons (rules 2.3): sold after the order, billed apart, part of the order once they are paid. */
import type { Cents } from '../../../model/units.ts'
import { credit } from '../cash/performance.ts'
import type { Payment } from '../cash/payment.ts'
import { voidBill } from '../cash/bill.ts'
import { closeCodes } from '../cash/code.ts'
import { splitByRatio, sum } from '../cash/cents.ts'
import type { CallContext, Handler, Handlers, Row, Values } from '../../platform/call.ts'
import { refuseState } from '../../platform/refusals.ts'
import { giveBackToSales, takeFromSales } from '../catalogue/prices.ts'
import { itemValues } from './add.ts'
import { winFilms } from './films.ts'
import { beginWork } from './flow.ts'
import { planFilmsSold } from '../work/films.ts'
import { countPaid } from './paid.ts'
import { bearCoupon } from './borne.ts'
import { broughtBy, usedFor } from '../vip/coupons.ts'
import { amountOf, hintOf, priceOrder, type Priced, type Wanted } from './priced.ts'
import { waitsFor } from './refundItems.ts'
import { makeSessions } from './sessions.ts'
import { mustBeOpen, orderNow, settleState } from './state.ts'
import { words } from '../../platform/values.ts'

type AddOn = Row<'orderAdd'>

const extraPhotos = (order: Row<'order'>, quantity: number): Wanted => ({
  itemType: 'extraPhoto',
  quantity,
  price: order.extraPhotoPrice || null,
})

/** What an add-on costs: with the prices of the order's city, for its customer. */
function priced(
  c: CallContext,
  { order, photoCount = 0 }: { order: Row<'order'>; photoCount?: number | undefined },
  given: Pick<Values<'orderAdd'>, 'items' | 'discountAmount'>,
  lenient = false,
): Promise<Priced> {
  const { cityCode, businessType, customerId } = order
  const items = [...(given.items ?? []), ...(photoCount > 0 ? [extraPhotos(order, photoCount)] : [])]
  const { discountAmount } = given
  return priceOrder(c, { cityCode, businessType, customerId, items, discountAmount }, { lenient })
}

const itemsOf = ({ lines }: Priced): AddOn['items'] =>
  lines.map(({ itemType, itemId, quantity, price, attrs }) => ({
    itemType,
    itemId,
    quantity,
    price,
    ...(attrs === undefined ? {} : { attrs }),
  })) as AddOn['items']

/** What of it is taken out of special sales when it is agreed; they may be over by the time it is paid. */
const takenBy = ({ lines }: Priced): NonNullable<AddOn['taken']> =>
  lines.flatMap(({ specialSaleItemId, itemType, itemId, quantity }) =>
    specialSaleItemId && itemId ? [{ specialSaleItemId, itemType, itemId, quantity }] : [],
  )

const price: Handler<'orderAdd/price'> = async (c) => {
  const order = await c.seen('order', c.input.orderId)
  if (!order) return { items: [] }
  const { photoCount } = c.input
  const found = await priced(c, { order, photoCount }, c.input, true)
  const { lines, itemsAmount, memberDiscount, payableAmount, discountAmount } = found
  return {
    items: lines.map(({ itemType, itemId, itemName, quantity, price }) => ({
      itemType,
      itemId,
      itemName,
      quantity,
      price,
      amount: price * quantity,
    })),
    itemsAmount,
    memberDiscount,
    amount: payableAmount,
    discountAmount,
    ...hintOf(found),
  }
}

/** What an add-on is made from. */
type Sale = Values<'orderAdd'> & { orderId: number; addType: AddOn['addType'] }

/** Sells something more on an order: with a bill, or at once part of the order where it costs nothing. */
export async function sellAddOn(c: CallContext, sale: Sale): Promise<AddOn> {
  const { selectorId, photoCount } = sale
  const order = await orderNow(c, sale.orderId)
  mustBeOpen(c, order)
  const ends = await waitsFor(c, order.id, [])
  if (ends) c.refuse('orderId', ends)
  const found = await priced(c, { order, photoCount }, sale)
  if (found.lines.length === 0) c.refuse('items', { zh: '请选择加购项目', en: 'Choose what is added' })
  await takeFromSales(c, found.lines)
  const addOn = await c.insert('orderAdd', {
    ...sale,
    items: itemsOf(found),
    taken: takenBy(found),
    amount: found.payableAmount,
    selectorId: selectorId ?? c.actor.employeeId,
  })
  if (!addOn.billId) await include(c, addOn)
  return addOn
}

/** What a sale would cost without a discount. */
export async function fullPrice(c: CallContext, sale: Sale): Promise<Cents> {
  const order = await orderNow(c, sale.orderId)
  return (await priced(c, { order, photoCount: sale.photoCount }, { ...sale, discountAmount: 0 }, true)).payableAmount
}

/** Refuses what could not be sold like this now. */
export async function mustBeSold(c: CallContext, sale: Sale): Promise<void> {
  const order = await orderNow(c, sale.orderId)
  await priced(c, { order, photoCount: sale.photoCount }, sale)
}

const add: Handler<'orderAdd/add'> = async (c) => {
  const { id, amount, billId } = await sellAddOn(c, c.input)
  return { id, amount, ...(billId ? { billId } : {}) }
}

/** Only what nobody has paid anything for may still change. */
function mustWait(c: CallContext, { status, paidAmount }: AddOn): void {
  if (status !== 'waitingPayment' || paidAmount > 0) refuseState(c)
}

const edit: Handler<'orderAdd/edit'> = async (c) => {
  const addOn = c.row
  mustWait(c, addOn)
  const order = await c.mustRef(addOn, 'order', { lock: true })
  await giveBackToSales(c, addOn.taken ?? [])
  const { items = withoutExtraPhotos(addOn), discountAmount = addOn.discountAmount } = c.input
  const found = await priced(c, { order, photoCount: addOn.photoCount }, { items, discountAmount })
  await takeFromSales(c, found.lines)
  const bill = await c.ref(addOn, 'bill', { lock: true })
  if (bill) {
    await closeCodes(c, [bill])
    await c.update('bill', bill, { payableAmount: found.payableAmount })
  }
  const changed = { items: itemsOf(found), taken: takenBy(found), discountAmount, amount: found.payableAmount }
  await c.update('orderAdd', addOn, changed)
  return { id: addOn.id }
}

/** Takes back what nobody has paid anything for. */
export async function cancelAddOn(c: CallContext, addOn: AddOn): Promise<void> {
  mustWait(c, addOn)
  const bill = await c.ref(addOn, 'bill', { lock: true })
  if (bill) await voidBill(c, bill, words(c, 'written', 'addOnCancelled'))
  await c.move('orderAdd', addOn, 'cancel')
  await giveBackToSales(c, addOn.taken ?? [])
}

/** The items of an add-on as they were asked for: its extra photos are kept among them, and asked for by their number. */
function withoutExtraPhotos({ items, photoCount }: AddOn): AddOn['items'] {
  const at = items.findLastIndex(({ itemType, quantity }) => itemType === 'extraPhoto' && quantity === photoCount)
  return photoCount > 0 ? items.filter((_, i) => i !== at) : items
}

/** Puts what was sold into the order: items, sessions, quota, amounts. `ahead`: what was paid for it before. */
async function include(c: CallContext, addOn: AddOn, ahead: Cents = 0): Promise<Row<'order'>> {
  const order = await c.mustRef(addOn, 'order', { lock: true })
  const { lines, pickQuota } = await priced(c, { order }, addOn, true)
  const { discountAmount, photoCount } = addOn
  // What was billed counts: a grade or a price may be another by the time it is paid.
  const itemsAmount = sum(lines.map(amountOf))
  const memberDiscount = itemsAmount - discountAmount - (addOn.amount ?? 0)
  const shares = splitByRatio(
    memberDiscount,
    lines.map((line) => (itemsAmount > 0 ? amountOf(line) / itemsAmount : 0)),
  )
  const items = await c.insertMany(
    'orderItem',
    lines.map((line, at) => ({
      ...itemValues(line, line.itemType === 'extraPhoto' ? 'extraPhotos' : 'addOn'),
      orderId: order.id,
      orderAddId: addOn.id,
      memberDiscount: shares[at] ?? 0,
      specialSaleItemId: addOn.taken?.find((one) => one.itemType === line.itemType && one.itemId === line.itemId)
        ?.specialSaleItemId,
    })),
  )
  for (const { held, worth, within } of await usedFor(c, order.id))
    if (held.orderAddId === addOn.id) await bearCoupon(c, order.id, worth, broughtBy(addOn.id, within))
  // A session that is shot again is there already.
  if (!addOn.orderSessionId) await makeSessions(c, order, items)
  const before = await orderNow(c, order.id)
  const now = await c.update('order', before, {
    discountAmount: before.discountAmount + discountAmount,
    memberDiscount: before.memberDiscount + memberDiscount,
    // Whoever is shot again chooses as many as before.
    pickQuota: (before.pickQuota ?? 0) + photoCount + (addOn.orderSessionId ? 0 : pickQuota),
    advanceAmount: before.advanceAmount - ahead,
  })
  await c.move('orderAdd', addOn, 'pay')
  await winFilms(c, now, addOn)
  await planFilmsSold(c, order.id)
  return now.orderStatus === 'served' ? c.move('order', now, 'reopen') : now
}

/**
 * Money on the bill of an add-on. Until the bill is paid its items are no part of the order, and what was paid ahead
 * is payable for that alone: payable and paid rise together, so that what is due of the order itself stays what it was
 * (rules 2.2; I-01, I-03).
 */
export async function addOnPaid(
  c: CallContext,
  { bill, amount, income, records }: Payment,
): Promise<Row<'order'>['orderStatus']> {
  const addOn = await addOnOf(c, bill)
  const before = await c.mustRef(addOn, 'order', { lock: true })
  mustBeOpen(c, before)
  const paid = await c.update('orderAdd', addOn, { paidAmount: addOn.paidAmount + amount })
  const { id: orderId, salesId } = before
  await credit(c, {
    type: 'addOnSale',
    amount: income,
    shares: [{ employeeId: addOn.selectorId ?? salesId, ratio: 1 }],
    orderId,
    bill,
    cashRecordId: records[0]?.id,
    accountDate: records[0]?.accountDate,
  })
  const raised =
    bill.billStatus === 'paid'
      ? await include(c, paid, addOn.paidAmount)
      : await c.update('order', before, { advanceAmount: before.advanceAmount + amount })
  const order = await settleState(c, raised, { paidAmount: raised.paidAmount + amount })
  if (order.payStatus !== 'unpaid') await beginWork(c, order)
  await countPaid(c, await orderNow(c, orderId))
  return order.orderStatus
}

/** Money on the bill of an add-on is undone: only while its items are no part of the order. */
export async function undoAddOn(c: CallContext, bill: Row<'bill'>, amount: Cents): Promise<void> {
  const addOn = await addOnOf(c, bill)
  if (addOn.status !== 'waitingPayment') c.refuse(undefined, { zh: '请走退款', en: 'Refund it instead' })
  await c.update('orderAdd', addOn, { paidAmount: addOn.paidAmount - amount })
  const order = await orderNow(c, bill.orderId)
  const lowered = await c.update('order', order, { advanceAmount: order.advanceAmount - amount })
  await settleState(c, lowered, { paidAmount: lowered.paidAmount - amount })
}

async function addOnOf(c: CallContext, bill: Row<'bill'>): Promise<AddOn> {
  const addOn = await c.find('orderAdd', bill.sourceId, { lock: true })
  return addOn ?? c.refuse('billIds', { zh: '加单不存在', en: 'There is no such add-on' })
}

export const handlers: Handlers = {
  'orderAdd/price': price,
  'orderAdd/add': add,
  'orderAdd/edit': edit,
}
