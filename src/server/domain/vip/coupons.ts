/** Coupons of customers (rules 2.16; I-11, I-19): never more than were issued, each used once. */
import { DAY } from '../../../model/zone.ts'
import type { Text } from '../../../model/model.ts'
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { gradeOf, isFor } from './audience.ts'

/** Gives a customer one of a coupon; nothing when there is none left. */
export async function giveCoupon(
  c: CallContext,
  couponId: number | null | undefined,
  customerId: number,
): Promise<Row<'customerCoupon'> | undefined> {
  const coupon = await c.find('coupon', couponId, { lock: true })
  if (!coupon || (coupon.totalCount > 0 && coupon.issuedCount >= coupon.totalCount)) return undefined
  const days = coupon.validDays ?? 0
  const given = await c.insert('customerCoupon', {
    couponId: coupon.id,
    customerId,
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

/** A coupon in the customer's hand, with what it is worth. */
export interface Usable {
  held: Row<'customerCoupon'>
  coupon: Row<'coupon'>
}

const NOT_THE_CUSTOMERS = { zh: '现金券不属于该客户', en: "This coupon is not the customer's" }

/** Why a coupon that is not unused cannot be used. */
const SPENT: Record<Exclude<Row<'customerCoupon'>['status'], 'unused'>, Text> = {
  used: { zh: '现金券已使用', en: 'This coupon was used' },
  expired: { zh: '现金券已过期', en: 'This coupon has expired' },
  void: { zh: '现金券已作废', en: 'This coupon is void' },
}

/** The coupon, where the customer may use it for a purchase of this amount; else why not (I-11). */
export async function usable(
  c: CallContext,
  held: Row<'customerCoupon'> | undefined,
  { customerId, amount }: { customerId: number | null | undefined; amount: Cents },
): Promise<Usable | Text> {
  const coupon = held && (await c.ref(held, 'coupon'))
  if (!held || !coupon || held.customerId !== customerId) return NOT_THE_CUSTOMERS
  if (held.status !== 'unused') return SPENT[held.status]
  if (coupon.validFrom > c.now) return { zh: '现金券未到使用时间', en: 'This coupon is not good yet' }
  if (held.validTo && held.validTo < c.now) return { zh: '现金券已过期', en: 'This coupon has expired' }
  if (amount < coupon.minSpend) return { zh: '未达到现金券使用金额', en: 'The purchase is too small for this coupon' }
  return { held, coupon }
}

/** A coupon is used once: whoever comes second finds it used. */
export async function useCoupon(c: CallContext, held: Row<'customerCoupon'>, orderId: number): Promise<void> {
  await c.move('customerCoupon', held, 'use', { orderId })
  const coupon = await c.ref(held, 'coupon', { lock: true })
  if (coupon) await c.update('coupon', coupon, { usedCount: coupon.usedCount + 1 })
}

/** A coupon may be used again. */
export async function giveBackCoupon(c: CallContext, held: Row<'customerCoupon'>): Promise<void> {
  await c.move('customerCoupon', held, 'giveBack')
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
