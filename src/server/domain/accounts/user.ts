/** Accounts (rules 1.1): made, changed, disabled; passwords set and reset. */
import { forgetSessions } from '../../auth/cache.ts'
import { clearTries, takeTry } from '../auth/lock.ts'
import { securityLog } from '../../auth/log.ts'
import { hashPassword, initialPassword, passwordProblem, verifyPassword } from '../../auth/passwords.ts'
import { endSessions } from '../auth/sessions.ts'
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import type { DbRow, OwnHandler } from '../../types.ts'
import { target, targets } from '../rows.ts'
import { mayGiveIn } from './giving.ts'
import { countHolders } from './heads.ts'
import { writeLog } from '../company/operateLog.ts'

const NO_ROLE = { zh: '请选择公司角色', en: 'Choose a role' }

/** A first role to be in, the department with it. */
function firstRole(roles: readonly Record<string, unknown>[]): Record<string, unknown> {
  const role = roles.find((one) => one.isDefault === true) ?? roles[0]
  return role ? { currentCorpId: role.corpId, currentRoleId: role.roleId, orgId: role.orgId } : {}
}

/** The password of a new account, ready to store. */
async function hashed(c: CallContext): Promise<Record<string, unknown>> {
  const password = String(c.input.password)
  const problem = passwordProblem(password)
  if (problem) return c.refuse('password', problem)
  return { password: await hashPassword(password) }
}

const rolesOf = (c: CallContext): Record<string, unknown>[] | undefined =>
  (c.input.roles ?? undefined) as Record<string, unknown>[] | undefined

const MISMATCH = { zh: '角色和部门须属于所选公司', en: 'The role and the department must belong to the company' }

const ELSEWHERE = {
  zh: '您不能增减该公司的角色',
  en: 'You may neither give nor take roles of that company',
}

type Held = Record<string, unknown>

/** What tells a role that is held from another. */
const heldKey = ({ corpId, orgId, roleId }: Held): string => [corpId, orgId, roleId].join('/')

/**
 * A role belongs to the company it is held in, a department too; and it is given or taken by whoever may give roles
 * in that company. What stays as it was is nobody's gift.
 */
async function checkRoles(c: CallContext, roles: readonly Held[], before: readonly Held[] = []): Promise<void> {
  const [now, then] = [new Set(roles.map(heldKey)), new Set(before.map(heldKey))]
  const taken = before.filter((role) => !now.has(heldKey(role)))
  if (
    !(await mayGiveIn(
      c,
      taken.map((role) => role.corpId),
    ))
  )
    c.refuse('roles', ELSEWHERE)
  for (const [i, role] of roles.entries()) if (!then.has(heldKey(role))) await checkRole(c, role, `roles[${i}]`)
}

async function checkRole(c: CallContext, { corpId, orgId, roleId }: Held, at: string): Promise<void> {
  if (!(await mayGiveIn(c, [corpId]))) c.refuse(`${at}.corpId`, ELSEWHERE)
  const [known] = await c.tx.query(
    `select 1 as known from "role" r, "org" o where r."id" = $2 and o."id" = $3 and r."companyId" = $1 and o."companyId" = $1 and not r."isDel" and not o."isDel"`,
    [corpId, roleId, orgId],
  )
  if (!known) c.refuse(`${at}.roleId`, MISMATCH)
}

const add: Handler = async (c) => {
  const roles = rolesOf(c) ?? []
  await checkRoles(c, roles)
  const added = await c.standard({ ...(await hashed(c)), ...firstRole(roles) })
  await countHolders(
    c,
    roles.map((role) => role.roleId),
  )
  return added
}

const edit: Handler = async (c) => {
  const user = target(c)
  const roles = rolesOf(c)
  if (roles?.length === 0) return c.refuse('roles', NO_ROLE)
  const before = await heldBy(c, [user])
  if (roles) await checkRoles(c, roles, before)
  const answer = await c.standard(roles && !holds(roles, user) ? firstRole(roles) : {})
  if (roles)
    await countHolders(
      c,
      [...before, ...roles].map((role) => role.roleId),
    )
  if (c.input.status !== undefined && c.input.status !== 'enabled') await endSessions(c.tx, { userIds: [user.id] })
  c.afterCommit(() => forgetSessions())
  return answer
}

