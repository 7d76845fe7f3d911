/** Fields and inputs as a table: type, limits, and other facts for readers. */
import { dictionaryOf, isEnum } from '../../../src/model/fields.ts'
import type { Bound, FieldModel, ResourceModel } from '../../../src/model/model.ts'
import { code, esc, table, type Html } from './html.ts'
import type { Links, Site } from './site.ts'
import { TYPES } from './words.ts'

/** Fields of a resource, inputs of a call or fields of an answer. */
export function fieldTable(site: Site, links: Links, fields: FieldModel[], of?: ResourceModel): Html {
  const { say } = site
  return table(
    [say('name'), say('label'), say('type'), say('limits'), say('remarks')],
    fields.map((f) => [
      `${code(f.name)}${f.required ? ` <b class="required" title="${esc(say('required'))}">*</b>` : ''}`,
      esc(say(f.label)),
      typeOf(site, links, f),
      limitsOf(site, f).join('; '),
      remarksOf(site, f, of).join('; '),
    ]),
  )
}

/** The type with its target; entries of a list are named. */
export function typeOf(site: Site, links: Links, field: FieldModel): Html {
  const name = esc(site.say(TYPES[field.type] ?? { zh: field.type, en: field.type }))
  const target = targetOf(links, field)
  const inner = field.fields?.map((f) => `${code(f.name)} ${esc(site.say(f.label))}`).join(', ')
  return `${name}${target ? ` ${target}` : ''}${inner ? `: ${inner}` : ''}`
}

function targetOf(links: Links, field: FieldModel): Html {
  if (field.kinds) return [...new Set(Object.values(field.kinds))].map(links.resource).join(' / ')
  if (!field.of) return ''
  return isEnum(field) ? links.dictionary(field.of) : links.resource(field.of)
}

const NUMBERS = ['int', 'decimal', 'money']
const LISTS = ['refs', 'enums', 'own', 'rows', 'images', 'file', 'image', 'video']

function rangeOf(min: number | undefined, max: number | undefined): string {
  if (max === undefined) return `≥ ${min}`
  return min === undefined ? `≤ ${max}` : `${min}–${max}`
}

function limitsOf({ say }: Site, f: FieldModel): Html[] {
  const what = NUMBERS.includes(f.type) ? '' : `${say(LISTS.includes(f.type) ? 'count' : 'length')} `
  return [
    ...(f.min === undefined && f.max === undefined ? [] : [what + rangeOf(f.min, f.max)]),
    ...(f.digits === undefined ? [] : [`${say('digits')} ${f.digits}`]),
    ...(f.negative ? [esc(say('negative'))] : []),
    ...(f.pattern ? [`${esc(say('pattern'))} ${code(f.pattern)}`] : []),
    ...(f.in ? [`${esc(say('only'))} ${f.in.map(code).join(', ')}`] : []),
    ...(f.unit ? [esc(say(f.unit))] : []),
  ]
}

function remarksOf(site: Site, f: FieldModel, of?: ResourceModel): Html[] {
  const { say } = site
  const flags = (['managed', 'once', 'secret', 'masked'] as const).filter((flag) => f[flag])
  return [
    ...(f.requiredIf ? [`${esc(say('requiredIf'))} ${code(f.requiredIf.src)}`] : []),
    ...(f.default ? [`${esc(say('default'))} ${boundOf(site, f.default, f)}`] : []),
    ...(f.value ? [`${esc(say('computed'))} ${code(f.value.src)}`] : []),
    ...flags.map((flag) => esc(say(flag))),
    ...(f.see ? [`${esc(say('seeWith'))} ${code(f.see)}`] : []),
    ...uniqueOf(site, f, of),
    ...(f.help ? [esc(say(f.help))] : []),
  ]
}

function uniqueOf({ say }: Site, f: FieldModel, of?: ResourceModel): Html[] {
  const found = of?.unique.filter((u) => u.field === f.name) ?? []
  return found.map((u) =>
    u.within.length > 0 ? `${esc(say('uniqueWithin'))} ${u.within.map(code).join(', ')}` : esc(say('unique')),
  )
}

/** A fixed or start value: the label of a dictionary's value, or the expression. */
function boundOf({ model, say }: Site, bound: Bound, field?: FieldModel): Html {
  if ('expr' in bound) return code(bound.expr.src)
  const value = dictionaryOf(model.dictionaries, field)?.values.find((v) => v.value === bound.value)
  return value ? esc(say(value.label)) : code(JSON.stringify(bound.value))
}
