/** Coupons of customers (rules 2.16; I-11, I-19): never more than were issued, each used once. */
import { DAY } from '../../../model/zone.ts'
import type { Text } from '../../../model/model.ts'
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { fillInOrder, sum, yuan } from '../cash/cents.ts'
import { gradeOf, isFor } from './audience.ts'
import { isEarned, isWanted } from './offered.ts'

/** Gives a customer one of a coupon; nothing when there is none left. `rechargeId`: the recharge whose offer gave it. */
export async function giveCoupon(
  c: CallContext,
  couponId: number | null | undefined,
  customerId: number,
  rechargeId?: number,
): Promise<Row<'customerCoupon'> | undefined> {
  const coupon = await c.find('coupon', couponId, { lock: true })
  if (!coupon || (coupon.totalCount > 0 && coupon.issuedCount >= coupon.totalCount)) return undefined
  const days = coupon.validDays ?? 0
  const given = await c.insert('customerCoupon', {
    couponId: coupon.id,
    customerId,
    ...(rechargeId ? { rechargeId } : {}),
    validTo: days > 0 ? c.now + days * DAY : coupon.validTo,
  })
  await c.update('coupon', coupon, { issuedCount: coupon.issuedCount + 1 })
  return given
}

/** A way of paying that stands for coupons: a voucher, and no new money. */
export const isCoupon = ({ kind, isIncome }: Row<'payMethod'>): boolean => kind === 'voucher' && !isIncome

/** The ways of paying of the company that stand for coupons. */
export const couponWays = async (c: CallContext): Promise<number[]> =>
  (await c.select('payMethod', { kind: 'voucher' })).filter(isCoupon).map(({ id }) => id)

/** A coupon in the customer's hand, and the most that it pays. */
export interface Usable {
  held: Row<'customerCoupon'>
  coupon: Row<'coupon'>
  worth: Cents
  /** Categories of what it is for; it is for everything without. */
  within?: ReadonlySet<number>
}

/** A coupon that was used: for the items of an add-on, or for those that no add-on brought. */
interface Used extends Usable {
  orderAddId: number | null
}

/** What is bought: all of it together, and, item by item, what of it a coupon for categories may pay. */
export interface Purchase {
  customerId: number | null | undefined
  amount: Cents
  items: readonly Bought[]
}
interface Bought {
  categoryId?: number | null | undefined
  /** The add-on that brought it. */
  orderAddId?: number | null | undefined
  cost: Cents
}

const NOT_THE_CUSTOMERS = { zh: '现金券不属于该客户', en: "This coupon is not the customer's" }

/** Why a coupon that is not unused cannot be used. */
const SPENT: Record<Exclude<Row<'customerCoupon'>['status'], 'unused'>, Text> = {
  used: { zh: '现金券已使用', en: 'This coupon was used' },
  expired: { zh: '现金券已过期', en: 'This coupon has expired' },
  void: { zh: '现金券已作废', en: 'This coupon is void' },
}

/** The coupon, where the customer may use it for this purchase; else why not (I-11). */
export async function usable(
  c: CallContext,
  held: Row<'customerCoupon'> | undefined,
  { customerId, amount, items }: Purchase,
): Promise<Usable | Text> {
  const coupon = held && (await c.ref(held, 'coupon'))
  if (!held || !coupon || held.customerId !== customerId) return NOT_THE_CUSTOMERS
  if (held.status !== 'unused') return SPENT[held.status]
  if (coupon.validFrom > c.now) return { zh: '现金券未到使用时间', en: 'This coupon is not good yet' }
  if (held.validTo && held.validTo < c.now) return { zh: '现金券已过期', en: 'This coupon has expired' }
  if (await isWanted(c, held))
    return { zh: '赠送此券的充值正在退款', en: 'A refund of the recharge that gave this coupon is under way' }
  const within = await categoriesOf(c, coupon)
  const covered = coveredOf({ amount, items }, { within })
  if (covered === 0 && within) return notFor(c, coupon)
  if (covered < coupon.minSpend) return { zh: '未达到现金券使用金额', en: 'The purchase is too small for this coupon' }
  return { held, coupon, worth: Math.min(coupon.faceValue, covered), ...(within ? { within } : {}) }
}

/** What of a purchase a coupon may pay: all, or what is in its categories. */
const coveredOf = ({ amount, items }: Omit<Purchase, 'customerId'>, by: Cover): Cents =>
  Math.min(by.within ? sum(items.filter(coveredBy(by)).map(({ cost }) => cost)) : amount, amount)

/** Coupons that were used for an order, with what each paid. One from before that was kept paid its face value. */
export async function usedFor(c: CallContext, orderId: number): Promise<Used[]> {
  const used: Used[] = []
  for (const held of await c.select('customerCoupon', { orderId, status: 'used' }, { sort: ['id'] })) {
    const coupon = await c.mustRef(held, 'coupon')
    const within = await categoriesOf(c, coupon)
    const { usedAmount, orderAddId } = held
    used.push({ held, coupon, orderAddId, worth: usedAmount ?? coupon.faceValue, ...(within ? { within } : {}) })
  }
  return used
}

/** What of the items of an order further coupons for categories may still pay. */
export async function unpaidByCoupons(
  c: CallContext,
  orderId: number,
  items: readonly Bought[],
): Promise<readonly Bought[]> {
  return (await usedFor(c, orderId)).reduce(leftAfter, items)
}

