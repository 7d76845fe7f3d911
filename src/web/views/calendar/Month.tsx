import { wallOf } from '../../../model/zone.ts'
import type { Lang } from '../../../model/model.ts'
import { useLang } from '../../core/i18n.ts'
import { useT } from '../../fields/sentences.ts'
import { More } from '../../lists/buttons.tsx'
import { dayIn, weeksOf } from './days.ts'
import { LoadBar, rowOfDay, useDayWords } from './dayWords.tsx'
import { entriesOf, EntryLine } from './EntryCard.tsx'
import type { DaysProps } from './types.ts'
import { useGridKeys } from './walking.ts'

/** A month: how much of each day is taken, or what stands in it. */
export function Month(props: DaysProps) {
  const t = useT()
  const lang = useLang()
  const { work } = props
  const { days, zone, walk, show, span, today, list } = work
  const weeks = weeksOf(days, zone)
  const keys = useGridKeys((event, cell) => {
    if (event.key === 'PageUp' || event.key === 'PageDown') walk(event.key === 'PageUp' ? -1 : 1)
    else if (event.key.toLowerCase() === 't') show({ span, day: today })
    else if (event.key === 'Enter') cell.click()
    else return false
    return true
  })
  const stop = days.includes(today) ? today : days[0]
  const said = { t, lang, wordsOf: useDayWords(props.view) }
  const Cell = props.view.load ? Day : DayOfEntries
  return (
    <div
      className="at-month"
      role="grid"
      aria-busy={list.state === 'first' || list.state === 'busy'}
      aria-label={t('month')}
      {...keys}
    >
      <div className="at-month-head" role="row">
        {weeks[0]?.map((day) => (
          <span key={day} role="columnheader">
            {dayIn(lang, day, zone, 'weekday')}
          </span>
        ))}
      </div>
      {/* By their places: from month to month they stay, and whoever walks by keys stays on hers. */}
      {weeks.map((week, at) => (
        <div key={at} className="at-month-week" role="row" data-line>
          {week.map((day, on) =>
            days.includes(day) ? (
              <Cell key={on} {...props} {...said} day={day} stop={day === stop} />
            ) : (
              <span key={on} className="at-day at-day-beside" role="gridcell" aria-disabled />
            ),
          )}
        </div>
      ))}
    </div>
  )
}

interface CellProps extends DaysProps {
  day: number
  t: ReturnType<typeof useT>
  lang: Lang
  wordsOf: ReturnType<typeof useDayWords>
  /** The Tab key stops here. */
  stop: boolean
}

/** So many entries stand in a day of a month; the others are counted. */
const ENTRIES = 3

/** A day with its first entries; it leads to the day itself. */
function DayOfEntries({ day, stop, t, lang, ...props }: CellProps) {
  const { view, work, onOpen } = props
  const entries = entriesOf(view, work, day)
  const hidden = entries.length - ENTRIES
  const leads = view.spans.includes('day')
  return (
    <div
      className={day === work.today ? 'at-day at-day-today' : 'at-day'}
      role="gridcell"
      tabIndex={stop ? 0 : -1}
      data-cell
      aria-label={`${dayIn(lang, day, work.zone, 'whole')}, ${t('total', { count: entries.length })}`}
      onClick={() => leads && work.show({ span: 'day', day })}
    >
      <b>{wallOf(day, work.zone).day}</b>
      {entries.slice(0, ENTRIES).map((row) => (
        <EntryLine key={String(row.id)} view={view} row={row} onOpen={onOpen} />
      ))}
      {hidden > 0 && <small>{t('moreEntries', { count: hidden })}</small>}
    </div>
  )
}

function Day({ day, stop, lang, wordsOf, ...props }: CellProps) {
  const { view, work, onOpen, buttonsOf } = props
  const row = rowOfDay(view, work, day)
  const { off, figures, more, said } = wordsOf(row)
  const buttons = buttonsOf(row)
  const classes = ['at-day', day === work.today && 'at-day-today', off !== undefined && 'at-day-off']
  return (
    <div
      className={classes.filter(Boolean).join(' ')}
      role="gridcell"
      tabIndex={stop ? 0 : -1}
      data-cell
      aria-label={[dayIn(lang, day, work.zone, 'whole'), ...said].join(', ')}
      onClick={() => onOpen?.(row)}
    >
      <span className="at-day-head">
        <b>{wallOf(day, work.zone).day}</b>
        {figures && <span className="at-day-figures">{figures.text}</span>}
        {buttons.length > 0 && (
          <span className="at-day-more" onClick={(event) => event.stopPropagation()}>
            <More buttons={buttons} />
          </span>
        )}
      </span>
      {off !== undefined && <span className="at-day-why">{off}</span>}
      {figures && <LoadBar {...figures} />}
      {more && <small>{more}</small>}
    </div>
  )
}
