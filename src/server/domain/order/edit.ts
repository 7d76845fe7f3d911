/** Changes of an order (rules 2.2, 2.3): its remarks and delivery, its products, and its end. */
import { openBill, openBillsOf } from '../cash/bill.ts'
import { resolvePrices, type PricedItem } from '../catalogue/prices.ts'
import { target } from '../rows.ts'
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { isOneOf, value } from '../values.ts'
import { amountOf, BELOW, BELOW_MIN, NOT_ON_SALE } from './priced.ts'
import { mustBeOpen, orderNow, settleState } from './state.ts'

/** A product of the order made another, taken out, added, or sold at another price. */
interface Change {
  oldItemId?: number
  itemType?: string
  itemId?: number
  quantity?: number
  price?: number
}

const FREE = [
  'babyMemberId',
  'deliveryType',
  'deliveryAddress',
  'expectShootDate',
  'remark',
  'orgId',
  'salesId',
  'assistSalesIds',
  'performanceSplit',
]

const edit: Handler = async (c) => {
  const order = target(c)
  if (c.input.finish) return finish(c, order)
  mustBeOpen(c, order)
  const values = Object.fromEntries(
    FREE.filter((name) => c.input[name] !== undefined).map((name) => [name, c.input[name]]),
  )
  if (Object.keys(values).length > 0) await c.update('order', order, values)
  const changes = (c.input.changes ?? []) as Change[]
  if (changes.length === 0) return { id: order.id }
  return change(c, await orderNow(c, order.id), changes, c.input.reason)
}

/** The transaction is complete: nothing due, no bill open, no refund under way, no add-on unpaid (I-38). */
async function finish(c: CallContext, order: Row): Promise<{ id: number }> {
  const refunds = await c.select(
    'refund',
    { orderId: order.id, status: [value(c, 'refund_status', 'applied'), value(c, 'refund_status', 'approved')] },
    { limit: 1 },
  )
  const addOns = await c.select(
    'orderAdd',
    { orderId: order.id, status: value(c, 'order_add_status', 'waitingPayment') },
    { limit: 1 },
  )
  if ((await openBillsOf(c, order.id)).length > 0 || refunds.length > 0 || addOns.length > 0)
    c.refuse(undefined, {
      zh: '订单还有未付账单、退款或加单',
      en: 'A bill, a refund or an add-on of this order is still open',
    })
  await c.move('order', order, 'finish')
  return { id: order.id }
}

/** Makes the changes one by one, each with a row that says what became of what; the difference is billed, or lowers what is payable. */
async function change(
  c: CallContext,
  order: Row,
  changes: readonly Change[],
  reason: unknown,
): Promise<Record<string, unknown>> {
  if (!reason) c.refuse('reason', { zh: '请填写变更原因', en: 'Say why' })
  let diff = 0
  const rows: Row[] = []
  for (const [at, one] of changes.entries()) {
    const made = await changeOne(c, order, one, at, reason)
    diff += made.diff
    rows.push(made.row)
  }
  const now = await orderNow(c, order.id)
  if (diff < 0 && Number(now.payableAmount) < Number(now.paidAmount) - Number(now.refundAmount))
    c.refuse('changes', {
      zh: '变更后应付少于已付，请先申请退款',
      en: 'Less would be payable than was paid: request a refund first',
    })
  const bill = diff > 0 ? await billFor(c, now, diff, rows) : undefined
  if (diff < 0) await lowerBills(c, now)
  await settleState(c, now)
  return { id: order.id, diffAmount: diff, ...(bill ? { billId: bill.id } : {}) }
}

