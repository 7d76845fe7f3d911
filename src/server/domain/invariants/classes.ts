/** Classes with seats (I-56). */
import type { In } from '../../platform/call.ts'
import type { Invariant } from '../../platform/invariants/index.ts'

export const classes = (v: In): Invariant[] => {
  const placed = `b."bookingStatus" in (${v('course_booking_status', 'booked', 'signedIn', 'finished')}) and not b."isDel"`
  const given = (of: string): string =>
    `(select coalesce(${of}, 0) from "pointsDetail" d where d."bookingId" = b."id" and not d."isDel")`
  const moved = (of: string): string =>
    `(select coalesce(sum(${of}), 0) from "pointsDetail" d where d."pointsId" = p."id" and not d."isDel")`
  return [
    {
      code: 'I-56',
      says: 'no class has more bookings than places',
      broken: `select c."id", count(b."id") as "is", c."capacity" as "should" from "clubClassSch" c join "courseBooking" b on b."classSchId" = c."id" and ${placed}
        where not c."isDel" group by c."id" having count(b."id") > c."capacity"`,
    },
    {
      code: 'I-56',
      says: 'nobody waits while a place is free',
      broken: `select c."id", count(b."id") as "is", c."capacity" as "should" from "clubClassSch" c left join "courseBooking" b on b."classSchId" = c."id" and ${placed}
        where not c."isDel" and c."classStatus" in (${v('class_status', 'open', 'full')})
          and exists (select 1 from "courseBooking" w where w."classSchId" = c."id" and w."bookingStatus" in (${v('course_booking_status', 'waiting')}) and not w."isDel")
        group by c."id" having count(b."id") < c."capacity"`,
    },
    {
      code: 'I-56',
      says: 'a class gives its points once, to who attended',
      broken: `select b."id", ${given('sum(d."change")')} as "is", b."pointsGiven" as "should" from "courseBooking" b where not b."isDel"
        and (${given('sum(d."change")')} <> b."pointsGiven" or ${given('count(*)')} > 1
          or b."pointsGiven" > 0 and b."bookingStatus" not in (${v('course_booking_status', 'finished')}))`,
    },
    {
      code: 'I-56',
      says: 'points of a club member are the sum of their entries, never below nothing',
      broken: `select p."id", p."points" as "is", ${moved('d."change"')} as "should" from "points" p join "clubLead" m on m."id" = p."clubLeadId"
        where not p."isDel" and (p."points" < 0 or p."points" <> ${moved('d."change"')} or m."points" <> p."points" or p."totalPoints" <> ${moved('greatest(d."change", 0)')})`,
    },
  ]
}
