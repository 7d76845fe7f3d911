import { textCell, textInLanguage } from './cells.tsx'
import { LineInput } from './inputs/line.tsx'
import { TextFilter } from './filters/text.tsx'
import type { FieldView } from './types.ts'

/** A line of text. */
export const string: FieldView = {
  text: textInLanguage,
  cell: textCell(textInLanguage),
  width: 140,
  Input: LineInput,
  Filter: TextFilter,
}
