import { entriesBy, entryParts } from './parts.ts'
import { rowCount, rowCountText } from './rowCells.tsx'
import { lazyInput } from './lazy.tsx'
import type { FieldView, WireRow } from './types.ts'

/** Keeps only what is sent back: the rows of a loaded crew also carry names and times. */
function members(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return (value as WireRow[]).map(({ workerRole, employeeId, isMain }) => ({
    workerRole,
    employeeId,
    isMain: isMain === 0 ? 0 : 1,
  }))
}

/** A registered type: people by the role they work in, each with their day. */
export const crew: FieldView = {
  text: rowCountText,
  cell: rowCount,
  width: 160,
  wide: true,
  Input: lazyInput(async () => (await import('./inputs/crew.tsx')).CrewInput),
  fromWire: members,
  // Who is in a role is one word: in another one somebody else may have changed it.
  parts: {
    of: (value) => entriesBy(value, ({ workerRole }) => workerRole),
    together: entryParts.together,
    words: () => '',
  },
}
