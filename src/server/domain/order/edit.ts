/** Changes of an order (rules 2.2, 2.3): its remarks and delivery, its products, and its end. */
import type { Inputs } from '../../../generated/calls.ts'
import { openOrderBill, openBillsOf, voidBill } from '../cash/bill.ts'
import { share } from '../cash/cents.ts'
import type { Cents } from '../../../model/units.ts'
import { resolvePrice, takeFromSales } from '../catalogue/prices.ts'
import { DAY } from '../../../model/zone.ts'
import { Span, type CallContext, type Handler, type Handlers, type Row } from '../../platform/call.ts'
import { LOT } from '../../platform/lot.ts'
import { payCommissions } from '../work/commissions.ts'
import { beginWork } from './flow.ts'
import { amountOf, below, BELOW_MIN, discountOf, NOT_ON_SALE, quotaOf, savedInstead, savedOnOne } from './priced.ts'
import { request } from './refund.ts'
import { makeSessions } from './sessions.ts'
import { mustBeOpen, orderNow, refundable, settleState } from './state.ts'
import { unmake, unplan } from './unmake.ts'
import { words } from '../../platform/values.ts'

/** A product of the order made another, taken out, added, or sold at another price. */
type Change = NonNullable<Inputs['order/edit']['changes']>[number]

interface Made {
  diff: number
  row: Row<'orderChange'>
}

const edit: Handler<'order/edit'> = async (c) => {
  const { id: _id, finish: finished, changes = [], reason, diffWay, orgId, salesId, ...values } = c.input
  mustBeOpen(c, c.row)
  if (finished && changes.length > 0)
    c.refuse('changes', { zh: '交易完成时不能同时变更产品', en: 'Products are not changed as the order is finished' })
  if (changes.length === 0 && (reason || diffWay))
    c.refuse('changes', { zh: '请填写变更的产品', en: 'Say which products are changed' })
  if (finished && !isAnySaid({ orgId, salesId, ...values })) return finish(c, c.row)
  await c.update('order', c.row, { ...values, orgId: orgId ?? c.row.orgId, salesId: salesId ?? c.row.salesId })
  if (finished) return finish(c, await orderNow(c, c.row.id))
  if (changes.length === 0) return { id: c.row.id }
  if (!reason) return c.refuse('reason', { zh: '请填写变更原因', en: 'Say why' })
  return change(c, await orderNow(c, c.row.id), changes, { reason, refundWay: diffWay ?? 'original' })
}

const isAnySaid = (values: object): boolean => Object.values(values).some((value) => value !== undefined)

/** Whether a bill, a refund or an add-on of an order is still open (I-38). */
const isOpen = async (c: CallContext, orderId: number): Promise<boolean> =>
  (await openBillsOf(c, orderId)).length > 0 ||
  (await c.exists('refund', { orderId, status: ['applied', 'approved'] })) ||
  (await c.exists('orderAdd', { orderId, status: 'waitingPayment' }))

/** The transaction is complete: nothing due, and nothing open. */
async function finish(c: CallContext, order: Row<'order'>): Promise<{ id: number }> {
  const orderId = order.id
  if (await isOpen(c, orderId))
    c.refuse(undefined, {
      zh: '订单还有未付账单、退款或加单',
      en: 'A bill, a refund or an add-on of this order is still open',
    })
  await c.move('order', order, 'finish')
  await payCommissions(c, order.id)
  return { id: orderId }
}

/** Why something is changed, and how money goes back if it is cheaper. */
interface Because {
  reason: string
  refundWay: Row<'refund'>['refundWay']
}

/** Makes the changes one by one, each with a row that says what became of what; the difference is billed, lowers what is due, or is to be refunded. */
async function change(
  c: CallContext,
  order: Row<'order'>,
  changes: readonly Change[],
  { reason, refundWay }: Because,
): Promise<{ id: number } & Charged> {
  let diffAmount = 0
  const rows: Row<'orderChange'>[] = []
  await c.select('orderItem', { id: changes.flatMap(({ oldItemId }) => oldItemId ?? []) }, { lock: true })
  for (const [at, one] of changes.entries()) {
    const { diff, row } = await changeOne(c, order, { ...one, at, reason })
    diffAmount += diff
    rows.push(row)
  }
  return { id: order.id, ...(await settleChange(c, order.id, diffAmount, { sourceId: rows[0]?.id, refundWay })) }
}

/** What an order costs more or less, and what came of it. */
export interface Charged {
  diffAmount: Cents
  billId?: number
  refundId?: number
}

