/** The query of a list, in the address and on the wire. */
import type { Env } from '../../model/expr/evaluate.ts'
import { isWritten } from '../../model/fields.ts'
import type { ColumnModel, FieldModel, FilterModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { dayOf } from '../../model/zone.ts'
import { boundValue } from '../fields/bounds.ts'
import { isPeriod, periodOf } from '../fields/periods.ts'
import type { WireRow } from '../fields/types.ts'

export interface Sort {
  field: string
  down: boolean
}

/** The settings of a list that a person can change. */
export interface ListQuery {
  /** Values by the name of the filter; a range is `[from, to]`. */
  filters: WireRow
  /** Value of the status tab; `undefined`: all. */
  tab: string | number | undefined
  sort: Sort | undefined
  page: number
  rows: number
}

/** `-createTime` as a sort. */
export function parseSort(text: string | undefined): Sort | undefined {
  return text ? { field: text.replace(/^-/, ''), down: text.startsWith('-') } : undefined
}

export const sortText = (sort: Sort | undefined): string | undefined =>
  sort ? `${sort.down ? '-' : ''}${sort.field}` : undefined

/** The filters a list starts with. The name of a period becomes its days. */
export function defaultFilters(filters: readonly FilterModel[], env: Env): WireRow {
  const values: WireRow = {}
  for (const filter of filters) {
    const value = filter.default && boundValue(filter.default, env)
    if (isEmpty(value)) continue
    values[filter.name] = isPeriod(value)
      ? periodOf(value, env.now, env.zone)
      : filter.many && !Array.isArray(value)
        ? [value]
        : value
  }
  return values
}

/** Values under their names on the wire; a pair of bounds has two names, an open end none. */
export function wireFilters(filters: readonly FilterModel[], values: WireRow): WireRow {
  const wire: WireRow = {}
  for (const filter of filters) {
    const value = values[filter.name]
    if (isEmpty(value)) continue
    if (filter.wire.length === 1) wire[filter.wire[0]] = typeof value === 'string' ? value.trim() : value
    else
      filter.wire.forEach((name, end) => {
        if (name && !isEmpty((value as unknown[])[end])) wire[name] = (value as unknown[])[end]
      })
  }
  return wire
}

/** Columns whose total over the whole filter is shown at the foot. */
export function totalsOf(columns: readonly ColumnModel[]): Record<string, string> | undefined {
  const totals = columns.flatMap((column) => (column.total ? [[column.path, column.total] as const] : []))
  return totals.length > 0 ? Object.fromEntries(totals) : undefined
}

/** A filter's value in the form of an address. */
export function toAddress(value: unknown): string | undefined {
  if (isEmpty(value)) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A filter's value from an address; an invalid value is undefined. A day may be written as one (`2026-03-16`). */
export function fromAddress(filter: FilterModel, text: string | undefined, zone: string): unknown {
  if (text === undefined || text === '') return undefined
  const read = isText(filter) && !filter.many ? text : parsed(text)
  const value = MOMENTS.includes(filter.control.type) ? momentsOf(read, zone) : read
  if (filter.range) return Array.isArray(value) && value.length === 2 ? value : undefined
  return filter.many && !Array.isArray(value) ? [value] : value
}

const MOMENTS: readonly FieldModel['type'][] = ['date', 'datetime']

/** A moment, or both ends of a time; what is no moment is left out. */
function momentsOf(value: unknown, zone: string): unknown {
  if (Array.isArray(value)) return value.map((one) => momentsOf(one, zone) ?? null)
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return dayOf(value, zone)
  return typeof value === 'number' ? value : undefined
}

/** Values of a text dictionary and text keys come back as text, even when they look like numbers. */
function isText({ control }: FilterModel): boolean {
  return isWritten(control.type) || (control.type === 'ref' && control.key !== undefined && control.key !== 'id')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
