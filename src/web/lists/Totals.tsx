import { ProTable } from '@ant-design/pro-components'
import type { ColumnModel } from '../../model/model.ts'
import { useRecordCells } from '../fields/context.tsx'
import { useT } from '../fields/sentences.ts'
import type { CellContext } from '../fields/types.ts'
import { totalText } from './columns.tsx'
import type { ListHandle } from './useList.ts'

/** Whether something is said of what a list adds up. */
export const isTotalled = ({ rows, columns, totals, totalsMore }: ListHandle): boolean =>
  rows.length > 0 && columns.some((column) => column.total && (totalsMore || totals[column.path] !== undefined))

/** The same sums where there are no columns, above cards: in a line that stays in sight. */
export function TotalsLine({ list }: { list: ListHandle }) {
  const t = useT()
  const cells = useRecordCells()
  if (!isTotalled(list)) return null
  const { columns, totals, totalsMore, addUp } = list
  return (
    <div className="at-totals" role="group" aria-label={t('totals')}>
      <span className="at-quiet">{t('totals')}</span>
      {totalsMore ? (
        <AddUp onPress={addUp} />
      ) : (
        columns.flatMap((column) => {
          const total = totalText(column, totals, cells)
          return total ? (
            <span key={column.path}>
              {column.label[cells.lang]} <b>{total}</b>
            </span>
          ) : (
            []
          )
        })
      )}
    </div>
  )
}

interface Totals {
  shown: readonly ColumnModel[]
  totals: ListHandle['totals']
  addUp: (() => void) | undefined
  columns: { key?: React.Key; align?: string; className?: string }[]
  selectable: boolean
}

/**
 * Sums over the whole filter, below their columns. `addUp` requests them when they did not come with the rows. A function
 * and no component: the kit keeps only a summary in sight that it is given itself.
 */
export function totalsRow(
  { shown, totals, addUp, columns, selectable }: Totals,
  cells: CellContext,
  t: ReturnType<typeof useT>,
) {
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
              className={column.className}
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
