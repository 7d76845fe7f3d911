/** Converts between moments and the kit's calendar, which only works in the machine's own zone. */
import dayjs, { type Dayjs } from 'dayjs'
import { momentOf, wallOf } from '../../model/zone.ts'

/** The moment as a wall clock in the product's zone shows it. */
export function toPicker(ms: unknown, zone: string): Dayjs | null {
  if (typeof ms !== 'number') return null
  const at = wallOf(ms, zone)
  return dayjs(new Date(at.year, at.month - 1, at.day, at.hour, at.minute, at.second))
}

/** The moment for a wall clock time in the product's zone. */
export function fromPicker(at: Dayjs, zone: string): number {
  return momentOf(zone, at.year(), at.month() + 1, at.date(), { hour: at.hour(), minute: at.minute() })
}

/** Midnight of the day picked. */
export function dayFromPicker(at: Dayjs, zone: string): number {
  return momentOf(zone, at.year(), at.month() + 1, at.date())
}
