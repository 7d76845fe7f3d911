/**
 * Filters of a list: what was sent becomes a checked value and a condition. The condition depends only on the
 * filter and on the shape of the value (one, several, from, to), so that a statement is compiled once a shape;
 * the value itself is a parameter. A filter that is not the call's is refused, never ignored.
 */
import type { FieldModel, FieldType, FilterMatch, FilterModel } from '../../model/model.ts'
import { checkValue, isEmpty } from '../../model/validate.ts'
import { midnightOf } from '../../model/zone.ts'
import { columnContains, searchOf, type SearchShape } from '../db/search.ts'
import { Refusal, refuse } from '../errors.ts'
import { codecOf } from '../fields/index.ts'
import { conditionSql, keyOf, type Surroundings } from './expression.ts'
import { existsAlong, pathOf, stepsOf, type Along, type Path } from './paths.ts'
import { allOf, anyOf, sql, type Sql } from './sql.ts'
import type { Catalogue, Table } from './table.ts'
import { fieldSql } from './titles.ts'

/** A filter that was used: its shape, for the key of the statement, and its parameters by slot name. */
export interface Used { filter: FilterPlan; shape: string; values: Record<string, unknown>; value: unknown }

/** Where a condition stands: the alias of the row, what the request brings, and how its values are put in. */
export interface Place { alias: string; around: Surroundings; company?: Sql; alone: boolean; parameter(name: string): Sql }

/** Most values of one filter, and longest text that is searched for (security check 22). */
const VALUES_MAX = 200
const TEXT_MAX = 100

type Parse = (payload: Record<string, unknown>, around: Surroundings) => Omit<Used, 'filter'> | undefined
type Build = (used: Used, place: Place) => Sql

/** One filter, worked out once a model. */
export interface FilterPlan {
  name: string
  model: FilterModel
  /** Names on the wire. */
  wire: string[]
  /** Fields whose values the filter would betray; a person who may not see them may not filter by them. */
  reads: FieldModel[]
  parse: Parse
  build: Build
}

/** The plan of a filter of a table. */
export function filterPlan(catalogue: Catalogue, table: Table, model: FilterModel): FilterPlan {
  const wire = [...model.wire].filter((name): name is string => name !== null)
  const plan = { name: model.name, model, wire }
  return { ...plan, ...PLANS[model.match.kind]({ catalogue, table, model, match: model.match as never }) }
}

interface Making<M> { catalogue: Catalogue; table: Table; model: FilterModel; match: M }
type Kinds = { [K in FilterMatch['kind']]: (m: Making<Extract<FilterMatch, { kind: K }>>) => Pick<FilterPlan, 'reads' | 'parse' | 'build'> }

const PLANS: Kinds = { contains, is, range, has, where }

const nameOf = (model: FilterModel, part = ''): string => `filter.${model.name}${part}`

// ---------------------------------------------------------------- contains

function contains({ catalogue, table, model, match }: Making<{ kind: 'contains'; paths: string[] }>): ReturnType<Kinds['contains']> {
  const paths = match.paths.map((path) => pathOf(catalogue, table, path))
  const groups = byRecord(paths)
  return {
    reads: paths.map((path) => path.field),
    parse(payload) {
      const value = payload[model.wire[0] as string]
      if (isEmpty(value)) return undefined
      if (typeof value !== 'string' || value.length > TEXT_MAX || value.includes('\0')) return malformed(model)
      const search = searchOf(value)
      if (!search) return undefined
      const { shape, pattern, digits, grams } = search
      return { shape, values: { [nameOf(model, '.pattern')]: pattern, [nameOf(model, '.digits')]: digits, [nameOf(model, '.grams')]: grams }, value }
    },
    build(used, place) {
      const parameter = (part: string): Sql => place.parameter(nameOf(model, part))
      const parameters = { pattern: parameter('.pattern'), digits: parameter('.digits'), grams: parameter('.grams') }
      const found = groups.map((group) => ({ steps: group[0]?.steps ?? [], test: testOf(group, used.shape as SearchShape, place.around, parameters) }))
      const possible = found.filter((one) => one.test !== undefined)
      return anyOf(possible.map(({ steps, test }) => existsAlong(steps, place.alias, { ...place, alone: place.alone && possible.length === 1 }, test as Test)))
    },
  }
}

type Test = (alias: string) => Sql

