/** TypeScript types of the wire: what each call is sent and answers, and records as they are sent and shown. */
import { isLink, isList, isOwn } from '../../src/model/fields.ts'
import {
  BASE_FIELDS,
  type CallModel,
  type FieldModel,
  type FilterModel,
  type Model,
  type ResourceModel,
} from '../../src/model/model.ts'
import { HEADER } from './types.ts'
import { block, imported, orNull, TOLD, typeOf, WIRE } from './values.ts'

const LISTS: ReadonlySet<CallModel['kind']> = new Set<CallModel['kind']>(['query', 'list', 'export', 'select', 'stat'])
const WRITES: ReadonlySet<CallModel['kind']> = new Set<CallModel['kind']>([
  'add',
  'edit',
  'del',
  'move',
  'set',
  'handler',
])

const wireOf = (model: Model, field: FieldModel): string => typeOf(WIRE, model, field)

/** The fields of a record as they are shown, and the titles of what it refers to. */
function recordOf(model: Model, { name, company, fields, virtual }: ResourceModel): string[] {
  const own = Object.values(fields).filter((field) => !isOwn(field))
  const names = new Set(own.map((field) => field.name))
  const titles = [...own.filter(isLink).map((field) => titleOf(field.name)), 'createName', 'updateName']
  return block(name, [
    ...BASE_FIELDS.map((one) => `${one}: ${one.endsWith('By') ? 'number | null' : 'number'}`),
    ...(company ? ['companyId: number'] : []),
    ...own.map((field) => `${field.name}: ${wireOf(model, field)}${virtual ? '' : orEmpty(field)}`),
    ...new Set(titles.filter((one) => !names.has(one)).map((one) => `${one}?: string | null`)),
  ])
}

const orEmpty = (field: FieldModel): string => (field.nullable && !isList(field.type) ? ' | null' : '')

/** Where the title of a reference stands: `salesId` → `salesName`. */
const titleOf = (name: string): string => `${name.replace(/(Ids?|By)$/, '')}Name`

const input = (model: Model, field: FieldModel): string => `${field.name}?: ${wireOf(model, field)}${orNull(field)}`

/** The filters of a resource under their names on the wire. */
function filtersOf(model: Model, { name, filters }: ResourceModel): string[] {
  return block(
    name,
    Object.values(filters).flatMap((filter) =>
      filter.wire.flatMap((key) => (key === null ? [] : [`${key}?: ${filtered(model, filter)} | null`])),
    ),
  )
}

function filtered(model: Model, { control, wire, range, many }: FilterModel): string {
  const one = wireOf(model, control)
  if (range && wire.length === 1) return `(${one} | null)[]`
  return many ? `${one} | ${one}[]` : one
}

/** What a call is sent. Each input may be left out: what must be there is said when the call is made. */
function requestOf(model: Model, call: CallModel): string {
  const own = call.input.map((field) => input(model, field))
  const taken = new Set(call.input.map((field) => field.name))
  const envelope = WRITES.has(call.kind) && !taken.has('requestNo') ? ['requestNo?: string'] : []
  const listed = LISTS.has(call.kind) || (call.rows !== undefined && call.kind !== 'detail')
  const all = [
    ...own,
    ...envelope,
    ...statesOf(model, call, taken),
    ...(call.kind === 'select' ? [`value?: ${keyType(model, call)}`] : []),
  ]
  const parts = [
    ...(LISTS.has(call.kind) ? [`Filters['${listedBy(model, call)}']`] : []),
    ...(listed ? ['Paging'] : []),
    ...(call.kind === 'export' ? ['Exporting'] : []),
    ...(all.length > 0 || !listed ? [`{ ${all.join('; ')} }`] : []),
  ]
  return parts.join(' & ')
}

/** The resource whose filters a list takes. */
function listedBy(model: Model, { resource, rows }: CallModel): string {
  return model.resources[resource]?.figures === undefined ? (rows ?? resource) : resource
}

/** An edit takes states too: the preset that makes the move sends where it leads. */
function statesOf(model: Model, call: CallModel, taken: ReadonlySet<string>): string[] {
  const { machines = [], fields = {} } = model.resources[call.resource] ?? {}
  if (call.kind !== 'edit') return []
  return machines.flatMap(({ field: name }) => {
    const field = fields[name]
    return field && !taken.has(name) ? [input(model, field)] : []
  })
}

/** What a kind of call answers by itself. */
const ANSWERS: Partial<Record<CallModel['kind'], string>> = {
  add: '{ id: number }',
  edit: '{ id: number; version: number }',
  move: '{ id: number; version: number }',
  set: '{ id: number; version: number }',
  del: '{ count: number }',
  check: '{ count: number; field?: string; msg?: string }',
  import: '{ jobId: number }',
  export: '{ jobId: number; url?: string }',
  options: '{ value: number | string; label: string }[]',
}

