/**
 * What a product's own code brings along: its hand-written calls, and what it adds where the platform asks. It is said
 * once, before anything is served (docs/AUTHORING.md, recipe 10).
 */
import type { Model } from '../../model/model.ts'
import type { Jobs, Schedule } from '../jobs/index.ts'
import type { Actor, Database, FileStore, Queryable, SmsGateway } from '../types.ts'
import type { CallContext, Row } from './call.ts'
import type { Invariant } from './invariants/index.ts'

/** What makes a call as the system: an application. */
export interface Runs {
  run(
    path: string,
    actor: Actor,
    input: Record<string, unknown>,
    options: { granted: true },
  ): Promise<{ data: unknown }>
}

/** What work in the background may use. */
interface JobDeps {
  db: Database
  sms: SmsGateway
  files: FileStore
  app: Runs
  now: () => number
}

/** Those whom the product serves, where they sign in too. Their columns in `loginSession` are the product's. */
interface Clients {
  /** SQL beside the session `s`: who it is (`c`) and by which link (`l`). */
  joins: string
  /** SQL: columns `customerId customerName customerMobile linkId linkEnds`. */
  columns: string
  /** SQL: whether the session is one of theirs, and may still be used. */
  mayEnter: string
  /** Whether a number is one of theirs, so that a code is sent to it. */
  knows(c: { db: Queryable; model: Model }, mobile: string): Promise<boolean>
}

export interface Product {
  /** Hand-written calls, by wire path; those of a product are typed by its own schemas. */
  handlers: object
  /** Calls that the system makes by itself in every company, by wire path; each answers how many records it changed. */
  nightly?: Readonly<Record<string, Schedule>>
  /** Other work in the background. */
  jobs?: (jobs: Jobs, deps: JobDeps) => void
  /**
   * What must hold of the database, besides what holds of every product's. `list` puts values of dictionaries into a
   * statement by name; `In` of the generated `call.ts` types it by the product's own.
   */
  invariants?: (list: (dictionary: string, ...names: string[]) => string) => Invariant[]
  /** Somebody leaves: the work in hand goes to a successor, or back. Answers how much of what, as the call does. */
  leaving?: (
    c: CallContext,
    employee: Row<'employee'>,
    successorId: number | undefined,
  ) => Promise<Record<string, number>>
  /** SQL: the id of the record under which the employee `e` does duty at a till. */
  duty?: string
  clients?: Clients
}

let extended: Product = { handlers: {} }

/** Adds a product to the platform of this process. */
export function extend(product: Product): void {
  extended = product
}

/** The product that was added; one that adds nothing, where none was. */
export const product = (): Product => extended
