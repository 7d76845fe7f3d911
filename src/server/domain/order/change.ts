/** Products of an order made others, taken out or added (rules 2.3): what that costs, and what comes of it. */
import type { Inputs } from '../../../generated/calls.ts'
import type { Text } from '../../../model/model.ts'
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Handler, Handlers, Row, Values } from '../../platform/call.ts'
import { words } from '../../platform/values.ts'
import { openOrderBill } from '../cash/bill.ts'
import { share, sum, yuan } from '../cash/cents.ts'
import { resolvePrice, takeFromSales } from '../catalogue/prices.ts'
import { wantsMore, type Purchase } from '../vip/coupons.ts'
import { bearCoupon, discountKept } from './borne.ts'
import { beginWork } from './flow.ts'
import {
  amountOf,
  below,
  BELOW_MIN,
  boughtOf,
  DISCOUNT_TOO_LARGE,
  discountOf,
  hintOf,
  NOT_ON_SALE,
  quotaOf,
  savedInstead,
  savedOnOne,
  shortOf,
  type Low,
} from './priced.ts'
import { settleLess } from './less.ts'
import { countPaid } from './paid.ts'
import { waitsFor } from './refundItems.ts'
import { makeSessions } from './sessions.ts'
import { orderNow, paidWithCoupons, reserved, settleState } from './state.ts'
import { unmake, unplan } from './unmake.ts'

/** A product of the order made another, taken out, added, or sold at another price. */
type Change = NonNullable<Inputs['order/edit']['changes']>[number]

type Order = Row<'order'>
type Item = Row<'orderItem'>

/** Why something is changed, and how money goes back if it is cheaper. */
interface Because {
  reason: string
  refundWay: Row<'refund'>['refundWay']
}

/** What an order costs more or less, and what came of it. */
export interface Charged {
  diffAmount: Cents
  billId?: number
  refundId?: number
}

/** A change before it is made. */
interface Priced {
  at: number
  old: Item | undefined
  added: NewItem | undefined
  /** What the order costs more or less for it, the member's discount included. */
  diffAmount: Cents
  /** What the member saves more or less. */
  memberDiscount: Cents
  /** What of the order's discount goes with it. */
  discountGone: Cents
  low?: Low
  note?: Text
}

/** What comes into an order, before it is written. */
interface NewItem extends Values<'orderItem'> {
  itemType: Item['itemType']
  itemName: string
  quantity: number
  originPrice: Cents
  price: Cents
  minPrice: Cents
  memberDiscount: Cents
  discountShare: Cents
  discountOn: Cents | null
  extraPrice: Cents
  fromPackage: boolean
  photoQuota: number
}

/** Makes the changes one by one, each with a row that says what became of what; the difference is billed, lowers what is due, or is to be refunded. */
export async function change(
  c: CallContext,
  order: Order,
  changes: readonly Change[],
  { reason, refundWay }: Because,
): Promise<{ id: number } & Charged> {
  const ends = await waitsFor(c, order.id, [])
  if (ends) c.refuse('changes', ends)
  const again = againAt(changes)
  if (again >= 0) c.refuse(`changes[${again}].oldItemId`, TWICE)
  let diffAmount = 0
  const rows: Row<'orderChange'>[] = []
  await c.select('orderItem', { id: changes.flatMap(({ oldItemId }) => oldItemId ?? []) }, { lock: true })
  for (const [at, one] of changes.entries()) {
    const old = await oldItem(c, order, one.oldItemId, at)
    const priced = await priceOne(c, order, { ...one, at }, old)
    if (priced.low) c.refuse(priced.low.field, priced.low.why)
    rows.push(await changeOne(c, order, priced, reason))
    diffAmount += priced.diffAmount
  }
  const now = await orderNow(c, order.id)
  const left = now.payableAmount - (await reserved(c, { orderId: order.id }))
  const why = await whyNot(c, now, { left, ...wishOf(await itemsNow(c, order.id)) })
  if (why) c.refuse('changes', why)
  return { id: order.id, ...(await settleChange(c, order.id, diffAmount, { rows, refundWay })) }
}