/** The difference of changes that are made: billed, lowers what is due, or is to be refunded. */
async function settleChange(
  c: CallContext,
  orderId: number,
  diffAmount: Cents,
  { sourceId, refundWay }: { sourceId?: number | undefined; refundWay: Because['refundWay'] },
): Promise<Charged> {
  const now = await orderNow(c, orderId)
  const words = { title: `变更 ${now.orderNo}`, titleEn: `Change of ${now.orderNo}` }
  const asked = { ...words, payableAmount: diffAmount, sourceId }
  const bill = diffAmount > 0 ? await openOrderBill(c, now, asked) : undefined
  if (diffAmount < 0) await lowerBills(c, now)
  const back = diffAmount < 0 ? await refundRest(c, now, refundWay) : undefined
  const settled = await settleState(c, await orderNow(c, orderId))
  // The studio was set to work by the first money.
  if (settled.paidAmount > 0) await beginWork(c, settled)
  return { diffAmount, ...(bill ? { billId: bill.id } : {}), ...(back ? { refundId: back.id } : {}) }
}

/** Another choice of an item, which costs so much more or less apiece. A part of a package then costs the difference itself. */
export async function chargeChoice(
  c: CallContext,
  item: Row<'orderItem'>,
  more: Cents,
  reason: string,
): Promise<Charged> {
  const { originPrice, minPrice, price, quantity } = item
  const before = item.fromPackage ? 0 : (price ?? 0)
  const after = Math.max(before + more, 0)
  const isCharged = after !== before
  await c.update('orderItem', item, {
    originPrice: (originPrice ?? 0) + more,
    ...(isCharged ? { fromPackage: false, price: after, minPrice: Math.max((minPrice ?? 0) + more, 0) } : {}),
  })
  const diffAmount = (after - before) * quantity
  const { id, orderId, itemName } = item
  const row = await c.insert('orderChange', {
    ...{ orderId, changeType: 'attribute', diffAmount, reason },
    ...{ oldItemId: id, oldItemName: itemName, newItemId: id, newItemName: itemName },
  })
  return settleChange(c, orderId, diffAmount, { sourceId: row.id, refundWay: 'original' })
}

/** What was paid more than is payable now is to be refunded; until it goes out it stays payable, as with any refund. */
async function refundRest(
  c: CallContext,
  order: Row<'order'>,
  refundWay: Because['refundWay'],
): Promise<Row<'refund'> | undefined> {
  const { id: orderId, customerId, reducedAmount } = order
  const refundAmount = order.paidAmount - order.refundAmount - order.payableAmount
  if (refundAmount <= 0) return undefined
  if (refundAmount > (await refundable(c, order)))
    c.refuse('changes', { zh: '订单有未完成的退款', en: 'A refund of this order is under way' })
  await c.update('order', order, { reducedAmount: reducedAmount - refundAmount })
  const kind = { sourceType: 'order', refundType: 'priceAdjustment', reason: 'other' } as const
  return request(c, {
    ...kind,
    orderId,
    customerId,
    refundWay,
    refundAmount,
    remark: words(c, 'written', 'differenceBack'),
  })
}

async function changeOne(
  c: CallContext,
  order: Row<'order'>,
  { at, reason, ...wanted }: Change & { at: number; reason: string },
): Promise<Made> {
  const old = await oldItem(c, order, wanted.oldItemId, at)
  const added = await addItem(c, order, { ...wanted, fromPackage: old?.fromPackage ?? false }, at)
  if (!old && !added) c.refuse(`changes[${at}].itemId`, { zh: '请选择产品', en: 'Choose a product' })
  if (old) {
    await c.update('orderItem', old, { status: 'replaced', replacedById: added?.id })
    const changed = words(c, 'written', 'orderChanged')
    await unmake(c, order.id, [old.id], changed)
    await unplan(c, old, `changes[${at}].oldItemId`, changed)
  }
  if (added) await makeSessions(c, order, [added])
  const diff = await difference(c, order, old, added)
  const row = await c.insert('orderChange', {
    orderId: order.id,
    changeType: old && added ? 'replace' : old ? 'remove' : 'add',
    oldItemId: old?.id,
    oldItemName: old?.itemName,
    newItemId: added?.id,
    newItemName: added?.itemName,
    diffAmount: diff,
    reason,
  })
  return { diff, row }
}

/** What is changed, locked: still in the order, and not being made yet. */
async function oldItem(
  c: CallContext,
  order: Row<'order'>,
  id: number | null,
  at: number,
): Promise<Row<'orderItem'> | undefined> {
  if (!id) return undefined
  const field = `changes[${at}].oldItemId` as const
  const old = await c.find('orderItem', id, { lock: true })
  if (old?.orderId !== order.id || old.status !== 'active')
    return c.refuse(field, { zh: '原产品不在订单中', en: 'This is not in the order' })
  const product = await c.ref(old, 'workProduct')
  if (product && product.produceStatus !== 'toDispatch')
    c.refuse(field, { zh: '该产品已进入制作，不能变更', en: 'This product is being made; it cannot be changed' })
  return old
}

