/** The value of a filter as text. */
import type { FilterModel } from '../../model/model.ts'
import { fieldView } from '../fields/lookup.ts'
import type { CellContext, WireRow } from '../fields/types.ts'

/** A list of values is shown like the type that holds several of them. */
const MANY: Partial<Record<FilterModel['control']['type'], 'enums' | 'refs'>> = { enum: 'enums', ref: 'refs' }

/** `2026-03-01 – 2026-03-31`, or the one day; an open end stays empty. A range of moments is chosen by days. */
export function filterText(filter: FilterModel, value: unknown, titles: WireRow, c: CellContext): string {
  const { control } = filter
  const type = filter.range && control.type === 'datetime' ? 'date' : control.type
  const one = (of: unknown) => (of === null || of === undefined ? '' : fieldView(type).text(of, titles, control, c))
  if (filter.range && Array.isArray(value)) {
    const [from, to] = [one(value[0]), one(value[1])]
    return from === to ? from : `${from} – ${to}`.trim()
  }
  if (!Array.isArray(value)) return one(value)
  const many = MANY[control.type]
  return many ? fieldView(many).text(value, titles, control, c) : value.map(one).join(', ')
}
