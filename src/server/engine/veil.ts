/** Addresses of files as customers are given them: good for their session only, and for a day at most (I-39). */
import { DAY, HOUR } from '../../model/zone.ts'
import type { Actor, Seal } from '../types.ts'

const FILES = '/files/'

/** What a customer is answered, with addresses of their own in place of those that last. */
export function veiled<T>(value: T, { seal, actor, now }: { seal: Seal; actor: Actor; now: number }): T {
  const until = Math.ceil((now + HOUR) / DAY) * DAY
  return eachText(value, (text) => (text.startsWith(FILES) ? seal.veil(text, until, actor.sessionId) : text)) as T
}

/** What a customer sends, with the addresses that theirs stand for. */
export function unveiled<T>(value: T, { seal, actor, now }: { seal: Seal; actor: Actor; now: number }): T {
  return eachText(value, (text) => {
    const meant = text.startsWith(FILES) ? seal.unveil(text.slice(FILES.length), now) : undefined
    return meant && meant.sessionId === actor.sessionId ? meant.url : text
  }) as T
}

function eachText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => eachText(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, eachText(one, change)]))
}
