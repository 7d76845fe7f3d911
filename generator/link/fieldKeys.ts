/** The keys of each field type, and the literals it can hold (docs/LANGUAGE.md § 4). */
import type { FieldType } from '../../src/model/fields.ts'
import type { FieldModel } from '../../src/model/model.ts'
import { below, type At, type Compilation } from '../base/context.ts'
import { suggestion } from '../base/problems.ts'
import type { FieldWords } from '../base/parts.ts'

const NUMBERS: FieldType[] = ['int', 'decimal', 'money']
const TEXTS: FieldType[] = ['string', 'text', 'email', 'password', 'region', 'time', 'phone']
const REFS: FieldType[] = ['ref', 'refs']
const ENUMS: FieldType[] = ['enum', 'enums']
const UPLOADS: FieldType[] = ['image', 'images', 'video', 'file']

/** Keys that only some types have. Every other key fits any type. */
const KEYS: Record<string, FieldType[]> = {
  min: [...TEXTS, ...NUMBERS, 'rows', 'own', 'refs', 'enums'],
  max: [...TEXTS, ...NUMBERS, 'rows', 'own', 'refs', 'enums', ...UPLOADS, 'json'],
  digits: ['decimal'],
  count: ['int'],
  sum: NUMBERS,
  en: ['string', 'text'],
  words: ['string', 'text'],
  samples: ['string', 'text'],
  negative: NUMBERS,
  percent: ['decimal'],
  level: ['region'],
  loose: ['phone'],
  ahead: ['date'],
  months: ['date'],
  age: ['date'],
  earliest: ['date'],
  latest: ['date'],
  unit: NUMBERS,
  instead: ['money', 'enum'],
  in: [...TEXTS, ...NUMBERS, ...ENUMS],
  pattern: ['string', 'text', 'serial'],
  of: ['enum', 'enums', 'ref', 'refs', 'own', 'rows', 'group'],
  by: ['ref'],
  as: ['ref'],
  with: [...REFS, 'rows'],
  lookup: [...REFS, 'rows'],
  fill: REFS,
  fields: ['rows', 'group'],
  masked: ['string', 'phone', 'email'],
  search: [...TEXTS, 'serial'],
}

/** REF015: keys without a meaning for this type. `full`: with the keys of its named type; only own keys are reported. */
export function checkKeys(c: Compilation, at: At, type: FieldType, written: FieldWords): void {
  const says = (key: string): boolean =>
    Object.entries(written).some(([one, value]) => one === key && value !== undefined)
  for (const key of Object.keys(written)) {
    const types = KEYS[key]
    if (types && says(key) && !types.includes(type))
      c.error(below(at, key), 'REF015', `"${key}" means nothing for ${type}; it goes with ${types.join(', ')}`, {
        key: true,
      })
  }
  if (written.min !== undefined && written.max !== undefined && written.min > written.max) {
    c.error(below(at, 'min'), 'SHP004', `min ${written.min} is above max ${written.max}`)
  }
  if (written.value !== undefined) {
    for (const key of ['default', 'once'])
      if (says(key))
        c.error(below(at, key), 'SHP005', `a computed field has no "${key}": "value" always holds`, { key: true })
  }
  for (const counted of ['count', 'sum'])
    for (const key of ['default', 'once', 'value', 'required', 'managed', ...(counted === 'count' ? ['sum'] : [])])
      if (says(counted) && says(key))
        c.error(below(at, key), 'SHP005', `a counted field has no "${key}": "${counted}" always holds`, { key: true })
  // Names of dictionary values are resolved where the field is made.
  if (!ENUMS.includes(type))
    for (const [i, one] of (written.in ?? []).entries()) checkLiteral(c, below(at, 'in', i), { name: 'in', type }, one)
  if (written.pattern !== undefined) checkPattern(c, below(at, 'pattern'), type, written.pattern)
}