function answerOf(model: Model, call: CallModel): string {
  const output = call.output.map((field) => `${field.name}: ${typeOf(TOLD, model, field)}`)
  const row = call.rows === undefined ? undefined : `Row<'${call.rows}'>`
  if (call.kind === 'select')
    return `({ value: ${keyType(model, call)}; label: string } & Partial<${row ?? '{}'}> & { ${output.join('; ')} })[]`
  if (call.kind === 'query' || call.kind === 'list') return `${row ?? 'unknown'}[]`
  if (call.kind === 'stat') return 'Record<string, number | string | null>[]'
  const usual = call.many ? '{ count: number }' : ANSWERS[call.kind]
  if (output.length > 0) return `{ ${output.join('; ')} }`
  return usual ?? row ?? 'unknown'
}

function keyType(model: Model, { resource, rows }: CallModel): string {
  const target = model.resources[rows ?? resource]
  const field = target?.fields[target.key]
  return field && field.type !== 'int' ? 'string' : 'number'
}

/** What is sent and answered, of every call and record. */
export function wireTypes(model: Model): string {
  const resources = Object.values(model.resources)
  const calls = Object.values(model.calls)
  const aliased = Object.entries(model.aliases)
  return [
    HEADER.trimEnd(),
    imported('Flag, Millis, Upload', '../model/units.ts'),
    imported('Code', './dictionaries.ts'),
    imported('Children', './records.ts'),
    '',
    '/** The fields of a record of each resource, as they are sent and shown. */',
    'export interface Records {',
    ...resources.flatMap((one) => recordOf(model, one)),
    '}',
    '',
    'type ChildrenOf<R> = R extends keyof Children ? Children[R] : {}',
    '',
    '/** A record as it is shown, with its child rows. */',
    'export type Row<R extends keyof Records> = Records[R] & {',
    '  [K in keyof ChildrenOf<R>]: ChildrenOf<R>[K] extends keyof Records ? Row<ChildrenOf<R>[K]>[] : never',
    '}',
    '',
    '/** What a record is made from, child rows with it. */',
    'export type Values<R extends keyof Records> = Partial<Records[R]> & {',
    '  [K in keyof ChildrenOf<R>]?: ChildrenOf<R>[K] extends keyof Records ? readonly Values<ChildrenOf<R>[K]>[] : never',
    '}',
    '',
    '/** The filters of each resource by their names. */',
    'interface Filters {',
    ...resources.flatMap((one) => filtersOf(model, one)),
    '}',
    '',
    '/** Which rows of a list, in what order, and what is told beside them. */',
    'interface Paging {',
    '  pageNO?: number',
    '  pageRows?: number',
    '  sort?: string | string[]',
    '  sortField?: string',
    "  sortOrder?: 'asc' | 'desc'",
    '  after?: string',
    '  keyword?: string',
    '  counts?: string',
    "  totals?: string[] | Record<string, 'sum' | 'avg' | 'max' | 'min'>",
    '  quick?: string',
    '  tree?: Flag',
    '}',
    '',
    '/** Of a list that is exported: its columns, and the rows that were chosen. */',
    'interface Exporting {',
    '  columns?: string[]',
    '  ids?: number[]',
    '}',
    '',
    '/** What each call is sent. */',
    'export interface Requests {',
    ...calls.map((call) => `  '${call.path}': ${requestOf(model, call)}`),
    ...aliased.map(([alias, path]) => `  '${alias}': Requests['${path}']`),
    '}',
    '',
    '/** As `Told`, of a call that answers several. */',
    'export type Listed<P extends keyof Told> = Told[P] extends readonly unknown[] ? Told[P] : Told[P][]',
    '',
    '/** What a call is sent, without a key that it does not know. */',
    'export type Sent<P extends keyof Requests, T> = Only<T, Requests[P]>',
    '',
    '/** An object without a key that is not known, also where it was made elsewhere. */',
    'export type Only<T, Known> = T & { [K in keyof T]: K extends KeyOf<Known> ? Within<T[K], At<Known, K>> : never }',
    'type Within<T, Known> = T extends number | string | null | undefined',
    '  ? T',
    '  : T extends readonly (infer E)[]',
    '    ? readonly Within<E, Extract<Known, List>[number]>[]',
    '    : unknown extends Known',
    '      ? T',
    '      : Only<T, Exclude<Known, List | number | string | null | undefined>>',
    'type KeyOf<T> = T extends unknown ? keyof T : never',
    'type At<T, K> = T extends { [A in K & string]?: infer V } ? V : never',
    'type List = readonly unknown[]',
    '',
    '/** What each call answers as its data where it is done; of a function that answers several, one. */',
    'export interface Told {',
    ...calls.map((call) => `  '${call.path}': ${answerOf(model, call)}`),
    ...aliased.map(([alias, path]) => `  '${alias}': Told['${path}']`),
    '}',
    '',
  ].join('\n')
}
