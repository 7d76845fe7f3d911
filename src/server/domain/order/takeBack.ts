/** What a refund that is paid out takes back: amounts, points, performance, the end of an order (rules 2.2, 2.15; I-12 … I-17). */
import type { Cents } from '../../../model/units.ts'
import { credit, sharesOf, takeCredit } from '../cash/performance.ts'
import type { CallContext, Row } from '../../platform/call.ts'
import { moveAccount, reserve } from '../vip/account.ts'
import { chargedPart } from '../vip/payout.ts'
import { membershipOf, movePoints } from '../vip/points.ts'
import { takeOffRecharges } from '../vip/recharge.ts'
import { dropOpenBills, endSessions, unshotOf } from './cancel.ts'
import { countSpent, orderNow, paidWithCoupons, payStatusOf, spentOf, unstampPurchase } from './state.ts'
import { words } from '../../platform/values.ts'

/** What a refund was paid out with. */
interface Paid {
  record: Row<'cashRecord'>
  /** The part that went by ways that count as income. */
  income: Cents
}

/** Amounts, points and performance of an order after money went back: what is due does not rise. Answers the points. */
export async function takeBack(
  c: CallContext,
  order: Row<'order'>,
  { refundAmount: amount }: Row<'refund'>,
  { record, income }: Paid,
): Promise<number> {
  const before = await orderNow(c, order.id)
  const lowered = await c.update('order', before, {
    refundAmount: before.refundAmount + amount,
    reducedAmount: before.reducedAmount + amount,
  })
  const coupons = await paidWithCoupons(c, order.id)
  const now = await c.update('order', lowered, { payStatus: payStatusOf(lowered, coupons) })
  await countSpent(c, now, Math.min(now.countedAmount, spentOf(now)))
  if (income > 0)
    await credit(c, {
      type: 'refund',
      amount: -income,
      shares: sharesOf(order),
      orderId: order.id,
      cashRecordId: record.id,
      accountDate: record.accountDate,
    })
  const points = await pointsFor(c, order, amount)
  const member = points > 0 ? await membershipOf(c, order.customerId) : undefined
  if (member) await movePoints(c, member, { type: 'refund', change: -points, orderId: order.id })
  await closeIfAllBack(c, order.id, coupons)
  return points
}

/** Points go back in proportion to the money, all of them with all of it, and never below nothing (I-17). */
export async function pointsFor(c: CallContext, order: Row<'order'>, amount: Cents): Promise<number> {
  const member = order.integralGiven > 0 ? await membershipOf(c, order.customerId) : undefined
  const paid = order.paidAmount - (await paidWithCoupons(c, order.id))
  if (!member || paid <= 0) return 0
  const pointsOf = (back: Cents): number => Math.floor((order.integralGiven * back) / paid)
  return Math.max(Math.min(pointsOf(order.refundAmount + amount) - pointsOf(order.refundAmount), member.integral), 0)
}

/**
 * An order of which all money went back is terminated; its bills are refunded, or void where they were not paid. What it
 * was paid with coupons is lost: it counts no longer as spent.
 */
async function closeIfAllBack(c: CallContext, orderId: number, coupons: Cents): Promise<void> {
  const order = await orderNow(c, orderId)
  if (order.refundAmount < order.paidAmount - coupons || order.closeStatus !== 'open') return
  await countSpent(c, order, 0)
  const ended = words(c, 'written', 'orderEnded')
  await endSessions(c, await unshotOf(c, orderId), 'terminate', ended)
  const billType = ['order', 'addOn', 'goldOrder', 'goldAddOn'] as const
  for (const bill of await c.select('bill', { orderId, billType, billStatus: 'paid' }, { lock: true }))
    await c.move('bill', bill, 'refundAll')
  await dropOpenBills(c, orderId, ended)
  // Payable is what the studio keeps: nothing.
  const { reducedAmount, payableAmount, advanceAmount } = order
  const empty = { advanceAmount: 0, reducedAmount: reducedAmount + payableAmount - advanceAmount }
  await c.move('order', await c.update('order', await orderNow(c, orderId), empty), 'terminate', {
    closeReason: words(c, 'written', 'refunded'),
  })
  await unstampPurchase(c, order)
}

/** Principal out of the account, the bonus that came with it taken back, and what was credited and given for it. Answers the points. */
export async function takeFromAccount(c: CallContext, row: Row<'refund'>, paid: Paid): Promise<number> {
  await reserve(c, row, true)
  const account = await c.mustRef(row, 'account', { lock: true })
  const charged = await chargedPart(c, account, row.refundAmount)
  if (paid.income > 0) await takeCredits(c, account, paid.income, paid.record)
  await moveAccount(c, account, {
    type: 'withdraw',
    direction: 'out',
    principal: row.refundAmount,
    gift: row.giftTakeBack,
    cashRecordId: paid.record.id,
  })
  return takeOffRecharges(c, account, charged, row.createTime)
}

/** What was credited last is taken back first; of each recharge no more than it was credited with. */
async function takeCredits(
  c: CallContext,
  { customerId }: Row<'account'>,
  amount: Cents,
  { id: cashRecordId, accountDate }: Row<'cashRecord'>,
): Promise<void> {
  let left = amount
  for (const bill of await c.select(
    'bill',
    { customerId, billType: 'recharge', billStatus: ['paid', 'refunded'] },
    { sort: ['-id'] },
  )) {
    const credited = await c.sum('performance', 'perfAmount', { billId: bill.id })
    const part = Math.min(left, credited)
    if (part <= 0) continue
    await takeCredit(c, { type: 'refund', amount: part, bill, cashRecordId, accountDate })
    left -= part
  }
}
