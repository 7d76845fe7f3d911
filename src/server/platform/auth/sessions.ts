/**
 * Sessions (resource `loginSession`, rules 1.1): begun at sign-in, ended by sign-out, by an administrator, or
 * by time. The row holds the SHA-256 of the token; the token itself exists only in the browser.
 */
import { ABSOLUTE_MS, IDLE_MS } from '../../auth/index.ts'
import type { SessionStore } from '../../auth/index.ts'
import { forgetSessions } from '../../auth/cache.ts'
import type { Remembered } from '../../auth/cache.ts'
import { newToken, tokenHash } from '../../auth/tokens.ts'
import { publish } from '../../push/outbox.ts'
import type { Lang } from '../../../model/model.ts'
import type { Actor, Database, DbRow, Queryable } from '../../types.ts'
import type { CallContext, Values } from '../call.ts'
import { product } from '../product.ts'

/** Whose session: a person of staff in a company under a role; or, in columns of the product, one whom it serves. */
type SessionOwner = { corpId: number } & { readonly [C in keyof Values<'loginSession'>]?: number | undefined }

/** Begins a session. Answers its token, which nobody can be told again. */
export async function beginSession(
  tx: Queryable,
  owner: SessionOwner,
  now: number,
  ip: string | undefined,
): Promise<{ id: number; token: string }> {
  const token = newToken()
  const columns = Object.keys(owner)
  const own = columns.map((_name, at) => `, $${at + 5}`).join('')
  const [row] = await tx.query<{ id: number }>(
    `insert into "loginSession" ("token", "expireTime", "ip", "createTime", "updateTime", "version", "isDel"${columns.map((name) => `, "${name}"`).join('')})
     values ($1, $2, $3, $4, $4, 1, false${own}) returning "id"`,
    [
      tokenHash(token),
      new Date(now + IDLE_MS),
      ip ?? null,
      new Date(now),
      ...Object.values(owner).map((id) => id ?? null),
    ],
  )
  return { id: (row as { id: number }).id, token }
}

/** Which sessions to end. */
type SessionChoice =
  | { ids: number[] }
  | { userIds: number[]; except?: number }
  | { roleIds: number[] }
  | { employeeIds: number[] }
  | { where: keyof Values<'loginSession'>; ids: number[] }

/** What a sign-out works in: the transaction of a call. */
type Work = Pick<CallContext, 'tx' | 'afterCommit'>

/**
 * Ends sessions with the call's transaction: their tokens answer 401 from the commit on, in every process, and their
 * push sockets close.
 */
export async function signOut(c: Work, choice: SessionChoice): Promise<void> {
  await endSessions(c.tx, choice)
  c.afterCommit(() => forgetSessions('ids' in choice && !('where' in choice) ? choice.ids : undefined))
}

/** As {@link signOut}, for a call that opens its own transactions; `work` is done in the same one. */
export async function signOutWith(
  db: Database,
  choice: SessionChoice,
  work: (tx: Queryable) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await work(tx)
    await endSessions(tx, choice)
  })
  forgetSessions()
}

async function endSessions(tx: Queryable, choice: SessionChoice): Promise<void> {
  const [where, parameters] = condition(choice)
  const rows = await tx.query<DbRow & { id: number }>(
    `delete from "loginSession" where ${where} returning "id"`,
    parameters,
  )
  const ids = rows.map((row) => row.id)
  if (ids.length > 0) await publish(tx, [{ to: { sessions: ids }, message: { path: '/api/push/logout', data: {} } }])
}

function condition(choice: SessionChoice): [string, unknown[]] {
  if ('where' in choice) return [`"${choice.where}" = any($1::bigint[])`, [choice.ids]]
  if ('ids' in choice) return ['"id" = any($1::bigint[])', [choice.ids]]
  if ('userIds' in choice)
    return ['"userId" = any($1::bigint[]) and "id" is distinct from $2', [choice.userIds, choice.except ?? null]]
  if ('roleIds' in choice) return ['"roleId" = any($1::bigint[])', [choice.roleIds]]
  return ['"userId" in (select "id" from "user" where "employeeId" = any($1::bigint[]))', [choice.employeeIds]]
}

/** Removes sessions whose time is over. Answers how many. */
export async function cleanSessions(db: Queryable, now: number): Promise<number> {
  const rows = await db.query(
    'delete from "loginSession" where "expireTime" < $1 or "createTime" < $2 returning 1 as gone',
    [new Date(now), new Date(now - ABSOLUTE_MS)],
  )
  if (rows.length > 0) forgetSessions()
  return rows.length
}

/** Sessions as they are looked up with each request. */
export function sessionStore(db: Queryable): SessionStore {
  return {
    async read(hash) {
      const [row] = await db.query<SessionRow>(readSession('s."token" = $1'), [hash])
      return row && remembered(row)
    },
    async readById(sessionId) {
      const [row] = await db.query<SessionRow>(readSession('s."id" = $1'), [sessionId])
      return row && remembered(row)
    },
    async touch(sessionId, idleUntil) {
      await db.query('update "loginSession" set "expireTime" = $2 where "id" = $1', [sessionId, new Date(idleUntil)])
    },
  }
}

