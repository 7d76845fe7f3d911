/** Days where the product is. */
import type { DictionaryValues } from '../../generated/dictionaries.ts'
import { midnightOf, wallOf } from '../../model/zone.ts'
import type { CallContext } from '../platform/call.ts'

/** Midnight of today, or of a day so many days later. */
export const today = (c: CallContext, later = 0): number => midnightOf(c.now, c.model.app.timezone, later)

/** The weekday of a moment. */
export function weekdayOf(c: CallContext, at: number): DictionaryValues['weekday'] {
  const { weekday } = wallOf(at, c.model.app.timezone)
  return WEEKDAYS[weekday - 1] ?? 'sunday'
}

const WEEKDAYS: readonly DictionaryValues['weekday'][] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
]
