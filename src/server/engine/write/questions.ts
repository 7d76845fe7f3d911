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
  for (let at = 0; at < all.length; at += AT_ONCE)
    for (const refused of await askSome(unit, all.slice(at, at + AT_ONCE))) if (refused) throw refused
}

/** What each of many questions answers, where nothing is written yet: a refusal, or nothing. */
export async function refusalsOf(unit: Unit, questions: readonly Question[]): Promise<(Refusal | undefined)[]> {
  const found: (Refusal | undefined)[] = []
  for (let at = 0; at < questions.length; at += AT_ONCE)
    found.push(...(await askSome(unit, questions.slice(at, at + AT_ONCE))))
  return found
}

async function askSome(unit: Unit, all: readonly Question[]): Promise<(Refusal | undefined)[]> {
  const query = prepare(sql`select ${sql.join(all.map((one, i) => sql`${one.query} as ${sql.id(`q${i}`)}`))}`)
  const statement = query.bind({ actor: unit.actor, now: unit.now, values: {} })
  const [row] = await unit.tx.query(statement.sql, statement.parameters)
  return all.map((one, i) => one.refusal(row?.[`q${i}`]))
}
