/** What a payment does to an order: amounts, first payment, paid in full (rules 2.2). */
import { formatMoney } from '../../../model/format.ts'
import { credit, sharesOf } from '../cash/performance.ts'
import type { Payment } from '../cash/payment.ts'
import type { CallContext, Row } from '../legacy.ts'
import { isOneOf, nameOf, value } from '../values.ts'
import { rewardReferral } from '../referral/award.ts'
import { tellByScene } from '../messages/sms.ts'
import { joinOrRaise } from '../vip/grades.ts'
import { memberOf, movePoints, pointsFor } from '../vip/points.ts'
import { beginWork } from './flow.ts'
import { mustBeOpen, orderNow, settleState } from './state.ts'
import { upgradePaid } from './upgrade.ts'

/** Money on the bill of an order, or of its upgrade. */
export async function orderPaid(c: CallContext, payment: Payment): Promise<unknown> {
  const { bill, amount, income, records } = payment
  const before = await orderNow(c, bill.orderId)
  mustBeOpen(c, before)
  const first = Number(before.paidAmount) === 0
  if (first) refuseSmallDeposit(c, before, amount)
  let order = await settleState(c, before, { paidAmount: Number(before.paidAmount) + amount })
  const upgrading = bill.sourceId !== null && bill.sourceId !== undefined
  await credit(c, {
    type: upgrading ? 'upgrade' : 'orderSale',
    amount: income,
    shares: sharesOf(order),
    orderId: order.id,
    bill,
    cashRecordId: records[0]?.id,
    accountDate: records[0]?.accountDate,
  })
  if (first) await firstPaid(c, order)
  if (upgrading && isOneOf(c, 'bill_status', bill.billStatus, 'paid'))
    order = (await upgradePaid(c, order, bill)) ?? order
  if (
    isOneOf(c, 'pay_status', order.payStatus, 'paidInFull') &&
    !isOneOf(c, 'pay_status', before.payStatus, 'paidInFull')
  )
    await paidInFull(c, order)
  return order.orderStatus
}

function refuseSmallDeposit(c: CallContext, order: Row, amount: number): void {
  const least = Math.min(Number(order.depositAmount ?? 0), Number(order.dueAmount))
  if (amount < least)
    c.refuse('methods', {
      zh: `首次收款不能低于订金 ${(least / 100).toFixed(2)} 元`,
      en: `The first payment is at least ${(least / 100).toFixed(2)}`,
    })
}

/** The first money makes a customer of whoever was none, and sets the studio to work. */
async function firstPaid(c: CallContext, order: Row): Promise<void> {
  const customer = await c.find('customer', Number(order.customerId), { lock: true })
  const stamp = { lastConsumeTime: c.now }
  if (customer && isOneOf(c, 'customer_status', customer.status, 'potential', 'intended'))
    await c.move('customer', customer, 'firstPayment', stamp)
  else if (customer) await c.update('customer', customer, stamp)
  await beginWork(c, order)
}

/** Points once (I-17), the customer's figures, a higher grade if it is reached; who sent the customer is rewarded, the customer is told. */
async function paidInFull(c: CallContext, order: Row): Promise<void> {
  const customer = await c.find('customer', Number(order.customerId), { lock: true })
  if (!customer) return
  const consumed = await c.update('customer', customer, {
    consumeCount: Number(customer.consumeCount ?? 0) + (isFirstFull(order) ? 1 : 0),
    consumeAmount: Number(customer.consumeAmount ?? 0) + Number(order.paidAmount) - Number(order.countedAmount ?? 0),
    lastConsumeTime: c.now,
  })
  const member = await memberOf(c, customer.id)
  const given: { integralGiven?: number } = {}
  if (member && Number(order.integralGiven) === 0) {
    given.integralGiven = await pointsFor(c, member, await integralable(c, order))
    await movePoints(c, member, { type: 'consume', change: given.integralGiven, orderId: order.id })
  }
  await c.update('order', await orderNow(c, order.id), { countedAmount: order.paidAmount, ...given })
  await joinOrRaise(c, consumed)
  await rewardReferral(c, order)
  await tellByScene(
    c,
    'paid',
    {
      mobile: String(customer.mobile),
      customerName: String(customer.realName),
      sourceType: 'order',
      sourceId: order.id,
    },
    { orderNo: order.orderNo, amount: formatMoney(Number(order.payableAmount) / 100) },
  )
}

const isFirstFull = (order: Row): boolean => Number(order.countedAmount ?? 0) === 0

/** New money on an order: what points are given for. Consumption from a balance was earned at the recharge. */
async function integralable(c: CallContext, order: Row): Promise<number> {
  const records = await c.select('cashRecord', { orderId: order.id, direction: value(c, 'direction', 'in') })
  return records
    .filter((record) => ['order', 'addOn'].includes(nameOf(c, 'bill_type', record.billType) ?? ''))
    .reduce((all, record) => all + Number(record.amount), 0)
}
