import type { DragEvent, KeyboardEvent } from 'react'
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

interface CardProps extends Pick<DaysProps, 'view' | 'onOpen'> {
  row: WireRow
  carried?: boolean
  onDragStart?: ((event: DragEvent) => void) | undefined
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined
}

/** One entry: its time, its first column in strong type, the others, its state. */
export function EntryCard({ view, row, onOpen, carried = false, onDragStart, onKeyDown }: CardProps) {
  const lang = useLang()
  const cells = useCells()
  const { part } = useScope()
  const state = stateOf(view, row, part, lang)
  const [first, ...rest] = view.columns.map((column) => cellText(column, row, cells)).filter(Boolean)
  const times = [view.from, view.to].flatMap((name) => (name && row[name] ? [String(row[name])] : []))
  return (
    <button
      type="button"
      className={`at-tile at-slot at-edge-${state?.tone ?? 'plain'}${carried ? ' at-tile-carried' : ''}`}
      draggable={onDragStart !== undefined}
      onDragStart={onDragStart}
      onKeyDown={onKeyDown}
      onClick={() => onOpen?.(row)}
      title={[times.join('–'), first, ...rest, state?.label].filter(Boolean).join('\n')}
    >
      <span className="at-slot-head">
        <b>{first ?? times.join('–')}</b>
        {state && tag(state.label, state.tone)}
      </span>
      <small>{[times.join('–'), ...rest].filter(Boolean).join(' · ')}</small>
    </button>
  )
}
