/** Queries before a write: each is a value of one statement, and each can refuse the write. */
import type { Refusal } from '../../errors.ts'
import { prepare, sql, type Sql } from '../../query/sql.ts'
import type { Unit } from '../unit.ts'

export interface Question {
  /** A scalar sub-query or condition. */
  query: Sql
  /** Turns its result into a refusal, or undefined. */
  refusal(answer: unknown): Refusal | undefined
}

/** A statement of PostgreSQL answers at most 1,664 values; a longer one costs more than it saves. */
const AT_ONCE = 100

/**
 * Asks all questions together, deferred ones first; the first that refuses stops the write. A write may defer its
 * questions to the next statement, so that an add costs one statement for all of them and not one for each kind.
 */
export async function askAll(unit: Unit, questions: readonly Question[]): Promise<void> {
  const all = [...unit.putOff.splice(0), ...questions]
  for (let at = 0; at < all.length; at += AT_ONCE) await askSome(unit, all.slice(at, at + AT_ONCE))
}

async function askSome(unit: Unit, all: readonly Question[]): Promise<void> {
  const query = prepare(sql`select ${sql.join(all.map((one, i) => sql`${one.query} as ${sql.id(`q${i}`)}`))}`)
  const statement = query.bind({ actor: unit.actor, now: unit.now, values: {} })
  const [row] = await unit.tx.query(statement.sql, statement.parameters)
  for (const [i, one] of all.entries()) {
    const refused = one.refusal(row?.[`q${i}`])
    if (refused) throw refused
  }
}
