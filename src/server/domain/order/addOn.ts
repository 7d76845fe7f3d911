/** Add-ons (rules 2.3): sold after the order, billed apart, part of the order once they are paid. */
import { credit } from '../cash/performance.ts'
import type { Payment } from '../cash/payment.ts'
import { openBill, voidBill } from '../cash/bill.ts'
import { sum } from '../cash/cents.ts'
import { target } from '../rows.ts'
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { isOneOf, value } from '../values.ts'
import { itemValues } from './add.ts'
import { beginWork } from './flow.ts'
import { amountOf, priceOrder, type Line, type Priced, type Wanted } from './priced.ts'
import { makeSessions } from './sessions.ts'
import { mustBeOpen, orderNow, settleState } from './state.ts'
import { refuseState } from '../refusals.ts'

const extraPhotos = (c: CallContext, order: Row, photoCount: number): Wanted => ({
  itemType: value(c, 'item_type', 'extraPhoto'),
  quantity: photoCount,
  ...(order.extraPhotoPrice ? { price: Number(order.extraPhotoPrice) } : {}),
})

/** What an add-on costs: with the prices of the order's city, for its customer. */
async function priced(
  c: CallContext,
  order: Row,
  given: { items?: unknown; photoCount?: unknown; discountAmount?: unknown },
  lenient = false,
): Promise<Priced> {
  const photoCount = Number(given.photoCount ?? 0)
  const items = [...((given.items ?? []) as Wanted[]), ...(photoCount > 0 ? [extraPhotos(c, order, photoCount)] : [])]
  const question = {
    cityCode: String(order.cityCode),
    businessType: String(order.businessType),
    customerId: order.customerId,
    items,
    discountAmount: Number(given.discountAmount ?? 0),
  }
  return priceOrder(c, question, { lenient })
}

const kept = ({ lines }: Priced): Record<string, unknown>[] =>
  lines.map(({ itemType, itemId, quantity, price, attrs }) => ({
    itemType,
    itemId,
    quantity,
    price,
    ...(attrs === undefined ? {} : { attrs }),
  }))

const price: Handler = async (c) => {
  const order = c.input.orderId ? await c.seen('order', Number(c.input.orderId)) : undefined
  if (!order) return { items: [] }
  const { lines, payableAmount, discountAmount } = await priced(c, order, c.input, true)
  return {
    items: lines.map(({ itemType, itemId, itemName, quantity, price: each }) => ({
      itemType,
      itemId,
      itemName,
      quantity,
      price: each,
      amount: each * quantity,
    })),
    amount: payableAmount,
    discountAmount,
  }
}

const add: Handler = async (c) => {
  const order = await orderNow(c, c.input.orderId)
  mustBeOpen(c, order)
  const found = await priced(c, order, c.input)
  if (found.lines.length === 0) c.refuse('items', { zh: '请选择加购项目', en: 'Choose what is added' })
  const { orderId: _orderId, ...rest } = c.input
  const addOn = await c.insert('orderAdd', {
    ...rest,
    orderId: order.id,
    items: kept(found),
    amount: found.payableAmount,
    selectorId: rest.selectorId ?? c.actor.employeeId,
  })
  if (found.payableAmount === 0) {
    await include(c, addOn, order)
    return { id: addOn.id }
  }
  const bill = await openBill(c, {
    billType: 'addOn',
    title: `加购 ${String(addOn.addNo)}`,
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
function mustWait(c: CallContext, addOn: Row): void {
  if (!isOneOf(c, 'order_add_status', addOn.status, 'waitingPayment') || Number(addOn.paidAmount) > 0) refuseState(c)
}

const edit: Handler = async (c) => {
  const addOn = target(c)
  mustWait(c, addOn)
  const order = await orderNow(c, addOn.orderId)
  const { items = addOn.items, discountAmount = addOn.discountAmount } = c.input
  const found = await priced(c, order, { items, photoCount: addOn.photoCount, discountAmount })
  const bill = await c.find('bill', Number(addOn.billId), { lock: true })
  if (bill) await c.update('bill', bill, { payableAmount: found.payableAmount })
  await c.update('orderAdd', addOn, { items: kept(found), discountAmount, amount: found.payableAmount })
  return { id: addOn.id }
}

const del: Handler = async (c) => {
  const addOn = target(c)
  mustWait(c, addOn)
  const bill = addOn.billId ? await c.find('bill', Number(addOn.billId), { lock: true }) : undefined
  if (bill) await voidBill(c, bill, '加单取消')
  await c.update('orderAdd', addOn, { status: value(c, 'order_add_status', 'cancelled') })
  return { count: 1 }
}

/** Puts what was sold into the order: items, sessions, quota, amounts. */
async function include(c: CallContext, addOn: Row, order: Row): Promise<Row> {
  const found = await priced(c, order, { items: addOn.items, discountAmount: addOn.discountAmount }, true)
  const sourceOf = ({ itemType }: Line): 'extraPhotos' | 'addOn' =>
    itemType === value(c, 'item_type', 'extraPhoto') ? 'extraPhotos' : 'addOn'
  const items = await c.insertMany(
    'orderItem',
    found.lines.map((line) => ({ ...itemValues(c, line, sourceOf(line)), orderId: order.id })),
  )
  await makeSessions(c, order, items)
  let now = await orderNow(c, order.id)
  const discountAmount = Number(addOn.discountAmount ?? 0)
  // What was billed counts: a grade or a price may be another by the time it is paid.
  const memberDiscount = sum(found.lines.map(amountOf)) - discountAmount - Number(addOn.amount)
  now = await c.update('order', now, {
    discountAmount: Number(now.discountAmount) + discountAmount,
    memberDiscount: Number(now.memberDiscount) + memberDiscount,
    pickQuota: Number(now.pickQuota ?? 0) + Number(addOn.photoCount ?? 0),
  })
  await c.update('orderAdd', addOn, { status: value(c, 'order_add_status', 'paid') })
  if (isOneOf(c, 'order_status', now.orderStatus, 'served')) now = await c.move('order', now, 'reopen')
  return now
}

/** Money on the bill of an add-on: all of it at once, since an add-on is part of the order or it is not (I-01, I-03). */
export async function addOnPaid(c: CallContext, { bill, amount, income, records }: Payment): Promise<unknown> {
  if (!isOneOf(c, 'bill_status', bill.billStatus, 'paid'))
    c.refuse('methods', { zh: '加单须一次付清', en: 'An add-on is paid in full at once' })
  const addOn =
    (await c.find('orderAdd', Number(bill.sourceId), { lock: true })) ??
    c.refuse('billIds', { zh: '加单不存在', en: 'There is no such add-on' })
  const paid = await c.update('orderAdd', addOn, { paidAmount: Number(addOn.paidAmount) + amount })
  let order = await orderNow(c, addOn.orderId)
  await credit(c, {
    type: 'addOnSale',
    amount: income,
    shares: [{ employeeId: Number(addOn.selectorId ?? order.salesId), ratio: 1 }],
    orderId: order.id,
    bill,
    cashRecordId: records[0]?.id,
    accountDate: records[0]?.accountDate,
  })
  // Payable and paid rise together, so that what is due of the order itself stays what it was (rules 2.2).
  order = await include(c, paid, order)
  order = await settleState(c, order, { paidAmount: Number(order.paidAmount) + amount })
  if (!isOneOf(c, 'pay_status', order.payStatus, 'unpaid')) await beginWork(c, order)
  return order.orderStatus
}

export const handlers: Handlers = {
  'orderAdd/price': price,
  'orderAdd/add': add,
  'orderAdd/edit': edit,
  'orderAdd/del': del,
}
