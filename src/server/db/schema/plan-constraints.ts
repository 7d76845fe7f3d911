/** Steps for keys, references, indexes and statistics. Names contain a hash of the definition, so only names are compared. */
import type { Queryable } from '../../types.ts'
import type { ActualSchema, ActualTable } from './introspect.ts'
import { isOurs } from '../names.ts'
import { quoted } from '../options.ts'
import { countRows } from './plan-tables.ts'
import { step, type MigrationStep } from './plan-types.ts'
import type { IndexDef, KeyDef, ReferenceDef, TableDef } from './types.ts'

/** What this program made of these and needs no longer, references first, because keys cannot be dropped before them. */
export function dropObsolete(table: TableDef, actual: ActualTable): MigrationStep[] {
  const wanted = new Set([...table.keys, ...table.references, ...table.indexes].map((one) => one.name))
  const constraints = [...actual.constraints.values()].filter((one) => one.kind !== 'p' && isOurs(one.name))
  const gone = constraints
    .filter(
      (one) =>
        !wanted.has(one.name) || (one.kind === 'f' && one.columns.some((name) => actual.columns.get(name)?.converted)),
    )
    .sort((a, b) => Number(b.kind === 'f') - Number(a.kind === 'f'))
  const backing = new Set(constraints.map((one) => one.name))
  const indexes = [...actual.indexes.values()].filter(
    (one) => isOurs(one.name) && !backing.has(one.name) && (!wanted.has(one.name) || !one.valid),
  )
  const kept = new Set(table.statistics.map((one) => one.name))
  const statistics = [...actual.statistics].filter((name) => isOurs(name) && !kept.has(name))
  for (const one of gone) actual.constraints.delete(one.name)
  for (const one of indexes) actual.indexes.delete(one.name)
  return [
    ...gone.map((one) =>
      step(`drop ${one.kind === 'f' ? 'reference' : 'key'} ${one.name}`, [
        `alter table ${quoted(table.name)} drop constraint ${quoted(one.name)}`,
      ]),
    ),
    ...indexes.map((one) => step(`drop index ${one.name}`, [`drop index ${quoted(one.name)}`])),
    ...statistics.map((name) => step(`drop statistics ${name}`, [`drop statistics ${quoted(name)}`])),
  ]
}

/** A table as it will be after the steps so far, and the columns that can be queried now. */
interface Rows {
  db: Queryable
  actual?: ActualTable
}

const storedColumn = (actual: ActualTable, name: string): string | undefined => actual.columns.get(name)?.stored

/** The number of groups of rows with equal values in unique columns. */
async function duplicates({ db, actual }: Rows, columns: string[], where: string): Promise<number> {
  if (!actual || columns.length === 0) return 0
  const [row] = await db.query<{ n: number }>(
    `select count(*) as n from (select 1 from ${quoted(actual.stored)} where ${where} group by ${columns.join(', ')} having count(*) > 1) as alike`,
  )
  return row?.n ?? 0
}

/** Unique constraints that references need. */
export async function addKeys(rows: Rows, table: TableDef): Promise<MigrationStep[]> {
  const missing = table.keys.filter((key) => !rows.actual?.constraints.has(key.name))
  return Promise.all(missing.map((key) => addKey(rows, table, key)))
}

async function addKey(rows: Rows, table: TableDef, key: KeyDef): Promise<MigrationStep> {
  const stored = key.columns.map((name) => rows.actual && storedColumn(rows.actual, name))
  const existing = stored.filter((name) => name !== undefined).map(quoted)
  const alike =
    existing.length === stored.length
      ? await duplicates(rows, existing, existing.map((name) => `${name} is not null`).join(' and '))
      : 0
  const sql = [
    `alter table ${quoted(table.name)} add constraint ${quoted(key.name)} unique (${key.columns.map(quoted).join(', ')})`,
  ]
  const what = `key ${table.name}(${key.columns.join(', ')})`
  return alike > 0
    ? conflict(`${what}: ${alike} values occur more than once`, alike, true)
    : step(what, sql, { quick: !rows.actual })
}

const conflict = (what: string, rows: number, needed: boolean): MigrationStep =>
  step(what, [], { kind: 'conflict', rows, needed })

/** References. Existing rows that point nowhere stay; no new ones can be added. */
export async function addReferences(rows: Rows, table: TableDef, schema: ActualSchema): Promise<MigrationStep[]> {
  const missing = table.references.filter((one) => !rows.actual?.constraints.has(one.name))
  return Promise.all(missing.map((one) => addReference(rows, table, one, schema)))
}

async function addReference(
  rows: Rows,
  table: TableDef,
  one: ReferenceDef,
  schema: ActualSchema,
): Promise<MigrationStep> {
  const lost = await orphans(rows, one, schema)
  const sql = `alter table ${quoted(table.name)} add constraint ${quoted(one.name)} foreign key (${quoted(one.column)}) references ${quoted(one.table)} (${quoted(one.key)})`
  const what = `reference ${table.name}.${one.column} to ${one.table}`
  return lost > 0
    ? step(`${what}; ${lost} rows point at nothing and are let be`, [`${sql} not valid`], { rows: lost, quick: false })
    : step(what, [sql], { quick: !rows.actual })
}

async function orphans({ db, actual }: Rows, one: ReferenceDef, schema: ActualSchema): Promise<number> {
  const column = actual && storedColumn(actual, one.column)
  if (!actual || column === undefined) return 0
  const target = schema.get(one.table)
  const key = target && storedColumn(target, one.key)
  if (!target || key === undefined) return countRows(db, actual.stored, `${quoted(column)} is not null`)
  return countRows(
    db,
    actual.stored,
    `${quoted(column)} is not null and not exists (select 1 from ${quoted(target.stored)} as target where target.${quoted(key)}::text = ${quoted(actual.stored)}.${quoted(column)}::text)`,
  )
}

/** Indexes. A unique one waits while rows violate it. */
export async function addIndexes(rows: Rows, table: TableDef): Promise<MigrationStep[]> {
  const missing = table.indexes.filter((one) => !rows.actual?.indexes.has(one.name))
  return Promise.all(missing.map((one) => addIndex(rows, table, one)))
}

/** Statistics. They are filled with the next `analyze`, which the database does by itself. */
export const addStatistics = (table: TableDef, actual?: ActualTable): MigrationStep[] =>
  table.statistics
    .filter((one) => !actual?.statistics.has(one.name))
    .map(({ name, expression }) =>
      step(`statistics ${name}`, [`create statistics ${quoted(name)} on (${expression}) from ${quoted(table.name)}`]),
    )

async function addIndex(rows: Rows, table: TableDef, index: IndexDef): Promise<MigrationStep> {
  const alike = index.unique ? await alikeRows(rows, index) : 0
  const what = `${index.unique ? 'unique ' : ''}index ${index.name}`
  if (alike > 0) return conflict(`${what} on ${table.name}: ${alike} groups of rows are alike`, alike, false)
  return step(
    what,
    [`create ${index.unique ? 'unique ' : ''}index ${quoted(index.name)} on ${quoted(table.name)}${index.sql}`],
    { quick: !rows.actual },
  )
}

/** Only columns that exist and stay unchanged are queried; problems of a renamed or new column show when the step runs. */
async function alikeRows(rows: Rows, { columns = [], where = 'true' }: IndexDef): Promise<number> {
  const { actual } = rows
  const ready =
    actual &&
    [...columns, where].every((part) =>
      [...part.matchAll(/"(\w+)"/g)].every(([, name = '']) => actual.columns.get(name)?.stored === name),
    )
  return ready ? duplicates(rows, columns, where) : 0
}
