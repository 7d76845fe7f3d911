/** Another order of the pictures of a wall. */
import type { WireRow } from '../../fields/types.ts'

/** The rows with some of them at another place: `to` is where the first of them stands among the others. */
export function moved(rows: readonly WireRow[], ids: ReadonlySet<unknown>, to: number): WireRow[] {
  const others = rows.filter(({ id }) => !ids.has(id))
  return [...others.slice(0, to), ...rows.filter(({ id }) => ids.has(id)), ...others.slice(to)]
}

/** How many of the others stand before a picture, or before and with it (`after`). */
export function placeAt(rows: readonly WireRow[], ids: ReadonlySet<unknown>, at: number, after: boolean): number {
  const before = rows.slice(0, at).filter(({ id }) => !ids.has(id)).length
  return before + (after && !ids.has(rows[at]?.id) ? 1 : 0)
}

/** The place of pictures that go so many places on, or to an end. */
export function placeBy(rows: readonly WireRow[], ids: ReadonlySet<unknown>, by: number): number {
  const first = rows.findIndex(({ id }) => ids.has(id))
  const others = rows.length - ids.size
  return Math.min(Math.max(placeAt(rows, ids, first, false) + by, 0), others)
}
