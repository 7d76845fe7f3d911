/** Deletes records: marked, not erased; refused while a live record points at them; child rows are deleted too (I-50). */
import { refuse } from '../../errors.ts'
import { column, compile, sql, type Sql } from '../../query/sql.ts'
import type { Link, Table } from '../../query/table.ts'
import type { Row } from '../../types.ts'
import { fromDb } from '../rows.ts'
import type { Unit } from '../unit.ts'
import { touchOwner } from './owner.ts'
import { deleteRows } from './statements.ts'

/** Deletes locked rows with their child rows. */
export async function remove(unit: Unit, table: Table, rows: readonly Row[]): Promise<void> {
  await removeLive(unit, table, rows)
  for (const row of rows) await touchOwner(unit, table, row)
}

/** As {@link remove}, where the owner of the rows is written anyway. */
export async function removeLive(unit: Unit, table: Table, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  await lockAgainstReferences(unit, table, rows)
  const all = await withChildren(unit, table, rows)
  for (const [one, doomed] of all) await mustBeFree(unit, one, doomed, all)
  for (const [one, doomed] of all) {
    await deleteRows(
      unit.tx,
      one,
      doomed.map((row) => row.id),
      unit.now,
      unit.actor.employeeId,
    )
    for (const row of doomed) unit.wrote(one, 'del', row, undefined)
  }
}

/** A row being written may be referenced meanwhile, a row being deleted may not: waits for whoever is about to reference it. */
async function lockAgainstReferences(unit: Unit, table: Table, rows: readonly Row[]): Promise<void> {
  unit.later(`select 1 from "${table.name}" where "id" = any($1) order by "id" for update`, [rows.map((row) => row.id)])
}

type Doomed = Map<Table, Row[]>

/** The rows and all child rows below them, table by table. */
async function withChildren(
  unit: Unit,
  table: Table,
  rows: readonly Row[],
  found: Doomed = new Map(),
): Promise<Doomed> {
  found.set(table, [...(found.get(table) ?? []), ...rows])
  for (const { child, parent } of unit.core.catalogue.children.get(table.name) ?? []) {
    const below = unit.table(child)
    if (below.resource.virtual) continue
    const children = await unit.tx.query(
      `select * from "${below.name}" where "${parent}" = any($1) and not "isDel" for update`,
      [rows.map((row) => row.id)],
    )
    if (children.length > 0)
      await withChildren(
        unit,
        below,
        children.map((row) => fromDb(below, row)),
        found,
      )
  }
  return found
}

/** Refuses rows that a live row outside the deleted ones points at. */
async function mustBeFree(unit: Unit, table: Table, rows: readonly Row[], doomed: Doomed): Promise<void> {
  const links = unit.core.catalogue.backLinks.get(table.name) ?? []
  if (links.length === 0) return
  const questions = links.map((link) =>
    pointsAt(link, unit.table(link.from), rows, doomed.get(unit.table(link.from)) ?? []),
  )
  const { sql: text, parameters } = compile(
    sql`select ${sql.join(questions.map((one, i) => sql`${one} as ${sql.id(`l${i}`)}`))}`,
  )
  const [found] = await unit.tx.query<Record<string, boolean>>(text, parameters)
  const holder = links.find((_, i) => found?.[`l${i}`])
  if (holder) refuse('referenced', { data: { resource: holder.from } })
}

function pointsAt(link: Link, from: Table, rows: readonly Row[], doomed: readonly Row[]): Sql {
  const keys = rows.map((row) => row[link.key])
  const value = column('t', link.field.name)
  const conditions = [sql`not "t"."isDel"`, link.many ? sql`${value} && ${keys}` : sql`${value} = any(${keys})`]
  if (doomed.length > 0) conditions.push(sql`"t"."id" <> all(${doomed.map((row) => row.id)})`)
  if (link.when) conditions.push(sql`${column('t', link.when.field)} = ${link.when.value}`)
  // A text key identifies a record of the same company only.
  if (link.key !== 'id' && from.resource.company && rows[0]?.companyId !== undefined)
    conditions.push(sql`"t"."companyId" = ${rows[0].companyId}`)
  return sql`exists (select 1 from ${sql.table(from.name)} as "t" where ${sql.join(conditions, sql` and `)})`
}
