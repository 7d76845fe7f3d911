/** The plan of steps from the current schema to the desired one. */
import type { Model } from '../../../model/model.ts'
import type { Queryable } from '../../types.ts'
import { goneValues, mappedColumn, valueMap } from './dictionary-values.ts'
import { introspect, type ActualSchema } from './introspect.ts'
import { renamedColumn } from './nested-renames.ts'
import { fingerprintOf } from './fingerprint.ts'
import { formerNamesOf, readFormerNames, withNamesTakenBack } from './former-names.ts'
import { literal, quoted } from '../options.ts'
import {
  addColumns,
  convertColumns,
  dropColumns,
  renameColumns,
  settleColumns,
  type TableChange,
} from './plan-columns.ts'
import { keepColumns } from './plan-kept.ts'
import { addIndexes, addKeys, addReferences, addStatistics, dropObsolete } from './plan-constraints.ts'
import { countRows, createTable, dropTables, renameTables } from './plan-tables.ts'
import { step, type MigrationPlan, type MigrationStep } from './plan-types.ts'
import type { ColumnDef, DesiredSchema, DictionaryDef, TableDef } from './types.ts'
import { desiredSchema } from './index.ts'
import { GRAMS_FUNCTION, GRAMS_SIGNATURE } from '../search.ts'
import { patched, readShape, shapeOf, type Shape } from './state.ts'

interface Planning {
  db: Queryable
  desired: DesiredSchema
  actual: ActualSchema
  shape: Shape
}

/** The settings with which indexes are built. */
async function prerequisites(db: Queryable): Promise<MigrationStep[]> {
  const [has] = await db.query<{ trigrams: boolean; grams: boolean }>(
    `select exists (select from pg_extension where extname = 'pg_trgm') as trigrams, to_regprocedure($1) is not null as grams`,
    [GRAMS_SIGNATURE],
  )
  return [
    ...(has?.trigrams ? [] : [step('extension pg_trgm', ['create extension if not exists pg_trgm'], { needed: true })]),
    ...(has?.grams ? [] : [step('function for short pieces of text', [GRAMS_FUNCTION], { needed: true })]),
  ]
}

/** Queries each table in turn, so that the steps keep their order. */
async function each<T>(
  list: T[],
  make: (one: T) => MigrationStep[] | Promise<MigrationStep[]>,
): Promise<MigrationStep[]> {
  const steps: MigrationStep[] = []
  for (const one of list) steps.push(...(await make(one)))
  return steps
}

function changeOf({ db, desired, actual, shape }: Planning, table: TableDef): TableChange[] {
  const found = actual.get(table.name)
  return found ? [{ db, table, actual: found, shape, dictionaries: desired.dictionaries }] : []
}

/** Columns that exist now and stay unchanged. */
function* keptColumns(
  { actual }: Planning,
  tables: TableDef[],
): Generator<{ table: TableDef; column: ColumnDef; storedTable: string; stored: string }> {
  for (const table of tables) {
    const found = actual.get(table.name)
    for (const column of found ? table.columns : []) {
      const stored = found?.columns.get(column.name)
      if (found && stored && !stored.converted)
        yield { table, column, storedTable: found.stored, stored: stored.stored }
    }
  }
}

/** Changes values inside columns: `rewrite` returns the new value of a column as an expression over it. */
async function rewriteColumns(
  p: Planning,
  tables: TableDef[],
  rewrite: (column: ColumnDef) => string | undefined,
): Promise<{ rows: number; sql: string[] }> {
  const sql: string[] = []
  let rows = 0
  for (const { table, column, storedTable, stored } of keptColumns(p, tables)) {
    const [then, now] = [rewrite(column), rewrite({ ...column, name: stored })]
    const affected = now ? await countRows(p.db, storedTable, `${now} is distinct from ${quoted(stored)}`) : 0
    rows += affected
    if (affected > 0)
      sql.push(
        `update ${quoted(table.name)} set ${quoted(column.name)} = ${then} where ${then} is distinct from ${quoted(column.name)}`,
      )
  }
  return { rows, sql }
}

/** Values of a dictionary whose stored form changed. */
async function mapDictionary(
  p: Planning,
  tables: TableDef[],
  name: string,
  dictionary: DictionaryDef,
): Promise<MigrationStep[]> {
  const map = valueMap(name, dictionary, p.shape)
  if (!map) return []
  const { rows, sql } = await rewriteColumns(p, tables, (column) => mappedColumn(column, name, map))
  if (rows === 0) return []
  const values = Object.fromEntries(dictionary.values.map((one) => [one.name, one.value]))
  const shape = [
    ...dictionary.was.map((former) => ({ path: ['dictionaries', former] })),
    { path: ['dictionaries', name], value: values },
  ]
  return [
    step(`values of ${name}: ${[...map].map(([from, to]) => `${from} becomes ${to}`).join(', ')}`, sql, {
      rows,
      needed: true,
      quick: false,
      shape,
    }),
  ]
}

