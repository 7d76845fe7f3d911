/**
 * TypeScript types of records and calls as hand-written calls see them: money in cents, moments in ms, yes/no as true
 * and false, a dictionary value by its name. Printed directly, because they are made again with every change of a schema.
 */
import { isList, isOwn, isRef } from '../../src/model/fields.ts'
import {
  BASE_FIELDS,
  type CallModel,
  type FieldModel,
  type Model,
  type ResourceModel,
  type SettingModel,
} from '../../src/model/model.ts'
import { usualAnswer } from './answers.ts'
import { HEADER } from './types.ts'
import { anyOf, block, ENVELOPE, imported, INSIDE, typeOf } from './values.ts'

/** The type of the value in a row. */
function stored(model: Model, field: FieldModel): string {
  const type = typeOf(INSIDE, model, field)
  return field.nullable && !isList(field.type) ? `${type} | null` : type
}

/** The type of the value in an input: sent or not, emptied or not. */
function sent(model: Model, field: FieldModel, partial: boolean): string {
  const always = !partial && (field.required || field.default !== undefined) && !field.show
  const type = typeOf(INSIDE, model, field)
  return always ? `${field.name}: ${type}` : `${field.name}?: ${type}${isList(field.type) ? '' : ' | null'}`
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

const isStored = (one: ResourceModel): boolean => !one.virtual

/** Which child rows a record of each resource has. */
export const childTypes = (model: Model): string[] => [
  '/** Child rows by the field of their owner. */',
  'export interface Children {',
  ...Object.values(model.resources).filter(isStored).flatMap(childrenOf),
  '}',
]

/** Rows, references, moves and settings of the product, and the inputs and answer of each call. */
export function recordTypes(model: Model): string {
  const stored = Object.values(model.resources).filter(isStored)
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
    ...childTypes(model),
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
    '/** The resources that play a part which the engine knows. */',
    'export interface PartRecords {',
    ...Object.entries(model.app.records).map(([part, name]) => `  ${part}: '${name}'`),
    '}',
    '',
    '/** The business settings of a company; money with two decimals, not in cents. */',
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

/** The fields that a call declares, or those of the records it answers. */
function answerOf(model: Model, call: CallModel): string[] {
  const usual = usualAnswer(call)
  const resource = model.resources[call.rows ?? '']
  const base = resource && !call.output.length ? BASE_FIELDS.map((one) => `${one}?: number | null`) : []
  const fields = call.output.length > 0 ? call.output : Object.values(resource?.fields ?? {})
  return block(call.path, [
    ...Object.entries(usual ?? {}).map(([name, type]) => `${name}: ${type}`),
    ...base,
    ...fields.map((field) => `${field.name}?: ${typeOf(INSIDE, model, field)} | null`),
  ])
}

/** In one order, whatever the order of the files. */
function rightsOf({ permissions }: Model): string[] {
  const pairs = Object.values(permissions).flatMap(({ code, buttons }) =>
    buttons.flatMap((button) => [button.code, `${code}.${button.code}`]),
  )
  return [...new Set([...Object.keys(permissions), ...pairs])].sort()
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
    ...written.map((call) => `  '${call.path}': '${PARTS[call.kind] ?? (call.kind === 'handler' ? 'none' : 'read')}'`),
    '}',
    '',
    '/** What each hand-written call answers, where it answers anything. */',
    'export interface Answers {',
    ...written
      .filter((call) => call.output.length > 0 || call.rows || usualAnswer(call))
      .flatMap((call) => answerOf(model, call)),
    '}',
    '',
    '/** The hand-written calls that answer a list of it. */',
    'export type Several =',
    ...written.filter((call) => call.several).map((call) => `  | '${call.path}'`),
    '',
    '/** Codes that a person may hold: of a screen, of a button on it, of a button anywhere. */',
    'export type Right =',
    ...rightsOf(model).map((code) => `  | '${code}'`),
    '',
    '/** Wire paths of all calls. */',
    'export type CallPath =',
    ...[...calls.map((call) => call.path), ...Object.keys(model.aliases)].sort().map((path) => `  | '${path}'`),
    '',
  ].join('\n')
}
