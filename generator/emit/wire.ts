/** TypeScript types of the wire: what each call is sent and answers, and records as they are sent and shown. */
import { versionOf } from '../../src/model/calls.ts'
import { isLink, isList, isOwn, titleKey } from '../../src/model/fields.ts'
import {
  BASE_FIELDS,
  type CallModel,
  type FieldModel,
  type FilterModel,
  type Model,
  type ResourceModel,
} from '../../src/model/model.ts'
import { LISTED, usualAnswer, WRITES } from './answers.ts'
import { HEADER } from './types.ts'
import { block, imported, orNull, SENT, TOLD, typeOf, WIRE } from './values.ts'

const wireOf = (model: Model, field: FieldModel): string => typeOf(WIRE, model, field)

/** The fields of a record as they are shown, and the titles of what it refers to. */
function recordOf(model: Model, { name, company, fields, virtual }: ResourceModel): string[] {
  const own = Object.values(fields).filter((field) => !isOwn(field))
  const names = new Set(own.map((field) => field.name))
  const titles = [...own.filter(isLink).map((field) => titleKey(field.name)), 'createName', 'updateName']
  return block(name, [
    ...BASE_FIELDS.map((one) => `${one}: ${one.endsWith('By') ? 'number | null' : 'number'}`),
    ...(company ? ['companyId: number'] : []),
    ...own.map((field) => `${field.name}: ${wireOf(model, field)}${virtual ? '' : orEmpty(field)}`),
    ...new Set(titles.filter((one) => !names.has(one)).map((one) => `${one}?: string | null`)),
  ])
}

const orEmpty = (field: FieldModel): string => (field.nullable && !isList(field.type) ? ' | null' : '')

const input = (model: Model, field: FieldModel): string =>
  `${field.name}?: ${typeOf(SENT, model, field)}${orNull(field)}`

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
  const one = typeOf(SENT, model, control)
  if (range && wire.length === 1) return `readonly (${one} | null)[]`
  return many ? `${one} | readonly (${one})[]` : one
}

/** What a call is sent. Each input may be left out: what must be there is said when the call is made. */
function requestOf(model: Model, call: CallModel): string {
  const own = call.input.map((field) => input(model, field))
  const taken = new Set(call.input.map((field) => field.name))
  const envelope = WRITES.has(call.kind) && !taken.has('requestNo') ? ['requestNo?: string'] : []
  const version = { integer: ['version?: number'], string: ['version?: string'] }
  const guard = versionOf(model, call)
  const listed = LISTED.has(call.kind) || (call.rows !== undefined && call.several === true)
  const all = [
    ...own,
    ...envelope,
    ...(guard ? version[guard] : []),
    ...statesOf(model, call, taken),
    ...(call.kind === 'select' ? [`value?: ${keyType(model, call)}`] : []),
  ]
  const parts = [
    ...(LISTED.has(call.kind) ? [`Filters['${listedBy(model, call)}']`] : []),
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

const membersText = (members: Readonly<Record<string, string>>): string =>
  `{ ${Object.entries(members)
    .map(([name, type]) => `${name}: ${type}`)
    .join('; ')} }`

function answerOf(model: Model, call: CallModel): string {
  const output = call.output.map((field) => `${field.name}: ${typeOf(TOLD, model, field)}`)
  const row = call.rows === undefined ? undefined : `Row<'${call.rows}'>`
  if (call.kind === 'select')
    return `({ value: ${keyType(model, call)}; label: string } & Partial<${row ?? '{}'}> & { ${output.join('; ')} })[]`
  if (call.kind === 'query' || call.kind === 'list') return `${row ?? 'unknown'}[]`
  if (call.kind === 'stat') return 'Record<string, number | string | null>[]'
  if (call.kind === 'options') return '{ value: number | string; label: string }[]'
  const usual = usualAnswer(call)
  const found = [
    ...(usual ? [membersText(usual)] : []),
    ...(output.length > 0 ? [`{ ${output.join('; ')} }`] : [row ?? []].flat()),
  ].join(' & ')
  if (found === '') return 'Record<string, never> | null'
  return call.several ? `(${found})[]` : found
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
    '  sort?: string | readonly string[]',
    '  sortField?: string',
    "  sortOrder?: 'asc' | 'desc'",
    '  after?: string',
    '  keyword?: string',
    '  counts?: string',
    "  totals?: readonly string[] | Record<string, 'sum' | 'avg' | 'max' | 'min'>",
    '  quick?: Flag',
    '  tree?: Flag',
    '}',
    '',
    '/** Of a list that is exported: its columns, and the rows that were chosen. */',
    'interface Exporting {',
    '  columns?: readonly string[]',
    '  ids?: readonly number[]',
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
    '/** What a call is sent: of the keys `K` of an object, also where it was made elsewhere, each must be known. */',
    'export type Sent<P extends keyof Requests, K> = Only<K, Requests[P]>',
    '',
    '/** The keys `K`, each with what `Known` says of it. Its values are as they are declared: so an object that is written where it is sent is held to them all the way down, at no cost. */',
    'export type Only<K, Known> = { [N in K & string]?: N extends keyof Known ? Known[N] : At<Known, N> }',
    '/** Where one of several calls is made: what those say of a key that not all of them have. */',
    'type At<Known, N> = Known extends { [A in N & string]?: infer V } ? V : never',
    '',
    '/** What each call answers as its data where it is done; of a function that answers several, one. */',
    'export interface Told {',
    ...calls.map((call) => `  '${call.path}': ${answerOf(model, call)}`),
    ...aliased.map(([alias, path]) => `  '${alias}': Told['${path}']`),
    '}',
    '',
  ].join('\n')
}
