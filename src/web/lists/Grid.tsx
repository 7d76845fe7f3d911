import { ProTable, type ProColumns } from '@ant-design/pro-components'
import { useEffect, useMemo, useState, type MouseEvent, type ReactNode, type ThHTMLAttributes } from 'react'
import type { ColumnModel } from '../../model/model.ts'
import { say } from '../core/feedback.tsx'
import { useText } from '../core/i18n.ts'
import { useNewest } from '../core/newest.ts'
import { copyClicked } from '../fields/cells.tsx'
import { useCells } from '../fields/context.tsx'
import { fieldView } from '../fields/lookup.ts'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { RowButtons, widthOfButtons, type Press } from './buttons.tsx'
import { CELL, drawCell, totalText, widthOf } from './columns.tsx'
import { walkProps } from './keys.ts'
import type { Env } from '../../model/expr/evaluate.ts'
import type { ListHandle } from './useList.ts'
import { textWidth } from './textWidth.ts'
import { useHeight } from './useHeight.ts'

export interface GridProps {
  list: ListHandle
  env: Env
  /** The table takes the height that is left, its rows scroll inside. */
  fills: boolean
  buttonsOf?: (row: WireRow) => Press[]
  onOpen?: (row: WireRow) => void
  selectable: boolean
  expand?: (row: WireRow) => ReactNode
  /** Draws a cell that is edited in place, or nothing for the usual one. */
  editing?: (column: ColumnModel, row: WireRow) => ReactNode
  empty: ReactNode
  /** Rows hang below one another. */
  tree?: { open: readonly React.Key[]; setOpen: (keys: React.Key[]) => void }
}

const ROW = { compact: 32, normal: 38, roomy: 46 } as const
const HEAD = 39
/** With more cells than this only the rows in sight are drawn. */
const MANY_CELLS = 1200
const UNFILLED = 600
const SELECTION = 40

/** The rows as a table. Search form, toolbar, alert and card of ProTable are ours, around it (docs/decisions/0020). */
export function Grid(props: GridProps) {
  const { list, fills, selectable, expand, empty, tree } = props
  const { open, setOpen } = tree ?? {}
  const opens = props.onOpen !== undefined
  const t = useT()
  const text = useText()
  const [box, height] = useHeight<HTMLDivElement>()
  // The kit measures widths in a hidden row that repeats the headings, their controls included.
  useEffect(() => {
    for (const row of box.current?.querySelectorAll<HTMLElement>('.ant-table-measure-row') ?? []) row.inert = true
  })
  const columns = useColumns(props)
  const width = columns.reduce((sum, column) => sum + Number(column.width), 0) + (selectable ? SELECTION : 0)
  const totalled =
    list.rows.length > 0 &&
    list.columns.some((column) => column.total && (list.totalsMore || list.totals[column.path] !== undefined))
  const rowHeight = ROW[list.prefs.density]
  const room = (fills ? (height ?? UNFILLED) : UNFILLED) - HEAD - (totalled ? rowHeight : 0)
  const virtual = !tree && !expand && list.rows.length * columns.length > MANY_CELLS
  const full = !fills && !virtual ? undefined : Math.max(room, 160)
  const newest = useNewest(props)
  const handlers = useMemo(() => handlersOf(newest, () => t('copied')), [newest, t])
  const { rows, selected, totals, totalsMore, addUp } = list
  const none = rows.length === 0 ? empty : undefined
  // Drawn anew only when what it shows has changed: a list that is asked anew, or whose address changes, has thousands of cells.
  const table = useMemo(
    () => (
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
        virtual={virtual}
        scroll={{ x: width, y: full }}
        components={HEADER}
        showSorterTooltip={false}
        locale={{ emptyText: none }}
        rowSelection={
          selectable
            ? {
                columnWidth: SELECTION,
                fixed: true,
                selectedRowKeys: [...selected.keys()] as React.Key[],
                preserveSelectedRowKeys: true,
                onChange: (_keys, chosen) => handlers.select(chosen.filter(Boolean)),
                getCheckboxProps: (row) => ({ 'aria-label': t('chooseRow', { at: rows.indexOf(row) + 1 }) }) as object,
              }
            : undefined
        }
        expandable={expansion(expand, open, setOpen)}
        onRow={(row) => ({
          tabIndex: -1,
          className: opens ? 'at-opens' : undefined,
          onClick: (event: MouseEvent) => handlers.click(event, row),
        })}
        onChange={(_pages, _filters, sorter) => handlers.sort(Array.isArray(sorter) ? sorter[0] : sorter)}
        summary={
          totalled
            ? () => (
                <Totals
                  shown={list.columns}
                  totals={totals}
                  addUp={totalsMore ? addUp : undefined}
                  columns={columns}
                  selectable={selectable}
                />
              )
            : undefined
        }
      />
    ),
    [
      columns,
      rows,
      selected,
      totals,
      totalsMore,
      addUp,
      list.columns,
      virtual,
      width,
      full,
      none,
      selectable,
      expand,
      open,
      setOpen,
      opens,
      totalled,
      handlers,
      t,
    ],
  )
  return (
    <div
      ref={box}
      className={`at-table at-walk at-${list.prefs.density}${list.state === 'busy' ? ' at-busy' : ''}${fills ? ' at-fills' : ''}`}
      role="group"
      aria-label={text(list.view.label)}
      aria-busy={list.state === 'busy' || list.state === 'first'}
      {...walkProps({ onOpen: opens ? handlers.open : undefined, onChoose: selectable ? handlers.choose : undefined })}
    >
      {table}
    </div>
  )
}