interface SessionRow extends DbRow {
  id: number
  createTime: number
  expireTime: number
  corpId: number
  userId: number | null
  employeeId: number | null
  realName: string | null
  mobile: string | null
  roleId: number | null
  orgId: number | null
  orgPath: string | null
  dutyId: number | null
  customerId: number | null
  customerName: string | null
  customerMobile: string | null
  linkId: number | null
  linkEnds: number | null
}

function remembered(row: SessionRow): Remembered {
  const actor: Actor = row.customerId === null ? staff(row) : client(row)
  const endsAt = Math.min(row.createTime + ABSOLUTE_MS, row.linkEnds ?? Number.POSITIVE_INFINITY)
  return { actor, idleUntil: row.expireTime, endsAt }
}

const staff = (row: SessionRow): Actor => ({
  kind: 'staff',
  lang: 'zh',
  sessionId: row.id,
  companyId: row.corpId,
  userId: row.userId ?? undefined,
  employeeId: row.employeeId ?? undefined,
  realName: row.realName ?? undefined,
  mobile: row.mobile ?? undefined,
  roleId: row.roleId ?? undefined,
  orgId: row.orgId ?? undefined,
  orgPath: row.orgPath ?? undefined,
  dutyId: row.dutyId ?? undefined,
})

const client = (row: SessionRow): Actor => ({
  kind: 'client',
  lang: 'zh',
  sessionId: row.id,
  companyId: row.corpId,
  customerId: row.customerId ?? undefined,
  ...(row.linkId === null ? {} : { linkId: row.linkId }),
  realName: row.customerName ?? undefined,
  mobile: row.customerMobile ?? undefined,
})

/** No one but staff signs in. */
const STAFF_ONLY = {
  joins: '',
  columns: `null::bigint as "customerId", null as "customerName", null as "customerMobile", null::bigint as "linkId", null::timestamptz as "linkEnds"`,
  mayEnter: 'false',
}

/**
 * One row for a session whose owner may still enter: user and role enabled, the role still held in that
 * company, the employee not left, the company enabled; or one whom the product serves, as it says.
 * The department is the one of the role held (userRole); the employee's own when that has none.
 */
function readOf(source: string, where: string, clients: typeof STAFF_ONLY, more = ''): string {
  return `
select ${more}s."id", s."createTime", s."expireTime", s."corpId",
  u."id" as "userId", u."employeeId", u."realName", u."mobile",
  r."id" as "roleId", o."id" as "orgId", o."path" as "orgPath", ${product().duty ?? 'null::bigint'} as "dutyId",
  ${clients.columns}
from ${source} s
join "company" co on co."id" = s."corpId" and not co."isDel" and co."status" = 1
left join "user" u on u."id" = s."userId" and not u."isDel" and u."status" = 1 and u."activation"
left join "employee" e on e."id" = u."employeeId" and not e."isDel" and e."status" <> 2
left join lateral (
  select ur."orgId", ur."roleId" from "userRole" ur
  where ur."userId" = u."id" and ur."corpId" = s."corpId" and ur."roleId" = s."roleId" and not ur."isDel"
  order by (ur."orgId" = u."orgId") desc nulls last, ur."id" limit 1
) held on true
left join "role" r on r."id" = held."roleId" and not r."isDel" and r."status" = 1
left join "org" o on o."id" = coalesce(held."orgId", e."orgId") and not o."isDel"
${clients.joins}
where ${where} and not s."isDel" and ((${clients.mayEnter}) or (e."id" is not null and r."id" is not null))`
}

/** The same for the session table, where customers may have theirs too. */
const readSession = (where: string): string => readOf('"loginSession"', where, product().clients ?? STAFF_ONLY)

/** Of an address for calendar programs, which a person made under a role, as long as both stand as they did. */
const FEEDS = `(select "id", "createTime", "until" as "expireTime", "companyId" as "corpId", "userId", "roleId",
    "isDel", "link", "name", "screen", "filters", "lang" as "feedLang" from "calendarFeed")`

interface FeedRow extends SessionRow {
  name: string
  screen: string
  filters: Record<string, unknown>
  feedLang: string
}

/** An address for calendar programs, as long as it was not withdrawn and who made it may still enter. */
export async function findFeed(
  db: Queryable,
  link: string,
): Promise<{ actor: Actor; name: string; screen: string; filters: Record<string, unknown>; lang: Lang } | undefined> {
  const [row] = await db.query<FeedRow>(
    readOf(FEEDS, 's."link" = $1', STAFF_ONLY, 's."name", s."screen", s."filters", s."feedLang", '),
    [link],
  )
  if (!row) return undefined
  const { sessionId: _none, ...actor } = staff(row)
  const { name, screen, filters, feedLang } = row
  return { actor, name, screen, filters, lang: feedLang === 'en' ? 'en' : 'zh' }
}
