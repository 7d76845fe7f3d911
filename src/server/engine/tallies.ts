/** The changes to counted fields of other records that follow from a unit of work (decision 0032). */
import { evaluate, holds, type Env } from '../../model/expr/index.ts'
import type { Tallied } from '../query/table.ts'
import type { Row } from '../types.ts'
import { fromExpression } from './rows.ts'

/** The changes of the counted fields of one record. */
export interface Difference {
  to: string
  /** Column that identifies the record, and its value. */
  key: string
  value: string | number
  /** Field → difference to add, in inside form. */
  fields: Map<string, number>
  /** Fields to be counted from scratch: a single row cannot tell whether another row holds the same value. */
  anew: Set<string>
}

export class Tallies {
  private readonly differences = new Map<string, Difference>()

  /** A counted row was added (`before` absent), changed or deleted (`after` absent). `env`: the environment of expressions over it. */
  note(of: Tallied, env: (row: Row) => Env, before: Row | undefined, after: Row | undefined): void {
    if (before) this.add(of, before, -figureOf(of, before, env))
    if (after) this.add(of, after, figureOf(of, after, env))
  }

  private add({ to, key, field, tally }: Tallied, row: Row, figure: number): void {
    if (figure === 0) return
    for (const value of keysOf(row[tally.ref])) {
      const name = `${to}:${value}`
      const difference = this.differences.get(name) ?? {
        to,
        key,
        value,
        fields: new Map<string, number>(),
        anew: new Set(),
      }
      if (tally.each) difference.anew.add(field.name)
      else difference.fields.set(field.name, (difference.fields.get(field.name) ?? 0) + figure)
      this.differences.set(name, difference)
    }
  }

  /**
   * Returns the pending changes and clears them. In one order for everybody, so that two transactions that count the same
   * records wait for one another and never deadlock.
   */
  take(): Difference[] {
    const found = [...this.differences.values()].filter(
      ({ fields, anew }) => anew.size > 0 || [...fields.values()].some((n) => n !== 0),
    )
    this.differences.clear()
    return found.sort((a, b) => (a.to === b.to ? byKey(a.value, b.value) : byKey(a.to, b.to)))
  }
}

/** What one row adds to the number: 1, or its value. */
function figureOf({ field, tally, dictionaries }: Tallied, row: Row, env: (row: Row) => Env): number {
  const environment = env(row)
  if (tally.where && !holds(tally.where, environment)) return 0
  if (!tally.value) return 1
  return Number(fromExpression(field, evaluate(tally.value.ast, environment), dictionaries) ?? 0)
}

/** The records a reference names: one, several, or none. */
const keysOf = (held: unknown): (string | number)[] =>
  [held]
    .flat()
    .filter((one): one is string | number => typeof one === 'number' || (typeof one === 'string' && one !== ''))

const byKey = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0)
