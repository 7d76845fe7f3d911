/** Bounds against overload: a lane for what is costly, beside the gate of all calls, and the share that each may take. */
import { refusal, refuse } from './errors.ts'
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

/** What waits of each, everybody's in turn: whose turn it was comes last. */
export class Turns<T> {
  private readonly waiting = new Map<string, T[]>()
  private count = 0

  get size(): number {
    return this.count
  }

  /** Who waits, whose turn is next first. */
  keys(): Iterable<string> {
    return this.waiting.keys()
  }

  sizeOf(key: string): number {
    return this.waiting.get(key)?.length ?? 0
  }

  add(key: string, one: T): void {
    const own = this.waiting.get(key)
    if (own) own.push(one)
    else this.waiting.set(key, [one])
    this.count += 1
  }

  /** Takes what came first of theirs, or last; nothing where nothing waits. */
  take(key: string, which: 'first' | 'last' = 'first'): T | undefined {
    const own = this.waiting.get(key)
    const taken = which === 'first' ? own?.shift() : own?.pop()
    if (!own || taken === undefined) return undefined
    this.count -= 1
    this.waiting.delete(key)
    if (own.length > 0) this.waiting.set(key, own)
    return taken
  }
}

interface Turn {
  go: () => void
  shed: () => void
}

/**
 * A bounded number of works at once, so many of each, and everybody's in turn: who asks for much waits behind who asks for
 * little, and is the first to be refused when too many wait.
 */
export class FairLane {
  private running = 0
  private readonly runningOf = new Map<string, number>()
  private readonly waiting = new Turns<Turn>()
  private readonly max: { running: number; each: number; waiting: number }

  constructor(max: { running: number; each: number; waiting: number }) {
    this.max = max
  }

  get busy(): boolean {
    return this.running > 0 || this.waiting.size > 0
  }

  /** How many run and how many wait. */
  get load(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting.size }
  }

  /** Whether one more of somebody new would be refused, or another for it. */
  get full(): boolean {
    return this.running >= this.max.running && this.waiting.size >= this.max.waiting
  }

  /** Whether one more of theirs would be refused. */
  fullFor(key: string): boolean {
    return !this.mayRun(key) && this.waiting.size >= this.max.waiting && this.mostBeside(key) === undefined
  }

  /** Runs `work` of somebody when it is their turn. Refuses (503) where too many wait. */
  async pass<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.mayRun(key)) this.add(key, 1)
    else await this.wait(key)
    try {
      return await work()
    } finally {
      this.add(key, -1)
      this.next()
    }
  }

  private mayRun(key: string): boolean {
    return this.running < this.max.running && (this.runningOf.get(key) ?? 0) < this.max.each
  }

  private add(key: string, change: 1 | -1): void {
    const own = (this.runningOf.get(key) ?? 0) + change
    this.running += change
    if (own > 0) this.runningOf.set(key, own)
    else this.runningOf.delete(key)
  }

  private wait(key: string): Promise<void> {
    if (this.waiting.size >= this.max.waiting) {
      const most = this.mostBeside(key)
      if (most === undefined) refuse('overloaded')
      this.waiting.take(most, 'last')?.shed()
    }
    return new Promise((go, shed) => this.waiting.add(key, { go, shed: () => shed(refusal('overloaded')) }))
  }

  /** Who waits for more than this one would. */
  private mostBeside(key: string): string | undefined {
    let [most, length] = [undefined as string | undefined, this.waiting.sizeOf(key) + 1]
    for (const other of this.waiting.keys()) {
      const size = this.waiting.sizeOf(other)
      if (size > length) [most, length] = [other, size]
    }
    return most
  }

  private next(): void {
    const nextKey = (): string | undefined => [...this.waiting.keys()].find((key) => this.mayRun(key))
    for (let key = nextKey(); key !== undefined; key = nextKey()) {
      this.add(key, 1)
      this.waiting.take(key)?.go()
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

  /** One more of theirs is refused, however many others have. */
  fullFor(key: string): boolean {
    return (this.open.get(key) ?? 0) >= this.max.each
  }

  /** Takes a place until the answer is called; nothing when there is none. */
  take(key: string): (() => void) | undefined {
    if (this.fullFor(key) || this.all >= this.max.all) return undefined
    this.open.set(key, (this.open.get(key) ?? 0) + 1)
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
