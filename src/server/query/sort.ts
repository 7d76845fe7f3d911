/** The order of a list: by columns that an index serves, the id last, so that no row is met twice (I-51). */
import type { FieldModel, Model } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { refuse } from '../errors.ts'
import { codecOf } from '../fields/index.ts'
import type { DbRow } from '../types.ts'
import { allOf, anyOf, column, slot, sql, type Sql } from './sql.ts'
import type { Table } from './table.ts'
import { shownOf } from './views.ts'

/** One key of the order. */
export interface SortKey {
  field: FieldModel
  down: boolean
}

/** Names a table may be sorted by: those of its usual order, and columns of any screen that an index serves. */
export function sortableOf(model: Model, table: Table): ReadonlySet<string> {
  const { columns, sorts } = shownOf(model, table)
  const names = ['id', ...sorts.map(bare), ...columns.filter((one) => one.sort).map((one) => one.path)]
  return new Set(names.filter((name) => table.fields.get(name)?.column))
}

const bare = (name: string): string => name.replace(/^-/, '')

const DOWN = new Set(['desc', 'descend', 'descending', '-1'])
const UP = new Set(['asc', 'ascend', 'ascending', '1'])

/** The order asked for: `sort: ['-createTime']`, or `sortField` with `sortOrder`; else the usual one of the resource. */
export function parseSort(table: Table, sortable: ReadonlySet<string>, payload: Record<string, unknown>): SortKey[] {
  const asked = askedNames(payload)
  const names = asked.length > 0 ? asked : table.resource.sort
  const keys = names.map((name) => {
    const field = sortable.has(bare(name)) ? table.fields.get(bare(name)) : undefined
    if (!field) return refuse('badSort', { field: bare(name) })
    return { field, down: name.startsWith('-') }
  })
  if (keys.some((key) => key.field.name === 'id')) return keys
  return [...keys, { field: table.fields.get('id') as FieldModel, down: keys.at(-1)?.down ?? true }]
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

/** `order by` of an alias. */
export function orderSql(keys: readonly SortKey[], alias: string): Sql {
  return sql.join(
    keys.map((key) => sql`${column(alias, key.field.name)} ${sql.raw(key.down ? 'desc' : 'asc')}`),
    sql`, `,
  )
}

/** Stands for an order in the key of a statement. */
export const sortKeyText = (keys: readonly SortKey[]): string =>
  keys.map((key) => `${key.down ? '-' : ''}${key.field.name}`).join(',')

/** The place of a row in the order, to go on after it. */
export function cursorOf(keys: readonly SortKey[], row: DbRow): string {
  const values = keys.map((key) => row[key.field.name] ?? null)
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
export function afterSql(keys: readonly SortKey[], after: After, alias: string): Sql {
  const uniform = keys.every((key) => key.down === keys[0]?.down && !key.field.nullable)
  if (uniform) {
    const left = sql.join(
      keys.map((key) => column(alias, key.field.name)),
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
      allOf([...keys.slice(0, i).map((one, j) => sameAs(one, after, j, alias)), beyond(key, after, i, alias)]),
    ),
  )
}

function sameAs(key: SortKey, after: After, i: number, alias: string): Sql {
  const value = column(alias, key.field.name)
  return after.shape[i] === '0' ? sql`${value} is null` : sql`${value} = ${slot(`after.${i}`)}`
}

function beyond(key: SortKey, after: After, i: number, alias: string): Sql {
  const value = column(alias, key.field.name)
  if (after.shape[i] === '0') return key.down ? sql`${value} is not null` : sql`false`
  if (key.down) return sql`${value} < ${slot(`after.${i}`)}`
  return key.field.nullable
    ? anyOf([sql`${value} > ${slot(`after.${i}`)}`, sql`${value} is null`])
    : sql`${value} > ${slot(`after.${i}`)}`
}
