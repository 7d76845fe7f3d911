/** Cells of a file as wire values, the way people write them; or what is wrong with them. */
import type { FieldModel, Text } from '../../model/model.ts'
import { shareOf } from '../../model/format.ts'
import { currencySymbol } from '../../model/local.ts'
import { dayOf, midnightOf, momentOf } from '../../model/zone.ts'
import type { RawCell } from './sheet-reader.ts'

/** A value, or the sentence that says why there is none. */
export type Read = { value: unknown } | { text: Text }

const say = (zh: string, en: string): Text => ({ zh, en })
const notFound = (near: string | undefined): Text =>
  near === undefined
    ? say('不存在', 'does not exist')
    : say(`不存在，是否为「${near}」`, `does not exist; did you mean “${near}”?`)
const AMBIGUOUS = say('有多条同名记录', 'is the name of several records')
const NOT_A_DATE = say('不是日期，应如 2026-03-16', 'is no date, such as 2026-03-16')
const NOT_A_NUMBER = say('不是数字', 'is no number')
const NOT_A_FLAG = say('应为 是、否', 'should be yes or no')

/** A word that is none of those offered. */
export const notOneOf = (labels: readonly Text[]): Text =>
  say(`应为 ${labels.map((one) => one.zh).join('、')}`, `should be one of ${labels.map((one) => one.en).join(', ')}`)

/** A column and what stands in it, as a sentence begins. */
function named(label: Text, cell: RawCell): Text {
  const word = cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell).trim()
  return say(`${label.zh}「${word}」`, `${label.en} “${word}”`)
}

/** What is wrong with a cell, with the name of its column and what stands in it. */
export function wrongCell(label: Text, cell: RawCell, why: Text): Text {
  const { zh, en } = named(label, cell)
  return say(`${zh}${why.zh}`, `${en} ${why.en}`)
}

/** What is wrong with a value that was read, with the name of its column and the cell. */
export function refusedCell(label: Text, cell: RawCell, why: Text): Text {
  const { zh, en } = named(label, cell)
  return say(`${zh}：${why.zh}`, `${en}: ${why.en}`)
}

/** That a row repeats an earlier one of the file, or a record that is there. */
export const repeats = (label: Text, value: unknown, row: number | undefined): Text =>
  row === undefined
    ? say(`${label.zh}「${String(value)}」已存在`, `${label.en} “${String(value)}” exists already`)
    : say(
        `${label.zh}「${String(value)}」与第 ${row} 行相同`,
        `${label.en} “${String(value)}” stands in row ${row} already`,
      )

/** Records by title, column by column. A title that several have names none of them. */
export class Titles {
  private readonly byWord = new Map<string, { key: string | number; many: boolean }>()
  private readonly byGuess = new Map<string, string>()

  add(field: FieldModel, title: string, key: string | number): void {
    const at = `${field.name}/${normal(title)}`
    this.byWord.set(at, { key, many: this.byWord.has(at) })
  }

  /** What somebody may have meant by a word that names nothing. */
  guess(field: FieldModel, word: string, title: string): void {
    this.byGuess.set(`${field.name}/${word}`, title)
  }

  /** Whether a word names a record, or several. */
  has = (field: FieldModel, word: string): boolean => this.byWord.has(`${field.name}/${normal(word)}`)

  find(field: FieldModel, word: string): Read {
    const found = this.byWord.get(`${field.name}/${normal(word)}`)
    if (!found) return { text: notFound(this.byGuess.get(`${field.name}/${word}`)) }
    return found.many ? { text: AMBIGUOUS } : { value: found.key }
  }
}

/** A word as it is compared: without blanks, stars and colons, in small letters. */
export const normal = (word: string): string =>
  word
    .trim()
    .replace(/[*＊:：\s]/g, '')
    .toLowerCase()

/** The words of a cell. */
export const split = (text: string, many: boolean): string[] =>
  (many ? text.split(/[、,，;；]/) : [text]).map((word) => word.trim())

/** Several words of a cell, each read by itself. */
export function several(text: string, one: (word: string) => Read): Read {
  const found = split(text, true)
    .filter((word) => word !== '')
    .map(one)
  const wrong = found.find((value) => 'text' in value)
  return wrong ?? { value: found.map((value) => (value as { value: unknown }).value) }
}

/** A number as people write it: with separators and a currency sign; a share also as `5%`. */
export function numberOf(cell: RawCell, share = false): Read {
  const text = String(cell)
    .replaceAll(currencySymbol().trim(), '')
    .replace(/[,，￥¥\s]/g, '')
  const number = share && text.endsWith('%') ? shareOf(Number(text.slice(0, -1))) : Number(text)
  return Number.isFinite(number) && text !== '' && text !== '%'
    ? { value: Math.round(number * 1e6) / 1e6 }
    : { text: NOT_A_NUMBER }
}

const YES = new Set(['1', '是', 'yes', 'y', 'true', '√'])
const NO = new Set(['0', '否', 'no', 'n', 'false', '×'])

/** Yes or no. */
export function flagOf(cell: RawCell): Read {
  const word = normal(String(cell))
  if (YES.has(word)) return { value: 1 }
  return NO.has(word) ? { value: 0 } : { text: NOT_A_FLAG }
}

/** A day or moment: a date cell (which carries the wall clock as if it were UTC), or text as people write it. */
export function momentIn(cell: RawCell, day: boolean, zone: string): Read {
  const ms = cell instanceof Date ? wallMoment(cell, zone) : textMoment(String(cell), zone)
  if (ms === undefined) return { text: NOT_A_DATE }
  return { value: day ? midnightOf(ms, zone) : ms }
}

function wallMoment(cell: Date, zone: string): number {
  const at = new Date(Math.round(cell.getTime() / 1000) * 1000)
  const time = { hour: at.getUTCHours(), minute: at.getUTCMinutes() }
  return momentOf(zone, at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate(), time)
}

function textMoment(text: string, zone: string): number | undefined {
  const found = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T](\d{1,2}):(\d{2})(?::\d{2})?)?$/.exec(text.trim())
  if (!found) return undefined
  const [year, month, date, hour, minute] = found.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const day = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
  const real = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(real.getTime()) || real.getUTCDate() !== date) return undefined
  return hour || minute ? momentOf(zone, year, month, date, { hour, minute }) : dayOf(day, zone)
}
