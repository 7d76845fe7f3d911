/** What the shell asks after sign-in (rules 6.3, 6.4, 6.6): the person, the menus, the buttons. */
import type { ButtonGrant, UserInfo } from '../../../model/web.ts'
import type { CallContext, Handler, Handlers } from '../call.ts'
import type { DbRow, Queryable } from '../../types.ts'
import { userInfo, withoutNulls } from '../accounts/identity.ts'

type Menu = UserInfo['menus'][number]

/** The person with the menus of the role. A group is there when something below it is; name, order and visibility are the database's (rules 6.6). */
const init: Handler<'index/init'> = async (c) => {
  const { userId, companyId, roleId } = staffOf(c)
  const userDO = await userInfo(c.tx, userId, companyId, roleId)
  return { userDO, menus: await menusOf(c.tx, roleId), settings: c.settings }
}

function staffOf(c: CallContext): { userId: number; companyId: number; roleId: number } {
  const { userId, companyId, roleId } = c.actor
  if (!userId || !companyId || !roleId)
    return c.refuse(undefined, { zh: '请以员工身份登录', en: 'Sign in as a member of staff' })
  return { userId, companyId, roleId }
}

/** The granted menus with the groups above them, in order. */
export async function menusOf(db: Queryable, roleId: number): Promise<Menu[]> {
  const rows = await db.query<DbRow & Omit<Menu, 'isVisible'> & { isVisible: boolean }>(MENUS, [roleId])
  return rows.map((row) => withoutNulls({ ...row, isVisible: row.isVisible ? 1 : 0 }))
}

const MENUS = `
with recursive granted as (
  select m.* from "roleMenu" g join "menu" m on m."id" = g."menuId" and not m."isDel"
  where g."roleId" = $1 and not g."isDel"
  union
  select above.* from "menu" above join granted below on below."parentId" = above."id" and not above."isDel"
)
select "id", "code", "name", "nameEn", "parentId", "path", "icon", "sortNum", "isVisible"
from granted where "menuType" <> 1 or exists (select 1 from granted child where child."parentId" = granted."id")
order by "sortNum", "id"`

/** Every button of the granted menus, with whether the role has it. */
const buttons: Handler<'index/init_page_btn'> = (c) => buttonsOf(c.tx, staffOf(c).roleId)

export async function buttonsOf(db: Queryable, roleId: number): Promise<ButtonGrant[]> {
  return db.query<DbRow & ButtonGrant>(
    `select m."code" as "menuCode", b."code", (case when b."id" = any(g."btnIds") then 1 else 0 end) as "status"
     from "roleMenu" g
     join "menu" m on m."id" = g."menuId" and not m."isDel"
     join "btn" b on b."menuId" = m."id" and not b."isDel" and b."status" = 1
     where g."roleId" = $1 and not g."isDel"
     order by m."code", b."sortNum", b."id"`,
    [roleId],
  )
}

export const handlers: Handlers = {
  'index/init': init,
  'index/init_page_btn': buttons,
}
