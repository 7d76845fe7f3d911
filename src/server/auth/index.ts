/**
 * Who is behind a bearer token. The answer is at most a second old in this process, and dropped at once by
 * sign-out, a disabled account, a changed or reset password (checks 8, 13–16).
 */
import type { Lang } from '../../model/model.ts'
import { DAY, HOUR } from '../../model/zone.ts'
import type { Actor, Clock } from '../types.ts'
import { reading, recall } from './cache.ts'
import type { Remembered } from './cache.ts'
import { tokenHash } from './tokens.ts'

/** Unused this long, a session is over (ms; rules 1.1: 12 h sliding). */
export const IDLE_MS = 12 * HOUR
/** A session is over this long after sign-in, used or not (ms). */
export const ABSOLUTE_MS = 7 * DAY
/** The store hears of a use at most this often (ms); the idle limit is kept to within it. */
const TOUCH_MS = 60_000

/** `touch: false` looks without keeping the session alive (the push socket). */
interface AuthenticateOptions {
  touch?: boolean
  lang?: Lang
}

/** The person behind a token, or nothing: unknown, over, disabled, or no longer in the role it was begun under. */
export type Authenticate = (token: string, ip?: string, options?: AuthenticateOptions) => Promise<Actor | undefined>

export interface Auth {
  authenticate: Authenticate
  /** Whether a session lives: what it was given may be fetched without its token. Does not keep it alive. */
  isOpen(sessionId: number): Promise<boolean>
}

/** Where sessions are kept: the product's tables. */
export interface SessionStore {
  /** The session with this SHA-256 of its token, if its owner may still enter. */
  read(hash: string): Promise<Remembered | undefined>
  /** The same by its id. */
  readById(sessionId: number): Promise<Remembered | undefined>
  /** The session was used: idle from now on until `idleUntil` (ms). */
  touch(sessionId: number, idleUntil: number): Promise<void>
}

/** A token is 43 characters of base64url; anything else is not looked up. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

export function createAuth({ store, clock }: { store: SessionStore; clock: Clock }): Auth {
  return {
    async authenticate(token, ip, { touch = true, lang = 'zh' } = {}) {
      if (!TOKEN.test(token)) return undefined
      const hash = tokenHash(token)
      const found = recall(hash) ?? (await read(hash, () => store.read(hash)))
      const now = clock.now()
      if (!found || now >= found.idleUntil || now >= found.endsAt) return undefined
      if (touch && found.idleUntil - now < IDLE_MS - TOUCH_MS) {
        found.idleUntil = now + IDLE_MS
        await store.touch(found.actor.sessionId as number, found.idleUntil)
      }
      return { ...found.actor, ip, lang }
    },
    async isOpen(sessionId) {
      const key = `session ${sessionId}`
      const found = recall(key) ?? (await read(key, () => store.readById(sessionId)))
      const now = clock.now()
      return found !== undefined && now < found.idleUntil && now < found.endsAt
    },
  }
}

async function read(key: string, ask: () => Promise<Remembered | undefined>): Promise<Remembered | undefined> {
  const keep = reading()
  const found = await ask()
  if (found) keep(key, found)
  return recall(key) ?? found
}
