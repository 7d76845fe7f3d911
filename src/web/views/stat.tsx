import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { holds } from '../../model/expr/evaluate.ts'
import type { StatBlock, StatView, View } from '../../model/model.ts'
import { useText } from '../core/i18n.ts'
import { useCan } from '../core/permission.ts'
import { usePush } from '../core/push.ts'
import { wireFilters } from '../lists/query.ts'
import { ActionDialog } from './actions/ActionDialog.tsx'
import { useActions } from './actions/useActions.ts'
import { ChartBlock, type Lead } from './ChartBlock.tsx'
import type { Pressed } from './FigureRows.tsx'
import { InnerView } from './InnerView.tsx'
import { NumbersBlock } from './NumbersBlock.tsx'
import { PageBar } from './PageBar.tsx'
import { Piles } from './Piles.tsx'
import { Scoped, useScope } from './scope.tsx'
import { useButtons } from './useButtons.ts'
import { useSoon } from './useLive.ts'
import { usePageFilters } from './usePageFilters.ts'
import './views.css'
import '../lists/lists.css'

const FigureRows = lazy(async () => ({ default: (await import('./FigureRows.tsx')).FigureRows }))

/** Numbers, charts and short lists under one set of filters. */
export function StatScreen({ view }: { view: StatView }) {
  return (
    <Scoped>
      <Body view={view} />
    </Scoped>
  )
}

function Body({ view }: { view: StatView }) {
  const scope = useScope()
  const stat = usePageFilters(view.filters, scope)
  const wire = useMemo(
    () => ({ ...scope.fixed, ...wireFilters(view.filters, stat.values) }),
    [scope.fixed, view.filters, stat.values],
  )
  const actions = useActions({
    actions: view.actions,
    params: { ...stat.filtering.titles, ...stat.values },
    request: wire,
    onDone: stat.reload,
  })
  useComeBack(scope.active, stat.reload)
  // What somebody is told of is counted at once.
  usePush('/api/push/message', useSoon(stat.reload))
  const can = useCan()
  const shown = view.blocks.filter(
    ({ from, show }) => (from === undefined || can(from)) && (!show || holds(show, scope.env)),
  )
  const taken = new Set(shown.flatMap(takenBy))
  const offered = view.filters.filter(({ wire: names }) => names.some((name) => name !== null && taken.has(name)))
  const [pressed, setPressed] = useState<Pressed>()
  const tables = new Map(shown.flatMap((one) => (one.kind === 'table' ? [[one.key, one] as const] : [])))
  const listed = pressed && tables.get(pressed.rows)
  const onPage = shown.filter((one) => one.kind !== 'table' || !one.aside)
  const leadOf = (block: StatBlock): Lead | undefined => {
    const rows = block.kind === 'table' ? undefined : block.rows
    if (rows === undefined || !tables.has(rows)) return undefined
    return (title, behind) => setPressed({ rows, title, behind })
  }
  const head = useButtons(actions, scope.env).ofHead()
  // The filters stand above what they filter; what always says the same stands before them.
  const asked = new Set(offered.flatMap((one) => one.wire.flatMap((name) => name ?? [])))
  const first = Math.max(
    onPage.findIndex((block) => takenBy(block).some((name) => asked.has(name))),
    0,
  )
  const blocks = (some: StatBlock[]) => (
    <Piles
      blocks={some}
      isWide={isWide}
      draw={(block) => <Block key={block.key} block={block} wire={wire} round={stat.round} lead={leadOf(block)} />}
    />
  )
  return (
    <section className="at-stat">
      {first > 0 && blocks(onPage.slice(0, first))}
      {(offered.length > 0 || head.length > 0) && <PageBar page={stat} offered={offered} buttons={head} />}
      {blocks(onPage.slice(first))}
      <ActionDialog actions={actions} />
      {pressed && listed && (
        <Suspense>
          <FigureRows {...pressed} table={listed} onClose={() => setPressed(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

/** Figures of a page that was out of sight are counted anew when it is seen again. */
function useComeBack(active: boolean, reload: () => void): void {
  const away = useRef(false)
  useEffect(() => {
    if (active && away.current) reload()
    away.current = !active
  }, [active, reload])
}

interface BlockProps {
  block: StatBlock
  wire: Record<string, unknown>
  round: number
  lead: Lead | undefined
}

function Block({ block, wire, round, lead }: BlockProps) {
  const text = useText()
  if (block.kind === 'numbers') return <NumbersBlock {...{ block, wire, round, lead }} />
  if (block.kind === 'chart') return <ChartBlock {...{ block, wire, round, lead }} />
  return (
    <section className="at-block at-block-table">
      <h2>{text(block.label)}</h2>
      <InnerView view={block.view} fixed={filtersFor(block.view, wire)} code={block.from} round={round} compact />
    </section>
  )
}

/** So many columns stand in a part of the page's width; a table with more takes the whole. */
const FEW = 5

const isWide = (block: StatBlock): boolean =>
  block.kind === 'table' && block.view.view === 'list' && block.view.columns.length > FEW

/** Wire names of the filters that a block takes. */
const takenBy = (block: StatBlock): string[] => (block.kind === 'table' ? wiresOf(block.view) : block.takes)

const wiresOf = (view: View): string[] =>
  view.view === 'list' || view.view === 'tree'
    ? view.filters.flatMap((filter) => filter.wire.flatMap((name) => name ?? []))
    : []

/** The filters of a report that a list in it also has. */
function filtersFor(view: View, wire: Record<string, unknown>): Record<string, unknown> {
  const names = new Set(wiresOf(view))
  return Object.fromEntries(Object.entries(wire).filter(([name]) => names.has(name)))
}
