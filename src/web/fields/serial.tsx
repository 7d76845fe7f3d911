import { copyCell, plainText } from './cells.tsx'
import { TextFilter } from './filters/text.tsx'
import { LineInput } from './inputs/line.tsx'
import type { FieldView } from './types.ts'

/** A number made by the server. */
export const serial: FieldView = {
  text: plainText,
  cell: copyCell(plainText),
  width: 136,
  Input: LineInput,
  Filter: TextFilter,
}
