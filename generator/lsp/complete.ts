/** What may stand inside a JSON string, where the cursor is: in expressions, sentences, measures and paths. */
import { getLocation } from 'jsonc-parser'
import { isDated, isLink, isNumber } from '../../src/model/fields.ts'
import type { CallModel, FieldModel, Model } from '../../src/model/model.ts'
import type { ExprType, RootName } from '../../src/model/expr/types.ts'
import { describe } from '../../src/model/expr/check/typing.ts'
import { inputName, type Compilation } from '../base/context.ts'
import type { Scope } from '../base/references.ts'
import type { JsonPath } from '../base/source.ts'
import { inWords } from '../base/texts.ts'
import { recordType, roots, rowOf, typesOf } from '../normalize/expressions.ts'
import { all, codes, fieldsBehind, fieldsOf, offerOf, reached, valuesOf, type Offer } from './names.ts'
import { namesBefore, typeBefore, type Names } from './chains.ts'

/** What is known of the schemas: as they compiled last, and as far as the compiler comes now. */
interface Known {
  model: Model
  c: Compilation
}

/** A string with the cursor in it: where it stands, and what stands in it before the cursor. */
export interface Typed {
  file: string
  text: string
  path: JsonPath
  before: string
}

/** Keys whose text is an expression without "=" before it. */
const CONDITIONS = ['when', 'if', 'show', 'where', 'value', 'tone', 'required', 'locked', 'seen', 'most', 'given']
const FUNCTIONS: Record<string, string> = {
  can: "can('menu.button'): may the person press it",
  today: 'today(): this day',
  size: 'size(list)',
  sum: 'sum(list)',
  max: 'max(a, b)',
  min: 'min(a, b)',
  round: 'round(number)',
  contains: 'text.contains(part)',
  startsWith: 'text.startsWith(part)',
  endsWith: 'text.endsWith(part)',
  or: 'value.or(other): other where it is empty',
  filter: 'list.filter(x, condition)',
  map: 'list.map(x, value)',
  all: 'list.all(x, condition)',
  exists: 'list.exists(x, condition)',
  has: 'has(value)',
  monthOf: 'monthOf(date)',
}
const MEASURES: Record<string, string> = {
  count: 'count(), count(condition): how many rows',
  sum: 'sum(field), sum(field, condition)',
  avg: 'avg(field), avg(field, condition)',
  min: 'min(field)',
  max: 'max(field)',
}
const ROOTS: Record<RootName, string> = {
  row: 'the record',
  parent: 'the record that this one stands in',
  old: 'the record as it was saved',
  input: 'what is typed',
  output: 'what the call answers',
  value: 'what was chosen',
  params: 'the query of the page',
  counted: 'what the counter answers',
  user: 'the person signed in',
  settings: 'settings of the business',
  now: 'this moment',
}

/** The string around an offset, if the cursor is in one that is no key. */
export function typedAt(file: string, text: string, offset: number): Typed | undefined {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset)
  if (isAtPropertyKey || previousNode?.type !== 'string' || offset <= previousNode.offset) return undefined
  if (offset >= previousNode.offset + previousNode.length) return undefined
  return { file, text, path, before: text.slice(previousNode.offset + 1, offset) }
}

/** Whether the text is an expression, or becomes one. */
export function isExpression({ path, before }: Typed): boolean {
  const key = path.findLast((part) => typeof part === 'string')
  return before.startsWith('=') || (typeof key === 'string' && CONDITIONS.includes(key))
}

