/** Recharges (rules 2.16, I-06): billed, and on the account with their bonus once they are paid. */
import { credit } from '../cash/performance.ts'
import type { Payment } from '../cash/payment.ts'
import { formatMoney } from '../../../model/format.ts'
import type { Cents } from '../../../model/units.ts'
import type { Call, CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { isFor, type Grade } from './audience.ts'
import { accountOf, moveAccount, partsInProportion } from './account.ts'
import { giveCoupon } from './coupons.ts'
import { isEarned, pointsOff, takenOff } from './offered.ts'
import { memberOf, membershipOf, movePoints } from './points.ts'
import { mustBePositive } from '../../platform/refusals.ts'

const NO_OFFER = { zh: '充值活动不可用', en: 'This recharge offer cannot be used' }

/** What an offer gives for an amount: as often as the amount holds it. Refuses one that does not run, or is not for this customer. */
async function bonusOf(
  c: Call<'account/recharge'>,
  customer: Row<'customer'>,
): Promise<{ giftAmount: Cents; giftIntegral: number }> {
  const { rechargeActivityId, amount } = c.input
  if (!rechargeActivityId) return { giftAmount: 0, giftIntegral: 0 }
  const offer = (await c.find('rechargeActivity', rechargeActivityId)) ?? c.refuse('rechargeActivityId', NO_OFFER)
  const running = !offer.disabled && offer.startTime <= c.now && offer.endTime > c.now
  if (!running || !isFor(offer, customer, await heldGrade(c, customer))) c.refuse('rechargeActivityId', NO_OFFER)
  const least = offer.rechargeAmount
  if (amount < least)
    c.refuse('amount', {
      zh: `未达到充值活动金额 ${formatMoney(least / 100)}`,
      en: `This recharge offer begins at ${formatMoney(least / 100)}`,
    })
  const times = Math.floor(amount / least)
  return { giftAmount: times * offer.giftAmount, giftIntegral: times * offer.giftIntegral }
}

/** The grade of the membership that runs; recharging is for members. */
async function heldGrade(c: CallContext, customer: Row<'customer'>): Promise<Grade | undefined> {
  const member = await memberOf(c, customer.id)
  return member && (await c.ref(member, 'grade'))?.memberGrade
}

const recharge: Handler<'account/recharge'> = async (c) => {
  const customer =
    (await c.seen('customer', c.input.customerId)) ??
    c.refuse('customerId', { zh: '客户不存在', en: 'The customer does not exist' })
  const { amount, orderId, rechargeActivityId, remark } = c.input
  mustBePositive(c, 'amount', amount)
  const order = await c.find('order', orderId)
  if (order && order.customerId !== customer.id)
    c.refuse('orderId', { zh: '该订单不属于这位客户', en: 'This order is of another customer' })
  const account = await accountOf(c, customer.id)
  const made = await c.insert('accountRecharge', {
    customerId: customer.id,
    accountId: account.id,
    amount,
    ...(await bonusOf(c, customer)),
    rechargeActivityId,
    orderId,
    salesId: c.input.salesId ?? c.actor.employeeId,
    remark,
  })
  const bill = await c.ref(made, 'bill')
  return { id: made.id, rechargeNo: made.rechargeNo, billId: made.billId, ...(bill ? { billNo: bill.billNo } : {}) }
}

/** A part of a recharge is not taken. */
export const WHOLE_RECHARGE = { zh: '充值须一次付清', en: 'A recharge is paid in full at once' }

/** Money on the bill of a recharge: all of it at once, since the account gets all or nothing. */
export async function rechargePaid(c: CallContext, { bill, income, records }: Payment): Promise<undefined> {
  if (bill.billStatus !== 'paid') c.refuse('methods', WHOLE_RECHARGE)
  const made =
    (await c.find('accountRecharge', bill.sourceId, { lock: true })) ??
    c.refuse('billIds', { zh: '充值单不存在', en: 'There is no such recharge' })
  const account = await accountOf(c, made.customerId)
  await moveAccount(c, account, {
    type: 'recharge',
    direction: 'in',
    principal: made.amount,
    gift: made.giftAmount,
    billId: bill.id,
    cashRecordId: records[0]?.id,
  })
  await c.move('accountRecharge', made, 'pay')
  const member = await memberOf(c, made.customerId)
  if (member && made.giftIntegral > 0) await movePoints(c, member, { type: 'recharge', change: made.giftIntegral })
  await giveOffered(c, made)
  await credit(c, {
    type: 'recharge',
    amount: income,
    shares: made.salesId ? [{ employeeId: made.salesId, ratio: 1 }] : [],
    bill,
    cashRecordId: records[0]?.id,
    accountDate: records[0]?.accountDate,
  })
  return undefined
}

/** The coupon of the offer, one a recharge. */
async function giveOffered(c: CallContext, made: Row<'accountRecharge'>): Promise<void> {
  const offer = await c.ref(made, 'rechargeActivity')
  await giveCoupon(c, offer?.giftCouponId, made.customerId, made.id)
}

/**
 * Principal went back of an account (rules 2.15): it is taken off the recharges, the last one first. Of each the points of
 * its offer go in proportion, and its coupon as soon as less is left than the offer begins at. `until`: when it was asked for. Answers the points.
 */
export async function takeOffRecharges(
  c: CallContext,
  { id: accountId, customerId }: Row<'account'>,
  amount: Cents,
  until: number,
): Promise<number> {
  let points = 0
  for (const { before, after } of await takenOff(c, accountId, amount, { until })) {
    await c.update('accountRecharge', before, { backAmount: after.backAmount })
    points += pointsOff(after) - pointsOff(before)
    if (!(await isEarned(c, after))) await takeCoupon(c, after)
    const bill = after.backAmount < after.amount ? undefined : await c.ref(after, 'bill', { lock: true })
    if (bill?.billStatus === 'paid') await c.move('bill', bill, 'refundAll')
  }
  const member = points > 0 ? await membershipOf(c, customerId) : undefined
  const taken = Math.min(points, member?.integral ?? 0)
  if (member && taken > 0) await movePoints(c, member, { type: 'refund', change: -taken })
  return taken
}

/** The coupon of an offer, where it was not used. */
async function takeCoupon(c: CallContext, made: Row<'accountRecharge'>): Promise<void> {
  const given = { rechargeId: made.id, status: 'unused' } as const
  for (const held of await c.select('customerCoupon', given, { lock: true }))
    await c.move('customerCoupon', held, 'void')
}

const NO_CUSTOMER = { zh: '请选择客户', en: 'Choose a customer' }

/** Balance from one customer to another of the company (I-08): what is available, exactly, with the bonus in it. */
const transfer: Handler<'balanceTransfer/add'> = async (c) => {
  const { fromCustomerId, toCustomerId, amount, reason } = c.input
  if (fromCustomerId === toCustomerId)
    c.refuse('toCustomerId', { zh: '不能转给同一客户', en: 'Not to the same customer' })
  mustBePositive(c, 'amount', amount)
  const [from, to] = await bothAccounts(c, fromCustomerId, toCustomerId)
  const parts = await partsInProportion(c, from, amount, 'amount')
  const made = await c.insert('balanceTransfer', {
    fromCustomerId,
    toCustomerId,
    amount,
    principalAmount: parts.principal,
    giftAmount: parts.gift,
    reason,
  })
  await moveAccount(c, from, { type: 'transferOut', direction: 'out', ...parts, oppositeId: to.id, remark: reason })
  await moveAccount(c, to, { type: 'transferIn', direction: 'in', ...parts, oppositeId: from.id, remark: reason })
  return { id: made.id }
}

/** Locked in the order of their customers, so that two transfers crossing each other never wait for ever. */
async function bothAccounts(c: CallContext, from: number, to: number): Promise<[Row<'account'>, Row<'account'>]> {
  const [a, b] = [await accountOf(c, Math.min(from, to)), await accountOf(c, Math.max(from, to))]
  return from < to ? [a, b] : [b, a]
}

/** An account, named itself or by its customer, with its balances and what may be spent. */
const getAccountInfo: Handler<'account/getAccountInfo'> = async (c) =>
  c.row ?? accountOf(c, c.input.customerId ?? c.refuse('customerId', NO_CUSTOMER))

export const handlers: Handlers = {
  'account/recharge': recharge,
  'balanceTransfer/add': transfer,
  'account/getAccountInfo': getAccountInfo,
}
