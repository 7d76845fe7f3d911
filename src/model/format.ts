/** Formats values, the same in the browser, in exports and in messages (rules 6.9). Pure; times in the product's zone. */
import { DIGITS, roundTo } from './expr/number.ts'
import { currencySymbol } from './local.ts'
import type { Lang } from './model.ts'
import { DAY, dayText, HOUR, midnightOf, timeText, wallOf } from './zone.ts'

/** Digits with thousands separators; `digits` fixes the decimals, otherwise the number's own are shown. */
export function formatNumber(value: number, digits?: number): string {
  const [whole = '', decimals] = (digits === undefined ? plain(value) : value.toFixed(digits)).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const text = decimals === undefined ? grouped : `${grouped}.${decimals}`
  return /^-[0.,]*$/.test(text) ? text.slice(1) : text
}

/** Without an exponent, which `String` writes below 1e-6. */
function plain(value: number): string {
  const text = String(value)
  return text.includes('e-') ? value.toFixed(20).replace(/0+$/, '') : text
}

/** A share of one in percent: 0.07 is 7. */
export const percentOf = (share: number): number => roundTo(share * 100, DIGITS - 2) ?? share

/** A number of percent as a share of one. */
export const shareOf = (percent: number): number => roundTo(percent / 100, DIGITS) ?? percent

/** Decimals of a percent value for a share with this many decimals. */
export const percentDigits = (digits: number): number => Math.max(digits - 2, 0)

/** A number with its unit; a sign stands close to it. */
export const withUnit = (number: string, unit: string | undefined): string =>
  unit === undefined ? number : /^[a-z]/i.test(unit) ? `${number} ${unit}` : `${number}${unit}`

/** A share of one as `12.5%`, with its own decimals. */
export const formatPercent = (share: number): string => `${formatNumber(percentOf(share))}%`

/** An amount with the sign of its currency: `￥1,234.50`. */
export function formatMoney(amount: number): string {
  const text = formatNumber(amount, 2)
  return text.startsWith('-') ? `-${currencySymbol()}${text.slice(1)}` : `${currencySymbol()}${text}`
}

/**
 * `138****1234`: the first 3 and the last 4 digits stay. Of a number with fewer than 11 only the last 4, and nothing of
 * one with fewer than 8: at least 4 digits are hidden, whatever a country's numbers look like.
 */
export function maskPhone(phone: string): string {
  const shown = phone.length >= 11 ? [3, 4] : phone.length >= 8 ? [0, 4] : [0, 0]
  const [first = 0, last = 0] = shown
  return phone.slice(0, first) + '*'.repeat(phone.length - first - last) + phone.slice(phone.length - last)
}

/** `2026-03-16`. */
export function formatDate(ms: number, zone: string): string {
  return dayText(ms, zone)
}

/** `2026-03`. */
export function formatMonth(ms: number, zone: string): string {
  return dayText(ms, zone).slice(0, -3)
}

/** How old something is that lives since a day: in days, from a month on in months, from two years on in years; '' before that day. */
export function formatAge(since: number, now: number, zone: string, lang: Lang): string {
  const [from, at] = [wallOf(since, zone), wallOf(now, zone)]
  const months = (at.year - from.year) * 12 + at.month - from.month - (at.day < from.day ? 1 : 0)
  if (midnightOf(now, zone) < since) return ''
  const [count, zh, en] =
    months >= 24
      ? ([Math.floor(months / 12), '岁', 'year'] as const)
      : months > 0
        ? ([months, '个月', 'month'] as const)
        : ([Math.round((midnightOf(now, zone) - since) / DAY), '天', 'day'] as const)
  return lang === 'zh' ? `${count}${zh}` : `${count} ${en}${count === 1 ? '' : 's'}`
}

/** `2026-03-16 09:30`. */
export function formatDatetime(ms: number, zone: string): string {
  return `${dayText(ms, zone)} ${timeText(ms, zone)}`
}

const MINUTE = 60_000

/**
 * How long ago: under 30 s 刚刚, under an hour minutes, under a day hours, under two days 1天前 (rules 6.9).
 * An older or future moment is shown as date and time.
 */
export function formatRelative(ms: number, now: number, lang: Lang, zone: string): string {
  const ago = now - ms
  if (ago < 0 || ago >= 2 * DAY) return formatDatetime(ms, zone)
  if (ago < 30_000) return lang === 'zh' ? '刚刚' : 'just now'
  if (ago < HOUR) return since(Math.max(1, Math.floor(ago / MINUTE)), lang, '分钟', 'minute')
  if (ago < DAY) return since(Math.floor(ago / HOUR), lang, '小时', 'hour')
  return since(1, lang, '天', 'day')
}

function since(count: number, lang: Lang, zh: string, en: string): string {
  return lang === 'zh' ? `${count}${zh}前` : `${count} ${en}${count === 1 ? '' : 's'} ago`
}

/** A noun inside a sentence: English uses a small first letter, except for names like WeChat and capitals. */
export const nounInSentence = (noun: string, lang: Lang): string =>
  lang === 'en' && /^[A-Z][a-z]*\b/.test(noun) ? noun.charAt(0).toLowerCase() + noun.slice(1) : noun
