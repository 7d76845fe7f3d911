/** Named periods: defaults of filters, and the buttons of a date filter. */
import { DAY, midnightOf, momentOf, wallOf } from '../../model/zone.ts'

export const PERIODS = ['today', 'thisWeek', 'last7Days', 'thisMonth', 'lastMonth', 'last30Days'] as const
export type Period = (typeof PERIODS)[number]

/** Whether a filter's default is the name of a period. */
export const isPeriod = (value: unknown): value is Period => (PERIODS as readonly unknown[]).includes(value)

/** First and last day of a period, as midnights in the product's zone. Weeks begin on Monday. */
export function periodOf(period: Period, now: number, zone: string): [number, number] {
  const today = midnightOf(now, zone)
  const { year, month, weekday } = wallOf(now, zone)
  switch (period) {
    case 'today':
      return [today, today]
    case 'thisWeek':
      return [midnightOf(now, zone, 1 - weekday), midnightOf(now, zone, 7 - weekday)]
    case 'thisMonth':
      return [momentOf(zone, year, month, 1), momentOf(zone, year, month + 1, 0)]
    case 'lastMonth':
      return [momentOf(zone, year, month - 1, 1), momentOf(zone, year, month, 0)]
    case 'last7Days':
      return [midnightOf(now, zone, -6), today]
    case 'last30Days':
      return [midnightOf(now, zone, -29), today]
  }
}

/** The days just before some days: before a whole month the month, else as many days. */
export function daysBefore([from, to]: readonly [number, number], zone: string): [number, number] {
  const first = wallOf(from, zone)
  const month = (shift: number, day: number): number => momentOf(zone, first.year, first.month + shift, day)
  if (first.day === 1 && to === month(1, 0)) return [month(-1, 1), month(0, 0)]
  const days = Math.round((to - from) / DAY) + 1
  return [midnightOf(from, zone, -days), midnightOf(from, zone, -1)]
}
