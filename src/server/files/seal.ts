/** Signs addresses of originals: whoever was given one may fetch the file for a while, and nobody guesses another. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { makeTables } from '../tables.ts'
import type { Database, Seal } from '../types.ts'

const SECRET_TABLE = 'create table if not exists "secret" ("name" text primary key, "value" text not null)'
const NAME = 'files'

/** The seal of all processes on one database: its secret is made once and kept there. */
export async function openSeal(db: Database): Promise<Seal> {
  await makeTables(db, [SECRET_TABLE])
  await db.query('insert into "secret" ("name", "value") values ($1, $2) on conflict ("name") do nothing', [
    NAME,
    randomBytes(32).toString('hex'),
  ])
  const [row] = await db.query<{ value: string }>('select "value" from "secret" where "name" = $1', [NAME])
  return sealOf(Buffer.from(row?.value ?? '', 'hex'))
}

/** A seal with this secret; by default with one that ends with the process. */
export function sealOf(secret: Buffer = randomBytes(32)): Seal {
  const sign = (key: string, until: string): string =>
    createHmac('sha256', secret).update(`${key}\n${until}`).digest('base64url')
  return {
    address(url, until) {
      const key = url.slice(url.lastIndexOf('/') + 1)
      const seconds = String(Math.floor(until / 1000))
      return `${url}?until=${seconds}&sign=${sign(key, seconds)}`
    },
    opens(key, query, now) {
      const until = query.get('until') ?? ''
      const given = Buffer.from(query.get('sign') ?? '')
      const right = Buffer.from(sign(key, until))
      return given.length === right.length && timingSafeEqual(given, right) && Number(until) * 1000 > now
    },
  }
}
