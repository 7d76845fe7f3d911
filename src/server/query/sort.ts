/** The order of a list: by columns that an index serves, the id last, so that no row is met twice (I-51). */
import type { FieldModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { refuse } from '../errors.ts'
import { codecOf } from '../fields/index.ts'
import type { DbRow } from '../types.ts'
import { allOf, anyOf, column, slot, sql, type Sql } from './sql.ts'
import { pathOf, valueAlong, type Path } from './paths.ts'
import type { Catalogue, Table } from './table.ts'
import { shownOf } from './views.ts'

/** One key of the order: a column of the row, or of the record that it extends. */
export interface SortKey {
  name: string
  field: FieldModel
  /** The resource that the field is of. */
  of: string
  /** From the row to the record it extends; empty for a column of its own. */
  steps: Path['steps']
  down: boolean
}

/** What a list may be sorted by, under the names it is asked by. */
export type Sortable = ReadonlyMap<string, Path>

/** What a table may be sorted by: its usual order, and columns of any screen that an index serves. */
export function sortableOf(catalogue: Catalogue, table: Table): Sortable {
  const { columns, sorts } = shownOf(catalogue.model, table)
  const names = ['id', ...sorts.map(bare), ...columns.filter((one) => one.sort).map((one) => one.path)]
  const paths = names
    .filter((name) => name.includes('.') || table.fields.has(name))
    .map((name) => [name, pathOf(catalogue, table, name)] as const)
  return new Map(paths.filter(([, { field }]) => field.column))
}

const bare = (name: string): string => name.replace(/^-/, '')

const DOWN = new Set(['desc', 'descend', 'descending', '-1'])
const UP = new Set(['asc', 'ascend', 'ascending', '1'])

/** The order asked for: `sort: ['-createTime']`, or `sortField` with `sortOrder`; else the usual one of the resource. */
export function parseSort(table: Table, sortable: Sortable, payload: Record<string, unknown>): SortKey[] {
  const asked = askedNames(payload)
  const names = asked.length > 0 ? asked : table.resource.sort
  const keys = names.map((name) => keyBy(sortable, bare(name), name.startsWith('-')))
  if (keys.some((key) => key.name === 'id')) return keys
  return [...keys, keyBy(sortable, 'id', keys.at(-1)?.down ?? true)]
}

function keyBy(sortable: Sortable, name: string, down: boolean): SortKey {
  const path = sortable.get(name)
  if (!path) return refuse('badSort', { field: name })
  return { name, field: path.field, of: path.table.name, steps: path.steps, down }
}

const SORT_MAX = 4

function askedNames(payload: Record<string, unknown>): string[] {
  const { sort, sortField, sortOrder } = payload
  if (!isEmpty(sort)) {
    const isOrder = Array.isArray(sort) && sort.length <= SORT_MAX && sort.every((one) => typeof one === 'string')
    return isOrder ? (sort as string[]) : refuse('badSort', { field: 'sort' })
  }
  if (sortField === undefined || sortField === null || sortField === '') return []
  const order = String(sortOrder ?? 'asc').toLowerCase()
  if (typeof sortField !== 'string' || !(DOWN.has(order) || UP.has(order))) refuse('badSort', { field: 'sortField' })
  return [DOWN.has(order) ? `-${sortField}` : sortField]
}

/** The alias of the record that a row extends, where it is joined for the order. */
const BASE = 's'

/**
 * The record that the rows are ordered by, joined to them: an index of it then serves the order, which it does not
 * when each row asks for its value. `alias`: of the row. Nothing where the row's own columns are enough.
 */
export function joinSql(keys: readonly SortKey[], alias: string): Sql {
  const step = keys.find((key) => key.steps.length > 0)?.steps[0]
  if (!step) return sql``
  const kind = sql.raw(step.field.nullable ? 'left join' : 'join')
  return sql` ${kind} ${sql.table(step.to.name)} as ${sql.id(BASE)} on ${column(BASE, 'id')} = ${column(alias, step.field.name)}`
}

/** Where the values of an order are read: `joined` by {@link joinSql}, or asked for by each row. */
interface Ordering {
  alias: string
  joined?: boolean
}

function valueOf({ field, steps }: SortKey, { alias, joined }: Ordering): Sql {
  if (steps.length > 0 && joined) return column(BASE, field.name)
  return valueAlong(steps, alias, (at) => column(at, field.name))
}

/** `order by` of rows. */
export function orderSql(keys: readonly SortKey[], at: Ordering): Sql {
  return sql.join(
    keys.map((key) => sql`${valueOf(key, at)} ${sql.raw(key.down ? 'desc' : 'asc')}`),
    sql`, `,
  )
}

/** What a page selects besides its cells, so that its last row says where to go on: values the row does not have. */
export function furtherSql(keys: readonly SortKey[], alias: string): Sql {
  const further = keys.filter((key) => key.steps.length > 0)
  return sql.join(
    further.map((key) => sql`, ${valueOf(key, { alias })} as ${sql.id(key.name)}`),
    sql``,
  )
}

/** Stands for an order in the key of a statement. */
export const sortKeyText = (keys: readonly SortKey[]): string =>
  keys.map((key) => `${key.down ? '-' : ''}${key.name}`).join(',')

/** The place of a row in the order, to go on after it. */
export function cursorOf(keys: readonly SortKey[], row: DbRow): string {
  const values = keys.map((key) => row[key.name] ?? null)
  return Buffer.from(JSON.stringify([sortKeyText(keys), ...values])).toString('base64url')
}

/** Where to go on: which keys are empty shapes the condition, the values are parameters. */
export interface After {
  shape: string
  values: Record<string, unknown>
}

/** Reads a cursor of {@link cursorOf} made for the same order. */
export function parseCursor(table: Table, keys: readonly SortKey[], text: unknown): After | undefined {
  if (text === undefined || text === null || text === '') return undefined
  const parts = decode(text)
  if (!parts || parts.length !== keys.length + 1 || parts[0] !== sortKeyText(keys))
    return refuse('badPage', { field: 'after' })
  const values: Record<string, unknown> = {}
  keys.forEach((key, i) => {
    values[`after.${i}`] = parameter(table, key.field, parts[i + 1])
  })
  return { shape: keys.map((_, i) => (values[`after.${i}`] === null ? '0' : '1')).join(''), values }
}

function decode(text: unknown): unknown[] | undefined {
  if (typeof text !== 'string' || text.length > 2000) return undefined
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return Array.isArray(parts) ? parts : undefined
  } catch {
    return undefined
  }
}

