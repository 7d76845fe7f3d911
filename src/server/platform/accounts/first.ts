/**
 * The first administrator: made from the command line, or on a page that is open while nobody can sign in, for whoever
 * knows the token that the server printed. What a broken-off attempt left (company, department, person) is taken up.
 */
import type { Model, Text } from '../../../model/model.ts'
import { securityLog } from '../../auth/log.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { problemOf } from '../auth/passwords.ts'
import { limiterOf } from '../../auth/rate.ts'
import { networkOf } from '../../network.ts'
import { newToken, sameSecret } from '../../auth/tokens.ts'
import type { Actor, Clock, Database, Queryable } from '../../types.ts'
import type { Handlers, OwnHandler } from '../call.ts'
import { syncRoles } from '../sync/index.ts'

/** The role that may do everything (`schemas/roles`). */
const ROLE = 'administrator'

const SAY = {
  closed: { zh: '链接无效或已使用', en: 'This link is not valid, or was used already' },
  taken: { zh: '登陆账号重复', en: 'This sign-in mobile exists already' },
  tooMany: { zh: '操作过于频繁，请稍后再试', en: 'Too many tries; wait a little' },
}

/** What accounts are made with. */
interface Making {
  db: Database
  model: Model
  clock: Clock
  insertAll(resource: string, actor: Actor, rows: readonly Record<string, unknown>[]): Promise<number[]>
}

/** Who is to be administrator. The company is made, where the database has none. */
interface Administrator {
  company: string
  realName: string
  mobile: string
  password: string
}

/** A member of staff who can sign in at once. */
export interface Account {
  companyId: number
  orgId: number
  employeeId: number
  /** Code of the role: the name of its file. */
  role: string
  realName: string
  mobile: string
  password: string
}

/** Why somebody cannot be made administrator, and at which input. */
export class NotMade extends Error {
  override readonly name = 'NotMade'
  constructor(
    readonly field: string,
    readonly why: Text,
  ) {
    super(why.en)
  }
}

/** Whether anybody could ever sign in. */
async function hasUsers(db: Queryable): Promise<boolean> {
  return (await db.query('select 1 as one from "user" where not "isDel" limit 1')).length > 0
}

/** Whether somebody who may sign in holds the role of administrators. */
export async function hasAdministrator(db: Queryable): Promise<boolean> {
  const found = await db.query(
    `select 1 as one from "userRole" h join "user" u on u."id" = h."userId" join "role" r on r."id" = h."roleId"
     where r."code" = $1 and r."status" = 1 and u."status" = 1 and not h."isDel" and not u."isDel" and not r."isDel" limit 1`,
    [ROLE],
  )
  return found.length > 0
}

/** Makes an account that may do everything and can sign in at once. Throws {@link NotMade}. */
export async function makeAdministrator(making: Making, person: Administrator): Promise<void> {
  const { db, model, clock } = making
  const problem = await problemOf(making, person)
  if (problem) throw new NotMade('password', problem)
  const [taken] = await db.query('select 1 as one from "user" where "mobile" = $1 and not "isDel"', [person.mobile])
  if (taken) throw new NotMade('mobile', SAY.taken)
  const corpId = await company(making, person.company)
  await db.transaction((tx) => syncRoles(tx, model, clock.now(), corpId))
  const orgId = await department(making, corpId, person.company)
  const employeeId = await employee(making, { corpId, orgId, ...person })
  const { realName, mobile, password } = person
  const userId = await addAccount(making, {
    companyId: corpId,
    orgId,
    employeeId,
    role: ROLE,
    realName,
    mobile,
    password,
  })
  securityLog({ event: 'passwordChanged', mobile, userId, why: 'first administrator' }, clock.now())
}

