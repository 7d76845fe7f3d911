/** Numbers made by patterns such as `C{yyMMdd}{0000}`: a period, and a number in it. */
import { wallOf } from './zone.ts'

const TOKEN = /\{([A-Za-z]+|0+)\}/g

/** The pattern with its date filled in; the rest is the place of the number. */
export function renderPeriod(pattern: string, now: number, zone: string): string {
  const at = wallOf(now, zone)
  const two = (n: number): string => String(n).padStart(2, '0')
  const parts: Record<string, string> = {
    yyyy: String(at.year),
    yy: two(at.year % 100),
    MM: two(at.month),
    dd: two(at.day),
    HH: two(at.hour),
    mm: two(at.minute),
  }
  return pattern.replace(TOKEN, (token, name: string) => {
    if (name.startsWith('0')) return token
    return name.replace(/yyyy|yy|MM|dd|HH|mm/g, (part) => parts[part] as string)
  })
}

/** The number in its place, with at least as many digits as the pattern has zeros. */
export function renderNumber(period: string, number: number): string {
  return period.replace(/\{(0+)\}/, (_, zeros: string) => String(number).padStart(zeros.length, '0'))
}
