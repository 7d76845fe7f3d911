import type { CalendarView } from '../../model/model.ts'
import { useText } from '../core/i18n.ts'
import type { WireRow } from '../fields/types.ts'

/** Says of a row that is off that it is, and why; nothing of another. */
export function useOff(off: CalendarView['off']): (row: WireRow) => string | undefined {
  const text = useText()
  return (row) => {
    if (!off || row[off.field.name] !== 1) return undefined
    const why = off.why === undefined ? undefined : row[off.why]
    return [text(off.field.label), why].filter(Boolean).map(String).join(': ')
  }
}
