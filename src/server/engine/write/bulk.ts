/** Many records at once, in wire form, in one transaction: master data of a demo or a migration. No audit, no push. */
import { codecOf } from '../../fields/index.ts'
import type { Table } from '../../query/table.ts'
import type { Actor } from '../../types.ts'
import type { Core } from '../core.ts'
import { Unit } from '../unit.ts'
import { insert } from './insert.ts'
import { settle } from './settle.ts'

type Values = Record<string, unknown>

/** Adds the records in order; returns their ids. */
export async function insertAll(
  core: Core,
  actor: Actor,
  resource: string,
  rows: readonly Values[],
): Promise<number[]> {
  const asker = await core.asker(actor)
  return await core.deps.db.transaction(async (tx) => {
    const unit = new Unit(asker, tx)
    const ids: number[] = []
    for (const row of rows)
      ids.push(
        (await insert(unit, core.catalogue.table(resource), toInside(core, core.catalogue.table(resource), row))).id,
      )
    await settle(unit)
    return ids
  })
}

/** Wire form to inside form, child rows too. An unknown field name throws. */
function toInside(core: Core, table: Table, row: Values): Values {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const own = table.own.find((one) => one.field.name === name)
      if (own) return [name, (value as Values[]).map((child) => toInside(core, core.catalogue.table(own.child), child))]
      const field = table.fields.get(name)
      if (!field) throw new Error(`${table.name} has no field "${name}"`)
      return [
        name,
        value === null || value === undefined ? null : codecOf(field).fromWire(value, field, table.dictionaries),
      ]
    }),
  )
}
