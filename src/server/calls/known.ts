/** Whom the rows of a file are about: records with the same value in a field, told as hints (`import.known`). */
import { dictionaryOf, isLink, titleKey } from '../../model/fields.ts'
import type { CallModel, FieldModel, Text } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { mustDiffer } from '../engine/compared.ts'
import { fromDb } from '../engine/rows.ts'
import type { Run } from '../engine/run.ts'
import { fillHoles } from '../errors.ts'
import { codecOf, maskValue } from '../fields/index.ts'
import { conditionSql } from '../query/expression.ts'
import { allOf, column, prepare, sql } from '../query/sql.ts'
import type { Table } from '../query/table.ts'
import { addTitles } from './called.ts'
import { query } from './read.ts'

type Known = NonNullable<NonNullable<CallModel['import']>['known']>[number]
type Values = Record<string, unknown>

/** So many records are told of one row. */
const TOLD = 3

/** By value of the matching column, what is known of it. It is told whether the records are in sight or not, as with what may not occur twice. */
export async function hintsFor(
  run: Run,
  known: readonly Known[],
  values: readonly unknown[],
): Promise<Map<string, Text[]>> {
  const hints = new Map<string, Text[]>()
  const texts = [...new Set(values.filter((value) => !isEmpty(value)).map(String))]
  if (texts.length === 0) return hints
  for (const one of known) await tell(run, one, texts, hints)
  return hints
}

async function tell(run: Run, known: Known, values: readonly string[], hints: Map<string, Text[]>): Promise<void> {
  const { catalogue, deps } = run.asker.core
  const table = catalogue.table(known.of)
  const by = table.fields.get(known.by) as FieldModel
  if (by.masked && !run.sight(table).full)
    await mustDiffer(
      run.asker,
      deps.db,
      values.map((value) => ({ value, masked: String(maskValue(by, value)) })),
    )
  const conditions = [sql`${column('t', by.name)}::text = any(${values})`, sql`not "t"."isDel"`]
  if (table.resource.company) conditions.push(sql`"t"."companyId" = ${run.actor.companyId ?? null}`)
  if (known.where) conditions.push(conditionSql(known.where, 't', run.asker.environment))
  const statement = prepare(
    sql`select "t".* from ${sql.table(table.name)} as "t" where ${allOf(conditions)} order by "t"."id" desc`,
  ).bind({ ...run.binding(), values: {} })
  const rows = (await query<Values & { id: number }>(run, statement)).map((row) => fromDb(table, row))
  const words = await wordsOf(run, table, known.text, rows)
  for (const [i, row] of rows.entries()) {
    const value = String(row[by.name])
    const told = hints.get(value) ?? []
    if (told.length < TOLD) hints.set(value, [...told, fillHoles(known.text, words[i])])
  }
}

/** For each record, the fields that a text names, as people read them. */
async function wordsOf(
  run: Run,
  table: Table,
  text: Text,
  rows: readonly Values[],
): Promise<Record<string, Text | string>[]> {
  const names = new Set(Object.values(text).flatMap((words) => [...words.matchAll(/\{(\w+)\}/g)].map((one) => one[1])))
  const fields = [...names].flatMap((name) => table.fields.get(name as string) ?? [])
  const sight = run.sight(table)
  const titled = rows.map((row) => ({ ...row }))
  await addTitles(run, fields, titled)
  return rows.map((row, i) =>
    Object.fromEntries(fields.map((field) => [field.name, wordOf(field, row[field.name], titled[i] as Values)])),
  )

  function wordOf(field: FieldModel, value: unknown, row: Values): Text | string {
    if (isLink(field)) return String(row[titleKey(field.name)] ?? '')
    const entry = dictionaryOf(table.dictionaries, field)?.values.find((one) => one.name === value)
    if (entry) return entry.label
    if (isEmpty(value)) return ''
    const shown = field.masked && !sight.full ? maskValue(field, value) : value
    return String(codecOf(field).toWire(shown, field, table.dictionaries))
  }
}
