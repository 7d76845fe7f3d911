/**
 * Statements: written with Kysely's `sql` templates, compiled once without a connection, and bound anew
 * for every request. A value that differs from request to request is a {@link Slot} among the parameters.
 */
import { sql, type RawBuilder } from 'kysely'
import { compiler } from '../db/compiler.ts'
import type { Actor, Statement } from '../types.ts'

export { sql }
export type Sql = RawBuilder<unknown>

/** What a request brings to a prepared statement. */
export interface Binding {
  actor: Actor
  now: number
  /** Values of the request itself, by name: filter values, ids, page. */
  values: Record<string, unknown>
  /** Departments the role's data rule of a module names, for level "chosen". */
  orgIdsOf?: (module: string) => readonly number[]
}

/** A parameter that is filled in when the statement is bound. */
export class Slot {
  readonly read: (at: Binding) => unknown
  constructor(read: (at: Binding) => unknown) {
    this.read = read
  }
}

/** A parameter read from the request's own values. */
export const slot = (name: string): Sql => sql`${new Slot((at) => at.values[name])}`

/** A parameter read from the person who asks. */
export const actorSlot = (key: keyof Actor): Sql => sql`${new Slot((at) => at.actor[key] ?? null)}`

/** A statement compiled once; `bind` gives it the values of one request. */
export interface Prepared {
  readonly sql: string
  bind(at: Binding): Statement
}

/** Compiles a statement that is bound later. */
export function prepare(query: Sql): Prepared {
  const { sql: text, parameters } = query.compile(compiler)
  const slots = parameters.some((one) => one instanceof Slot)
  if (!slots) return { sql: text, bind: () => ({ sql: text, parameters }) }
  return {
    sql: text,
    bind: (at) => ({ sql: text, parameters: parameters.map((one) => (one instanceof Slot ? one.read(at) : one)) }),
  }
}

/** Compiles a statement whose values are all at hand. */
export function compile(query: Sql): Statement {
  const { sql: text, parameters } = query.compile(compiler)
  return { sql: text, parameters }
}

/** A quoted column of an alias. */
export const column = (alias: string, name: string): Sql => sql.id(alias, name)

/** All of them, or true when there is none. */
export function allOf(conditions: readonly Sql[]): Sql {
  if (conditions.length === 0) return sql`true`
  return sql.join(
    conditions.map((one) => sql`(${one})`),
    sql` and `,
  )
}

/** Any of them, or false when there is none. */
export function anyOf(conditions: readonly Sql[]): Sql {
  if (conditions.length === 0) return sql`false`
  return sql.join(
    conditions.map((one) => sql`(${one})`),
    sql` or `,
  )
}

export const commaList = (parts: readonly Sql[]): Sql => sql.join(parts, sql`, `)

/** The most statements kept per cache: shapes of filters are few, values that shape a statement are many. */
const KEPT = 400

/** Keeps what is costly to make, the oldest forgotten first. */
export class Memo<T> {
  private readonly entries = new Map<string, T>()
  private readonly most: number
  constructor(most = KEPT) {
    this.most = most
  }

  get(key: string, make: () => T): T {
    const cached = this.entries.get(key)
    if (cached !== undefined) return cached
    const made = make()
    if (this.entries.size >= this.most) this.entries.delete(this.entries.keys().next().value as string)
    this.entries.set(key, made)
    return made
  }
}
