/** Steps for the columns of one existing table: renamed, new, of another type, nullable or required, removed. */
import type { FieldType } from '../../../model/fields.ts'
import type { Queryable } from '../../types.ts'
import { conversionOf, type Conversion } from './conversions.ts'
import { convertedEnum } from './dictionary-values.ts'
import { plainDefault, type ActualColumn, type ActualTable } from './introspect.ts'
import { quoted } from '../options.ts'
import { columnSql, countRows } from './plan-tables.ts'
import { step, type MigrationStep } from './plan-types.ts'
import type { ColumnDef, DictionaryDef, TableDef } from './types.ts'
import type { Shape } from './state.ts'

/** The context of the steps of one table. */
export interface TableChange {
  db: Queryable
  table: TableDef
  actual: ActualTable
  shape: Shape
  dictionaries: Record<string, DictionaryDef>
}

const alter = (c: TableChange, change: string): string => `alter table ${quoted(c.table.name)} ${change}`
const nameOf = (c: TableChange, column: { name: string }): string => `${c.table.name}.${column.name}`
const remember = (c: TableChange, column: ColumnDef) => [
  { path: ['tables', c.table.name, column.name], value: column.field?.type ?? '' },
]

/** Columns with the former name of a field that was renamed. Updates the current table too. */
export async function renameColumns(c: TableChange): Promise<MigrationStep[]> {
  const wanted = new Set(c.table.columns.map((column) => column.name))
  const steps: MigrationStep[] = []
  for (const column of c.table.columns.filter((one) => !c.actual.columns.has(one.name))) {
    const former = column.was.find((name) => c.actual.columns.has(name) && !wanted.has(name))
    const found = former === undefined ? undefined : c.actual.columns.get(former)
    if (former === undefined || !found) continue
    const types = c.shape.tables[c.table.name] ?? {}
    const rows = await countRows(c.db, c.actual.stored, `${quoted(former)} is not null`)
    steps.push(
      step(
        `rename column ${c.table.name}.${former} to ${column.name}`,
        [alter(c, `rename column ${quoted(former)} to ${quoted(column.name)}`)],
        {
          rows,
          needed: true,
          shape: [
            { path: ['tables', c.table.name, former] },
            { path: ['tables', c.table.name, column.name], value: types[former] ?? '' },
          ],
        },
      ),
    )
    c.actual.columns.delete(former)
    c.actual.columns.set(column.name, { ...found, name: column.name })
    types[column.name] = types[former] ?? ''
    delete types[former]
  }
  return steps
}

/** A new required field has no value in the existing rows: its column stays nullable until they have one. */
export async function addColumns(c: TableChange): Promise<MigrationStep[]> {
  const added = c.table.columns.filter((column) => !c.actual.columns.has(column.name))
  const open = added.some((column) => column.notNull && column.default === undefined)
  const filled = open && (await c.db.query(`select 1 as one from ${quoted(c.actual.stored)} limit 1`)).length > 0
  return added.map((column) => {
    const notNull = column.notNull && (column.default !== undefined || !filled)
    return step(`add column ${nameOf(c, column)}`, [alter(c, `add column ${columnSql(column, notNull)}`)], {
      shape: remember(c, column),
      needed: true,
    })
  })
}

/** The type of the field when the table was last migrated; unknown for a table of another program. */
function storedType(c: TableChange, column: ColumnDef): FieldType | undefined {
  return c.shape.tables[c.table.name]?.[column.name] || undefined
}

/** The conversion of the values of a column with the quoted name `q`, if they need one. */
function conversion(c: TableChange, column: ColumnDef, actual: ActualColumn, q: string): Conversion | undefined {
  const from = { type: storedType(c, column), sql: actual.type }
  const to = { type: column.field?.type, sql: column.type }
  const of = column.field?.of ?? ''
  const dictionary = c.dictionaries[of]
  const old = [of, ...(dictionary?.was ?? [])]
    .map((name) => c.shape.dictionaries[name])
    .find((known) => known !== undefined)
  const rewritten = from.type === 'enum' && to.type === 'enum' && from.sql !== to.sql
  return rewritten && dictionary && old ? convertedEnum(q, old, dictionary, to.sql) : conversionOf(from, to, q)
}

