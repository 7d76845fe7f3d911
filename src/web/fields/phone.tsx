import { copyCell, plainText } from './cells.tsx'
import { TextFilter } from './filters/text.tsx'
import { PhoneInput } from './inputs/line.tsx'
import type { FieldView } from './types.ts'

/** A mobile number of mainland China; the server has masked it where the person may not see it whole. */
export const phone: FieldView = {
  text: plainText,
  cell: copyCell(plainText),
  width: 124,
  widest: '13888888888',
  Input: PhoneInput,
  Filter: TextFilter,
}
