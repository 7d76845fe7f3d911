/** Changes a record: computed fields, rules, uniqueness, tree, child rows, version, journal. */
import type { Own, Table } from '../../query/table.ts'
import type { Row } from '../../types.ts'
import { refuse } from '../../errors.ts'
import { momentsOf } from '../assignments.ts'
import { fromDb, sameValue } from '../rows.ts'
import type { Unit } from '../unit.ts'
import { insert } from './insert.ts'
import { touchOwner } from './owner.ts'
import { removeLive } from './remove.ts'
import { mustObey, obeyInTheEnd } from './rules.ts'
import { updateRow } from './statements.ts'
import { keepPath, mustFitTree } from './tree.ts'
import { mustBeUnique } from './unique.ts'
import { computeStored } from './values.ts'

type Values = Record<string, unknown>

interface UpdateOptions {
  at?: string
  /** The fields of state machines that this change may set: those of the move it makes. */
  moving?: readonly string[]
  /** The record is saved as a child of another, which is written with it. */
  asChild?: boolean
}

/** Changes fields of a locked row; values in inside form. A list of child rows replaces the existing ones. */
export async function update(
  unit: Unit,
  table: Table,
  row: Row,
  values: Values,
  options: UpdateOptions = {},
): Promise<Row> {
  const at = options.at ?? ''
  const merged: Values = { ...row, ...columnsOf(table, values) }
  const changed = new Set(
    Object.keys(values).filter((name) => table.fields.get(name)?.column && !sameValue(row[name], merged[name])),
  )
  mustMove(table, changed, options.moving)
  mustNotCount(table, changed)
  const saved = await saveChildren(unit, table, row, values, at)
  Object.assign(merged, saved.rows)
  const moments = momentsOf(table, row, merged, unit.now)
  Object.assign(merged, moments)
  const computed = await computeStored(unit, table, merged)
  for (const [name, value] of Object.entries({ ...moments, ...computed }))
    if (!sameValue(row[name], value)) changed.add(name)
  if (changed.size === 0 && !saved.changed) return { ...row, ...saved.rows }
  await mustObey(unit, table, merged, row, at)
  await mustBeUnique(unit, table, [{ values: merged, at }], changed)
  if (table.resource.tree && changed.has(table.resource.tree.parent)) await mustFitTree(unit, table, merged)
  const after = await updateRow(unit.tx, table, row.id, pick(merged, changed), unit)
  if (table.resource.tree && changed.has(table.resource.tree.parent)) await keepPath(unit, table, after)
  unit.wrote(table, 'edit', row, after)
  obeyInTheEnd(unit, table, after, at)
  if (!options.asChild) await touchOwner(unit, table, after)
  return Object.assign(after, saved.rows)
}

const columnsOf = (table: Table, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => table.fields.get(name)?.column))

const pick = (values: Values, names: ReadonlySet<string>): Values =>
  Object.fromEntries([...names].map((name) => [name, values[name]]))

/** A field of a state machine changes only by its moves. A handler that ignores this fails at once. */
function mustMove(table: Table, changed: ReadonlySet<string>, moving: readonly string[] = []): void {
  const { machines } = table.resource
  const wrong = machines.find(
    (machine) => machine.moves.length > 0 && changed.has(machine.field) && !moving.includes(machine.field),
  )
  if (wrong) throw new Error(`"${wrong.field}" of ${table.name} changes by its moves only`)
}

/** A counted field changes only with other records. */
function mustNotCount(table: Table, changed: ReadonlySet<string>): void {
  const wrong = Object.keys(table.resource.tallies).find((name) => changed.has(name))
  if (wrong) throw new Error(`"${wrong}" of ${table.name} is counted: nobody sets it`)
}

/** Child rows sent with their record: those with an id are changed, those without added, missing ones deleted. */
async function saveChildren(
  unit: Unit,
  table: Table,
  row: Row,
  values: Values,
  at: string,
): Promise<{ rows: Values; changed: boolean }> {
  const rows: Values = {}
  let changed = false
  for (const own of table.own) {
    const entries = values[own.field.name] as Values[] | undefined
    if (entries === undefined) continue
    const saved = await saveList(unit, own, row, entries, `${at}${own.field.name}`)
    rows[own.field.name] = saved.rows
    changed ||= saved.changed
  }
  return { rows, changed }
}

async function saveList(
  unit: Unit,
  own: Own,
  owner: Row,
  entries: Values[],
  at: string,
): Promise<{ rows: Row[]; changed: boolean }> {
  const table = unit.table(own.child)
  const existing = await childrenOf(unit, table, own, owner.id)
  const rows: Row[] = []
  let changed = false
  for (const [i, entry] of entries.entries()) {
    const place = `${at}[${i}].`
    const old = entry.id === null || entry.id === undefined ? undefined : existing.find((one) => one.id === entry.id)
    if (!old && typeof entry.id === 'number') refuse('notFound', { field: `${place}id` })
    if (old && typeof entry.version === 'number' && entry.version !== old.version)
      refuse('stale', { field: `${place}version` })
    const saved = old
      ? await update(unit, table, old, withoutBase(entry), { at: place, asChild: true })
      : await insert(unit, table, { ...withoutBase(entry), [own.parent]: owner.id }, { at: place, asChild: true })
    changed ||= !old || saved.version !== old.version
    rows.push(saved)
  }
  const gone = existing.filter((one) => !rows.some((row) => row.id === one.id))
  if (gone.length > 0) await removeLive(unit, table, gone)
  return { rows, changed: changed || gone.length > 0 }
}

function withoutBase(entry: Values): Values {
  const { id: _id, version: _version, ...rest } = entry
  return rest
}

async function childrenOf(unit: Unit, table: Table, own: Own, owner: number): Promise<Row[]> {
  const found = await unit.tx.query(
    `select * from "${table.name}" where "${own.parent}" = $1 and not "isDel" order by "id" for no key update`,
    [owner],
  )
  return found.map((one) => fromDb(table, one))
}
