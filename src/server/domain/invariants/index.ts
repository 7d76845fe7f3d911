/**
 * What must hold of any database at any moment (rules 2.17): each invariant as a statement that answers the rows
 * which break it. `atelier verify` runs them all; the demo data and every test of money end with them.
 */
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import type { Model } from '../../../model/model.ts'
import type { DbRow, Queryable } from '../../types.ts'
import { tallyChecks, type TallyCheck } from '../../db/schema/tallies.ts'
import { stored } from '../values.ts'
import { classes } from './classes.ts'
import { coupons } from './coupons.ts'
import { leads } from './leads.ts'
import { money } from './money.ts'
import { pipeline } from './pipeline.ts'
import { points } from './points.ts'
import { records } from './records.ts'
import { rights } from './rights.ts'
import { schedule } from './schedule.ts'
import { tasks } from './tasks.ts'

/** One invariant. `broken`: rows with an `id`, and what is and what should be. */
export interface Invariant {
  /** Number of the domain, `I-01`; of a counted field `resource.field`. */
  code: string
  /** In a sentence. */
  says: string
  broken: string
}

/** Puts values of dictionaries into a statement by name. */
export type In = <D extends keyof DictionaryValues>(dictionary: D, ...names: DictionaryValues[D][]) => string

/** All invariants, their values those of this model. */
function invariantsOf(model: Model): Invariant[] {
  const list: In = (dictionary, ...names) => names.map((name) => stored({ model }, dictionary, name)).join(', ')
  const rules = [
    ...money(list),
    ...points(list),
    ...coupons(list),
    ...leads(list),
    ...records(list, model),
    ...rights(list, model),
    ...schedule(list),
    ...tasks(list),
    ...pipeline(list),
    ...classes(list),
  ]
  return [...rules.sort((a, b) => (a.code < b.code ? -1 : 1)), ...tallyChecks(model).map(asInvariant)]
}

const asInvariant = ({ resource, field, wrong }: TallyCheck): Invariant => ({
  code: `${resource}.${field}`,
  says: 'is what its records come to',
  broken: wrong,
})

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
