import { Fragment, useMemo, type ReactNode } from 'react'
import type { StatBlock } from '../../model/model.ts'
import { useSize } from '../lists/useSize.ts'
import { GAP, usePiles } from './usePiles.ts'

/** A table or a chart is no narrower than this (px). */
const LEAST = 480

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
            <Piled blocks={even} count={count} draw={draw} />
            {last && draw(last)}
          </Fragment>
        )
      })}
    </div>
  )
}

/** Blocks in piles. All of them are in one box in their order: one that finds another pile is not drawn anew. */
function Piled({ blocks, count, draw }: Pick<PilesProps, 'blocks' | 'draw'> & { count: number }) {
  const names = blocks.map(({ key }) => key).join(' ')
  const keys = useMemo(() => names.split(' '), [names])
  const { placeOf, measured, keep } = usePiles(keys, count)
  return (
    <div
      className="at-piles"
      style={{ gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))` }}
      onPointerDownCapture={keep}
      onKeyDownCapture={keep}
    >
      {blocks.map((block) => {
        const { pile, height } = placeOf(block.key)
        return (
          <div
            key={block.key}
            className="at-pile"
            ref={measured(block.key)}
            style={{ gridColumn: pile + 1, ...(height > 0 ? { gridRowEnd: `span ${height}` } : {}) }}
          >
            {draw(block)}
          </div>
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
