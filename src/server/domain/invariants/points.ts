/** Points (I-15, I-17). */
import type { In, Invariant } from './index.ts'

const moved =
  '(select coalesce(sum(i."change"), 0) from "integralMovement" i where i."memberId" = m."id" and not i."isDel")'

export const points = (v: In): Invariant[] => [
  {
    code: 'I-15',
    says: 'points of a member are the sum of their movements, never below nothing',
    broken: `select m."id", m."integral" as "is", ${moved} as "should" from "members" m where not m."isDel" and (m."integral" < 0 or m."integral" <> ${moved})`,
  },
  {
    code: 'I-17',
    says: 'an order gives points once, and takes back no more than it gave',
    broken: `select o."id", o."integralGiven" as "is", coalesce(sum(i."change") filter (where i."change" > 0), 0) as "should" from "order" o
      join "integralMovement" i on i."orderId" = o."id" and not i."isDel" and i."integralType" in (${v('integral_type', 'consume', 'refund')})
      group by o."id", o."integralGiven" having o."integralGiven" <> coalesce(sum(i."change") filter (where i."change" > 0), 0) or sum(i."change") < 0`,
  },
]