/** What the order costs more (or less) for a change; what members save follows (rules 2.3). */
async function difference(
  c: CallContext,
  order: Row<'order'>,
  old: Row<'orderItem'> | undefined,
  added: Row<'orderItem'> | undefined,
): Promise<number> {
  const more = ownDifference(old, added)
  const before = { cost: old?.amount ?? 0, saved: old?.memberDiscount ?? 0 }
  const cost = before.cost + more
  const full = added ? fullCost(added) : 0
  const taken = { cost, saved: added && full > 0 ? share(added.memberDiscount, cost / full) : 0 }
  const memberDiscount = savedInstead(before, taken)
  if (added) {
    // A dearer part of a package costs the difference, and says so.
    const dearer = old?.fromPackage && more > 0 ? { fromPackage: false, price: more / added.quantity } : {}
    await c.update('orderItem', added, { memberDiscount, ...dearer })
  }
  const now = await orderNow(c, order.id)
  await c.update('order', now, {
    memberDiscount: now.memberDiscount + memberDiscount - before.saved,
    // What a package holds is counted by the package.
    pickQuota: (now.pickQuota ?? 0) + (old?.fromPackage ? 0 : quotaOf(added) - quotaOf(old)),
  })
  return more - (memberDiscount - before.saved)
}

/** The same without what members save. */
function ownDifference(old: Row<'orderItem'> | undefined, added: Row<'orderItem'> | undefined): number {
  if (!old?.fromPackage) return (added ? costOf(added) : 0) - (old?.amount ?? 0)
  if (!added) return 0
  // Swapping a part of a package for a dearer one costs the difference of their own prices. What is billed is what
  // the item then says it costs: so many of one price, in whole cents.
  const more = Math.max(fullCost(added) - (old.originPrice ?? 0) * old.quantity, 0)
  return Math.round(more / added.quantity) * added.quantity
}

/** What an item would cost outside of a package. */
const fullCost = (item: Row<'orderItem'>): number => costOf({ ...item, fromPackage: false })

const costOf = (item: Row<'orderItem'>): number => amountOf({ ...item, price: item.price ?? 0 })

async function addItem(
  c: CallContext,
  order: Row<'order'>,
  wanted: Change & { fromPackage: boolean },
  at: number,
): Promise<Row<'orderItem'> | undefined> {
  const { itemType, itemId, fromPackage } = wanted
  if (!itemType || !itemId) return undefined
  const { cityCode, businessType } = order
  const quantity = wanted.quantity ?? 1
  const found = await resolvePrice(c, { cityCode, businessType, item: { itemType, itemId, quantity } })
  if (!found.onSale) c.refuse(`changes[${at}].itemId`, NOT_ON_SALE)
  const price = wanted.price ?? found.price
  const saved = savedOnOne(found, wanted.price, await discountOf(c, order.customerId))
  if (price < found.minPrice && !c.can(BELOW_MIN)) c.refuse(`changes[${at}].price`, below(found.minPrice))
  const { specialSaleItemId } = found
  await takeFromSales(c, [{ specialSaleItemId, quantity }], `changes[${at}].quantity`)
  return c.insert('orderItem', {
    orderId: order.id,
    specialSaleItemId,
    itemType,
    itemId,
    itemName: found.name,
    categoryId: found.item?.row.categoryId,
    quantity,
    originPrice: found.basePrice,
    price,
    minPrice: found.minPrice,
    memberDiscount: saved * quantity,
    fromPackage,
    photoQuota: found.item?.photoQuota ?? 0,
    sourceType: 'change',
  })
}

/** What is due fell: open bills of the order ask for no more than that. */
async function lowerBills(c: CallContext, order: Row<'order'>): Promise<void> {
  let left = order.dueAmount
  for (const bill of await openBillsOf(c, order.id)) {
    const due = Math.min(bill.dueAmount, left)
    left -= due
    if (due === bill.dueAmount) continue
    const lowered = await c.update('bill', bill, { payableAmount: bill.paidAmount + due })
    if (due > 0) continue
    if (bill.paidAmount === 0) await voidBill(c, lowered, words(c, 'written', 'nothingDue'))
    else await c.move('bill', lowered, 'payFull')
  }
}

/** Orders whose service was completed so many days ago that they finish by themselves (rules 2.2); 0: none does. */
const autoFinish: Handler<'order/autoFinish'> = async (c) => {
  const days = c.settings.auto_finish_days
  if (days <= 0) return { count: 0 }
  const served = { orderStatus: 'served', closeStatus: 'open', dueAmount: 0 } as const
  const serviceDoneTime = new Span(undefined, c.now - days * DAY)
  const rows = await c.select('order', { ...served, serviceDoneTime }, { lock: true, limit: LOT })
  let count = 0
  for (const order of rows) {
    if (await isOpen(c, order.id)) continue
    await c.move('order', order, 'finish')
    await payCommissions(c, order.id)
    count += 1
  }
  return { count }
}

export const handlers: Handlers = { 'order/edit': edit, 'order/autoFinish': autoFinish }
