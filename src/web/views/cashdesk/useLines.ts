import { useState } from 'react'
import type { WireRow } from '../../fields/types.ts'
import { centsOf, yuanOf } from './money.ts'

/** The lines of a payment: ways with their amounts. */
export interface LinesHandle {
  lines: WireRow[]
  setLines: (lines: WireRow[]) => void
  /** Lines whose amount was proposed, and that nobody touched: a touched one is another object. */
  proposed: WeakSet<WireRow>
}

/** The lines at the till. When less is due (cents) than before, amounts that were only proposed are less, too. */
export function useLines(due: number, amount: string | undefined): LinesHandle {
  const [lines, setLines] = useState<WireRow[]>([])
  const [proposed] = useState(() => new WeakSet<WireRow>())
  const [known, setKnown] = useState(due)
  if (known !== due) {
    setKnown(due)
    if (amount !== undefined && due < known) setLines(lowered(lines, known - due, { amount, proposed }))
  }
  return { lines, setLines, proposed }
}

/** The lines with so much less (cents) among those that were proposed, the last one first. */
function lowered(
  lines: readonly WireRow[],
  by: number,
  { amount, proposed }: { amount: string; proposed: WeakSet<WireRow> },
): WireRow[] {
  let left = by
  return lines
    .toReversed()
    .map((line) => {
      const off = proposed.has(line) ? Math.min(left, centsOf(line[amount])) : 0
      if (off === 0) return line
      left -= off
      const next = { ...line, [amount]: yuanOf(centsOf(line[amount]) - off) }
      proposed.add(next)
      return next
    })
    .toReversed()
}
