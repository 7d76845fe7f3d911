/** What follows from the money of an order: its payment status, and whether it counts as paid (rules 2.2). */
import type { CallContext, Row } from '../legacy.ts'
import { isOneOf, value } from '../values.ts'
import { refuseState } from '../refusals.ts'

/** The payment status that the amounts of an order say; cents. */
export function payStatusOf(c: CallContext, order: Row): number {
  const [paid, refunded, payable] = [Number(order.paidAmount), Number(order.refundAmount), Number(order.payableAmount)]
  if (refunded > 0) return value(c, 'pay_status', refunded === paid ? 'refunded' : 'partlyRefunded')
  if (paid === 0)
    return value(c, 'pay_status', payable === 0 && Number(order.originAmount) > 0 ? 'paidInFull' : 'unpaid')
  return value(c, 'pay_status', paid >= payable ? 'paidInFull' : 'depositPaid')
}

/**
 * Brings payment and order status up to the amounts, those of `changes` first: paid in full moves on, money due again
 * moves back while nothing was shot.
 */
export async function settleState(c: CallContext, order: Row, changes: Partial<Row> = {}): Promise<Row> {
  let now = await c.update('order', order, { ...changes, payStatus: payStatusOf(c, { ...order, ...changes }) })
  const due = Number(now.dueAmount)
  if (due === 0 && isOneOf(c, 'order_status', now.orderStatus, 'submitted'))
    now = await c.move('order', now, 'payFull', { paidTime: c.now })
  else if (due > 0 && isOneOf(c, 'order_status', now.orderStatus, 'paid')) now = await c.move('order', now, 'owe')
  return now
}

/** The order as it is by now, locked. */
export async function orderNow(c: CallContext, id: unknown): Promise<Row> {
  const order = await c.find('order', Number(id), { lock: true })
  return order ?? c.refuse('orderId', { zh: '订单不存在', en: 'There is no such order' })
}

/** Refuses an order that is cancelled, terminated or finished. */
export function mustBeOpen(c: CallContext, order: Row): void {
  if (
    !isOneOf(c, 'order_close', order.closeStatus, 'open') ||
    isOneOf(c, 'order_status', order.orderStatus, 'finished')
  )
    refuseState(c)
}
