/** Coupons and special sales (I-11, I-19). */
import type { In, Invariant } from './index.ts'

export const coupons = (v: In): Invariant[] => [
  {
    code: 'I-11',
    says: 'a coupon that was used has its order, one that was not has none',
    broken: `select k."id", k."status" as "is", k."orderId" as "should" from "customerCoupon" k
      where not k."isDel" and (k."status" in (${v('coupon_status', 'used')})) <> (k."orderId" is not null)`,
  },
  {
    code: 'I-19',
    says: 'nothing is sold or used beyond its limit',
    broken: `select s."id", s."soldCount" as "is", s."limitCount" as "should" from "specialSaleItem" s where not s."isDel" and coalesce(s."limitCount", 0) > 0 and s."soldCount" > s."limitCount"
      union all select c."id", c."issuedCount", c."totalCount" from "coupon" c where not c."isDel" and coalesce(c."totalCount", 0) > 0 and c."issuedCount" > c."totalCount"
      union all select c."id", c."usedCount", c."issuedCount" from "coupon" c where not c."isDel" and c."usedCount" > greatest(c."issuedCount", (select count(*) from "customerCoupon" k where k."couponId" = c."id"))`,
  },
]
