import { plainText, textCell } from './cells.tsx'
import { LineInput } from './inputs/line.tsx'
import { TextFilter } from './filters/text.tsx'
import type { FieldView } from './types.ts'

/** A line of text. */
export const string: FieldView = {
  text: plainText,
  cell: textCell(plainText),
  width: 140,
  Input: LineInput,
  Filter: TextFilter,
}
