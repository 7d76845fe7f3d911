/** Who signs in: the account, the roles it holds in companies, and what the shell shows of the person (rules 6.3). */
import type { UserInfo } from '../../../model/web.ts'
import type { DbRow, Queryable } from '../../types.ts'
import { product } from '../product.ts'

export interface Account extends DbRow {
  id: number
  mobile: string
  password: string
  realName: string
  employeeId: number | null
  activation: boolean
  enabled: boolean
  currentCorpId: number | null
  currentRoleId: number | null
  orgId: number | null
}

const ACCOUNT =
  'select "id", "mobile", "password", "realName", "employeeId", "activation", "status" = 1 as "enabled", "currentCorpId", "currentRoleId", "orgId" from "user"'

/** The living account of a sign-in number. */
export const accountOf = (db: Queryable, mobile: string): Promise<Account | undefined> =>
  accountBy(db, 'mobile', mobile)

/** The living account bound to a WeChat identity. */
export const accountOfWechat = (db: Queryable, openId: string): Promise<Account | undefined> =>
  accountBy(db, 'wxOpenId', openId)

async function accountBy(db: Queryable, column: 'mobile' | 'wxOpenId', value: string): Promise<Account | undefined> {
  const [row] = await db.query<Account>(`${ACCOUNT} where "${column}" = $1 and not "isDel" limit 1`, [value])
  return row
}

/** A role held in a company and department. */
interface HeldRole extends DbRow {
  corpId: number
  roleId: number
  orgId: number | null
}

/** The role a new session runs under: the one last switched to, else the default one, else the first. Nothing: may not enter anywhere. */
export async function roleToEnter(db: Queryable, user: Account): Promise<HeldRole | undefined> {
  const [row] = await db.query<HeldRole>(ENTER, [user.id, user.currentCorpId, user.currentRoleId, user.orgId])
  return row
}

const ENTER = `
select ur."corpId", ur."roleId", ur."orgId" from "userRole" ur
join "role" r on r."id" = ur."roleId" and not r."isDel" and r."status" = 1
join "company" c on c."id" = ur."corpId" and not c."isDel" and c."status" = 1
where ur."userId" = $1 and not ur."isDel"
order by (ur."corpId" = $2 and ur."roleId" = $3) desc nulls last, (ur."orgId" = $4) desc nulls last, ur."isDefault" desc, ur."id"
limit 1`

/** The person as the shell shows them, under the role of a session. */
export async function userInfo(
  db: Queryable,
  userId: number,
  corpId: number,
  roleId: number,
): Promise<UserInfo['userDO'] | undefined> {
  const [row] = await db.query<DbRow & UserInfo['userDO']>(infoOf(product().duty), [userId, corpId, roleId])
  return row && { avatar: row.avatar, ...withoutNulls(row) }
}

/** A row with what is empty left out, as the shell expects it. */
export function withoutNulls<T extends object>(row: T): T {
  const there = { ...row }
  for (const name in there) if (there[name] === null) delete there[name]
  return there
}

const infoOf = (duty = 'null'): string => `
select u."id", u."realName", coalesce(u."avatar", e."avatar") as "avatar", u."mobile", u."employeeId",
  o."id" as "orgId", o."name" as "orgName", c."id" as "corpId", c."name" as "corpName",
  r."id" as "roleId", r."name" as "roleName", r."nameEn" as "roleNameEn", ${duty} as "dutyId"
from "user" u
join "company" c on c."id" = $2
join "role" r on r."id" = $3
left join "employee" e on e."id" = u."employeeId"
left join lateral (
  select ur."orgId" from "userRole" ur
  where ur."userId" = u."id" and ur."corpId" = $2 and ur."roleId" = $3 and not ur."isDel"
  order by (ur."orgId" = u."orgId") desc nulls last, ur."id" limit 1
) held on true
left join "org" o on o."id" = coalesce(held."orgId", e."orgId")
where u."id" = $1`
