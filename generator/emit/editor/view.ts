/** The names of a resource, where a screen or a view inside one speaks of it. */
import type { CallModel, FieldModel, Model, ResourceModel, ScreenModel } from '../../../src/model/model.ts'
import type { JsonSchema } from '../../base/jsonSchema.ts'
import { PERIODS } from '../../link/fieldKeys.ts'
import { isDated } from '../../../src/model/fields.ts'
import { blocksPart } from './figures.ts'
import {
  among,
  callsAbout,
  callsOf,
  changes,
  fieldsOf,
  keys,
  listOf,
  oneOf,
  part,
  partOf,
  READS,
  valuesOf,
  type Part,
} from './parts.ts'

/** Gives a meta-schema of a view the names of the resource it is about, and returns them, one part for each resource. */
export function viewNames(model: Model, meta: string, schema: JsonSchema): Record<string, Part> {
  const said = schema.$defs?.body ?? schema
  const parts: Record<string, Part> = {}
  const cases: JsonSchema[] = []
  for (const r of Object.values(model.resources)) {
    const known = Object.keys(said.properties ?? {}).filter((key) => KEYS.includes(key))
    const name = `${r.name}:${meta.replace('.schema', '')}`
    parts[name] = {
      properties: Object.fromEntries(known.map((key) => [key, part(`${r.name}:view.${key}`)])),
      ...(said.properties?.steps ? stepsOf(model, r) : {}),
    }
    cases.push({
      if: { properties: { resource: { pattern: oneOf([r.name]) } }, required: ['resource'] },
      then: partOf(name),
    })
  }
  if (meta === 'view-like.schema') cases.push(...byBase(model))
  said.allOf = [...(said.allOf ?? []), ...cases]
  return parts
}

/** A screen like another one is about what that one is about, unless it says otherwise. */
function byBase(model: Model): JsonSchema[] {
  return Object.values(model.screens).flatMap(({ route, view }: ScreenModel) =>
    'resource' in view && view.resource !== undefined
      ? {
          if: {
            properties: { like: { pattern: oneOf([route]) } },
            required: ['like'],
            not: { required: ['resource'] },
          },
          then: partOf(`${view.resource}:view-like`),
        }
      : [],
  )
}

/** Keys of views whose names are those of a resource. */
const KEYS = [
  'filters',
  'columns',
  'sort',
  'tabs',
  'inline',
  'facts',
  'form',
  'summary',
  'with',
  'actions',
  'call',
  'date',
  'days',
  'blocks',
  'state',
  'time',
  'load',
  'lines',
  'by',
  'rows',
]

/** What each key of a view of a resource may name, and what each of its calls asks. */
export function keysOfViews(model: Model, r: ResourceModel): Record<string, Part> {
  const all = keysOf(model, r)
  return {
    ...Object.fromEntries(KEYS.map((key) => [`${r.name}:view.${key}`, all[key]!])),
    [`${r.name}:filter`]: filterPart(model, r),
    ...Object.fromEntries(callsOf(model, r).map((call) => [`call:${safe(call.id)}`, dialog(call)])),
  }
}

/** A name that may stand in an address. */
const safe = (id: string): string => id.replaceAll('/', '.')

function keysOf(model: Model, r: ResourceModel): Record<string, Part> {
  const filters = among(Object.keys(r.filters))
  const fields = part(`${r.name}:fields`)
  const paths = part(`${r.name}:paths`)
  const ofType = (wanted: FieldModel['type']): Part =>
    among(fieldsOf(model, r).flatMap(({ name, type }) => (type === wanted ? name : [])))
  const enums = Object.values(r.filters).filter(({ control }) => control.type === 'enum' || control.type === 'enums')
  return {
    filters: changes({ items: part(`${r.name}:filter`) }, filters),
    columns: changes(listOf(paths, { field: paths }), paths),
    sort: listOf(part(`${r.name}:sorts`)),
    tabs: { ...{ examples: enums.map(({ name }) => name) }, ...tabs(model, r) },
    inline: listOf(fields),
    facts: listOf(paths),
    form: part(`${r.name}:form`),
    summary: listOf(part(`${r.name}:members`)),
    with: { properties: inputs(model, r) },
    actions: actions(model, r),
    call: { examples: callsOf(model, r).map(({ name }) => name) },
    date: among([...dated(fieldsOf(model, r)), 'createTime', 'updateTime']),
    days: days(model, r),
    blocks: blocksPart(model, r),
    state: ofType('enum'),
    time: listOf(ofType('time')),
    load: listOf(ofType('int')),
    lines: { properties: { by: ofType('ref') } },
    by: fields,
    rows: inside(r.name),
  }
}

const dated = (fields: readonly FieldModel[]): string[] =>
  fields.filter(({ type }) => isDated(type)).map(({ name }) => name)

