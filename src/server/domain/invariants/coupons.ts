/** Coupons, special sales and awards (I-11, I-19, I-55). */
import type { In } from '../../platform/call.ts'
import type { Invariant } from '../../platform/invariants/index.ts'

export const coupons = (v: In): Invariant[] => [
  {
    code: 'I-11',
    says: 'a coupon that was used has its order, one that was not has none',
    broken: `select k."id", k."status" as "is", k."orderId" as "should" from "customerCoupon" k
      where not k."isDel" and (k."status" in (${v('coupon_status', 'used')})) <> (k."orderId" is not null)`,
  },
  {
    code: 'I-11',
    says: 'what was paid with a coupon used up one of the payer, of that worth',
    broken: `select r."id", r."amount" as "is", coalesce(c."faceValue", 0) as "should" from "cashRecord" r join "payMethod" m on m."id" = r."payMethodId"
        left join "customerCoupon" k on k."couponNo" = r."tradeNo" and k."companyId" = r."companyId" and k."customerId" = r."customerId" and k."orderId" = r."orderId" and k."status" in (${v('coupon_status', 'used')}) and not k."isDel"
        left join "coupon" c on c."id" = k."couponId"
      where not r."isDel" and m."kind" in (${v('pay_kind', 'voucher')}) and not m."isIncome" and r."reverseOf" is null
        and not exists (select 1 from "cashRecord" x where x."reverseOf" = r."id" and not x."isDel") and r."amount" > coalesce(c."faceValue", 0)`,
  },
  {
    code: 'I-11',
    says: 'coupons take no more off an order than its things cost',
    broken: `select o."id", o."couponAmount" as "is", t."cost" as "should" from "order" o join lateral (
          select coalesce(sum(i."amount"), 0) as "cost" from "orderItem" i
          where i."orderId" = o."id" and not i."isDel" and i."status" in (${v('item_status', 'active', 'refunded')})) t on true
        where not o."isDel" and o."couponAmount" > t."cost"`,
  },
  {
    code: 'I-11',
    says: 'what items bear of a discount is the discount of their order',
    broken: `select o."id", o."discountAmount" as "is", t."borne" as "should" from "order" o join lateral (
          select coalesce(sum(i."discountShare"), 0) as "borne" from "orderItem" i where i."orderId" = o."id" and not i."isDel") t on true
        where not o."isDel" and t."borne" > 0 and t."borne" <> o."discountAmount"`,
  },
  {
    code: 'I-11',
    says: 'items bear no more of coupons than these paid of their order',
    broken: `select o."id", t."borne" as "is", o."couponAmount" + o."couponPaid" as "should" from "order" o join lateral (
          select coalesce(sum(i."couponShare"), 0) as "borne" from "orderItem" i where i."orderId" = o."id" and not i."isDel") t on true
        where not o."isDel" and t."borne" > o."couponAmount" + o."couponPaid"`,
  },
  {
    code: 'I-19',
    says: 'nothing is sold or used beyond its limit',
    broken: `select s."id", s."soldCount" as "is", s."limitCount" as "should" from "specialSaleItem" s where not s."isDel" and coalesce(s."limitCount", 0) > 0 and s."soldCount" > s."limitCount"
      union all select c."id", c."issuedCount", c."totalCount" from "coupon" c where not c."isDel" and coalesce(c."totalCount", 0) > 0 and c."issuedCount" > c."totalCount"
      union all select c."id", c."usedCount", c."issuedCount" from "coupon" c where not c."isDel" and c."usedCount" > greatest(c."issuedCount", (select count(*) from "customerCoupon" k where k."couponId" = c."id"))`,
  },
  {
    code: 'I-19',
    says: 'a special sale sold what orders and add-ons took from it',
    broken: `select s."id", s."soldCount" as "is", coalesce(t."n", 0) as "should" from "specialSaleItem" s
        left join (select x."saleId", sum(x."quantity") as "n" from (
            select i."specialSaleItemId" as "saleId", i."quantity" from "orderItem" i join "order" o on o."id" = i."orderId"
              where not i."isDel" and o."closeStatus" not in (${v('order_close', 'cancelled')})
            union all select (e->>'specialSaleItemId')::bigint, (e->>'quantity')::int from "orderAdd" a cross join jsonb_array_elements(a."taken"::jsonb) e
              where not a."isDel" and a."status" in (${v('order_add_status', 'waitingPayment')}) and jsonb_typeof(a."taken"::jsonb) = 'array') x
          where x."saleId" is not null group by x."saleId") t on t."saleId" = s."id"
      where not s."isDel" and s."soldCount" <> coalesce(t."n", 0)`,
  },
  {
    code: 'I-57',
    says: 'what is sold from a special sale is what that sale sells',
    broken: `select i."id", i."itemId" as "is", s."itemId" as "should" from "orderItem" i join "specialSaleItem" s on s."id" = i."specialSaleItemId"
      where not i."isDel" and (s."itemType" <> i."itemType" or s."itemId" <> i."itemId")`,
  },
  {
    code: 'I-58',
    says: 'an order of a package has it among its items, and keeps what it held',
    broken: `select o."id", o."packageId" as "is" from "order" o where not o."isDel" and o."packageId" is not null
        and not exists (select 1 from "orderItem" i where not i."isDel" and i."orderId" = o."id" and i."itemType" in (${v('item_type', 'package')})
          and i."itemId" = o."packageId" and i."status" not in (${v('item_status', 'replaced')}))
      union all select i."id", i."orderId" from "orderItem" i join "order" o on o."id" = i."orderId"
        where not i."isDel" and i."fromPackage" and o."packageId" is null`,
  },
  {
    code: 'I-55',
    says: 'a friend’s order is rewarded once it was paid in full, each step once',
    broken: `select a."id", a."recommendId" as "is", null::bigint as "should" from "award" a where not a."isDel" and a."awardStep" in (${v('award_step', 'signedOrder')})
        and not exists (select 1 from "order" o where o."recommendId" = a."recommendId" and o."paidTime" is not null)
      union all select min(a."id"), count(*), 1 from "award" a where not a."isDel" group by a."recommendId", a."awardStep" having count(*) > 1`,
  },
]
