/** Child rows that a call replaces by what they are about, not by their ids. */
import type { Row } from '../legacy.ts'

type Values = Record<string, unknown>

/** Entries that are there already, told by these fields, get their ids: they are changed and not added anew. */
export function withIds<T extends Values>(sent: readonly T[], existing: readonly Row[], keys: readonly string[]): T[] {
  return sent.map((entry) => {
    if (typeof entry.id === 'number') return entry
    const known = existing.find((row) => keys.every((key) => row[key] === entry[key]))
    return known ? { ...entry, id: known.id } : entry
  })
}
