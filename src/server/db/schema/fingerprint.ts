/**
 * The hash of the schema to which the database was fully migrated: a start with the same schema has nothing to plan.
 * Every step of a migration clears it, so that a killed migration is planned again. Manual changes are not noticed
 * here; `atelier migrate` always compares everything.
 */
import { createHash } from 'node:crypto'
import type { Model } from '../../../model/model.ts'
import type { Queryable } from '../../types.ts'
import { literal } from '../options.ts'
import type { DesiredSchema } from './types.ts'
import { desiredSchema } from './index.ts'
import { GRAMS_FUNCTION } from '../search.ts'
import { STATE_TABLE } from './state.ts'

/** Row of the state table that holds the hash. */
const ROW = 2

/** The hash of a schema and of the settings of its indexes. */
export const fingerprintOf = (schema: DesiredSchema): string =>
  createHash('sha256').update(GRAMS_FUNCTION).update(JSON.stringify(schema)).digest('hex')

/** The statement that stores the hash after a complete migration. */
export const writeFingerprint = (made: string): string =>
  `insert into "${STATE_TABLE}" ("id", "shape") values (${ROW}, ${literal(JSON.stringify({ made }))}::jsonb)
   on conflict ("id") do update set "shape" = excluded."shape", "at" = now()`

/** The statement that clears it. */
export const FORGET_MADE = `delete from "${STATE_TABLE}" where "id" = ${ROW}`

/** Whether the database was fully migrated to the schema of this model. */
export async function isMigrated(db: Queryable, model: Model): Promise<boolean> {
  const [found] = await db.query<{ known: boolean }>('select to_regclass($1) is not null as known', [STATE_TABLE])
  if (!found?.known) return false
  const [row] = await db.query<{ made: string }>(
    `select "shape"->>'made' as made from "${STATE_TABLE}" where "id" = ${ROW}`,
  )
  return row?.made === fingerprintOf(desiredSchema(model))
}