/** What happens in the table; the same functions however often it is drawn. */
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
    click: (event: MouseEvent, row: WireRow) => clicked(event, row, newest.current.onOpen, copied()),
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

/** A click copies what copies, leaves what has a meaning of its own alone, and else opens the row. */
function clicked(event: MouseEvent, row: WireRow, onOpen: GridProps['onOpen'], copied: string): void {
  const text = copyClicked(event.target)
  if (text !== undefined) {
    void navigator.clipboard?.writeText(text).then(
      () => say.done(`${copied} ${text}`),
      () => undefined,
    )
    return
  }
  const own =
    event.target instanceof Element &&
    event.target.closest('button, a, input, label, .ant-select, .ant-picker, .at-editing, .ant-table-selection-column')
  if (own || String(getSelection())) return
  onOpen?.(row)
}

type GridColumn = ProColumns<WireRow> & { width: number }

/** No value type at all: ProTable then hands the column to the table as it is, its cells and its order our own. */
const PLAIN = null as unknown as undefined

function useColumns({ list, env, buttonsOf, editing }: GridProps): GridColumn[] {
  const cells = useCells()
  const t = useT()
  const [dragged, setDragged] = useState<{ path: string; width: number }>()
  const { columns, prefs, query, view, setPrefs } = list
  return useMemo(() => {
    const usual = query.sort ?? defaultSort(view.sort)
    const made = columns.map((column, at): GridColumn => {
      const width =
        dragged?.path === column.path
          ? dragged.width
          : widthOf(column, prefs.widths, cells, totalText(column, list.totals, cells))
      return {
        key: column.path,
        valueType: PLAIN,
        title: column.label[cells.lang],
        width,
        align: fieldView(column.field.type).align,
        fixed: at === 0 ? 'left' : undefined,
        ellipsis: false,
        sorter: column.sort,
        // Taking back the order in which the list comes anyway would change nothing: that column only turns round.
        sortDirections: defaultSort(view.sort)?.field === column.path ? TURNS : undefined,
        sortOrder: usual?.field === column.path ? (usual.down ? 'descend' : 'ascend') : null,
        onHeaderCell: () =>
          ({
            width,
            onDrag: (next: number) => setDragged({ path: column.path, width: next }),
            onDragged: (next: number) => {
              setDragged(undefined)
              setPrefs({ widths: { ...prefs.widths, [column.path]: next } })
            },
          }) as unknown as ThHTMLAttributes<HTMLElement>,
        render: (_dom, row) => editing?.(column, row) ?? drawCell(column, row, cells, env),
      }
    })
    if (!buttonsOf || list.rows.length === 0) return made
    const most = Math.max(
      ...list.rows.map((row) => widthOfButtons(buttonsOf(row)) + CELL),
      textWidth(t('actions'), 500) + CELL,
    )
    return [
      ...made,
      {
        key: 'actions',
        valueType: PLAIN,
        title: t('actions'),
        width: most,
        fixed: 'right',
        className: 'at-actions',
        render: (_dom, row) => <RowButtons buttons={buttonsOf(row)} />,
      },
    ]
  }, [
    columns,
    prefs.widths,
    query.sort,
    view.sort,
    dragged,
    cells,
    t,
    env,
    buttonsOf,
    editing,
    list.rows,
    list.totals,
    setPrefs,
  ])
}

