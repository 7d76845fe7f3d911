/** Paying with a coupon (rules 2.15; I-11): one of the payer's own, used up with it and given back with its reversal. */
import type { Text } from '../../../model/model.ts'
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Handler, Handlers, Place, Row } from '../../platform/call.ts'
import { itemsOf as catalogued } from '../catalogue/items.ts'
import { plainKind } from '../cash/bill.ts'
import { yuan } from '../cash/cents.ts'
import { boughtOf } from '../order/priced.ts'
import { bearCoupon, unbearCoupon } from '../order/borne.ts'
import {
  broughtBy,
  giveBackCoupon,
  isCoupon,
  unpaidByCoupons,
  usable,
  usedFor,
  useCoupon,
  type Purchase,
  type Usable,
} from '../vip/coupons.ts'

const NOT_FOR_THIS = { zh: '该账单不能用现金券支付', en: 'This bill cannot be paid with a coupon' }
const ONE_BILL = { zh: '一张现金券只能用一次，支付一张账单', en: 'A coupon is used once, for one bill' }
const WORTH_LESS = { zh: '支付金额不能大于现金券面值', en: 'More than the coupon is worth' }

const held = async (c: CallContext, couponNo: string | null, lock = true): Promise<Row<'customerCoupon'> | undefined> =>
  couponNo
    ? (await c.select('customerCoupon', { couponNo: [couponNo, couponNo.toUpperCase()] }, { limit: 1, lock }))[0]
    : undefined

/** Uses up the coupon by whose number part of a payment was made. `field`: where the number was typed. */
export async function spendCoupon(
  c: CallContext,
  { bill, records, field }: { bill: Row<'bill'> | undefined; records: readonly Row<'cashRecord'>[]; field: Place },
): Promise<void> {
  const [record, more] = records
  if (!bill || !record || more) return c.refuse(field, ONE_BILL)
  const found = await usableFor(c, bill, await held(c, record.tradeNo))
  if (!('held' in found)) return c.refuse(field, found)
  if (record.amount > found.coupon.faceValue) c.refuse(field, WORTH_LESS)
  if (record.amount > found.worth) c.refuse(field, pays(found.worth))
  if (!bill.orderId) return
  const orderAddId = addOnOf(bill)
  await useCoupon(c, found.held, { orderId: bill.orderId, orderAddId, amount: record.amount })
  await count(c, bill.orderId, record.amount)
  const { within } = found
  const isOf = await itemsPaidBy(c, bill)
  // What an add-on brings bears it once it is part of the order.
  if (orderAddId && !(await c.exists('orderItem', { orderId: bill.orderId, orderAddId }))) return
  await bearCoupon(
    c,
    bill.orderId,
    record.amount,
    (item) => isOf(item) && (!within || within.has(item.categoryId ?? 0)),
  )
}

/** Which items of its order a bill is for. */
async function itemsPaidBy(c: CallContext, bill: Row<'bill'>): Promise<(item: Row<'orderItem'>) => boolean> {
  const changed = (await c.select('orderChange', { billId: bill.id })).flatMap(({ newItemId }) => newItemId ?? [])
  if (changed.length > 0) return ({ id }) => changed.includes(id)
  if (await c.exists('orderUpgrade', { billId: bill.id })) return ({ itemType }) => itemType === 'package'
  return broughtBy(addOnOf(bill) ?? null)
}

/** The coupon, where it may pay of the bill; else why not. */
async function usableFor(
  c: CallContext,
  bill: Row<'bill'>,
  coupon: Row<'customerCoupon'> | undefined,
): Promise<Usable | Text> {
  if (!bill.orderId) return NOT_FOR_THIS
  const { customerId, payableAmount: amount } = bill
  return await usable(c, coupon, { customerId, amount, items: await itemsOf(c, bill) })
}

/** What a coupon pays of one of the bills, as paying would take it; else why it pays nothing of the first. */
async function paysOf(
  c: CallContext,
  bills: readonly Row<'bill'>[],
  coupon: Row<'customerCoupon'> | undefined,
): Promise<{ label: string; pays: Cents; why?: string }> {
  let best: { label: string; pays: Cents } | undefined
  let why: Text | undefined
  for (const bill of bills) {
    const found = await usableFor(c, bill, coupon)
    if (!('held' in found)) why ??= found
    else if (!best || found.worth > best.pays)
      best = { label: found.coupon.name, pays: Math.min(found.worth, bill.dueAmount) }
  }
  return best ?? { label: '', pays: 0, why: (why ?? NOT_FOR_THIS)[c.actor.lang] }
}

