import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { ActionModel, SeatboardView } from '../../model/model.ts'
import { midnightOf } from '../../model/zone.ts'
import { useLang, useText } from '../core/i18n.ts'
import { usePhone } from '../core/media.ts'
import { useCore } from '../core/model.ts'
import { useCells } from '../fields/context.tsx'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { pressOrSay } from '../lists/buttons.tsx'
import { cellText } from '../lists/columns.tsx'
import { Coming } from '../lists/Empty.tsx'
import { FilterBar } from '../lists/FilterBar.tsx'
import { useFiltering } from '../lists/useFiltering.ts'
import { ActionDialog } from './actions/ActionDialog.tsx'
import { useActions } from './actions/useActions.ts'
import { dayIn } from './calendar/days.ts'
import { HeadButtons } from './HeadButtons.tsx'
import { PressOnce, type Pressed } from './PressOnce.tsx'
import { Scoped, useScope } from './scope.tsx'
import { Grid } from './seatboard/Grid.tsx'
import { Holds } from './seatboard/Holds.tsx'
import { Placed } from './seatboard/Placed.tsx'
import type { BoardProps } from './seatboard/types.ts'
import { useBoard, type BoardWork } from './seatboard/useBoard.ts'
import { useHand, type Hand } from './seatboard/useHand.ts'
import { Waiting } from './seatboard/Waiting.tsx'
import { useButtons } from './useButtons.ts'
import './views.css'
import './calendar.css'
import './seatboard.css'
import '../lists/lists.css'

/** Places in groups, each at its time. */
export function SeatboardScreen({ view }: { view: SeatboardView }) {
  return (
    <Scoped>
      <Board view={view} />
    </Scoped>
  )
}

function Board({ view }: { view: SeatboardView }) {
  const scope = useScope()
  const phone = usePhone()
  const work = useBoard(view)
  const { page, record, row, wire } = work
  // Grows with each write, so that what stands beside the board is loaded again.
  const [round, setRound] = useState(0)
  const [pressed, setPressed] = useState<{ at: number; pressed: Pressed }>()
  const onDone = (): void => {
    record.reload()
    setRound((old) => old + 1)
  }
  const onShow = (filters: WireRow): void => page.set({ ...page.values, ...filters })
  const seatPlace = { actions: view.seats.view.actions, resource: view.seats.view.resource, onDone }
  const allowed = useActions({ ...seatPlace, params: {} })
  const hand = useHand(view, record.row?.id, allowed.at('row'))
  const seats = useActions({ ...seatPlace, params: hand.params })
  const groups = useActions({ actions: view.groups.view.actions, resource: view.groups.view.resource, onDone })
  const buttonsOfSeat = useButtons(seats, scope.env).ofRow
  const { carry } = view
  // What moves a seat is pressed by putting it down.
  const ofSeat: BoardProps['ofSeat'] = (seat) =>
    buttonsOfSeat(seat).filter(({ key }) => key !== carry?.here && key !== carry?.away)
  const put = (seat: WireRow): boolean => {
    const next = hand.putOn(seat)
    if (next) setPressed((old) => ({ at: (old?.at ?? 0) + 1, pressed: next }))
    hand.letGo()
    return next !== undefined
  }
  const props: BoardProps = {
    view,
    work,
    hand,
    ofSeat,
    ofGroup: useButtons(groups, scope.env).ofRow,
    onDrop: put,
    onPress: (seat) => (hand.carried ? put(seat) : take(view, hand, ofSeat(seat))),
  }
  return (
    <section className="at-seatboard">
      <Head view={view} work={work} phone={phone} onDone={onDone} />
      <InHand view={view} hand={hand} />
      <div className="at-seatboard-body">
        {(view.waiting ?? view.placed) && (
          <div className="at-aside">
            {view.waiting && (
              <Waiting view={view} waiting={view.waiting} hand={hand} wire={wire} round={round} onDone={onDone} />
            )}
            {view.placed && <Placed list={view.placed} round={round} onShow={onShow} />}
          </div>
        )}
        <Seats {...props} row={row} />
      </div>
      {view.holds && (
        <Holds view={view} holds={view.holds} params={hand.params} round={round} onDone={onDone} onShow={onShow} />
      )}
      <ActionDialog actions={seats} />
      <ActionDialog actions={groups} />
      {pressed && <PressOnce key={pressed.at} pressed={pressed.pressed} {...seatPlace} />}
    </section>
  )
}

