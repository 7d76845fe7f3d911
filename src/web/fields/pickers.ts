/** Between the wire's moments and the calendar of the kit, which knows only the machine's own zone. */
import dayjs, { type Dayjs } from 'dayjs'
import { momentOf, wallOf } from '../../model/zone.ts'

/** The moment as a wall clock of the product's zone shows it. */
export function toPicker(ms: unknown, zone: string): Dayjs | null {
  if (typeof ms !== 'number') return null
  const at = wallOf(ms, zone)
  return dayjs(new Date(at.year, at.month - 1, at.day, at.hour, at.minute, at.second))
}

/** The moment at which a wall clock of the product's zone shows this. */
export function fromPicker(at: Dayjs, zone: string): number {
  return momentOf(zone, at.year(), at.month() + 1, at.date(), at.hour(), at.minute())
}

/** Midnight of the day picked. */
export function dayFromPicker(at: Dayjs, zone: string): number {
  return momentOf(zone, at.year(), at.month() + 1, at.date())
}
