import { copyCell, plainText } from './cells.tsx'
import { TextFilter } from './filters/text.tsx'
import { EmailInput } from './inputs/line.tsx'
import type { FieldView } from './types.ts'

/** An e-mail address. */
export const email: FieldView = {
  text: plainText,
  cell: copyCell(plainText),
  width: 180,
  Input: EmailInput,
  Filter: TextFilter,
}
