/** Secrets handed out: session tokens, one-time codes, file keys. All from the system's generator (ASVS 7.2.3). */
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** A session token: 256 random bits, 43 characters that are safe in a header. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What the server keeps of a token: its SHA-256 in hex (64 characters). The token itself is nowhere stored. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Six digits, leading zeros included. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** Whether two secrets are the same; how long it takes says nothing of where they differ. */
export function sameSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