/** What an order would have as coupons for categories see it, and what the discount takes off all of it. */
interface Wish {
  items: Purchase['items']
  discount: Cents
}
const wishOf = (items: readonly (Parameters<typeof boughtOf>[0] & Pick<Item, 'discountShare'>)[]): Wish => ({
  items: items.map(boughtOf),
  discount: sum(items.map(({ discountShare }) => discountShare)),
})

const itemsNow = async (c: CallContext, orderId: number, without: readonly number[] = []) =>
  (await c.select('orderItem', { orderId, status: 'active' }))
    .filter(({ id }) => !without.includes(id))
    .map((item) => ({ ...item, price: item.price ?? 0 }))

/**
 * Why an order may not become this: less would be payable than went back, or goes back, or a coupon wants more (I-11).
 * `left`: what is payable once refunds under way are paid out.
 */
async function whyNot(
  c: CallContext,
  { id, reducedAmount }: Order,
  { left, items, discount }: Wish & { left: Cents },
): Promise<Text | undefined> {
  if (left < 0) {
    const back = Math.max(reducedAmount, 0) + (await reserved(c, { orderId: id }))
    return back > 0 ? tooMuchBack(back) : DISCOUNT_TOO_LARGE
  }
  return wantsMore(c, id, { amount: sum(items.map(({ cost }) => cost)) - discount, items })
}

const tooMuchBack = (back: Cents): Text => ({
  zh: `订单已退或退款中 ${yuan(back)}，变更后的金额不能再少`,
  en: `${yuan(back)} of the order went back or goes back; it cannot become that much less`,
})

/** What changes would cost; nothing is written. What is not chosen yet is left out, what is not allowed is a hint. */
const price: Handler<'order/priceChange'> = async (c) => {
  const order = c.row
  const priced: Priced[] = []
  for (const [at, one] of (c.input.changes ?? []).entries()) {
    const old = await c.find('orderItem', one.oldItemId)
    if (old && (old.orderId !== order.id || old.status !== 'active')) continue
    if (old || (one.itemType && one.itemId)) priced.push(await priceOne(c, order, { ...one, at }, old))
  }
  const diffAmount = sum(priced.map((one) => one.diffAmount))
  const named = priced.flatMap(({ old }) => old?.id ?? [])
  const isPackage = priced.some(({ old }) => old?.itemType === 'package')
  const waits = isPackage
    ? NO_PACKAGE
    : againAt(c.input.changes ?? []) >= 0
      ? TWICE
      : await waitsFor(c, order.id, named)
  // What refunds under way give back is neither payable nor paid any more once they are paid out.
  const underWay = await reserved(c, { orderId: order.id })
  const left = order.payableAmount - underWay + diffAmount
  const payableAmount = Math.max(left, 0)
  const owed = sum((await changeRefunds(c, order.id)).map((one) => one.refundAmount))
  const taken = order.paidAmount - order.refundAmount - underWay + Math.min(Math.max(diffAmount, 0), owed)
  const memberDiscount = sum(priced.map((one) => one.memberDiscount))
  const added = priced.flatMap((one) =>
    one.added ? { ...one.added, orderAddId: one.old?.orderAddId ?? null, isGift: one.added.isGift ?? false } : [],
  )
  const wish = wishOf([...(await itemsNow(c, order.id, named)), ...added])
  const why = priced.length > 0 ? (waits ?? (await whyNot(c, order, { left, ...wish }))) : undefined
  const back = payableAmount < taken ? Math.min(taken - payableAmount, taken - (await paidWithCoupons(c, order.id))) : 0
  return {
    changes: priced.map(said),
    diffAmount,
    payableAmount,
    dueAmount: Math.max(payableAmount - taken, 0),
    ...(memberDiscount === 0 ? {} : { memberDiscount }),
    ...(back > 0 ? { backAmount: back } : {}),
    ...hintOf(
      priced.find(({ low }) => low) ?? {
        notes: [why ?? priced.find(({ note }) => note)?.note].flatMap((one) => one ?? []),
      },
    ),
  }
}

