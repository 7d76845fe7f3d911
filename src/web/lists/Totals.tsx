import { ProTable } from '@ant-design/pro-components'
import type { ColumnModel } from '../../model/model.ts'
import { useCells } from '../fields/context.tsx'
import { useT } from '../fields/sentences.ts'
import { totalText } from './columns.tsx'
import type { ListHandle } from './useList.ts'

/** Sums over the whole filter, below their columns. `addUp` requests them when they did not come with the rows. */
export function Totals({
  shown,
  totals,
  addUp,
  columns,
  selectable,
}: {
  shown: readonly ColumnModel[]
  totals: ListHandle['totals']
  addUp: (() => void) | undefined
  columns: { key?: React.Key; align?: string; className?: string }[]
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
