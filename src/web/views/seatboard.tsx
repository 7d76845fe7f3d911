import { Alert } from 'antd'
import { useState, type ComponentProps } from 'react'
import type { ActionModel, SeatboardView } from '../../model/model.ts'
import { midnightOf } from '../../model/zone.ts'
import { useLang, useText } from '../core/i18n.ts'
import { useCore } from '../core/model.ts'
import { useCells } from '../fields/context.tsx'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { pressOrSay } from '../lists/buttons.tsx'
import { cellText } from '../lists/columns.tsx'
import { Coming } from '../lists/Empty.tsx'
import { ActionDialog } from './actions/ActionDialog.tsx'
import { useActions } from './actions/useActions.ts'
import { titleOfRow } from './actions/wording.ts'
import { dayIn } from './calendar/days.ts'
import { PageBar } from './PageBar.tsx'
import { PressOnce, type Pressed } from './PressOnce.tsx'
import { Scoped, useScope, type Scope } from './scope.tsx'
import { Grid } from './seatboard/Grid.tsx'
import { Holds } from './seatboard/Holds.tsx'
import { Lost, useLost } from './seatboard/Lost.tsx'
import { Placed } from './seatboard/Placed.tsx'
import type { BoardProps } from './seatboard/types.ts'
import { useBoard, type BoardWork } from './seatboard/useBoard.ts'
import { useGroupOrder } from './seatboard/useGroupOrder.ts'
import { useHand, type Hand } from './seatboard/useHand.ts'
import { Waiting } from './seatboard/Waiting.tsx'
import { useButtons } from './useButtons.ts'
import { useOff } from './useOff.ts'
import { WalkBar } from './WalkBar.tsx'
import './views.css'
import './days.css'
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
  const t = useT()
  const text = useText()
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
  const { lost, onRefused, forget } = useLost()
  const { actions: seatActions, resource: seatResource } = view.seats.view
  const seatPlace = {
    actions: seatActions,
    resource: seatResource,
    onDone: () => {
      forget()
      onDone()
    },
    onRefused: (...told: Parameters<typeof onRefused>) => {
      onRefused(...told)
      record.reload()
    },
  }
  const allowed = useActions({ ...seatPlace, params: {} })
  const hand = useHand(view, { id: record.row?.id, granted: allowed.at('row'), wordsOf: useSeatPlace(view, work) })
  const seats = useActions({ ...seatPlace, params: hand.params })
  const groups = useActions({ actions: view.groups.view.actions, resource: view.groups.view.resource, onDone })
  const buttonsOfSeat = useButtons(seats, scope.env).ofRow
  const { carry } = view
  const wants = wantingChosen(view, scope, hand)
  const chooseFirst = view.waiting && t('chooseWaiting', { list: text(view.waiting.view.label) })
  // What moves a seat is pressed by putting it down.
  const ofSeat: BoardProps['ofSeat'] = (seat) =>
    buttonsOfSeat(seat)
      .filter(({ key }) => ![carry?.here, carry?.away, carry?.swap?.button].includes(key))
      .map((button) => (wants.has(button.key) ? { ...button, why: button.why ?? chooseFirst } : button))
  const press = (next: Pressed): void => setPressed((old) => ({ at: (old?.at ?? 0) + 1, pressed: next }))
  const put = (seat: WireRow): boolean => {
    const next = hand.putOn(seat)
    if (next) press(next)
    hand.letGo()
    return next !== undefined
  }
  const order = useGroupOrder(view, work.groups, onDone)
  const buttonsOfGroup = useButtons(groups, scope.env).ofRow
  const props: BoardProps = {
    view,
    work,
    hand,
    ofSeat,
    order,
    ofGroup: (group) => [
      ...buttonsOfGroup(group).filter(({ key }) => key !== view.groups.arrange?.button),
      ...(order?.pressesOf(group) ?? []),
    ],
    onDrop: put,
    onPress: (seat) => (hand.carried ? put(seat) : take(view, hand, ofSeat(seat))),
  }
  return (
    <section className="at-seatboard">
      <Head view={view} work={work} onDone={onDone} />
      {lost && <Lost view={view} lost={lost} params={hand.params} onPress={press} onEnd={forget} />}
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
      <Foot {...{ view, hand, round, onDone, onShow }} />
      <ActionDialog actions={seats} />
      <ActionDialog actions={groups} />
      {pressed && <PressOnce key={pressed.at} pressed={pressed.pressed} {...seatPlace} />}
    </section>
  )
}

interface FootProps extends Pick<ComponentProps<typeof Holds>, 'view' | 'round' | 'onDone' | 'onShow'> {
  hand: Hand
}

