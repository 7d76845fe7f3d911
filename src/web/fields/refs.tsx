import { textCell } from './cells.tsx'
import { RefFilter } from './filters/ref.tsx'
import { RefsInput } from './inputs/ref.tsx'
import { titlesOf } from './titles.ts'
import type { FieldView } from './types.ts'

const text: FieldView['text'] = (value, row, field, c) =>
  Array.isArray(value) ? titlesOf(row, field, value).join(c.lang === 'zh' ? '、' : ', ') : ''

/** Several records, shown by their titles. */
export const refs: FieldView = { text, cell: textCell(text), width: 180, Input: RefsInput, Filter: RefFilter }
