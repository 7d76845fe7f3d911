/**
 * Passwords: what may be one, how it is stored, how one is checked (rules 6.5, I-41; OWASP password storage).
 *
 * The stored text carries its own parameters (`scrypt$N$r$p$salt$hash`), so they can be raised without a
 * migration: an old hash still verifies, and `needsRehash` says when to write it anew.
 */
import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import type { ScryptOptions } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Text } from '../../model/model.ts'
import { PASSWORD } from '../../model/validate/sentences.ts'
import { Lane } from '../lane.ts'
import { isCommonPassword, readings } from './common-passwords.ts'

/** scrypt's cost: N × r × 128 bytes of memory (32 MB), p passes. About 0.2 s on a small server. */
interface ScryptCost {
  N: number
  r: number
  p: number
}
const COST: ScryptCost = { N: 2 ** 15, r: 8, p: 3 }

const KEY_BYTES = 32
const SALT_BYTES = 16
/** Above this a stored hash is not believed: verifying it would be a way to stop the server. */
const MAX_MEMORY = 256 * 1024 * 1024

/** Rules 6.5: 6–30 characters with at least one digit and one letter. */
export const PASSWORD_PATTERN = /^(?=.*\d)(?=.*[A-Za-z]).{6,30}$/

const HOLDS_MOBILE: Text = {
  zh: '密码不能包含手机号',
  en: 'A password must not hold the mobile number',
}
const HOLDS_NAME: Text = {
  zh: '密码不能包含公司名称',
  en: 'A password must not hold the name of the company',
}
const TOO_COMMON: Text = { zh: '密码过于常见，请换一个', en: 'This password is too common; choose another' }

/**
 * Why this may not be a password, or nothing. `mobile`: the number of whose it is, `names`: those of the house, which
 * anybody may know.
 */
export function passwordProblem(password: string, mobile: string, names: readonly string[] = []): Text | undefined {
  if (!PASSWORD_PATTERN.test(password)) return PASSWORD
  if (password.includes(mobile.trim().slice(-8) || ' ')) return HOLDS_MOBILE
  if (names.some((name) => readings(password).some((text) => text.includes(name.toLowerCase())))) return HOLDS_NAME
  return isCommonPassword(password) ? TOO_COMMON : undefined
}

/** The text to store for a password (at most 100 characters). */
export async function hashPassword(password: string, cost: ScryptCost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Whether the password is the stored one. A stored text that is no hash of ours is never right. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const parts = parse(stored)
  if (!parts) return false
  const key = await derive(password, parts.salt, parts.cost)
  return timingSafeEqual(key, parts.key)
}

/** Takes as long as a verification and is never right: for a login that does not exist (ASVS 6.3.8). */
export async function verifyNobody(password: string): Promise<false> {
  await derive(password, randomBytes(SALT_BYTES), COST)
  return false
}

/** The hash is weaker than today's cost and should be written anew at the next sign-in. */
export function needsRehash(stored: string, cost: ScryptCost = COST): boolean {
  const parts = parse(stored)
  return !parts || work(parts.cost) < work(cost)
}

/** A first password to hand over once: ten characters that are not mistaken for one another, letter and digit among them. */
export function initialPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ'
  const digits = '23456789'
  const pick = (from: string): string => from[randomInt(from.length)] as string
  const made = pick(letters) + pick(digits) + Array.from({ length: 8 }, () => pick(letters + digits)).join('')
  return passwordProblem(made, '') ? initialPassword() : made
}

const work = (cost: ScryptCost): number => cost.N * cost.r * cost.p

function parse(stored: string): { cost: ScryptCost; salt: Buffer; key: Buffer } | undefined {
  const [name, N, r, p, salt, key] = stored.split('$')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const sane = name === 'scrypt' && [cost.N, cost.r, cost.p].every((n) => Number.isInteger(n) && n > 0)
  if (!sane || !salt || !key || 128 * cost.N * cost.r > MAX_MEMORY || cost.p > 16) return undefined
  const bytes = Buffer.from(key, 'base64url')
  return bytes.length === KEY_BYTES ? { cost, salt: Buffer.from(salt, 'base64url'), key: bytes } : undefined
}

/**
 * Working out a key takes a core for 0.2 s. Whoever signs in waits for other sign-ins, and nobody waits for those;
 * one core is left for everybody else.
 */
const lane = new Lane({ running: Math.max(1, availableParallelism() - 1), waiting: 30 })

/** Never shortened: scrypt takes the whole text. NFKC, so that one keyboard's "é" is another's. */
function derive(password: string, salt: Buffer, cost: ScryptCost): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem: 2 * 128 * cost.N * cost.r }
  return lane.pass(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      }),
  )
}
