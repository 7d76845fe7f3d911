/** The parts of `names.schema.json` that resources, views and roles are made of. */
import {
  BASE_FIELDS,
  callOf,
  type CallModel,
  type FieldModel,
  type Model,
  type ResourceModel,
} from '../../../src/model/model.ts'
import type { JsonSchema } from '../../base/jsonSchema.ts'

/** `examples` and `default` are what an editor offers besides. */
export type Part = JsonSchema & {
  examples?: unknown[]
  default?: unknown
  properties?: Record<string, Part>
  additionalProperties?: boolean | Part
  propertyNames?: Part
  items?: Part
  allOf?: Part[]
  anyOf?: Part[]
  if?: Part
  then?: Part
  else?: Part
}

export const NAMES = 'names.schema.json'

/** A part by its name, beside the other parts. */
export const part = (name: string): { $ref: string } => ({ $ref: `#/$defs/${name}` })

/** The same, from another file. */
export const partOf = (name: string): { $ref: string } => ({ $ref: `${NAMES}#/$defs/${name}` })

/** A pattern that only these texts match. An editor offers the texts of an `enum` as values, but no pattern. */
export const oneOf = (texts: readonly string[]): string =>
  `^(${texts.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)).join('|')})$`

/** Only these names; an expression stands for itself. */
export const among = (names: readonly unknown[]): Part => ({ enum: [...new Set(names)] })

/** A list whose entries are names, or objects that say `keys` of themselves. */
export const listOf = (names: Part, keys?: Record<string, Part>): Part => ({
  items: keys ? { anyOf: [names, { type: 'object', properties: keys }] } : names,
})

/** An exact list, or what is added to and dropped from the usual one. */
export const changes = (items: Part, dropped: Part): Part => ({
  ...items,
  properties: { add: items, drop: listOf(dropped) },
})

/** Fields of a record, those of the record it extends, and those of the one whose figures it holds. */
export function fieldsOf(model: Model, r: ResourceModel): FieldModel[] {
  const other = model.resources[r.extends?.resource ?? r.figures ?? '']
  const base = other ? fieldsOf(model, other) : []
  return [...Object.values(r.fields), ...base.filter(({ name }) => !r.fields[name])]
}

export const fieldNames = (model: Model, r: ResourceModel): string[] => [
  ...fieldsOf(model, r).map(({ name }) => name),
  ...BASE_FIELDS,
]

/** Calls that are no buttons. */
export const READS = ['query', 'list', 'detail', 'select', 'check', 'stat', 'options']

/** Calls and presets that a resource declares, by the name that its own files use. */
export function callsOf(model: Model, r: ResourceModel): CallModel[] {
  return r.calls.flatMap((id) => callOf(model, id) ?? [])
}

const known = new WeakMap<Model, ReadonlyMap<string, CallModel[]>>()

/** Calls of a resource, and those of others that answer its rows. */
export function callsAbout(model: Model, { name }: ResourceModel): readonly CallModel[] {
  let found = known.get(model)
  if (!found) {
    const about = new Map<string, CallModel[]>()
    for (const call of Object.values(model.calls))
      for (const of of new Set([call.resource, ...(call.rows ? [call.rows] : [])]))
        about.set(of, [...(about.get(of) ?? []), call])
    known.set(model, about)
    found = about
  }
  return found.get(name) ?? []
}

/** Steps through one ref: `customer.realName`. */
function steps(model: Model, r: ResourceModel): string[] {
  const people = ['createBy', 'updateBy'].flatMap((name) => stepsOf(model, name, model.app.records.person))
  return [
    ...people,
    ...fieldsOf(model, r).flatMap((field) =>
      field.type === 'ref' && field.of
        ? stepsOf(model, field.as, field.of)
        : field.type === 'group'
          ? (field.fields ?? []).map(({ name }) => `${field.name}.${name}`)
          : [],
    ),
  ]
}

function stepsOf(model: Model, as: string, of: string | undefined): string[] {
  const target = model.resources[of ?? '']
  return target ? fieldNames(model, target).map((name) => `${as}.${name}`) : []
}

/** Paths of more steps, and those into child rows, are left to the compiler. */
function further(fields: readonly FieldModel[]): Part {
  const many = fields.filter(({ type }) => type === 'own' || type === 'refs' || type === 'rows').map(({ name }) => name)
  return { type: 'string', pattern: `^(${['[^.]+[.][^.]+', ...many].join('|')})[.].` }
}

/** Names that hold for one resource, wherever a file speaks of it. */
export function namesOfResource(model: Model, r: ResourceModel): Record<string, Part> {
  const { name } = r
  const fields = fieldNames(model, r)
  const said = callsOf(model, r).flatMap(({ input, output }) => [...input, ...output])
  const members = [...fields, ...said.map((one) => one.name)]
  return {
    [`${name}:fields`]: among(fields),
    [`${name}:members`]: among(members),
    [`${name}:paths`]: { anyOf: [among([...fields, ...steps(model, r)]), further(fieldsOf(model, r))] },
    [`${name}:sorts`]: {
      anyOf: [among(fields.flatMap((one) => [one, `-${one}`])), { type: 'string', pattern: String.raw`\.` }],
    },
    [`${name}:set`]: {
      properties: valuesOf(model, fieldsOf(model, r)),
      propertyNames: { pattern: oneOf(fields) },
    },
    [`${name}:inputs`]: { anyOf: [{ examples: fields.flatMap((one) => [`${one}!`, one]) }, { type: 'object' }] },
    [`${name}:form`]: listOf(part(`${name}:members`), { field: part(`${name}:members`), fields: part(`${name}:form`) }),
  }
}

/** What a fixed value of each field may be. */
export const valuesOf = (model: Model, fields: readonly FieldModel[]): Record<string, Part> =>
  Object.fromEntries(
    fields.map((field) => [field.name, field.of && model.dictionaries[field.of] ? part(`value:${field.of}`) : {}]),
  )

/** Names of the values of each dictionary, and those told by the `of` that stands beside. */
export function amongNames(model: Model): Record<string, Part> {
  const dictionaries = Object.values(model.dictionaries)
  return {
    ...Object.fromEntries(
      dictionaries.map(({ name, values }) => {
        const names = among(values.map((value) => value.name))
        return [
          `value:${name}`,
          {
            anyOf: [
              names,
              { type: 'string', pattern: '^=' },
              { type: 'array', items: names },
              { type: ['number', 'boolean', 'null'] },
            ],
          },
        ]
      }),
    ),
    resources: { enum: Object.keys(model.resources) },
    dictionaries: { enum: dictionaries.map(({ name }) => name) },
    calls: { enum: Object.keys(model.calls) },
    valuesOfType: {
      allOf: dictionaries.map(({ name, values }) => ({
        if: { properties: { of: { pattern: oneOf([name]) } }, required: ['of'] },
        then: { properties: { default: part(`value:${name}`), in: listOf(among(values.map((value) => value.name))) } },
      })),
    },
    paramsOfRoute: {
      allOf: Object.values(model.screens).map(({ route, params }) => ({
        if: { properties: { to: { pattern: oneOf([route]) } }, required: ['to'] },
        then: { properties: { with: keys(params.map(({ name }) => name)) } },
      })),
    },
  }
}

/** An object with these keys. */
export const keys = (names: readonly string[], value: Part = {}): Part => ({
  properties: Object.fromEntries(names.map((name) => [name, value])),
  propertyNames: { pattern: oneOf(names) },
})