/** One of the columns of a record contains the text; nothing where the text cannot stand in any of them. */
function testOf(group: readonly Path[], shape: SearchShape, around: Surroundings, parameters: Record<'pattern' | 'digits' | 'grams', Sql>): Test | undefined {
  const at = (alias: string): Sql[] => group.flatMap((path) => columnContains(fieldSql(path.field, alias, around), path.field.type, shape, parameters) ?? [])
  return at('t').length === 0 ? undefined : (alias) => anyOf(at(alias))
}

/** Paths that end at the same record are asked together. */
function byRecord(paths: readonly Path[]): Path[][] {
  const groups = new Map<string, Path[]>()
  for (const path of paths) {
    const key = path.steps.map((step) => step.field.name).join('.')
    groups.set(key, [...(groups.get(key) ?? []), path])
  }
  return [...groups.values()]
}

// ---------------------------------------------------------------- equal, any of

function is({ catalogue, table, model, match }: Making<{ kind: 'is'; path: string }>): ReturnType<Kinds['is']> {
  const path = pathOf(catalogue, table, match.path)
  return {
    reads: [...path.steps.map((step) => step.field), path.field],
    parse: (payload) => parseValues(catalogue, model, path.field, payload[model.wire[0] as string]),
    build: (used, place) => existsAlong(path.steps, place.alias, along(place), (at) => equals(path.field, at, place, used)),
  }
}

function has({ catalogue, table, model, match }: Making<{ kind: 'has'; rows: string; field: string }>): ReturnType<Kinds['has']> {
  const steps = stepsOf(catalogue, table, match.rows)
  const field = steps.at(-1)?.to.fields.get(match.field)
  if (!field) throw new Error(`filter "${model.name}" of ${table.name}: no field "${match.field}"`)
  return {
    reads: [...steps.map((step) => step.field), field],
    parse: (payload) => parseValues(catalogue, model, field, payload[model.wire[0] as string]),
    build: (used, place) => existsAlong(steps, place.alias, along(place), (at) => equals(field, at, place, used)),
  }
}

const along = ({ company, alone }: Place): Along => ({ company, alone })

const LISTS: ReadonlySet<FieldType> = new Set<FieldType>(['enums', 'refs'])
const ONE: Partial<Record<FieldType, FieldType>> = { enums: 'enum', refs: 'ref' }
/** Texts are looked for as they are typed: half a telephone number is no telephone number, but may be asked for. */
const TYPED: ReadonlySet<FieldType> = new Set<FieldType>(['string', 'text', 'phone', 'email', 'serial', 'region', 'time'])

function parseValues(catalogue: Catalogue, model: FilterModel, field: FieldModel, value: unknown): Omit<Used, 'filter'> | undefined {
  if (isEmpty(value)) return undefined
  const list = Array.isArray(value) ? value : [value]
  if (list.length > VALUES_MAX) malformed(model)
  const inside = list.map((one) => parseOne(catalogue, model, one))
  const several = Array.isArray(value) || LISTS.has(field.type)
  const toDb = codecOf({ type: ONE[field.type] ?? field.type }).toDb
  const values = inside.map((one) => toDb(one, field))
  return { shape: several ? '[]' : '=', values: { [nameOf(model)]: several ? values : values[0] }, value }
}

/** One wire value of the filter, checked by its control, in inside form. */
function parseOne(catalogue: Catalogue, model: FilterModel, value: unknown): unknown {
  const { control } = model
  const type = TYPED.has(control.type) ? 'string' : ONE[control.type] ?? control.type
  const field: FieldModel = { ...control, type, required: false, min: undefined, max: TYPED.has(control.type) ? TEXT_MAX : undefined, negative: true, pattern: undefined }
  const wrong = checkValue(field, value, catalogue.model.dictionaries, catalogue.model.app.timezone)
  if (wrong) throw new Refusal(400, wrong, { field: model.wire[0] ?? model.name })
  return codecOf(field).fromWire(value, field)
}

function equals(field: FieldModel, at: string, place: Place, used: Used): Sql {
  const value = fieldSql(field, at, place.around)
  const asked = place.parameter(nameOf(used.filter.model))
  if (LISTS.has(field.type)) return sql`${value} && ${asked}`
  return used.shape === '[]' ? sql`${value} = any(${asked})` : sql`${value} = ${asked}`
}

// ---------------------------------------------------------------- from – to

