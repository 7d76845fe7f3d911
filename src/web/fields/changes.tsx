import { plainText } from './cells.tsx'
import { rowsOfChange } from './change.tsx'
import { ReadOnlyInput } from './inputs/readOnly.tsx'
import { t } from './sentences.ts'
import type { FieldView } from './types.ts'

const text: FieldView['text'] = (value) => {
  const count = Object.keys(typeof value === 'object' && value !== null ? value : {}).length
  return count > 0 ? t('fieldCount', { count }) : ''
}

/** A registered type: the fields of a record at a logged write. */
export const changes: FieldView = {
  text,
  cell: (value) => rowsOfChange(value, plainText),
  width: 260,
  wide: true,
  Input: ReadOnlyInput,
}
