import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback, useEffect, useId, useMemo, useState, type ReactNode } from 'react'
import type { CallModel, ListView } from '../../model/model.ts'
import { usePhone } from '../core/media.ts'
import { useNewest } from '../core/newest.ts'
import { useOpen } from '../core/open.ts'
import { useCan, useMayOpen } from '../core/permission.ts'
import { boundValues } from '../fields/bounds.ts'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { Board } from '../lists/Board.tsx'
import { Cards } from '../lists/Cards.tsx'
import { ColumnSettings } from '../lists/ColumnSettings.tsx'
import { Empty } from '../lists/Empty.tsx'
import { FilterBar } from '../lists/FilterBar.tsx'
import { Foot } from '../lists/Foot.tsx'
import { Grid } from '../lists/Grid.tsx'
import { SavedFilters } from '../lists/SavedFilters.tsx'
import { Timeline } from '../lists/Timeline.tsx'
import { useInline } from '../lists/useInline.tsx'
import { firstTab, rowEnv, useList, type ListHandle } from '../lists/useList.ts'
import { ActionDialog } from './actions/ActionDialog.tsx'
import { useActions } from './actions/useActions.ts'
import { HeadButtons } from './HeadButtons.tsx'
import { InnerView } from './InnerView.tsx'
import type { LeftChoice } from './LeftPane.tsx'
import { RowDrawer } from './RowDrawer.tsx'
import { useScope } from './scope.tsx'
import { StatusTabs } from './StatusTabs.tsx'
import { useButtons } from './useButtons.ts'

/** A view around the list that works with the rows chosen in it. */
export interface Choosing {
  /** Several at a time. */
  many: boolean
  onChosen: (rows: WireRow[]) => void
  /** Drawn above the list, in place of its first filter. */
  box: (list: ListHandle) => ReactNode
}

/** One list: filters, rows, foot, and what can be done with them. */
export function ListBody({ view, choice, choosing }: { view: ListView; choice?: LeftChoice; choosing?: Choosing }) {
  const scope = useScope()
  const t = useT()
  const phone = usePhone()
  const { part, env } = scope
  const given = useMemo(() => ({ ...scope.given, ...choice?.given }), [scope.given, choice])
  const list = useList(view, {
    call: part.calls[view.call],
    env,
    route: scope.screen.route,
    active: scope.active,
    refreshKey: scope.refreshKey,
    params: scope.params,
    setQuery: scope.setQuery,
    given,
    firstTab: firstTab(view, part.dictionaries),
  })
  const [titles, setTitles] = useState<WireRow>({})
  const filtering = {
    applied: list.query.filters,
    titles,
    env,
    onApply: (filters: WireRow) => (same(filters, list.query.filters) ? list.reload() : list.setFilters(filters)),
    onClear: list.clear,
    onTitles: setTitles,
  }
  const actions = useActions({
    actions: view.actions,
    resource: view.resource,
    asked: list.asked,
    onDone: (rows, call) => done(rows, call),
    params: { ...choice?.start, ...titles, ...list.query.filters, ...given },
  })
  const buttons = useButtons(actions, env)
  const [opened, setOpened] = useOpened(scope.params.id, scope.setQuery, view)
  const done = (rows: readonly WireRow[], call: CallModel) => {
    if (rows.length > 1 || call.kind === 'del') list.select([])
    if (call.kind === 'del') setOpened(undefined)
    list.reload()
  }
  const opening = useRowOpen(view, (row) => setOpened(row.id as number))
  const open = choosing ? (row: WireRow) => list.select(toggled(list, row, choosing.many)) : opening
  useChosen(list, choosing)
  const editing = useEditing(view, env, list.reload)
  const expand = useCallback(
    (row: WireRow) => view.expand && <InnerView view={view.expand} about={{ resource: view.resource, row }} />,
    [view],
  )
  const head = buttons.ofHead()
  const boxed = choosing ? view.filters[0]?.name : undefined
  const offered = useMemo(
    () => view.filters.filter((filter) => filter.name !== view.left?.sets && filter.name !== boxed),
    [view, boxed],
  )
  const rowsProps = {
    list,
    env,
    selectable: buttons.hasBatch || choosing?.many === true,
    onOpen: open,
    buttonsOf: buttons.hasRow ? buttons.ofRow : undefined,
    empty: <Empty list={list} first={head.find((button) => button.why === undefined)} />,
  }
  const root = scope.setQuery !== undefined
  const fills = root || scope.fills
  const rowsId = `rows${useId()}`
  return (
    <section className={fills ? 'at-list at-list-root' : 'at-list'}>
      {choosing?.box(list)}
      <StatusTabs list={list} panel={rowsId} />
      {!scope.compact && (
        <FilterBar
          filtering={filtering}
          offered={offered}
          filtered={list.filtered}
          phone={phone}
          active={fills && scope.active}
        >
          {list.changed > 0 && (
            <button type="button" className="at-pill" onClick={list.reload}>
              {t('changed', { count: list.changed })}
            </button>
          )}
          <span className="at-head-buttons">
            <HeadButtons buttons={head} beside={phone ? 0 : 2} />
          </span>
          {!phone && <ListTools list={list} />}
        </FilterBar>
      )}
      <div id={rowsId} className="at-fill">
        {drawn(view, phone) === 'table' && (
          <Grid
            {...rowsProps}
            fills={fills}
            expand={view.expand ? expand : undefined}
            editing={view.inline.length > 0 ? editing : undefined}
          />
        )}
        {drawn(view, phone) === 'cards' && <Cards {...rowsProps} />}
        {drawn(view, phone) === 'timeline' && <Timeline {...rowsProps} />}
        {drawn(view, phone) === 'board' && <Board {...rowsProps} />}
      </div>
      {!(scope.compact && list.total <= list.query.rows) && (
        <Foot
          list={list}
          batch={list.selected.size > 0 ? buttons.ofMany([...list.selected.values()]) : []}
          phone={phone}
        />
      )}
      <ActionDialog actions={actions} />
      {view.drawer && opened !== undefined && (
        <RowDrawer
          view={view.drawer}
          id={opened}
          rows={list.rows}
          buttonsOf={buttons.hasRow ? buttons.ofRow : undefined}
          onMove={setOpened}
          onClose={() => setOpened(undefined)}
          version={list.rows.find((row) => row.id === opened)?.version}
        />
      )}
    </section>
  )
}

