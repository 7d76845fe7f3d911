/**
 * Days and moments in a named time zone, without a library. A moment is milliseconds since the epoch;
 * a day is the moment of its midnight in the zone. Server and browser use the product's zone
 * (`app.timezone`), never that of the machine they run on.
 */

/** Milliseconds. */
export const HOUR = 3_600_000
/** Milliseconds of a day on which the clocks do not change. */
export const DAY = 24 * HOUR

/** The parts of a moment on a wall clock in the zone. `month` 1–12, `weekday` 1 (Monday) – 7. */
interface Wall {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  weekday: number
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    clocks.set(zone, clock)
  }
  return clock
}

function exactOffset(ms: number, zone: string): number {
  const seen: Record<string, string> = {}
  for (const { type, value } of clockOf(zone).formatToParts(ms)) seen[type] = value
  const year = seen.era === 'BC' ? 1 - Number(seen.year) : Number(seen.year)
  const wall = new Date(0)
  wall.setUTCFullYear(year, Number(seen.month) - 1, Number(seen.day))
  wall.setUTCHours(Number(seen.hour), Number(seen.minute), Number(seen.second))
  return wall.getTime() - Math.floor(ms / 1000) * 1000
}

/**
 * Offset of each whole UTC day of a zone; `undefined` for a day on which the clocks change. Intl is slow
 * (some µs a call) and a list formats thousands of cells, so almost every result comes from this cache.
 */
const days = new Map<string, Map<number, number | undefined>>()
const DAYS_KEPT = 20_000

/** The offset of the wall clock from UTC at this moment, in ms. Throws RangeError for an unknown zone. */
export function zoneOffset(ms: number, zone: string): number {
  let cached = days.get(zone)
  if (!cached) days.set(zone, (cached = new Map()))
  const day = Math.floor(ms / DAY)
  if (!cached.has(day)) {
    if (cached.size >= DAYS_KEPT) cached.clear()
    const first = exactOffset(day * DAY, zone)
    cached.set(day, first === exactOffset(day * DAY + DAY, zone) ? first : undefined)
  }
  return cached.get(day) ?? exactOffset(ms, zone)
}

/** The wall clock in the zone at this moment. */
export function wallOf(ms: number, zone: string): Wall {
  const at = new Date(ms + zoneOffset(ms, zone))
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
    weekday: at.getUTCDay() || 7,
  }
}

interface TimeOfDay {
  hour: number
  minute: number
}
const MIDNIGHT: TimeOfDay = { hour: 0, minute: 0 }

/**
 * The moment of a wall clock time in the zone. Overflowing parts carry over (day 32, month 0);
 * a time that the clocks skip is the moment after the gap. Without a time of day it is midnight.
 */
export function momentOf(zone: string, year: number, month: number, day: number, time: TimeOfDay = MIDNIGHT): number {
  const wall = new Date(0)
  wall.setUTCFullYear(year, month - 1, day)
  wall.setUTCHours(time.hour, time.minute)
  const guess = wall.getTime()
  const first = guess - zoneOffset(guess, zone)
  const second = guess - zoneOffset(first, zone)
  return second === first || zoneOffset(second, zone) === guess - second ? second : Math.max(first, second)
}

/** Midnight, in the zone, of the day of this moment; `shift` days later. */
export function midnightOf(ms: number, zone: string, shift = 0): number {
  const at = wallOf(ms, zone)
  return momentOf(zone, at.year, at.month, at.day + shift)
}

/** Midnight, in the zone, of the first day of the month of this moment. */
export function monthStart(ms: number, zone: string): number {
  const { year, month } = wallOf(ms, zone)
  return momentOf(zone, year, month, 1)
}

const two = (n: number) => String(n).padStart(2, '0')

/** The day as `2026-03-16`. */
export function dayText(ms: number, zone: string): string {
  const at = wallOf(ms, zone)
  return `${String(at.year).padStart(4, '0')}-${two(at.month)}-${two(at.day)}`
}

/** The time of day as `09:30`. */
export function timeText(ms: number, zone: string): string {
  const at = wallOf(ms, zone)
  return `${two(at.hour)}:${two(at.minute)}`
}

/** Midnight of a day written `2026-03-16`. */
export function dayOf(text: string, zone: string): number {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  return momentOf(zone, year, month, day)
}
