/** An order that costs less than before (rules 2.3): what its bills ask for falls, and what was paid too much goes back. */
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Row } from '../../platform/call.ts'
import { words } from '../../platform/values.ts'
import { kindWith, openBillsOf, plainKind, voidBill } from '../cash/bill.ts'
import { closeCodes } from '../cash/code.ts'
import { request } from './refund.ts'
import { orderNow, paidWithCoupons, refundable } from './state.ts'

type Order = Row<'order'>

/** Open bills ask for no more than is due; what was paid beyond that is to be refunded, by the way given. */
export async function settleLess(
  c: CallContext,
  orderId: number,
  refundWay: Row<'refund'>['refundWay'],
): Promise<Row<'refund'> | undefined> {
  const now = await orderNow(c, orderId)
  await lowerBills(c, now)
  return refundRest(c, now, refundWay)
}

/** Until what was paid too much goes out it stays payable, as with any refund. */
async function refundRest(
  c: CallContext,
  order: Order,
  refundWay: Row<'refund'>['refundWay'],
): Promise<Row<'refund'> | undefined> {
  const { id: orderId, customerId, reducedAmount } = order
  const over = order.paidAmount - order.refundAmount - order.payableAmount
  if (over <= 0) return undefined
  const coupons = await paidWithCoupons(c, orderId)
  // What a coupon paid does not go back; it stays payable.
  const refundAmount: Cents = Math.min(over, order.paidAmount - order.refundAmount - coupons)
  if (refundAmount > (await refundable(c, order)))
    c.refuse(undefined, { zh: '订单有未完成的退款', en: 'A refund of this order is under way' })
  await c.update('order', order, { reducedAmount: reducedAmount - over })
  if (refundAmount <= 0) return undefined
  const kind = { sourceType: 'order', refundType: 'priceAdjustment', reason: 'other', ofChange: true } as const
  return request(c, {
    ...kind,
    orderId,
    customerId,
    refundWay,
    refundAmount,
    remark: words(c, 'written', 'differenceBack'),
  })
}

/** Open bills of the order ask for no more than is due. Add-ons are paid apart; an upgrade of which nothing is due is paid. */
async function lowerBills(c: CallContext, order: Order): Promise<void> {
  let left = order.dueAmount
  const open = await openBillsOf(c, order.id)
  for (const bill of open.filter(({ billType }) => plainKind(billType) !== 'addOn')) {
    const due = Math.min(bill.dueAmount, left)
    left -= due
    if (due === bill.dueAmount) continue
    await closeCodes(c, [bill])
    const lowered = await c.update('bill', bill, { payableAmount: bill.paidAmount + due })
    if (due > 0) continue
    if (bill.paidAmount === 0) await voidBill(c, lowered, words(c, 'written', 'nothingDue'))
    else await c.move('bill', lowered, 'payFull', { billType: await kindWith(c, lowered, lowered.paidAmount) })
    for (const upgrade of await c.select('orderUpgrade', { billId: bill.id, status: 'waitingPayment' }, { lock: true }))
      await c.move('orderUpgrade', upgrade, 'pay')
  }
}
