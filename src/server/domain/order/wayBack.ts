/** How a refund goes back (rules 2.15): the way the money came, unless there is a reason. */
import type { Cents } from '../../../model/units.ts'
import type { Call, CallContext, Row, Values } from '../../platform/call.ts'
import { fillInOrder, sum } from '../cash/cents.ts'
import { isCoupon } from '../vip/coupons.ts'

type CashRecord = Row<'cashRecord'>

/** What was paid for what is refunded, for the order or onto the account, and what of it went back already. */
async function movedFor(c: CallContext, { orderId, accountId }: Values<'refund'>): Promise<CashRecord[]> {
  if (orderId) return c.select('cashRecord', { orderId })
  const account = await c.find('account', accountId)
  if (!account) return []
  const records = await c.select('cashRecord', { customerId: account.customerId, billType: ['recharge', 'refund'] })
  return records.filter((record) => record.orderId === null)
}

/** A way of paying, and how much of an amount it takes. */
interface Part {
  way: Row<'payMethod'>
  amount: Cents
}

/**
 * What came by each way and has not gone back, most first; coupons are no money and never go back. What went back by a
 * way by which less had come is taken off the others, money before a balance: together no more goes back than came.
 */
async function partsIn(c: CallContext, asked: Values<'refund'>): Promise<Part[]> {
  const sums = new Map<number, Cents>()
  for (const { payMethodId, amount, direction } of await movedFor(c, asked))
    sums.set(payMethodId, (sums.get(payMethodId) ?? 0) + (direction === 'in' ? amount : -amount))
  const ways = (await c.select('payMethod', { id: [...sums.keys()] })).filter((way) => !isCoupon(way))
  const parts = ways.map((way) => ({ way, amount: sums.get(way.id) ?? 0 })).sort((one, two) => two.amount - one.amount)
  const came = parts.filter(({ amount }) => amount > 0)
  const inOrder = [...came.filter((part) => !isBalance(part)), ...came.filter(isBalance)]
  const taken = fillInOrder(
    sum(parts.map(({ amount }) => Math.max(-amount, 0))),
    inOrder.map(({ amount }) => amount),
  )
  return inOrder
    .map((part, at) => ({ ...part, amount: part.amount - (taken[at] ?? 0) }))
    .filter(({ amount }) => amount > 0)
    .sort((one, two) => two.amount - one.amount)
}

const isBalance = ({ way }: Part): boolean => way.kind === 'accountBalance'

/** The way a refund goes back by itself; what came from a balance goes back to it. */
export async function wayBack(c: CallContext, asked: Values<'refund'>): Promise<Values<'refund'>> {
  const parts = await partsIn(c, asked)
  const [most] = parts
  if ((asked.refundWay ?? 'original') !== 'original') {
    if (asked.orderId && asked.refundWay !== 'balance' && most && moneyOf(parts) === 0)
      c.refuse('refundWay', {
        zh: '订单由账户余额支付，只能退回余额',
        en: 'This was paid from the balance, and goes back to it',
      })
    return {}
  }
  if (!most) return {}
  if (!isBalance(most) || !asked.orderId) return { originMethodId: most.way.id }
  const other = most.amount < (asked.refundAmount ?? 0) ? parts.find((one) => !isBalance(one)) : undefined
  return other ? { originMethodId: other.way.id } : { refundWay: 'balance' }
}

/**
 * The ways a refund goes back: no more by each than came by it, the main way first. What came from a balance
 * goes back to it, also where the rest goes another way: it may hold a bonus, which is never paid out (I-12). A refund to
 * the balance goes by one way.
 */
export async function partsOut(c: CallContext, row: Row<'refund'>, way: Row<'payMethod'>): Promise<Part[]> {
  const whole = [{ way, amount: row.refundAmount }]
  if (row.refundWay === 'balance') return whole
  const isOriginal = row.refundWay === 'original' && way.id === row.originMethodId
  if (!row.orderId && !isOriginal) return whole
  const came = await partsIn(c, row)
  if (!isOriginal) return besideBalance(row.refundAmount, way, came)
  let left = row.refundAmount
  const parts: Part[] = []
  for (const one of [
    ...came.filter((part) => part.way.id === way.id),
    ...came.filter((part) => part.way.id !== way.id),
  ]) {
    const amount = Math.min(one.amount, left)
    if (amount > 0) parts.push({ way: one.way, amount })
    left -= amount
  }
  // What came by no way that is left, as a coupon's worth, goes with the rest.
  return left > 0 && parts[0]
    ? [{ ...parts[0], amount: parts[0].amount + left }, ...parts.slice(1)]
    : parts.length > 0
      ? parts
      : whole
}

