/** What may stand in an expression inside a JSON string, where the cursor is. */
import { getLocation } from 'jsonc-parser'
import { BASE_FIELDS, type FieldModel, type Model } from '../../src/model/model.ts'
import type { JsonPath } from '../base/source.ts'
import { inWords } from '../base/texts.ts'

/** A word that may stand there, and what is said of it. */
export interface Offer {
  name: string
  about: string
  kind: 'field' | 'function' | 'value' | 'root'
}

/** Keys whose text is an expression without "=" before it. */
const CONDITIONS = ['when', 'if', 'show', 'where', 'value', 'tone', 'required', 'locked', 'seen', 'most', 'given']
const ROOTS = ['row', 'old', 'input', 'output', 'value', 'params', 'counted', 'user', 'settings', 'now', 'parent']
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

/** The expression around an offset: what stands before the cursor, and where the string stands. */
interface Within {
  before: string
  path: JsonPath
}

function within(text: string, offset: number): Within | undefined {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset)
  if (isAtPropertyKey || previousNode?.type !== 'string' || offset <= previousNode.offset) return undefined
  const before = text.slice(previousNode.offset + 1, offset)
  const key = path.findLast((part) => typeof part === 'string')
  const isExpression = before.startsWith('=') || (typeof key === 'string' && CONDITIONS.includes(key))
  return isExpression ? { before: before.replace(/^=/, ''), path } : undefined
}

/** The words for the place of the cursor. `file`: of the product, as problems name it. */
export function offersAt(model: Model, file: string, text: string, offset: number): Offer[] {
  const here = within(text, offset)
  if (!here) return []
  const resource = resourceAt(model, file, text, here.path)
  const asked = /can\('([^']*)$/.exec(here.before)
  if (asked) return codes(model)
  const compared = /([A-Za-z_][\w.]*)\s*(?:[=!]=|in \[(?:'[^']*',\s*)*)\s*'(\w*)$/.exec(here.before)
  if (compared) return valuesOf(model, fieldAt(model, resource, compared[1]!.split('.')))
  const steps = /([A-Za-z_][\w.]*)\.(\w*)$/.exec(here.before)
  if (steps) return below(model, { resource, path: here.path, steps: steps[1]!.split('.') })
  return [
    ...ROOTS.map((name): Offer => ({ name, about: 'what is read', kind: 'root' })),
    ...Object.entries(FUNCTIONS).map(([name, about]): Offer => ({ name, about, kind: 'function' })),
  ]
}

/** The resource that `row` is of: of the file, or of the nearest view around. */
function resourceAt(model: Model, file: string, text: string, path: JsonPath): string | undefined {
  const own = /\/resources\/(?:.*\/)?(\w+)\.json$/.exec(file)?.[1]
  if (own && model.resources[own]) return own
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

/** Where a chain of names leads. */
interface Chain {
  resource: string | undefined
  path: JsonPath
  steps: string[]
}

function below(model: Model, { resource, path, steps }: Chain): Offer[] {
  const [root, ...rest] = steps
  if (root === 'settings')
    return model.app.settings.map(({ name, label }) => ({ name, about: label.en, kind: 'field' }))
  if (root === 'input') return inputs(model, resource, path)
  if (root === 'user')
    return ['id', 'employeeId', 'orgId', 'companyId'].map((name) => ({
      name,
      about: 'of the person signed in',
      kind: 'field',
    }))
  const target = rest.reduce<string | undefined>((at, step) => stepFrom(model, at, step), resource)
  return target ? fieldsOf(model, target) : []
}

/** The resource that a step through a ref leads to. */
function stepFrom(model: Model, resource: string | undefined, step: string): string | undefined {
  const field = all(model, resource).find(
    (one) => (one.type === 'ref' && one.as === step) || (one.name === step && one.type === 'own'),
  )
  return field?.of
}

function fieldAt(model: Model, resource: string | undefined, [, ...steps]: string[]): FieldModel | undefined {
  const target = steps.slice(0, -1).reduce<string | undefined>((at, step) => stepFrom(model, at, step), resource)
  return all(model, target).find(({ name }) => name === steps.at(-1))
}

/** Fields of a record, those of the record it extends too. */
function all(model: Model, resource: string | undefined): FieldModel[] {
  const r = model.resources[resource ?? '']
  return r ? [...Object.values(r.fields), ...(r.extends ? all(model, r.extends.resource) : [])] : []
}

function fieldsOf(model: Model, resource: string): Offer[] {
  const fields = all(model, resource)
  return [
    ...fields.map((field): Offer => ({ name: field.name, about: aboutField(field), kind: 'field' })),
    ...fields.flatMap((field): Offer[] =>
      field.type === 'ref' && field.as
        ? [{ name: field.as, about: `the record that ${field.name} names`, kind: 'field' }]
        : [],
    ),
    ...BASE_FIELDS.map((name): Offer => ({ name, about: 'every record has it', kind: 'field' })),
  ]
}

/** A field in one line. */
export const aboutField = ({ type, of, label, required }: FieldModel): string =>
  `${inWords(label)}: ${type}${of ? ` of ${of}` : ''}${required ? ', required' : ''}`

function inputs(model: Model, resource: string | undefined, path: JsonPath): Offer[] {
  const name = path[0] === 'calls' ? String(path[1]) : undefined
  const calls = [...Object.values(model.calls), ...Object.values(model.presets)].filter(
    (call) => call.resource === resource && (name === undefined || call.name === name || call.path === name),
  )
  return calls.flatMap(({ input }) =>
    input.map((field): Offer => ({ name: field.name, about: aboutField(field), kind: 'field' })),
  )
}

const valuesOf = (model: Model, field: FieldModel | undefined): Offer[] =>
  (model.dictionaries[field?.of ?? '']?.values ?? []).map(({ name, label }) => ({
    name,
    about: inWords(label),
    kind: 'value',
  }))

const codes = (model: Model): Offer[] =>
  Object.values(model.permissions).flatMap(({ code, buttons }) =>
    buttons.map((button): Offer => ({
      name: `${code}.${button.code}`,
      about: inWords(button.label),
      kind: 'value',
    })),
  )
