/** Days as a calendar shows them, in the product's zone. Weeks begin on Monday; a day is its midnight, in ms. */
import type { CalendarSpan, Lang } from '../../../model/model.ts'
import { midnightOf, momentOf, wallOf } from '../../../model/zone.ts'

const WEEK = 7

/** The first day of what is shown around a day. */
export function beginOf(span: CalendarSpan, day: number, zone: string): number {
  const { year, month, weekday } = wallOf(day, zone)
  if (span === 'month') return momentOf(zone, year, month, 1)
  return midnightOf(day, zone, span === 'week' ? 1 - weekday : 0)
}

/** The same, so many months, weeks or days later. */
export function walked(span: CalendarSpan, day: number, by: number, zone: string): number {
  const { year, month } = wallOf(day, zone)
  if (span === 'month') return momentOf(zone, year, month + by, 1)
  return midnightOf(day, zone, span === 'week' ? by * WEEK : by)
}

/** The days shown from the first one on. */
export function daysOf(span: CalendarSpan, begin: number, zone: string): number[] {
  const { year, month } = wallOf(begin, zone)
  const count = span === 'month' ? new Date(Date.UTC(year, month, 0)).getUTCDate() : span === 'week' ? WEEK : 1
  return Array.from({ length: count }, (_, at) => midnightOf(begin, zone, at))
}

/** Whole weeks around a month: its days, and those of its neighbours that fill the first and the last week. */
export function weeksOf(days: readonly number[], zone: string): number[][] {
  const [first = 0] = days
  const last = days.at(-1) ?? first
  const before = wallOf(first, zone).weekday - 1
  const all = before + days.length + (WEEK - wallOf(last, zone).weekday)
  const from = midnightOf(first, zone, -before)
  return Array.from({ length: all / WEEK }, (_, week) =>
    Array.from({ length: WEEK }, (_day, at) => midnightOf(from, zone, week * WEEK + at)),
  )
}

const STYLES = {
  month: { year: 'numeric', month: 'long' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  whole: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  weekday: { weekday: 'short' },
  number: { day: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** Making one takes longer than a month of days in words. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(lang: Lang, zone: string, style: keyof typeof STYLES): Intl.DateTimeFormat {
  const key = `${lang} ${zone} ${style}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', { timeZone: zone, ...STYLES[style] })
    formats.set(key, format)
  }
  return format
}

/** A day in words: its month, itself in short or in full, its weekday or its number. */
export const dayIn = (lang: Lang, day: number, zone: string, style: keyof typeof STYLES): string =>
  formatOf(lang, zone, style).format(day)

/** What is shown, as a heading. */
export function headingOf(span: CalendarSpan, days: readonly number[], lang: Lang, zone: string): string {
  const [first = 0] = days
  if (span === 'month') return dayIn(lang, first, zone, 'month')
  if (span === 'day') return dayIn(lang, first, zone, 'day')
  return `${dayIn(lang, first, zone, 'day')} – ${dayIn(lang, days.at(-1) ?? first, zone, 'day')}`
}
