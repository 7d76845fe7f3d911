import { useMemo } from 'react'
import type { StatBlock, StatView } from '../../model/model.ts'
import { usePhone } from '../core/media.ts'
import { useText } from '../core/i18n.ts'
import { FilterBar } from '../lists/FilterBar.tsx'
import { useFiltering } from '../lists/useFiltering.ts'
import { wireFilters } from '../lists/query.ts'
import { ActionDialog } from './actions/ActionDialog.tsx'
import { useActions } from './actions/useActions.ts'
import { ChartBlock } from './ChartBlock.tsx'
import { HeadButtons } from './HeadButtons.tsx'
import { InnerView } from './InnerView.tsx'
import { NumbersBlock } from './NumbersBlock.tsx'
import { Scoped, useScope } from './scope.tsx'
import { useButtons } from './useButtons.ts'
import { useStatFilters } from './useStatFilters.ts'
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
  const phone = usePhone()
  const stat = useStatFilters(view, scope)
  const filtering = useFiltering({ applied: stat.values, env: scope.env, onApply: stat.set, onClear: stat.clear })
  const wire = useMemo(
    () => ({ ...scope.fixed, ...wireFilters(view.filters, stat.values) }),
    [scope.fixed, view.filters, stat.values],
  )
  const actions = useActions({
    actions: view.actions,
    params: { ...filtering.titles, ...stat.values },
    request: wire,
    onDone: stat.reload,
  })
  const head = useButtons(actions, scope.env).ofHead()
  return (
    <section className="at-stat">
      {(view.filters.length > 0 || head.length > 0) && (
        <FilterBar
          filtering={filtering}
          offered={view.filters}
          filtered={stat.filtered}
          phone={phone}
          active={scope.active && scope.setQuery !== undefined}
        >
          <span className="at-head-buttons">
            <HeadButtons buttons={head} />
          </span>
        </FilterBar>
      )}
      <div className="at-blocks">
        {view.blocks.map((block) => (
          <Block key={block.key} block={block} wire={wire} round={stat.round} />
        ))}
      </div>
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
      <InnerView view={block.view} fixed={filtersFor(block.view, wire)} compact />
    </section>
  )
}

/** The filters of a report that a list in it also has. */
function filtersFor(
  view: Extract<StatBlock, { kind: 'table' }>['view'],
  wire: Record<string, unknown>,
): Record<string, unknown> {
  if (view.view !== 'list' && view.view !== 'tree') return {}
  const names = new Set(view.filters.flatMap((filter) => filter.wire))
  return Object.fromEntries(Object.entries(wire).filter(([name]) => names.has(name)))
}