/** A filter by its name, or one that begins with a value of its kind. */
function filterPart({ dictionaries }: Model, r: ResourceModel): Part {
  const kinds = new Map<string, string[]>()
  for (const { name, range, control } of Object.values(r.filters)) {
    const { type, of = '' } = control
    const kind = range && isDated(type) ? 'period' : type === 'bool' ? 'flag' : dictionaries[of] ? of : undefined
    if (kind !== undefined) kinds.set(kind, [...(kinds.get(kind) ?? []), name])
  }
  const names = among(Object.keys(r.filters))
  const starts = [...kinds].map(([kind, some]) => ({
    if: { properties: { field: { pattern: oneOf(some) } }, required: ['field'] },
    then: { properties: { default: part(`start:${kind}`) } },
  }))
  return { anyOf: [names, { type: 'object', properties: { field: names }, allOf: starts }] }
}

/** What a filter may begin with, by what it asks for: a period, yes or no, or values of a dictionary. */
export function startParts(model: Model): Record<string, Part> {
  const start = (value: Part): Part => ({
    anyOf: [value, { type: 'array' }, { type: 'number' }, { type: 'string', pattern: '^=' }],
  })
  const dictionaries = Object.keys(model.dictionaries)
  return {
    'start:period': start(among(PERIODS)),
    'start:flag': start(among([true, false])),
    ...Object.fromEntries(dictionaries.map((of) => [`start:${of}`, start(part(`value:${of}/anyOf/0`))])),
  }
}

/** What takes the days of a calendar: a filter that is a range of days, or inputs of the call that brings the rows. */
function days(model: Model, r: ResourceModel): Part {
  const ranges = Object.values(r.filters).filter(({ range }) => range)
  const asked = callsAbout(model, r)
    .filter(({ kind }) => kind === 'handler' || READS.includes(kind))
    .flatMap(({ input }) => input)
  const offered = [...ranges.filter(({ control }) => isDated(control.type)).map(({ name }) => name), ...dated(asked)]
  const taken = [...ranges, ...asked].map(({ name }) => name)
  const names: Part = { anyOf: [among(offered), { type: 'string', pattern: oneOf(taken) }] }
  return { anyOf: [names, { type: 'array', ...listOf(names) }] }
}

/** The steps of a wizard ask inputs of its call: those of a new record unless it names another. */
function stepsOf(model: Model, r: ResourceModel): Part {
  const calls = callsOf(model, r).filter(({ kind }) => !READS.includes(kind))
  const asking = ({ id }: CallModel): Part => {
    const form = part(`call:${safe(id)}/properties/form`)
    return { properties: { steps: { additionalProperties: { properties: { form } } } } }
  }
  const add = calls.find(({ name }) => name === 'add')
  return {
    allOf: [
      ...(add ? [{ if: { not: { required: ['call'] } }, then: asking(add) }] : []),
      ...calls.map((call) => ({
        if: { properties: { call: { type: 'string', pattern: oneOf([call.name, call.id]) } }, required: ['call'] },
        then: asking(call),
      })),
    ],
  }
}

/** A view inside that says no resource is about the same one, or about child rows (`items: true`). */
const inside = (resource: string): Part => ({
  if: { not: { required: ['resource'] } },
  then: part(`${resource}:view-list`),
})

function tabs(model: Model, r: ResourceModel): Part {
  const own = fieldsOf(model, r).filter((field) => field.type === 'own')
  return {
    properties: Object.fromEntries(own.map((field) => [field.name, { default: true, ...inside(field.of) }])),
    additionalProperties: inside(r.name),
  }
}

/** Fixed inputs of the calls that bring rows: filters and inputs, with the names of their values. */
function inputs(model: Model, r: ResourceModel): Record<string, Part> {
  const reads = callsOf(model, r).filter(({ kind }) => kind === 'query' || kind === 'list' || kind === 'stat')
  const controls = Object.values(r.filters).map(({ name, control }) => ({ ...control, name }))
  return valuesOf(model, [...reads.flatMap(({ input }) => input), ...controls])
}

/** Buttons: the calls of the resource by their names. What a dialog asks are inputs of the call. */
function actions(model: Model, r: ResourceModel): Part {
  const calls = callsOf(model, r)
  const asked = ({ id }: CallModel): Part => part(`call:${safe(id)}`)
  return {
    properties: Object.fromEntries(
      calls
        .filter(({ kind }) => !READS.includes(kind))
        .map((call) => [call.name, { default: true, if: { not: { required: ['call'] } }, then: asked(call) }]),
    ),
    additionalProperties: {
      properties: { call: { examples: calls.map(({ name }) => name) } },
      allOf: calls.map((call) => ({
        if: { properties: { call: { pattern: oneOf([call.name, call.id]) } }, required: ['call'] },
        then: asked(call),
      })),
    },
  }
}

function dialog({ id, input }: CallModel): Part {
  const names = input.map(({ name }) => name)
  const inputs = among(names)
  const form = part(`call:${safe(id)}/properties/form`)
  return {
    properties: {
      form: listOf(inputs, { field: inputs, fields: form }),
      with: { properties: keys(names).properties! },
    },
  }
}
