/**
 * Signing in and out (rules 4.1, 6.4). By password: `checkLogin`. First activation, by code, or
 * password and code together: `login`. None of them tells a stranger whether a number has an account: the same
 * sentence, after the same work.
 */
import { securityLog } from '../../auth/log.ts'
import type { SecurityEvent } from '../../auth/log.ts'
import { hashPassword, needsRehash, verifyNobody, verifyPassword } from '../../auth/passwords.ts'
import { limiterOf } from '../../auth/rate.ts'
import { networkOf } from '../../network.ts'
import { CODE_LIFE_MS, DEV_CODE, devCodes, issueCode, peekCode, spendCode, type Purpose } from '../auth/codes.ts'
import { problemOf } from '../auth/passwords.ts'
import { clearTries, takeTry, takeTryOfNobody, wasHere } from '../auth/lock.ts'
import { beginSession, signOut, signOutWith } from '../auth/sessions.ts'
import type { Handler, Handlers, OwnContext, OwnHandler } from '../call.ts'
import { logOwnAct } from '../company/operateLog.ts'
import { product } from '../product.ts'
import { accountOf, roleToEnter, userInfo } from './identity.ts'
import type { Account } from './identity.ts'

const SAY = {
  wrong: { zh: '账号或密码错误', en: 'The mobile or the password is wrong' },
  locked: { zh: '密码错误次数过多，请15分钟后再试', en: 'Too many wrong passwords; try again in 15 minutes' },
  disabled: { zh: '账号已停用，请联系管理员', en: 'This account is disabled; ask the administrator' },
  noRole: { zh: '账号没有可用的角色，请联系管理员', en: 'This account has no role; ask the administrator' },
  wrongCode: { zh: '验证码错误或已失效', en: 'The code is wrong or no longer valid' },
  tooMany: { zh: '操作过于频繁，请稍后再试', en: 'Too many tries; wait a little' },
  pause: { zh: '验证码已发送，请60秒后再试', en: 'A code has just been sent; try again in 60 seconds' },
}

export function note(
  c: OwnContext,
  event: SecurityEvent,
  line: { mobile?: string; userId?: number; why?: string },
): void {
  securityLog({ event, ip: c.actor.ip, ...line }, c.now)
}

export function limit(c: OwnContext, name: 'signIn' | 'codePerAddress'): void {
  if (limiterOf(c.clock).take(name, networkOf(c.actor.ip))) return
  note(c, 'tooMany', { why: name })
  c.refuse(undefined, SAY.tooMany)
}

/** The account whose password this is. Refuses alike for every reason a stranger must not learn. */
async function proven(c: OwnContext, mobile: string, password: string): Promise<Account> {
  const user = await accountOf(c.db, mobile)
  // Counting is done while the password is looked at: how long it takes must not tell that there was something to count.
  const [mayTry, right] = await Promise.all([
    user ? mayTryPassword(c, user) : takeTryOfNobody(c.clock, mobile),
    user ? verifyPassword(password, user.password) : verifyNobody(password),
  ])
  if (!mayTry) {
    note(c, 'signInLocked', { mobile })
    return c.refuse(undefined, SAY.locked)
  }
  if (!user || !right) {
    note(c, 'signInFailed', { mobile, userId: user?.id })
    return c.refuse(undefined, SAY.wrong)
  }
  await clearTries(c.db, user.id)
  if (needsRehash(user.password)) await storePassword(c, user.id, password)
  return user
}

/** An account that others have locked is still open to its owner, where she has signed in before. */
async function mayTryPassword(c: OwnContext, { id }: Account): Promise<boolean> {
  const { ip } = c.actor
  const here = limiterOf(c.clock).take('passwordFromHere', `${id} ${networkOf(ip)}`)
  return (await takeTry(c.db, id, c.now)) || (here && ip !== undefined && (await wasHere(c.db, id, ip, c.now)))
}

async function storePassword(c: OwnContext, userId: number, password: string): Promise<void> {
  await c.db.query('update "user" set "password" = $2 where "id" = $1', [userId, await hashPassword(password)])
}