/** Searching for the same again asks again. */
const same = (a: WireRow, b: WireRow): boolean => JSON.stringify(a) === JSON.stringify(b)

const toggled = (list: ListHandle, row: WireRow, many: boolean): WireRow[] => {
  const others = [...list.selected.values()].filter((one) => one.id !== row.id)
  if (list.selected.has(row.id)) return others
  return many ? [...others, row] : [row]
}

/** Tells the view around which rows are chosen, as they are by now. */
function useChosen(list: ListHandle, choosing: Choosing | undefined): void {
  const newest = useNewest(choosing)
  const { selected, changed, reload } = list
  useEffect(() => newest.current?.onChosen([...selected.values()]), [selected, newest])
  // Where work is done upon the rows, they are always as they are by now.
  const live = choosing !== undefined
  useEffect(() => {
    if (live && changed > 0) reload()
  }, [live, changed, reload])
}

/** A table becomes cards on a phone. */
const drawn = (view: ListView, phone: boolean): ListView['layout'] =>
  view.layout === 'table' && phone ? 'cards' : view.layout

function ListTools({ list }: { list: ListHandle }) {
  const t = useT()
  return (
    <span className="at-tools">
      {list.view.filters.length > 0 && <SavedFilters list={list} />}
      <ColumnSettings list={list} />
      <Button
        type="text"
        icon={<ReloadOutlined />}
        onClick={list.reload}
        aria-label={t('reload')}
        title={t('reload')}
      />
    </span>
  )
}

/** The record in the drawer; a screen's own list takes it from the address, so that a message can lead to it. */
function useOpened(
  id: string | undefined,
  setQuery: ((patch: Record<string, string | undefined>) => void) | undefined,
  view: ListView,
) {
  const addressed = setQuery !== undefined && view.open?.kind === 'drawer'
  const [opened, setOpened] = useState(() => (addressed && id && Number(id)) || undefined)
  const set = useCallback(
    (next: number | undefined) => {
      setOpened(next)
      if (addressed && next === undefined) setQuery({ id: undefined })
    },
    [addressed, setQuery],
  )
  return [opened, set] as const
}

/** What a row opens: its drawer, or a screen that the person may see. */
function useRowOpen(view: ListView, openDrawer: (row: WireRow) => void): ((row: WireRow) => void) | undefined {
  const go = useOpen()
  const mayOpen = useMayOpen()
  const { env } = useScope()
  const to = view.open
  if (to?.kind === 'drawer') return view.drawer ? openDrawer : undefined
  if (to?.kind !== 'route') return undefined
  if (!mayOpen(to.to)) return undefined
  return (row) => go(to.to, boundValues(to.with, rowEnv(env, row)) as Record<string, string>)
}

function useEditing(view: ListView, env: Parameters<typeof useInline>[2], onSaved: () => void) {
  const { part, screen } = useScope()
  const can = useCan()
  const edit = Object.values(part.calls).find(
    (call) => call.kind === 'edit' && call.resource === view.resource && !call.preset,
  )
  const allowed = view.inline.length > 0 && (!screen.code || can(screen.code, 'edit')) ? edit : undefined
  return useInline(view.inline, allowed, env, onSaved)
}