/** The words for a place. `scope`: what the compiler said that may stand there. */
export function offersAt(known: Known, typed: Typed, scope: Scope | undefined): Offer[] {
  const { model } = known
  const { before, path } = typed
  const counted = countedBy(model, typed)
  if (counted) return counted
  const hole = /\{\w*$/.test(before) && typeof path.at(-1) === 'string'
  if (scope?.kind === 'sentence')
    return hole ? [...new Map(scope.fields.map((field) => [field.name, offerOf(field)])).values()] : []
  if (scope?.kind === 'measure') return inMeasure(known, scope.resource, before)
  if (scope?.kind === 'path') return inPath(known.c, scope.resource, typed)
  if (!isExpression(typed)) return []
  const read = scope?.kind === 'expression' ? withDeclared(known, typed, scope.roots) : guessed(known, typed)
  const named = scope?.kind === 'expression' && scope.named && /^\w*$/.test(before) ? conditionsOf(known, read.row) : []
  return [...named, ...inExpression(known, read, before.replace(/^=/, ''))]
}

/** A call may read inputs that it does not declare, which are empty; only those that it declares are worth a word. */
function withDeclared({ model, c }: Known, typed: Typed, read: Names): Names {
  const home = resourceOfFile(model, typed.file)
  const call = 'input' in read ? callAt(model, home, typed) : undefined
  if (!call) return read
  const written = [...c.calls.values()].find(({ id }) => id === call.id)?.data.input
  const names = Array.isArray(written)
    ? written.map((one) => inputName(typeof one === 'string' ? one : one.name).name)
    : []
  const fields = all(c, home).filter(({ name }) => names.includes(name) && call.input.every((one) => one.name !== name))
  return { ...read, input: recordType([...call.input, ...fields]) }
}

/** Roots where the compiler came to no answer: of the nearest record, and the inputs of the call around. */
function guessed({ model, c }: Known, typed: Typed): Names {
  const resource = resourceAt(model, typed)
  const row = resource === undefined ? undefined : rowOf(resource)
  const call = callAt(model, resource, typed)
  return { ...roots(c, row ? { row } : {}), ...(call ? { input: recordType(call.input) } : {}) }
}

/** The call of a resource in whose words the cursor is. */
function callAt(model: Model, resource: string | undefined, { path: [key, name] }: Typed): CallModel | undefined {
  if (key !== 'calls') return undefined
  const calls = [...Object.values(model.calls), ...Object.values(model.presets)]
  return calls.find((one) => one.resource === resource && (one.name === name || one.path === name))
}

function inExpression(known: Known, read: Names, before: string): Offer[] {
  const types = typesOf(known.c)
  if (/can\('[^']*$/.test(before)) return codes(known.model)
  const names = namesBefore(types, read, before)
  const compared = /^(.*?)\s*(?:[=!]=\s*|\bin \[\s*(?:'[^']*',\s*)*|\.contains\()'\w*$/s.exec(before)
  if (compared) return valuesOf(known.model, typeBefore(types, names, compared[1]!))
  if (isQuoted(before)) return []
  const steps = /^(.*)\.\w*$/s.exec(before)
  const ofNumber = steps && /(?:^|\W)\d+$/.test(steps[1]!)
  if (steps && !ofNumber) return below(known, typeBefore(types, names, steps[1]!), names)
  return [
    ...Object.entries(names).map(([name, type]): Offer => ({
      name,
      about: ROOTS[name as RootName] ?? (type ? describe(type) : 'an element'),
      kind: 'root',
    })),
    ...Object.entries(FUNCTIONS).map(([name, about]): Offer => ({ name, about, kind: 'function' })),
  ]
}

const isQuoted = (before: string): boolean => before.split("'").length % 2 === 0

/** What a value of a type has behind a dot. */
function below({ model, c }: Known, type: ExprType | undefined, { settings }: Names): Offer[] {
  switch (type?.t) {
    case 'row':
    case 'ref':
      return fieldsOf(c, type.of)
    case 'record':
      return type === settings
        ? model.app.settings.map(({ name, label }) => ({ name, about: inWords(label), kind: 'field' }))
        : Object.entries(type.fields).map(([name, one]) => ({ name, about: describe(one), kind: 'field' }))
    case 'list':
      return functions('filter', 'map', 'all', 'exists', 'size', 'sum', 'contains')
    case 'text':
      return functions('contains', 'startsWith', 'endsWith', 'or')
    case 'enum':
      return [{ name: 'value', about: 'its number', kind: 'field' }, ...functions('or')]
    case undefined:
      return []
    default:
      return functions('or')
  }
}

const functions = (...names: string[]): Offer[] =>
  names.map((name) => ({ name, about: FUNCTIONS[name]!, kind: 'function' }))

/** Names of what a resource says of its rows once. */
function conditionsOf({ c }: Known, row: ExprType | undefined): Offer[] {
  const home = row?.t === 'row' ? c.resources.get(row.of) : undefined
  const base = home?.base && c.resources.get(home.base.resource)
  return [home, base].flatMap((one) =>
    Object.entries(one?.data.conditions ?? {}).map(([name, said]): Offer => ({
      name,
      about: inWords(said.why),
      kind: 'root',
    })),
  )
}

/** A measure of groups: a function, then a field of the rows, then a condition over a row. */
function inMeasure(known: Known, resource: string, before: string): Offer[] {
  const row: Names = { row: rowOf(resource) }
  const [, fn, inside = ''] = /^(\w+)\((.*)$/s.exec(before) ?? []
  if (fn === undefined)
    return Object.entries(MEASURES).map(([name, about]) => ({ name, about, kind: 'function' as const }))
  const condition = /^[\w.]*,\s*(.*)$/s.exec(inside)?.[1]
  if (condition !== undefined) return inExpression(known, row, condition)
  if (fn === 'count' && !/^\w*$/.test(inside)) return inExpression(known, row, inside)
  const takes = ({ type }: FieldModel): boolean =>
    fn === 'count' || isNumber(type) || (fn !== 'sum' && fn !== 'avg' && isDated(type))
  const fields = fieldsBehind(known.c, resource, inside).filter(takes).map(offerOf)
  return fn === 'count' ? [...fields, { name: 'row', about: ROOTS.row, kind: 'root' }] : fields
}

/** What a choice copies; elsewhere only the steps that no JSON Schema names. */
function inPath(c: Compilation, resource: string, { path, before }: Typed): Offer[] {
  const told = path.includes('fill') ? 0 : 2
  if (before.split('.').length <= told) return []
  const target = reached(c, resource, before.replace(/^-/, ''))
  return target === undefined ? [] : fieldsOf(c, target)
}

/** `of` of a count or sum: the references that lead here. */
function countedBy(model: Model, { file, path }: Typed): Offer[] | undefined {
  const home = resourceOfFile(model, file)
  const at = path.filter((part) => typeof part === 'string')
  const [fields, , kind, of] = at
  if (!home || fields !== 'fields' || (kind !== 'count' && kind !== 'sum') || at.length > 4) return undefined
  if (of !== undefined && of !== 'of') return undefined
  return Object.values(model.resources)
    .filter((r) => !r.virtual)
    .flatMap((r) =>
      Object.values(r.fields)
        .filter((field) => isLink(field) && field.of === home && field.column)
        .map((field): Offer => ({ ...offerOf(field), name: `${r.name}.${field.name}` })),
    )
}

/** The resource of a file of its own. */
function resourceOfFile(model: Model, file: string): string | undefined {
  const own = /\/resources\/(?:.*\/)?(\w+)\.json$/.exec(file)?.[1]
  return own && model.resources[own] ? own : undefined
}

/** The resource that `row` is of: of the file, or of the nearest view around. */
function resourceAt(model: Model, { file, text, path }: Typed): string | undefined {
  const own = resourceOfFile(model, file)
  if (own) return own
  const route = /schemas\/screens(\/.*)\.json$/.exec(file)?.[1] ?? ''
  const data = parsed(text)
  for (let depth = path.length; depth >= 0; depth--) {
    const named = resourceIn(data, path.slice(0, depth))
    if (named && model.resources[named]) return named
  }
  const view = model.screens[route]?.view
  return view && 'resource' in view ? view.resource : undefined
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function resourceIn(data: unknown, path: JsonPath): string | undefined {
  const at = path.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key as string], data)
  const { resource } = (typeof at === 'object' && at !== null ? at : {}) as { resource?: unknown }
  return typeof resource === 'string' ? resource : undefined
}
