/** Roles (rules 1.1): cloning, the roles a person holds, and changing over to another company or role (stories D and E). */
import { forgetSessions } from '../../auth/cache.ts'
import { endSessions } from '../auth/sessions.ts'
import type { CallContext, Handler, Handlers } from '../legacy.ts'
import type { DbRow, OwnHandler } from '../../types.ts'
import { ownValues, targets } from '../rows.ts'
import { writeLog } from '../company/operateLog.ts'

/** What a clone takes over: grants and data rules, nothing of who holds the role (I-53). */
const COPIED = ['roleMenu', 'dataAccess'] as const

const cloneRole: Handler = async (c) => {
  const role = c.row ?? (await c.seen('role', Number(c.input.id)))
  if (!role) return c.refuse('id', { zh: '角色不存在', en: 'The role does not exist' })
  const code = String(c.input.code ?? '') || (await freeCode(c, String(role.code)))
  const clone = await c.insert('role', {
    name: c.input.name,
    nameEn: c.input.nameEn ?? (role.nameEn ? `${String(role.nameEn)} (${code})` : null),
    code,
    corpId: role.corpId ?? c.actor.companyId,
    sortNum: role.sortNum,
    status: role.status,
    remark: role.remark,
  })
  for (const resource of COPIED) {
    for (const row of await c.select(resource, { roleId: role.id }))
      await c.insert(resource, { ...ownValues(c, resource, row), roleId: clone.id })
  }
  c.log(`克隆角色：${String(role.name)} → ${String(clone.name)}`)
  return { id: clone.id }
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
const heldCompanies: Handler = async (c) =>
  c.tx.query(
    `select distinct co."id" as "value", co."name" as "label" from "userRole" ur
     join "role" r on r."id" = ur."roleId" and not r."isDel" and r."status" = 1
     join "company" co on co."id" = ur."corpId" and not co."isDel" and co."status" = 1
     where ur."userId" = $1 and not ur."isDel" order by co."id"`,
    [c.actor.userId ?? 0],
  )

/** With `corpId`: the roles this person holds in that company, for the switch dialog. Without: the list of roles. */
const query: Handler = async (c) => {
  if (c.input.corpId === undefined || c.input.corpId === null) return c.standard()
  const rows = Math.min(Number(c.input.pageRows ?? 10), 200)
  const page = Math.max(Number(c.input.pageNO ?? 1), 1)
  const held = await c.tx.query<HeldRow>(HELD, [
    c.actor.userId ?? 0,
    c.input.corpId,
    String(c.input.name ?? ''),
    rows,
    (page - 1) * rows,
  ])
  c.answer({ total: held[0]?.count ?? 0 })
  return held.map(({ count: _, ...role }) => role)
}

const HELD = `
select r."id", r."name", r."name" || '(' || r."code" || ')' as "nameCode", ur."corpId", co."name" as "corpName",
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
 * Changes over: the account remembers where it is; the shell signs in anew (rules 6.4). Reaches into another
 * company, so it keeps its own transaction and looks at nothing but the roles the person holds.
 */
const switchRole: OwnHandler = {
  async own(c) {
    const { userId = 0, companyId, roleId, orgId, employeeId, realName, mobile, ip, lang } = c.actor
    const to = { corpId: Number(c.input.corpId), orgId: Number(c.input.orgId), roleId: Number(c.input.roleId) }
    const [held] = await c.db.query<DbRow & { corpName: string; roleName: string }>(MAY_SWITCH, [
      userId,
      to.corpId,
      to.orgId,
      to.roleId,
    ])
    if (to.corpId === companyId && to.roleId === roleId && (to.orgId === orgId || !held))
      return c.refuse('corpId', SAME)
    if (!held || Number(c.input.employeeId) !== employeeId) return c.refuse('roleId', NOT_HELD)
    await c.db.transaction(async (tx) => {
      await tx.query(SWITCH, [userId, to.corpId, to.roleId, to.orgId, new Date(c.now)])
      await writeLog(
        tx,
        {
          event: 'switch',
          message: `切换到 ${held.corpName} ${held.roleName}`,
          companyId: companyId ?? null,
          employeeId,
          realname: realName,
          mobile,
          entity: 'user',
          entityId: userId,
          ip,
        },
        c.now,
      )
    })
    const msg =
      lang === 'zh' ? `已切换到${held.corpName}，请重新登录` : `Switched to ${held.corpName}; please sign in again`
    c.answer({ msg })
    return { msg }
  },
}

const SWITCH = `
update "user" set "currentCorpId" = $2, "currentRoleId" = $3, "orgId" = $4, "version" = "version" + 1, "updateTime" = $5 where "id" = $1`

const MAY_SWITCH = `
select co."name" as "corpName", r."name" as "roleName" from "userRole" ur
join "role" r on r."id" = ur."roleId" and not r."isDel" and r."status" = 1
join "company" co on co."id" = ur."corpId" and not co."isDel" and co."status" = 1
where ur."userId" = $1 and ur."corpId" = $2 and ur."orgId" = $3 and ur."roleId" = $4 and not ur."isDel"`

/** A role that is disabled or deleted takes its sessions along. */
const edit: Handler = async (c) => {
  const answer = await c.standard()
  if (c.input.status !== undefined && c.input.status !== 'enabled' && c.row) await endRole(c, [c.row.id])
  return answer
}

const del: Handler = async (c) => {
  const ids = targets(c).map((row) => row.id)
  const held = await c.tx.query(
    'select 1 as held from "userRole" where "roleId" = any($1::bigint[]) and not "isDel" limit 1',
    [ids],
  )
  if (held.length > 0)
    return c.refuse(undefined, { zh: '角色已分配给用户，不能删除', en: 'Users hold this role; it cannot be deleted' })
  return c.standard()
}

async function endRole(c: CallContext, roleIds: number[]): Promise<void> {
  await endSessions(c.tx, { roleIds })
  c.afterCommit(() => forgetSessions())
}

export const handlers: Handlers = {
  'company/held': heldCompanies,
  'role/clone_role': cloneRole,
  'role/query': query,
  'role/edit': edit,
  'role/del': del,
  'role/switchUserCompanyAndRole': switchRole,
}
