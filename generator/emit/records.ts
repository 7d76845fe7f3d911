/**
 * TypeScript types of records and calls as hand-written calls see them: money in cents, moments in ms, yes/no as true
 * and false, a dictionary value by its name. Printed directly, because they are made again with every change of a schema.
 */
import {
  isList,
  isOwn,
  isRef,
  isRegistered,
  keyOf,
  kindOf,
  membersOf,
  type RegisteredType,
  type ValueKind,
} from '../../src/model/fields.ts'
import {
  BASE_FIELDS,
  type CallModel,
  type FieldModel,
  type Model,
  type ResourceModel,
  type SettingModel,
} from '../../src/model/model.ts'
import { HEADER } from './types.ts'

type Printer = (model: Model, field: FieldModel) => string

/** The inside type of a value, by its kind. */
const INSIDE: Record<ValueKind, Printer> = {
  words: literal,
  code: literal,
  whole: () => 'number',
  decimal: () => 'number',
  money: () => 'Cents',
  bool: () => 'boolean',
  day: () => 'Millis',
  moment: () => 'Millis',
  choice: names,
  choices: (model, field) => `(${names(model, field)})[]`,
  link: key,
  links: (model, field) => `${key(model, field)}[]`,
  children: (_model, field) => `Values<'${String(field.of)}'>[]`,
  entry,
  entries: (model, field) => `${entry(model, field)}[]`,
  upload: () => 'Upload',
  uploads: () => 'Upload[]',
  object: () => 'unknown',
  objects: () => 'Record<string, unknown>[]',
  json: () => 'unknown',
}

/** Registered types whose entries have a type of their own. */
const SHAPED: Partial<Record<RegisteredType, string>> = {
  grants: '{ menuId: number; btnIds: number[] }[]',
  crew: '{ workerRole: string; employeeId: number | null; isMain: boolean }[]',
}

const quote = (text: string): string => `'${text}'`
const anyOf = (words: readonly string[]): string => (words.length > 0 ? words.map(quote).join(' | ') : 'never')

function literal(_model: Model, field: FieldModel): string {
  return field.in ? anyOf(field.in.map(String)) : 'string'
}

function names(model: Model, field: FieldModel): string {
  const of = String(field.of)
  const some = field.in
  if (!some) return `DictionaryValues['${of}']`
  const values = model.dictionaries[of]?.values ?? []
  return anyOf(values.filter((one) => some.includes(one.value)).map((one) => one.name))
}

/** A reference holds an id, or a text key of the other record. */
function key(model: Model, field: FieldModel): string {
  const carried = model.resources[String(field.of)]?.fields[keyOf(field)]
  return carried && carried.type !== 'int' ? 'string' : 'number'
}

function entry(model: Model, field: FieldModel): string {
  const fields = membersOf(field).map((one) => {
    // An entry is stored as it was sent: missing values are not filled in.
    const empty = one.required || isList(one.type) ? '' : ' | null'
    return `${one.name}: ${insideOf(model, one)}${empty}`
  })
  return `{ ${fields.join('; ')} }`
}

const insideOf = (model: Model, field: FieldModel): string =>
  (isRegistered(field.type) ? SHAPED[field.type] : undefined) ?? INSIDE[kindOf(field.type)](model, field)

/** The type of the value in a row. */
function stored(model: Model, field: FieldModel): string {
  const type = insideOf(model, field)
  return field.nullable && !isList(field.type) ? `${type} | null` : type
}

/** The type of the value in an input: sent or not, emptied or not. */
function sent(model: Model, field: FieldModel, partial: boolean): string {
  const always = !partial && (field.required || field.default !== undefined) && !field.show
  const type = insideOf(model, field)
  return always ? `${field.name}: ${type}` : `${field.name}?: ${type}${isList(field.type) ? '' : ' | null'}`
}

const imported = (names: string, file: string): string => `import type { ${names} } from '${file}'`
const lines = (of: readonly string[]): string[] => of.map((one) => `    ${one}`)

function block(name: string, body: readonly string[]): string[] {
  return body.length === 0 ? [`  '${name}': {}`] : [`  '${name}': {`, ...lines(body), '  }']
}