/** The payer's coupons that pay of the bills, with how much; of a number alone what it pays, or why nothing. Nothing is used up. */
const coupons: Handler<'bill/coupons'> = async (c) => {
  const bills = await c.select('bill', { id: c.input.billIds }, { seen: true })
  const { couponNo } = c.input
  if (couponNo) return [{ couponNo, ...(await paysOf(c, bills, await held(c, couponNo, false))) }]
  const customerId = [...new Set(bills.flatMap((bill) => bill.customerId ?? []))]
  const own = await c.select('customerCoupon', { customerId, status: 'unused' }, { sort: ['validTo', 'id'] })
  const told = []
  for (const coupon of own) told.push({ couponNo: coupon.couponNo, ...(await paysOf(c, bills, coupon)) })
  return told.filter(({ pays }) => pays > 0)
}

const pays = (worth: Cents): Text => ({
  zh: `此券在该账单最多支付 ${yuan(worth)}（适用分类的金额）`,
  en: `This coupon pays at most ${yuan(worth)} of this bill: what its categories cost`,
})

/** The add-on that a bill is for; nothing for any other bill. */
const addOnOf = ({ billType, sourceId }: Row<'bill'>): number | undefined =>
  plainKind(billType) === 'addOn' ? (sourceId ?? undefined) : undefined

/** What a bill is for: the items of its add-on, else those of its order, as far as no other coupon paid them. */
async function itemsOf(c: CallContext, bill: Row<'bill'>): Promise<Purchase['items']> {
  const { orderId } = bill
  const orderAddId = addOnOf(bill)
  const items = orderAddId ? await itemsOfAddOn(c, orderAddId) : await itemsOfOrder(c, bill)
  return orderId ? unpaidByCoupons(c, orderId, items) : items
}

async function itemsOfAddOn(c: CallContext, orderAddId: number): Promise<Purchase['items']> {
  const items = (await c.find('orderAdd', orderAddId))?.items ?? []
  const find = await catalogued(c, items)
  return items.map((item) => ({
    categoryId: find(item)?.row.categoryId,
    orderAddId,
    cost: (item.price ?? 0) * item.quantity,
  }))
}

/** The first bill of an order is not for what add-ons brought; that of a change may be. */
const itemsOfOrder = async (c: CallContext, { orderId, sourceId }: Row<'bill'>): Promise<Purchase['items']> =>
  (await c.select('orderItem', { orderId, status: 'active', ...(sourceId ? {} : { orderAddId: null }) })).map((item) =>
    boughtOf({ ...item, price: item.price ?? 0 }),
  )

/** The order says how much of it was paid with coupons: that is no money, and never goes back (rules 2.15). */
async function count(c: CallContext, orderId: number | null, amount: Cents): Promise<void> {
  const order = await c.find('order', orderId, { lock: true })
  if (order) await c.update('order', order, { couponPaid: order.couponPaid + amount })
}

/** The coupon that a record was paid with may be used again. */
export async function unspendCoupon(c: CallContext, way: Row<'payMethod'>, record: Row<'cashRecord'>): Promise<void> {
  const coupon = isCoupon(way) ? await held(c, record.tradeNo) : undefined
  if (coupon?.status !== 'used') return
  await giveBackCoupon(c, coupon)
  await count(c, record.orderId, -record.amount)
  const bill = await c.ref(record, 'bill')
  if (!bill?.orderId) return
  // What other coupons are for alone they go on bearing.
  const others = (await usedFor(c, bill.orderId)).flatMap(({ within }) => (within ? [within] : []))
  const isOf = await itemsPaidBy(c, bill)
  const isFor = (item: Row<'orderItem'>): boolean =>
    isOf(item) && !others.some((within) => within.has(item.categoryId ?? 0))
  await unbearCoupon(c, bill.orderId, record.amount, isFor)
}

export const handlers: Handlers = { 'bill/coupons': coupons }
