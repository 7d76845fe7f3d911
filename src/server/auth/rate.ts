/** How often something may be tried: fixed windows counted in this process, by address or number. */
import { DAY, HOUR } from '../../model/zone.ts'
import type { Clock } from '../types.ts'

/** At most `times` within `per` ms. */
interface Limit {
  times: number
  per: number
}

/** Calls that need no session, by network address. A whole studio may sit behind one address. */
export const LIMITS = {
  signIn: { times: 120, per: 60_000 },
  /** Passwords and codes of one person from one address: what others try elsewhere does not shut her out. */
  passwordFromHere: { times: 5, per: 15 * 60_000 },
  codeFromHere: { times: 5, per: 5 * 60_000 },
  codePerAddress: { times: 120, per: HOUR },
  /** Beside the pause kept in the database: two requests at once must not both send. */
  codePause: { times: 1, per: 60_000 },
  codePerMobile: { times: 10, per: DAY },
  /** Megabytes that one person may send: twenty sessions of a photographer. */
  uploadedMb: { times: 30_000, per: DAY },
  /** Of a customer: signatures, and pictures of a review. */
  uploadedMbByClient: { times: 300, per: DAY },
} as const satisfies Record<string, Limit>

const MAX_KEYS = 50_000

interface Window {
  begun: number
  count: number
}

export class RateLimiter {
  readonly #clock: Clock
  readonly #windows = new Map<string, Window>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Counts a try, or more at once; false when there were too many. Without a key there is nobody to count. */
  take(name: keyof typeof LIMITS, key: string | undefined, amount = 1): boolean {
    if (key === undefined) return true
    return (this.#window(name, key).count += amount) <= LIMITS[name].times
  }

  /** Takes a try back that was right: only wrong ones count. */
  giveBack(name: keyof typeof LIMITS, key: string): void {
    const window = this.#window(name, key)
    window.count = Math.max(window.count - 1, 0)
  }

  /** Whether there is a try left; none is counted. */
  hasLeft(name: keyof typeof LIMITS, key: string): boolean {
    return this.#window(name, key).count < LIMITS[name].times
  }

  #window(name: keyof typeof LIMITS, key: string): Window {
    const now = this.#clock.now()
    const id = `${name}/${key}`
    const known = this.#windows.get(id)
    if (known && now - known.begun < LIMITS[name].per) return known
    if (this.#windows.size >= MAX_KEYS) this.#windows.clear()
    const window: Window = { begun: now, count: 0 }
    this.#windows.set(id, window)
    return window
  }
}

const limiters = new WeakMap<Clock, RateLimiter>()

/** The limiter of an application (one clock, one application). */
export function limiterOf(clock: Clock): RateLimiter {
  const known = limiters.get(clock) ?? new RateLimiter(clock)
  limiters.set(clock, known)
  return known
}
