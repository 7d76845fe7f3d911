import { useEffect, useMemo, useState, type CSSProperties } from 'react'
import { useLang } from '../../core/i18n.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { dayIn } from './days.ts'
import { EntryCard } from './EntryCard.tsx'
import { minutesOf, placed, type Placed } from './lanes.ts'
import type { DaysProps } from './types.ts'

/** The hours that are always shown, and the height of one (px). */
const FIRST = 9
const LAST = 18
const HEIGHT = 64
/** So many entries stand side by side in a week; further ones are counted. */
const BESIDE = { week: 3, day: 12 }

/** A week or a day by the hour: entries at their times, side by side where they overlap. */
export function Hours(props: DaysProps) {
  const { view, work, onDrop } = props
  const { days, byDay, span, list } = work
  const [carried, carry] = useCarried(onDrop)
  const columns = useMemo(
    () => days.map((day) => ({ day, entries: placed((byDay.get(day) ?? []).map((row) => timed(view, row))) })),
    [days, byDay, view],
  )
  const all = columns.flatMap(({ entries }) => entries)
  const from = Math.min(FIRST, ...all.map((one) => Math.floor(one.from / 60)))
  const to = Math.max(LAST, ...all.map((one) => Math.ceil(one.to / 60)))
  const hours = Array.from({ length: to - from }, (_, at) => from + at)
  return (
    <div className="at-hours-box">
      <div
        className="at-hours"
        aria-busy={list.state === 'first' || list.state === 'busy'}
        style={{ '--days': days.length, '--hours': hours.length, '--hour': `${HEIGHT}px` } as CSSProperties}
      >
        <div className="at-hours-times" aria-hidden>
          {hours.map((hour) => (
            <span key={hour}>{`${String(hour).padStart(2, '0')}:00`}</span>
          ))}
        </div>
        {columns.map(({ day, entries }) => (
          <DayColumn
            key={day}
            {...props}
            day={day}
            entries={entries}
            from={from * 60}
            most={span === 'day' ? BESIDE.day : BESIDE.week}
            carried={carried}
            onCarry={carry}
          />
        ))}
      </div>
      {/* Below: what comes into sight while an entry is dragged must not move the days. */}
      {carried && (
        <div className="at-carrying-foot">
          <Carrying {...props} row={carried} onEnd={() => carry(undefined)} />
        </div>
      )}
    </div>
  )
}

const timed = (view: DaysProps['view'], row: WireRow) => {
  const from = minutesOf(row[view.from ?? '']) ?? FIRST * 60
  return { entry: row, from, to: Math.max(minutesOf(row[view.to ?? '']) ?? from + 60, from + 30) }
}

/** What is picked up, until it is put down or Escape lets it go. */
function useCarried(onDrop: DaysProps['onDrop']) {
  const state = useState<WireRow>()
  const [carried, carry] = state
  useEffect(() => {
    if (!carried) return
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') carry(undefined)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [carried, carry])
  return onDrop ? state : ([undefined, () => undefined] as const)
}

interface ColumnProps extends DaysProps {
  day: number
  entries: Placed<WireRow>[]
  /** The first minute shown. */
  from: number
  most: number
  carried: WireRow | undefined
  onCarry: (row: WireRow | undefined) => void
}

function DayColumn({ day, entries, from, most, carried, onCarry, ...props }: ColumnProps) {
  const t = useT()
  const lang = useLang()
  const { view, work, onDrop } = props
  const hidden = entries.filter((one) => one.lane >= most).length
  const put = (): void => {
    if (carried) onDrop?.(carried, day)
    onCarry(undefined)
  }
  return (
    <section
      className={day === work.today ? 'at-hours-day at-hours-today' : 'at-hours-day'}
      onDragOver={(event) => carried && event.preventDefault()}
      onDrop={put}
    >
      <h3>
        <button type="button" onClick={() => work.show({ span: view.spans.includes('day') ? 'day' : work.span, day })}>
          {dayIn(lang, day, work.zone, 'day')}
          {hidden > 0 && <small className="at-quiet">{t('moreEntries', { count: hidden })}</small>}
        </button>
      </h3>
      <div className="at-hours-track">
        {entries
          .filter((one) => one.lane < most)
          .map(({ entry, lane, lanes, ...time }) => (
            <div
              key={String(entry.id)}
              className="at-hours-entry"
              style={
                {
                  '--from': (time.from - from) / 60,
                  '--long': (time.to - time.from) / 60,
                  '--lane': lane,
                  '--lanes': Math.min(lanes, most),
                } as CSSProperties
              }
            >
              <EntryCard
                {...props}
                row={entry}
                carried={carried?.id === entry.id}
                onDragStart={onDrop && (() => onCarry(entry))}
                onKeyDown={
                  onDrop &&
                  ((event) => {
                    if (event.key.toLowerCase() === 'm') onCarry(entry)
                  })
                }
              />
            </div>
          ))}
      </div>
    </section>
  )
}

/** The keyboard's way of dragging: a day for what is picked up. */
function Carrying({ row, work, view, onDrop, onEnd }: DaysProps & { row: WireRow; onEnd: () => void }) {
  const t = useT()
  const lang = useLang()
  const [first] = view.columns
  return (
    <div className="at-carrying" role="status">
      <b>{t('moving', { name: String(row[first?.path ?? ''] ?? '') })}</b>
      {work.days.map((day) => (
        <button
          key={day}
          type="button"
          className="at-link"
          onClick={() => {
            onDrop?.(row, day)
            onEnd()
          }}
        >
          {dayIn(lang, day, work.zone, 'day')}
        </button>
      ))}
      <button type="button" className="at-link" onClick={onEnd}>
        {t('cancel')}
      </button>
    </div>
  )
}
