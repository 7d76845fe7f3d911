/** Recharges (rules 2.16, I-06): billed, and on the account with their bonus once they are paid. */
import { openBill } from '../cash/bill.ts'
import { credit } from '../cash/performance.ts'
import type { Payment } from '../cash/payment.ts'
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { isOneOf, nameOf, value } from '../values.ts'
import { accountOf, moveAccount, partsOf as partsFor } from './account.ts'
import { giveCoupon } from './coupons.ts'
import { memberOf, movePoints } from './points.ts'
import { mustBePositive } from '../refusals.ts'

const NO_OFFER = { zh: '充值活动不可用', en: 'This recharge offer cannot be used' }

/** What an offer gives for an amount: as often as the amount holds it. Refuses one that does not run, or is not for this customer. */
async function bonusOf(
  c: CallContext,
  customer: Row,
  amount: number,
): Promise<{ giftAmount: number; giftIntegral: number }> {
  const id = c.input.rechargeActivityId
  if (!id) return { giftAmount: 0, giftIntegral: 0 }
  const offer = (await c.find('rechargeActivity', Number(id))) ?? c.refuse('rechargeActivityId', NO_OFFER)
  const running =
    !isOneOf(c, 'activity_status', offer.status, 'disabled') &&
    Number(offer.startTime) <= c.now &&
    Number(offer.endTime) > c.now
  const cities = (offer.regionCode ?? []) as unknown[]
  if (!running || (cities.length > 0 && !cities.includes(customer.cityCode)) || !(await isFor(c, offer, customer)))
    c.refuse('rechargeActivityId', NO_OFFER)
  const least = Number(offer.rechargeAmount)
  if (amount < least) c.refuse('amount', { zh: '未达到充值活动金额', en: 'Too little for this recharge offer' })
  const times = Math.floor(amount / least)
  return { giftAmount: times * Number(offer.giftAmount ?? 0), giftIntegral: times * Number(offer.giftIntegral ?? 0) }
}

async function isFor(c: CallContext, offer: Row, customer: Row): Promise<boolean> {
  const grades = (offer.userType ?? []) as string[]
  if (grades.length === 0) return true
  const member = await memberOf(c, customer.id)
  return member !== undefined && grades.includes(String(member.memberGrade))
}

const recharge: Handler = async (c) => {
  const customer =
    (await c.seen('customer', Number(c.input.customerId))) ??
    c.refuse('customerId', { zh: '客户不存在', en: 'The customer does not exist' })
  const amount = Number(c.input.amount)
  mustBePositive(c, 'amount', amount)
  const account = await accountOf(c, customer.id)
  const { orderId, rechargeActivityId, remark } = c.input
  const salesId = c.input.salesId ?? c.actor.employeeId
  const made = await c.insert('accountRecharge', {
    customerId: customer.id,
    accountId: account.id,
    amount,
    ...(await bonusOf(c, customer, amount)),
    rechargeActivityId,
    orderId,
    salesId,
    remark,
  })
  const bill = await openBill(c, {
    billType: 'recharge',
    title: `充值 ${String(made.rechargeNo)}`,
    payableAmount: amount,
    customerId: customer.id,
    sourceId: made.id,
    salesId: salesId as number | undefined,
  })
  await c.update('accountRecharge', made, { billId: bill.id })
  return { id: made.id, billId: bill.id }
}

/** Money on the bill of a recharge: all of it at once, since the account gets all or nothing. */
export async function rechargePaid(c: CallContext, { bill, income, records }: Payment): Promise<undefined> {
  if (!isOneOf(c, 'bill_status', bill.billStatus, 'paid'))
    c.refuse('methods', { zh: '充值须一次付清', en: 'A recharge is paid in full at once' })
  const made =
    (await c.find('accountRecharge', Number(bill.sourceId), { lock: true })) ??
    c.refuse('billIds', { zh: '充值单不存在', en: 'There is no such recharge' })
  const account = await accountOf(c, made.customerId)
  const [principal, gift] = [Number(made.amount), Number(made.giftAmount)]
  await moveAccount(c, account, {
    type: 'recharge',
    direction: 'in',
    principal,
    gift,
    billId: bill.id,
    cashRecordId: records[0]?.id,
  })
  await c.update('accountRecharge', made, { status: value(c, 'recharge_status', 'paid') })
  const member = await memberOf(c, made.customerId)
  if (member && Number(made.giftIntegral) > 0)
    await movePoints(c, member, { type: 'recharge', change: Number(made.giftIntegral) })
  await giveOffered(c, made)
  await credit(c, {
    type: 'recharge',
    amount: income,
    shares: made.salesId ? [{ employeeId: Number(made.salesId), ratio: 1 }] : [],
    bill,
    cashRecordId: records[0]?.id,
    accountDate: records[0]?.accountDate,
  })
  return undefined
}

/** The coupon of the offer, one a recharge. */
async function giveOffered(c: CallContext, made: Row): Promise<void> {
  const offer = made.rechargeActivityId ? await c.find('rechargeActivity', Number(made.rechargeActivityId)) : undefined
  await giveCoupon(c, offer?.giftCouponId, made.customerId)
}

/** Nobody paid for it: the recharge is off. */
export async function cancelRecharge(c: CallContext, made: Row): Promise<void> {
  if (nameOf(c, 'recharge_status', made.status) === 'waitingPayment')
    await c.update('accountRecharge', made, { status: value(c, 'recharge_status', 'cancelled') })
}

/** Balance from one customer to another of the company (I-08): what is available, exactly. */
const transfer: Handler = async (c) => {
  const { fromCustomerId, toCustomerId, amount: typed, reason } = c.input
  if (fromCustomerId === toCustomerId)
    c.refuse('toCustomerId', { zh: '不能转给同一客户', en: 'Not to the same customer' })
  const amount = Number(typed)
  mustBePositive(c, 'amount', amount)
  const [from, to] = await bothAccounts(c, fromCustomerId, toCustomerId)
  const parts = partsFor(c, from, amount, 'amount')
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
async function bothAccounts(c: CallContext, from: unknown, to: unknown): Promise<[Row, Row]> {
  const [first, second] = [from, to].sort((a, b) => Number(a) - Number(b))
  const [a, b] = [await accountOf(c, first), await accountOf(c, second)]
  return first === from ? [a, b] : [b, a]
}

/** The account by customer: balance, bonus, points and what happened lately. */
const getAccountInfo: Handler = async (c) => {
  const account = c.row ?? (await accountOf(c, c.input.customerId))
  return account
}

export const handlers: Handlers = {
  'account/recharge': recharge,
  'balanceTransfer/add': transfer,
  'account/getAccountInfo': getAccountInfo,
}
