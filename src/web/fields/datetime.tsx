import { formatDatetime } from '../../model/format.ts'
import { textCell } from './cells.tsx'
import { lazyFilter, lazyInput } from './lazy.tsx'
import type { FieldView } from './types.ts'

const text: FieldView['text'] = (value, _row, _field, c) =>
  typeof value === 'number' ? formatDatetime(value, c.zone) : ''

/** A moment: `2026-03-16 09:30`. */
export const datetime: FieldView = {
  text,
  cell: textCell(text),
  width: 138,
  widest: '2026-08-28 20:08',
  Input: lazyInput(async () => (await import('./inputs/date.tsx')).DateInput),
  Filter: lazyFilter(async () => (await import('./filters/date.tsx')).DateFilter),
}
