/** Adds a record: defaults, numbers, computed fields, rules, uniqueness, tree, child rows, journal. */
import { refuse } from '../../errors.ts'
import type { MakeModel } from '../../../model/model.ts'
import type { Own, Table } from '../../query/table.ts'
import type { Row } from '../../types.ts'
import type { Unit } from '../unit.ts'
import { momentsOf } from '../assignments.ts'
import { touchOwner } from './owner.ts'
import { mustObey, obeyInTheEnd } from './rules.ts'
import { insertRows, updateRow } from './statements.ts'
import { keepPath, mustFitTree } from './tree.ts'
import { haveTwins, mustBeUnique } from './unique.ts'
import { applyDefaults, applySerials, computeStored, valuesFor } from './values.ts'

type Values = Record<string, unknown>

/** `at`: the path of the record in error messages, when it is a child of another (`items[2].`). `asChild`: its owner is written with it. */
interface Place {
  at: string
  asChild?: boolean
}

/** A record that is complete but not written yet, with its child rows. */
interface Draft {
  values: Values
  at: string
  children: { own: Own; drafts: Draft[] }[]
}

/** Adds a record with its child rows; values in inside form, child rows under the names of their fields. */
export async function insert(unit: Unit, table: Table, values: Values, place: Place = { at: '' }): Promise<Row> {
  const draft = await complete(unit, table, { ...values }, place.at)
  const [row] = await writeAll(unit, table, [draft])
  if (!place.asChild) await touchOwner(unit, table, row as Row)
  return row as Row
}

/** Adds records in order, with few statements for all of them. All of them are completed before the first is written. */
export async function insertMany(unit: Unit, table: Table, many: readonly Values[]): Promise<Row[]> {
  const drafts: Draft[] = []
  for (const values of many) drafts.push(await complete(unit, table, { ...values }, ''))
  const rows = await writeAll(unit, table, drafts)
  const { parent } = table.resource
  const ofEachOwner = new Map(rows.map((row) => [parent && row[parent.field], row]))
  for (const row of ofEachOwner.values()) await touchOwner(unit, table, row)
  return rows
}

/** A record as it would be written, without writing it; values in inside form. */
export async function drafted(unit: Unit, table: Table, values: Values): Promise<Values> {
  return (await complete(unit, table, { ...values }, '')).values
}

/** Completes a record before it is written, its child rows first, because its own computed fields may read them. */
async function complete(
  unit: Unit,
  table: Table,
  values: Values,
  at: string,
  owner?: { field: string; as?: string; values: Values },
): Promise<Draft> {
  setCompany(unit, table, values, owner?.values)
  if (owner) {
    // The owner has no id yet; expressions of the child reach it as the nested record.
    delete values[owner.field]
    if (owner.as) values[owner.as] = owner.values
  }
  await applyDefaults(unit, table, values)
  Object.assign(values, momentsOf(table, undefined, values, unit.now))
  for (const name of Object.keys(table.resource.tallies)) values[name] = 0
  const children = await completeChildren(unit, table, values, at)
  await computeStored(unit, table, values)
  return { values, at, children }
}

async function completeChildren(unit: Unit, table: Table, values: Values, at: string): Promise<Draft['children']> {
  const children: Draft['children'] = []
  for (const own of table.own) {
    const entries = values[own.field.name] as Values[] | undefined
    if (entries === undefined) {
      values[own.field.name] = []
      continue
    }
    const child = unit.table(own.child)
    const as = child.fields.get(own.parent)?.as
    const drafts: Draft[] = []
    for (const [i, entry] of entries.entries()) {
      drafts.push(
        await complete(unit, child, { ...entry }, `${at}${own.field.name}[${i}].`, { field: own.parent, as, values }),
      )
    }
    values[own.field.name] = drafts.map((draft) => draft.values)
    children.push({ own, drafts })
  }
  return children
}

/** Writes records of one table: together where none of them depends on another, else one after the other. */
async function writeAll(unit: Unit, table: Table, drafts: readonly Draft[]): Promise<Row[]> {
  const apart = drafts.length > 1 && (table.resource.tree !== undefined || (await haveTwins(unit, table, drafts)))
  const rows: Row[] = []
  for (const part of apart ? drafts.map((one) => [one]) : [drafts]) rows.push(...(await write(unit, table, part)))
  return rows
}

async function write(unit: Unit, table: Table, drafts: readonly Draft[]): Promise<Row[]> {
  for (const { values, at } of drafts) await mustObey(unit, table, values, undefined, at)
  await mustBeUnique(unit, table, drafts)
  for (const { values } of drafts) await mustFitTree(unit, table, values)
  await applySerials(
    unit,
    table,
    drafts.map(({ values }) => values),
  )
  // A computed field may read the new number.
  if (table.stored.length > 0 && table.columns.some((field) => field.type === 'serial'))
    for (const { values } of drafts) await computeStored(unit, table, values)
  const rows = await insertRows(
    unit.tx,
    table,
    drafts.map(({ values }) => stamped(unit, values)),
  )
  for (const [i, row] of rows.entries()) {
    const draft = drafts[i] as Draft
    await keepPath(unit, table, row)
    unit.wrote(table, 'add', undefined, row)
    obeyInTheEnd(unit, table, row, draft.at)
    for (const { own, drafts: below } of draft.children)
      row[own.field.name] = await writeAll(
        unit,
        unit.table(own.child),
        below.map((one) => withOwner(row, own, one)),
      )
    for (const make of table.resource.makes) await makeAlong(unit, table, row, make)
  }
  return rows
}

/** Makes the records declared in `makes`, and stores their ids in the refs of the new record. */
async function makeAlong(unit: Unit, table: Table, row: Row, { into, of, when, set }: MakeModel): Promise<void> {
  if (when && !(await unit.holds(when, { row }))) return
  const to = unit.table(of)
  const made = await insert(unit, to, await valuesFor(unit, to, set, { row }))
  const before = { ...row }
  const key = { [into]: made[to.resource.key] }
  Object.assign(row, await updateRow(unit.tx, table, row.id, key, unit))
  unit.wrote(table, 'edit', before, row)
}

const withOwner = (owner: Row, own: Own, draft: Draft): Draft => ({
  ...draft,
  values: { ...draft.values, [own.parent]: owner.id },
})

function setCompany(unit: Unit, table: Table, values: Values, owner: Values | undefined): void {
  if (!table.resource.company) return
  const { actor } = unit
  const company = (actor.kind === 'system' ? (values.companyId ?? owner?.companyId) : undefined) ?? actor.companyId
  if (company === undefined) throw new Error(`a row of ${table.name} needs a company`)
  values.companyId = company
}

function stamped(unit: Unit, values: Values): Values {
  const by = unit.actor.employeeId ?? null
  return { ...values, version: 1, createTime: unit.now, updateTime: unit.now, createBy: by, updateBy: by }
}

/** Records that are only added may not be changed. */
export function mustNotBeAppendOnly(table: Table): void {
  if (table.resource.append) refuse('appendOnly')
}
