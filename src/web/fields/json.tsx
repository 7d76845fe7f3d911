import { plainText, textCell } from './cells.tsx'
import { ReadOnlyInput } from './inputs/readOnly.tsx'
import type { FieldView } from './types.ts'

/** Any JSON value. Read-only: a product that needs to edit it registers a type. */
export const json: FieldView = {
  text: plainText,
  cell: textCell(plainText),
  width: 160,
  wide: true,
  Input: ReadOnlyInput,
}
