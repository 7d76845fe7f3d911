/** Add-ons (rules 2.3): sold after the order, billed apart, part of the order once they are paid. */
import { credit } from '../cash/performance.ts'
import type { Payment } from '../cash/payment.ts'
import { openBill, voidBill } from '../cash/bill.ts'
import { sum } from '../cash/cents.ts'
import type { CallContext, Handler, Handlers, Row, Values } from '../call.ts'
import { refuseState } from '../refusals.ts'
import { itemValues } from './add.ts'
import { beginWork } from './flow.ts'
import { amountOf, priceOrder, type Priced, type Wanted } from './priced.ts'
import { makeSessions } from './sessions.ts'
import { mustBeOpen, orderNow, settleState } from './state.ts'

type AddOn = Row<'orderAdd'>

const extraPhotos = (order: Row<'order'>, quantity: number): Wanted => ({
  itemType: 'extraPhoto',
  quantity,
  price: order.extraPhotoPrice || null,
})

/** What an add-on costs: with the prices of the order's city, for its customer. */
function priced(
  c: CallContext,
  { order, photoCount = 0 }: { order: Row<'order'>; photoCount?: number },
  given: Pick<Values<'orderAdd'>, 'items' | 'discountAmount'>,
  lenient = false,
): Promise<Priced> {
  const { cityCode, businessType, customerId } = order
  const items = [...(given.items ?? []), ...(photoCount > 0 ? [extraPhotos(order, photoCount)] : [])]
  const { discountAmount } = given
  return priceOrder(c, { cityCode, businessType, customerId, items, discountAmount }, { lenient })
}

const kept = ({ lines }: Priced): AddOn['items'] =>
  lines.map(({ itemType, itemId, quantity, price, attrs }) => ({
    itemType,
    itemId,
    quantity,
    price,
    ...(attrs === undefined ? {} : { attrs }),
  })) as AddOn['items']

const price: Handler<'orderAdd/price'> = async (c) => {
  const order = await c.seen('order', c.input.orderId)
  if (!order) return { items: [] }
  const { photoCount } = c.input
  const { lines, payableAmount, discountAmount } = await priced(c, { order, photoCount }, c.input, true)
  return {
    items: lines.map(({ itemType, itemId, itemName, quantity, price }) => ({
      itemType,
      itemId,
      itemName,
      quantity,
      price,
      amount: price * quantity,
    })),
    amount: payableAmount,
    discountAmount,
  }
}

const add: Handler<'orderAdd/add'> = async (c) => {
  const { selectorId, photoCount } = c.input
  const order = await orderNow(c, c.input.orderId)
  mustBeOpen(c, order)
  const found = await priced(c, { order, photoCount }, c.input)
  if (found.lines.length === 0) c.refuse('items', { zh: '请选择加购项目', en: 'Choose what is added' })
  const addOn = await c.insert('orderAdd', {
    ...c.input,
    items: kept(found),
    amount: found.payableAmount,
    selectorId: selectorId ?? c.actor.employeeId,
  })
  if (found.payableAmount === 0) {
    await include(c, addOn)
    return { id: addOn.id }
  }
  const bill = await openBill(c, {
    billType: 'addOn',
    title: `加购 ${addOn.addNo}`,
    payableAmount: found.payableAmount,
    customerId: order.customerId,
    orderId: order.id,
    sourceId: addOn.id,
    orgId: order.orgId,
    salesId: addOn.selectorId,
  })
  await c.update('orderAdd', addOn, { billId: bill.id })
  return { id: addOn.id, billId: bill.id }
}

/** Only what nobody has paid anything for may still change. */
function mustWait(c: CallContext, { status, paidAmount }: AddOn): void {
  if (status !== 'waitingPayment' || paidAmount > 0) refuseState(c)
}

const edit: Handler<'orderAdd/edit'> = async (c) => {
  const addOn = c.row
  mustWait(c, addOn)
  const order = await c.mustRef(addOn, 'order', { lock: true })
  const { items = addOn.items, discountAmount = addOn.discountAmount } = c.input
  const found = await priced(c, { order, photoCount: addOn.photoCount }, { items, discountAmount })
  const bill = await c.ref(addOn, 'bill', { lock: true })
  if (bill) await c.update('bill', bill, { payableAmount: found.payableAmount })
  await c.update('orderAdd', addOn, { items: kept(found), discountAmount, amount: found.payableAmount })
  return { id: addOn.id }
}

const del: Handler<'orderAdd/del'> = async (c) => {
  mustWait(c, c.row)
  const bill = await c.ref(c.row, 'bill', { lock: true })
  if (bill) await voidBill(c, bill, '加单取消')
  await c.update('orderAdd', c.row, { status: 'cancelled' })
  return { count: 1 }
}

/** Puts what was sold into the order: items, sessions, quota, amounts. */
async function include(c: CallContext, addOn: AddOn): Promise<Row<'order'>> {
  const order = await c.mustRef(addOn, 'order', { lock: true })
  const { lines } = await priced(c, { order }, addOn, true)
  const items = await c.insertMany(
    'orderItem',
    lines.map((line) => ({
      ...itemValues(line, line.itemType === 'extraPhoto' ? 'extraPhotos' : 'addOn'),
      orderId: order.id,
    })),
  )
  await makeSessions(c, order, items)
  const before = await orderNow(c, order.id)
  const { discountAmount, photoCount } = addOn
  // What was billed counts: a grade or a price may be another by the time it is paid.
  const memberDiscount = sum(lines.map(amountOf)) - discountAmount - (addOn.amount ?? 0)
  const now = await c.update('order', before, {
    discountAmount: before.discountAmount + discountAmount,
    memberDiscount: before.memberDiscount + memberDiscount,
    pickQuota: (before.pickQuota ?? 0) + photoCount,
  })
  await c.update('orderAdd', addOn, { status: 'paid' })
  return now.orderStatus === 'served' ? c.move('order', now, 'reopen') : now
}

/** Money on the bill of an add-on: all of it at once, since an add-on is part of the order or it is not (I-01, I-03). */
export async function addOnPaid(
  c: CallContext,
  { bill, amount, income, records }: Payment,
): Promise<Row<'order'>['orderStatus']> {
  if (bill.billStatus !== 'paid') c.refuse('methods', { zh: '加单须一次付清', en: 'An add-on is paid in full at once' })
  const addOn =
    (await c.find('orderAdd', bill.sourceId, { lock: true })) ??
    c.refuse('billIds', { zh: '加单不存在', en: 'There is no such add-on' })
  const paid = await c.update('orderAdd', addOn, { paidAmount: addOn.paidAmount + amount })
  const { id: orderId, salesId } = await c.mustRef(addOn, 'order', { lock: true })
  await credit(c, {
    type: 'addOnSale',
    amount: income,
    shares: [{ employeeId: addOn.selectorId ?? salesId, ratio: 1 }],
    orderId,
    bill,
    cashRecordId: records[0]?.id,
    accountDate: records[0]?.accountDate,
  })
  // Payable and paid rise together, so that what is due of the order itself stays what it was (rules 2.2).
  const included = await include(c, paid)
  const order = await settleState(c, included, { paidAmount: included.paidAmount + amount })
  if (order.payStatus !== 'unpaid') await beginWork(c, order)
  return order.orderStatus
}

export const handlers: Handlers = {
  'orderAdd/price': price,
  'orderAdd/add': add,
  'orderAdd/edit': edit,
  'orderAdd/del': del,
}
