/** Times of day, `09:30`: those that a product offers and takes (LANGUAGE § 15). As text they sort as they should. */

/** The first, the last, and the minutes between two. */
export interface TimesModel {
  from: string
  to: string
  step: number
}

/** Every quarter of an hour, where a product says nothing else. */
export const EVERY_QUARTER: TimesModel = { from: '00:00', to: '23:45', step: 15 }

/** Minutes since midnight. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const twoDigits = (n: number): string => String(n).padStart(2, '0')

const timeOf = (minutes: number): string => `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`

/** All of them, in order. */
export function timesOf({ from, to, step }: TimesModel): string[] {
  const first = minutesOf(from)
  return Array.from({ length: Math.floor((minutesOf(to) - first) / step) + 1 }, (_, i) => timeOf(first + i * step))
}

/** Whether a time is one of them. */
export const isOneOfTimes = (time: string, { from, to, step }: TimesModel): boolean =>
  time >= from && time <= to && (minutesOf(time) - minutesOf(from)) % step === 0
