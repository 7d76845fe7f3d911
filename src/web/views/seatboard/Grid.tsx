import { useMemo, type CSSProperties } from 'react'
import { usePhone } from '../../core/media.ts'
import { useText } from '../../core/i18n.ts'
import { useCells } from '../../fields/context.tsx'
import type { WireRow } from '../../fields/types.ts'
import { More } from '../../lists/buttons.tsx'
import { cellText } from '../../lists/columns.tsx'
import { useGridKeys } from '../calendar/walking.ts'
import { titleOfRow } from '../actions/wording.ts'
import { useScope } from '../scope.tsx'
import { Seat } from './Seat.tsx'
import type { BoardProps } from './types.ts'

/** Groups as rows, times as columns; on a phone the times one after the other, with the groups below each. */
export function Grid(props: BoardProps) {
  const phone = usePhone()
  return phone ? <PhoneGrid {...props} /> : <DeskGrid {...props} />
}

/** What a dragged group carries: its id. */
const GROUP = 'application/x-group'

interface Time {
  key: string
  from: string
  to: string
}

/** The distinct times of the seats, the earliest first. */
function useTimes({ view, work }: BoardProps): Time[] {
  return useMemo(() => {
    const times = new Map<string, Time>()
    for (const seat of work.seats) {
      const [from, to] = [String(seat[view.from] ?? ''), String(seat[view.to] ?? '')]
      times.set(`${from}–${to}`, { key: `${from}–${to}`, from, to })
    }
    return [...times.values()].sort((a, b) => a.key.localeCompare(b.key))
  }, [view, work.seats])
}

const timeOf = ({ view }: BoardProps, seat: WireRow): string =>
  `${String(seat[view.from] ?? '')}–${String(seat[view.to] ?? '')}`

/** The name of a group, and what else its columns say. */
function useGroupWords({ view }: BoardProps) {
  const cells = useCells()
  const { part } = useScope()
  const resource = part.resources[view.groups.view.resource]
  return (group: WireRow) => ({
    name: titleOfRow(group, resource, cells),
    more: view.groups.view.columns
      .map((column) => cellText(column, group, cells))
      .filter(Boolean)
      .join(' · '),
  })
}

function DeskGrid(props: BoardProps) {
  const text = useText()
  const { view, work, ofGroup, order } = props
  const times = useTimes(props)
  const wordsOf = useGroupWords(props)
  const keys = useGridKeys(() => false)
  const first = work.seats[0]?.id
  return (
    <div
      className="at-seats"
      role="grid"
      aria-label={text(view.label)}
      style={{ '--times': times.length } as CSSProperties}
      {...keys}
    >
      <div className="at-seats-row at-seats-head" role="row">
        <span role="columnheader">{text(view.groups.view.label)}</span>
        {times.map((time) => (
          <span key={time.key} role="columnheader">
            {time.key}
          </span>
        ))}
      </div>
      {work.groups.map((group) => {
        const words = wordsOf(group)
        const buttons = ofGroup(group)
        const own = work.seats.filter((seat) => seat[view.seats.group] === group.id)
        return (
          <div
            key={String(group.id)}
            className="at-seats-row"
            role="row"
            data-line
            onKeyDown={(event) => {
              const by = { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key]
              if (!order || !event.altKey || by === undefined) return
              event.preventDefault()
              order.move(group, by)
            }}
            onDragOver={(event) => order && event.dataTransfer.types.includes(GROUP) && event.preventDefault()}
            onDrop={(event) => {
              const from = work.groups.findIndex(({ id }) => String(id) === event.dataTransfer.getData(GROUP))
              const carried = work.groups[from]
              if (order && carried) order.put(carried, group)
            }}
          >
            <div
              className="at-seats-group"
              role="rowheader"
              draggable={order !== undefined}
              onDragStart={(event) => event.dataTransfer.setData(GROUP, String(group.id))}
            >
              <b>{words.name}</b>
              {buttons.length > 0 && <More buttons={buttons} />}
              {words.more && <small>{words.more}</small>}
            </div>
            {times.map((time) => {
              const seat = own.find((one) => timeOf(props, one) === time.key)
              return (
                <div key={time.key} role="gridcell" className="at-seats-cell">
                  {seat && <Seat {...props} seat={seat} stop={seat.id === first} place={`${words.name} ${time.key}`} />}
                </div>
              )
            })}
          </div>
        )
      })}
    </div>
  )
}

function PhoneGrid(props: BoardProps) {
  const { view, work, ofGroup } = props
  const times = useTimes(props)
  const wordsOf = useGroupWords(props)
  return (
    <div className="at-seats-phone">
      {times.map((time) => (
        <section key={time.key}>
          <h3>{time.key}</h3>
          {work.groups.map((group) => {
            const seat = work.seats.find((one) => one[view.seats.group] === group.id && timeOf(props, one) === time.key)
            if (!seat) return null
            const { name } = wordsOf(group)
            return (
              <div key={String(group.id)} className="at-seats-line">
                <span>{name}</span>
                <Seat {...props} seat={seat} stop place={`${name} ${time.key}`} />
              </div>
            )
          })}
        </section>
      ))}
      {work.groups.map((group) => {
        const buttons = ofGroup(group)
        const { name, more } = wordsOf(group)
        return buttons.length === 0 && more === '' ? null : (
          <div key={String(group.id)} className="at-seats-line">
            <span>{name}</span>
            <span className="at-seats-more">
              <small className="at-quiet">{more}</small>
              {buttons.length > 0 && <More buttons={buttons} />}
            </span>
          </div>
        )
      })}
    </div>
  )
}
