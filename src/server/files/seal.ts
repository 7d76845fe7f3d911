/** Signs addresses of originals, and veils those that customers are given: whoever has one may fetch the file for a while, and nobody guesses another. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { VEILED } from './names.ts'
import { makeTables } from '../tables.ts'
import type { Database, Seal } from '../types.ts'

const SECRET_TABLE = 'create table if not exists "secret" ("name" text primary key, "value" text not null)'
const NAME = 'files'

const CIPHER = 'aes-256-gcm'
/** Bytes of its nonce and of its tag. */
const NONCE = 12
const TAG = 16

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

/** The extension of a key, with or without a query behind it. */
const extensionIn = (key = ''): string | undefined => /\.([a-z0-9]{2,5})(?:\?|$)/.exec(key)?.[1]

/** A seal with this secret; by default with one that ends with the process. */
export function sealOf(secret: Buffer = randomBytes(32)): Seal {
  const sign = (key: string, until: string): string =>
    createHmac('sha256', secret).update(`${key}\n${until}`).digest('base64url')
  const derived = (use: string): Buffer => createHmac('sha256', secret).update(use).digest()
  const [veiling, naming, making] = [derived('veil'), derived('veil nonce'), derived('stem')]
  return {
    veil(url, until, sessionId) {
      const at = url.slice(url.lastIndexOf('/') + 1)
      const extension = extensionIn(at)
      if (extension === undefined) return url
      const text = [Math.floor(until / 1000), sessionId ?? '', at].join('\n')
      // The same address for the same picture, so that a browser asks for it once; the nonce meets no other text.
      const nonce = createHmac('sha256', naming).update(text).digest().subarray(0, NONCE)
      const cipher = createCipheriv(CIPHER, veiling, nonce)
      const bytes = Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()])
      return `/files/v${bytes.toString('base64url')}.${extension}`
    },
    unveil(key, now) {
      const bytes = Buffer.from(VEILED.exec(key)?.[1] ?? '', 'base64url')
      if (bytes.length <= NONCE + TAG) return undefined
      const cipher = createDecipheriv(CIPHER, veiling, bytes.subarray(0, NONCE)).setAuthTag(bytes.subarray(-TAG))
      try {
        const text = Buffer.concat([cipher.update(bytes.subarray(NONCE, -TAG)), cipher.final()]).toString()
        const [until, sessionId, at] = text.split('\n')
        if (Number(until) * 1000 <= now || extensionIn(at) !== extensionIn(key)) return undefined
        return { url: `/files/${at}`, ...(sessionId ? { sessionId: Number(sessionId) } : {}) }
      } catch {
        return undefined
      }
    },
    stem: (text) => createHmac('sha256', making).update(text).digest('hex').slice(0, 32),
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