function rowOf(model: Model, { name, company, fields }: ResourceModel): string[] {
  const base = BASE_FIELDS.map((one) => `${one}: ${one.endsWith('By') ? 'number | null' : 'number'}`)
  const own = Object.values(fields).filter((field) => field.column)
  return block(name, [
    ...base,
    ...(company ? ['companyId: number'] : []),
    ...own.map((field) => `${field.name}: ${stored(model, field)}`),
  ])
}

/** References by the name under which a path follows them. */
function refsOf({ name, fields }: ResourceModel, person: string | undefined): string[] {
  const base = person ? ['createByRef', 'updateByRef'].map((one) => `${one}: '${person}'`) : []
  const own = Object.values(fields).filter((field) => isRef(field) && field.column)
  return block(name, [...own.map((field) => `${String(field.as)}: '${String(field.of)}'`), ...base])
}

const childrenOf = ({ name, fields }: ResourceModel): string[] =>
  block(
    name,
    Object.values(fields)
      .filter(isOwn)
      .map((field) => `${field.name}: '${String(field.of)}'`),
  )

const movesOf = ({ name, machines }: ResourceModel): string =>
  `  '${name}': ${anyOf(machines.flatMap((machine) => machine.moves.map((move) => move.name)))}`

const SETTINGS: Record<SettingModel['type'], string> = {
  int: 'number',
  decimal: 'number',
  money: 'number',
  bool: 'boolean',
  string: 'string',
}

/** Rows, references, moves and settings of the product, and the inputs and answer of each call. */
export function recordTypes(model: Model): string {
  const stored = Object.values(model.resources).filter((one) => !one.virtual)
  return [
    HEADER.trimEnd(),
    imported('Cents, Millis, Upload', '../model/units.ts'),
    imported('DictionaryValues', './dictionaries.ts'),
    '',
    '/** The columns of each resource, as the server computes with them. */',
    'export interface Columns {',
    ...stored.flatMap((one) => rowOf(model, one)),
    '}',
    '',
    '/** Child rows by the field of their owner. */',
    'export interface Children {',
    ...stored.flatMap(childrenOf),
    '}',
    '',
    '/** Which resource a reference leads to, by the name it is followed under. */',
    'export interface Refs {',
    ...stored.flatMap((one) => refsOf(one, model.app.records.person)),
    '}',
    '',
    '/** The moves of the state machines of each resource. */',
    'export interface Moves {',
    ...stored.map(movesOf),
    '}',
    '',
    '/** The business settings of a company; money in yuan. */',
    'export interface Settings {',
    ...model.app.settings.map((one) => `  ${one.name}: ${one.in ? anyOf(Object.keys(one.in)) : SETTINGS[one.type]}`),
    '}',
    '',
    '/** What may be written to a record; child rows with it. */',
    'export type Values<R extends keyof Columns> = Partial<Columns[R]> & {',
    '  [K in keyof Children[R]]?: Children[R][K] extends keyof Columns ? readonly Values<Children[R][K]>[] : never',
    '}',
    '',
  ].join('\n')
}

/** Kinds whose input is that of a record: every key is optional when a record is changed. */
const CHANGES: ReadonlySet<CallModel['kind']> = new Set<CallModel['kind']>(['edit'])
const ENVELOPE = new Set(['requestNo', 'version'])

function inputOf(model: Model, call: CallModel): string[] {
  const fields = call.input.filter((field) => !ENVELOPE.has(field.name))
  return block(
    call.path,
    fields.map((field) => sent(model, field, CHANGES.has(call.kind))),
  )
}

/** The effect of a kind of call: a new record, a change, a deletion. */
const PARTS: Partial<Record<CallModel['kind'], string>> = {
  add: 'added',
  edit: 'changed',
  move: 'changed',
  set: 'changed',
  del: 'removed',
}

/** A call on existing records always has one; one that may name a record may have none. */
function subjectOf(model: Model, call: CallModel): string {
  if (model.resources[call.resource]?.virtual !== false) return 'undefined'
  const always = ['changed', 'removed'].includes(PARTS[call.kind] ?? '')
  const named = call.input.some((field) => (field.name === 'id' || field.name === 'ids') && field.required)
  return `{ of: '${call.resource}'; always: ${always || named} }`
}

