/** mockjs templates for the fields of a resource: what a value of each type looks like. */
import { builtInOf, valuesOf, type BuiltInType } from '../model/fields.ts'
import type { FieldModel, Model, ResourceModel } from '../model/model.ts'
import { EVERY_QUARTER, timesOf } from '../model/times.ts'

/** A field as mockjs draws it: the rule behind the name of its key, and what it draws from. Absent: it has no sample. */
interface Template {
  rule?: string
  of: unknown
}

/** What a template depends on beside its field. */
interface About {
  model: Pick<Model, 'app' | 'dictionaries'>
  resource: Pick<ResourceModel, 'label' | 'title' | 'fields'>
}

type Make = (field: FieldModel, about: About) => Template | undefined

/** Cities and provinces (GB/T 2260). */
const CITIES = ['110100', '310100', '330100', '440100', '500100', '510100']
const PROVINCES = ['110000', '310000', '330000', '440000', '500000', '510000']
const DAYS_BACK = 90

/** Stands for the number of a record in its name. */
export const NUMBER = '#n'

const none: Make = () => undefined
const oneOf = (of: readonly unknown[]): Template | undefined => (of.length > 0 ? { rule: '1', of } : undefined)

/** Whether the product speaks Chinese: then names and texts are Chinese too. */
const isChinese = ({ model }: About): boolean => model.app.languages.available.includes('zh')

const TEMPLATES: Record<BuiltInType, Make> = {
  string: (field, about) => (field.pattern ? { of: new RegExp(field.pattern) } : { of: shortText(field, about) }),
  text: (_field, about) => ({ of: isChinese(about) ? '@csentence(8,24)' : '@sentence(5,12)' }),
  int: (field) => ({ rule: rangeOf(field, 0, 20), of: 1 }),
  // What stands behind the point comes on top.
  decimal: (field) => {
    if (field.max !== undefined && field.max < 1) return oneOf(sharesOf(field.min ?? 0, field.max))
    const most = field.max === undefined ? (field.percent ? 0 : 20) : Math.max(field.max - 1, 0)
    const least = Math.floor(field.min ?? 0)
    return { rule: `${rangeOf({ ...field, min: least, max: most }, 0, most)}.1-${field.digits ?? 2}`, of: 1 }
  },
  money: (field) => ({ rule: rangeOf(field, 20, 4000), of: 1 }),
  bool: () => oneOf([0, 1]),
  enum: (field, { model }) => oneOf(choices(field, model)),
  enums: (field, { model }) => {
    const values = choices(field, model)
    return values.length > 0 ? { rule: '1', of: values.map((value) => [value]) } : undefined
  },
  // Days before today; the writer of rows turns them into moments of the product's zone.
  date: (field) => ({ rule: field.ahead ? '-30--1' : `1-${DAYS_BACK}`, of: 1 }),
  datetime: () => ({ rule: `0-${DAYS_BACK}.4-6`, of: 1 }),
  time: ({ times = EVERY_QUARTER }) => oneOf(timesOf(times)),
  phone: (_field, { model }) => ({ of: new RegExp(model.app.phone.pattern) }),
  email: () => ({ of: '@word(4,8)@integer(1,99)@example.com' }),
  password: none,
  serial: none,
  ref: none,
  refs: none,
  own: none,
  image: none,
  images: none,
  video: none,
  file: none,
  region: ({ level }) => oneOf(level === 'province' ? PROVINCES : CITIES),
  rows: none,
  group: none,
  json: none,
}

/** Shares between two bounds, at equal steps, to the hundredth. */
const sharesOf = (min: number, max: number): number[] =>
  [0, 1, 2, 3, 4].map((step) => Math.round((min + ((max - min) * step) / 4) * 100) / 100).filter((one) => one <= max)

/** A person's name where the record has a telephone number; else what the record is, with a number; else a few words. */
function shortText(field: FieldModel, about: About): string {
  const { resource } = about
  const title = resource.fields[resource.title]
  const chinese = isChinese(about)
  const english = title?.en === field.name
  if (field.name !== resource.title && !english) return chinese ? '@ctitle(2,6)' : '@title(1,3)'
  if (Object.values(resource.fields).some((one) => one.type === 'phone'))
    return chinese && !english ? '@cname' : '@name'
  return `${resource.label[chinese && !english ? 'zh' : 'en']} ${NUMBER}`
}

/** `20-400`: within the limits of the field; those of the engine where it has none. */
function rangeOf({ min, max, negative, in: values }: FieldModel, low: number, high: number): string {
  if (values) return `${Number(values[0])}-${Number(values.at(-1))}`
  const from = Math.ceil(Math.max(min ?? low, negative ? low : 0))
  const to = Math.floor(Math.min(max ?? Math.max(high, from), from + Math.max(high, 1)))
  return `${from}-${Math.max(from, to)}`
}

const choices = (field: FieldModel, { dictionaries }: About['model']): (string | number)[] => {
  const offered = valuesOf(dictionaries, field).filter((one) => !one.retired)
  return offered.map((one) => one.value)
}

/** The template of a field; nothing for what is no plain value. */
function templateOf(field: FieldModel, about: About): Template | undefined {
  if (field.secret || field.value) return undefined
  if (field.samples) return oneOf(field.samples)
  if (field.in && builtInOf(field.type) === 'string') return oneOf(field.in)
  return TEMPLATES[builtInOf(field.type)](field, about)
}

/** The template of a record, as mockjs takes it: `{ 'state|1': [1, 2], name: '@cname' }`. */
export function recordTemplate(fields: readonly FieldModel[], about: About): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const template = templateOf(field, about)
      return template ? [[template.rule ? `${field.name}|${template.rule}` : field.name, template.of]] : []
    }),
  )
}
