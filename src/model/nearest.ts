/** "Did you mean": finds the closest of the valid names. */

/** Edits (insert, delete, replace, swap neighbours) that turn one name into the other. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let best = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, rows[i - 2]![j - 2]! + 1)
      row.push(best)
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}

/** The most edits for a similar name: a third of its letters, at least one. */
const tolerance = (name: string) => Math.max(1, Math.floor(name.length / 3))

/**
 * The candidate nearest to a name, or undefined when none is near. Case does not matter, so that `employeeID` finds
 * `employeeId`; a name that begins with the other is near too (`status` → `statusText`).
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase()
  let best: { name: string; off: number } | undefined
  for (const candidate of candidates) {
    const lower = candidate.toLowerCase()
    const prefix = Math.min(wanted.length, lower.length) >= 3 && (lower.startsWith(wanted) || wanted.startsWith(lower))
    const off = Math.min(distance(wanted, lower), prefix ? tolerance(name) : Infinity)
    if (off <= tolerance(name) && (!best || off < best.off)) best = { name: candidate, off }
  }
  return best?.name
}

/** `; did you mean "x"?`, or nothing when no name is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const close = nearest(name, candidates)
  return close === undefined ? '' : `; did you mean "${close}"?`
}