const heldBy = async (c: CallContext, users: readonly Row[]): Promise<Row[]> =>
  (await Promise.all(users.map((user) => c.select('userRole', { userId: user.id })))).flat()

const holds = (roles: readonly Record<string, unknown>[], user: Row): boolean =>
  roles.some((role) => role.corpId === user.currentCorpId && role.roleId === user.currentRoleId)

const del: Handler = async (c) => {
  const users = targets(c)
  if (users.some((user) => user.id === c.actor.userId))
    return c.refuse(undefined, { zh: '不能删除自己的账号', en: 'You cannot delete your own account' })
  const held = await heldBy(c, users)
  const answer = await c.standard()
  await countHolders(
    c,
    held.map((row) => row.roleId),
  )
  await endSessions(c.tx, { userIds: users.map((user) => user.id) })
  c.afterCommit(() => forgetSessions())
  return answer
}

/** A password nobody has chosen, shown once; whoever gets it must activate the account anew. */
const resetPassword: Handler = async (c) => {
  const user = target(c)
  const password = initialPassword()
  await c.tx.query(
    `update "user" set "password" = $2, "activation" = false, "loginFailCount" = 0, "lockUntil" = null, "version" = "version" + 1,
       "updateTime" = $3, "updateBy" = $4 where "id" = $1`,
    [user.id, await hashPassword(password), new Date(c.now), c.actor.employeeId ?? null],
  )
  await endSessions(c.tx, { userIds: [user.id] })
  c.afterCommit(() => forgetSessions())
  c.log(`重置密码：${String(user.realName)}`)
  securityLog(
    {
      event: 'passwordReset',
      userId: user.id,
      mobile: String(user.mobile),
      ip: c.actor.ip,
      why: `by user ${c.actor.userId}`,
    },
    c.now,
  )
  return { initialPassword: password }
}

const SAY = {
  notYours: { zh: '只能修改自己的密码', en: 'You can only change your own password' },
  wrongOld: { zh: '旧密码错误', en: 'The old password is wrong' },
  locked: { zh: '密码错误次数过多，请15分钟后再试', en: 'Too many wrong passwords; try again in 15 minutes' },
  same: { zh: '新密码不能与旧密码相同', en: 'The new password must differ from the old one' },
}

/** The own password. Wrong old ones count as wrong passwords do; all other sessions of the person end. */
const editPassword: OwnHandler = {
  async own(c) {
    const { userId, mobile, sessionId, companyId = null, employeeId, realName, ip } = c.actor
    const [user] = await c.db.query<DbRow & { password: string }>(
      'select "password" from "user" where "id" = $1 and not "isDel"',
      [userId ?? 0],
    )
    if (!user || userId === undefined || String(c.input.mobile).trim() !== mobile)
      return c.refuse('mobile', SAY.notYours)
    const problem = passwordProblem(String(c.input.password))
    if (problem) return c.refuse('password', problem)
    if (!(await takeTry(c.db, userId, c.now))) return c.refuse('oldPassword', SAY.locked)
    if (!(await verifyPassword(String(c.input.oldPassword), user.password)))
      return c.refuse('oldPassword', SAY.wrongOld)
    await clearTries(c.db, userId)
    if (c.input.password === c.input.oldPassword) return c.refuse('password', SAY.same)
    const hash = await hashPassword(String(c.input.password))
    await c.db.transaction(async (tx) => {
      await tx.query(
        'update "user" set "password" = $2, "version" = "version" + 1, "updateTime" = $3 where "id" = $1',
        [userId, hash, new Date(c.now)],
      )
      await endSessions(tx, { userIds: [userId], except: sessionId })
      await writeLog(
        tx,
        {
          event: 'editPassword',
          message: '修改密码',
          companyId,
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
    forgetSessions()
    securityLog({ event: 'passwordChanged', userId, mobile, ip }, c.now)
    return null
  },
}

export const handlers: Handlers = {
  'user/add': add,
  'user/edit': edit,
  'user/del': del,
  'user/restPassword': resetPassword,
  'user/editPassword': editPassword,
}