/** A change as its row will say it. */
const said = ({ old, added, diffAmount }: Priced) => ({
  changeType: old && added ? ('replace' as const) : old ? ('remove' as const) : ('add' as const),
  oldItemId: old?.id,
  oldItemName: old?.itemName,
  newItemName: added?.itemName,
  diffAmount,
})

const NO_PACKAGE = {
  zh: '套系不能变更，请升级或退款',
  en: 'A package is not changed: upgrade or refund it, or change its parts',
}

/** Where something is changed that was changed before it; -1: nowhere. */
const againAt = (changes: readonly Change[]): number =>
  changes.findIndex(
    ({ oldItemId }, at) => Boolean(oldItemId) && changes.findIndex((one) => one.oldItemId === oldItemId) < at,
  )

const TWICE = { zh: '同一产品只能变更一次', en: 'One product is changed once only; put both into one change' }

/** What is changed, locked: still in the order, and not being made yet. */
async function oldItem(c: CallContext, order: Order, id: number | null, at: number): Promise<Item | undefined> {
  if (!id) return undefined
  const field = `changes[${at}].oldItemId` as const
  const old = await c.find('orderItem', id, { lock: true })
  if (old?.orderId !== order.id || old.status !== 'active')
    return c.refuse(field, { zh: '原产品不在订单中', en: 'This is not in the order' })
  if (old.itemType === 'package') c.refuse(field, NO_PACKAGE)
  const waits = await waitsFor(c, order.id, [id])
  if (waits) c.refuse(field, waits)
  const product = await c.ref(old, 'workProduct')
  if (product && product.produceStatus !== 'toDispatch')
    c.refuse(field, { zh: '该产品已进入制作，不能变更', en: 'This product is being made; it cannot be changed' })
  return old
}

/** What the order costs more (or less) for a change; what members save follows (rules 2.3). */
async function priceOne(
  c: CallContext,
  order: Order,
  wanted: Change & { at: number },
  old: Item | undefined,
): Promise<Priced> {
  const { at } = wanted
  const { item: added, low, note } = await newItem(c, order, { ...wanted, fromPackage: old?.fromPackage ?? false })
  if (!old && !added) c.refuse(`changes[${at}].itemId`, { zh: '请选择产品', en: 'Choose a product' })
  const before = { cost: old?.amount ?? 0, saved: old?.memberDiscount ?? 0 }
  const cost = ownCost(old, added)
  const more = cost - before.cost
  const full = added ? fullCost(added) : 0
  const saved = savedInstead(before, {
    cost,
    saved: added && full > 0 ? share(added.memberDiscount, cost / full) : 0,
  })
  const included = added && old && isIncluded(old) ? includedAs(added, old, cost) : {}
  const memberDiscount = saved - before.saved
  const kept = old ? discountKept(old, cost) : { discountShare: 0, discountOn: null }
  const discountGone = (old?.discountShare ?? 0) - kept.discountShare
  return {
    at,
    old,
    added: added && { ...added, memberDiscount: saved, ...kept, ...included },
    diffAmount: more - memberDiscount + discountGone,
    memberDiscount,
    discountGone,
    ...(low ? { low } : {}),
    ...(note ? { note } : {}),
  }
}

/** What comes instead of a part of a package or a present: it is one too, of the same worth, and says what it costs more. */
function includedAs({ quantity }: NewItem, old: Item, cost: Cents): Partial<NewItem> {
  const extraPrice = cost / quantity
  const { fromPackage, isGift } = old
  return { fromPackage, isGift, extraPrice, originPrice: Math.ceil(worthOf(old) / quantity) + extraPrice }
}

