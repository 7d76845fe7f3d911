/** What the writes of a unit of work add to counted fields of other records (decision 0032). */
import { evaluate, holds, type Env } from '../../model/expr/index.ts'
import type { Tallied } from '../query/table.ts'
import type { Row } from '../types.ts'
import { fromExpression } from './rows.ts'

/** What is to be added to the counted fields of one record: field → difference, in inside form. */
export interface Difference {
  to: string
  /** Column that names the record, and its value. */
  key: string
  value: string | number
  fields: Map<string, number>
}

export class Tallies {
  private readonly differences = new Map<string, Difference>()

  /** A counted row was added (`before` absent), changed or deleted (`after` absent). `env`: what expressions over it run with. */
  note(of: Tallied, env: (row: Row) => Env, before: Row | undefined, after: Row | undefined): void {
    if (before) this.add(of, before, -figureOf(of, before, env))
    if (after) this.add(of, after, figureOf(of, after, env))
  }

  private add({ to, key, field, tally }: Tallied, row: Row, figure: number): void {
    if (figure === 0) return
    for (const value of keysOf(row[tally.ref])) {
      const name = `${to}:${value}`
      const known = this.differences.get(name) ?? { to, key, value, fields: new Map<string, number>() }
      known.fields.set(field.name, (known.fields.get(field.name) ?? 0) + figure)
      this.differences.set(name, known)
    }
  }

  /**
   * Takes what is to be written, and forgets it. In one order for everybody, so that two who count the same records
   * wait for one another and never both.
   */
  take(): Difference[] {
    const found = [...this.differences.values()].filter((one) => [...one.fields.values()].some((n) => n !== 0))
    this.differences.clear()
    return found.sort((a, b) => (a.to === b.to ? byKey(a.value, b.value) : byKey(a.to, b.to)))
  }
}

/** What one row adds to the number: 1, or what its value comes to. */
function figureOf({ field, tally, dictionaries }: Tallied, row: Row, env: (row: Row) => Env): number {
  const around = env(row)
  if (tally.where && !holds(tally.where, around)) return 0
  if (!tally.value) return 1
  return Number(fromExpression(field, evaluate(tally.value.ast, around), dictionaries) ?? 0)
}

/** The records a reference names: one, several, or none. */
const keysOf = (held: unknown): (string | number)[] =>
  [held]
    .flat()
    .filter((one): one is string | number => typeof one === 'number' || (typeof one === 'string' && one !== ''))

const byKey = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0)
