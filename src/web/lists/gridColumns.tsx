import type { ProColumns } from '@ant-design/pro-components'
import { useId, useMemo, useState, type ReactNode, type ThHTMLAttributes } from 'react'
import type { Env } from '../../model/expr/evaluate.ts'
import type { ColumnModel } from '../../model/model.ts'
import { useRecordCells } from '../fields/context.tsx'
import { fieldView } from '../fields/lookup.ts'
import { saysAmounts } from '../fields/rowCells.tsx'
import { useT } from '../fields/sentences.ts'
import type { CellContext, WireRow } from '../fields/types.ts'
import { RowButtons, widthOfButtons, type Press } from './buttons.tsx'
import { CELL, cellText, drawCell, leastWidth, nameText, totalText, widthOf } from './columns.tsx'
import { textWidth } from './textWidth.ts'
import { FIGURE, figureName } from './useCovered.ts'
import type { ListHandle } from './useList.ts'

/** A column of the table. `width` in px. */
export type GridColumn = ProColumns<WireRow> & { width: number }

/** Says which worked-out number a cell holds. */
export const WORKED = 'data-worked'

/** The context in which the columns of a table are made. */
interface ColumnsSource {
  list: ListHandle
  env: Env
  buttonsOf?: (row: WireRow) => Press[]
  /** Draws a cell that is edited in place, or undefined for the usual cell. */
  editing?: (column: ColumnModel, row: WireRow) => ReactNode
}

/** No value type: ProTable then passes the column to the table unchanged, with our cells and our sorting. */
const NO_VALUE_TYPE: object = { valueType: null }
const PLAIN = NO_VALUE_TYPE as Partial<GridColumn>

/**
 * The columns of the table with their widths and their order, and the column of buttons last. `room`: what they may
 * take together before the table scrolls (px).
 */
export function useGridColumns({ list, env, buttonsOf, editing }: ColumnsSource, room: number): GridColumn[] {
  const cells = useRecordCells()
  const t = useT()
  const table = useId()
  const widths = useWidths(list, cells)
  const { columns, rows, query, view } = list
  return useMemo(() => {
    const pressed = buttonsOf && rows.some((row) => buttonsOf(row).length > 0)
    const buttons = pressed ? [buttonsColumn(rows, buttonsOf, t('actions'))] : []
    const sizes = widths(columns, room - (buttons[0]?.width ?? 0))
    const worked = new Set(cells.resources[view.resource]?.worked)
    const made = columns.map((column, at) => ({
      ...plainColumn(column, cells),
      ...sorting(column, query.sort, view.sort),
      ...sizes[at]!,
      ...(at === 0 ? { fixed: 'left' as const } : {}),
      ...(worked.has(column.path) ? { onCell: marked(column.path) } : {}),
      className: isFigure(column) ? `${FIGURE} ${figureName(table, at)}` : undefined,
      render: (_dom: unknown, row: WireRow) => editing?.(column, row) ?? drawCell(column, row, cells, env),
    }))
    return [...made, ...buttons]
  }, [columns, rows, query.sort, view.sort, view.resource, widths, cells, t, env, buttonsOf, editing, room, table])
}

/** The same mark for every row. */
function marked(path: string): () => object {
  const mark = { [WORKED]: path }
  return () => mark
}

/** A value that is misread when only a part of it is seen. */
const isFigure = ({ field }: ColumnModel): boolean => {
  const { align, widest } = fieldView(field.type)
  return align === 'right' || widest !== undefined
}

/**
 * Widths that fit into the room where the usual ones do not, as long as no text is cut for it: each column gives of
 * what its rows leave free. Nothing where even that is not enough.
 */
function narrowed(widths: readonly number[], least: readonly number[], room: number): number[] | undefined {
  const free = widths.map((width, at) => Math.max(width - least[at]!, 0))
  const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0)
  const over = sum(widths) - room
  if (over > sum(free)) return undefined
  return widths.map((width, at) => width - Math.ceil((free[at]! * over) / sum(free)))
}

/**
 * The widths of columns that do not fit into the room: as many as can are in sight, each with the least it needs, and
 * share what is left, so that the next one begins behind the fixed column and none stands half under it.
 */
function fitted(widths: readonly number[], least: readonly number[], room: number): number[] {
  const ends = least.map((_width, at) => least.slice(0, at + 1).reduce((sum, one) => sum + one, 0))
  const seen = ends.filter((end) => end <= room).length
  if (seen === 0) return [...widths]
  const left = Math.floor(room - ends[seen - 1]!)
  const each = Math.floor(left / seen)
  return widths.map((width, at) => (at >= seen ? width : least[at]! + each + (at === 0 ? left - each * seen : 0)))
}

