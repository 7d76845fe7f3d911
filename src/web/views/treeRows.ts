/** Rows in a tree, whether the answer nests them or names their parents. */
import type { WireRow } from '../fields/types.ts'

export interface TreeRow extends WireRow {
  id: number
  depth: number
  children?: TreeRow[]
}

/** The rows as a tree. Without a parent field all rows are roots; a row without its parent is a root. */
export function nested(rows: readonly WireRow[], parent: string | undefined): TreeRow[] {
  const flat = flatten(rows)
  const byId = new Map(flat.map((row) => [row.id, row]))
  const below = new Map<unknown, WireRow[]>()
  const roots: WireRow[] = []
  for (const row of flat) {
    const above = parent === undefined ? undefined : row[parent]
    if (above !== undefined && above !== null && above !== row.id && byId.has(above))
      below.set(above, [...(below.get(above) ?? []), row])
    else roots.push(row)
  }
  return roots.map((row) => withBelow(row, below, 0))
}

/** The rows of a nested answer as a flat list. */
function flatten(rows: readonly WireRow[]): WireRow[] {
  return rows.flatMap((row) => {
    const { children, ...rest } = row
    return [rest, ...(Array.isArray(children) ? flatten(children as WireRow[]) : [])]
  })
}

function withBelow(row: WireRow, below: ReadonlyMap<unknown, WireRow[]>, depth: number): TreeRow {
  const children = (below.get(row.id) ?? []).map((child) => withBelow(child, below, depth + 1))
  return { ...row, id: row.id as number, depth, ...(children.length > 0 ? { children } : {}) }
}

/** All rows of a tree, parents first. */
export function rowsOf(rows: readonly TreeRow[]): TreeRow[] {
  return rows.flatMap((row) => [row, ...rowsOf(row.children ?? [])])
}
