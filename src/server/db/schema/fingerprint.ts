/**
 * Which schema the database was brought to, whole: a start with that very schema has nothing to plan. Forgotten
 * with every step of a migration, so that one that was killed is planned again. What is changed by hand is not
 * seen here; `atelier migrate` always looks at everything.
 */
import { createHash } from 'node:crypto'
import type { Model } from '../../../model/model.ts'
import type { Queryable } from '../../types.ts'
import { literal } from '../options.ts'
import type { DesiredSchema } from './types.ts'
import { desiredSchema } from './index.ts'
import { GRAMS_FUNCTION } from '../search.ts'
import { STATE_TABLE } from './state.ts'

/** Row of the state table that holds it. */
const ROW = 2

/** Names a schema, and what its indexes are built with. */
export const madeOf = (schema: DesiredSchema): string =>
  createHash('sha256').update(GRAMS_FUNCTION).update(JSON.stringify(schema)).digest('hex')

/** The statement that remembers that everything was made. */
export const writeMade = (made: string): string =>
  `insert into "${STATE_TABLE}" ("id", "shape") values (${ROW}, ${literal(JSON.stringify({ made }))}::jsonb)
   on conflict ("id") do update set "shape" = excluded."shape", "at" = now()`

/** The statement that forgets it. */
export const FORGET_MADE = `delete from "${STATE_TABLE}" where "id" = ${ROW}`

/** Whether the database was brought to the schema of this model, and nothing was left out. */
export async function isMade(db: Queryable, model: Model): Promise<boolean> {
  const [found] = await db.query<{ known: boolean }>('select to_regclass($1) is not null as known', [STATE_TABLE])
  if (!found?.known) return false
  const [row] = await db.query<{ made: string }>(
    `select "shape"->>'made' as made from "${STATE_TABLE}" where "id" = ${ROW}`,
  )
  return row?.made === madeOf(desiredSchema(model))
}