/** Lets a proven person in: a session under the role last used, an entry in the log. */
export async function enter(c: OwnContext, user: Account): Promise<Record<string, unknown>> {
  if (!user.enabled) return c.refuse(undefined, SAY.disabled)
  if (!user.activation) return { activation: false }
  const held = await roleToEnter(c.db, user)
  if (!held) return c.refuse(undefined, SAY.noRole)
  const { id: userId, mobile, realName, employeeId } = user
  const { corpId, roleId, orgId } = held
  const { ip } = c.actor
  const { token } = await c.db.transaction(async (tx) => {
    await tx.query(
      'update "user" set "lastLoginTime" = $2, "currentCorpId" = $3, "currentRoleId" = $4, "orgId" = coalesce($5, "orgId") where "id" = $1',
      [userId, new Date(c.now), corpId, roleId, orgId],
    )
    const person = { userId, companyId: corpId, employeeId, realName, mobile, ip }
    await logOwnAct(tx, person, { call: 'login', event: { zh: '登录', en: 'Sign in' } }, c.now)
    return beginSession(tx, { userId, corpId, roleId }, c.now, ip)
  })
  note(c, 'signIn', { mobile, userId })
  return { token, activation: true, userDO: await userInfo(c.db, userId, corpId, roleId) }
}

const checkLogin: OwnHandler<'system/checkLogin'> = {
  async own(c) {
    limit(c, 'signIn')
    return enter(c, await proven(c, c.input.mobile.trim(), c.input.password))
  },
}

/** What a code is given with. */
export interface GivenCode {
  mobile: string
  code: string
}

export const givenCode = ({ mobile, code }: { mobile?: string | null; code: string }): GivenCode => ({
  mobile: mobile?.trim() ?? '',
  code: code.trim(),
})

/** Codes of a number that are tried from one address are counted together, whether it is known or not. */
const codesFromHere = (c: OwnContext, mobile: string): string => `${mobile} ${networkOf(c.actor.ip)}`

/** The code proves the number. Refuses alike for a wrong code and an unknown number. */
export async function codeProves(c: OwnContext, { mobile, code }: GivenCode, ask = spendCode): Promise<void> {
  const limits = limiterOf(c.clock)
  const here = codesFromHere(c, mobile)
  // Counted before it is looked at: a burst of guesses gets no more looks.
  if (!limits.take('codeFromHere', here)) return refuseMore(c, 'code', { mobile, why: 'codeFromHere' })
  if (await ask(c.db, mobile, code, c.now)) return limits.giveBack('codeFromHere', here)
  note(c, 'codeWrong', { mobile })
  c.refuse('code', SAY.wrongCode)
}

function refuseMore(c: OwnContext, field: 'code' | 'mobile', line: { mobile: string; why: string }): never {
  note(c, 'tooMany', line)
  return c.refuse(field, SAY.tooMany)
}

/** Ends a code that was looked at. */
async function spend(c: OwnContext, { mobile, code }: GivenCode): Promise<void> {
  if (!(await spendCode(c.db, mobile, code, c.now))) c.refuse('code', SAY.wrongCode)
}

/**
 * By code; a password sent along must be right too. An account not yet activated is told so while the code stays
 * good, and gets the password that comes with it. The code is looked at first: whoever has not the phone is told the
 * same of every number.
 */
const login: OwnHandler<'system/login'> = {
  async own(c) {
    limit(c, 'signIn')
    const given = givenCode(c.input)
    const { password } = c.input
    await codeProves(c, given, peekCode)
    const user = await accountOf(c.db, given.mobile)
    if (user && !user.activation) return firstTime(c, user, given, password)
    const known = password ? await proven(c, given.mobile, password) : user
    await spend(c, given)
    return known ? enter(c, known) : c.refuse('code', SAY.wrongCode)
  },
}

async function firstTime(
  c: OwnContext,
  user: Account,
  given: GivenCode,
  password: string | null | undefined,
): Promise<unknown> {
  if (!password) return { activation: false }
  await checkPassword(c, password, given.mobile)
  await spend(c, given)
  return enterAnew(c, user, password, 'activation')
}

async function checkPassword(c: OwnContext, password: string, mobile: string): Promise<void> {
  const problem = await problemOf(c, { password, mobile })
  if (problem) c.refuse('password', problem)
}

