/** Points (I-15 … I-17). */
import type { In } from '../../platform/call.ts'
import type { Invariant } from '../../platform/invariants/index.ts'

const summed = (of: string): string =>
  `(select coalesce(sum(${of}), 0) from "integralMovement" i where i."memberId" = m."id" and not i."isDel")`
/** Of the orders of a customer. */
const spent = (of: string): string => `(select ${of} from "order" o where o."customerId" = c."id" and not o."isDel")`
const moved = summed('i."change"')
const gained = summed('greatest(i."change", 0)')
/** The money that had been paid for an order when a refund was paid out: the records before that of the refund, coupons apart. */
const paidThen = (voucher: string): string =>
  `(select sum(r."amount") from "cashRecord" r join "payMethod" w on w."id" = r."payMethodId" where r."orderId" = o."id" and r."direction" > 0 and r."id" < f."cashRecordId" and not r."isDel" and (w."kind" <> ${voucher} or w."isIncome"))`
const partOf = (voucher: string): string =>
  `ceil(o."integralGiven" * f."refundAmount"::numeric / nullif(${paidThen(voucher)}, 0))`
/** The movement of points that an exchange made or gave back. */
const exchanged =
  '(select coalesce(-sum(i."change"), 0) from "integralMovement" i where i."exchangeId" = x."id" and not i."isDel")'

export const points = (v: In): Invariant[] => {
  const givenOut = `((select coalesce(sum(x."quantity"), 0) from "presentExchange" x where x."giftId" = g."id" and x."status" not in (${v('exchange_status', 'cancelled')}) and not x."isDel")
    + (select coalesce(sum(a."quantity"), 0) from "activityGive" a where a."itemId" = g."id" and a."presentType" in (${v('present_type', 'gift')}) and not a."isDel"))`
  const partBack = partOf(v('pay_kind', 'voucher'))
  return [
    {
      code: 'I-17',
      says: 'what a customer spent, and how often, is what counts of their orders',
      broken: `select c."id", c."consumeAmount" as "is", ${spent('coalesce(sum(o."countedAmount"), 0)')} as "should" from "customer" c where not c."isDel"
      and (c."consumeAmount" <> ${spent('coalesce(sum(o."countedAmount"), 0)')} or c."consumeCount" <> ${spent('count(*) filter (where o."countedAmount" > 0)')})
      union all select o."id", o."countedAmount", o."paidAmount" - o."refundAmount" from "order" o where not o."isDel" and o."countedAmount" > o."paidAmount" - o."refundAmount"`,
    },
    {
      code: 'I-18',
      says: 'a membership that runs ends no earlier than the last renewal that was paid says',
      broken: `select m."id", m."expireTime" as "is", max(r."newExpireTime") as "should" from "members" m
        join "memberRenewal" r on r."memberId" = m."id" and r."paidTime" is not null and not r."isDel"
        where not m."isDel" and m."status" in (${v('member_status', 'valid')})
        group by m."id", m."expireTime" having m."expireTime" is null or m."expireTime" < max(r."newExpireTime")`,
    },
    {
      code: 'I-15',
      says: 'points of a member are the sum of their movements, never below nothing',
      broken: `select m."id", m."integral" as "is", ${moved} as "should" from "members" m where not m."isDel" and (m."integral" < 0 or m."integral" <> ${moved})`,
    },
    {
      code: 'I-15',
      says: 'what a member ever gained is the sum of what came in; spending does not lower it',
      broken: `select m."id", m."totalIntegral" as "is", ${gained} as "should" from "members" m where not m."isDel" and m."totalIntegral" <> ${gained}`,
    },
    {
      code: 'I-16',
      says: 'an exchange costs the points it names until it is cancelled, and no gift is given that is not in stock',
      broken: `select x."id", ${exchanged} as "is", x."integral" as "should" from "presentExchange" x where not x."isDel"
        and ${exchanged} <> case when x."status" in (${v('exchange_status', 'cancelled')}) then 0 else coalesce(x."integral", 0) end
      union all select g."id", g."stock", 0 from "goods" g where not g."isDel" and g."stock" < 0`,
    },
    {
      code: 'I-16',
      says: 'a gift was given out as often as exchanges and campaigns say',
      broken: `select g."id", g."exchangedCount" as "is", ${givenOut} as "should" from "goods" g where not g."isDel" and g."exchangedCount" <> ${givenOut}`,
    },
    {
      code: 'I-17',
      says: 'a refund takes back no larger part of the points than of what was paid',
      broken: `select f."id", f."integralTakeBack" as "is", ${partBack} as "should" from "refund" f join "order" o on o."id" = f."orderId"
      where not f."isDel" and f."cashRecordId" is not null and f."integralTakeBack" > coalesce(${partBack}, 0)`,
    },
    {
      code: 'I-17',
      says: 'an order gives points once, and takes back no more than it gave',
      broken: `select o."id", o."integralGiven" as "is", coalesce(sum(i."change") filter (where i."change" > 0), 0) as "should" from "order" o
      join "integralMovement" i on i."orderId" = o."id" and not i."isDel" and i."integralType" in (${v('integral_type', 'consume', 'refund')})
      group by o."id", o."integralGiven" having o."integralGiven" <> coalesce(sum(i."change") filter (where i."change" > 0), 0) or sum(i."change") < 0`,
    },
  ]
}
