/** Roles (rules 1.1): cloning, the roles a person holds, and changing over to another company or role (stories D and E). */
import { signOut, signOutWith } from '../auth/sessions.ts'
import type { Call, CallContext, Handler, Handlers, OwnHandler } from '../call.ts'
import { logOwnAct } from '../company/operateLog.ts'
import type { DbRow } from '../../types.ts'

/** A clone takes over grants and data rules, nothing of who holds the role (I-53). */
const cloneRole: Handler<'role/clone_role'> = async (c) => {
  const role = c.row
  const code = c.input.code || (await freeCode(c, role.code))
  const { id: roleId, name } = await c.insert('role', {
    name: c.input.name,
    nameEn: c.input.nameEn ?? (role.nameEn ? `${role.nameEn} (${code})` : null),
    code,
    corpId: role.corpId,
    sortNum: role.sortNum,
    status: role.status,
    remark: role.remark,
  })
  for (const { menuId, btnIds } of await c.select('roleMenu', { roleId: role.id }))
    await c.insert('roleMenu', { roleId, menuId, btnIds })
  for (const { moduleCode, level, orgIds, showMobile } of await c.select('dataAccess', { roleId: role.id }))
    await c.insert('dataAccess', { roleId, moduleCode, level, orgIds, showMobile })
  c.log({ zh: `克隆角色：${role.name} → ${name}`, en: `Role copied: ${role.name} → ${name}` })
  return { id: roleId }
}

/** `manager` → `manager-2`, or the next number that is free. */
async function freeCode(c: CallContext, code: string): Promise<string> {
  const taken = new Set((await c.select('role', {})).map((role) => role.code))
  for (let n = 2; ; n++) {
    const free = `${code.slice(0, 24)}-${n}`
    if (!taken.has(free)) return free
  }
}

interface HeldRow extends DbRow {
  id: number
  name: string
  nameCode: string
  corpId: number
  corpName: string
  orgId: number
  orgName: string
  count: number
}

/** The companies in which this person holds a living role. */
const heldCompanies: Handler<'company/held'> = async (c) =>
  c.tx.query(
    `select distinct co."id" as "value", co."name" as "label" from "userRole" ur
     join "role" r on r."id" = ur."roleId" and not r."isDel" and r."status" = 1
     join "company" co on co."id" = ur."corpId" and not co."isDel" and co."status" = 1
     where ur."userId" = $1 and not ur."isDel" order by co."id"`,
    [c.actor.userId ?? 0],
  )

/** With `corpId`: the roles this person holds in that company, for the switch dialog. Without: the list of roles. */
const query: Handler<'role/query'> = async (c) => {
  const { corpId, name = '', pageRows = 10, pageNO = 1 }: ListInput = c.input
  if (!corpId) return c.standard()
  const rows = Math.min(pageRows, 200)
  const offset = (Math.max(pageNO, 1) - 1) * rows
  const held = await c.tx.query<HeldRow>(HELD, [c.actor.userId ?? 0, corpId, name, rows, offset, c.actor.lang])
  c.answer({ total: held[0]?.count ?? 0 })
  return held.map(({ count: _, ...role }) => role)
}

interface ListInput {
  corpId?: number
  name?: string
  pageRows?: number
  pageNO?: number
}

const HELD = `
select r."id", r."name",
  case when $6 = 'en' then coalesce(r."nameEn", r."name") else r."name" end || '(' || r."code" || ')' as "nameCode", ur."corpId", co."name" as "corpName",
  o."id" as "orgId", o."name" as "orgName", count(*) over () as "count"
from "userRole" ur
join "role" r on r."id" = ur."roleId" and not r."isDel" and r."status" = 1
join "company" co on co."id" = ur."corpId" and not co."isDel" and co."status" = 1
left join "org" o on o."id" = ur."orgId"
where ur."userId" = $1 and ur."corpId" = $2 and not ur."isDel" and ($3 = '' or strpos(r."name", $3) > 0)
order by r."sortNum", r."id", o."id" limit $4 offset $5`

const SAME = { zh: '相同公司不能切换', en: 'You are in this company already' }
const NOT_HELD = { zh: '您在该公司没有这个角色', en: 'You do not hold this role in that company' }

/**
 * Changes over: the account remembers where it is; this session ends, and the shell signs in anew (rules 6.4). Reaches into another
 * company, so it keeps its own transaction and looks at nothing but the roles the person holds.
 */
const switchRole: OwnHandler<'role/switchUserCompanyAndRole'> = {
  async own(c) {
    const { userId = 0, sessionId = 0, companyId, roleId, orgId, employeeId, lang } = c.actor
    const to = c.input
    const key = [userId, to.corpId, to.orgId, to.roleId]
    const [held] = await c.db.query<{ corpName: string; roleName: string }>(MAY_SWITCH, key)
    if (to.corpId === companyId && to.roleId === roleId && (to.orgId === orgId || !held))
      return c.refuse('corpId', SAME)
    if (!held || to.employeeId !== employeeId) return c.refuse('roleId', NOT_HELD)
    await signOutWith(c.db, { ids: [sessionId] }, async (tx) => {
      await tx.query(SWITCH, [...key, new Date(c.now)])
      const where = `${held.corpName} ${held.roleName}`
      const message = { zh: `切换到 ${where}`, en: `Switched to ${where}` }
      await logOwnAct(tx, c.actor, { call: 'switch', event: { zh: '切换公司', en: 'Switch company' }, message }, c.now)
    })
    const msg =
      lang === 'zh' ? `已切换到${held.corpName}，请重新登录` : `Switched to ${held.corpName}; please sign in again`
    c.answer({ msg })
    return { msg }
  },
}

const SWITCH = `
update "user" set "currentCorpId" = $2, "orgId" = $3, "currentRoleId" = $4, "version" = "version" + 1, "updateTime" = $5 where "id" = $1`

const MAY_SWITCH = `
select co."name" as "corpName", r."name" as "roleName" from "userRole" ur
join "role" r on r."id" = ur."roleId" and not r."isDel" and r."status" = 1
join "company" co on co."id" = ur."corpId" and not co."isDel" and co."status" = 1
where ur."userId" = $1 and ur."corpId" = $2 and ur."orgId" = $3 and ur."roleId" = $4 and not ur."isDel"`

/** A role that is disabled takes its sessions along. */
const edit: Handler<'role/edit'> = async (c) => {
  const done = await c.standard()
  if (c.input.status === 'disabled') await signOut(c, { roleIds: [c.row.id] })
  return done
}

const del: Handler<'role/del'> = async (c) => {
  if (await isHeld(c))
    return c.refuse(undefined, { zh: '角色已分配给用户，不能删除', en: 'Users hold this role; it cannot be deleted' })
  return c.standard()
}

/** By whomever, in whatever company. */
async function isHeld(c: Call<'role/del'>): Promise<boolean> {
  const held = await c.tx.query(
    'select 1 as held from "userRole" where "roleId" = any($1::bigint[]) and not "isDel" limit 1',
    [c.rows.map((row) => row.id)],
  )
  return held.length > 0
}

export const handlers: Handlers = {
  'company/held': heldCompanies,
  'role/clone_role': cloneRole,
  'role/query': query,
  'role/edit': edit,
  'role/del': del,
  'role/switchUserCompanyAndRole': switchRole,
}
