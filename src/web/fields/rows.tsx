import { entryParts } from './parts.ts'
import { rowCount, rowCountText } from './rowCells.tsx'
import { lazyInput } from './lazy.tsx'
import type { FieldView } from './types.ts'

/** A list of entries stored inside the record. */
export const rows: FieldView = {
  text: rowCountText,
  cell: rowCount,
  width: 88,
  wide: true,
  Input: lazyInput(async () => (await import('./inputs/rows.tsx')).RowsInput),
  parts: entryParts,
}
