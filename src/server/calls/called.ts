/** What references are called in rows that were not read with their titles: entries of the log, rows of a file. */
import { oneOf, isLink, keyOf, titleKey } from '../../model/fields.ts'
import type { FieldModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { codecOf, maskValue } from '../fields/index.ts'
import type { Run } from '../engine/run.ts'
import { fromLiteral } from '../engine/rows.ts'
import type { WireRow } from '../query/cells.ts'
import { allOf, column, prepare, sql } from '../query/sql.ts'
import type { Table } from '../query/table.ts'
import { titleField, titleSql } from '../query/titles.ts'
import { query } from './read.ts'

/** Keys of one resource that are asked for, and where their titles go. */
interface Asked {
  target: Table
  field: FieldModel
  keys: Set<unknown>
}

/** Puts the titles of all references of some fields beside them, as a row that was read carries them. One statement a resource. */
export async function addTitles(run: Run, fields: Iterable<FieldModel>, rows: readonly WireRow[]): Promise<void> {
  const refs = [...fields].filter((field) => isLink(field))
  const asked = new Map<string, Asked>()
  for (const field of refs) for (const row of rows) ask(run, asked, field, row)
  const titles = new Map<string, Map<unknown, unknown>>()
  for (const [name, one] of asked) titles.set(name, await read(run, one))
  for (const field of refs) {
    for (const row of rows) {
      const byKey = titles.get(nameOf(run, field, row) ?? '')
      const value = row[field.name]
      if (!byKey || isEmpty(value)) continue
      const title = (key: unknown): unknown => byKey.get(key) ?? null
      row[titleKey(field.name)] = Array.isArray(value) ? value.map(title) : title(value)
    }
  }
}

/** The resource a reference of a row points at, with the column it carries. */
function nameOf(run: Run, field: FieldModel, row: WireRow): string | undefined {
  const of = field.by ? field.kinds?.[String(row[field.by])] : field.of
  const table = of === undefined ? undefined : run.asker.core.catalogue.tables.get(of)
  return table && !table.resource.virtual ? `${table.name}.${keyOf(field)}` : undefined
}

function ask(run: Run, asked: Map<string, Asked>, field: FieldModel, row: WireRow): void {
  const name = nameOf(run, field, row)
  if (name === undefined || isEmpty(row[field.name])) return
  const target = run.asker.core.catalogue.table(name.split('.')[0] as string)
  const one = asked.get(name) ?? { target, field, keys: new Set() }
  asked.set(name, one)
  for (const key of [row[field.name]].flat()) one.keys.add(key)
}

/** Titles by key. A record that is gone keeps its name: the log tells of what was. */
async function read(run: Run, { target, field, keys }: Asked): Promise<Map<unknown, unknown>> {
  const { catalogue, scope } = run.asker.core
  const key = keyOf(field)
  const one = oneOf(field)
  const { dictionaries } = target
  const values = [...keys].map((value) => codecOf(one).toDb(fromLiteral(one, value, dictionaries), one, dictionaries))
  const reach = { ...run.reach(target, true), rule: 'free' as const }
  // An id is one of a record that was referred to; a text key is unique within its company only.
  const where = allOf([
    sql`${column('t', key)} = any(${values})`,
    key === 'id' ? sql`true` : scope.company(target, 't', reach),
  ])
  const statement =
    prepare(sql`select ${column('t', key)} as "key", ${titleSql(catalogue, target, 't', run.asker.environment)} as "title"
    from ${sql.table(target.name)} as "t" where ${where}`).bind({ ...run.binding(), values: {} })
  const named = titleField(catalogue, target)
  const hidden = named.masked && !run.sight(target).full
  const rows = await query<{ key: string | number; title: string | null }>(run, statement)
  return new Map(rows.map((row) => [row.key, hidden ? maskValue(named, row.title) : row.title]))
}
