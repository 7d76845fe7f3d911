/**
 * Days and moments in a named time zone, without a library. A moment is milliseconds since the epoch;
 * a day is the moment its midnight strikes in the zone. Server and browser use the product's zone
 * (`app.timezone`), never that of the machine they run on.
 */

/** Milliseconds. */
export const HOUR = 3_600_000
/** Milliseconds of a day on which the clocks do not change. */
export const DAY = 24 * HOUR

/** A moment taken apart as a wall clock in the zone shows it. `month` 1–12, `weekday` 1 (Monday) – 7. */
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
 * (some µs a call) and a list formats thousands of cells, so almost every answer comes from here.
 */
const days = new Map<string, Map<number, number | undefined>>()
const DAYS_KEPT = 20_000

/** What the wall clock is ahead of UTC at this moment, in ms. Throws RangeError for an unknown zone. */
export function zoneOffset(ms: number, zone: string): number {
  let known = days.get(zone)
  if (!known) days.set(zone, (known = new Map()))
  const day = Math.floor(ms / DAY)
  if (!known.has(day)) {
    if (known.size >= DAYS_KEPT) known.clear()
    const first = exactOffset(day * DAY, zone)
    known.set(day, first === exactOffset(day * DAY + DAY, zone) ? first : undefined)
  }
  return known.get(day) ?? exactOffset(ms, zone)
}

/** What a wall clock in the zone shows at this moment. */
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

/**
 * The moment at which a wall clock in the zone shows this. Overflowing parts carry on (day 32, month 0);
 * a time that the clocks skip is the moment after the gap.
 */
export function momentOf(zone: string, year: number, month: number, day: number, hour = 0, minute = 0): number {
  const wall = new Date(0)
  wall.setUTCFullYear(year, month - 1, day)
  wall.setUTCHours(hour, minute)
  const guess = wall.getTime()
  const first = guess - zoneOffset(guess, zone)
  const second = guess - zoneOffset(first, zone)
  return second === first || zoneOffset(second, zone) === guess - second ? second : Math.max(first, second)
}

/** Midnight, in the zone, of the day this moment falls on; `shift` days later. */
export function midnightOf(ms: number, zone: string, shift = 0): number {
  const at = wallOf(ms, zone)
  return momentOf(zone, at.year, at.month, at.day + shift)
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
