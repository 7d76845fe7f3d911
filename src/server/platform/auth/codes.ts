/**
 * One-time codes by SMS (rules 1.1): six digits of the system's generator, five minutes, one use, at most
 * five tries from one address, a minute between two sendings. A try is a write to the row, so the base column `version`
 * (1 + writes) is the count of tries, kept whatever process is asked.
 */
import { DAY } from '../../../model/zone.ts'
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import type { DbRow, Queryable } from '../../types.ts'
import { newCode, sameSecret } from '../../auth/tokens.ts'

export const CODE_LIFE_MS = 5 * 60_000
const CODE_PAUSE_MS = 60_000
/** From all addresses together; each has five of its own (`auth/rate.ts`), so that strangers cannot spend a code. */
const CODE_TRIES = 20

/** What a code is for, as it is stored. */
const PURPOSE: Record<Purpose, number> = { login: 1, activation: 2, wxLogin: 3, reset: 4 }
export type Purpose = DictionaryValues['code_purpose']

/** Accepted for every number in development mode (rules 5.3). */
export const DEV_CODE = '888888'
/** `ATELIER_DEV_CODES=1`: codes are shown in the answer and {@link DEV_CODE} is right. Never for a real product. */
export const devCodes = (): boolean => process.env.ATELIER_DEV_CODES === '1'

/** Makes a code for a number; the ones before it are spent. Nothing when the last was made less than a minute ago. */
export async function issueCode(
  tx: Queryable,
  mobile: string,
  purpose: Purpose,
  now: number,
): Promise<string | undefined> {
  const recent = await tx.query(
    'select 1 as found from "verifyCode" where "mobile" = $1 and "createTime" > $2 limit 1',
    [mobile, new Date(now - CODE_PAUSE_MS)],
  )
  if (recent.length > 0) return undefined
  await tx.query('update "verifyCode" set "usedTime" = $2 where "mobile" = $1 and "usedTime" is null', [
    mobile,
    new Date(now),
  ])
  const code = newCode()
  await tx.query(ISSUE, [mobile, code, PURPOSE[purpose], new Date(now + CODE_LIFE_MS), new Date(now)])
  return code
}

const ISSUE = `
insert into "verifyCode" ("mobile", "code", "purpose", "expireTime", "createTime", "updateTime", "version", "isDel")
values ($1, $2, $3, $4, $5, $5, 1, false)`

/** Whether the code is the living one of this number. Counts the try; a right code is spent. Not inside a transaction that may be undone. */
export async function spendCode(db: Queryable, mobile: string, code: string, now: number): Promise<boolean> {
  if (isDevCode(code)) return true
  const id = await tryCode(db, mobile, code, now)
  if (id === undefined) return false
  const spent = await db.query(
    'update "verifyCode" set "usedTime" = $2 where "id" = $1 and "usedTime" is null returning 1 as spent',
    [id, new Date(now)],
  )
  return spent.length === 1
}

/** As {@link spendCode}, but a right code stays good: it will be asked for once more. */
export async function peekCode(db: Queryable, mobile: string, code: string, now: number): Promise<boolean> {
  return isDevCode(code) || (await tryCode(db, mobile, code, now)) !== undefined
}

const isDevCode = (code: string): boolean => devCodes() && code === DEV_CODE

async function tryCode(db: Queryable, mobile: string, code: string, now: number): Promise<number | undefined> {
  const [row] = await db.query<DbRow & { id: number; code: string }>(TRY, [mobile, new Date(now), CODE_TRIES])
  return row && sameSecret(row.code, code) ? row.id : undefined
}

const TRY = `
update "verifyCode" set "version" = "version" + 1
where "id" = (select "id" from "verifyCode" where "mobile" = $1 order by "id" desc limit 1)
  and "usedTime" is null and "expireTime" > $2 and "version" <= $3
returning "id", "code"`

/** Removes codes a day old; they are long dead, but count for the pause and the log of a fraud. */
export async function cleanCodes(db: Queryable, now: number): Promise<number> {
  const rows = await db.query('delete from "verifyCode" where "createTime" < $1 returning 1 as gone', [
    new Date(now - DAY),
  ])
  return rows.length
}
