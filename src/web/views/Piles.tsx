import { Fragment, type ReactNode } from 'react'
import type { StatBlock } from '../../model/model.ts'
import { useSize } from '../lists/useSize.ts'

/** A table or a chart is no narrower than this (px), and stands so far from the next one. */
const LEAST = 480
const GAP = 16

interface PilesProps {
  blocks: readonly StatBlock[]
  /** Tables with so many columns that they take the whole width. */
  isWide: (block: StatBlock) => boolean
  draw: (block: StatBlock) => ReactNode
}

/**
 * The blocks of a page: figures that follow one another in one row, wide tables by themselves, and what is between them
 * in piles beside each other, so that a short list leaves no hole beside a long one.
 */
export function Piles({ blocks, isWide, draw }: PilesProps) {
  const [box, { width }] = useSize<HTMLDivElement>()
  // What is drawn before the width is known would be drawn anew in another pile, and asked for twice.
  const runs = width === undefined ? [] : runsOf(blocks, isWide)
  const fits = Math.max(Math.floor(((width ?? 0) + GAP) / (LEAST + GAP)), 1)
  return (
    <div className="at-blocks" ref={box}>
      {runs.map(({ kind, run }) => {
        const key = run[0]?.key
        if (kind === 'figures')
          return (
            <div key={key} className="at-figures-row">
              {run.map(draw)}
            </div>
          )
        const count = kind === 'wide' ? 1 : Math.min(fits, run.length)
        // Charts are of one height: one that is left over takes the whole width.
        const isOdd = count > 1 && run.length % count === 1 && run.every((block) => block.kind === 'chart')
        const [last] = isOdd ? run.slice(-1) : []
        const even = last ? run.slice(0, -1) : run
        return (
          <Fragment key={key}>
            <div className="at-piles">
              {Array.from({ length: count }, (_, pile) => (
                <div key={pile} className="at-pile">
                  {even.filter((_block, i) => i % count === pile).map(draw)}
                </div>
              ))}
            </div>
            {last && draw(last)}
          </Fragment>
        )
      })}
    </div>
  )
}

type Kind = 'figures' | 'wide' | 'piled'

/** Neighbours of one kind together. */
function runsOf(blocks: readonly StatBlock[], isWide: PilesProps['isWide']): { kind: Kind; run: StatBlock[] }[] {
  const runs: { kind: Kind; run: StatBlock[] }[] = []
  for (const block of blocks) {
    const kind = block.kind === 'numbers' ? 'figures' : isWide(block) ? 'wide' : 'piled'
    const last = runs.at(-1)
    if (last?.kind === kind) last.run.push(block)
    else runs.push({ kind, run: [block] })
  }
  return runs
}
