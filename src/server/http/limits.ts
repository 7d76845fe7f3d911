/** Protection from overload: a token bucket per caller for open calls, and a bounded queue for everything. */
import { refuse } from '../errors.ts'
import { FairLane, Turns } from '../lane.ts'
import type { Clock } from '../types.ts'

/** The most open calls a caller may make at once, and how many a second after that. */
const BURST = 600
const PER_SECOND = 5
const BUCKETS_MAX = 50_000

interface Bucket {
  left: number
  at: number
}

/** Limits calls that need no token, by address and path (security: rate limits on open calls). */
export class RateLimiter {
  private readonly buckets = new Map<string, Bucket>()
  private readonly clock: Clock
  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Takes a token; refuses with 429 when there is none. */
  take(key: string): void {
    const bucket = this.bucketOf(key)
    if (bucket.left < 1) refuse('tooMany')
    bucket.left -= 1
  }

  private bucketOf(key: string): Bucket {
    const now = this.clock.now()
    const bucket = this.buckets.get(key)
    if (bucket) {
      bucket.left = Math.min(BURST, bucket.left + (Math.max(0, now - bucket.at) / 1000) * PER_SECOND)
      bucket.at = now
      return bucket
    }
    if (this.buckets.size >= BUCKETS_MAX) this.buckets.clear()
    const fresh = { left: BURST, at: now }
    this.buckets.set(key, fresh)
    return fresh
  }
}

/** The most running calls, and the most waiting calls. Beyond that a caller is refused at once. */
const RUNNING_MAX = 64
/** Of one person: more than the database answers at once helps nobody. */
const RUNNING_EACH = 16
const WAITING_MAX = 192

/** Lets a bounded number of calls run and wait, everybody's in turn; sheds the rest with 503, so that accepted calls stay fast (check 23). */
export class Gate {
  private readonly lane = new FairLane({ running: RUNNING_MAX, each: RUNNING_EACH, waiting: WAITING_MAX })
  private closed = false
  private drained: (() => void) | undefined

  /** New calls are refused: the server closes. */
  get closing(): boolean {
    return this.closed
  }

  /** How many run and how many wait. */
  get load(): { running: number; waiting: number } {
    return this.lane.load
  }

  /** One more call would be refused. */
  get full(): boolean {
    return this.lane.full
  }

  /** One more call of theirs would be refused. */
  fullFor(key: string): boolean {
    return this.lane.fullFor(key)
  }

  /** Runs `work` of somebody when it is their turn. */
  async pass<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.closed) refuse('stopping')
    try {
      return await this.lane.pass(key, work)
    } finally {
      if (!this.lane.busy) this.drained?.()
    }
  }

  /** Refuses new calls and resolves when the accepted ones are answered. */
  async close(): Promise<void> {
    this.closed = true
    if (this.lane.busy)
      await new Promise<void>((resolve) => {
        this.drained = resolve
      })
  }
}

/**
 * Lets so many begin in one turn of the event loop, everybody's in turn; the others wait for what else is ready. A
 * thousand at once are worked off as fast, and hold nobody up meanwhile (check 23).
 */
export class Pace {
  private readonly waiting = new Turns<() => void>()
  private begun = 0
  private readonly perTurn: number

  constructor(perTurn: number) {
    this.perTurn = perTurn
  }

  /** Resolves when it is the turn of this one. */
  async turn(key: string): Promise<void> {
    if (this.begun < this.perTurn) return this.begin()
    await new Promise<void>((go) => this.waiting.add(key, go))
  }

  private begin(): void {
    this.begun += 1
    if (this.begun === 1) setImmediate(() => this.next())
  }

  private next(): void {
    this.begun = 0
    while (this.begun < this.perTurn) {
      const [key] = this.waiting.keys()
      if (key === undefined) return
      this.begin()
      this.waiting.take(key)?.()
    }
  }
}
