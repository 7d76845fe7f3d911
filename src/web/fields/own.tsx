import { rowCount, rowCountText } from './rowCells.tsx'
import { lazyInput } from './lazy.tsx'
import type { FieldView } from './types.ts'

/** Child rows that are saved with the record. */
export const own: FieldView = {
  text: rowCountText,
  cell: rowCount,
  width: 140,
  wide: true,
  Input: lazyInput(async () => (await import('./inputs/rows.tsx')).OwnInput),
}
