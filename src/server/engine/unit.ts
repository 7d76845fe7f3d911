/** A unit of work: one transaction of one person, with its reads, its changes, and the expressions over both. */
import { evaluate, holds, valueOf, type Env } from '../../model/expr/index.ts'
import type { Expr } from '../../model/expr/types.ts'
import type { Bounds, Condition } from '../../model/model.ts'
import { refuseWith } from '../errors.ts'
import type { Actor, DbRow, Queryable, Row, Transaction } from '../types.ts'
import type { Table } from '../query/table.ts'
import type { Asker, Core } from './core.ts'
import { LockedRows } from './locked-rows.ts'
import { Journal, type ChangeKind } from './journal.ts'
import { Loader } from './load.ts'
import type { Question } from './write/questions.ts'
import { Assignments } from './assignments.ts'
import { Tallies } from './tallies.ts'
import { exprsOfBounds, exprsOfConditions, needsOf, type Needs } from './needs.ts'

/** Records that are roots of an expression, in inside form. */
export interface Roots {
  row?: unknown
  old?: unknown
  input?: unknown
  output?: unknown
}

const needed = new WeakMap<object, Needs>()

/** The needs of conditions, bounds or one expression, computed once. */
function needsFor(of: readonly Condition[] | Bounds | Expr): Needs {
  const cached = needed.get(of)
  if (cached) return cached
  const exprs = Array.isArray(of)
    ? exprsOfConditions(of as Condition[])
    : 'ast' in of
      ? [of as Expr]
      : exprsOfBounds(of as Bounds)
  const needs = needsOf(exprs)
  needed.set(of, needs)
  return needs
}

export class Unit {
  readonly asker: Asker
  readonly tx: Queryable | Transaction
  readonly journal = new Journal()
  readonly loader: Loader
  readonly locked = new LockedRows()
  /** The changes of counted fields that follow from its writes. */
  readonly tallies = new Tallies()
  /** The changes of hands among its writes. */
  readonly assignments = new Assignments()
  /** Questions that are asked together with the next ones. */
  readonly putOff: Question[] = []
  /** Checks that run after all writes, one for each record and kind. */
  readonly inTheEnd = new Map<string, () => Promise<void>>()
  readonly afterCommit: (() => Promise<void> | void)[] = []
  /** Numbers taken before the transaction, by counter. */
  readonly numbers: Map<string, number>

  constructor(asker: Asker, tx: Queryable | Transaction, numbers = new Map<string, number>()) {
    this.asker = asker
    this.tx = tx
    this.numbers = numbers
    this.loader = new Loader(this.core.catalogue, tx, this.actor, (via, record) =>
      evaluate(via, this.env({ row: record })),
    )
  }

  get core(): Core {
    return this.asker.core
  }
  get actor(): Actor {
    return this.asker.actor
  }
  get now(): number {
    return this.asker.now
  }

  table(resource: string): Table {
    return this.core.catalogue.table(resource)
  }

  /** A row was added, changed or deleted: updates the journal, the changes of hands, the counted fields and the cached rows. */
  wrote(table: Table, kind: ChangeKind, before: Row | undefined, after: Row | undefined): void {
    const { id } = (after ?? before) as Row
    this.loader.forget(table.name, id)
    if (after) this.locked.keep(table, after)
    else this.locked.drop(table, id)
    this.journal.note(table, kind, before, after)
    this.assignments.note(table, before, after)
    for (const one of this.core.catalogue.tallied.get(table.name) ?? [])
      this.tallies.note(one, (row) => this.env({ row }), before, after)
  }

  /** The engine wrote numbers that follow from other records: not a change by a person. */
  followed(table: Table, row: Row): void {
    this.loader.forget(table.name, row.id)
    this.locked.drop(table, row.id)
    this.journal.tell(table, row)
  }

  /** Runs a statement whose rows nobody needs with what comes next (`Transaction`). A unit that only reads has none. */
  later(sql: string, parameters: readonly unknown[]): void {
    if (!('later' in this.tx)) throw new Error('Nothing is written outside a transaction.')
    this.tx.later(sql, parameters)
  }

  /** The transaction for hand-written SQL. A statement that is not clearly a query may have changed any cached row. */
  readonly byHand: Queryable = {
    query: async <T extends DbRow = DbRow>(sql: string, parameters?: readonly unknown[]): Promise<T[]> => {
      try {
        return await this.tx.query<T>(sql, parameters)
      } finally {
        if (!/^\s*select\b/i.test(sql)) this.forgetAll()
      }
    },
  }

  private forgetAll(): void {
    this.locked.clear()
    this.loader.forgetAll()
  }

  /** The environment of expressions; records hold money in cents. */
  env(roots: Roots): Env {
    const { environment } = this.asker
    return {
      ...roots,
      user: environment.user,
      settings: environment.settings,
      params: {},
      now: this.now,
      zone: environment.zone,
      money: 100,
      valueByName: this.core.valueByName,
      can: environment.can,
      find: this.loader.find,
    }
  }

  /** Loads the records that expressions need beyond their roots. */
  async prepare(of: readonly Condition[] | Bounds | Expr, roots: Roots): Promise<Env> {
    const env = this.env(roots)
    for (const [name, need] of needsFor(of)) await this.loader.load([env[name as keyof Env]], need)
    return env
  }

  /** All conditions must hold; the first that fails stops with its sentence, at the field. */
  async must(conditions: readonly Condition[], roots: Roots, field?: string): Promise<void> {
    if (conditions.length === 0) return
    const env = await this.prepare(conditions, roots)
    for (const one of conditions) if (!holds(one.expr, env)) refuseWith(one.why, field)
  }

  async holds(expr: Expr, roots: Roots): Promise<boolean> {
    return holds(expr, await this.prepare(expr, roots))
  }

  /** The value of an expression: money in yuan. */
  async value(expr: Expr, roots: Roots): Promise<unknown> {
    return evaluate(expr.ast, await this.prepare(expr, roots))
  }

  /** Fixed inputs: literals in wire form, results of expressions (money in yuan, yes/no as true/false). */
  async bounds(bounds: Bounds, roots: Roots): Promise<Record<string, unknown>> {
    const env = await this.prepare(bounds, roots)
    return Object.fromEntries(Object.entries(bounds).map(([name, bound]) => [name, valueOf(bound, env)]))
  }
}