/** An account that can be used at once, for a member of staff. Answers its id. */
export async function addAccount(making: Omit<Making, 'model' | 'clock'>, account: Account): Promise<number> {
  const { db } = making
  const { companyId: corpId, orgId, employeeId, role, realName, mobile } = account
  const roleId = await idOf(db, 'select "id" from "role" where "companyId" = $1 and "code" = $2', [corpId, role])
  if (roleId === undefined) throw new Error(`The company has no role "${role}".`)
  const actor = systemOf(corpId)
  const password = await hashPassword(account.password)
  const [userId] = await making.insertAll('user', actor, [{ employeeId, realName, mobile, password }])
  if (userId === undefined) throw new Error('no user was made')
  await making.insertAll('userRole', actor, [{ userId, corpId, orgId, roleId, isDefault: 1 }])
  await db.query(
    'update "user" set "activation" = true, "currentCorpId" = $2, "currentRoleId" = $3, "orgId" = $4 where "id" = $1',
    [userId, corpId, roleId, orgId],
  )
  return userId
}

const systemOf = (companyId?: number): Actor => ({
  kind: 'system',
  lang: 'zh',
  ...(companyId === undefined ? {} : { companyId }),
})

async function idOf(db: Queryable, sql: string, parameters: unknown[]): Promise<number | undefined> {
  const [found] = await db.query<{ id: number }>(`${sql} and not "isDel" order by "id" limit 1`, parameters)
  return found?.id
}

/** A row that is there, else a new one. */
async function found(
  { insertAll }: Making,
  known: number | undefined,
  [resource, actor, values]: [string, Actor, Record<string, unknown>],
): Promise<number> {
  if (known !== undefined) return known
  const [id] = await insertAll(resource, actor, [values])
  if (id === undefined) throw new Error(`no ${resource} was made`)
  return id
}

async function company(making: Making, name: string): Promise<number> {
  const known = await idOf(making.db, 'select "id" from "company" where "status" = 1', [])
  return found(making, known, ['company', systemOf(), { code: 'C01', name }])
}

async function department(making: Making, corpId: number, name: string): Promise<number> {
  const known = await idOf(making.db, 'select "id" from "org" where "parentId" is null and "companyId" = $1', [corpId])
  const type = making.model.dictionaries.org_type?.values.find((one) => one.name === 'company')
  return found(making, known, ['org', systemOf(corpId), { code: 'C01', name, orgType: type?.value }])
}

async function employee(
  making: Making,
  { corpId, orgId, realName, mobile }: Administrator & { corpId: number; orgId: number },
): Promise<number> {
  const known = await idOf(making.db, 'select "id" from "employee" where "mobile" = $1 and "companyId" = $2', [
    mobile,
    corpId,
  ])
  return found(making, known, ['employee', systemOf(corpId), { realName, mobile, orgId }])
}

/** The page that is open, by the clock of the application: its token, and how the account is made. */
const open = new WeakMap<Clock, { token: string; making: Making }>()

/** Opens the page where a first administrator enters, if nobody can sign in. Answers the token that lets in. */
export async function openFirstRun(making: Making): Promise<string | undefined> {
  if (await hasUsers(making.db)) return undefined
  const token = newToken()
  open.set(making.clock, { token, making })
  return token
}

const firstRun: OwnHandler<'system/firstRun'> = {
  async own(c) {
    if (!limiterOf(c.clock).take('signIn', networkOf(c.actor.ip))) c.refuse(undefined, SAY.tooMany)
    const { token, company: name, realName, mobile, password } = c.input
    const known = open.get(c.clock)
    if (!known || !sameSecret(known.token, token) || (await hasUsers(c.db))) return c.refuse(undefined, SAY.closed)
    // Two at once must not both be let in.
    open.delete(c.clock)
    try {
      await makeAdministrator(known.making, { company: name, realName, mobile: mobile.trim(), password })
    } catch (error) {
      open.set(c.clock, known)
      if (error instanceof NotMade) c.refuse(error.field, error.why)
      throw error
    }
    return { mobile: mobile.trim() }
  },
}

export const handlers: Handlers = { 'system/firstRun': firstRun }