/** What is in hand and what is kept, below the board: what comes into sight while a seat is dragged must not move the others. */
function Foot({ view, hand, ...rest }: FootProps) {
  return (
    <div className="at-carrying-foot">
      <InHand view={view} hand={hand} />
      {view.holds && <Holds view={view} holds={view.holds} params={hand.params} {...rest} />}
    </div>
  )
}

/** Takes a seat for who is chosen, by the first button that fits. */
function take({ waiting }: SeatboardView, { chosen }: Hand, buttons: ReturnType<BoardProps['ofSeat']>): boolean {
  if (!waiting || !chosen) return false
  const button = waiting.press.flatMap((key) => buttons.find((one) => one.key === key) ?? [])[0]
  if (button) pressOrSay(button)
  return button !== undefined
}

/** The buttons of a seat that are for whoever is chosen among those who wait, while nobody is. */
function wantingChosen({ waiting, seats }: SeatboardView, { part, params }: Scope, hand: Hand): ReadonlySet<string> {
  const sets = waiting?.sets ?? ''
  if (hand.params[sets] !== undefined || params[sets] !== undefined) return new Set()
  const isAsked = ({ call, fills }: ActionModel): boolean =>
    fills[sets]?.by === 'param' &&
    part.calls[call ?? '']?.input.some((one) => one.name === sets && one.required) === true
  return new Set(seats.view.actions.filter(isAsked).map(({ key }) => key))
}

/** Whether a button of the board is about its record, so that it wants one. */
const wantsRecord = ({ fills }: ActionModel): boolean =>
  Object.values(fills).some(
    (fill) => fill.by === 'rowId' || (fill.by === 'with' && 'expr' in fill.bound && fill.bound.expr.src === 'row.id'),
  )

/** The filters, the way from day to day, and the buttons of the board. */
function Head({ view, work, onDone }: { view: SeatboardView; work: BoardWork; onDone: () => void }) {
  const scope = useScope()
  const { page, row, isThere } = work
  const fitting = view.actions.filter((action) => isThere || !wantsRecord(action))
  const actions = useActions({ actions: fitting, resource: view.resource, params: page.values, onDone })
  const buttons = useButtons(actions, scope.env)
  return (
    <>
      <PageBar page={page} offered={view.filters} buttons={buttons.ofHead(row)} />
      {view.day && <DayWalk day={view.day} work={work} />}
      <ActionDialog actions={actions} />
    </>
  )
}

function DayWalk({ day, work: { page } }: { day: string; work: BoardWork }) {
  const lang = useLang()
  const { env } = useScope()
  const zone = useCore().app.timezone
  const today = midnightOf(env.now, zone)
  const value = page.values[day]
  const at = typeof value === 'number' ? value : today
  const show = (next: number): void => page.set({ ...page.values, [day]: next })
  return (
    <WalkBar
      heading={dayIn(lang, at, zone, 'day')}
      isToday={at === today}
      onWalk={(by) => show(midnightOf(at, zone, by))}
      onToday={() => show(today)}
    />
  )
}

/** Words for the place of a seat: its day, group and time, and who is there. */
function useSeatPlace(view: SeatboardView, { groups, page }: BoardWork) {
  const cells = useCells()
  const { part, env } = useScope()
  const zone = useCore().app.timezone
  return (seat: WireRow): { place: string; whose: string } => {
    const group = groups.find(({ id }) => id === seat[view.seats.group])
    const at = view.day === undefined ? undefined : page.values[view.day]
    const day =
      view.day === undefined
        ? ''
        : dayIn(cells.lang, typeof at === 'number' ? at : midnightOf(env.now, zone), zone, 'day')
    const name = titleOfRow(group, part.resources[view.groups.view.resource], cells)
    const place = [day, name, `${String(seat[view.from] ?? '')}–${String(seat[view.to] ?? '')}`]
      .filter(Boolean)
      .join(' · ')
    const whose = view.seats.view.columns
      .map((column) => cellText(column, seat, cells))
      .filter(Boolean)
      .slice(0, 2)
      .join(' · ')
    return { place, whose }
  }
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
  const { view, work } = props
  const off = useOff(view.off)(row)
  const { record, groups } = work
  if (record.state === 'first') return <Coming />
  return (
    // Seats of the day before stay in sight until the next ones are there; nobody is to take one of them.
    <div className="at-seatboard-seats" aria-busy={record.state === 'busy'} inert={record.isOld}>
      {off && <Alert type="warning" showIcon message={off} />}
      {groups.length > 0 ? <Grid {...props} /> : <p className="at-empty">{t('boardEmpty')}</p>}
    </div>
  )
}
