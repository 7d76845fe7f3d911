/** What a payment does to an order: amounts, first payment, paid in full (rules 2.2). */
import { formatMoney } from '../../../model/format.ts'
import type { Text } from '../../../model/model.ts'
import type { Cents } from '../../../model/units.ts'
import { yuan } from '../cash/cents.ts'
import { credit, sharesOf } from '../cash/performance.ts'
import type { Payment } from '../cash/payment.ts'
import type { CallContext, Row } from '../../platform/call.ts'
import { rewardReferral } from '../referral/award.ts'
import { tellByScene } from '../messages/sms.ts'
import { joinOrRaise } from '../vip/grades.ts'
import { memberOf, movePoints, pointsFor } from '../vip/points.ts'
import { winFilms } from './films.ts'
import { beginWork } from './flow.ts'
import { countSpent, mustBeOpen, orderNow, paidWithCoupons, settleState, spentOf } from './state.ts'
import { upgradeOf, upgradePaid } from './upgraded.ts'

/** Money on the bill of an order, of its upgrade, or of a change. Answers the order's status. */
export async function orderPaid(
  c: CallContext,
  { bill, amount, income, records }: Payment,
): Promise<Row<'order'>['orderStatus']> {
  const before = await orderNow(c, bill.orderId)
  mustBeOpen(c, before)
  const first = before.paidAmount === 0
  const tooLittle = tooLittleFirst(before, amount)
  if (tooLittle) c.refuse('methods', tooLittle)
  let order = await settleState(c, before, { paidAmount: before.paidAmount + amount })
  const upgrade = await upgradeOf(c, bill)
  await credit(c, {
    type: upgrade ? 'upgrade' : 'orderSale',
    amount: income,
    shares: sharesOf(order),
    orderId: order.id,
    bill,
    cashRecordId: records[0]?.id,
    accountDate: records[0]?.accountDate,
  })
  if (first) await firstPaid(c, order)
  if (upgrade && bill.billStatus === 'paid') order = await upgradePaid(c, order, upgrade)
  await countPaid(c, await orderNow(c, order.id))
  return order.orderStatus
}

/** Why so little is not taken of an order of which nothing is paid yet; nothing where it is enough. */
export function tooLittleFirst(
  { paidAmount, depositAmount, dueAmount }: Row<'order'>,
  amount: Cents,
): Text | undefined {
  const least = Math.min(depositAmount, dueAmount)
  if (paidAmount !== 0 || amount >= least) return undefined
  const deposit = yuan(least)
  return { zh: `首次收款不能低于订金 ${deposit}`, en: `The first payment is at least ${deposit}` }
}

/** The first money makes a customer of whoever was none, and sets the studio to work. */
async function firstPaid(c: CallContext, order: Row<'order'>): Promise<void> {
  const customer = await c.ref(order, 'customer', { lock: true })
  const stamp = { lastConsumeTime: c.now }
  if (customer?.status === 'potential' || customer?.status === 'intended')
    await c.move('customer', customer, 'firstPayment', stamp)
  else if (customer) await c.update('customer', customer, stamp)
  await beginWork(c, order)
  await winFilms(c, order)
}

/** Points once (I-17), the customer's figures, a higher grade if it is reached; who sent the customer is rewarded, the customer is told. */
async function paidInFull(c: CallContext, order: Row<'order'>): Promise<void> {
  const customer = await countSpent(c, order, spentOf(order))
  if (!customer) return
  const consumed = await c.update('customer', customer, { lastConsumeTime: c.now })
  await c.update('order', order, { integralGiven: await givePoints(c, order) })
  await joinOrRaise(c, consumed)
  await rewardReferral(c, order)
  const { mobile, realName: customerName } = customer
  const { orderNo, payableAmount } = order
  const receiver = { mobile, customerName, sourceType: 'order', sourceId: order.id }
  await tellByScene(c, 'paid', receiver, { orderNo, amount: formatMoney(payableAmount / 100) })
}

/**
 * An order of which nothing is due any more, by whatever that came: it counts as spent by its customer, the first time
 * with all that follows; what is paid later counts too. While something is due, what counted before stays.
 */
export async function countPaid(c: CallContext, order: Row<'order'>): Promise<void> {
  if (order.dueAmount > 0 || order.closeStatus !== 'open' || spentOf(order) <= 0) return
  if (order.countedAmount === 0) return paidInFull(c, order)
  const customer = await countSpent(c, order, spentOf(order))
  if (customer) await joinOrRaise(c, customer)
}

/** The points an order has given: now, where it gave none before. Consumption from a balance was earned at the recharge, and a coupon earns none. */
async function givePoints(c: CallContext, order: Row<'order'>): Promise<number> {
  const member = await memberOf(c, order.customerId)
  if (!member || order.integralGiven !== 0) return order.integralGiven
  const paid = { orderId: order.id, direction: 'in', billType: ['order', 'addOn'] } as const
  const money = (await c.sum('cashRecord', 'amount', paid)) - (await paidWithCoupons(c, order.id))
  const change = await pointsFor(c, member, Math.max(money, 0))
  await movePoints(c, member, { type: 'consume', change, orderId: order.id })
  return change
}
