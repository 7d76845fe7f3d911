import { useCallback, useEffect, useMemo } from 'react'
import type { SeatboardView } from '../../../model/model.ts'
import { notice } from '../../core/feedback.tsx'
import { boundValues } from '../../fields/bounds.ts'
import { useCells } from '../../fields/context.tsx'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { RowButtons, type Press } from '../../lists/buttons.tsx'
import { cellText } from '../../lists/columns.tsx'
import { useReload, useRows } from '../../lists/useRows.ts'
import { ActionDialog } from '../actions/ActionDialog.tsx'
import { useActions } from '../actions/useActions.ts'
import { useScope } from '../scope.tsx'
import { useButtons } from '../useButtons.ts'
import { useLive } from '../useLive.ts'
import { useShowing } from './showing.ts'
import { useCountdown } from './useSecond.ts'

interface HoldsProps {
  view: SeatboardView
  holds: NonNullable<SeatboardView['holds']>
  params: WireRow
  /** Grows with each write on the board. */
  round: number
  onDone: () => void
  /** Shows another board by its filters. */
  onShow: (filters: WireRow) => void
}

/** What this person keeps, on every day and board in sight, with the time that is left. */
export function Holds({ view, holds, params, round, onDone, onShow }: HoldsProps) {
  const t = useT()
  const { part, env, active } = useScope()
  const list = holds.view
  const input = useMemo(() => boundValues(list.with, env), [list, env])
  const rows = useRows(part.calls[list.call]?.path, input, active)
  useReload(rows.reload, round)
  useLive(view.live, rows.reload)
  const actions = useActions({ actions: list.actions, resource: list.resource, params, onDone })
  const buttons = useButtons(actions, env)
  const showing = useShowing(list, onShow)
  const { reload } = rows
  const over = useCallback(
    (key: string, name: string) => {
      notice({ key, title: t('holdOver'), text: t('holdOverText', { name }) })
      reload()
    },
    [reload, t],
  )
  const show = (row: WireRow): Press[] =>
    showing ? [{ key: 'show', label: t('showIt'), press: () => showing(row) }] : []
  return (
    <>
      {rows.rows.length > 0 && (
        <ul className="at-holds" aria-label={t('holding')}>
          {rows.rows.map((row) => (
            <Hold
              key={String(row.id)}
              holds={holds}
              row={row}
              buttons={[...buttons.ofRow(row), ...show(row)]}
              onOver={over}
            />
          ))}
        </ul>
      )}
      {/* Of its own place: what is booked leaves the list while the dialog closes. */}
      <ActionDialog actions={actions} />
    </>
  )
}

interface HoldProps extends Pick<HoldsProps, 'holds'> {
  row: WireRow
  buttons: Press[]
  onOver: (key: string, name: string) => void
}

/** One that is kept; gone once its time is over, whatever the list still says. */
function Hold({ holds, row, buttons, onOver }: HoldProps) {
  const cells = useCells()
  const left = useCountdown(row[holds.until])
  const words = holds.view.columns.map((column) => cellText(column, row, cells)).filter(Boolean)
  const key = `over-${row.id}`
  const name = words.join(' ')
  const over = left?.over ?? false
  useEffect(() => {
    if (over) onOver(key, name)
  }, [over, onOver, key, name])
  if (over) return null
  return (
    <li className={left?.soon ? 'at-hold at-hold-soon' : 'at-hold'}>
      <span>{name}</span>
      {left && <span className="at-count">{left.text}</span>}
      <RowButtons buttons={buttons} />
    </li>
  )
}