/** What goes to the balance and did not come from it: money that leaves the order and stays on the account. */
export async function newOnBalance(c: CallContext, row: Row<'refund'>, parts: readonly Part[]): Promise<Cents> {
  const toBalance = parts.find(isBalance)?.amount ?? 0
  if (!row.orderId || toBalance === 0) return 0
  return Math.max(toBalance - ((await partsIn(c, row)).find(isBalance)?.amount ?? 0), 0)
}

/** All money by one way, and to the balance what came from it. */
function besideBalance(amount: Cents, way: Row<'payMethod'>, came: readonly Part[]): Part[] {
  const balance = came.find(isBalance)
  const money = Math.max(amount - (balance?.amount ?? 0), Math.min(amount, moneyOf(came)))
  const rest = amount - money
  return [
    ...(money > 0 ? [{ way, amount: money }] : []),
    ...(balance && rest > 0 ? [{ way: balance.way, amount: rest }] : []),
  ]
}

/** What came otherwise than from a balance. */
const moneyOf = (came: readonly Part[]): Cents =>
  sum(came.filter((part) => !isBalance(part)).map(({ amount }) => amount))

/**
 * How much bonus goes back with money to a balance: of what was spent from it for the order, the part that is given back;
 * with the last of it all that is left. Asked before the records of the payout are written.
 */
export async function giftBack(c: CallContext, row: Row<'refund'>, toBalance: Cents): Promise<Cents> {
  const { orderId } = row
  const spent = (await partsIn(c, row)).find(isBalance)?.amount ?? 0
  if (!orderId || spent === 0 || toBalance === 0) return 0
  const undone = await c.select('cashRecord', { orderId, reversal: 'reversed' })
  const movements = (await c.select('accountMovement', { orderId, movementType: ['consume', 'refundIn'] })).filter(
    ({ cashRecordId }) => !undone.some(({ id }) => id === cashRecordId),
  )
  const left = sum(
    movements.map(({ movementType, giftAmount }) => (movementType === 'consume' ? giftAmount : -giftAmount)),
  )
  return toBalance >= spent ? left : Math.floor((left * toBalance) / spent)
}

/** Whether a way of paying is the one that was asked for: that of the payment, the payee's account, or cash in hand. */
function isAsAgreed({ originMethodId, refundWay, payeeAccount }: Row<'refund'>, way: Row<'payMethod'>): boolean {
  if (originMethodId) return way.id === originMethodId
  return refundWay !== 'cash' || way.kind === 'transfer' || (way.kind === 'cash' && !payeeAccount)
}

/** How a refund is paid out: to the balance by the way that stands for balances; else as it came, or another way with a reason. */
export async function wayOf(c: Call<'cashRefund/confirm'>): Promise<Row<'payMethod'>> {
  const { refundWay, originMethodId } = c.row
  const { payMethodId = originMethodId, wayReason } = c.input
  const ways = await c.select('payMethod', { status: 'enabled' })
  const toBalance = refundWay === 'balance'
  const way = ways.find((one) => (toBalance ? one.kind === 'accountBalance' : one.id === payMethodId))
  if (!way) return c.refuse('payMethodId', { zh: '请选择支付方式', en: 'Choose how it is paid out' })
  if (!toBalance && (way.kind === 'accountBalance' || isCoupon(way)))
    c.refuse('payMethodId', {
      zh: '退款不能付到账户余额或现金券',
      en: 'Money is not paid out to a balance or a coupon',
    })
  if (!toBalance && !wayReason && !isAsAgreed(c.row, way))
    c.refuse(
      'wayReason',
      originMethodId
        ? { zh: '未按原支付方式退款，请说明原因', en: 'Not the way it was paid: say why' }
        : { zh: '未按审核的方式退款，请说明原因', en: 'Not the way it was approved: say why' },
    )
  return way
}
