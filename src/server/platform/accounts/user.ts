/** Accounts (rules 1.1): made, changed, disabled; passwords set and reset. */
import { forgetSessions } from '../../auth/cache.ts'
import { securityLog } from '../../auth/log.ts'
import { hashPassword, initialPassword, verifyPassword } from '../../auth/passwords.ts'
import { clearTries, takeTry } from '../auth/lock.ts'
import { problemOf } from '../auth/passwords.ts'
import { signOut, signOutWith } from '../auth/sessions.ts'
import type { CallContext, Handler, Handlers, OwnHandler, Row, Values } from '../call.ts'
import { logOwnAct } from '../company/operateLog.ts'
import { mayGrantIn } from './grantable.ts'

const NO_ROLE = { zh: '请选择公司角色', en: 'Choose a role' }

type Held = Values<'userRole'>

/** A first role to be in, the department with it. */
function firstRole(roles: readonly Held[]): Values<'user'> {
  const role = roles.find((one) => one.isDefault) ?? roles[0]
  return role ? { currentCorpId: role.corpId, currentRoleId: role.roleId, orgId: role.orgId } : {}
}

/** The password of a new account, ready to store. */
async function hashed(c: CallContext, password: string, mobile: string): Promise<string> {
  const problem = await problemOf({ db: c.tx, model: c.model }, { password, mobile })
  return problem ? c.refuse('password', problem) : hashPassword(password)
}

const MISMATCH = { zh: '角色和部门须属于所选公司', en: 'The role and the department must belong to the company' }

const ELSEWHERE = {
  zh: '您不能增减该公司的角色',
  en: 'You may neither give nor take roles of that company',
}

/** What tells a role that is held from another. */
const heldKey = ({ corpId, orgId, roleId }: Held): string => [corpId, orgId, roleId].join('/')

/**
 * A role belongs to the company it is held in, a department too; and it is given or taken by whoever may give roles
 * in that company. What stays as it was is nobody's gift.
 */
async function checkRoles(c: CallContext, roles: readonly Held[], before: readonly Held[] = []): Promise<void> {
  const [now, then] = [new Set(roles.map(heldKey)), new Set(before.map(heldKey))]
  const taken = before.filter((role) => !now.has(heldKey(role)))
  if (!(await mayGrantIn(c, companiesOf(taken)))) c.refuse('roles', ELSEWHERE)
  for (const [i, role] of roles.entries()) if (!then.has(heldKey(role))) await checkRole(c, role, `roles[${i}]`)
}

const companiesOf = (roles: readonly Held[]): number[] => roles.flatMap(({ corpId }) => corpId ?? [])

async function checkRole(c: CallContext, role: Held, at: `roles[${number}]`): Promise<void> {
  if (!(await mayGrantIn(c, companiesOf([role])))) c.refuse(`${at}.corpId`, ELSEWHERE)
  const [known] = await c.tx.query(
    `select 1 as known from "role" r, "org" o where r."id" = $2 and o."id" = $3 and r."companyId" = $1 and o."companyId" = $1 and not r."isDel" and not o."isDel"`,
    [role.corpId, role.roleId, role.orgId],
  )
  if (!known) c.refuse(`${at}.roleId`, MISMATCH)
}

const add: Handler<'user/add'> = async (c) => {
  const { roles = [], password, mobile } = c.input
  await checkRoles(c, roles)
  return c.standard({ password: await hashed(c, password, mobile), ...firstRole(roles) })
}

const edit: Handler<'user/edit'> = async (c) => {
  const { roles, status } = c.input
  if (roles?.length === 0) return c.refuse('roles', NO_ROLE)
  if (roles) await checkRoles(c, roles, await c.select('userRole', { userId: c.row.id }))
  const done = await c.standard(roles && !holds(roles, c.row) ? firstRole(roles) : {})
  if (status === 'disabled') await signOut(c, { userIds: [c.row.id] })
  else c.afterCommit(() => forgetSessions())
  return done
}

const holds = (roles: readonly Held[], user: Row<'user'>): boolean =>
  roles.some((role) => role.corpId === user.currentCorpId && role.roleId === user.currentRoleId)

const del: Handler<'user/del'> = async (c) => {
  if (c.rows.some((user) => user.id === c.actor.userId))
    return c.refuse(undefined, { zh: '不能删除自己的账号', en: 'You cannot delete your own account' })
  const done = await c.standard()
  await signOut(c, { userIds: c.rows.map((user) => user.id) })
  return done
}

/** A password nobody has chosen, shown once; whoever gets it must activate the account anew. */
const resetPassword: Handler<'user/restPassword'> = async (c) => {
  const { id: userId, realName, mobile } = c.row
  const password = initialPassword()
  await c.tx.query(
    `update "user" set "password" = $2, "activation" = false, "loginFailCount" = 0, "lockUntil" = null, "version" = "version" + 1,
       "updateTime" = $3, "updateBy" = $4 where "id" = $1`,
    [userId, await hashPassword(password), new Date(c.now), c.actor.employeeId ?? null],
  )
  await signOut(c, { userIds: [userId] })
  c.log({ zh: `重置密码：${realName}`, en: `Password reset: ${realName}` })
  securityLog({ event: 'passwordReset', userId, mobile, ip: c.actor.ip, why: `by user ${c.actor.userId}` }, c.now)
  return { initialPassword: password }
}

const SAY = {
  notYours: { zh: '只能修改自己的密码', en: 'You can only change your own password' },
  wrongOld: { zh: '旧密码错误', en: 'The old password is wrong' },
  locked: { zh: '密码错误次数过多，请15分钟后再试', en: 'Too many wrong passwords; try again in 15 minutes' },
  same: { zh: '新密码不能与旧密码相同', en: 'The new password must differ from the old one' },
}

/** The own password. Wrong old ones count as wrong passwords do; all other sessions of the person end. */
const editPassword: OwnHandler<'user/editPassword'> = {
  async own(c) {
    const { userId, mobile, sessionId, ip } = c.actor
    const { oldPassword, password } = c.input
    const [user] = await c.db.query<{ password: string }>(
      'select "password" from "user" where "id" = $1 and not "isDel"',
      [userId ?? 0],
    )
    if (!user || userId === undefined || c.input.mobile.trim() !== mobile) return c.refuse('mobile', SAY.notYours)
    const problem = await problemOf(c, { password, mobile })
    if (problem) return c.refuse('password', problem)
    if (!(await takeTry(c.db, userId, c.now))) return c.refuse('oldPassword', SAY.locked)
    if (!(await verifyPassword(oldPassword, user.password))) return c.refuse('oldPassword', SAY.wrongOld)
    await clearTries(c.db, userId)
    if (password === oldPassword) return c.refuse('password', SAY.same)
    const hash = await hashPassword(password)
    await signOutWith(c.db, { userIds: [userId], except: sessionId }, async (tx) => {
      await tx.query(
        'update "user" set "password" = $2, "version" = "version" + 1, "updateTime" = $3 where "id" = $1',
        [userId, hash, new Date(c.now)],
      )
      await logOwnAct(tx, c.actor, { call: 'editPassword', event: { zh: '修改密码', en: 'Change password' } }, c.now)
    })
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