function answerOf(model: Model, call: CallModel): string[] {
  return block(
    call.path,
    call.output.map((field) => `${field.name}?: ${insideOf(model, field)} | null`),
  )
}

const LISTS: ReadonlySet<CallModel['kind']> = new Set<CallModel['kind']>(['query', 'list', 'export', 'select', 'stat'])

/** The filters of a resource under their names on the wire. */
function filtersOf(model: Model, { name, filters }: ResourceModel): string[] {
  const properties = Object.values(filters).flatMap(({ control, wire, range, many }) => {
    const one = insideOf(model, control)
    const type = range && wire.length === 1 ? `(${one} | null)[]` : many ? `${one} | (${one})[]` : one
    return wire.flatMap((key) => (key === null ? [] : [`${key}?: ${type} | null`]))
  })
  return block(name, properties)
}

/** The inputs of a call of the engine: those of a record, filters, or declared ones. */
function standardInputOf(model: Model, call: CallModel): string {
  const resource = model.resources[call.resource]
  const fields = call.input.filter((field) => !ENVELOPE.has(field.name))
  const partial = CHANGES.has(call.kind)
  const own = (of: FieldModel[]) =>
    `{ ${of.map((field) => sent(model, field, partial && field.name !== 'id')).join('; ')} }`
  if (LISTS.has(call.kind))
    return [`Filters['${call.resource}']`, 'Paging', ...(fields.length > 0 ? [own(fields)] : [])].join(' & ')
  if (!resource || resource.virtual || !(partial || call.kind === 'add')) return own(fields)
  const others = fields.filter((field) => resource.fields[field.name] === undefined)
  return [`Values<'${call.resource}'>`, ...(others.length > 0 ? [own(others)] : [])].join(' & ')
}

/** The inputs and the subject of each hand-written call, and the names of all calls. */
export function callTypes(model: Model): string {
  const calls = Object.values(model.calls)
  const written = calls.filter((call) => call.handler)
  return [
    HEADER.trimEnd(),
    imported('Cents, Millis, Upload', '../model/units.ts'),
    imported('DictionaryValues', './dictionaries.ts'),
    imported('Values', './records.ts'),
    '',
    '/** What each hand-written call is given, checked. */',
    'export interface Inputs {',
    ...written.flatMap((call) => inputOf(model, call)),
    '}',
    '',
    '/** The filters of each resource by their names on the wire. */',
    'export interface Filters {',
    ...Object.values(model.resources).flatMap((one) => filtersOf(model, one)),
    '}',
    '',
    '/** Which rows of a list, and in what order. */',
    'interface Paging {',
    '  pageNO?: number',
    '  pageRows?: number',
    '  sortField?: string',
    "  sortOrder?: 'asc' | 'desc'",
    '}',
    '',
    '/** What the calls of the engine are given. */',
    'export interface StandardInputs {',
    ...calls.filter((call) => !call.handler).map((call) => `  '${call.path}': ${standardInputOf(model, call)}`),
    '}',
    '',
    '/** The resource whose rows each hand-written call is made on, where it has a table, and whether there always is one. */',
    'export interface Subjects {',
    ...written.map((call) => `  '${call.path}': ${subjectOf(model, call)}`),
    '}',
    '',
    '/** What the own part of the engine leaves behind in each call that has one. */',
    'export interface Parts {',
    ...written.map((call) => `  '${call.path}': '${PARTS[call.kind] ?? 'none'}'`),
    '}',
    '',
    '/** What each hand-written call answers, where it declares fields. */',
    'export interface Answers {',
    ...written.filter((call) => call.output.length > 0).flatMap((call) => answerOf(model, call)),
    '}',
    '',
    '/** Wire paths of all calls. */',
    'export type CallPath =',
    ...[...calls.map((call) => call.path), ...Object.keys(model.aliases)].sort().map((path) => `  | '${path}'`),
    '',
  ].join('\n')
}
