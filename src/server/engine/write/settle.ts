/** The end of a unit of work, before its commit: deferred questions, changes of hands, counted fields and checks. */
import { nodesOf } from '../../../model/expr/tree.ts'
import { tallySql } from '../../db/schema/tallies.ts'
import { codecOf } from '../../fields/index.ts'
import type { Table } from '../../query/table.ts'
import type { DbRow, Row } from '../../types.ts'
import { fromDb, sameValue } from '../rows.ts'
import type { Difference } from '../tallies.ts'
import type { Unit } from '../unit.ts'
import { assign } from './assign.ts'
import { askAll } from './questions.ts'
import { computeStored } from './values.ts'

/** Asks the deferred questions, works out the changes of hands, updates counted fields, and runs the checks that need all writes. */
export async function settle(unit: Unit): Promise<void> {
  await askAll(unit, [])
  await assign(unit)
  for (const difference of unit.tallies.take()) await addUp(unit, unit.table(difference.to), difference)
  for (const check of unit.inTheEnd.values()) await check()
}

/**
 * Adds to the current numbers of a locked record, so that two concurrent changes both count. A field counted from
 * scratch is counted after the lock, by a statement that starts then and so sees the writes of others. The record's
 * version stays, because nobody edited it.
 */
async function addUp(unit: Unit, table: Table, { key, value, fields, anew }: Difference): Promise<void> {
  if (anew.size > 0) unit.later(`select 1 from "${table.name}" where "${key}" = $1 for no key update`, [value])
  const sets = [
    ...[...fields.keys()].map((name, i) => `"${name}" = "t"."${name}" + $${i + 2}`),
    ...[...anew].map((name) => `"${name}" = ${tallySql(table.resource, name, unit.core.model)}`),
  ]
  const [found] = await unit.tx.query<DbRow>(
    `update "${table.name}" as "t" set ${sets.join(', ')} where "t"."${key}" = $1 returning "t".*`,
    [value, ...fields.values()],
  )
  if (!found) return
  const row = fromDb(table, found)
  await recompute(unit, table, row)
  if (!found.isDel) unit.followed(table, row)
}

/** Stored values of the record that read its counted fields. */
async function recompute(unit: Unit, table: Table, row: Row): Promise<void> {
  if (!readsTallies(table)) return
  const computed = await computeStored(unit, table, { ...row })
  const changed = Object.entries(computed).filter(([name, value]) => !sameValue(row[name], value))
  if (changed.length === 0) return
  const sets = changed.map(([name], i) => `"${name}" = $${i + 2}`)
  const values = changed.map(([name, value]) => {
    const field = table.fields.get(name)
    return field ? codecOf(field).toDb(value, field, table.dictionaries) : value
  })
  unit.later(`update "${table.name}" set ${sets.join(', ')} where "id" = $1`, [row.id, ...values])
}

function readsTallies(table: Table): boolean {
  const counted = table.resource.tallies
  return table.stored.some(
    (field) => field.value && [...nodesOf(field.value.ast)].some((node) => node.k === 'field' && node.name in counted),
  )
}
