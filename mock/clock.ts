/** The clock of the demo data. */
import type { Clock } from '../src/server/types.ts'

/** A clock that stands where it is put; real time once released. */
export class SettableClock implements Clock {
  #at: number | undefined
  now(): number {
    return this.#at ?? Date.now()
  }
  set(at: number): void {
    this.#at = at
  }
  release(): void {
    this.#at = undefined
  }
}
