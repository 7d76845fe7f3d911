/** Questions to the database before a write: each a value of one statement, each able to refuse the write. */
import type { Refusal } from '../../errors.ts'
import { prepare, sql, type Sql } from '../../query/sql.ts'
import type { Unit } from '../unit.ts'

export interface Question {
  /** A scalar sub-query or condition. */
  query: Sql
  /** What its answer means: the refusal, or nothing. */
  refusal(answer: unknown): Refusal | undefined
}

/**
 * Asks all questions together, those put off before first; the first that refuses stops the write. A write may
 * put its questions off to the next one asked, so that an add costs one statement for them and not one for each kind.
 */
export async function ask(unit: Unit, questions: readonly Question[]): Promise<void> {
  const all = [...unit.putOff.splice(0), ...questions]
  if (all.length === 0) return
  const asked = prepare(sql`select ${sql.join(all.map((one, i) => sql`${one.query} as ${sql.id(`q${i}`)}`))}`)
  const statement = asked.bind({ actor: unit.actor, now: unit.now, values: {} })
  const [row] = await unit.tx.query(statement.sql, statement.parameters)
  for (const [i, one] of all.entries()) {
    const refused = one.refusal(row?.[`q${i}`])
    if (refused) throw refused
  }
}
