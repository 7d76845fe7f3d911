import { formatDate, formatMonth } from '../../model/format.ts'
import { textCell } from './cells.tsx'
import { lazyFilter, lazyInput } from './lazy.tsx'
import type { FieldView } from './types.ts'

const text: FieldView['text'] = (value, _row, { months }, c) =>
  typeof value === 'number' ? (months ? formatMonth : formatDate)(value, c.zone) : ''

/** A day: `2026-03-16`; a month: `2026-03`. */
export const date: FieldView = {
  text,
  cell: textCell(text),
  width: 104,
  widest: '2026-08-28',
  Input: lazyInput(async () => (await import('./inputs/date.tsx')).DateInput),
  Filter: lazyFilter(async () => (await import('./filters/date.tsx')).DateFilter),
}
