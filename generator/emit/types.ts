/** TypeScript types of records and calls, for the hand-written calls. */
import { createHash } from 'node:crypto'
import { isRegistered, isWritten, kindOf, type ValueKind } from '../../src/model/fields.ts'
import type { FieldModel, Model, NestedField } from '../../src/model/model.ts'

type Schema = Record<string, unknown>

/** What holds in every generated file. */
export const HEADER = '/* eslint-disable */\n// Generated from schemas/ by `atelier generate`. Do not edit.\n'

/** Types of the files under schemas/ themselves, from their meta-schemas: for programs that write or read them. */
export async function authoredTypes(meta: Map<string, Schema>, earlier = ''): Promise<string> {
  const whole = bundled(meta)
  const banner = madeFrom(whole)
  return earlier.startsWith(banner) ? earlier : await typesOf(whole, banner)
}

const madeFrom = (schema: Schema): string =>
  `${HEADER}// ${createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 16)}\n`

async function typesOf(schema: Schema, banner: string): Promise<string> {
  const { compile } = await import('json-schema-to-typescript')
  return compile(schema as never, String(schema.title), {
    bannerComment: banner,
    format: false,
    additionalProperties: false,
    unreachableDefinitions: false,
  })
}

/** The meta-schemas in one: each a definition, their addresses made local. */
function bundled(meta: Map<string, Schema>): Schema {
  const local = (ref: string): string =>
    ref.replace(
      /^https:\/\/atelier\/meta\/([\w-]+)\.schema\.json(?:#\/\$defs\/(\w+))?$/,
      (_, file: string, part?: string) => `#/definitions/${part ? pascal(part) : `${pascal(file)}File`}`,
    )
  const moved = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(moved)
    if (typeof node !== 'object' || node === null) return node
    if ('$ref' in node) return { $ref: local(String(node.$ref)) }
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, moved(value)]))
  }
  const definitions: Schema = {}
  for (const [name, { $id: _id, $schema: _schema, $defs, ...schema }] of meta) {
    for (const [part, one] of Object.entries(($defs ?? {}) as Record<string, Schema>))
      definitions[pascal(part)] = moved(one)
    if (!$defs) definitions[`${pascal(name.replace('.schema', ''))}File`] = moved({ ...schema, title: undefined })
  }
  return {
    title: 'Authored',
    type: 'object',
    properties: Object.fromEntries(Object.keys(definitions).map((name) => [name, { $ref: `#/definitions/${name}` }])),
    definitions,
    additionalProperties: false,
  }
}

/** A field as JSON Schema: wire form, but for booleans, which records hold as true and false. */
export function valueSchema(model: Pick<Model, 'dictionaries'>, f: FieldModel): Schema {
  switch (f.type) {
    case 'enum':
    case 'enums': {
      const one = { enum: model.dictionaries[f.of]!.values.map((v) => v.value) }
      return f.type === 'enum' ? one : { type: 'array', items: one }
    }
    case 'ref':
    case 'refs': {
      const one = { type: f.key === 'id' ? 'integer' : 'string' }
      return f.type === 'ref' ? one : { type: 'array', items: one }
    }
    case 'rows': {
      const required = f.fields.filter((e) => e.required).map((e) => e.name)
      return { type: 'array', items: { ...entrySchema(model, f), required } }
    }
    case 'group':
      return entrySchema(model, f)
    default:
      return simpleSchema(f)
  }
}

const entrySchema = (model: Pick<Model, 'dictionaries'>, f: NestedField): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(f.fields.map((e) => [e.name, valueSchema(model, e)])),
})

const RECORDS: Schema = { type: 'array', items: { type: 'object', additionalProperties: true } }
const UPLOADED: Schema = {
  type: 'object',
  additionalProperties: false,
  properties: { id: { type: 'integer' }, url: { type: 'string' }, origName: { type: 'string' } },
  required: ['id', 'url', 'origName'],
}

/** Kinds of which nothing is said but what they are; words say their length too. */
const SIMPLE: Partial<Record<ValueKind, Schema>> = {
  whole: { type: 'integer' },
  day: { type: 'integer' },
  moment: { type: 'integer' },
  money: { type: 'number' },
  decimal: { type: 'number' },
  bool: { type: 'boolean' },
  children: RECORDS,
  uploads: RECORDS,
  upload: UPLOADED,
}

function simpleSchema(f: FieldModel): Schema {
  if (isWritten(f.type)) return f.in ? { enum: f.in } : { type: 'string', ...(f.max ? { maxLength: f.max } : {}) }
  // What a registered type holds is known to its own code.
  return isRegistered(f.type) ? {} : (SIMPLE[kindOf(f.type)] ?? {})
}

/** `cashRegister/pay` → `CashRegisterPay`. */
export const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((w) => w.charAt(0).toUpperCase() + w.slice(1))
    .join('')

/** Names of the values of each dictionary: hand-written calls say `order`, never 1. */
export function dictionaryTypes(model: Model): string {
  const lines = Object.values(model.dictionaries).map(
    ({ name, values }) =>
      `  ${JSON.stringify(name)}: ${values.map((one) => JSON.stringify(one.name)).join(' | ') || 'never'}`,
  )
  return [
    HEADER.trimEnd(),
    '/** The names of the values of each dictionary. */',
    'export interface DictionaryValues {',
    ...lines,
    '}',
    '',
  ].join('\n')
}
