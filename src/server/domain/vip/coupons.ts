/** Coupons given to customers (rules 2.16; I-19): never more than were issued. */
import { DAY } from '../../../model/zone.ts'
import type { CallContext, Row } from '../legacy.ts'

/** Gives a customer one of a coupon; nothing when there is none left. */
export async function giveCoupon(c: CallContext, couponId: unknown, customerId: unknown): Promise<Row | undefined> {
  const coupon = couponId ? await c.find('coupon', Number(couponId), { lock: true }) : undefined
  if (!coupon || (Number(coupon.totalCount ?? 0) > 0 && Number(coupon.issuedCount ?? 0) >= Number(coupon.totalCount)))
    return undefined
  const days = Number(coupon.validDays ?? 0)
  const given = await c.insert('customerCoupon', {
    couponId: coupon.id,
    customerId,
    validTo: days > 0 ? c.now + days * DAY : coupon.validTo,
  })
  await c.update('coupon', coupon, { issuedCount: Number(coupon.issuedCount ?? 0) + 1 })
  return given
}
