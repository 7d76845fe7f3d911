/** What `verify` asks of counted and computed fields: whether each holds what it comes to. */
import type { Model, ResourceModel } from '../../../model/model.ts'
import { quoted } from '../options.ts'
import { tableOf } from './index.ts'
import { talliesOf } from './tallies.ts'
import type { KeptDef } from './types.ts'

/** A counted or computed field, and the statement that returns the records with a wrong value. */
export interface KeptCheck {
  resource: string
  field: string
  wrong: string
}

/** One check for each counted field of the model, over all rows: rows of `id`, `stands` and `should`. */
export const tallyChecks = (model: Model): KeptCheck[] =>
  stored(model).flatMap((resource) =>
    talliesOf(resource, model).map((kept) => checkOf(resource, kept, quoted(resource.name))),
  )

/** Of a large table so many of the newest rows and so many by chance tell enough. */
const SAMPLE = 2_000

/** One check for each computed field that is stored, over a sample of the rows. */
export const valueChecks = (model: Model): KeptCheck[] =>
  stored(model).flatMap((resource) =>
    tableOf(resource, model).values.map((kept) => checkOf(resource, kept, sampleOf(quoted(resource.name)))),
  )

const stored = (model: Model): ResourceModel[] => Object.values(model.resources).filter(({ virtual }) => !virtual)

const sampleOf = (table: string): string =>
  `(select * from ${table} where "id" in (
      (select "id" from ${table} where not "isDel" order by "id" desc limit ${SAMPLE})
      union (select "id" from ${table} where not "isDel" order by random() limit ${SAMPLE})))`

function checkOf({ name }: ResourceModel, { column, sql }: KeptDef, rows: string): KeptCheck {
  const stands = `"t".${quoted(column)}`
  return {
    resource: name,
    field: column,
    wrong: `select "t"."id", ${stands} as "stands", ${sql} as "should" from ${rows} as "t"
      where not "t"."isDel" and ${stands} is distinct from ${sql}`,
  }
}