const plainColumn = (column: ColumnModel, cells: CellContext) => ({
  ...PLAIN,
  key: column.path,
  title: column.label[cells.lang],
  align: fieldView(column.field.type).align,
  ellipsis: false,
})

const TURNS: ('ascend' | 'descend')[] = ['ascend', 'descend', 'ascend']

const defaultSort = (sort: readonly string[]) =>
  sort[0] ? { field: sort[0].replace(/^-/, ''), down: sort[0].startsWith('-') } : undefined

/** The sort order of a column. `usual`: the order of the view. */
function sorting({ path, sort }: ColumnModel, chosen: ListHandle['query']['sort'], usual: readonly string[]) {
  const now = chosen ?? defaultSort(usual)
  const order = now?.down ? ('descend' as const) : ('ascend' as const)
  return {
    sorter: sort,
    // Without an order the list comes in its usual one: that column can only be reversed.
    sortDirections: defaultSort(usual)?.field === path ? TURNS : undefined,
    sortOrder: now?.field === path ? order : null,
  }
}

/** The widths of columns: dragged, stored, else what their cells need; as long as nobody chose, none is cut. */
function useWidths({ prefs: { widths }, setPrefs, totals, rows }: ListHandle, cells: CellContext) {
  const [dragged, setDragged] = useState<{ path: string; width: number }>()
  return useMemo(() => {
    const needed = (column: ColumnModel): number =>
      dragged?.path === column.path
        ? dragged.width
        : widthOf(column, widths, cells, {
            figures: [totalText(column, totals, cells), longestFigure(column, rows, cells)],
            names: rows.map((row) => nameText(column, row, cells)),
          })
    return (columns: readonly ColumnModel[], room: number) => {
      const own = dragged !== undefined || columns.some(({ path }) => path in widths)
      const sizes = columns.map(needed)
      const all = sizes.reduce((sum, one) => sum + one, 0)
      const squeezed = () => {
        const least = columns.map((column, at) =>
          leastWidth(column, { rows, total: totalText(column, totals, cells) }, cells, sizes[at]!),
        )
        return narrowed(sizes, least, room) ?? fitted(sizes, least, room)
      }
      const fit = own || room <= 0 || all <= room ? sizes : squeezed()
      return fit.map((width, at) => {
        const { path } = columns[at]!
        const head: HeaderProps = {
          width,
          onWidth: (next) => setDragged({ path, width: next }),
          onWidthDone: (next) => {
            setDragged(undefined)
            setPrefs({ widths: { ...widths, [path]: next } })
          },
        }
        return { width, onHeaderCell: (): object => head }
      })
    }
  }, [dragged, widths, setPrefs, totals, rows, cells])
}

/** The longest figure of a column, or the longest entries with their amounts: all digits are of one width. */
function longestFigure(column: ColumnModel, rows: readonly WireRow[], cells: CellContext): string {
  if (fieldView(column.field.type).align !== 'right' && !saysAmounts(column.field)) return ''
  return rows.map((row) => cellText(column, row, cells)).reduce((a, b) => (b.length > a.length ? b : a), '')
}

/** The column of buttons, as wide as the widest set. */
function buttonsColumn(rows: readonly WireRow[], buttonsOf: (row: WireRow) => Press[], title: string): GridColumn {
  const width = Math.max(...rows.map((row) => widthOfButtons(buttonsOf(row)) + CELL), textWidth(title, 500) + CELL)
  return {
    ...PLAIN,
    key: 'actions',
    title,
    width,
    fixed: 'right',
    className: 'at-actions',
    render: (_dom, row) => <RowButtons buttons={buttonsOf(row)} />,
  }
}

const LEAST = 48

interface HeaderProps {
  width?: number
  /** Called with every width while the edge is dragged. */
  onWidth?: (next: number) => void
  /** Called with the last width. */
  onWidthDone?: (next: number) => void
}

/** A heading whose right edge can be dragged to change the width. */
function HeaderCell({
  width,
  onWidth,
  onWidthDone,
  children,
  ...rest
}: ThHTMLAttributes<HTMLTableCellElement> & HeaderProps) {
  if (!onWidth || width === undefined) return <th {...rest}>{children}</th>
  const grab = (event: React.PointerEvent<HTMLSpanElement>) => {
    event.preventDefault()
    event.stopPropagation()
    const from = event.clientX
    const to = (at: number) => Math.max(LEAST, Math.round(width + at - from))
    const move = (next: PointerEvent) => onWidth(to(next.clientX))
    const drop = (last: PointerEvent) => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', drop)
      onWidthDone?.(to(last.clientX))
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

/** Our own parts of the table. */
export const GRID_PARTS = { header: { cell: HeaderCell } }
