/**
 * Taking back what a call did: for ten minutes, by who did it, where nothing else has touched the rows since. Kept are the
 * rows of the call as they were, in its own transaction.
 */
import { randomUUID } from 'node:crypto'
import type { CallModel, Text } from '../../model/model.ts'
import { isRef, keyOf, targetOf } from '../../model/fields.ts'
import { refuse, refuseWith } from '../errors.ts'
import type { Table } from '../query/table.ts'
import type { Actor, Row } from '../types.ts'
import type { Change } from './journal.ts'
import { labelOf } from './grant.ts'
import { fromDb } from './rows.ts'
import type { Run } from './run.ts'
import type { Unit } from './unit.ts'
import { touchOwner } from './write/owner.ts'
import { updateRow } from './write/statements.ts'
import { computeStored } from './write/values.ts'

/** So long an act can be taken back (ms). */
const UNDO_MS = 10 * 60_000

const SAY = {
  over: { zh: '已过可撤销的时间，或已撤销', en: 'It is too late to undo this, or it was undone already' },
  touched: (title: string): Text => ({
    zh: `「${title}」之后又有改动，没有撤销`,
    en: `“${title}” was changed since; nothing was undone`,
  }),
  gone: (title: string): Text => ({
    zh: `「${title}」所引用的记录已删除，没有撤销`,
    en: `What “${title}” points at was deleted since; nothing was undone`,
  }),
}

/** A row that a call wrote. `version`: after it. */
interface Kept {
  resource: string
  id: number
  kind: 'edit' | 'del'
  version: number
  before: Record<string, unknown>
}

const KINDS: ReadonlySet<string> = new Set(['del', 'move', 'set'])

/** Whether a call can be taken back at all: it says so, or the engine alone does it and it changes or deletes. */
const isOffered = ({ undo, kind, handler }: CallModel): boolean => undo ?? (KINDS.has(kind) && !handler)

/** Keeps what is needed to take back what a unit did; answers the key of it, or nothing where it cannot be taken back. */
export function keepUndo(run: Run, unit: Unit): string | undefined {
  const { call, actor, options } = run
  if (actor.kind !== 'staff' || options.quiet || !isOffered(call)) return undefined
  const changes = unit.journal.changes.filter((one) => !one.derived)
  if (changes.length === 0 || !changes.every((one) => isTaken(one, call.undo === true))) return undefined
  const moved = unit.journal.changes.some((one) => one.kind === 'edit' && hasMoney(one))
  if (moved && call.undo !== true) return undefined
  const rows = changes.map(({ table, id, kind, version, before }): Kept => ({
    resource: table.name,
    id,
    kind: kind === 'del' ? 'del' : 'edit',
    version,
    before: kind === 'del' ? {} : before,
  }))
  const key = randomUUID()
  unit.later('delete from "undo" where "at" < $1', [new Date(unit.now - UNDO_MS)])
  unit.later('insert into "undo" ("key", "who", "call", "label", "rows", "at") values ($1, $2, $3, $4, $5, $6)', [
    key,
    whoIs(actor),
    call.path,
    JSON.stringify(labelOf(run)),
    JSON.stringify(rows),
    new Date(unit.now),
  ])
  return key
}

/** What was added was told to somebody (a notice, a history); a tree is more than its row. */
const isTaken = ({ table, kind, before }: Change, wanted: boolean): boolean =>
  (kind !== 'add' || wanted) && kind !== 'add' && !(table.resource.tree && table.resource.tree.parent in before)

const hasMoney = ({ table, before }: Change): boolean =>
  Object.keys(before).some((name) => table.fields.get(name)?.type === 'money')

const whoIs = ({ companyId, userId }: Actor): string => `${companyId ?? ''}/${userId ?? ''}`

/** Takes back what a call did, in this unit. Refuses with a sentence where it cannot. Answers how many records. */
export async function undo(unit: Unit, key: string): Promise<number> {
  const [found] = await unit.tx.query<{ call: string; label: Text; rows: Kept[] }>(
    'delete from "undo" where "key" = $1 and "who" = $2 and "at" >= $3 returning "call", "label"::jsonb as "label", "rows"::jsonb as "rows"',
    [key, whoIs(unit.actor), new Date(unit.now - UNDO_MS)],
  )
  if (!found) return refuseWith(SAY.over, 'key')
  const { rights } = unit.asker
  if (!rights.whole && !rights.calls.has(found.call)) return refuse('forbidden')
  unit.journal.message = { zh: `撤销：${found.label.zh}`, en: `Undo: ${found.label.en}` }
  const back: [Table, Row][] = []
  for (const kept of found.rows) {
    const table = unit.table(kept.resource)
    const row = await untouched(unit, table, kept)
    back.push([table, kept.kind === 'del' ? await revive(unit, table, row) : await setBack(unit, table, row, kept)])
  }
  for (const [table, row] of back) await touchOwner(unit, table, row)
  return found.rows.length
}

const titleOf = (table: Table, row: Row): string => String(row[table.resource.title] ?? row.id)

/** The row, locked, as the call left it. */
async function untouched(unit: Unit, table: Table, { id, version, kind }: Kept): Promise<Row> {
  const [found] = await unit.tx.query(`select * from "${table.name}" where "id" = $1 for update`, [id])
  if (!found) return refuse('notFound')
  const row = fromDb(table, found)
  if (row.version !== version || found.isDel !== (kind === 'del')) return refuseWith(SAY.touched(titleOf(table, row)))
  return row
}

/** A deleted row lives again, unless what it points at was deleted since. */
async function revive(unit: Unit, table: Table, row: Row): Promise<Row> {
  const { model } = unit.core
  for (const field of table.columns) {
    const target = isRef(field) && !field.by ? targetOf(model.resources, field) : undefined
    const value = row[field.name]
    if (!target || target.virtual || value === null || value === undefined) continue
    const [gone] = await unit.tx.query(
      `select 1 from "${target.name}" where "${keyOf(field)}" = any($1) and "isDel" and not exists (select 1 from "${target.name}" where "${keyOf(field)}" = any($1) and not "isDel")`,
      [Array.isArray(value) ? value : [value]],
    )
    if (gone) return refuseWith(SAY.gone(titleOf(table, row)))
  }
  const [alive] = await unit.tx.query(
    `update "${table.name}" set "isDel" = false, "version" = "version" + 1, "updateTime" = $2, "updateBy" = $3 where "id" = $1 returning *`,
    [row.id, new Date(unit.now), unit.actor.employeeId ?? null],
  )
  const after = fromDb(table, alive!)
  unit.wrote(table, 'add', undefined, after)
  return after
}

/** The fields that the call changed are as they were; what is worked out from others is worked out anew. */
async function setBack(unit: Unit, table: Table, row: Row, { before }: Kept): Promise<Row> {
  const counted = table.resource.tallies
  const values = Object.fromEntries(Object.entries(before).filter(([name]) => !(name in counted)))
  const computed = await computeStored(unit, table, { ...row, ...values })
  const after = await updateRow(unit.tx, table, row.id, { ...values, ...computed }, unit)
  unit.wrote(table, 'edit', row, after)
  return after
}
