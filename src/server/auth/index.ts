/**
 * Who is behind a bearer token. The answer is at most a second old in this process, and dropped at once by
 * sign-out, a disabled account, a changed or reset password (security checks 8, 13–16).
 */
import type { Lang } from '../../model/model.ts'
import type { Actor, Clock, Database, DbRow } from '../types.ts'
import { reading, recall } from './cache.ts'
import { ABSOLUTE_MS, IDLE_MS, TOUCH_MS } from './sessions.ts'
import { tokenHash } from './tokens.ts'

/** `touch: false` looks without keeping the session alive (the push socket). */
export interface AuthenticateOptions { touch?: boolean; lang?: Lang }

/** The person behind a token, or nothing: unknown, over, disabled, or no longer in the role it was begun under. */
export type Authenticate = (token: string, ip?: string, options?: AuthenticateOptions) => Promise<Actor | undefined>

export interface Auth { authenticate: Authenticate }

/** A token is 43 characters of base64url; anything else is not looked up. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

export function createAuth({ db, clock }: { db: Database; clock: Clock }): Auth {
  return {
    async authenticate(token, ip, { touch = true, lang = 'zh' } = {}) {
      if (!TOKEN.test(token)) return undefined
      const hash = tokenHash(token)
      const found = recall(hash) ?? (await read(db, hash))
      const now = clock.now()
      if (!found || now >= found.idleUntil || now >= found.endsAt) return undefined
      if (touch && found.idleUntil - now < IDLE_MS - TOUCH_MS) {
        found.idleUntil = now + IDLE_MS
        await db.query('update "loginSession" set "expireTime" = $2 where "id" = $1', [found.actor.sessionId, new Date(found.idleUntil)])
      }
      return { ...found.actor, ip, lang }
    },
  }
}

interface SessionRow extends DbRow {
  id: number; createTime: number; expireTime: number; corpId: number
  userId: number | null; employeeId: number | null; realName: string | null; mobile: string | null
  roleId: number | null; orgId: number | null; orgPath: string | null; placeId: number | null
  customerId: number | null; customerName: string | null; customerMobile: string | null
}

async function read(db: Database, hash: string): Promise<ReturnType<typeof remembered> | undefined> {
  const keep = reading()
  const [row] = await db.query<SessionRow>(READ, [hash])
  if (!row) return undefined
  const found = remembered(row)
  keep(hash, found)
  return recall(hash) ?? found
}

function remembered(row: SessionRow): { actor: Actor; idleUntil: number; endsAt: number } {
  const actor: Actor = row.customerId === null ? staff(row) : client(row)
  return { actor, idleUntil: row.expireTime, endsAt: row.createTime + ABSOLUTE_MS }
}

const staff = (row: SessionRow): Actor => ({
  kind: 'staff', lang: 'zh', sessionId: row.id, companyId: row.corpId,
  userId: row.userId ?? undefined, employeeId: row.employeeId ?? undefined, realName: row.realName ?? undefined,
  mobile: row.mobile ?? undefined, roleId: row.roleId ?? undefined, orgId: row.orgId ?? undefined,
  orgPath: row.orgPath ?? undefined, placeId: row.placeId ?? undefined,
})

const client = (row: SessionRow): Actor => ({
  kind: 'client', lang: 'zh', sessionId: row.id, companyId: row.corpId, customerId: row.customerId ?? undefined,
  realName: row.customerName ?? undefined, mobile: row.customerMobile ?? undefined,
})

/**
 * One row for a session whose owner may still enter: user and role enabled, the role still held in that
 * company, the employee not left, the company enabled; or a customer who is still there.
 * The department is the one of the role held (userRole); the employee's own when that has none.
 */
const READ = `
select s."id", s."createTime", s."expireTime", s."corpId",
  u."id" as "userId", u."employeeId", u."realName", u."mobile",
  r."id" as "roleId", o."id" as "orgId", o."path" as "orgPath", k."currentPlaceId" as "placeId",
  c."id" as "customerId", c."realName" as "customerName", c."mobile" as "customerMobile"
from "loginSession" s
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
where s."token" = $1 and not s."isDel"
  and (c."id" is not null or (e."id" is not null and r."id" is not null))`
