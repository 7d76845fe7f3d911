/** Totals of columns over the whole filter of a list. */
import { isNumber } from '../../model/fields.ts'
import type { FieldModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { refuse } from '../errors.ts'
import type { DbRow } from '../types.ts'
import { isRead, type Sight } from './cells.ts'
import type { ListPlan, ListRequest } from './list.ts'
import { COUNT_MAX } from './paging.ts'
import { fieldsOf, pathOf, valueAlong } from './paths.ts'
import { sql, type Prepared, type Sql } from './sql.ts'
import type { Catalogue } from './table.ts'
import { fieldSql } from './titles.ts'

const FUNCTIONS = ['sum', 'avg', 'max', 'min'] as const
type TotalFunction = (typeof FUNCTIONS)[number]
const TOTALS_MAX = 20

/** A total asked for: the path of a column, and how it is made. */
interface Total {
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
  return entries.map((entry) => parseTotal(catalogue, plan, entry, request, sight))
}

function parseTotal(
  catalogue: Catalogue,
  plan: ListPlan,
  [path, fn]: unknown[],
  request: ListRequest,
  sight: Sight,
): Total {
  const isOffered = typeof path === 'string' && plan.totalled.has(path) && FUNCTIONS.includes(fn as TotalFunction)
  if (!isOffered) return refuse('malformed', { field: 'totals' })
  const { field, steps, table } = pathOf(catalogue, plan.table, path)
  if (!isNumber(field.type)) return refuse('malformed', { field: 'totals' })
  const read = isRead(
    sight,
    [...fieldsOf(steps), { of: table.name, field }].map((one) => [one.of, one.field.name]),
  )
  if (!read || (field.see !== undefined && !sight.can(field.see))) return refuse('hiddenField', { field: path })
  return {
    path,
    field,
    fn: fn as TotalFunction,
    value: (alias) => valueAlong(steps, alias, (at) => fieldSql(field, at, request.environment)),
  }
}

/** One statement with all totals of a list. `capped`: over no more rows than are counted, and how many those are. */
export function totalsSql(plan: ListPlan, request: ListRequest, totals: readonly Total[], capped: boolean): Prepared {
  const key = `totals${capped ? '+' : ''}:${totals.map((one) => `${one.fn} ${one.path}`).join(',')}`
  return plan.remember(request, key, () => {
    const name = (i: number): Sql => sql.id(`n${i}`)
    const values = totals.map((one, i) => sql`${one.value('t')} as ${name(i)}`)
    const figures = totals.map((one, i) => sql`${sql.raw(one.fn)}(${name(i)}) as ${name(i)}`)
    const rows = sql`select ${sql.join(values, sql`, `)} from ${plan.from()} where ${plan.conditions(request)}`
    return sql`select count(*) as "rows", ${sql.join(figures, sql`, `)} from (${capped ? upTo(rows, COUNT_MAX) : rows}) as "n"`
  })
}

/** One row more than the cap tells that there are more. */
const upTo = (rows: Sql, cap: number): Sql => sql`${rows} limit ${sql.lit(cap + 1)}`

/** Whether totals stand for the whole list, not for as much of it as was counted. */
export const areWhole = (row: DbRow | undefined): boolean => Number(row?.rows ?? 0) <= COUNT_MAX

/** Totals in wire form. An average of cents may have digits; it is rounded to one. */
export function writeTotals(totals: readonly Total[], row: DbRow | undefined): Record<string, unknown> {
  return Object.fromEntries(totals.map((one, i) => [one.path, wireFigure(one.field, row?.[`n${i}`])]))
}

/** A figure made of a field's values, in the field's wire form. */
export function wireFigure(field: FieldModel, value: unknown): unknown {
  const figure = typeof value === 'number' ? value : 0
  const cents = field.type === 'money' && (field.column || !field.value)
  return cents ? Math.round(figure) / 100 : Math.round(figure * 1e6) / 1e6
}
