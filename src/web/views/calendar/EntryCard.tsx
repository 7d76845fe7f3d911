import type { DragEvent, KeyboardEvent, MouseEvent } from 'react'
import { useLang } from '../../core/i18n.ts'
import { useCells } from '../../fields/context.tsx'
import { tag } from '../../fields/cells.tsx'
import { dictionaryOf } from '../../../model/fields.ts'
import type { CalendarView, Tone } from '../../../model/model.ts'
import type { WebPart } from '../../../model/web.ts'
import type { WireRow } from '../../fields/types.ts'
import { cellText } from '../../lists/columns.tsx'
import { useScope } from '../scope.tsx'
import type { DaysProps } from './types.ts'

interface State {
  label: string
  tone: Tone | undefined
}

/** The state of an entry, by its dictionary. */
export function stateOf(view: CalendarView, row: WireRow, part: WebPart, lang: 'zh' | 'en'): State | undefined {
  const field = view.state
  const value = field && dictionaryOf(part.dictionaries, field)?.values.find((one) => one.value === row[field.name])
  return value && { label: value.label[lang], tone: value.tone }
}

/** What stands in a day, in the order of its times. */
export const entriesOf = (view: CalendarView, { byDay }: DaysProps['work'], day: number): WireRow[] =>
  [...(byDay.get(day) ?? [])].sort((a, b) => String(a[view.from ?? '']).localeCompare(String(b[view.from ?? ''])))

/** How an entry is said: when it begins and ends, its columns, its state. */
function useEntry(view: CalendarView, row: WireRow) {
  const lang = useLang()
  const cells = useCells()
  const { part } = useScope()
  const state = stateOf(view, row, part, lang)
  const [first, ...rest] = view.columns.map((column) => cellText(column, row, cells)).filter(Boolean)
  const times = [view.from, view.to].flatMap((name) => (name && row[name] ? [String(row[name])] : []))
  const title = [times.join('–'), first, ...rest, state?.label].filter(Boolean).join('\n')
  return { state, first, rest, times, title, edge: `at-edge-${state?.tone ?? 'plain'}` }
}

/** One entry in one line: when it begins, and its first column. */
export function EntryLine({ view, row, onOpen }: Pick<DaysProps, 'view' | 'onOpen'> & { row: WireRow }) {
  const { first, times, title, edge } = useEntry(view, row)
  const open = (event: MouseEvent): void => {
    if (!onOpen) return
    event.stopPropagation()
    onOpen(row)
  }
  return (
    <button type="button" className={`at-tile at-entry-line ${edge}`} title={title} onClick={open}>
      {[times[0], first].filter(Boolean).join(' ')}
    </button>
  )
}

interface CardProps extends Pick<DaysProps, 'view' | 'onOpen'> {
  row: WireRow
  carried?: boolean
  onDragStart?: ((event: DragEvent) => void) | undefined
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined
}

/** One entry: its time, its first column in strong type, the others, its state. */
export function EntryCard({ view, row, onOpen, carried = false, onDragStart, onKeyDown }: CardProps) {
  const { state, first, rest, times, title, edge } = useEntry(view, row)
  return (
    <button
      type="button"
      className={`at-tile at-slot ${edge}${carried ? ' at-tile-carried' : ''}`}
      draggable={onDragStart !== undefined}
      onDragStart={onDragStart}
      onKeyDown={onKeyDown}
      onClick={() => onOpen?.(row)}
      title={title}
    >
      <span className="at-slot-head">
        <b>{first ?? times.join('–')}</b>
        {state && tag(state.label, state.tone)}
      </span>
      <small>{[times.join('–'), ...rest].filter(Boolean).join(' · ')}</small>
    </button>
  )
}