function parameter({ dictionaries }: Table, field: FieldModel, value: unknown): unknown {
  if (value === null || value === undefined) return null
  const number = typeof value === 'number' && Number.isFinite(value)
  const text = ['string', 'text', 'phone', 'email', 'serial', 'region', 'time', 'enum', 'ref'].includes(field.type)
  if (!(number || typeof value === 'boolean' || (text && typeof value === 'string')))
    return refuse('badPage', { field: 'after' })
  return codecOf(field).toDb(value, field, dictionaries)
}

/** Rows behind the cursor. PostgreSQL puts empty values last going up and first going down. */
export function afterSql(keys: readonly SortKey[], after: After, at: Ordering): Sql {
  const uniform = keys.every((key) => key.down === keys[0]?.down && !key.field.nullable)
  if (uniform) {
    const left = sql.join(
      keys.map((key) => valueOf(key, at)),
      sql`, `,
    )
    const right = sql.join(
      keys.map((_, i) => slot(`after.${i}`)),
      sql`, `,
    )
    return sql`(${left}) ${sql.raw(keys[0]?.down ? '<' : '>')} (${right})`
  }
  return anyOf(
    keys.map((key, i) =>
      allOf([...keys.slice(0, i).map((one, j) => sameAs(one, after, j, at)), beyond(key, after, i, at)]),
    ),
  )
}

function sameAs(key: SortKey, after: After, i: number, at: Ordering): Sql {
  const value = valueOf(key, at)
  return after.shape[i] === '0' ? sql`${value} is null` : sql`${value} = ${slot(`after.${i}`)}`
}

function beyond(key: SortKey, after: After, i: number, at: Ordering): Sql {
  const value = valueOf(key, at)
  if (after.shape[i] === '0') return key.down ? sql`${value} is not null` : sql`false`
  if (key.down) return sql`${value} < ${slot(`after.${i}`)}`
  return key.field.nullable
    ? anyOf([sql`${value} > ${slot(`after.${i}`)}`, sql`${value} is null`])
    : sql`${value} > ${slot(`after.${i}`)}`
}
