import { copyCell, hiddenText, NONE, plainText, telephone } from './cells.tsx'
import { TextFilter } from './filters/text.tsx'
import { PhoneInput } from './inputs/line.tsx'
import type { FieldView } from './types.ts'

const MASK = '*'
const whole = copyCell(plainText, telephone)

/** A mobile number of mainland China; the server has masked it where the person may not see it whole. */
export const phone: FieldView = {
  text: plainText,
  cell: (value, row, field, c) => {
    const text = plainText(value)
    if (!text) return NONE
    return text.includes(MASK) ? hiddenText(text, c.tells ? field.name : undefined) : whole(value, row, field, c)
  },
  width: 136,
  widest: '13888888888',
  Input: PhoneInput,
  Filter: TextFilter,
}
