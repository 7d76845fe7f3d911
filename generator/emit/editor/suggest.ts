/** The names of the product that do not depend on a resource, in the meta-schemas. */
import type { Model } from '../../../src/model/model.ts'
import type { JsonSchema } from '../../base/jsonSchema.ts'
import type { Loaded } from '../../base/loaded.ts'
import { isObject } from '../../base/source.ts'
import { LANGUAGES } from '../../base/texts.ts'
import { among, partOf, type Part } from './parts.ts'

/** Names of one kind. */
type Names = Record<
  | 'resources'
  | 'dictionaries'
  | 'routes'
  | 'destinations'
  | 'types'
  | 'calls'
  | 'stats'
  | 'lists'
  | 'filters'
  | 'conditions'
  | 'languages',
  string[]
>

/** Puts the names of a product into a meta-schema. */
export function suggest(loaded: Loaded, model: Model): (schema: JsonSchema) => JsonSchema {
  const names = namesOf(loaded, model)
  return (schema) => withNames(schema, names)
}

function namesOf(loaded: Loaded, model: Model): Names {
  const routes = [...Object.keys(model.screens), ...model.planned.routes].sort()
  return {
    resources: Object.keys(model.resources),
    dictionaries: Object.keys(model.dictionaries),
    routes,
    destinations: [...routes, 'drawer'],
    types: [...Object.keys(loaded.types?.data.types ?? {}), ...Object.keys(loaded.app?.data.extensions?.types ?? {})],
    calls: [...Object.keys(model.calls), ...Object.keys(model.aliases), ...model.planned.calls].sort(),
    stats: Object.values(model.calls).flatMap(({ id, stat }) => (stat ? id : [])),
    lists: Object.keys(loaded.types?.data.lists ?? {}).map((name) => `...${name}`),
    filters: Object.keys(loaded.types?.data.filters ?? {}),
    languages: model.app.languages.available,
    conditions: [
      ...new Set([...loaded.resources.values()].flatMap(({ source }) => Object.keys(source.data.conditions ?? {}))),
    ].sort(),
  }
}

/** Keys whose text is one of the product's names, whatever stands around them. */
const KEYS: Record<string, (n: Names) => Part> = {
  resource: (n) => among(n.resources),
  draft: (n) => among(n.resources),
  call: (n) => ({ examples: n.calls }),
  lookup: (n) => ({ examples: n.calls }),
  use: (n) => ({ examples: n.calls }),
  preview: (n) => ({ examples: n.calls }),
  beside: (n) => ({ examples: n.calls }),
  goals: (n) => ({ examples: n.stats }),
  from: (n) => ({ examples: n.routes }),
  options: (n) => among(n.dictionaries),
}

const NAMED_TYPE = '^[a-z][A-Za-z]*$'

function withNames<T extends object>(schema: T, names: Names): T {
  if (isObject(schema)) nameOne(schema, names)
  for (const value of Object.values(schema)) if (value && typeof value === 'object') withNames(value, names)
  return schema
}

function nameOne(schema: Record<string, unknown>, names: Names): void {
  if (Array.isArray(schema.required) && schema.required.includes('zh')) spoken(schema, names.languages)
  if (typeof schema.names === 'string') {
    const known = names[schema.names as keyof Names]
    Object.assign(schema, schema.names === 'destinations' ? among(known) : { examples: known })
    delete schema.names
  }
  if (schema.type === 'string' && schema.pattern === NAMED_TYPE)
    Object.assign(schema, { pattern: undefined, ...among(names.types) })
  const properties = (schema.properties ?? {}) as Record<string, Part>
  for (const [key, property] of Object.entries(properties)) {
    const text = property.type === 'string' ? property : property.anyOf?.find((one) => one.type === 'string')
    if (text && KEYS[key]) Object.assign(text, KEYS[key](names))
  }
  if (properties.type && properties.of) typed(schema, names)
  if (properties.numbers && properties.chart) figured(schema)
  // Only the filter itself says what its start value is: the part of the resource offers it.
  if (properties.field && properties.in && properties.default) properties.default = { not: { type: 'object' } }
  if (!properties.to || !properties.with) return
  schema.allOf = [...((schema.allOf as Part[] | undefined) ?? []), partOf('paramsOfRoute')]
}

/** A block of figures: which calls it takes follows from what it shows. */
function figured(schema: Record<string, unknown>): void {
  const { call } = schema.properties as Record<string, Part>
  delete call?.examples
  schema.allOf = [...((schema.allOf as Part[] | undefined) ?? []), partOf('ofFigures')]
}

/** A text has the languages of the product; another one may stand there, and is not offered. */
function spoken(schema: Record<string, unknown>, languages: readonly string[]): void {
  const required = (schema.required as string[]).filter((key) => !LANGUAGES.some((lang) => lang === key))
  const properties = schema.properties as Record<string, Part>
  const others = LANGUAGES.filter((lang) => !languages.includes(lang))
  schema.required = [...required, ...languages]
  for (const lang of others) {
    schema.patternProperties = { ...(schema.patternProperties as object), [`^${lang}$`]: properties[lang] }
    delete properties[lang]
  }
}

const ENUMS = ['enum', 'enums']
const LINKS = ['ref', 'refs', 'own', 'rows', 'group']
const ofType = (types: string[]): JsonSchema => ({ properties: { type: { enum: types } }, required: ['type'] })

/** Beside a type: `of` is a dictionary or a resource, and a dictionary says what values there are. */
function typed(schema: Record<string, unknown>, names: Names): void {
  const of = (all: string[]): Part => ({
    properties: { of: { anyOf: [among(all), { type: 'object', additionalProperties: among(names.resources) }] } },
  })
  schema.allOf = [
    ...((schema.allOf as Part[] | undefined) ?? []),
    { if: ofType(ENUMS), then: of(names.dictionaries) },
    { if: ofType(LINKS), then: of(names.resources) },
    partOf('valuesOfType'),
    partOf('ofChosen'),
  ]
}