/** What the order pays for what comes, without what members save and without discount. */
function ownCost(old: Item | undefined, added: NewItem | undefined): Cents {
  if (!added) return 0
  if (!old || !isIncluded(old)) return costOf(added)
  // Swapping a part of a package, or a present, for a dearer one costs the difference of their own prices. What is
  // billed is what the item then says it costs: so many of one price, in whole cents.
  return Math.round(Math.max(fullCost(added) - worthOf(old), 0) / added.quantity) * added.quantity
}

const isIncluded = ({ fromPackage, isGift }: Item): boolean => fromPackage || isGift

/** What something that costs nothing is worth alone, without what was paid for it instead of something cheaper. */
const worthOf = ({ originPrice, extraPrice, quantity }: Item): Cents => ((originPrice ?? 0) - extraPrice) * quantity

/** What an item would cost outside of a package. */
const fullCost = (item: NewItem): Cents => costOf({ ...item, fromPackage: false, isGift: false })

const costOf = (item: NewItem): Cents => amountOf({ ...item, isGift: item.isGift ?? false })

/** The product that comes, at the prices of the order's city, with what a member saves on it; and why it may not be sold so. */
async function newItem(
  c: CallContext,
  order: Order,
  wanted: Change & { fromPackage: boolean; at: number },
): Promise<{ item?: NewItem; low?: Low; note?: Text }> {
  const { itemType, itemId, fromPackage, at } = wanted
  if (!itemType || !itemId) return {}
  const { cityCode, businessType } = order
  const quantity = wanted.quantity ?? 1
  const found = await resolvePrice(c, { cityCode, businessType, item: { itemType, itemId, quantity } })
  const price = wanted.price ?? found.price
  const low: Low | undefined = !found.onSale
    ? { field: `changes[${at}].itemId`, why: NOT_ON_SALE }
    : price < found.minPrice && !c.can(BELOW_MIN)
      ? { field: `changes[${at}].price`, why: below(found.minPrice) }
      : undefined
  const item: NewItem = {
    specialSaleItemId: found.specialSaleItemId,
    itemType,
    itemId,
    itemName: found.name,
    categoryId: found.item?.row.categoryId,
    quantity,
    originPrice: found.basePrice,
    price,
    minPrice: found.minPrice,
    memberDiscount: savedOnOne(found, wanted.price, await discountOf(c, order.customerId)) * quantity,
    discountShare: 0,
    discountOn: null,
    extraPrice: 0,
    fromPackage,
    photoQuota: found.item?.photoQuota ?? 0,
  }
  const note = shortOf(found)
  return { item, ...(low ? { low } : {}), ...(note ? { note } : {}) }
}

async function changeOne(c: CallContext, order: Order, priced: Priced, reason: string): Promise<Row<'orderChange'>> {
  const { old, at, memberDiscount, discountGone } = priced
  const added = priced.added && (await addItem(c, order, { ...priced.added, orderAddId: old?.orderAddId ?? null }, at))
  if (old) {
    await c.update('orderItem', old, { status: 'replaced', replacedById: added?.id, discountShare: 0, couponShare: 0 })
    const changed = words(c, 'written', 'orderChanged')
    await unmake(c, order.id, [old.id], changed)
    await unplan(c, old, `changes[${at}].oldItemId`, changed)
  }
  if (added) await makeSessions(c, order, [added])
  const now = await orderNow(c, order.id)
  await c.update('order', now, {
    memberDiscount: now.memberDiscount + memberDiscount,
    discountAmount: now.discountAmount - discountGone,
    // What a package holds is counted by the package.
    pickQuota: (now.pickQuota ?? 0) + (old?.fromPackage ? 0 : quotaOf(added) - quotaOf(old)),
  })
  // What coupons paid of it they pay of what comes, and of the rest of the order.
  await bearCoupon(c, order.id, old?.couponShare ?? 0, ({ id }) => id === added?.id)
  return c.insert('orderChange', { ...said(priced), orderId: order.id, newItemId: added?.id, reason })
}

