/** Bounds against overload: a lane for what is costly, beside the gate of all calls, and the share that each may take. */
import { refuse } from './errors.ts'
import type { Actor } from './types.ts'

interface Waiting {
  weight: number
  go: () => void
}

/** A bounded number of works at once, and of those that wait. */
export class Lane {
  private running = 0
  private readonly waiting: Waiting[] = []
  private readonly max: { running: number; waiting: number }

  /** `running`: the most that works at once weigh together; `waiting`: how many may wait. */
  constructor(max: { running: number; waiting: number }) {
    this.max = max
  }

  /** What runs weighs something, or somebody waits. */
  get busy(): boolean {
    return this.running > 0 || this.waiting.length > 0
  }

  /** Whether one more would be refused. */
  get full(): boolean {
    return this.running >= this.max.running && this.waiting.length >= this.max.waiting
  }

  /** Runs `work` when there is room for it, in the order of coming. Refuses (503) where too many wait. */
  async pass<T>(work: () => Promise<T>, weight = 1): Promise<T> {
    const own = Math.min(weight, this.max.running)
    if (this.waiting.length === 0 && this.running + own <= this.max.running) this.running += own
    else await this.wait(own)
    try {
      return await work()
    } finally {
      this.running -= own
      this.next()
    }
  }

  private wait(weight: number): Promise<void> {
    if (this.waiting.length >= this.max.waiting) refuse('overloaded')
    return new Promise((go) => this.waiting.push({ weight, go }))
  }

  private next(): void {
    for (let [first] = this.waiting; first && this.running + first.weight <= this.max.running; [first] = this.waiting) {
      this.waiting.shift()
      this.running += first.weight
      first.go()
    }
  }
}

/** How much of something each may have open at once. What is over is refused. */
export class Share {
  private readonly open = new Map<string, number>()
  private all = 0
  private readonly max: { each: number; all: number }

  /** `max`: for one key, and for all together. */
  constructor(max: { each: number; all: number }) {
    this.max = max
  }

  /** Takes a place until the answer is called; nothing when there is none. */
  take(key: string): (() => void) | undefined {
    const own = this.open.get(key) ?? 0
    if (own >= this.max.each || this.all >= this.max.all) return undefined
    this.open.set(key, own + 1)
    this.all += 1
    let given = true
    return () => {
      if (!given) return
      given = false
      this.all -= 1
      const left = (this.open.get(key) ?? 1) - 1
      if (left > 0) this.open.set(key, left)
      else this.open.delete(key)
    }
  }
}

/** Whose share something is taken from: a person under any of their sessions. */
export const personKey = ({ kind, userId, customerId }: Actor): string => `${kind} ${userId ?? customerId}`
