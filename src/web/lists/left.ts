import type { WireRow } from '../fields/types.ts'

/** Where a page lies in its list. */
interface Page {
  /** Nothing stands before it. */
  first: boolean
  /** Nothing stands behind it. */
  last: boolean
}

/**
 * Rows of a page that are in the list no more, once the same page was loaded again. A row that may only have moved on
 * to the page beside it is not among them.
 */
export function leftRows(before: readonly WireRow[], after: readonly WireRow[], { first, last }: Page): WireRow[] {
  const old = new Set(before.map((row) => row.id))
  const now = new Set(after.map((row) => row.id))
  const top = before.findIndex((row) => now.has(row.id))
  const bottom = before.findLastIndex((row) => now.has(row.id))
  // New rows before the last that stayed push others off the end.
  const end = after.findLastIndex((row) => old.has(row.id))
  const pushed = end < 0 || after.slice(0, end).some((row) => !old.has(row.id))
  return before.filter(
    (row, at) => !now.has(row.id) && (first || (top >= 0 && at > top)) && (last || at < bottom || !pushed),
  )
}
