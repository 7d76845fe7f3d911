import { plainText, textCell } from './cells.tsx'
import { RefFilter } from './filters/ref.tsx'
import { RefInput } from './inputs/ref.tsx'
import { titleOf } from './titles.ts'
import type { FieldView } from './types.ts'

const text: FieldView['text'] = (value, row, field) =>
  value === undefined || value === null ? '' : (titleOf(row, field) ?? plainText(value))

/** Another record, read by its title. */
export const ref: FieldView = { text, cell: textCell(text), width: 128, Input: RefInput, Filter: RefFilter }
