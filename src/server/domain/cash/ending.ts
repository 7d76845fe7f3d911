/** Orders of which everything goes back (rules 2.15): nothing is sold, changed or paid meanwhile. */
import type { CallContext } from '../../platform/call.ts'
import { sum } from './cents.ts'

export const ENDS = { zh: '订单已付的款项正在全部退回', en: 'All that was paid of the order is going back' }

/** Whether refunds under way take all that was paid with money: a full one, or others together. */
export async function isEnding(c: CallContext, orderId: number): Promise<boolean> {
  const refunds = await c.select('refund', { orderId, status: ['applied', 'approved'] })
  if (refunds.length === 0) return false
  if (refunds.some(({ refundType }) => refundType === 'full')) return true
  const going = sum(refunds.map(({ refundAmount }) => refundAmount))
  const order = await c.find('order', orderId)
  return order !== undefined && order.paidAmount - order.refundAmount - order.couponPaid <= going
}
