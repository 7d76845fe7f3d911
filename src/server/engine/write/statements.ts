/** Inserts and updates of single rows: one text for each table and set of columns, so that the database reuses its plan. */
import type { FieldModel } from '../../../model/model.ts'
import { codecOf } from '../../fields/index.ts'
import { Memo } from '../../query/sql.ts'
import type { Table } from '../../query/table.ts'
import type { Actor, DbRow, Queryable, Row } from '../../types.ts'
import { fromDb } from '../rows.ts'

const quoted = (name: string): string => `"${name}"`

/** Most rows of one insert: with more, the longer statement costs more than it saves. */
const AT_ONCE = 50

interface Insert {
  /** Columns of an insert: all but the id. */
  fields: FieldModel[]
  names: string[]
  /** Texts by number of rows. */
  texts: Map<number, string>
}

const inserts = new WeakMap<Table, Insert>()

function insertOf(table: Table): Insert {
  const cached = inserts.get(table)
  if (cached) return cached
  const fields = table.columns.filter((field) => field.name !== 'id')
  const names = [...fields.map((field) => field.name), ...(table.resource.company ? ['companyId'] : [])]
  const made = { fields, names, texts: new Map<number, string>() }
  inserts.set(table, made)
  return made
}

function insertText(table: Table, { names, texts }: Insert, count: number): string {
  const cached = texts.get(count)
  if (cached) return cached
  const tuples = Array.from({ length: count }, (_, row) => names.map((_, i) => `$${row * names.length + i + 1}`))
  const values = tuples.map((tuple) => `(${[...tuple, 'false'].join(', ')})`).join(', ')
  const text = `insert into ${quoted(table.name)} (${[...names, 'isDel'].map(quoted).join(', ')}) values ${values} returning *`
  texts.set(count, text)
  return text
}

/** Adds rows; values in inside form. Returns them in the same order. */
export async function insertRows(
  tx: Queryable,
  table: Table,
  rows: readonly Record<string, unknown>[],
): Promise<Row[]> {
  const insert = insertOf(table)
  const added: Row[] = []
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const part = rows.slice(at, at + AT_ONCE)
    const parameters = part.flatMap((values) => [
      ...insert.fields.map((field) => codecOf(field).toDb(values[field.name], field, table.dictionaries)),
      ...(table.resource.company ? [values.companyId] : []),
    ])
    const found = await tx.query(insertText(table, insert, part.length), parameters)
    added.push(...found.map((row) => fromDb(table, row)))
  }
  return added
}

const updates = new WeakMap<Table, Memo<string>>()

function updateText(table: Table, names: readonly string[]): string {
  let texts = updates.get(table)
  if (!texts) updates.set(table, (texts = new Memo(100)))
  return texts.get(names.join(','), () => {
    const sets = names.map((name, i) => `${quoted(name)} = $${i + 4}`)
    return `update ${quoted(table.name)} set "version" = "version" + 1, "updateTime" = $2, "updateBy" = $3${sets.map((one) => `, ${one}`).join('')}
      where "id" = $1 returning *`
  })
}

/** Changes fields of a row and increments its version; the row must be locked. */
export async function updateRow(
  tx: Queryable,
  table: Table,
  id: number,
  values: Record<string, unknown>,
  { now, actor }: { now: number; actor: Actor },
): Promise<Row> {
  const names = Object.keys(values)
  const parameters = names.map((name) => {
    const field = table.fields.get(name) as FieldModel
    return codecOf(field).toDb(values[name], field, table.dictionaries)
  })
  const [row] = await tx.query(updateText(table, names), [id, new Date(now), actor.employeeId ?? null, ...parameters])
  return fromDb(table, row as DbRow)
}

/** Marks rows as deleted. */
export async function deleteRows(
  tx: Queryable,
  table: Table,
  ids: readonly number[],
  now: number,
  by: number | undefined,
): Promise<void> {
  await tx.query(
    `update ${quoted(table.name)} set "isDel" = true, "version" = "version" + 1, "updateTime" = $2, "updateBy" = $3 where "id" = any($1)`,
    [ids, new Date(now), by ?? null],
  )
}