/** Changed types. The column is left nullable and without a default: later steps set both. */
export async function convertColumns(c: TableChange): Promise<MigrationStep[]> {
  const steps: MigrationStep[] = []
  for (const column of c.table.columns) {
    const actual = c.actual.columns.get(column.name)
    if (actual) steps.push(...(await convertColumn(c, column, actual)))
  }
  return steps
}

async function convertColumn(c: TableChange, column: ColumnDef, actual: ActualColumn): Promise<MigrationStep[]> {
  const [q, stored] = [quoted(column.name), quoted(actual.stored)]
  const [change, now] = [conversion(c, column, actual, q), conversion(c, column, actual, stored)]
  if (!change || !now) return []
  const count = (where: string) => countRows(c.db, c.actual.stored, where)
  const lost = now.lost ? await count(now.lost) : 0
  const rows = await count(`${stored} is not null`)
  const empty = await count(`(${now.using}) is null`)
  const what = `change ${nameOf(c, column)} from ${actual.type} to ${column.type}${lost > 0 ? `: ${lost} of ${rows} values are lost` : ''}`
  const sql = alter(
    c,
    `alter column ${q} drop default, alter column ${q} drop not null, alter column ${q} type ${column.type} using (${change.using})`,
  )
  c.actual.columns.set(column.name, {
    ...actual,
    type: column.type,
    notNull: false,
    default: undefined,
    converted: { empty },
  })
  return [
    step(what, [sql], {
      kind: lost > 0 ? 'loss' : 'safe',
      rows: lost > 0 ? lost : rows,
      needed: true,
      quick: false,
      shape: remember(c, column),
    }),
  ]
}

function setDefault(c: TableChange, column: ColumnDef, actual: ActualColumn): MigrationStep[] {
  if (column.identity || plainDefault(column.default) === plainDefault(actual.default)) return []
  const change = column.default === undefined ? 'drop default' : `set default ${column.default}`
  return [step(`default of ${nameOf(c, column)}`, [alter(c, `alter column ${quoted(column.name)} ${change}`)])]
}

/** A column becomes required when every row has a value, or can get the default; otherwise it stays nullable. */
async function close(c: TableChange, column: ColumnDef, actual: ActualColumn): Promise<MigrationStep[]> {
  const empty = actual.converted?.empty ?? (await countRows(c.db, c.actual.stored, `${quoted(actual.stored)} is null`))
  const q = quoted(column.name)
  if (empty > 0 && column.default === undefined) return []
  const fill = empty > 0 ? [`update ${quoted(c.table.name)} set ${q} = ${column.default} where ${q} is null`] : []
  return [
    step(
      `require ${nameOf(c, column)}${empty > 0 ? `, ${empty} rows get the default` : ''}`,
      [...fill, alter(c, `alter column ${q} set not null`)],
      { rows: empty, quick: false },
    ),
  ]
}

/** Defaults, and whether a value is required. */
export async function settleColumns(c: TableChange): Promise<MigrationStep[]> {
  const steps: MigrationStep[] = []
  for (const column of c.table.columns) {
    const actual = c.actual.columns.get(column.name)
    if (!actual) continue
    steps.push(...setDefault(c, column, actual))
    if (actual.notNull && !column.notNull)
      steps.push(
        step(
          `no longer require ${nameOf(c, column)}`,
          [alter(c, `alter column ${quoted(column.name)} drop not null`)],
          {
            needed: true,
          },
        ),
      )
    else if (!actual.notNull && column.notNull) steps.push(...(await close(c, column, actual)))
  }
  return steps
}

/** Columns without a field. Until their loss is allowed they stay, and must not block new rows. */
export async function dropColumns(c: TableChange): Promise<MigrationStep[]> {
  const wanted = new Set(c.table.columns.map((column) => column.name))
  const steps: MigrationStep[] = []
  for (const column of c.actual.columns.values()) {
    if (wanted.has(column.name)) continue
    const q = quoted(column.name)
    if (column.notNull)
      steps.push(
        step(`no longer require ${nameOf(c, column)}`, [alter(c, `alter column ${q} drop not null`)], { needed: true }),
      )
    const rows = await countRows(c.db, c.actual.stored, `${quoted(column.stored)} is not null`)
    steps.push(
      step(`drop column ${nameOf(c, column)}`, [alter(c, `drop column ${q}`)], {
        kind: 'loss',
        rows,
        shape: [{ path: ['tables', c.table.name, column.name] }],
      }),
    )
  }
  return steps
}
