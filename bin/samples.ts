/** Values to try inputs with: one that a field takes, and those it must refuse. */
import Mock from 'mockjs'
import { dictionaryOf, keyOf, membersOf, targetOf } from '../src/model/fields.ts'
import type { FieldModel, Model, Text } from '../src/model/model.ts'
import { midnightOf, monthStart } from '../src/model/zone.ts'
import type { Queryable } from '../src/server/types.ts'

/** Where records to point at are found. */
export interface Found {
  db: Queryable
  model: Model
  companyId: number
  now: number
}

let made = 0

/** A value that the field takes, in wire form; undefined where there is nothing to point at. */
export async function sampleOf(found: Found, field: FieldModel): Promise<unknown> {
  const { model, now } = found
  made += 1
  if (field.in) return field.in[0]
  switch (field.type) {
    case 'phone':
      return phoneOf(model.app.phone.pattern)
    case 'email':
      return `p${made}@example.com`
    case 'password':
      return 'Garden2026'
    case 'region':
      return '500100'
    case 'time':
      return '10:00'
    case 'date':
      return field.months ? monthStart(now, model.app.timezone) : midnightOf(now, model.app.timezone)
    case 'datetime':
      return now
    case 'int':
    case 'decimal':
    case 'money':
      return Math.max(field.min ?? 0, Math.min(field.max ?? 1, 1))
    case 'bool':
      return 0
    case 'enum':
      return dictionaryOf(model.dictionaries, field)?.values.find((one) => !one.retired)?.value
    case 'enums':
      return dictionaryOf(model.dictionaries, field)
        ?.values.filter((one) => !one.retired)
        .slice(0, 1)
        .map((one) => one.value)
    case 'ref':
      return await somebody(found, field)
    case 'refs': {
      const one = await somebody(found, field)
      return one === undefined ? [] : [one]
    }
    case 'group':
      return await entryOf(found, membersOf(field))
    case 'rows':
    case 'own':
      return field.required ? [await entryOf(found, membersOf(field))] : []
    case 'string':
    case 'text':
      return textOf(field)
    default:
      return undefined
  }
}

/** Numbers that were given out: most are to be met once. */
const phones = new Set<string>()

/** A telephone number of the product's own form. */
export function phoneOf(pattern: string): string {
  for (let tries = 0; tries < 50; tries += 1) {
    const number = String(Mock.mock(new RegExp(pattern)))
    if (phones.has(number) || !new RegExp(pattern, 'u').test(number)) continue
    phones.add(number)
    return number
  }
  return `15${String(100_000_000 + made).slice(-9)}`
}

/** Values for all these fields. */
export async function entryOf(found: Found, fields: readonly FieldModel[]): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {}
  for (const field of fields) {
    const value = await sampleOf(found, field)
    if (value !== undefined) values[field.name] = value
  }
  return values
}

function textOf({ max = 20, min = 0, pattern }: FieldModel): string | undefined {
  const tries = [`样${made}`, `s${made}`, String(made), String(made).padStart(max, '0'), '13800000000']
  return tries
    .map((text) => text.slice(-max).padEnd(min, '0'))
    .find((text) => !pattern || new RegExp(pattern, 'u').test(text))
}

/** The key of a record that the field may point at. */
async function somebody({ db, model, companyId }: Found, field: FieldModel): Promise<unknown> {
  const target = targetOf(model.resources, field)
  if (!target || target.virtual) return undefined
  const within = target.company ? 'and "companyId" = $1' : 'and $1::bigint is not null'
  const [row] = await db.query<{ key: unknown }>(
    `select "${keyOf(field)}" as "key" from "${target.name}" where not "isDel" ${within} order by "id" limit 1`,
    [companyId],
  )
  return row?.key
}

/** A value that must be refused, and what is wrong with it. */
interface Wrong {
  value: unknown
  what: Text
}

/** What the field must refuse. */
export function wrongOf(field: FieldModel): Wrong[] {
  const { type, max, min } = field
  const isNumber = ['int', 'decimal', 'money'].includes(type)
  const isText = ['string', 'text'].includes(type)
  return [
    ...(field.required && field.default === undefined ? [{ value: null, what: { zh: '不填', en: 'left out' } }] : []),
    ...(isNumber ? [{ value: 'x', what: { zh: '不是数字', en: 'no number' } }] : []),
    ...(isNumber && max !== undefined ? [{ value: max + 1, what: { zh: `超过 ${max}`, en: `above ${max}` } }] : []),
    ...(isNumber && min !== undefined ? [{ value: min - 1, what: { zh: `低于 ${min}`, en: `below ${min}` } }] : []),
    ...(isNumber && !field.negative && min === undefined
      ? [{ value: -1, what: { zh: '为负', en: 'below zero' } }]
      : []),
    ...(isText && max !== undefined
      ? [{ value: 'x'.repeat(max + 1), what: { zh: `超过 ${max} 字`, en: `longer than ${max}` } }]
      : []),
    ...(type === 'phone' ? [{ value: '12', what: { zh: '不是手机号', en: 'no mobile' } }] : []),
    ...(type === 'enum' ? [{ value: 99_999, what: { zh: '没有这个值', en: 'a value that is none' } }] : []),
    ...(type === 'ref' && field.of
      ? [{ value: 999_999_999, what: { zh: '没有这条记录', en: 'a record that is not there' } }]
      : []),
  ]
}
