/**
 * What must hold of any database at any moment (rules 2.17): each invariant as a statement that answers the rows
 * which break it. `atelier verify` runs them all; the demo data and every test of money end with them.
 */
import type { Model } from '../../../model/model.ts'
import type { DbRow, Queryable } from '../../types.ts'
import { tallyChecks, valueChecks, type KeptCheck } from '../../db/schema/checks.ts'
import { heldNumber } from '../values.ts'
import { product } from '../product.ts'
import { records } from './records.ts'
import { rights } from './rights.ts'

/** One invariant. `broken`: rows with an `id`, and what is and what should be. */
export interface Invariant {
  /** Number of the domain, `I-01`; of a counted field `resource.field`. */
  code: string
  /** In a sentence. */
  says: string
  broken: string
}

/** All invariants, their values those of this model. */
function invariantsOf(model: Model): Invariant[] {
  const list = (dictionary: string, ...names: string[]): string =>
    names.map((name) => heldNumber(model, dictionary, name)).join(', ')
  const rules = [...records(list, model), ...rights(list, model), ...(product().invariants?.(list) ?? [])]
  const kept = [
    ...tallyChecks(model).map(asInvariant('is what its records come to')),
    ...valueChecks(model).map(asInvariant('is what its formula comes to')),
  ]
  return [...rules.sort((a, b) => (a.code < b.code ? -1 : 1)), ...kept]
}

const asInvariant =
  (says: string) =>
  ({ resource, field, wrong }: KeptCheck): Invariant => ({ code: `${resource}.${field}`, says, broken: wrong })

/** An invariant with the first rows that break it. */
interface Verdict {
  invariant: Invariant
  broken: DbRow[]
}

/** So many rows tell enough. */
const SHOWN = 10

/** Runs all invariants over a database; those that hold come with no rows. */
export async function verify(db: Queryable, model: Model): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const invariant of invariantsOf(model))
    verdicts.push({
      invariant,
      broken: await db.query(`select * from (${invariant.broken}) as "broken" limit ${SHOWN}`),
    })
  return verdicts
}
