/** What follows from the money of an order: its payment status, and whether it counts as paid (rules 2.2). */
import type { CallContext, Row, Values } from '../call.ts'
import { refuseState } from '../refusals.ts'

/** The payment status that the amounts of an order say. */
export function payStatusOf(order: Row<'order'>): Row<'order'>['payStatus'] {
  const { paidAmount, refundAmount, payableAmount, originAmount } = order
  if (refundAmount > 0) return refundAmount === paidAmount ? 'refunded' : 'partlyRefunded'
  if (paidAmount === 0) return payableAmount === 0 && originAmount > 0 ? 'paidInFull' : 'unpaid'
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
  const now = await c.update('order', order, { ...changes, payStatus: payStatusOf({ ...order, ...changes }) })
  if (now.dueAmount === 0 && now.orderStatus === 'submitted')
    return c.move('order', now, 'payFull', { paidTime: c.now })
  return now.dueAmount > 0 && now.orderStatus === 'paid' ? c.move('order', now, 'owe') : now
}

/** The order as it is by now, locked. */
export async function orderNow(c: CallContext, id: number | null | undefined): Promise<Row<'order'>> {
  const order = await c.find('order', id, { lock: true })
  return order ?? c.refuse('orderId', { zh: '订单不存在', en: 'There is no such order' })
}

/** Refuses an order that is cancelled, terminated or finished. */
export function mustBeOpen(c: CallContext, order: Row<'order'>): void {
  if (order.closeStatus !== 'open' || order.orderStatus === 'finished') refuseState(c)
}