const TURNS: ('ascend' | 'descend')[] = ['ascend', 'descend', 'ascend']

const defaultSort = (sort: readonly string[]) =>
  sort[0] ? { field: sort[0].replace(/^-/, ''), down: sort[0].startsWith('-') } : undefined

const LEAST = 48

/** A heading whose right edge is dragged to another width. */
function HeaderCell({
  width,
  onDrag,
  onDragged,
  children,
  ...rest
}: ThHTMLAttributes<HTMLTableCellElement> & {
  width?: number
  onDrag?: (next: number) => void
  onDragged?: (next: number) => void
}) {
  if (!onDrag || width === undefined) return <th {...rest}>{children}</th>
  const grab = (event: React.PointerEvent<HTMLSpanElement>) => {
    event.preventDefault()
    event.stopPropagation()
    const from = event.clientX
    const to = (at: number) => Math.max(LEAST, Math.round(width + at - from))
    const move = (next: PointerEvent) => onDrag(to(next.clientX))
    const drop = (last: PointerEvent) => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', drop)
      onDragged?.(to(last.clientX))
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', drop)
  }
  return (
    <th {...rest}>
      {children}
      <span className="at-resize" onPointerDown={grab} onClick={(event) => event.stopPropagation()} aria-hidden />
    </th>
  )
}

const HEADER = { header: { cell: HeaderCell } }

/** Sums over the whole filter, under their columns. `addUp`: they are not here, and come when asked for. */
function Totals({
  shown,
  totals,
  addUp,
  columns,
  selectable,
}: {
  shown: readonly ColumnModel[]
  totals: ListHandle['totals']
  addUp: (() => void) | undefined
  columns: { key?: React.Key; align?: string }[]
  selectable: boolean
}) {
  const cells = useCells()
  const t = useT()
  const byPath = new Map(shown.map((column) => [column.path, column]))
  const shift = selectable ? 1 : 0
  return (
    <ProTable.Summary fixed="bottom">
      <ProTable.Summary.Row>
        {selectable && <ProTable.Summary.Cell index={0} />}
        {columns.map((column, at) => {
          const model = byPath.get(String(column.key))
          const total = model?.total && addUp ? <AddUp onPress={addUp} /> : model && totalText(model, totals, cells)
          return (
            <ProTable.Summary.Cell
              key={String(column.key)}
              index={at + shift}
              align={column.align as 'right' | undefined}
            >
              {total || (at === 0 ? <span className="at-quiet">{t('totals')}</span> : null)}
            </ProTable.Summary.Cell>
          )
        })}
      </ProTable.Summary.Row>
    </ProTable.Summary>
  )
}

function AddUp({ onPress }: { onPress: () => void }) {
  const t = useT()
  return (
    <button type="button" className="at-link" title={t('addUpWhy')} onClick={onPress}>
      {t('addUp')}
    </button>
  )
}
