/** Leads, clues and chances (I-42). */
import type { In, Invariant } from './index.ts'

export const leads = (v: In): Invariant[] => [
  {
    code: 'I-42', says: 'a mobile has at most one live lead of a business, one live clue, and one open chance of a business',
    broken: `select min("id") as "id", count(*) as "is", 1 as "should" from "lead" where not "isDel" and "bizState" in (${v('lead_biz_state', 'pool', 'inHand')}) group by "companyId", "mobile", "businessType" having count(*) > 1
      union all select min("id"), count(*), 1 from "analysis" where not "isDel" and "analysisStatus" in (${v('analysis_status', 'new', 'following')}) group by "companyId", "mobile" having count(*) > 1
      union all select min("id"), count(*), 1 from "chance" where not "isDel" and "chanceStatus" in (${v('chance_status', 'open')}) group by "companyId", "mobile", "businessType" having count(*) > 1`,
  },
]
