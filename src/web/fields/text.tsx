import { textCell, textInLanguage } from './cells.tsx'
import { TextFilter } from './filters/text.tsx'
import { ParagraphInput } from './inputs/paragraph.tsx'
import type { FieldView } from './types.ts'

/** Several lines of text. */
export const text: FieldView = {
  text: textInLanguage,
  cell: textCell(textInLanguage),
  width: 220,
  wide: true,
  Input: ParagraphInput,
  Filter: TextFilter,
}
