/** The record that child rows belong to: what it computes of them is worked out anew, and it is versioned with them. */
import type { Table } from '../../query/table.ts'
import type { DbRow, Row } from '../../types.ts'
import { fromDb, sameValue } from '../rows.ts'
import type { Unit } from '../unit.ts'
import { updateRow } from './statements.ts'
import { computeStored, readsChildren } from './values.ts'

/** A child row was written by itself: its owner hears of it, and the owner's owner if the owner changed. */
export async function touchOwner(unit: Unit, child: Table, row: Row): Promise<void> {
  const { parent } = child.resource
  if (!parent) return
  const table = unit.table(parent.resource)
  if (table.resource.virtual || !readsChildren(table, child.name)) return
  const owner = await lockRow(unit, table, row[parent.field])
  if (owner) await recompute(unit, table, owner)
}

/** Works out the stored computed fields of a record anew and writes those that changed. */
async function recompute(unit: Unit, table: Table, owner: Row): Promise<void> {
  const values: Record<string, unknown> = { ...owner }
  const computed = await computeStored(unit, table, values)
  const changed = Object.fromEntries(Object.entries(computed).filter(([name, value]) => !sameValue(owner[name], value)))
  if (Object.keys(changed).length === 0) return
  const after = await updateRow(unit.tx, table, owner.id, changed, unit.now, unit.actor.employeeId)
  unit.wrote(table, 'edit', owner, after)
  await touchOwner(unit, table, after)
}

/** A live row, locked until the end of the transaction. */
export async function lockRow(unit: Unit, table: Table, id: unknown): Promise<Row | undefined> {
  if (id === null || id === undefined) return undefined
  const known = unit.held.find(table, id)
  if (known) return known
  const [found] = await unit.tx.query<DbRow>(
    `select * from "${table.name}" where "id" = $1 and not "isDel" for no key update`,
    [id],
  )
  if (!found) return undefined
  const row = fromDb(table, found)
  unit.held.keep(table, row)
  return row
}
