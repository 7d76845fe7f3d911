/** Names of constraints and indexes. A hash of the definition is part of them, so that a changed one is a new one. */
import { createHash } from 'node:crypto'

/** PostgreSQL cuts longer names off. */
const LONGEST = 63
const HASH = 8

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, HASH)

/** `<prefix>_<words>_<hash>`, never too long. */
export function definitionName(prefix: string, words: string[], definition: string): string {
  const readable = [prefix, ...words].join('_').slice(0, LONGEST - HASH - 1)
  return `${readable}_${hashOf(definition)}`
}

/** Names this program gave: others' indexes and constraints are left alone. */
export const isOurs = (name: string): boolean => /^(ix|ux|fk|key)_.*_[0-9a-f]{8}$/.test(name)
