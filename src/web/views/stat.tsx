import { useMemo } from 'react'
import { holds } from '../../model/expr/evaluate.ts'
import type { StatBlock, StatView, View } from '../../model/model.ts'
import { useText } from '../core/i18n.ts'
import { useCan } from '../core/permission.ts'
import { wireFilters } from '../lists/query.ts'
import { ActionDialog } from './actions/ActionDialog.tsx'
import { useActions } from './actions/useActions.ts'
import { ChartBlock } from './ChartBlock.tsx'
import { InnerView } from './InnerView.tsx'
import { NumbersBlock } from './NumbersBlock.tsx'
import { PageBar } from './PageBar.tsx'
import { Scoped, useScope } from './scope.tsx'
import { useButtons } from './useButtons.ts'
import { usePageFilters } from './usePageFilters.ts'
import './views.css'
import '../lists/lists.css'

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
  const can = useCan()
  const shown = view.blocks.filter(
    ({ from, show }) => (from === undefined || can(from)) && (!show || holds(show, scope.env)),
  )
  const taken = new Set(shown.flatMap(takenBy))
  const offered = view.filters.filter(({ wire: names }) => names.some((name) => name !== null && taken.has(name)))
  const head = useButtons(actions, scope.env).ofHead()
  // The filters stand above what they filter; what always says the same stands before them.
  const asked = new Set(offered.flatMap((one) => one.wire.flatMap((name) => name ?? [])))
  const first = Math.max(
    shown.findIndex((block) => takenBy(block).some((name) => asked.has(name))),
    0,
  )
  const blocks = (some: StatBlock[]) => (
    <div className="at-blocks">
      {some.map((block) => (
        <Block key={block.key} block={block} wire={wire} round={stat.round} />
      ))}
    </div>
  )
  return (
    <section className="at-stat">
      {first > 0 && blocks(shown.slice(0, first))}
      {(offered.length > 0 || head.length > 0) && <PageBar page={stat} offered={offered} buttons={head} />}
      {blocks(shown.slice(first))}
      <ActionDialog actions={actions} />
    </section>
  )
}

function Block({ block, wire, round }: { block: StatBlock; wire: Record<string, unknown>; round: number }) {
  const text = useText()
  if (block.kind === 'numbers') return <NumbersBlock block={block} wire={wire} round={round} />
  if (block.kind === 'chart') return <ChartBlock block={block} wire={wire} round={round} />
  return (
    <section className="at-block at-block-table">
      <h2>{text(block.label)}</h2>
      <InnerView view={block.view} fixed={filtersFor(block.view, wire)} code={block.from} compact />
    </section>
  )
}

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
