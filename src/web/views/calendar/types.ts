import type { CalendarView } from '../../../model/model.ts'
import type { WireRow } from '../../fields/types.ts'
import type { Press } from '../../lists/buttons.tsx'
import type { CalendarWork } from './useCalendar.ts'

/** What the parts of a calendar share. */
export interface DaysProps {
  view: CalendarView
  work: CalendarWork
  buttonsOf: (row: WireRow) => Press[]
  /** Opens a day or an entry; undefined where this person may not. */
  onOpen: ((row: WireRow) => void) | undefined
  /** Puts an entry on another day; undefined where that cannot be. */
  onDrop: ((row: WireRow, day: number) => void) | undefined
}
