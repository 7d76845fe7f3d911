import { useState } from 'react'
import type { WireRow } from '../../fields/types.ts'
import { centsOf, sumOf, yuanOf } from './money.ts'

/** The lines of a payment: ways with their amounts. */
export interface LinesHandle {
  lines: WireRow[]
  setLines: (lines: WireRow[]) => void
  /** Lines whose amount was proposed, and that nobody touched: a touched one is another object. */
  proposed: WeakSet<WireRow>
}

/** The lines at the till, of which proposed amounts become less when less is due (cents). */
export function useLines(due: number, amount: string | undefined): LinesHandle {
  const [lines, setLines] = useState<WireRow[]>([])
  const [proposed] = useState(() => new WeakSet<WireRow>())
  const [known, setKnown] = useState(due)
  if (known !== due) {
    setKnown(due)
    if (amount !== undefined && due < known) setLines(fitted(lines, due, { amount, proposed }))
  }
  return { lines, setLines, proposed }
}

/** The lines, of which those that were only proposed take no more than the others leave of what is due (cents), the last one first. */
export function fitted(
  lines: readonly WireRow[],
  due: number,
  { amount, proposed }: { amount: string; proposed: WeakSet<WireRow> },
): WireRow[] {
  let over = Math.max(sumOf(lines.map((line) => line[amount])) - due, 0)
  return lines
    .toReversed()
    .map((line) => {
      const off = proposed.has(line) ? Math.min(over, centsOf(line[amount])) : 0
      if (off === 0) return line
      over -= off
      const next = { ...line, [amount]: yuanOf(centsOf(line[amount]) - off) }
      proposed.add(next)
      return next
    })
    .toReversed()
}
