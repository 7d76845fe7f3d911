/** Rows that form a tree: no cycles, a limited depth; and the path of departments, which row scope reads. */
import { refuse } from '../../errors.ts'
import { compile, column, sql } from '../../query/sql.ts'
import type { Table } from '../../query/table.ts'
import type { Row } from '../../types.ts'
import { PARTS } from '../../query/parts.ts'
import type { Unit } from '../unit.ts'

type Values = Record<string, unknown>

/** The greatest depth followed in any tree. */
const STEPS_MAX = 60

/** Refuses a parent that is the record itself or below it, and a tree that would become too deep. */
export async function mustFitTree(unit: Unit, table: Table, values: Values): Promise<void> {
  const { tree } = table.resource
  const parent = tree && values[tree.parent]
  if (!tree || parent === null || parent === undefined) return
  const key = values[table.resource.key]
  const isNew = values.id === undefined
  if (!isNew) await lockTree(unit, table, values)
  const above = await ancestors(unit, table, tree.parent, parent)
  if (!isNew && above.includes(key)) refuse('treeCycle', { field: tree.parent })
  const height = isNew ? 1 : await heightOf(unit, table, tree.parent, key)
  if (above.length + height > tree.depth) refuse('treeDepth', { field: tree.parent, holes: { max: tree.depth } })
}

/** Two branches that move at the same moment could close a cycle that neither of them sees: one waits for the other. */
async function lockTree(unit: Unit, table: Table, values: Values): Promise<void> {
  const company = table.resource.company ? sql`and "t"."companyId" = ${values.companyId}` : sql``
  await unit.tx.query(
    ...parts(
      sql`select 1 from ${sql.table(table.name)} as "t" where not "t"."isDel" ${company} order by "t"."id" for no key update of "t"`,
    ),
  )
}

/** Keys of a record and of its ancestors, upwards. Parents are named by the resource's key. */
async function ancestors(unit: Unit, table: Table, parent: string, from: unknown): Promise<unknown[]> {
  const { key } = table.resource
  const rows = await unit.tx.query<{ key: unknown }>(
    ...parts(sql`
    with recursive up as (
      select ${sql.id(key)} as "key", ${sql.id(parent)} as "parent", 1 as "n" from ${sql.table(table.name)} where ${sql.id(key)} = ${from}
      union all
      select ${column('t', key)}, ${column('t', parent)}, up."n" + 1 from ${sql.table(table.name)} as "t" join up on ${column('t', key)} = up."parent"
      where up."n" < ${STEPS_MAX}
    ) select "key" from up`),
  )
  return rows.map((row) => row.key)
}

/** Levels from a record down to its deepest descendant. */
async function heightOf(unit: Unit, table: Table, parent: string, from: unknown): Promise<number> {
  const { key } = table.resource
  const [row] = await unit.tx.query<{ height: number }>(
    ...parts(sql`
    with recursive down as (
      select ${sql.id(key)} as "key", 1 as "n" from ${sql.table(table.name)} where ${sql.id(key)} = ${from}
      union all
      select ${column('t', key)}, down."n" + 1 from ${sql.table(table.name)} as "t" join down on ${column('t', parent)} = down."key"
      where not t."isDel" and down."n" < ${STEPS_MAX}
    ) select max("n") as "height" from down`),
  )
  return row?.height ?? 1
}

function parts(query: Parameters<typeof compile>[0]): [string, readonly unknown[]] {
  const { sql: text, parameters } = compile(query)
  return [text, parameters]
}

/** Keeps the path of a department and of those below it (`/1/4/9/`) in step with its place in the tree. */
export async function keepPath(unit: Unit, table: Table, row: Row): Promise<void> {
  const { tree } = table.resource
  const path = PARTS.department.path
  if (table !== unit.core.catalogue.part('department') || !tree || !table.fields.get(path)?.column) return
  const above = (await ancestors(unit, table, tree.parent, row.id)).reverse()
  const now = `/${above.join('/')}/`
  const before = row[path]
  if (before === now) return
  row[path] = now
  await unit.tx.query(`update "${table.name}" set "${path}" = $2 where "id" = $1`, [row.id, now])
  if (typeof before === 'string' && before !== '') {
    await unit.tx.query(
      `update "${table.name}" set "${path}" = $2 || substr("${path}", $3) where "${path}" like $1 and "id" <> $4`,
      [`${before}%`, now, before.length + 1, row.id],
    )
    unit.locked.clear()
  }
}
