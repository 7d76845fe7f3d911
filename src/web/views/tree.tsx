import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import type { ListView, TreeView } from '../../model/model.ts'
import { usePhone } from '../core/media.ts'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { Cards } from '../lists/Cards.tsx'
import { ColumnSettings } from '../lists/ColumnSettings.tsx'
import { Empty } from '../lists/Empty.tsx'
import { FilterBar } from '../lists/FilterBar.tsx'
import { Grid } from '../lists/Grid.tsx'
import { useList } from '../lists/useList.ts'
import { ActionDialog } from './actions/ActionDialog.tsx'
import { useActions } from './actions/useActions.ts'
import { HeadButtons } from './HeadButtons.tsx'
import { RowDrawer } from './RowDrawer.tsx'
import { Scoped, useScope } from './scope.tsx'
import { nested, rowsOf } from './treeRows.ts'
import { useButtons } from './useButtons.ts'
import { useTreeDrag } from './useTreeDrag.ts'
import './views.css'
import '../lists/lists.css'

/** Rows that hang below one another. */
export function TreeScreen({ view }: { view: TreeView }) {
  return (
    <Scoped>
      <Body view={view} />
    </Scoped>
  )
}

/** A tree is a list without pages whose rows are nested. */
const asList = (view: TreeView): ListView => ({ ...view, view: 'list', sort: [], layout: 'table', inline: [] })

function Body({ view }: { view: TreeView }) {
  const scope = useScope()
  const t = useT()
  const phone = usePhone()
  const { part, env } = scope
  const listView = useMemo(() => asList(view), [view])
  const flat = useList(listView, {
    call: part.calls[view.call],
    tree: true,
    env,
    route: scope.screen.route,
    active: scope.active,
    refreshKey: scope.refreshKey,
    params: scope.params,
    setQuery: scope.setQuery,
    given: scope.given,
  })
  const [titles, setTitles] = useState<WireRow>({})
  const filtering = {
    applied: flat.query.filters,
    titles,
    env,
    onApply: flat.setFilters,
    onClear: flat.clear,
    onTitles: setTitles,
  }
  const tree = useMemo(
    () => nested(flat.rows, part.resources[view.resource]?.tree?.parent),
    [flat.rows, part, view.resource],
  )
  const [open, setOpen] = useOpenRows(tree, flat.state)
  const actions = useActions({
    actions: view.actions,
    resource: view.resource,
    asked: flat.asked,
    onDone: flat.reload,
    params: { ...titles, ...flat.query.filters, ...scope.given },
  })
  const buttons = useButtons(actions, env)
  const [opened, setOpened] = useState<number>()
  const onOpen = useCallback((row: WireRow) => setOpened(row.id as number), [])
  const drag = useTreeDrag(view, tree, flat.reload)
  const head = buttons.ofHead()
  const list = { ...flat, rows: tree }
  const common = {
    env,
    selectable: buttons.hasBatch,
    onOpen: view.drawer ? onOpen : undefined,
    buttonsOf: buttons.hasRow ? buttons.ofRow : undefined,
    empty: <Empty list={list} first={head.find((button) => button.why === undefined)} />,
  }
  const root = scope.setQuery !== undefined
  return (
    <section className={root ? 'at-list at-list-root' : 'at-list'}>
      <FilterBar
        filtering={filtering}
        offered={view.filters}
        filtered={flat.filtered}
        phone={phone}
        active={root && scope.active}
      >
        {flat.changed > 0 && (
          <button type="button" className="at-pill" onClick={flat.reload}>
            {t('changed', { count: flat.changed })}
          </button>
        )}
        <span className="at-head-buttons">
          <HeadButtons buttons={head} beside={phone ? 0 : 2} />
        </span>
        {!phone && (
          <span className="at-tools">
            <Button type="text" onClick={() => setOpen(open.length > 0 ? [] : rowsOf(tree).map((row) => row.id))}>
              {t(open.length > 0 ? 'foldAll' : 'unfoldAll')}
            </Button>
            <ColumnSettings list={flat} />
          </span>
        )}
      </FilterBar>
      {phone ? (
        <Cards {...common} list={{ ...flat, rows: rowsOf(tree) }} />
      ) : (
        <div className="at-fill" {...drag}>
          <Grid {...common} list={list} fills={root} tree={{ open, setOpen: (keys) => setOpen(keys as number[]) }} />
        </div>
      )}
      <ActionDialog actions={actions} />
      {view.drawer && opened !== undefined && (
        <RowDrawer
          view={view.drawer}
          id={opened}
          rows={rowsOf(tree)}
          buttonsOf={buttons.hasRow ? buttons.ofRow : undefined}
          onMove={setOpened}
          onClose={() => setOpened(undefined)}
          version={flat.rows.find((row) => row.id === opened)?.version}
        />
      )}
    </section>
  )
}

/** Small trees stand open, large ones show their first level; after that a person decides. */
const SMALL = 60

function useOpenRows(tree: ReturnType<typeof nested>, state: string): [number[], (keys: number[]) => void] {
  const [chosen, setChosen] = useState<number[]>()
  const usual = useMemo(() => {
    const all = rowsOf(tree)
    return (all.length <= SMALL ? all : tree).filter((row) => row.children).map((row) => row.id)
  }, [tree])
  return [state === 'first' ? [] : (chosen ?? usual), setChosen]
}
