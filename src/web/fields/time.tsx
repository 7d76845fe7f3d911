import { plainText, textCell } from './cells.tsx'
import { TimeFilter } from './filters/choice.tsx'
import { TimeInput } from './inputs/time.tsx'
import type { FieldView } from './types.ts'

/** A time of day: `09:30`. */
export const time: FieldView = {
  text: plainText,
  cell: textCell(plainText),
  width: 80,
  widest: '20:08',
  Input: TimeInput,
  Filter: TimeFilter,
}
