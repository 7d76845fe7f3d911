/** Lists of entries in a cell: how many; a detail draws the table. */
import { NONE } from './cells.tsx'
import { t } from './sentences.ts'
import type { FieldView } from './types.ts'

export const rowCountText: FieldView['text'] = (value) =>
  Array.isArray(value) && value.length > 0 ? t('rowCount', { count: value.length }) : ''

export const rowCount: FieldView['cell'] = (value, row, field, c) => rowCountText(value, row, field, c) || NONE
