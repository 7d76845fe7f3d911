/** Names of uploaded files: kept for people to read, never used as a path. */
import { randomBytes } from 'node:crypto'
import { DAY } from '../../model/zone.ts'
import { extensionOf } from './kinds.ts'

const MAX_NAME = 200

/** A name without path, control characters, direction marks and leading dots; at most 200 characters with its extension. */
export function cleanName(given: string): string {
  const base = given.normalize('NFC').split(/[/\\]/).at(-1) as string
  const clean = base
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  if (clean.length <= MAX_NAME) return clean || 'file'
  const extension = extensionOf(clean)
  return `${clean.slice(0, MAX_NAME - extension.length - 1)}.${extension}`
}

/** A key nobody can guess: 160 random bits, spread over 256 folders by its first two digits. */
export const newKey = (extension: string): string => `${randomBytes(20).toString('hex')}.${extension}`

/** How the keys of what passes begin. */
export const PASSING = 't'
/** How long what the server made for one person is given out (ms): an export, a receipt. */
const MADE_FOR = DAY

/** A key that says itself until when it is good, for what is of one person only. `stem`: 32 hex digits nobody can guess. */
export function passingKey(extension: string, now: number, stem = randomBytes(16).toString('hex')): string {
  // The same thing made twice a day has one key.
  const until = Math.ceil(now / DAY) * DAY + MADE_FOR
  return `${PASSING}${(until / 1000).toString(16).padStart(8, '0')}${stem}.${extension}`
}

/** How the keys of originals begin: they are given out by a signed address only. */
export const SEALED = 'o'

/** The key of an original. Nothing of it stands in the keys of the pictures made from it. */
export const sealedKey = (extension: string): string => `${SEALED}${newKey(extension)}`

/** The moment (ms) until which a key is good; for ever, where it does not say. */
export const endOfKey = (key: string): number =>
  key.startsWith(PASSING) ? parseInt(key.slice(1, 9), 16) * 1000 : Number.POSITIVE_INFINITY

/** A key as it stands in an address: forty hex digits, a `t` before them where it passes, an `o` where it is sealed, and an extension. */
export const KEY = /^([to]?[0-9a-f]{40})\.([a-z0-9]{2,5})$/

/** A key of a customer's own, which stands for one of these for a while (`seal.ts`). */
export const VEILED = /^v([A-Za-z0-9_-]{40,700})\.[a-z0-9]{2,5}$/

/** Where the bytes of a key lie; `variant` is a width. */
export const pathOfKey = (key: string, variant?: number): string => {
  const [stem, extension] = key.split('.') as [string, string]
  return `${key.slice(0, 2)}/${variant ? `${stem}.${variant}.webp` : `${stem}.${extension}`}`
}
