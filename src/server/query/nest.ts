/** Rows of a tree, nested. */
import type { WireRow } from './cells.ts'

/** Each row under its parent, in `children`, in the order of the rows. A row whose parent is not among them stands at the top. */
export function nest(rows: readonly WireRow[], parent: string, key = 'id'): WireRow[] {
  const byKey = new Map(rows.map((row) => [row[key], row]))
  const roots: WireRow[] = []
  for (const row of rows) {
    const above = byKey.get(row[parent])
    if (!above || above === row) roots.push(row)
    else if (Array.isArray(above.children)) above.children.push(row)
    else above.children = [row]
  }
  return roots
}
