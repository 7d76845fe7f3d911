/**
 * A record as it stood at a moment: its row and child rows led back along the log, what is worked out from them worked out
 * anew, and what it points at called as it was called then. Who sees what is decided as of today.
 */
import { isRef, keyOf, titleKey } from '../../model/fields.ts'
import type { Text } from '../../model/model.ts'
import { Refusal, refuse, refuseWith } from '../errors.ts'
import { safeInside, wireValue } from '../engine/rows.ts'
import { computeStored } from '../engine/write/values.ts'
import { PARTS } from '../query/parts.ts'
import type { WireRow } from '../query/cells.ts'
import type { Own, Table } from '../query/table.ts'
import { mustSeeRecord, tellChanges } from './history.ts'
import type { Making } from './plan.ts'
import { Records } from './records.ts'
import type { Doing } from './write.ts'

/** What is asked: a record, and the moment (ms). */
interface Moment {
  entity: string
  id: number
  at: number
}

/** `changed`: fields that are otherwise now. `unknown`: fields whose value of then nobody kept. */
interface Stood {
  row: WireRow
  now: WireRow
  changed: string[]
  unknown: string[]
}

const NO_HISTORY: Text = { zh: '这类记录没有保存变更历史', en: 'No history is kept of such records' }
const NOT_YET: Text = { zh: '当时还没有这条记录', en: 'The record was not there yet' }

/** The record as it stood; refuses whoever may not see it now. */
export async function asOf(making: Making, outer: Doing, asked: Moment): Promise<Stood> {
  const run = outer.run.nested(outer.run.call, outer.run.payload, outer.unit)
  const doing = { ...outer, run }
  await mustSeeRecord(run, asked.entity, asked.id)
  const { catalogue } = making.core
  const table = catalogue.table(asked.entity)
  if (!table.resource.audit || !catalogue.part('log')) return refuseWith(NO_HISTORY, 'entity')
  const back = new Back(making, doing, asked.at)
  const now = (await back.records.byIds(run, table, [asked.id])).get(asked.id)
  if (!now) return refuse('notFound')
  await back.records.addChildren(run, table, [now])
  const row = await back.record(table, now)
  if (!row) return refuseWith(NOT_YET, 'at')
  await back.titles(table, row)
  const unknown = unknownOf(table)
  return { row, now, unknown, changed: changedOf(table, row, now).filter((name) => !unknown.includes(name)) }
}

/** Counted, or worked out from other records when it is read. */
const unknownOf = (table: Table): string[] =>
  [...table.fields.values()]
    .filter((field) => field.name in table.resource.tallies || (field.value && !field.stored))
    .map((field) => field.name)

const changedOf = (table: Table, then: WireRow, now: WireRow): string[] =>
  [...table.fields.keys()].filter(
    (name) =>
      !KEPT.has(name) &&
      (name in then || name in now) &&
      JSON.stringify(then[name] ?? null) !== JSON.stringify(now[name] ?? null),
  )

/** What changes with every write. */
const KEPT = new Set(['version', 'updateTime', 'updateBy'])

type Entry = { id: number; entity: string; entityId: number; before: WireRow | null; after: WireRow | null }

/** Leads rows back to a moment. */
class Back {
  readonly records: Records
  private readonly making: Making
  private readonly doing: Doing
  private readonly at: number

  constructor(making: Making, doing: Doing, at: number) {
    this.making = making
    this.doing = doing
    this.at = at
    this.records = new Records(making.core)
  }

  /** A row with its child rows, as it stood; nothing where it was not there. */
  async record(table: Table, now: WireRow): Promise<WireRow | undefined> {
    const row = this.led(now, await this.entries(table, [now.id as number]))
    if (!row) return undefined
    for (const own of table.own) if (own.field.name in now) row[own.field.name] = await this.children(own, now)
    for (const as of table.steps.keys()) delete row[as]
    for (const name of unknownOf(table)) delete row[name]
    await this.work(table, row)
    return row
  }

