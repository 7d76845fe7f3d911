import { plainText, textCell } from './cells.tsx'
import { LineInput } from './inputs/line.tsx'
import { TextFilter } from './filters/text.tsx'
import type { FieldView } from './types.ts'

/** The name of a record may exist in both languages. */
const text: FieldView['text'] = (value, row, field, c) =>
  (c.lang === 'en' && field.en !== undefined && plainText(row[field.en])) || plainText(value)

/** A line of text. */
export const string: FieldView = {
  text,
  cell: textCell(text),
  width: 140,
  Input: LineInput,
  Filter: TextFilter,
}
