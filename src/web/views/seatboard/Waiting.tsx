import { Input } from 'antd'
import { useEffect, useMemo, useRef } from 'react'
import type { ListView, SeatboardView } from '../../../model/model.ts'
import { useText } from '../../core/i18n.ts'
import { useNewest } from '../../core/newest.ts'
import { call, CallRefused } from '../../core/request.ts'
import { boundValues } from '../../fields/bounds.ts'
import { useCells } from '../../fields/context.tsx'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { pressOrSay } from '../../lists/buttons.tsx'
import { cellText } from '../../lists/columns.tsx'
import { fromAddress, wireFilters } from '../../lists/query.ts'
import { useReload, useRows, type Rows } from '../../lists/useRows.ts'
import { ActionDialog } from '../actions/ActionDialog.tsx'
import { useActions } from '../actions/useActions.ts'
import { useScope } from '../scope.tsx'
import { useButtons } from '../useButtons.ts'
import { useSought } from './sought.ts'
import type { Hand } from './useHand.ts'

/** So many free places are offered. */
const NEXT = 6
/** Among so many is who the address names. */
const ASKED = 50

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
  const { rows, filter, typed, narrow } = useSought(list, round)
  useStillWaiting(rows, typed, hand)
  useNamed(waiting, hand)
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

/** Who the address names is chosen: somebody came here to find them a seat. */
function useNamed({ view: list, sets }: NonNullable<SeatboardView['waiting']>, { choose }: Hand): void {
  const { part, env, params, active } = useScope()
  const path = part.calls[list.call]?.path
  const named = params[sets]
  const newest = useNewest({ env, params, choose })
  const asked = useRef<string>(undefined)
  useEffect(() => {
    if (!path || !named || !active || asked.current === named) return
    asked.current = named
    const { env, params, choose } = newest.current
    const said = list.filters.filter(({ name }) => params[name])
    const filters = Object.fromEntries(
      said.map((filter) => [filter.name, fromAddress(filter, params[filter.name], env.zone)]),
    )
    const input = { ...boundValues(list.with, env), ...wireFilters(said, filters), pageNO: 1, pageRows: ASKED }
    call<WireRow[]>(path, input, { loading: false, silent: true }).then(
      ({ data }) => choose(data.find(({ id }) => String(id) === named)),
      (error: unknown) => {
        if (!(error instanceof CallRefused)) throw error
      },
    )
  }, [path, named, active, list, newest])
}

/**
 * Who got a seat waits no more. Of a list that is narrowed or longer than what is in sight, only who stood in its rows
 * before is missed in those that came to the same question since.
 */
function useStillWaiting({ rows, state, total }: Rows, typed: string, { chosen, choose }: Hand): void {
  const seen = useRef({ rows, typed })
  useEffect(() => {
    if (state !== 'ready') return
    const before = seen.current
    if (before.rows !== rows) seen.current = { rows, typed }
    if (!chosen || stands(rows, chosen)) return
    const whole = typed === '' && rows.length >= total
    if (whole || (before.typed === typed && stands(before.rows, chosen))) choose(undefined)
  })
}

const stands = (rows: readonly WireRow[], { id }: WireRow): boolean => rows.some((row) => row.id === id)

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
  const asks = part.calls[find.call]
  const input = useMemo(() => {
    const taken = new Set(asks?.input.map(({ name }) => name))
    const given = { ...wire, ...hand.params }
    const fitting = Object.entries(given).filter(([name]) => taken.has(name))
    return { ...boundValues(find.with, env), ...Object.fromEntries(fitting) }
  }, [asks, find, env, wire, hand.params])
  const rows = useRows(asks?.path, input, active)
  useReload(rows.reload, round)
  const actions = useActions({ actions: find.actions, resource: find.resource, params: hand.params, onDone })
  const buttons = useButtons(actions, env)
  // Whoever was chosen far down the list is to see what is offered for them, at its top.
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={section} className="at-find-next" aria-label={t('nextFree')}>
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
