/** Names of constraints, indexes and statistics. They contain a hash of the definition, so that a changed one gets a new name. */
import { createHash } from 'node:crypto'

/** PostgreSQL truncates longer names. */
const LONGEST = 63
const HASH = 8

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, HASH)

/** `<prefix>_<words>_<hash>`, never too long. */
export function definitionName(prefix: string, words: string[], definition: string): string {
  const readable = [prefix, ...words].join('_').slice(0, LONGEST - HASH - 1)
  return `${readable}_${hashOf(definition)}`
}

/** Whether this program made the name: what others made is not touched. */
export const isOurs = (name: string): boolean => /^(ix|ux|fk|key|st)_.*_[0-9a-f]{8}$/.test(name)
