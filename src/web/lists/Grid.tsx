import { ProTable } from '@ant-design/pro-components'
import { memo, useEffect, useMemo, type MouseEvent, type ReactNode } from 'react'
import type { Env } from '../../model/expr/evaluate.ts'
import type { ColumnModel } from '../../model/model.ts'
import { copyText } from '../core/copy.ts'
import { useText } from '../core/i18n.ts'
import { useNewest } from '../core/newest.ts'
import { askedClicked, copyClicked } from '../fields/cells.tsx'
import { revealNumber } from '../fields/reveal.ts'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import type { Press } from './buttons.tsx'
import { GRID_PARTS, useGridColumns, type GridColumn } from './gridColumns.tsx'
import { useWayToRows, walkProps } from './keys.ts'
import { useCells } from '../fields/context.tsx'
import { isTotalled, totalsRow } from './Totals.tsx'
import { useCovered } from './useCovered.ts'
import { scrollbarWidth, useSize } from './useSize.ts'
import type { ListHandle } from './useList.ts'

interface GridProps {
  list: ListHandle
  env: Env
  /** The table fills the remaining height, and its rows scroll inside. */
  fills: boolean
  buttonsOf?: (row: WireRow) => Press[]
  onOpen?: (row: WireRow) => void
  selectable: boolean
  expand?: (row: WireRow) => ReactNode
  /** Draws a cell that is edited in place, or undefined for the usual cell. */
  editing?: (column: ColumnModel, row: WireRow) => ReactNode
  empty: ReactNode
  /** The rows form a tree. */
  tree?: { open: readonly React.Key[]; setOpen: (keys: React.Key[]) => void }
}

const ROW = { compact: 30, normal: 38, roomy: 46 } as const
const HEAD = { compact: 33, normal: 39, roomy: 39 } as const
/** With more cells than this only the visible rows are drawn. */
const MANY_CELLS = 1200
const UNFILLED = 600
const LOWEST = 160
const SELECTION = 40
/** The column of the kit that unfolds a row (px). */
const UNFOLDING = 48

/** The rows as a table. Search form, toolbar, alert and card of ProTable are our own (docs/decisions/0020). */
export function Grid(props: GridProps) {
  const { list, fills, selectable, expand, empty, tree } = props
  const opens = props.onOpen !== undefined
  const t = useT()
  const text = useText()
  const [box, { width = 0, height }] = useSize<HTMLDivElement>()
  useInertMeasuring(box)
  useReached(box)
  useWayToRows(box)
  const columns = useGridColumns(props, width - besides(props))
  const covered = useCovered(box, columns)
  const newest = useNewest(props)
  const handlers = useMemo(() => handlersOf(newest, () => t('copied')), [newest, t])
  return (
    <div
      ref={box}
      className={`at-table at-walk at-${list.prefs.density}${list.state === 'busy' ? ' at-busy' : ''}${fills ? ' at-fills' : ''}`}
      role="group"
      aria-label={text(list.view.label)}
      aria-busy={list.state === 'busy' || list.state === 'first'}
      data-covered={covered.length > 0 || undefined}
      {...walkProps({ onOpen: opens ? handlers.open : undefined, onChoose: selectable ? handlers.choose : undefined })}
    >
      {covered.length > 0 && <style>{unseen(covered)}</style>}
      <Table
        columns={columns}
        rows={list.rows}
        selected={selectable ? list.selected : undefined}
        marked={list.selected}
        none={list.rows.length === 0 ? empty : undefined}
        expand={expand}
        open={tree?.open}
        setOpen={tree?.setOpen}
        opens={opens}
        handlers={handlers}
        shown={isTotalled(list) ? list.columns : undefined}
        totals={list.totals}
        addUp={list.totalsMore ? list.addUp : undefined}
        {...sizeOf(props, columns, height)}
      />
    </div>
  )
}

/** Draws nothing in these columns but their headings. */
const unseen = (names: readonly string[]): string =>
  `${names.flatMap((name) => [`.${name}:not(th)`, `.${name}:not(th) *`]).join()}{color:transparent!important}`

/** The width of the columns of the kit, and of the scrollbar of a table that fills (px). */
const besides = ({ fills, selectable, expand }: GridProps): number =>
  (selectable ? SELECTION : 0) + (expand ? UNFOLDING : 0) + (fills ? scrollbarWidth() : 0)

/** The kit measures widths in a hidden row that repeats the headings; their controls must not take the focus. */
function useInertMeasuring(box: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    for (const row of box.current?.querySelectorAll<HTMLElement>('.ant-table-measure-row') ?? []) row.inert = true
  })
}

const SCROLLS = '.ant-table-body, .ant-table-content, .ant-table-tbody-virtual-holder'
const REACHED = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]'

/** Rows that scroll and have nothing in them to press are reached themselves, else keys could not scroll them. */
function useReached(box: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    for (const rows of box.current?.querySelectorAll<HTMLElement>(SCROLLS) ?? []) {
      if (rows.querySelector(REACHED)) rows.removeAttribute('tabindex')
      else rows.tabIndex = 0
    }
  })
}

/** Width and height of the table (px), and whether only the visible rows are drawn. `height`: the remaining height of the page. */
function sizeOf(
  { list, fills, selectable, expand, tree }: GridProps,
  columns: readonly GridColumn[],
  height: number | undefined,
): { width: number; full: number | undefined; virtual: boolean } {
  const foot = isTotalled(list) ? ROW[list.prefs.density] : 0
  const room = (fills ? (height ?? UNFILLED) : UNFILLED) - HEAD[list.prefs.density] - foot
  const virtual = !tree && !expand && list.rows.length * columns.length > MANY_CELLS
  return {
    width: columns.reduce((sum, column) => sum + column.width, 0) + (selectable ? SELECTION : 0),
    full: !fills && !virtual ? undefined : Math.max(room, LOWEST),
    virtual,
  }
}

