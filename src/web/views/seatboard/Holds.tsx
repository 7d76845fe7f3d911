import { useMemo } from 'react'
import type { SeatboardView } from '../../../model/model.ts'
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
  if (rows.rows.length === 0) return <ActionDialog actions={actions} />
  const show = (row: WireRow): Press[] =>
    showing ? [{ key: 'show', label: t('showIt'), press: () => showing(row) }] : []
  return (
    <ul className="at-holds" aria-label={t('holding')}>
      {rows.rows.map((row) => (
        <Hold key={String(row.id)} holds={holds} row={row} buttons={[...buttons.ofRow(row), ...show(row)]} />
      ))}
      <ActionDialog actions={actions} />
    </ul>
  )
}

function Hold({ holds, row, buttons }: Pick<HoldsProps, 'holds'> & { row: WireRow; buttons: Press[] }) {
  const cells = useCells()
  const left = useCountdown(row[holds.until])
  const words = holds.view.columns.map((column) => cellText(column, row, cells)).filter(Boolean)
  return (
    <li className={left?.soon ? 'at-hold at-hold-soon' : 'at-hold'}>
      <span>{words.join(' ')}</span>
      {left && <span className="at-count">{left.text}</span>}
      <RowButtons buttons={buttons} />
    </li>
  )
}
