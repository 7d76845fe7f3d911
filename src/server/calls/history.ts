/** The audit log tells of records of other resources; it may not tell more than those resources would. */
import { refuse } from '../errors.ts'
import { codecOf, maskValue } from '../fields/index.ts'
import { PARTS } from '../query/parts.ts'
import type { Run } from '../engine/run.ts'
import type { WireRow } from '../query/cells.ts'
import { allOf, prepare, sql } from '../query/sql.ts'
import type { Catalogue, Table } from '../query/table.ts'
import { addTitles } from './called.ts'
import { query } from './read.ts'

/** The history of a record is for those who may see the record. A deleted one is remembered by those whose company it was of. */
export async function mustSeeRecord(run: Run, entity: unknown, id: unknown): Promise<void> {
  if (typeof entity !== 'string' || id === undefined || id === null) return
  const { catalogue, scope } = run.asker.core
  const table = catalogue.tables.get(entity)
  if (!table || table.resource.virtual || typeof id !== 'number') return refuse('notFound', { field: 'entityId' })
  const { actor, rights } = run.asker
  if (actor.kind !== 'system' && !rights.whole && !rights.reads.has(entity)) return refuse('forbidden')
  const reach = run.reach(table, true)
  const prepared =
    prepare(sql`select ${scope.opening(table, 't', reach)} as "within" from ${sql.table(table.name)} as "t"
    where ${allOf([sql`"t"."id" = ${id}`, scope.company(table, 't', reach)])}`)
  const [row] = await query<{ within: boolean }>(run, prepared.bind({ ...run.binding(), values: {} }))
  if (!row) refuse('notFound', { field: 'entityId' })
  if (row?.within !== true) refuse('outOfScope', { field: 'entityId' })
}

/** Most characters of a changed value, as JSON, that a list of entries tells. */
const VALUE_MAX = 8000

/** Several entries of the log, without the values that only the detail of one has room for. */
export async function tellShort(catalogue: Catalogue, rows: readonly WireRow[], run: Run): Promise<WireRow[]> {
  return await tellChanges(catalogue, rows.map(shorten), run)
}

function shorten(row: WireRow): WireRow {
  const short = { ...row }
  for (const name of PARTS.log.changes) {
    const changes = row[name]
    if (isState(changes)) short[name] = Object.fromEntries(Object.entries(changes).filter(([, one]) => isShort(one)))
  }
  return short
}

const isShort = (value: unknown): boolean => JSON.stringify(value).length <= VALUE_MAX

/** Entries of the log as they may be told: hidden and masked as the resource's own rows are, references with their titles. */
export async function tellChanges(catalogue: Catalogue, rows: readonly WireRow[], run: Run): Promise<WireRow[]> {
  const shown = rows.map((row) => hideChanges(catalogue, row, run))
  const states = new Map<Table, WireRow[]>()
  for (const row of shown) {
    const table = catalogue.tables.get(String(row[PARTS.log.entity] ?? ''))
    const written = PARTS.log.changes.map((name) => row[name]).filter(isState)
    if (table) states.set(table, [...(states.get(table) ?? []), ...written])
  }
  for (const [table, found] of states) await addTitles(run, table.fields.values(), found)
  return shown
}

const isState = (value: unknown): value is WireRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function hideChanges(catalogue: Catalogue, row: WireRow, run: Run): WireRow {
  const table = catalogue.tables.get(String(row[PARTS.log.entity] ?? ''))
  if (!table) return row
  const shown = { ...row }
  for (const name of PARTS.log.changes) if (name in row) shown[name] = hide(table, row[name], run)
  return shown
}

function hide(table: Table, changes: unknown, run: Run): unknown {
  if (!isState(changes)) return changes
  const sight = run.sight(table)
  return Object.fromEntries(
    Object.entries(changes).flatMap(([name, value]) => {
      const field = table.fields.get(name)
      if (!field) return [[name, value]]
      if (field.secret || (field.see !== undefined && !sight.can(field.see))) return []
      return [
        [
          name,
          field.masked && !sight.full
            ? codecOf(field).toWire(maskValue(field, value), field, table.dictionaries)
            : value,
        ],
      ]
    }),
  )
}
