import type { CSSProperties } from 'react'
import { dictionaryOf } from '../../../model/fields.ts'
import type { FieldModel } from '../../../model/model.ts'
import { useLang, useText } from '../../core/i18n.ts'
import { tag } from '../../fields/cells.tsx'
import { useCells } from '../../fields/context.tsx'
import { useT } from '../../fields/sentences.ts'
import { More } from '../../lists/buttons.tsx'
import { cellText } from '../../lists/columns.tsx'
import { useScope } from '../scope.tsx'
import { dayIn } from './days.ts'
import { stateOf } from './EntryCard.tsx'
import { entryOf, peopleOf, pressesOf, type Person } from './people.ts'
import type { DaysProps } from './types.ts'
import { useGridKeys } from './walking.ts'

/** Records as rows, days as columns: what each has on each day, changed by a press. */
export function Roster({ by, ...props }: DaysProps & { by: FieldModel }) {
  const t = useT()
  const text = useText()
  const lang = useLang()
  const { view, work } = props
  const { days, zone, today, list, walk, show, span } = work
  const people = peopleOf(work, by)
  const keys = useGridKeys((event, cell) => {
    if (event.key === 'PageUp' || event.key === 'PageDown') walk(event.key === 'PageUp' ? -1 : 1)
    else if (event.key.toLowerCase() === 't') show({ span, day: today })
    else if (event.key === 'Enter' || event.key === ' ') cell.click()
    else return false
    return true
  })
  if (list.state !== 'first' && people.length === 0) return <p className="at-empty">{t('rosterEmpty')}</p>
  return (
    <div
      className="at-roster"
      role="grid"
      aria-busy={list.state === 'first' || list.state === 'busy'}
      aria-label={text(view.label)}
      style={{ '--days': days.length } as CSSProperties}
      {...keys}
    >
      <div className="at-roster-row at-roster-head" role="row">
        <span role="columnheader">{text(by.label)}</span>
        {days.map((day) => (
          <span key={day} role="columnheader" className={day === today ? 'at-roster-today' : undefined}>
            {dayIn(lang, day, zone, span === 'month' ? 'number' : 'day')}
          </span>
        ))}
      </div>
      {people.map((person, line) => (
        <div key={person.key} className="at-roster-row" role="row" data-line>
          <span className="at-roster-name" role="rowheader">
            {person.name}
          </span>
          {days.map((day, column) => (
            <Cell key={day} {...props} by={by} person={person} day={day} stop={line === 0 && column === 0} />
          ))}
        </div>
      ))}
      <Foot {...props} />
    </div>
  )
}

interface CellProps extends DaysProps {
  by: FieldModel
  person: Person
  day: number
  stop: boolean
}

function Cell({ by, person, day, stop, view, work, buttonsOf }: CellProps) {
  const lang = useLang()
  const cells = useCells()
  const { part } = useScope()
  const entry = entryOf(view, work, by, { person, day })
  const state = stateOf(view, entry, part, lang)
  const { press, first, rest } = pressesOf(view, buttonsOf, entry)
  const more = work.span === 'month' ? [] : view.columns.map((column) => cellText(column, entry, cells)).filter(Boolean)
  const said = [person.name, dayIn(lang, day, work.zone, 'whole'), state?.label, ...more]
  return (
    <div
      className="at-roster-cell"
      role="gridcell"
      tabIndex={stop ? 0 : -1}
      data-cell
      aria-label={said.filter(Boolean).join(', ')}
      title={first?.why ?? first?.label}
      onClick={press}
    >
      {state && tag(state.label, state.tone)}
      {more.length > 0 && state && <small>{more.join(' / ')}</small>}
      {rest.length > 0 && state && work.span !== 'month' && (
        <span className="at-day-more" onClick={(event) => event.stopPropagation()}>
          <More buttons={rest} />
        </span>
      )}
    </div>
  )
}

/** How many are in each state on each day. */
function Foot({ view, work }: DaysProps) {
  const lang = useLang()
  const { part } = useScope()
  const field = view.state
  const values = field ? (dictionaryOf(part.dictionaries, field)?.values ?? []) : []
  if (!field) return null
  return (
    <div className="at-roster-row at-roster-foot" role="row">
      <span role="rowheader" />
      {work.days.map((day) => (
        <span key={day} role="gridcell">
          {values.map((one) => {
            const count = (work.byDay.get(day) ?? []).filter((row) => row[field.name] === one.value).length
            return count > 0 && <small key={one.name}>{`${one.label[lang]} ${count}`}</small>
          })}
        </span>
      ))}
    </div>
  )
}
