/** What pages keep beyond their address, as long as their tab is open: a page that made room for others has it again. */
import { onTabsClosed } from './tabStore.ts'

const kept = new Map<string, Map<string, unknown>>()
onTabsClosed((keys) => keys.forEach((key) => kept.delete(key)))

/** What the page of a tab keeps, by name. */
export function keptOf(key: string): Map<string, unknown> {
  const known = kept.get(key) ?? new Map<string, unknown>()
  kept.set(key, known)
  return known
}
