/** Leads, clues and chances (I-42, I-43): each mobile once, every hand in the history, nobody given more than may be. */
import type { In } from '../../platform/call.ts'
import type { Invariant } from '../../platform/invariants/index.ts'

/** Rows whose owner is not the one that the history says last. */
const owners = (v: In, table: string, target: 'clue' | 'chance' | 'lead', owner: string): string =>
  `select t."id", t."${owner}" as "is", h."to" as "should" from "${table}" t
   left join lateral (select a."toEmployeeId" as "to" from "allocation" a where a."targetType" = ${v('track_target', target)} and a."targetId" = t."id"
     and a."allocMode" <> ${v('alloc_mode', 'entrust')} and not a."isDel" order by a."id" desc limit 1) h on true
   where not t."isDel" and t."${owner}" is distinct from h."to"`

export const leads = (v: In): Invariant[] => [
  {
    code: 'I-42',
    says: 'a mobile has at most one live lead of a business, one live clue, and one open chance of a business',
    broken: `select min("id") as "id", count(*) as "is", 1 as "should" from "lead" where not "isDel" and "bizState" in (${v('lead_biz_state', 'pool', 'inHand')}) group by "companyId", "mobile", "businessType" having count(*) > 1
      union all select min("id"), count(*), 1 from "analysis" where not "isDel" and "analysisStatus" in (${v('analysis_status', 'new', 'following', 'turned')}) group by "companyId", "mobile" having count(*) > 1
      union all select min("id"), count(*), 1 from "chance" where not "isDel" and "chanceStatus" in (${v('chance_status', 'open')}) group by "companyId", "mobile", "businessType" having count(*) > 1`,
  },
  {
    code: 'I-42',
    says: 'who has a lead, a clue or a chance is who the history of hands says last',
    broken: [
      owners(v, 'lead', 'lead', 'salesId'),
      owners(v, 'analysis', 'clue', 'employeeId'),
      owners(v, 'chance', 'chance', 'employeeId'),
    ].join(' union all '),
  },
  {
    code: 'I-42',
    says: 'each entry of the history of hands begins where the one before ended',
    broken: `select "id", "from" as "is", "before" as "should" from (
        select "id", "fromEmployeeId" as "from", lag("toEmployeeId") over (partition by "targetType", "targetId" order by "id") as "before"
        from "allocation" where not "isDel" and "targetType" in (${v('track_target', 'clue', 'chance', 'lead')}) and "allocMode" <> ${v('alloc_mode', 'entrust')}) h
      where "from" is distinct from "before"`,
  },
  {
    code: 'I-43',
    says: "a lead in the pool is in nobody's hand and counts as unallocated",
    broken: `select "id", "salesId" as "is", null::bigint as "should" from "lead" where not "isDel" and "bizState" in (${v('lead_biz_state', 'pool')})
      and ("salesId" is not null or "isAllocate" <> ${v('allocate_status', 'unallocated')})`,
  },
  {
    code: 'I-43',
    says: 'nobody on the roster of a day got more than their limit of it',
    broken: `select "id", "allocatedCount" as "is", "dailyLimit" as "should" from "babyRoster" where not "isDel" and "dailyLimit" is not null and "allocatedCount" > "dailyLimit"`,
  },
  {
    code: 'I-42',
    says: 'a clue that became a chance says which, and one whose chance is open is turned',
    broken: `select a."id", a."analysisStatus" as "is", null::bigint as "should" from "analysis" a where not a."isDel" and a."analysisStatus" in (${v('analysis_status', 'turned', 'won')}) and a."chanceId" is null
      union all select a."id", a."analysisStatus", ${v('analysis_status', 'turned')} from "analysis" a join "chance" c on c."id" = a."chanceId"
        where not a."isDel" and not c."isDel" and c."clueId" = a."id" and c."chanceStatus" in (${v('chance_status', 'open')}) and a."analysisStatus" not in (${v('analysis_status', 'turned')})`,
  },
]
