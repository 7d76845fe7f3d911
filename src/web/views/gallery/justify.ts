/** Rows of pictures that fill the width, each picture whole and in its own shape. */

/** A row of the wall. Measures in px; `widths` of its pictures, the first of which is `from`. */
export interface WallRow {
  from: number
  top: number
  height: number
  widths: number[]
}

export const GAP = 8

/**
 * The rows of pictures with these shapes (width by height). `target`: the height a row has about; `under`: what stands
 * under each picture.
 */
export function justify(shapes: readonly number[], width: number, target: number, under: number): WallRow[] {
  const rows: WallRow[] = []
  let top = 0
  let from = 0
  let sum = 0
  const close = (to: number, height: number): void => {
    const widths = shapes.slice(from, to).map((shape) => Math.floor(shape * height))
    rows.push({ from, top, height: Math.round(height), widths })
    top += Math.round(height) + under + GAP
    from = to
    sum = 0
  }
  shapes.forEach((shape, i) => {
    sum += shape
    const room = width - GAP * (i - from)
    if (sum * target >= room) close(i + 1, room / sum)
  })
  if (from < shapes.length) close(shapes.length, target)
  return rows
}

/** The height of all rows together. */
export const heightOf = (rows: readonly WallRow[], under: number): number => {
  const last = rows.at(-1)
  return last ? last.top + last.height + under : 0
}

/** The picture straight above (-1) or below (1) another, the nearest by its middle. */
export function neighbour(rows: readonly WallRow[], at: number, by: 1 | -1): number | undefined {
  const here = rows.findIndex((row) => at >= row.from && at < row.from + row.widths.length)
  const [row, next] = [rows[here], rows[here + by]]
  if (!row || !next) return undefined
  const middle = middleOf(row, at - row.from)
  const far = next.widths.map((_width, i) => Math.abs(middleOf(next, i) - middle))
  return next.from + far.indexOf(Math.min(...far))
}

const middleOf = (row: WallRow, at: number): number =>
  row.widths.slice(0, at).reduce((sum, width) => sum + width + GAP, 0) + (row.widths[at] ?? 0) / 2
