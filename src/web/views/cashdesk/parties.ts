import type { WireRow } from '../../fields/types.ts'
import { isEmpty } from '../../../model/validate/index.ts'

/** Whether two rows are one person's: the first of the fields that both hold decides; rows that hold none are. */
function isSame(a: WireRow, b: WireRow, fields: readonly string[]): boolean {
  const both = fields.find((name) => !isEmpty(a[name]) && !isEmpty(b[name]))
  if (both !== undefined) return a[both] === b[both]
  return fields.every((name) => isEmpty(a[name]) && isEmpty(b[name]))
}

/** The first two rows that are not of the same person. */
export function strangers(rows: readonly WireRow[], fields: readonly string[]): [WireRow, WireRow] | undefined {
  const [first, ...others] = rows
  const other = first && others.find((row) => !isSame(first, row, fields))
  return other && [first, other]
}

/** Whether two choices of rows have one in common: what was begun for the one goes on for the other. */
export const overlap = (a: readonly WireRow[], b: readonly WireRow[]): boolean =>
  a.some((row) => b.some(({ id }) => id === row.id))
