/** Rows of a tree, nested. */

/** Each row under its parent, in `children`, in the order of the rows. A row whose parent is not among them stands at the top. */
export function nest<R extends Record<string, unknown>>(rows: readonly R[], parent: string, key = 'id'): R[] {
  const byKey = new Map<unknown, Record<string, unknown>>(rows.map((row) => [row[key], row]))
  const roots: R[] = []
  for (const row of rows) {
    const above = byKey.get(row[parent])
    if (!above || above === row) roots.push(row)
    else if (Array.isArray(above.children)) above.children.push(row)
    else above.children = [row]
  }
  return roots
}