/** Why an order may not become this purchase: a coupon that was used for it wants a larger one (I-11). */
export async function wantsMore(
  c: CallContext,
  orderId: number,
  { amount, items }: Omit<Purchase, 'customerId'>,
): Promise<Text | undefined> {
  let left = items
  for (const one of await usedFor(c, orderId)) {
    const { coupon, within, worth } = one
    const covered = coveredOf({ amount, items: left }, one)
    left = leftAfter(left, one)
    const least = Math.max(coupon.minSpend, within ? worth : 0)
    if (covered < least)
      return {
        zh: `订单用了现金券「${coupon.name}」，适用金额不能少于 ${yuan(least)}，变更后只有 ${yuan(covered)}`,
        en: `The coupon “${coupon.name}” was used for this order: it is for ${yuan(least)} and more, and ${yuan(covered)} would be left`,
      }
  }
  return undefined
}

/** What a coupon is for: for everything without `within`, and once it was used, for what came with its bill alone. */
interface Cover {
  within?: ReadonlySet<number> | undefined
  orderAddId?: number | null
}
const coveredBy =
  ({ within, orderAddId }: Cover) =>
  (item: Pick<Bought, 'categoryId' | 'orderAddId'>): boolean =>
    (!within || within.has(item.categoryId ?? 0)) &&
    (orderAddId === undefined || (item.orderAddId ?? null) === orderAddId)

/** Items that an add-on brought, those that none did for null; of categories alone where some are given. */
export const broughtBy = (orderAddId: number | null, within?: Cover['within']): ReturnType<typeof coveredBy> =>
  coveredBy({ within, orderAddId })

/** What is left for a further coupon of what a coupon for categories pays, or paid. */
export function leftAfter(items: readonly Bought[], one: Cover & { worth: Cents }): readonly Bought[] {
  if (!one.within) return items
  const isPaid = coveredBy(one)
  const paid = fillInOrder(
    one.worth,
    items.map((item) => (isPaid(item) ? item.cost : 0)),
  )
  return items.map((item, at) => ({ ...item, cost: item.cost - (paid[at] ?? 0) }))
}

/** The categories of a coupon and all below them; nothing where it is for everything. */
async function categoriesOf(
  c: CallContext,
  { productCategoryIds }: Row<'coupon'>,
): Promise<ReadonlySet<number> | undefined> {
  if (productCategoryIds.length === 0) return undefined
  const within = new Set(productCategoryIds)
  const categories = await c.select('productCategory', {})
  for (let known = -1; known < within.size;) {
    known = within.size
    for (const { id, parentId } of categories) if (parentId && within.has(parentId)) within.add(id)
  }
  return within
}

async function notFor(c: CallContext, { productCategoryIds }: Row<'coupon'>): Promise<Text> {
  const names = (await c.select('productCategory', { id: productCategoryIds })).map((one) => one.categoryName)
  return { zh: `此券只能用于 ${names.join('、')}`, en: `This coupon is only for ${names.join(', ')}` }
}

/** A coupon is used once, for so much of an order or of an add-on to it: whoever comes second finds it used. */
export async function useCoupon(
  c: CallContext,
  held: Row<'customerCoupon'>,
  { orderId, orderAddId, amount }: { orderId: number; orderAddId?: number | undefined; amount: Cents },
): Promise<void> {
  await c.move('customerCoupon', held, 'use', { orderId, orderAddId, usedAmount: amount })
  const coupon = await c.ref(held, 'coupon', { lock: true })
  if (coupon) await c.update('coupon', coupon, { usedCount: coupon.usedCount + 1 })
}

/** A coupon may be used again; one whose recharge went back meanwhile is void. */
export async function giveBackCoupon(c: CallContext, held: Row<'customerCoupon'>): Promise<void> {
  const recharge = await c.ref(held, 'recharge')
  await c.move('customerCoupon', held, recharge && !(await isEarned(c, recharge)) ? 'lose' : 'giveBack')
  const coupon = await c.ref(held, 'coupon', { lock: true })
  if (coupon) await c.update('coupon', coupon, { usedCount: Math.max(coupon.usedCount - 1, 0) })
}

/** Gives one of a coupon to each of some customers: all of them get it, or nobody. */
const give: Handler<'coupon/give'> = async (c) => {
  const coupon = await c.must('coupon', c.input.couponId, 'couponId')
  if (coupon.status !== 'on' || coupon.validTo <= c.now)
    c.refuse('couponId', { zh: '现金券已下架或过期', en: 'This coupon is off the shelf or over' })
  const customers = [...new Set(c.input.customerIds)]
  const left = coupon.totalCount - coupon.issuedCount
  if (coupon.totalCount > 0 && left < customers.length)
    c.refuse('customerIds', { zh: `只剩 ${left} 张`, en: `There are only ${left} left` })
  for (const id of customers) {
    const customer = await c.must('customer', id, 'customerIds')
    if (!isFor(coupon, customer, await gradeOf(c, customer)))
      c.refuse('customerIds', {
        zh: `${customer.realName} 的会员等级或城市不适用此券`,
        en: `This coupon is not for the grade or city of ${customer.realName}`,
      })
    await giveCoupon(c, coupon.id, id)
  }
  return { count: customers.length }
}

export const handlers: Handlers = { 'coupon/give': give }
