import { formatNumber, formatPercent, withUnit } from '../../model/format.ts'
import { textCell } from './cells.tsx'
import { NumberFilter } from './filters/number.tsx'
import { NumberInput } from './inputs/number.tsx'
import type { FieldView } from './types.ts'

const text: FieldView['text'] = (value, _row, field, { lang }) => {
  if (typeof value !== 'number') return ''
  return field.percent ? formatPercent(value) : withUnit(formatNumber(value, field.digits), field.unit?.[lang])
}

/** A number with decimals, or a share as percent. */
export const decimal: FieldView = {
  text,
  cell: textCell(text),
  align: 'right',
  width: 96,
  Input: NumberInput,
  Filter: NumberFilter,
}