/** Renamed fields inside nested entries. */
async function renameNested(p: Planning, tables: TableDef[]): Promise<MigrationStep[]> {
  const { rows, sql } = await rewriteColumns(p, tables, renamedColumn)
  return rows === 0 ? [] : [step('rename fields inside nested entries', sql, { rows, needed: true, quick: false })]
}

/** Removed values that rows still hold. */
async function strandedValues(
  p: Planning,
  tables: TableDef[],
  name: string,
  dictionary: DictionaryDef,
): Promise<MigrationStep[]> {
  const gone = goneValues(name, dictionary, p.shape)
  if (gone.length === 0) return []
  const list = gone.map(([, value]) => literal(String(value))).join(', ')
  let rows = 0
  for (const { column, storedTable, stored } of keptColumns(p, tables)) {
    if (column.field?.of === name && column.field.type === 'enum')
      rows += await countRows(p.db, storedTable, `${quoted(stored)}::text in (${list})`)
  }
  const what = `values of ${name} that are no more (${gone.map(([former]) => former).join(', ')}) are still held; name their successor with "was"`
  const shape = gone.map(([former, value]) => ({ path: ['dictionaries', name, former], value }))
  return rows === 0 ? [] : [step(what, [], { kind: 'conflict', rows, shape })]
}

/** What the database remembers when all is done but what may be left: of that, what it remembers now. */
function target(desired: DesiredSchema, shape: Shape, steps: MigrationStep[]): Shape {
  const left = steps.filter((one) => one.kind === 'loss').flatMap((one) => one.shape)
  const unchanged = left
    .map(({ path }) => ({ path, value: valueAt(shape, path) }))
    .filter((one) => one.value !== undefined)
  return patched(shapeOf(desired), [
    ...unchanged,
    ...steps.filter((one) => one.kind === 'conflict').flatMap((one) => one.shape),
  ])
}

function valueAt(shape: Shape, path: string[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], shape)
}

/** Computes the plan. Only reads. */
export async function planMigration(db: Queryable, model: Model): Promise<MigrationPlan> {
  const wanted = desiredSchema(model)
  const desired = withNamesTakenBack(wanted, await readFormerNames(db))
  const from = await readShape(db)
  const p: Planning = { db, desired, actual: await introspect(db), shape: structuredClone(from) }
  const { tables, dictionaries } = desired
  const words = Object.entries(dictionaries)
  const prepared = await prerequisites(db)
  const renamedTables = await renameTables(db, tables, p.actual, p.shape)
  const changes = tables.flatMap((table) => changeOf(p, table))
  const renamedColumns = await each(changes, renameColumns)
  const added = await each(changes, addColumns)
  const converted = await each(changes, convertColumns)
  const obsolete = changes.flatMap((c) => dropObsolete(c.table, c.actual))
  const created = tables.filter((table) => !p.actual.has(table.name)).map(createTable)
  const rowsOf = (table: TableDef) => ({ db, actual: p.actual.get(table.name) })
  const steps = [
    ...prepared,
    ...renamedTables,
    ...renamedColumns,
    ...obsolete,
    ...created,
    ...added,
    ...converted,
    ...(await renameNested(p, tables)),
    ...(await each(words, ([name, one]) => mapDictionary(p, tables, name, one))),
    ...(await each(changes, settleColumns)),
    ...(await keepColumns(p, tables)),
    ...(await each(changes, (c) => addKeys(rowsOf(c.table), c.table))),
    ...(await each(tables, (table) => addReferences(rowsOf(table), table, p.actual))),
    ...(await each(tables, (table) => addIndexes(rowsOf(table), table))),
    ...tables.flatMap((table) => addStatistics(table, p.actual.get(table.name))),
    ...(await each(words, ([name, one]) => strandedValues(p, tables, name, one))),
    ...(await each(changes, dropColumns)),
    ...(await dropTables(db, tables, p.actual, p.shape)),
  ]
  const to = target(desired, p.shape, steps)
  return { steps, from, to, fingerprint: fingerprintOf(wanted), former: formerNamesOf(wanted) }
}
