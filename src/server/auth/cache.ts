/**
 * Who stands behind a token, remembered for a second so that a busy page asks the database once. Shared by
 * everything in this process: a token's hash is unique in the world, so no application meets another's entries.
 */
import type { Actor } from '../types.ts'

/** How long an answer of the database is believed (ms): the most a right taken away elsewhere can outlive it. */
const CACHE_MS = 1000
const MAX_ENTRIES = 20_000

/** A living session as it was read. */
export interface Remembered {
  actor: Actor
  idleUntil: number
  endsAt: number
}

const entries = new Map<string, Remembered & { readAt: number }>()
let generation = 0

/** The entry of a token's hash, if it is fresh. Time is the machine's: a test that stops the clock stops no ageing. */
export function recall(hash: string): Remembered | undefined {
  const entry = entries.get(hash)
  return entry && performance.now() - entry.readAt < CACHE_MS ? entry : undefined
}

/** Whether the session of this hash was a living one when it was last looked up here. */
export const wasMet = (hash: string): boolean => entries.has(hash)

/** Starts a reading; what it brings is kept only if nothing was forgotten meanwhile. */
export function reading(): (hash: string, found: Remembered) => void {
  const begun = generation
  return (hash, found) => {
    if (begun !== generation) return
    if (entries.size >= MAX_ENTRIES) entries.clear()
    entries.set(hash, { ...found, readAt: performance.now() })
  }
}

/** Forgets sessions by id; without ids all of them (grants or people changed). */
export function forgetSessions(ids?: readonly number[]): void {
  generation += 1
  if (!ids) return entries.clear()
  for (const [hash, { actor }] of entries) if (actor.sessionId && ids.includes(actor.sessionId)) entries.delete(hash)
}
