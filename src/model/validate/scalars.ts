/** Checks of one value: text, numbers, days, dictionary values, references. Each returns an error sentence, or undefined. */
import { formatPercent, percentDigits } from '../format.ts'
import { dictionaryOf } from '../fields.ts'
import type { DictionaryModel, FieldModel, Text } from '../model.ts'
import { isPhoneNumber, mayBePhoneNumber, notAPhoneNumber } from '../local.ts'
import { isOneOfTimes } from '../times.ts'
import { midnightOf, monthStart } from '../zone.ts'
import * as say from './sentences.ts'

/** The context of a check besides the value. */
export interface Surroundings {
  dictionaries: Record<string, DictionaryModel>
  /** The product's time zone; without it days need not be midnights. */
  zone?: string
}

export type ScalarCheck = (value: unknown, field: FieldModel, around: Surroundings) => Text | undefined

/** Number input of rules 6.9. */
const NUMBER_MAX = 1e16
/** Above some 9e13 yuan cents are not exact any more (docs/domain/money.md); sums of such amounts stay exact below this. */
const MONEY_MAX = 1e12
/** Longest text without a limit of the field: an index entry of PostgreSQL holds 2,704 bytes, and people read a page of text. */
const LINE_MAX = 500
const TEXT_MAX = 20_000
const YEAR_1900 = Date.UTC(1900, 0, 1)
const YEAR_2200 = Date.UTC(2200, 0, 1)

const EMAIL = /^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*@[A-Za-z0-9]+([.-][A-Za-z0-9]+)*\.[A-Za-z]{2,3}$/
const PASSWORD = /^(?=.*\d)(?=.*[A-Za-z]).{6,30}$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
const REGION = /^\d{6}$/
/** A zero byte or half a surrogate pair: neither text nor jsonb can store them. */
const UNSTORABLE = /\0|[\ud800-\udfff]/u

/** Whether text can be stored at all. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text)

/** The number of characters as people count them: an emoji is one. */
const lengthOf = (text: string): number => [...text].length

function textWithin(longest: number): ScalarCheck {
  return (value, field) => {
    if (typeof value !== 'string') return say.NOT_TEXT
    if (!isStorable(value)) return say.CHARACTERS
    const length = lengthOf(value)
    const min = field.min ?? 1
    const max = field.max ?? longest
    return length < min || length > max ? say.lengthBetween(min, max) : undefined
  }
}

const checkLine = textWithin(LINE_MAX)
export const checkText = textWithin(TEXT_MAX)

const patterns = new Map<string, RegExp>()

function patternOf(source: string): RegExp {
  let pattern = patterns.get(source)
  if (!pattern) patterns.set(source, (pattern = new RegExp(source, 'u')))
  return pattern
}

const notIn = (value: unknown, field: FieldModel): boolean =>
  field.in !== undefined && !field.in.some((one) => one === value)

export const checkString: ScalarCheck = (value, field, around) => {
  const wrong = checkLine(value, field, around)
  if (wrong) return wrong
  if (field.pattern && !patternOf(field.pattern).test(value as string)) return say.FORMAT
  return notIn(value, field) ? say.NOT_OFFERED : undefined
}

/** Text with a required form, and the sentence for other text. */
function shaped(pattern: RegExp, sentence: Text): ScalarCheck {
  return (value, field, around) => {
    if (typeof value !== 'string') return say.NOT_TEXT
    return pattern.test(value) ? checkLine(value, field, around) : sentence
  }
}

export const checkEmail = shaped(EMAIL, say.EMAIL)
export const checkPassword = shaped(PASSWORD, say.PASSWORD)
/** A telephone number, of the form that the product says. */
export const checkPhone: ScalarCheck = (value, field, around) => {
  if (typeof value !== 'string') return say.NOT_TEXT
  if (field.loose && !mayBePhoneNumber(value.trim())) return say.FORMAT
  return field.loose || isPhoneNumber(value) ? checkLine(value, field, around) : notAPhoneNumber()
}
const checkClock = shaped(TIME, say.NOT_TIME)

export const checkTime: ScalarCheck = (value, field, around) => {
  const wrong = checkClock(value, field, around)
  if (wrong || !field.times || isOneOfTimes(value as string, field.times)) return wrong
  return say.notATimeOf(field.times)
}

export const checkRegion = shaped(REGION, say.NOT_REGION)
/** Made by the server; as the value of a search any line is valid. */
export const checkSerial = checkLine

function numberWith(digitsOf: (field: FieldModel) => number | undefined, most = NUMBER_MAX): ScalarCheck {
  return (value, field) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return say.NOT_NUMBER
    const digits = digitsOf(field)
    if (digits === 0 && !Number.isInteger(value)) return say.NOT_INTEGER
    if (digits !== undefined && Number(value.toFixed(digits)) !== value)
      return say.tooManyDigits(field.percent ? percentDigits(digits) : digits)
    const min = field.min ?? (field.negative ? -most : 0)
    const max = field.max ?? most
    const shown = (bound: number) => (field.percent ? formatPercent(bound) : bound)
    if (value < min) return say.below(shown(min))
    if (value > max) return say.above(shown(max))
    return notIn(value, field) ? say.NOT_OFFERED : undefined
  }
}

export const checkInt = numberWith(() => 0)
export const checkDecimal = numberWith((field) => field.digits)
export const checkMoney = numberWith((field) => field.digits ?? 2, MONEY_MAX)

export const checkBool: ScalarCheck = (value) => (value === 1 || value === 0 ? undefined : say.NOT_FLAG)

export const checkDatetime: ScalarCheck = (value) => {
  if (!Number.isInteger(value)) return say.NOT_MOMENT
  return (value as number) < YEAR_1900 || (value as number) >= YEAR_2200 ? say.MOMENT_RANGE : undefined
}

export const checkDate: ScalarCheck = (value, field, around) => {
  const wrong = checkDatetime(value, field, around)
  if (wrong || !around.zone) return wrong
  if (midnightOf(value as number, around.zone) !== value) return say.NOT_MIDNIGHT
  return field.months && monthStart(value as number, around.zone) !== value ? say.NOT_FIRST : undefined
}

/** A value of the dictionary, including withdrawn ones, because old records have them. */
export const checkEnum: ScalarCheck = (value, field, around) => {
  const offered = dictionaryOf(around.dictionaries, field)?.values ?? []
  return offered.some((one) => one.value === value) && !notIn(value, field) ? undefined : say.NOT_OFFERED
}

/** A reference holds the numeric id, or the text key of its target. Whether the record exists is checked elsewhere. */
export const checkRef: ScalarCheck = (value, field, around) => {
  if (carriesText(field)) return checkLine(value, { ...field, min: undefined, max: undefined }, around)
  return Number.isSafeInteger(value) && (value as number) > 0 ? undefined : say.NOT_REFERENCE
}

/** Whether a ref or refs field holds another key of its target than the numeric id. */
export function carriesText(field: Pick<FieldModel, 'key'>): boolean {
  return field.key !== undefined && field.key !== 'id'
}
