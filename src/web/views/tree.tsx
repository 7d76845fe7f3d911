import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import type { ListView, TreeView } from '../../model/model.ts'
import { usePhone } from '../core/media.ts'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { Cards } from '../lists/Cards.tsx'
import { ColumnSettings } from '../lists/ColumnSettings.tsx'
import { Grid } from '../lists/Grid.tsx'
import { useList } from '../lists/useList.ts'
import { RowsFrame, rowsProps } from './RowsFrame.tsx'
import { Scoped, useScope } from './scope.tsx'
import { nested, rowsOf, type TreeRow } from './treeRows.ts'
import { placeIn, useRowsWork } from './useRowsWork.ts'
import { useTreeDrag } from './useTreeDrag.ts'
import './views.css'
import '../lists/lists.css'

/** Rows in a tree. */
export function TreeScreen({ view }: { view: TreeView }) {
  return (
    <Scoped>
      <Body view={view} />
    </Scoped>
  )
}

/** A tree is a list without pages whose rows are nested. */
const asList = (view: TreeView): ListView => ({ ...view, view: 'list', sort: [], layout: 'table', inline: [] })

/** The state of a tree, with nested rows. */
function useTreeWork(view: TreeView) {
  const scope = useScope()
  const listView = useMemo(() => asList(view), [view])
  const list = useList(listView, { ...placeIn(scope, view), tree: true })
  const parent = scope.part.resources[view.resource]?.tree?.parent
  const tree = useMemo(() => nested(list.rows, parent), [list.rows, parent])
  const opened = useState<number>()
  const work = useRowsWork(view, list, opened, { fixed: scope.fixed })
  return { work, tree }
}

function Body({ view }: { view: TreeView }) {
  const phone = usePhone()
  const { setQuery } = useScope()
  const { work, tree } = useTreeWork(view)
  const { list, opened } = work
  const [, setOpened] = opened
  const [open, setOpen] = useOpenRows(tree, list.state)
  const onOpen = useCallback((row: WireRow) => setOpened(row.id as number), [setOpened])
  const drag = useTreeDrag(view, tree, list.reload)
  const nestedList = { ...list, rows: tree }
  const props = rowsProps(work, nestedList, view.drawer ? onOpen : undefined)
  const root = setQuery !== undefined
  return (
    <RowsFrame
      work={work}
      fills={root}
      offered={view.filters}
      tools={
        <>
          <FoldAll tree={tree} open={open} setOpen={setOpen} />
          <ColumnSettings list={list} />
        </>
      }
      drawer={view.drawer}
      rows={rowsOf(tree)}
    >
      {phone ? (
        <Cards {...props} list={{ ...list, rows: rowsOf(tree) }} />
      ) : (
        <div className="at-fill" {...drag}>
          <Grid {...props} fills={root} tree={{ open, setOpen: (keys) => setOpen(keys as number[]) }} />
        </div>
      )}
    </RowsFrame>
  )
}

function FoldAll({
  tree,
  open,
  setOpen,
}: {
  tree: readonly TreeRow[]
  open: readonly number[]
  setOpen: (keys: number[]) => void
}) {
  const t = useT()
  return (
    <Button type="text" onClick={() => setOpen(open.length > 0 ? [] : rowsOf(tree).map((row) => row.id))}>
      {t(open.length > 0 ? 'foldAll' : 'unfoldAll')}
    </Button>
  )
}

/** Small trees start expanded, large ones show their first level; then the person decides. */
const SMALL = 60

function useOpenRows(tree: readonly TreeRow[], state: string): [number[], (keys: number[]) => void] {
  const [chosen, setChosen] = useState<number[]>()
  const usual = useMemo(() => {
    const all = rowsOf(tree)
    return (all.length <= SMALL ? all : tree).filter((row) => row.children).map((row) => row.id)
  }, [tree])
  return [state === 'first' ? [] : (chosen ?? usual), setChosen]
}