/** A forgotten password, replaced by whoever has the phone; it ends every session there is, and lifts a lock. */
const passwordByCode: OwnHandler<'system/passwordByCode'> = {
  async own(c) {
    limit(c, 'signIn')
    const given = givenCode(c.input)
    await checkPassword(c, c.input.password, given.mobile)
    await codeProves(c, given)
    const user = await accountOf(c.db, given.mobile)
    return user ? enterAnew(c, user, c.input.password, 'by code') : c.refuse('code', SAY.wrongCode)
  },
}

async function enterAnew(c: OwnContext, user: Account, password: string, why: string): Promise<unknown> {
  if (!user.enabled) c.refuse(undefined, SAY.disabled)
  await activate(c, user, password, why)
  return enter(c, { ...user, activation: true })
}

async function activate(c: OwnContext, user: Account, password: string, why: string): Promise<void> {
  const hash = await hashPassword(password)
  await signOutWith(c.db, { userIds: [user.id] }, async (tx) => {
    await tx.query(
      'update "user" set "password" = $2, "activation" = true, "loginFailCount" = 0, "lockUntil" = null, "version" = "version" + 1, "updateTime" = $3 where "id" = $1',
      [user.id, hash, new Date(c.now)],
    )
  })
  note(c, 'passwordChanged', { mobile: user.mobile, userId: user.id, why })
}

/** Sends a code. A number that is nobody's gets the same answer, and no message. */
export async function sendCode(c: OwnContext, mobile: string, purpose: Purpose): Promise<{ expireSeconds: number }> {
  limit(c, 'codePerAddress')
  const limits = limiterOf(c.clock)
  // Nobody is sent a code that would be refused unseen.
  if (!limits.hasLeft('codeFromHere', codesFromHere(c, mobile)))
    return refuseMore(c, 'mobile', { mobile, why: 'codeFromHere' })
  if (!limits.take('codePerMobile', mobile)) return refuseMore(c, 'mobile', { mobile, why: 'codePerMobile' })
  if (!limits.take('codePause', mobile)) return refuseCode(c, mobile)
  const code = await issueCode(c.db, mobile, purpose, c.now)
  if (code === undefined) return refuseCode(c, mobile)
  const [user, isServed] = await Promise.all([accountOf(c.db, mobile), product().clients?.knows(c, mobile)])
  const known = user !== undefined || isServed === true
  // Nobody waits for the message, nor hears whether it went out: that would tell whose number is known.
  if (known) void send(c, mobile, codeText(code))
  note(c, 'codeSent', { mobile, why: known ? undefined : 'unknown number' })
  if (devCodes())
    c.answer({ msg: c.actor.lang === 'zh' ? `开发模式验证码：${DEV_CODE}` : `Development code: ${DEV_CODE}` })
  return { expireSeconds: CODE_LIFE_MS / 1000 }
}

/** The sentence with a one-time code. */
const codeText = (code: string): string => `您的验证码是 ${code}，5分钟内有效，请勿告诉他人。`

/** A message of the system itself is kept nowhere, since it holds a secret; the operator is told when it does not go out. */
async function send(c: OwnContext, mobile: string, text: string): Promise<void> {
  const { ok, error } = await c.sms.send(mobile, text).catch(() => ({ ok: false, error: 'the gateway broke' }))
  if (!ok) note(c, 'codeNotSent', { mobile, why: error })
}

function refuseCode(c: OwnContext, mobile: string): never {
  note(c, 'codeRefused', { mobile })
  return c.refuse('mobile', SAY.pause)
}

/** Ends the session at hand. Without one there is nothing to do, and that is no error. */
const logout: Handler<'system/logout'> = async (c) => {
  const { sessionId, mobile, userId, ip } = c.actor
  if (sessionId === undefined) return null
  await signOut(c, { ids: [sessionId] })
  if (userId) await logOwnAct(c.tx, c.actor, { call: 'logout', event: { zh: '退出', en: 'Sign out' } }, c.now)
  securityLog({ event: 'signOut', mobile, userId, ip }, c.now)
  return null
}

export const handlers: Handlers = {
  'system/checkLogin': checkLogin,
  'system/login': login,
  'system/passwordByCode': passwordByCode,
  'system/logout': logout,
  'system/verifiCode': { own: (c) => sendCode(c, c.input.mobile.trim(), c.input.purpose) },
}