/** Takes a seat for who is chosen, by the first button that fits. */
function take({ waiting }: SeatboardView, { chosen }: Hand, buttons: ReturnType<BoardProps['ofSeat']>): boolean {
  if (!waiting || !chosen) return false
  const button = waiting.press.flatMap((key) => buttons.find((one) => one.key === key) ?? [])[0]
  if (button) pressOrSay(button)
  return button !== undefined
}

/** Whether a button of the board is about its record, so that it wants one. */
const wantsRecord = ({ fills }: ActionModel): boolean =>
  Object.values(fills).some(
    (fill) => fill.by === 'rowId' || (fill.by === 'with' && 'expr' in fill.bound && fill.bound.expr.src === 'row.id'),
  )

/** The filters, the way from day to day, and the buttons of the board. */
function Head({
  view,
  work,
  phone,
  onDone,
}: {
  view: SeatboardView
  work: BoardWork
  phone: boolean
  onDone: () => void
}) {
  const scope = useScope()
  const { page, row, isThere } = work
  const filtering = useFiltering({
    applied: page.values,
    env: scope.env,
    kept: scope.kept,
    onApply: page.set,
    onClear: page.clear,
  })
  const fitting = view.actions.filter((action) => isThere || !wantsRecord(action))
  const actions = useActions({ actions: fitting, resource: view.resource, params: page.values, onDone })
  const buttons = useButtons(actions, scope.env)
  return (
    <>
      <FilterBar
        filtering={filtering}
        offered={view.filters}
        filtered={page.filtered}
        phone={phone}
        active={scope.active && scope.setQuery !== undefined}
      >
        <span className="at-head-buttons">
          <HeadButtons buttons={buttons.ofHead(row)} beside={phone ? 0 : 2} />
        </span>
      </FilterBar>
      {view.day && <DayWalk day={view.day} work={work} />}
      <ActionDialog actions={actions} />
    </>
  )
}

function DayWalk({ day, work: { page } }: { day: string; work: BoardWork }) {
  const t = useT()
  const lang = useLang()
  const { env } = useScope()
  const zone = useCore().app.timezone
  const today = midnightOf(env.now, zone)
  const value = page.values[day]
  const at = typeof value === 'number' ? value : today
  const show = (next: number): void => page.set({ ...page.values, [day]: next })
  return (
    <div className="at-walkbar">
      <Button
        type="text"
        icon={<LeftOutlined />}
        onClick={() => show(midnightOf(at, zone, -1))}
        aria-label={t('stepBack')}
        title={t('stepBack')}
      />
      <h2 aria-live="polite">{dayIn(lang, at, zone, 'day')}</h2>
      <Button
        type="text"
        icon={<RightOutlined />}
        onClick={() => show(midnightOf(at, zone, 1))}
        aria-label={t('stepOn')}
        title={t('stepOn')}
      />
      <Button disabled={at === today} onClick={() => show(today)}>
        {t('today')}
      </Button>
    </div>
  )
}

/** Who a seat is chosen for, or what is moved. */
function InHand({ view, hand }: { view: SeatboardView; hand: Hand }) {
  const t = useT()
  const cells = useCells()
  const row = hand.carried ?? hand.chosen
  const columns = hand.carried ? view.seats.view.columns : (view.waiting?.view.columns ?? [])
  const name = row ? columns.map((column) => cellText(column, row, cells)).find(Boolean) : undefined
  if (!row) return null
  return (
    <div className="at-carrying" role="status">
      <b>{t(hand.carried ? 'moving' : 'chosenRow', { name: name ?? '' })}</b>
      <span className="at-quiet">{t('chooseSeat')}</span>
      <button type="button" className="at-link" onClick={hand.letGo}>
        {t('letGo')}
      </button>
    </div>
  )
}

/** The board itself, or why there is none. */
function Seats({ row, ...props }: BoardProps & { row: WireRow }) {
  const t = useT()
  const text = useText()
  const { view, work } = props
  const { record, groups } = work
  if (record.state === 'first') return <Coming />
  const off = view.off && row[view.off.field.name] === 1
  const why = view.off?.why === undefined ? undefined : row[view.off.why]
  return (
    <div className="at-seatboard-seats" aria-busy={record.state === 'busy'}>
      {off && (
        <Alert
          type="warning"
          showIcon
          message={[view.off && text(view.off.field.label), why].filter(Boolean).map(String).join(': ')}
        />
      )}
      {groups.length > 0 ? <Grid {...props} /> : <p className="at-empty">{t('boardEmpty')}</p>}
    </div>
  )
}