function range({ catalogue, table, model, match }: Making<{ kind: 'range'; path: string }>): ReturnType<Kinds['range']> {
  const path = pathOf(catalogue, table, match.path)
  const { field } = path
  return {
    reads: [...path.steps.map((step) => step.field), field],
    parse(payload) {
      const [from, to] = bounds(model, payload)
      const values: Record<string, unknown> = {}
      if (!isEmpty(from)) values[nameOf(model, '.from')] = bound(catalogue, model, field, from, 0)
      if (!isEmpty(to)) values[nameOf(model, '.to')] = bound(catalogue, model, field, to, 1)
      const wholeDay = field.type === 'datetime' && isMidnight(to, catalogue.model.app.timezone)
      const shape = `${isEmpty(from) ? '' : '>='}${isEmpty(to) ? '' : wholeDay ? '<' : '<='}`
      return shape === '' ? undefined : { shape, values, value: [from ?? null, to ?? null] }
    },
    build: (used, place) => existsAlong(path.steps, place.alias, along(place), (at) => {
      const value = fieldSql(field, at, place.around)
      const conditions: Sql[] = []
      if (used.shape.includes('>=')) conditions.push(sql`${value} >= ${place.parameter(nameOf(model, '.from'))}`)
      if (used.shape.includes('<=')) conditions.push(sql`${value} <= ${place.parameter(nameOf(model, '.to'))}`)
      else if (used.shape.includes('<')) conditions.push(sql`${value} < ${place.parameter(nameOf(model, '.to'))}`)
      return allOf(conditions)
    }),
  }
}

function bounds(model: FilterModel, payload: Record<string, unknown>): [unknown, unknown] {
  if (model.wire.length === 2) return [model.wire[0] && payload[model.wire[0]], model.wire[1] && payload[model.wire[1]]]
  const value = payload[model.wire[0]]
  if (isEmpty(value)) return [undefined, undefined]
  if (!Array.isArray(value) || value.length !== 2) return malformed(model)
  return [value[0], value[1]]
}

const isMidnight = (value: unknown, zone: string): boolean => typeof value === 'number' && midnightOf(value, zone) === value

/** A bound as a parameter. Of moments, a bound that is a day means the whole of it: up to the next midnight. */
function bound(catalogue: Catalogue, model: FilterModel, field: FieldModel, value: unknown, end: 0 | 1): unknown {
  const zone = catalogue.model.app.timezone
  const type = field.type === 'date' ? 'datetime' : field.type
  const control: FieldModel = { ...model.control, type, required: false, min: undefined, max: undefined, in: undefined, negative: true, digits: undefined }
  const wrong = checkValue(control, value, catalogue.model.dictionaries, zone)
  if (wrong) throw new Refusal(400, wrong, { field: model.wire[model.wire.length === 2 ? end : 0] ?? model.name })
  const inside = codecOf(control).fromWire(value, control)
  const moment = type === 'datetime' && field.type === 'datetime' && end === 1 && isMidnight(value, zone)
    ? midnightOf(value as number, zone, 1)
    : inside
  return codecOf(field).toDb(moment, field)
}

// ---------------------------------------------------------------- an expression

function where({ catalogue, table, model, match }: Making<{ kind: 'where'; expr: Extract<FilterMatch, { kind: 'where' }>['expr'] }>): ReturnType<Kinds['where']> {
  const reads = match.expr.reads.filter((path) => path.startsWith('row.')).map((path) => table.fields.get(path.split('.')[1] as string))
  return {
    reads: reads.filter((field) => field !== undefined),
    parse(payload, around) {
      const value = payload[model.wire[0] as string]
      if (isEmpty(value)) return undefined
      if (Array.isArray(value) && !LISTS.has(model.control.type)) malformed(model)
      const list = (Array.isArray(value) ? value : [value]).map((one) => parseOne(catalogue, model, one))
      const typed = Array.isArray(value) ? list : model.control.type === 'money' ? value : list[0]
      const key = keyOf(match.expr, { ...around, value: typed })
      return { shape: key === undefined ? '!' : `(${key})`, values: {}, value: typed }
    },
    build: (used, place) => conditionSql(match.expr, place.alias, { ...place.around, value: used.value }),
  }
}

function malformed(model: FilterModel): never {
  return refuse('malformed', { field: model.wire[0] ?? model.wire[1] ?? model.name })
}