  /** Back along the entries, the newest first. What was added since was not there, unless it was deleted before that. */
  private led(now: WireRow, entries: Entry[]): WireRow | undefined {
    let isThere = now.isDel !== true && Number(now.createTime ?? 0) <= this.at
    const row = { ...now }
    for (const { before } of entries) {
      isThere = Object.keys(before ?? {}).length > 0
      Object.assign(row, before)
    }
    return isThere ? row : undefined
  }

  private async children(own: Own, now: WireRow): Promise<WireRow[]> {
    const table = this.making.core.catalogue.table(own.child)
    const living = (now[own.field.name] ?? []) as WireRow[]
    const gone = await this.gone(table, own, now.id, living)
    const rows: WireRow[] = []
    for (const one of [...living, ...gone]) {
      const row = await this.record(table, one)
      if (row) rows.push(row)
    }
    return rows.sort((a, b) => Number(a.id) - Number(b.id))
  }

  /** Child rows that were there and are gone: the log knows whose they were. */
  private async gone(table: Table, own: Own, owner: unknown, living: WireRow[]): Promise<WireRow[]> {
    const log = this.making.core.catalogue.part('log')!
    const found = await this.doing.unit.tx.query<{ id: number }>(
      `select distinct "${PARTS.log.entityId}" as "id" from "${log.name}"
       where "${PARTS.log.entity}" = $1 and "createTime" > $2 and "before"->>$3 = $4 limit 1000`,
      [table.name, new Date(this.at), own.parent, String(owner)],
    )
    const ids = found.map(({ id }) => id).filter((id) => !living.some((one) => one.id === id))
    const rows = await this.records.byIds(this.doing.run, table, ids)
    return [...rows.values()].map((row) => ({ ...row, isDel: true }))
  }

  /** What was written of rows since the moment, the newest first, as this person may be told. */
  private async entries(table: Table, ids: number[]): Promise<Entry[]> {
    const { catalogue } = this.making.core
    const log = catalogue.part('log')!
    const { entity, entityId } = PARTS.log
    const found = await this.doing.unit.tx.query(
      `select "id", "${entity}" as "entity", "${entityId}" as "entityId", "before", "after" from "${log.name}"
       where "${entity}" = $1 and "${entityId}" = any($2) and "createTime" > $3 order by "id" desc`,
      [table.name, ids, new Date(this.at)],
    )
    return (await tellChanges(catalogue, found, this.doing.run)) as Entry[]
  }

  /** Values that are worked out and stored, by the formulas of today. */
  private async work(table: Table, row: WireRow): Promise<void> {
    if (table.stored.length === 0) return
    const inside = safeInside(table.columns, row, table.dictionaries)
    for (const own of table.own) {
      const child = this.making.core.catalogue.table(own.child)
      const rows = (row[own.field.name] ?? []) as WireRow[]
      inside[own.field.name] = rows.map((one) => ({
        ...safeInside(child.columns, one, child.dictionaries),
        id: one.id,
      }))
    }
    const computed = await computeStored(this.doing.unit, table, { ...inside, id: row.id })
    for (const name of Object.keys(computed)) if (name in row) row[name] = wireValue(table, computed, name)
  }

  /** What the row points at, called as it was called then: where this person may see it and it was called otherwise. */
  async titles(table: Table, row: WireRow): Promise<void> {
    for (const field of table.columns) {
      const target = isRef(field) && field.of ? this.making.core.catalogue.tables.get(field.of) : undefined
      const id = row[field.name]
      if (!target || target.resource.virtual || keyOf(field) !== 'id' || typeof id !== 'number') continue
      const entries = await this.entries(target, [id])
      const named = entries.findLast(({ before }) => before && target.resource.title in before)
      if (named && (await this.isSeen(target, id))) row[titleKey(field.name)] = named.before![target.resource.title]
    }
  }

  private async isSeen(table: Table, id: number): Promise<boolean> {
    return await mustSeeRecord(this.doing.run, table.name, id).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal) return false
        throw error
      },
    )
  }
}
