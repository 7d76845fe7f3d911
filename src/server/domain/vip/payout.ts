/** Principal that is paid out of an account (rules 2.15, I-12): how much may be, and what goes with it. */
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Row } from '../../platform/call.ts'
import { sum } from '../cash/cents.ts'
import { availableOf, reservedOf } from './account.ts'
import { pointsOff, takenOff, tellCoupons } from './offered.ts'
import { membershipOf } from './points.ts'

/**
 * What of an account may go back: principal that is not frozen, wanted by no refund under way, and the customer's own;
 * the bonus that is taken back with it must be available, too. What another customer transferred is spent, or transferred
 * back: else bonus, offers and invoices would stay behind.
 */
export async function withdrawable(c: CallContext, account: Row<'account'>): Promise<Cents> {
  const left = account.principalBalance - (await reservedOf(c, account)).principal
  const available = availableOf(account)
  const most = Math.max(Math.min(left, available, await own(c, account)), 0)
  const giftFor = await giftRule(c, account)
  return largest(most, (amount) => amount + giftFor(amount) <= available)
}

/** The largest amount up to `most` that fits, where every smaller one fits, too. */
function largest(most: Cents, fits: (amount: Cents) => boolean): Cents {
  if (fits(most)) return most
  let [low, high] = [0, most]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}

/** Whether there is principal that another customer transferred, and that is therefore not paid out. */
const holdsOthers = async (c: CallContext, account: Row<'account'>): Promise<boolean> =>
  account.principalBalance - (await reservedOf(c, account)).principal > Math.max(await own(c, account), 0)

/** What a customer charged, or orders gave back, less what was paid out of it or will be. */
async function own(c: CallContext, account: Row<'account'>): Promise<Cents> {
  const accountId = account.id
  const charged = await c.sum('accountMovement', 'amount', { accountId, movementType: 'recharge' })
  const held = (await reservedOf(c, account)).principal
  return charged + (await newFromOrders(c, accountId)) - (await paidOut(c, accountId)) - held
}

const OTHERS = { zh: '他人转入的余额不退款', en: 'What another customer transferred is not paid out' }

/** What goes with principal that is paid out: bonus, and points and coupons of offers; and what is not paid out. */
export async function goesWith(
  c: CallContext,
  account: Row<'account'>,
  amount: Cents,
): Promise<{ giftTakeBack?: Cents; integralTakeBack?: number; follows?: string }> {
  const held = await reservedOf(c, account)
  const off = await takenOff(c, account.id, await chargedPart(c, account, amount, held.principal), {
    skip: await chargedPart(c, account, held.principal),
  })
  const points = sum(off.map(({ before, after }) => pointsOff(after) - pointsOff(before)))
  const has = points > 0 ? ((await membershipOf(c, account.customerId))?.integral ?? 0) : 0
  const told = [await tellCoupons(c, off), (await holdsOthers(c, account)) ? OTHERS : undefined]
  const follows = told.flatMap((text) => text?.[c.actor.lang] ?? []).join(c.actor.lang === 'zh' ? '；' : '; ')
  return {
    ...(amount > 0 ? { giftTakeBack: (await giftRule(c, account))(amount) } : {}),
    ...(has > 0 ? { integralTakeBack: Math.min(points, has) } : {}),
    ...(follows ? { follows } : {}),
  }
}

/**
 * What of an amount was charged: money that orders gave back goes first, and takes no bonus, points or coupon with it.
 * `before`: what else will have gone by then, besides what was paid out.
 */
export async function chargedPart(
  c: CallContext,
  { id: accountId }: Row<'account'>,
  amount: Cents,
  before: Cents = 0,
): Promise<Cents> {
  const gone = before + (await paidOut(c, accountId)) - (await newFromOrders(c, accountId))
  return Math.max(gone + amount, 0) - Math.max(gone, 0)
}

const paidOut = (c: CallContext, accountId: number): Promise<Cents> =>
  c.sum('accountMovement', 'amount', { accountId, movementType: 'withdraw' })

/** Bonus taken back with an amount of principal: of what was charged the same part, all of it with the last, no more than there is. */
async function giftRule(c: CallContext, account: Row<'account'>): Promise<(amount: Cents) => Cents> {
  const accountId = account.id
  const charged = await c.sum('accountMovement', 'amount', { accountId, movementType: 'recharge' })
  if (charged === 0) return () => 0
  const given = await c.sum('accountMovement', 'giftAmount', { accountId, movementType: 'recharge' })
  const held = await reservedOf(c, account)
  const gone = held.principal + (await paidOut(c, accountId)) - (await newFromOrders(c, accountId))
  const giftOf = (principal: Cents): Cents => Math.floor((given * Math.max(principal, 0)) / charged)
  return (amount) => Math.min(giftOf(gone + amount) - giftOf(gone), account.giftBalance - held.gift)
}

/** What orders gave back to an account beyond what they had been paid from it. */
async function newFromOrders(c: CallContext, accountId: number): Promise<Cents> {
  const orders = new Map<number, Cents>()
  for (const one of await c.select('accountMovement', { accountId, movementType: ['refundIn', 'consume'] }))
    if (one.orderId) {
      const sign = one.direction === 'in' ? 1 : -1
      orders.set(one.orderId, (orders.get(one.orderId) ?? 0) + sign * (one.amount + one.giftAmount))
    }
  return sum([...orders.values()].map((amount) => Math.max(amount, 0)))
}
