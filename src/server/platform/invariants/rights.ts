/** Who may do and see what (I-46, I-47, I-49, I-52, I-59), as far as rows say it; what a request is answered is held by tests. */
import type { Model } from '../../../model/model.ts'
import type { In } from '../call.ts'
import type { Invariant } from './index.ts'

export const rights = (v: In, model: Model): Invariant[] => [
  {
    code: 'I-46',
    says: 'a role has one data rule for a module, and departments where they are chosen',
    broken: `select min("id") as "id", count(*) as "is", 1 as "should" from "dataAccess" where not "isDel" group by "roleId", "moduleCode" having count(*) > 1
      union all select "id", 0, 1 from "dataAccess" where not "isDel" and "level" in (${v('data_level', 'chosen')}) and coalesce(cardinality("orgIds"), 0) = 0`,
  },
  {
    code: 'I-47',
    says: 'a session is kept by the hash of its token, and belongs to somebody who is there',
    broken: `select s."id", s."userId"::text as "is" from "loginSession" s left join "user" u on u."id" = s."userId"
      where not s."isDel" and (s."token" !~ '^[0-9a-f]{64}$' or (s."userId" is not null and coalesce(u."isDel", true)))`,
  },
  {
    code: 'I-47',
    says: 'an account works in a role that it holds',
    broken: `select u."id", u."currentRoleId" as "is" from "user" u where not u."isDel" and u."currentRoleId" is not null
      and not exists (select 1 from "userRole" r where not r."isDel" and r."userId" = u."id" and r."roleId" = u."currentRoleId")`,
  },
  {
    code: 'I-49',
    says: 'no write of a record stands in the log twice',
    broken: Object.values(model.resources)
      .filter((r) => r.audit && !r.virtual)
      .map(
        (r) => `select t."id", '${r.name}' as "of", count(*)::text as "is", t."version" as "should" from "${r.name}" t
          join "operateLog" l on l."entity" = '${r.name}' and l."entityId" = t."id" and l."after" is not null
          group by t."id", t."version" having count(*) > t."version"`,
      )
      .join(' union all '),
  },
  {
    code: 'I-52',
    says: 'a message is read since a moment, or not read',
    broken: `select "id", "readTime"::text as "is" from "pushMessage" where not "isDel" and ("isRead" in (${v('is_read', 'read')})) <> ("readTime" is not null)`,
  },
  {
    code: 'I-59',
    says: 'a button is granted with its own screen, and a screen once',
    broken: `select g."id", b."menuId" as "is", g."menuId" as "should" from "roleMenu" g join "btn" b on b."id" = any(g."btnIds")
        where not g."isDel" and b."menuId" <> g."menuId"
      union all select min("id"), count(*), 1 from "roleMenu" where not "isDel" group by "roleId", "menuId" having count(*) > 1`,
  },
]
