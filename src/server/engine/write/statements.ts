/** Inserts and updates of single rows: one text a table and set of columns, so that the database keeps its plan. */
import type { FieldModel } from '../../../model/model.ts'
import { codecOf } from '../../fields/index.ts'
import { Memo } from '../../query/sql.ts'
import type { Table } from '../../query/table.ts'
import type { DbRow, Queryable, Row } from '../../types.ts'
import { fromDb } from '../rows.ts'

const quoted = (name: string): string => `"${name}"`

const inserts = new WeakMap<Table, { text: string; fields: FieldModel[] }>()

/** Columns a row is added with: all but its id. */
function insertOf(table: Table): { text: string; fields: FieldModel[] } {
  const known = inserts.get(table)
  if (known) return known
  const fields = table.columns.filter((field) => field.name !== 'id')
  const names = [...fields.map((field) => field.name), ...(table.resource.company ? ['companyId'] : []), 'isDel']
  const values = names.map((_, i) => (i === names.length - 1 ? 'false' : `$${i + 1}`))
  const made = {
    fields,
    text: `insert into ${quoted(table.name)} (${names.map(quoted).join(', ')}) values (${values.join(', ')}) returning *`,
  }
  inserts.set(table, made)
  return made
}

/** Adds a row; values in inside form. */
export async function insertRow(tx: Queryable, table: Table, values: Record<string, unknown>): Promise<Row> {
  const { text, fields } = insertOf(table)
  const parameters = fields.map((field) => codecOf(field).toDb(values[field.name], field))
  if (table.resource.company) parameters.push(values.companyId)
  const [row] = await tx.query(text, parameters)
  return fromDb(table, row as DbRow)
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

/** Changes fields of a row and counts its version up; the row must be locked. */
export async function updateRow(
  tx: Queryable,
  table: Table,
  id: number,
  values: Record<string, unknown>,
  now: number,
  by: number | undefined,
): Promise<Row> {
  const names = Object.keys(values)
  const parameters = names.map((name) => {
    const field = table.fields.get(name) as FieldModel
    return codecOf(field).toDb(values[name], field)
  })
  const [row] = await tx.query(updateText(table, names), [id, new Date(now), by ?? null, ...parameters])
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
