import { Input } from 'antd'
import type { ListView } from '../../../model/model.ts'
import { useText } from '../../core/i18n.ts'
import { useCells } from '../../fields/context.tsx'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { cellText } from '../../lists/columns.tsx'
import { useShowing } from './showing.ts'
import { useSought } from './sought.ts'

interface PlacedProps {
  list: ListView
  round: number
  /** Shows another board by its filters. */
  onShow: (filters: WireRow) => void
}

/** Who has a seat, wherever it is: a press shows the board with it. */
export function Placed({ list, round, onShow }: PlacedProps) {
  const t = useT()
  const text = useText()
  const cells = useCells()
  const { rows, filter, narrow } = useSought(list, round)
  const show = useShowing(list, onShow)
  return (
    <aside className="at-waiting" aria-label={text(list.label)}>
      <h3>
        {text(list.label)} <small className="at-quiet">{rows.total}</small>
      </h3>
      {filter && (
        <Input.Search
          size="small"
          allowClear
          onSearch={narrow}
          placeholder={text(filter.label)}
          aria-label={`${text(list.label)}: ${text(filter.label)}`}
        />
      )}
      <ul className="at-waiting-rows">
        {rows.rows.map((row) => {
          const [first, ...rest] = list.columns.map((column) => cellText(column, row, cells)).filter(Boolean)
          return (
            <li key={String(row.id)}>
              <button type="button" className="at-waiting-row" onClick={() => show?.(row)}>
                <b>{first}</b>
                <small>{rest.join(' · ')}</small>
              </button>
            </li>
          )
        })}
      </ul>
      {rows.state === 'ready' && rows.rows.length === 0 && <p className="at-empty">{t('placedNone')}</p>}
    </aside>
  )
}