interface TableProps {
  columns: GridColumn[]
  rows: WireRow[]
  /** The chosen rows, where rows can be chosen. */
  selected: ListHandle['selected'] | undefined
  /** The chosen rows, also where one is chosen by a press of it. */
  marked: ListHandle['selected']
  none: ReactNode
  expand: GridProps['expand']
  open: Tree['open'] | undefined
  setOpen: Tree['setOpen'] | undefined
  opens: boolean
  handlers: Handlers
  /** The columns above the totals, where there are totals. */
  shown: readonly ColumnModel[] | undefined
  totals: ListHandle['totals']
  addUp: (() => void) | undefined
  width: number
  full: number | undefined
  virtual: boolean
}

/** Redrawn only when its content changed: a list may have thousands of cells. */
const Table = memo(function Table(props: TableProps) {
  const { columns, rows, selected, marked, opens, handlers, shown, width, full } = props
  const rowSelection = useRowSelection(rows, selected, handlers)
  const cells = useCells()
  const t = useT()
  return (
    <ProTable<WireRow>
      search={false}
      options={false}
      toolBarRender={false}
      tableAlertRender={false}
      ErrorBoundary={false}
      rowKey="id"
      size="small"
      pagination={false}
      tableLayout="fixed"
      columns={columns}
      dataSource={rows}
      virtual={props.virtual}
      scroll={{ x: width, y: full }}
      components={GRID_PARTS}
      showSorterTooltip={false}
      locale={{ emptyText: props.none }}
      rowSelection={rowSelection}
      expandable={expansion(props.expand, props.open, props.setOpen)}
      onRow={(row) => ({
        tabIndex: -1,
        className: `${opens ? 'at-opens' : ''} ${marked.has(row.id) ? 'ant-table-row-selected' : ''}`.trim(),
        onClick: (event: MouseEvent) => handlers.click(event, row),
      })}
      onChange={(_pages, _filters, sorter) => handlers.sort(Array.isArray(sorter) ? sorter[0] : sorter)}
      summary={
        shown &&
        (() =>
          totalsRow(
            { shown, totals: props.totals, addUp: props.addUp, columns, selectable: selected !== undefined },
            cells,
            t,
          ))
      }
    />
  )
})

/** The column of checkboxes, where rows can be chosen. */
function useRowSelection(rows: readonly WireRow[], selected: ListHandle['selected'] | undefined, handlers: Handlers) {
  const t = useT()
  return (
    selected && {
      columnWidth: SELECTION,
      getTitleCheckboxProps: (): object => ({ 'aria-label': t('chooseAll') }),
      fixed: true,
      selectedRowKeys: [...selected.keys()] as React.Key[],
      preserveSelectedRowKeys: true,
      onChange: (_keys: unknown, chosen: WireRow[]) => handlers.select(chosen.filter(Boolean)),
      getCheckboxProps: (row: WireRow): object => ({ 'aria-label': t('chooseRow', { at: rows.indexOf(row) + 1 }) }),
    }
  )
}

type Handlers = ReturnType<typeof handlersOf>

/** The event handlers of the table; the same functions at every drawing. */
function handlersOf(newest: { readonly current: GridProps }, copied: () => string) {
  const byKey = (key: string) => newest.current.list.rows.find((row) => String(row.id) === key)
  return {
    open: (key: string) => {
      const row = byKey(key)
      if (row) newest.current.onOpen?.(row)
    },
    choose: (key: string) => {
      const { list } = newest.current
      list.select(toggled(list, byKey(key)))
    },
    select: (rows: WireRow[]) => newest.current.list.select(rows),
    click: (event: MouseEvent, row: WireRow) => clicked(event, row, newest.current, copied()),
    sort: (by: { order?: 'ascend' | 'descend' | null; columnKey?: React.Key } | undefined) =>
      newest.current.list.setSort(
        by?.order ? { field: String(by.columnKey), down: by.order === 'descend' } : undefined,
      ),
  }
}

type Tree = NonNullable<GridProps['tree']>

function expansion(expand: GridProps['expand'], open: Tree['open'] | undefined, setOpen: Tree['setOpen'] | undefined) {
  if (open)
    return {
      expandedRowKeys: [...open],
      onExpandedRowsChange: (keys: readonly React.Key[]) => setOpen?.([...keys]),
      indentSize: 20,
    }
  return expand ? { expandedRowRender: expand } : undefined
}

function toggled(list: ListHandle, row: WireRow | undefined): WireRow[] {
  const chosen = new Map(list.selected)
  if (!row) return [...chosen.values()]
  if (chosen.has(row.id)) chosen.delete(row.id)
  else chosen.set(row.id, row)
  return [...chosen.values()]
}

/** A click asks for what is masked, copies what copies, leaves what has a meaning of its own alone, and else opens the row. */
function clicked(event: MouseEvent, row: WireRow, { list, onOpen }: GridProps, copied: string): void {
  const asked = askedClicked(event.target)
  if (asked !== undefined) {
    event.preventDefault()
    return void revealNumber(list.view.resource, row.id, asked)
  }
  const text = copyClicked(event.target)
  if (text !== undefined) return copyText(text, `${copied} ${text}`)
  const own =
    event.target instanceof Element &&
    event.target.closest('button, a, input, label, .ant-select, .ant-picker, .at-editing, .ant-table-selection-column')
  if (own || String(getSelection())) return
  onOpen?.(row)
}