/** A valid regular expression; or the pattern of a serial number with a running part. */
function checkPattern(c: Compilation, at: At, type: FieldType, pattern: string): void {
  if (type === 'serial') {
    if (!/\{0+\}/.test(pattern)) c.error(at, 'SHP004', `"${pattern}" has no running number; write it as {0000}`)
    return
  }
  checkExpression(c, at, pattern)
}

/** SHP004: a valid regular expression, which says the whole text. */
export function checkExpression(c: Compilation, at: At, pattern: string): void {
  try {
    new RegExp(pattern, 'u')
    if (!pattern.startsWith('^') && !pattern.endsWith('$'))
      c.note(
        at,
        'SHP004',
        `"${pattern}" fits wherever it stands in a text, so that nearly any text is taken; write ^ before it and $ behind it`,
      )
  } catch (error) {
    c.error(at, 'SHP004', `"${pattern}" is no regular expression: ${(error as Error).message.split(': ').at(-1)}`)
  }
}

type Fits = { is: (value: unknown) => boolean; what: string }
const NUMBER: Fits = { is: (v) => typeof v === 'number', what: 'a number' }
const WHOLE: Fits = { is: Number.isInteger, what: 'a whole number' }
const TEXT: Fits = { is: (v) => typeof v === 'string', what: 'text' }
const KEY: Fits = { is: (v) => typeof v === 'number' || typeof v === 'string', what: 'the key of a record' }
const MOMENT: Fits = { is: Number.isInteger, what: 'a moment in milliseconds (or "=today()", "=now")' }
const LIST: Fits = { is: Array.isArray, what: 'a list' }

/** The form of a literal in a file, by type; other types have no literals. */
const LITERALS: Partial<Record<FieldType, Fits>> = {
  string: TEXT,
  text: TEXT,
  email: TEXT,
  password: TEXT,
  region: TEXT,
  time: TEXT,
  phone: TEXT,
  int: WHOLE,
  decimal: NUMBER,
  money: NUMBER,
  bool: { is: (v) => typeof v === 'boolean' || v === 0 || v === 1, what: 'true or false' },
  date: MOMENT,
  datetime: MOMENT,
  ref: KEY,
  refs: LIST,
  enums: LIST,
  rows: LIST,
}

/** Names of periods that a range of dates accepts. */
export const PERIODS = ['today', 'thisWeek', 'thisMonth', 'lastMonth', 'last7Days', 'last30Days']

/** The holder of a literal. `period`: a range of dates, so that the name of a period gives both ends. */
export type Taker = Pick<FieldModel, 'type' | 'of' | 'name' | 'in' | 'min' | 'max'> & { period?: true }

/** SHP002, SHP004: a literal that the field cannot hold. */
export function checkLiteral(c: Compilation, at: At, field: Taker, value: unknown): void {
  const fits = LITERALS[field.type]
  if (value === null || !fits) return
  if (field.period && typeof value === 'string') {
    if (!PERIODS.includes(value))
      c.error(
        at,
        'SHP002',
        `"${value}" is no period${suggestion(value, PERIODS) || `; periods are ${PERIODS.join(', ')}`}`,
      )
    return
  }
  if (!fits.is(value))
    return void c.error(at, 'SHP002', `"${field.name}" holds ${fits.what}, found ${JSON.stringify(value)}`)
  if (field.in && !ENUMS.includes(field.type) && !field.in.includes(value as string)) {
    return void c.error(
      at,
      'SHP002',
      `"${field.name}" is one of ${field.in.map((one) => JSON.stringify(one)).join(', ')}, found ${JSON.stringify(value)}${suggestion(String(value), field.in.map(String))}`,
    )
  }
  const size =
    typeof value === 'number' ? value : typeof value === 'string' || Array.isArray(value) ? value.length : undefined
  if (size === undefined || field.type === 'ref') return
  if (field.min !== undefined && size < field.min) c.error(at, 'SHP004', `"${field.name}" is at least ${field.min}`)
  if (field.max !== undefined && size > field.max) c.error(at, 'SHP004', `"${field.name}" is at most ${field.max}`)
}
