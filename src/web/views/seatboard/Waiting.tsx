import { Input } from 'antd'
import { useEffect, useMemo } from 'react'
import type { ListView, SeatboardView } from '../../../model/model.ts'
import { useText } from '../../core/i18n.ts'
import { boundValues } from '../../fields/bounds.ts'
import { useCells } from '../../fields/context.tsx'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { pressOrSay } from '../../lists/buttons.tsx'
import { cellText } from '../../lists/columns.tsx'
import { useReload, useRows, type Rows } from '../../lists/useRows.ts'
import { ActionDialog } from '../actions/ActionDialog.tsx'
import { useActions } from '../actions/useActions.ts'
import { useScope } from '../scope.tsx'
import { useButtons } from '../useButtons.ts'
import { useSought } from './sought.ts'
import type { Hand } from './useHand.ts'

/** So many free places are offered. */
const NEXT = 6

interface WaitingProps {
  view: SeatboardView
  waiting: NonNullable<SeatboardView['waiting']>
  hand: Hand
  wire: WireRow
  /** Grows with each write on the board. */
  round: number
  onDone: () => void
}

/** Who waits for a seat: one is chosen, and the next free places for them are offered. */
export function Waiting({ view, waiting, hand, wire, round, onDone }: WaitingProps) {
  const t = useT()
  const text = useText()
  const list = waiting.view
  const { rows, filter, narrowed, narrow } = useSought(list, round)
  useStillWaiting(rows, !narrowed, hand)
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
          aria-label={text(filter.label)}
        />
      )}
      {hand.chosen && view.find && (
        <Find key={String(hand.chosen.id)} find={view.find} hand={hand} wire={wire} round={round} onDone={onDone} />
      )}
      <ul className="at-waiting-rows">
        {rows.rows.map((row) => (
          <li key={String(row.id)}>
            <WaitingRow view={list} row={row} chosen={hand.chosen?.id === row.id} onChoose={hand.choose} />
          </li>
        ))}
      </ul>
      {rows.state === 'ready' && rows.rows.length === 0 && <p className="at-empty">{t('waitingNone')}</p>}
    </aside>
  )
}

/** Who got a seat waits no more. `whole`: the list is not narrowed. */
function useStillWaiting({ rows, state }: Rows, whole: boolean, { chosen, choose }: Hand): void {
  const gone = whole && state === 'ready' && chosen !== undefined && rows.every(({ id }) => id !== chosen.id)
  useEffect(() => {
    if (gone) choose(undefined)
  })
}

function WaitingRow({
  view,
  row,
  chosen,
  onChoose,
}: {
  view: ListView
  row: WireRow
  chosen: boolean
  onChoose: (row: WireRow | undefined) => void
}) {
  const cells = useCells()
  const [first, ...rest] = view.columns.map((column) => cellText(column, row, cells)).filter(Boolean)
  return (
    <button
      type="button"
      className="at-waiting-row"
      aria-pressed={chosen}
      onClick={() => onChoose(chosen ? undefined : row)}
    >
      <b>{first}</b>
      <small>{rest.join(' · ')}</small>
    </button>
  )
}

/** The next free places for who is chosen, as buttons that take one. */
function Find({
  find,
  hand,
  wire,
  round,
  onDone,
}: {
  find: ListView
  hand: Hand
  wire: WireRow
  round: number
  onDone: () => void
}) {
  const t = useT()
  const cells = useCells()
  const { part, env, active } = useScope()
  const call = part.calls[find.call]
  const input = useMemo(() => {
    const taken = new Set(call?.input.map(({ name }) => name))
    const given = { ...wire, ...hand.params }
    const fitting = Object.entries(given).filter(([name]) => taken.has(name))
    return { ...boundValues(find.with, env), ...Object.fromEntries(fitting) }
  }, [call, find, env, wire, hand.params])
  const rows = useRows(call?.path, input, active)
  useReload(rows.reload, round)
  const actions = useActions({ actions: find.actions, resource: find.resource, params: hand.params, onDone })
  const buttons = useButtons(actions, env)
  return (
    <section className="at-find-next" aria-label={t('nextFree')}>
      <h4>{t('nextFree')}</h4>
      {rows.rows.slice(0, NEXT).map((row) => {
        const [button] = buttons.ofRow(row)
        const words = find.columns.map((column) => cellText(column, row, cells)).filter(Boolean)
        return (
          <button
            key={String(row.id)}
            type="button"
            className="at-link"
            aria-label={[button?.label, ...words].join(' ')}
            onClick={() => button && pressOrSay(button)}
          >
            {words.join(' ')}
          </button>
        )
      })}
      {rows.state === 'ready' && rows.rows.length === 0 && <p className="at-quiet">{t('noneFree')}</p>}
      <ActionDialog actions={actions} />
    </section>
  )
}
