/** Coupons given to customers (rules 2.16; I-19): never more than were issued. */
import { DAY } from '../../../model/zone.ts'
import type { CallContext, Row } from '../call.ts'

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
