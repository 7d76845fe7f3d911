/** What holds of customers, what they pay by and what they hold (I-09, I-18, I-45, I-47). */
import type { Invariant } from '../../platform/invariants/index.ts'

const all = (parts: string[]): string => parts.join(' union all ')

export const customers = (): Invariant[] => [
  {
    code: 'I-09',
    says: 'a request to pay was taken once',
    broken: `select min("id") as "id", count(*) as "is", 1 as "should" from "payRecord" where not "isDel" and "requestNo" <> '' group by "companyId", "requestNo" having count(*) > 1`,
  },
  {
    code: 'I-18',
    says: 'no membership ends before it began',
    broken: `select "id", "expireTime" as "is", "joinTime" as "should" from "members" where not "isDel" and "expireTime" < "joinTime"`,
  },
  {
    code: 'I-45',
    says: 'a customer who was merged into another has kept nothing',
    broken: all(
      ['order', 'members', 'account', 'contact'].map(
        (name) =>
          `select t."id", '${name}' as "of", t."customerId" as "is" from "${name}" t join "customer" c on c."id" = t."customerId" where not t."isDel" and c."mergedInto" is not null`,
      ),
    ),
  },
  {
    code: 'I-47',
    says: "a session of nobody at work is a customer's who is there",
    broken: `select s."id", s."customerId"::text as "is" from "loginSession" s left join "customer" c on c."id" = s."customerId"
      where not s."isDel" and s."userId" is null and coalesce(c."isDel", true)`,
  },
]
