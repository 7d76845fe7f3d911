/**
 * TypeScript types of records and calls as hand-written calls meet them: money in cents, moments in ms, yes/no as true
 * and false, a dictionary value by its name. Printed directly: they are made anew with every change of a schema.
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

/** What a value is inside the server, by what it holds. */
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

/** Registered types whose entries have a shape of their own. */
const SHAPED: Partial<Record<RegisteredType, string>> = {
  grants: '{ menuId: number; btnIds: number[] }[]',
  crew: '{ workerRole: string; employeeId: number; isMain: boolean }[]',
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

/** A reference carries an id, or a text key of the other record. */
function key(model: Model, field: FieldModel): string {
  const carried = model.resources[String(field.of)]?.fields[keyOf(field)]
  return carried && carried.type !== 'int' ? 'string' : 'number'
}

function entry(model: Model, field: FieldModel): string {
  const fields = membersOf(field).map((one) => {
    // An entry is kept as it was sent: nothing fills in what is left out.
    const empty = one.required || isList(one.type) ? '' : ' | null'
    return `${one.name}: ${insideOf(model, one)}${empty}`
  })
  return `{ ${fields.join('; ')} }`
}

const insideOf = (model: Model, field: FieldModel): string =>
  (isRegistered(field.type) ? SHAPED[field.type] : undefined) ?? INSIDE[kindOf(field.type)](model, field)

/** The value as a row holds it. */
function stored(model: Model, field: FieldModel): string {
  const type = insideOf(model, field)
  return field.nullable && !isList(field.type) ? `${type} | null` : type
}

/** The value as an input brings it: sent or not, emptied or not. */
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

/** References by the name a path follows them under. */
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

/** Rows, references, moves and settings of the product, and what each call takes and answers. */
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

/** Kinds whose input is what a record takes: nothing of it must be sent when a record is changed. */
const CHANGES: ReadonlySet<CallModel['kind']> = new Set<CallModel['kind']>(['edit'])
const ENVELOPE = new Set(['requestNo', 'version'])

function inputOf(model: Model, call: CallModel): string[] {
  const fields = call.input.filter((field) => !ENVELOPE.has(field.name))
  return block(
    call.path,
    fields.map((field) => sent(model, field, CHANGES.has(call.kind))),
  )
}

/** What a kind of call makes: a record, a change of one, one less. */
const PARTS: Partial<Record<CallModel['kind'], string>> = {
  add: 'added',
  edit: 'changed',
  move: 'changed',
  set: 'changed',
  del: 'removed',
}

/** A call on records that exist always has one; one that may name a record may have none. */
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
