/** What follows from the money of an order: its payment status, and whether it counts as paid (rules 2.2). */
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Row, Values, Where } from '../../platform/call.ts'
import { refuseState } from '../../platform/refusals.ts'
import { couponWays } from '../vip/coupons.ts'

/** The payment status that the amounts of an order say. `coupons`: what of it was paid with coupons, and never goes back. */
export function payStatusOf(order: Row<'order'>, coupons: Cents): Row<'order'>['payStatus'] {
  const { paidAmount, refundAmount, payableAmount, itemsAmount } = order
  if (refundAmount > 0) return refundAmount >= paidAmount - coupons ? 'refunded' : 'partlyRefunded'
  if (paidAmount === 0) return payableAmount === 0 && itemsAmount > 0 ? 'paidInFull' : 'unpaid'
  return paidAmount >= payableAmount ? 'paidInFull' : 'depositPaid'
}

/**
 * Brings payment and order status up to the amounts, those of `changes` first: paid in full moves on, money due again
 * moves back while nothing was shot.
 */
export async function settleState(
  c: CallContext,
  order: Row<'order'>,
  changes: Pick<Values<'order'>, 'paidAmount'> = {},
): Promise<Row<'order'>> {
  const coupons = order.refundAmount > 0 ? await paidWithCoupons(c, order.id) : 0
  const now = await c.update('order', order, { ...changes, payStatus: payStatusOf({ ...order, ...changes }, coupons) })
  if (now.dueAmount === 0 && now.orderStatus === 'submitted')
    return c.move('order', now, 'payFull', { paidTime: c.now })
  return now.dueAmount > 0 && now.orderStatus === 'paid' ? c.move('order', now, 'owe') : now
}

/**
 * How much of an order its customer spent, once it was paid in full (rules 2.2): the customer shows the sum, and a
 * purchase for each order of which anything counts. Answers the customer.
 */
export async function countSpent(
  c: CallContext,
  order: Row<'order'>,
  countedAmount: Cents,
): Promise<Row<'customer'> | undefined> {
  const customer = await c.ref(order, 'customer', { lock: true })
  const purchase = (counted: Cents): number => (counted > 0 ? 1 : 0)
  if (!customer || countedAmount === order.countedAmount) return customer
  await c.update('order', order, { countedAmount })
  return c.update('customer', customer, {
    consumeCount: customer.consumeCount + purchase(countedAmount) - purchase(order.countedAmount),
    consumeAmount: customer.consumeAmount + countedAmount - order.countedAmount,
  })
}

/** What of an order counts as spent: what was paid and did not go back, without what was paid ahead for add-ons. */
export const spentOf = ({ paidAmount, refundAmount, advanceAmount }: Row<'order'>): Cents =>
  paidAmount - refundAmount - advanceAmount

/** After all money of an order went back: when its customer last bought something that stands. */
export async function unstampPurchase(c: CallContext, { customerId }: Row<'order'>): Promise<void> {
  const orders = await c.select('order', { customerId })
  const times = orders.flatMap((one) =>
    one.paidAmount > one.refundAmount && one.payStatus !== 'refunded' ? [one.paidTime ?? one.createTime] : [],
  )
  await c.update('customer', { id: customerId }, { lastConsumeTime: times.length > 0 ? Math.max(...times) : null })
}

/** What refunds under way will still take. */
export const reserved = (c: CallContext, where: Where<'refund'>): Promise<Cents> =>
  c.sum('refund', 'refundAmount', { ...where, status: ['applied', 'approved'] })

/** What of an order was paid with coupons and not undone: no money, so it never goes back as money (rules 2.15). */
export async function paidWithCoupons(c: CallContext, orderId: number): Promise<Cents> {
  const ways = await couponWays(c)
  return ways.length === 0 ? 0 : c.sum('cashRecord', 'amount', { orderId, payMethodId: ways, direction: 'in' })
}

/** What was paid of an order, was not refunded, and is wanted by no refund under way. */
export const unrefunded = async (c: CallContext, { id, paidAmount, refundAmount }: Row<'order'>): Promise<Cents> =>
  paidAmount - refundAmount - (await reserved(c, { orderId: id }))

/** What of an order may go back: the same without what was paid with coupons. */
export const refundable = async (c: CallContext, order: Row<'order'>): Promise<Cents> =>
  (await unrefunded(c, order)) - (await paidWithCoupons(c, order.id))

/** The order as it is by now, locked. */
export async function orderNow(c: CallContext, id: number | null | undefined): Promise<Row<'order'>> {
  const order = await c.find('order', id, { lock: true })
  return order ?? c.refuse('orderId', { zh: '订单不存在', en: 'There is no such order' })
}

/** Refuses an order that is cancelled, terminated or finished. */
export function mustBeOpen(c: CallContext, order: Row<'order'>): void {
  if (order.closeStatus !== 'open' || order.orderStatus === 'finished') refuseState(c)
}
