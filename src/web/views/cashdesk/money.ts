/** Amounts at the desk: yuan on the wire, added up in cents to avoid rounding errors. */
import type { WireRow } from '../../fields/types.ts'

const CENTS = 100

/** Yuan as whole cents; an empty value is 0. */
export const centsOf = (yuan: unknown): number => Math.round(Number(yuan ?? 0) * CENTS)

export const yuanOf = (cents: number): number => cents / CENTS

/** The sum of amounts, in cents. */
export const sumOf = (amounts: readonly unknown[]): number =>
  amounts.reduce<number>((sum, one) => sum + centsOf(one), 0)

/** Of rows that hold the same in this field the first alone; all of them without a field. */
export const oneOfEach = (rows: readonly WireRow[], name: string | undefined): readonly WireRow[] =>
  name === undefined ? rows : rows.filter((row, i) => rows.findIndex((other) => other[name] === row[name]) === i)

/** What was handed over by one way of paying, in cents. `change`: what is too much of it is given back. */
interface Handed {
  cents: number
  change: boolean
}

/** How what was handed over settles what is due, all in cents. */
export interface Reckoning {
  /** What counts of each, in their order. */
  counts: number[]
  sum: number
  /** What is given back. */
  change: number
  /** More than is due, and cannot be given back. */
  over: number
  /** Still due. */
  rest: number
}

/** Reckons what was handed over against what is due: what gives change fills only what the other ways leave. */
export function reckon(handed: readonly Handed[], due: number): Reckoning {
  const fixed = handed.reduce((sum, one) => sum + (one.change ? 0 : one.cents), 0)
  let room = Math.max(due - fixed, 0)
  const counts = handed.map(({ cents, change }) => {
    if (!change) return cents
    const taken = Math.min(cents, room)
    room -= taken
    return taken
  })
  const all = handed.reduce((sum, one) => sum + one.cents, 0)
  const sum = counts.reduce((total, one) => total + one, 0)
  return { counts, sum, change: all - sum, over: Math.max(fixed - due, 0), rest: Math.max(due - sum, 0) }
}
