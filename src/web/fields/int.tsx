import { formatNumber, withUnit } from '../../model/format.ts'
import { textCell } from './cells.tsx'
import { NumberFilter } from './filters/number.tsx'
import { NumberInput } from './inputs/number.tsx'
import type { FieldView } from './types.ts'

const text: FieldView['text'] = (value, _row, field, { lang }) =>
  typeof value === 'number' ? withUnit(formatNumber(value), field.unit?.[lang]) : ''

/** A whole number. */
export const int: FieldView = {
  text,
  cell: textCell(text),
  align: 'right',
  width: 96,
  Input: NumberInput,
  Filter: NumberFilter,
}