async function addItem(c: CallContext, order: Order, item: NewItem, at: number): Promise<Item> {
  const { specialSaleItemId, quantity } = item
  await takeFromSales(c, [{ specialSaleItemId, quantity }], `changes[${at}].quantity`)
  return c.insert('orderItem', { ...item, orderId: order.id, sourceType: 'change' })
}

/** The difference of changes that are made: billed, lowers what is due, or is to be refunded. */
async function settleChange(
  c: CallContext,
  orderId: number,
  diffAmount: Cents,
  { rows, refundWay }: { rows: readonly Row<'orderChange'>[]; refundWay: Because['refundWay'] },
): Promise<Charged> {
  const now = await orderNow(c, orderId)
  const words = { title: `变更 ${now.orderNo}`, titleEn: `Change of ${now.orderNo}` }
  const payableAmount = diffAmount > 0 ? diffAmount - (await settleWithRefunds(c, now, diffAmount)) : 0
  const sourceId = rows[0]?.id
  const bill = payableAmount > 0 ? await openOrderBill(c, now, { ...words, payableAmount, sourceId }) : undefined
  if (bill) for (const row of rows) await c.update('orderChange', row, { billId: bill.id })
  const back = diffAmount < 0 ? await settleLess(c, orderId, refundWay) : undefined
  const settled = await settleState(c, await orderNow(c, orderId))
  // The studio was set to work by the first money.
  if (settled.paidAmount > 0) await beginWork(c, settled)
  await countPaid(c, await orderNow(c, orderId))
  return { diffAmount, ...(bill ? { billId: bill.id } : {}), ...(back ? { refundId: back.id } : {}) }
}

/** Another choice of an item, which costs so much more or less apiece. A part of a package then costs the difference itself. */
export async function chargeChoice(c: CallContext, item: Item, more: Cents, reason: string): Promise<Charged> {
  const { id, orderId, itemName, originPrice, minPrice, price, extraPrice, quantity, fromPackage } = item
  const before = fromPackage ? extraPrice : (price ?? 0)
  const after = Math.max(before + more, 0)
  const kept = discountKept(item, after * quantity)
  const discountGone = item.discountShare - kept.discountShare
  const changed = await c.update('orderItem', item, {
    originPrice: (originPrice ?? 0) + (fromPackage ? after - before : more),
    ...(fromPackage ? { extraPrice: after } : { price: after, minPrice: Math.max((minPrice ?? 0) + more, 0) }),
    ...{ ...kept, couponShare: 0 },
  })
  await bearCoupon(c, orderId, item.couponShare, (one) => one.id === changed.id)
  const now = await orderNow(c, orderId)
  await c.update('order', now, { discountAmount: now.discountAmount - discountGone })
  const diffAmount = (after - before) * quantity + discountGone
  const row = await c.insert('orderChange', {
    ...{ orderId, changeType: 'attribute', diffAmount, reason },
    ...{ oldItemId: id, oldItemName: itemName, newItemId: id, newItemName: itemName },
  })
  return settleChange(c, orderId, diffAmount, { rows: [row], refundWay: 'original' })
}

/** Differences of earlier changes that are still to be refunded. */
const changeRefunds = (c: CallContext, orderId: number): Promise<Row<'refund'>[]> =>
  c.select('refund', { orderId, ofChange: true, status: ['applied', 'approved'] }, { sort: ['-id'], lock: true })

/** What an order costs more is first taken from what earlier changes are to give back. Answers how much that was. */
async function settleWithRefunds(c: CallContext, order: Order, amount: Cents): Promise<Cents> {
  let left = amount
  for (const refund of await changeRefunds(c, order.id)) {
    const part = Math.min(left, refund.refundAmount)
    if (part <= 0) break
    if (part === refund.refundAmount) await c.move('refund', refund, 'settle')
    else await c.update('refund', refund, { refundAmount: refund.refundAmount - part })
    left -= part
  }
  const settled = amount - left
  if (settled > 0) await c.update('order', order, { reducedAmount: order.reducedAmount + settled })
  return settled
}

export const handlers: Handlers = { 'order/priceChange': price }
