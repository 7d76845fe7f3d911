import { formatMoney } from '../../model/format.ts'
import { standsFor } from '../../model/instead.ts'
import { textCell } from './cells.tsx'
import { NumberFilter } from './filters/number.tsx'
import { NumberInput } from './inputs/number.tsx'
import type { FieldView } from './types.ts'

const text: FieldView['text'] = (value, row, field, { lang, zone }) => {
  const said = standsFor(field, row, zone)
  return said && 'text' in said ? said.text[lang] : typeof value === 'number' ? formatMoney(value) : ''
}

/** Yuan: `￥1,980.00` (rules 6.9). */
export const money: FieldView = {
  text,
  cell: textCell(text),
  align: 'right',
  width: 120,
  widest: '￥88,888.88',
  Input: NumberInput,
  Filter: NumberFilter,
}