async function changeOne(
  c: CallContext,
  order: Row,
  { oldItemId, itemType, itemId, quantity = 1, price }: Change,
  at: number,
  reason: unknown,
): Promise<{ diff: number; row: Row }> {
  const old = oldItemId ? await c.find('orderItem', oldItemId, { lock: true }) : undefined
  if (oldItemId && (!old || old.orderId !== order.id || !isOneOf(c, 'item_status', old.status, 'active')))
    c.refuse(`changes[${at}].oldItemId`, { zh: '原产品不在订单中', en: 'This is not in the order' })
  if (old?.workProductId) await refuseProduced(c, Number(old.workProductId), at)
  const added =
    itemId && itemType
      ? await addItem(c, order, { itemType, itemId, quantity, price, fromPackage: old?.fromPackage === true }, at)
      : undefined
  if (!old && !added) c.refuse(`changes[${at}].itemId`, { zh: '请选择产品', en: 'Choose a product' })
  if (old)
    await c.update('orderItem', old, { status: value(c, 'item_status', 'replaced'), replacedById: added?.item.id })
  const before = old ? Number(old.amount) : 0
  // Swapping a part of a package for a dearer one costs the difference of their own prices.
  const diff = added
    ? added.amount - (old?.fromPackage ? Number(old.originPrice) * Number(old.quantity) : before)
    : -before
  const more = old?.fromPackage ? Math.max(diff, 0) : diff
  // What is billed is what the item then says it costs: so many of one price, in whole cents.
  const each = Math.round(more / quantity)
  const counted = old?.fromPackage && added ? each * quantity : more
  if (old?.fromPackage && added && each > 0)
    await c.update('orderItem', added.item, { fromPackage: false, price: each })
  const kind = old && added ? 'replace' : old ? 'remove' : 'add'
  const row = await c.insert('orderChange', {
    orderId: order.id,
    changeType: value(c, 'change_type', kind),
    oldItemId: old?.id,
    oldItemName: old?.itemName,
    newItemId: added?.item.id,
    newItemName: added?.item.itemName,
    diffAmount: counted,
    reason,
  })
  return { diff: counted, row }
}

async function refuseProduced(c: CallContext, id: number, at: number): Promise<void> {
  const product = await c.find('workProduct', id)
  if (product && !isOneOf(c, 'produce_status', product.produceStatus, 'toDispatch'))
    c.refuse(`changes[${at}].oldItemId`, {
      zh: '该产品已进入制作，不能变更',
      en: 'This product is being made; it cannot be changed',
    })
}

interface NewItem {
  itemType: string
  itemId: number
  quantity: number
  price?: number
  fromPackage: boolean
}

async function addItem(
  c: CallContext,
  order: Row,
  { itemType, itemId, quantity, price, fromPackage }: NewItem,
  at: number,
): Promise<{ item: Row; amount: number }> {
  const [found] = await resolvePrices(c, {
    cityCode: String(order.cityCode),
    businessType: order.businessType,
    items: [{ itemType, itemId, quantity } as PricedItem],
  })
  if (!found?.onSale) return c.refuse(`changes[${at}].itemId`, NOT_ON_SALE)
  const agreed = price ?? found.price
  if (agreed < found.minPrice && !c.can(BELOW_MIN)) c.refuse(`changes[${at}].price`, BELOW)
  const item = await c.insert('orderItem', {
    orderId: order.id,
    itemType,
    itemId,
    itemName: found.name,
    categoryId: found.item?.row.categoryId,
    quantity,
    originPrice: found.basePrice,
    price: agreed,
    minPrice: found.minPrice,
    fromPackage,
    photoQuota: found.item?.photoQuota ?? 0,
    sourceType: value(c, 'item_source', 'change'),
  })
  return { item, amount: amountOf({ isGift: false, fromPackage: false, price: agreed, quantity }) }
}

/** The bill for what the changes cost more. */
async function billFor(c: CallContext, order: Row, diff: number, rows: readonly Row[]): Promise<Row> {
  return openBill(c, {
    billType: 'order',
    title: `变更 ${String(order.orderNo)}`,
    payableAmount: diff,
    customerId: order.customerId,
    orderId: order.id,
    sourceId: rows[0]?.id,
    orgId: order.orgId,
    salesId: order.salesId,
  })
}

/** What is due fell: open bills of the order ask for no more than that. */
async function lowerBills(c: CallContext, order: Row): Promise<void> {
  let left = Number(order.dueAmount)
  for (const bill of await openBillsOf(c, order.id)) {
    const due = Math.min(Number(bill.dueAmount), left)
    left -= due
    if (due !== Number(bill.dueAmount)) await c.update('bill', bill, { payableAmount: Number(bill.paidAmount) + due })
  }
}

export const handlers: Handlers = { 'order/edit': edit }
