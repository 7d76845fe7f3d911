/** Figures over the whole filter of a list: totals of columns, and how many rows each tab has. */
import type { FieldModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate.ts'
import { refuse } from '../errors.ts'
import { codecOf } from '../fields/index.ts'
import type { DbRow } from '../types.ts'
import type { Sight } from './cells.ts'
import type { FilterPlan, Used } from './filters/index.ts'
import type { ListPlan, ListRequest } from './list.ts'
import { COUNT_MAX } from './paging.ts'
import { pathOf, valueAlong } from './paths.ts'
import { prepare, sql, type Prepared, type Sql } from './sql.ts'
import type { Catalogue } from './table.ts'
import { fieldSql } from './titles.ts'

const FUNCTIONS = ['sum', 'avg', 'max', 'min'] as const
type TotalFunction = (typeof FUNCTIONS)[number]
const NUMBERS = new Set(['int', 'decimal', 'money'])
const TOTALS_MAX = 20

/** A total asked for: the path of a column, and how it is made. */
export interface Total {
  path: string
  field: FieldModel
  fn: TotalFunction
  value: (alias: string) => Sql
}

/** `totals: ['paidAmount']`, or `{ paidAmount: 'sum', age: 'avg' }`. */
export function parseTotals(
  catalogue: Catalogue,
  plan: ListPlan,
  asked: unknown,
  request: ListRequest,
  sight: Sight,
): Total[] {
  if (isEmpty(asked)) return []
  const entries = Array.isArray(asked) ? asked.map((path) => [path, 'sum']) : Object.entries(asked as object)
  if (entries.length > TOTALS_MAX) refuse('malformed', { field: 'totals' })
  return entries.map(([path, fn]) => parseTotal(catalogue, plan, path, fn, request, sight))
}

function parseTotal(
  catalogue: Catalogue,
  plan: ListPlan,
  path: unknown,
  fn: unknown,
  request: ListRequest,
  sight: Sight,
): Total {
  const known = typeof path === 'string' && plan.totalled.has(path) && FUNCTIONS.includes(fn as TotalFunction)
  if (!known) return refuse('malformed', { field: 'totals' })
  const { field, steps } = pathOf(catalogue, plan.table, path)
  if (!NUMBERS.has(field.type)) return refuse('malformed', { field: 'totals' })
  if (field.see !== undefined && !sight.can(field.see)) return refuse('hiddenField', { field: path })
  return {
    path,
    field,
    fn: fn as TotalFunction,
    value: (alias) => valueAlong(steps, alias, (at) => fieldSql(field, at, request.around)),
  }
}

/** One statement with all totals of a list. */
export function totalsSql(plan: ListPlan, request: ListRequest, totals: readonly Total[]): Prepared {
  const key = `totals:${totals.map((one) => `${one.fn} ${one.path}`).join(',')}`
  return plan.remember(request, key, () => {
    const figures = totals.map((one, i) => sql`${sql.raw(one.fn)}(${one.value('t')}) as ${sql.id(`n${i}`)}`)
    return sql`select ${sql.join(figures, sql`, `)} from ${plan.from()} where ${plan.conditions(request)}`
  })
}

/** Totals in wire form. An average of cents may have digits; it is rounded to one. */
export function writeTotals(totals: readonly Total[], row: DbRow | undefined): Record<string, unknown> {
  return Object.fromEntries(totals.map((one, i) => [one.path, wireFigure(one.field, row?.[`n${i}`])]))
}

/** A figure made of a field's values, in the field's wire form. */
export function wireFigure(field: FieldModel, value: unknown): unknown {
  const figure = typeof value === 'number' ? value : 0
  const cents = field.type === 'money' && (field.column || !field.value)
  return cents ? codecOf(field).toWire(Math.round(figure), field) : Math.round(figure * 1e6) / 1e6
}

// ---------------------------------------------------------------- counts of tabs

/** The tabs of a filter: a value each. */
export interface Tabs {
  filter: FilterPlan
  values: (string | number)[]
}

/** `counts: 'status'`: the filter whose values are tabs. */
export function parseTabs(catalogue: Catalogue, plan: ListPlan, asked: unknown): Tabs | undefined {
  if (isEmpty(asked)) return undefined
  const filter = typeof asked === 'string' ? plan.filters.get(asked) : undefined
  const { of, type } = filter?.model.control ?? {}
  const values = type === 'bool' ? [1, 0] : catalogue.model.dictionaries[of ?? '']?.values.map((one) => one.value)
  if (!filter || !values) return refuse('malformed', { field: 'counts' })
  return { filter, values }
}

/** The capped count of each tab, and of all of them together, under the other filters of the list. */
export function tabsSql(plan: ListPlan, request: ListRequest, tabs: Tabs): Prepared {
  const others = plan.conditions({ ...request, after: undefined }, { without: tabs.filter })
  const counts = tabs.values.map(
    (value, i) =>
      sql`${plan.countSql(sql`${others} and (${condition(plan, request, tabs, value)})`)} as ${sql.id(`n${i}`)}`,
  )
  return prepare(sql`select ${sql.join([...counts, sql`${plan.countSql(others)} as "all"`], sql`, `)}`)
}

function condition(plan: ListPlan, request: ListRequest, { filter }: Tabs, value: string | number): Sql {
  const parsed = filter.parse({ [filter.wire[0] as string]: value }, request.around)
  if (!parsed) return sql`true`
  const used: Used = { ...parsed, filter }
  return filter.build(used, {
    alias: 't',
    around: request.around,
    alone: true,
    parameter: (name) => sql`${used.values[name]}`,
  })
}

/** Counts by wire value, and under `all` that of all tabs; a count above the cap says the cap. */
export function writeTabs(tabs: Tabs, row: DbRow | undefined): Record<string, number> {
  const counts = tabs.values.map((value, i) => [String(value), Math.min(Number(row?.[`n${i}`] ?? 0), COUNT_MAX)])
  return Object.fromEntries([...counts, ['all', Math.min(Number(row?.all ?? 0), COUNT_MAX)]])
}
