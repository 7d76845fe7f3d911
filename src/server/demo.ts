/** Demo data of a product: how they are written, and what is said of them once they are there. */
import type { Model } from '../model/model.ts'
import type { Account } from './platform/accounts/first.ts'
import type { Actor, Clock, Database } from './types.ts'

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

/** What demo data need of an application. */
export interface SeededApp {
  run(
    path: string,
    actor: Actor,
    input: Record<string, unknown>,
    options?: { granted?: true; quiet?: boolean },
  ): Promise<{ data: unknown }>
  /** Inserts rows of a resource as the system, in wire form, in one transaction. */
  insertAll(resource: string, actor: Actor, rows: readonly Record<string, unknown>[]): Promise<number[]>
}

export interface SeedOptions {
  db: Database
  model: Model
  app: SeededApp
  /** The clock the application was made with; it is moved while seeding and set back at the end. */
  clock: SettableClock
  /** Brings menus, dictionaries, parameters and roles into the database. */
  sync(): Promise<void>
  /** Makes an account that can be used at once. Answers its id. */
  account(account: Account): Promise<number>
  /** Hears how far it is. */
  log(line: string): void
  /** Share of the demo's numbers: 1 for the demo, smaller for tests. */
  size: number
}

export interface Demo {
  /** Fills an empty database. */
  seed(options: SeedOptions): Promise<void>
  /** Lines for whoever started it: who may sign in, and what to try. `address` of the server. */
  greeting(model: Model, address: string): string[]
}
