/** The owner of child rows: its computed fields are updated, and its version changes with its child rows. */
import type { Table } from '../../query/table.ts'
import type { DbRow, Row } from '../../types.ts'
import { fromDb, sameValue } from '../rows.ts'
import type { Unit } from '../unit.ts'
import { updateRow } from './statements.ts'
import { computeStored, readsChildren } from './values.ts'

/** A child row was written by itself: updates its owner, and also the former owner if the owner changed. */
export async function touchOwner(unit: Unit, child: Table, row: Row): Promise<void> {
  const { parent } = child.resource
  if (!parent) return
  const table = unit.table(parent.resource)
  if (table.resource.virtual || !readsChildren(table, child.name)) return
  const owner = await lockRow(unit, table, row[parent.field])
  if (owner) await recompute(unit, table, owner)
}

/** Recomputes the stored computed fields of a record and writes those that changed. */
async function recompute(unit: Unit, table: Table, owner: Row): Promise<void> {
  const values: Record<string, unknown> = { ...owner }
  const computed = await computeStored(unit, table, values)
  const changed = Object.fromEntries(Object.entries(computed).filter(([name, value]) => !sameValue(owner[name], value)))
  if (Object.keys(changed).length === 0) return
  const after = await updateRow(unit.tx, table, owner.id, changed, unit)
  unit.wrote(table, 'edit', owner, after)
  await touchOwner(unit, table, after)
}

/** A live row, locked until the end of the transaction. */
export async function lockRow(unit: Unit, table: Table, id: unknown): Promise<Row | undefined> {
  if (id === null || id === undefined) return undefined
  const locked = unit.locked.find(table, id)
  if (locked) return locked
  const [found] = await unit.tx.query<DbRow>(
    `select * from "${table.name}" where "id" = $1 and not "isDel" for no key update`,
    [id],
  )
  if (!found) return undefined
  const row = fromDb(table, found)
  unit.locked.keep(table, row)
  return row
}
