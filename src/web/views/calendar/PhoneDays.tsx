import { Button } from 'antd'
import { useState } from 'react'
import type { FieldModel } from '../../../model/model.ts'
import { wallOf } from '../../../model/zone.ts'
import { useLang } from '../../core/i18n.ts'
import { tag } from '../../fields/cells.tsx'
import { useCells } from '../../fields/context.tsx'
import { useT } from '../../fields/sentences.ts'
import { RowButtons } from '../../lists/buttons.tsx'
import { cellText } from '../../lists/columns.tsx'
import { useScope } from '../scope.tsx'
import { dayIn, daysOf, beginOf, weeksOf } from './days.ts'
import { LoadBar, rowOfDay, useDayWords } from './dayWords.tsx'
import { EntryCard, entriesOf, stateOf } from './EntryCard.tsx'
import { entryOf, peopleOf } from './people.ts'
import type { DaysProps } from './types.ts'

/** On a phone: a strip or a page of days, and below it the chosen one. */
export function PhoneDays(props: DaysProps) {
  const { view, work } = props
  const { days, zone, today, day, span } = work
  const [chosen, choose] = useState(day)
  const shown = days.includes(chosen) ? chosen : days.includes(today) ? today : (days[0] ?? today)
  const weeks = span === 'month' ? weeksOf(days, zone) : [daysOf('week', beginOf('week', shown, zone), zone)]
  const pick = (next: number): void => {
    choose(next)
    if (span === 'day') work.show({ span, day: next })
  }
  return (
    <div className="at-phone-days">
      <div className="at-strip-days" role="group">
        {weeks.flat().map((one) => (
          <Chip
            key={one}
            {...props}
            day={one}
            there={span !== 'month' || days.includes(one)}
            chosen={one === shown}
            onPick={pick}
          />
        ))}
      </div>
      {view.load ? (
        <DaySummary {...props} day={shown} />
      ) : view.lines ? (
        <DayPeople {...props} day={shown} by={view.lines.by} />
      ) : (
        <DayEntries {...props} day={shown} />
      )}
    </div>
  )
}

function Chip({
  view,
  work,
  day,
  there,
  chosen,
  onPick,
}: DaysProps & { day: number; there: boolean; chosen: boolean; onPick: (day: number) => void }) {
  const lang = useLang()
  const { zone, byDay, today } = work
  const { off, figures, said } = useDayWords(view)(rowOfDay(view, work, day))
  if (!there) return <span />
  const count = view.load
    ? figures
      ? figures.all - figures.taken
      : off === undefined
        ? ''
        : '–'
    : (byDay.get(day)?.length ?? '')
  return (
    <button
      type="button"
      className={day === today ? 'at-chip-day at-chip-today' : 'at-chip-day'}
      aria-pressed={chosen}
      aria-label={[dayIn(lang, day, zone, 'whole'), ...said].join(', ')}
      onClick={() => onPick(day)}
    >
      <small>{dayIn(lang, day, zone, 'weekday')}</small>
      <b>{wallOf(day, zone).day}</b>
      <small className="at-chip-count">{count}</small>
    </button>
  )
}

function DaySummary({ view, work, day, onOpen, buttonsOf }: DaysProps & { day: number }) {
  const t = useT()
  const lang = useLang()
  const row = rowOfDay(view, work, day)
  const { off, figures, more } = useDayWords(view)(row)
  return (
    <section className="at-day-sheet">
      <h3>{dayIn(lang, day, work.zone, 'whole')}</h3>
      {off !== undefined && <p className="at-day-why">{off}</p>}
      {figures && (
        <>
          <p>
            {figures.taken} / {figures.all} {more && `· ${more}`}
          </p>
          <LoadBar {...figures} />
        </>
      )}
      <div className="at-day-buttons">
        <RowButtons buttons={buttonsOf(row)} />
        {onOpen && (
          <Button type="primary" onClick={() => onOpen(row)}>
            {t('openDay')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** The day of each record, with its buttons under the thumb. */
function DayPeople({ by, day, view, work, buttonsOf }: DaysProps & { day: number; by: FieldModel }) {
  const t = useT()
  const lang = useLang()
  const cells = useCells()
  const { part } = useScope()
  const people = peopleOf(work, by)
  return (
    <section className="at-day-sheet">
      <h3>{dayIn(lang, day, work.zone, 'whole')}</h3>
      {people.length === 0 && <p className="at-empty">{t('rosterEmpty')}</p>}
      <ul className="at-day-entries">
        {people.map((person) => {
          const entry = entryOf(view, work, by, { person, day })
          const state = stateOf(view, entry, part, lang)
          const more = view.columns.map((column) => cellText(column, entry, cells)).filter(Boolean)
          return (
            <li key={person.key} className="at-roster-line">
              <b>{person.name}</b>
              {state && tag(state.label, state.tone)}
              <small className="at-quiet">{state && more.join(' / ')}</small>
              <RowButtons buttons={buttonsOf(entry)} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function DayEntries(props: DaysProps & { day: number }) {
  const t = useT()
  const lang = useLang()
  const { work, day, view } = props
  const rows = entriesOf(view, work, day)
  return (
    <section className="at-day-sheet">
      <h3>{dayIn(lang, day, work.zone, 'whole')}</h3>
      {rows.length === 0 && <p className="at-empty">{t('nothingOnDay')}</p>}
      <ul className="at-day-entries">
        {rows.map((row) => (
          <li key={String(row.id)}>
            <EntryCard {...props} row={row} />
          </li>
        ))}
      </ul>
    </section>
  )
}
