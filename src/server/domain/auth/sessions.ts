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
import type { CallContext } from '../call.ts'

/** Whose session: a person of staff in a company under a role, or a customer of a company. */
type SessionOwner =
  | { userId: number; corpId: number; roleId: number }
  | { customerId: number; corpId: number; linkId?: number }

/** Begins a session. Answers its token, which nobody can be told again. */
export async function beginSession(
  tx: Queryable,
  owner: SessionOwner,
  now: number,
  ip: string | undefined,
): Promise<{ id: number; token: string }> {
  const token = newToken()
  const [row] = await tx.query<{ id: number }>(BEGIN, [
    tokenHash(token),
    'userId' in owner ? owner.userId : null,
    'customerId' in owner ? owner.customerId : null,
    owner.corpId,
    'roleId' in owner ? owner.roleId : null,
    'linkId' in owner ? owner.linkId : null,
    new Date(now + IDLE_MS),
    ip ?? null,
    new Date(now),
  ])
  return { id: (row as { id: number }).id, token }
}

const BEGIN = `
insert into "loginSession" ("token", "userId", "customerId", "corpId", "roleId", "linkId", "expireTime", "ip", "createTime", "updateTime", "version", "isDel")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, 1, false) returning "id"`

/** Which sessions to end. */
type SessionChoice =
  | { ids: number[] }
  | { userIds: number[]; except?: number }
  | { roleIds: number[] }
  | { employeeIds: number[] }
  | { linkIds: number[] }

/** What a sign-out works in: the transaction of a call. */
type Work = Pick<CallContext, 'tx' | 'afterCommit'>

/**
 * Ends sessions with the call's transaction: their tokens answer 401 from the commit on, in every process, and their
 * push sockets close.
 */
export async function signOut(c: Work, choice: SessionChoice): Promise<void> {
  await endSessions(c.tx, choice)
  c.afterCommit(() => forgetSessions('ids' in choice ? choice.ids : undefined))
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
  if ('ids' in choice) return ['"id" = any($1::bigint[])', [choice.ids]]
  if ('userIds' in choice)
    return ['"userId" = any($1::bigint[]) and "id" is distinct from $2', [choice.userIds, choice.except ?? null]]
  if ('linkIds' in choice) return ['"linkId" = any($1::bigint[])', [choice.linkIds]]
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
      const [row] = await db.query<SessionRow>(READ, [hash])
      return row && remembered(row)
    },
    async readById(sessionId) {
      const [row] = await db.query<SessionRow>(READ_BY_ID, [sessionId])
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
  placeId: number | null
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
  placeId: row.placeId ?? undefined,
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

/**
 * One row for a session whose owner may still enter: user and role enabled, the role still held in that
 * company, the employee not left, the company enabled; or a customer who is still there, and whose link, where they
 * came by one, is theirs and not withdrawn.
 * The department is the one of the role held (userRole); the employee's own when that has none.
 */
const readOf = (source: string, where: string, more = ''): string => `
select ${more}s."id", s."createTime", s."expireTime", s."corpId",
  u."id" as "userId", u."employeeId", u."realName", u."mobile",
  r."id" as "roleId", o."id" as "orgId", o."path" as "orgPath", k."currentPlaceId" as "placeId",
  c."id" as "customerId", c."realName" as "customerName", c."mobile" as "customerMobile",
  l."id" as "linkId", l."expireTime" as "linkEnds"
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
left join "cashier" k on k."employeeId" = e."id" and not k."isDel" and k."status" = 1
left join "customer" c on c."id" = s."customerId" and not c."isDel" and c."mergedInto" is null
left join "clientAccess" l on l."id" = s."linkId" and l."customerId" = s."customerId" and not l."isDel" and l."status" = 1
where ${where} and not s."isDel"
  and (s."linkId" is null or l."id" is not null)
  and (c."id" is not null or (e."id" is not null and r."id" is not null))`

const READ = readOf('"loginSession"', 's."token" = $1')
const READ_BY_ID = readOf('"loginSession"', 's."id" = $1')

/** Of an address for calendar programs, which a person made under a role, as long as both stand as they did. */
const READ_FEED = readOf(
  `(select "id", "createTime", "until" as "expireTime", "companyId" as "corpId", "userId", "roleId",
    null::bigint as "customerId", null::bigint as "linkId", "isDel", "link", "name", "screen", "filters", "lang" as "feedLang" from "calendarFeed")`,
  's."link" = $1',
  's."name", s."screen", s."filters", s."feedLang", ',
)

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
  const [row] = await db.query<FeedRow>(READ_FEED, [link])
  if (!row) return undefined
  const { sessionId: _none, ...actor } = staff(row)
  const { name, screen, filters, feedLang } = row
  return { actor, name, screen, filters, lang: feedLang === 'en' ? 'en' : 'zh' }
}
