/**
 * What each item of an order bears of discounts and coupons (rules 2.15): said when these are agreed or paid, and kept
 * with the item, so that what happens to others later does not change it.
 */
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Row } from '../../platform/call.ts'
import { splitByRatio, sum } from '../cash/cents.ts'

type Item = Row<'orderItem'>

/** What of an item is to be paid with money. */
export const moneyOf = (item: Pick<Item, 'amount' | 'memberDiscount' | 'discountShare' | 'couponShare'>): Cents =>
  (item.amount ?? 0) - item.memberDiscount - item.discountShare - item.couponShare

/** An amount over limits, in proportion to them and never more than they are. */
function byLimit(amount: Cents, limits: readonly Cents[]): Cents[] {
  const all = sum(limits)
  const parts = limits.map(() => 0)
  if (all <= 0) return parts
  const open = limits.flatMap((limit, at) => (limit > 0 ? [at] : []))
  const split = splitByRatio(
    Math.min(amount, all),
    open.map((at) => (limits[at] ?? 0) / all),
  )
  open.forEach((at, place) => (parts[at] = split[place] ?? 0))
  return parts
}

/** An amount over what it is for first, and over the others as far as these do not bear it. */
export function spread(amount: Cents, limits: readonly Cents[], isFor: (at: number) => boolean): Cents[] {
  const open = limits.map((limit) => Math.max(limit, 0))
  const first = byLimit(
    amount,
    open.map((limit, at) => (isFor(at) ? limit : 0)),
  )
  const second = byLimit(
    amount - sum(first),
    open.map((limit, at) => limit - (first[at] ?? 0)),
  )
  return first.map((part, at) => part + (second[at] ?? 0))
}

/** What coupons paid is borne by the items of an order: by those that it is for, as far as they cost so much. */
export async function bearCoupon(
  c: CallContext,
  orderId: number,
  amount: Cents,
  isFor: (item: Item) => boolean,
): Promise<void> {
  const items = await c.select('orderItem', { orderId, status: 'active' }, { sort: ['id'], lock: true })
  await add(
    c,
    items,
    spread(amount, items.map(moneyOf), (at) => isFor(items[at] as Item)),
  )
}

/** What a coupon paid that is given back is borne no more. */
export async function unbearCoupon(
  c: CallContext,
  orderId: number,
  amount: Cents,
  isFor: (item: Item) => boolean,
): Promise<void> {
  const items = await c.select('orderItem', { orderId, status: ['active', 'refunded'] }, { sort: ['id'], lock: true })
  const borne = items.map(({ couponShare }) => couponShare)
  const parts = spread(amount, borne, (at) => isFor(items[at] as Item))
  await add(
    c,
    items,
    parts.map((part) => -part),
  )
}

async function add(c: CallContext, items: readonly Item[], parts: readonly Cents[]): Promise<void> {
  for (const [at, item] of items.entries()) {
    const part = parts[at] ?? 0
    if (part !== 0) await c.update('orderItem', item, { couponShare: item.couponShare + part })
  }
}

/**
 * What an item that costs so much instead bears of the discount: all of it, or where it is cheaper than the discount was
 * agreed on its share. `discountOn`: that cost, where it is dearer now.
 */
export function discountKept(
  { amount, ...agreed }: Pick<Item, 'amount' | 'discountShare' | 'discountOn'>,
  cost: Cents,
): Pick<Item, 'discountShare' | 'discountOn'> {
  const on = agreed.discountOn ?? amount ?? 0
  if (agreed.discountShare === 0 || on <= 0) return { discountShare: 0, discountOn: null }
  if (cost >= on) return { discountShare: agreed.discountShare, discountOn: cost > on ? on : null }
  return { discountShare: Math.floor((agreed.discountShare * Math.max(cost, 0)) / on), discountOn: null }
}
