/** TypeScript types of records and calls, for the hand-written calls. */
import { createHash } from 'node:crypto'
import { isRegistered, isWritten, kindOf, type ValueKind } from '../../src/model/fields.ts'
import type { FieldModel, Model, NestedField } from '../../src/model/model.ts'

type Schema = Record<string, unknown>

/** The first lines of every generated file. */
export const HEADER = '// Generated from schemas/ by `atelier generate`. Do not edit.\n'

/** The path of the types of authored files, which the compiler reads itself. */
export const AUTHORED = 'generator/base/authored.ts'

/** Types of the files under schemas/, from their meta-schemas. `earlier`: the current file. */
export async function authoredTypes(meta: Map<string, Schema>, earlier = ''): Promise<string> {
  const bundle = bundled(meta)
  const banner = headerOf(bundle)
  return earlier.startsWith(banner) ? earlier : await typesOf(bundle, banner)
}

const headerOf = (schema: Schema): string =>
  `// Generated from schemas/meta by \`atelier generate\`. Do not edit.\n// ${createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 16)}\n`

async function typesOf(schema: Schema, banner: string): Promise<string> {
  const { compile } = await import('json-schema-to-typescript')
  return compile(schema as never, String(schema.title), {
    bannerComment: banner,
    style: { semi: false, singleQuote: true, printWidth: 120, trailingComma: 'all' },
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: false,
  })
}

/** The meta-schemas in one: each is a definition, with local addresses. */
function bundled(meta: Map<string, Schema>): Schema {
  const definitions: Schema = {}
  for (const [file, { $schema: _schema, title: _title, $defs, ...schema }] of meta) {
    const name = file.replace('.schema', '')
    for (const [part, one] of Object.entries(($defs ?? {}) as Record<string, Schema>))
      if (!SHARED.includes(part)) definitions[typeName(part)] = moved(one)
    if (!/^(common|block|view|screen)/.test(name)) definitions[typeName(name)] = moved(schema)
  }
  definitions[typeName('view')] = { type: 'object', additionalProperties: false, properties: viewsOf(meta) }
  definitions[typeName('screen')] = screenOf(meta)
  return {
    title: typeName('product'),
    description: 'Each kind of file, and their parts.',
    type: 'object',
    properties: Object.fromEntries(Object.keys(definitions).map((name) => [name, { $ref: `#/definitions/${name}` }])),
    definitions,
    additionalProperties: false,
  }
}

/** What several meta-schemas begin with: it is part of the types of views and screens, and no type of its own. */
const SHARED = ['screen', 'block', 'body']

const typeName = (name: string): string => `Authored${pascal(name)}`

/** A part of a meta-schema with addresses inside the bundle. */
function moved(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(moved)
  if (typeof node !== 'object' || node === null) return node
  if ('$ref' in node) return { $ref: localRef(String(node.$ref)) }
  const entries = Object.entries(node).filter(([key, value]) => !(key === 'anyOf' && onlyRequires(value)))
  return Object.fromEntries(entries.map(([key, value]) => [key, moved(value)]))
}

/** "One of these keys at least" cannot be expressed as a type. */
const onlyRequires = (branches: Schema[]): boolean => branches.every((one) => Object.keys(one).join() === 'required')

/** All inner views have one type: their kind says which keys they have. */
const localRef = (ref: string): string =>
  ref.replace(
    /^([\w-]+)\.schema\.json(?:#\/\$defs\/(\w+))?$/,
    (_, file: string, part?: string) => `#/definitions/${typeName(part ?? (file.startsWith('block') ? 'view' : file))}`,
  )

/** The keys of all kinds of views, on screens and inside them. The type of a key that kinds use differently is the union. */
function viewsOf(meta: Map<string, Schema>): Schema {
  const kinds = [...meta].filter(([name]) => /^(view|block)-(?!like)/.test(name))
  const { view } = propertiesOf(meta.get('screen.schema') ?? {})
  const forms = new Map([['view', new Map<string, unknown>([['', view]])]])
  const { block } = (meta.get('common.schema')?.$defs ?? {}) as Record<string, Schema>
  for (const schema of [block ?? {}, ...kinds.flatMap(([, kind]) => [kind, bodyOf(kind)])])
    for (const [key, said] of Object.entries(propertiesOf(schema))) {
      const { description: _description, ...form } = said
      if (key !== 'view') forms.set(key, (forms.get(key) ?? new Map()).set(JSON.stringify(form), moved(form)))
    }
  return Object.fromEntries(
    [...forms].map(([key, of]): [string, unknown] => [
      key,
      of.size === 1 ? [...of.values()][0] : { anyOf: [...of.values()] },
    ]),
  )
}

/** A screen: the common keys of all screens, and the keys of its view. */
function screenOf(meta: Map<string, Schema>): unknown {
  const common = meta.get('common.schema')?.$defs as Record<string, Schema> | undefined
  const { like } = propertiesOf(meta.get('view-like.schema') ?? {})
  const properties = { ...(like ? { like } : {}), ...propertiesOf(common?.screen ?? {}) }
  return {
    ...(moved({ ...common?.screen, properties }) as Schema),
    additionalProperties: false,
    extends: { $ref: `#/definitions/${typeName('view')}` },
  }
}

/** What a view says on a screen and inside another alike. */
const bodyOf = (schema: Schema): Schema => (schema.$defs as Record<string, Schema> | undefined)?.body ?? {}

const propertiesOf = (schema: Schema): Record<string, Schema> => (schema.properties ?? {}) as Record<string, Schema>

/** A field as JSON Schema: wire form, but true and false for booleans. */
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

/** The JSON Schema of simple kinds; words have their length too. */
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
  // Only its own code knows the values of a registered type.
  return isRegistered(f.type) ? {} : (SIMPLE[kindOf(f.type)] ?? {})
}

/** `cashRegister/pay` → `CashRegisterPay`. */
export const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((w) => w.charAt(0).toUpperCase() + w.slice(1))
    .join('')

const BY_NAME = '{ readonly [D in keyof DictionaryValues]: { readonly [N in DictionaryValues[D]]: Code<D, N> } }'

/** The values of each dictionary by their names, as JavaScript. */
export const dictionaryValues = (model: Pick<Model, 'dictionaries'>): string =>
  [
    'export const DICT = {',
    ...Object.values(model.dictionaries).map(
      ({ name, values }) =>
        `  ${JSON.stringify(name)}: ${JSON.stringify(Object.fromEntries(values.map((one) => [one.name, one.value])))},`,
    ),
    '}',
  ].join('\n')

/** The values of each dictionary by their names: hand-written calls use `order`, never 1; the wire has a value that only its name makes. */
export function dictionaryTypes(model: Model, values: 'given' | 'declared' = 'given'): string {
  const dictionaries = Object.values(model.dictionaries)
  const names = (values: readonly { name: string }[]): string =>
    values.map((one) => JSON.stringify(one.name)).join(' | ') || 'never'
  return [
    HEADER.trimEnd(),
    '/** The names of the values of each dictionary. */',
    'export interface DictionaryValues {',
    ...dictionaries.map(({ name, values }) => `  ${JSON.stringify(name)}: ${names(values)}`),
    '}',
    '',
    '/** Dictionaries whose values are words. */',
    `type InWords = ${names(dictionaries.filter((one) => !one.numeric))}`,
    '',
    '/** Dictionaries of the sentences that the server writes. */',
    `export type Sentences = ${names(dictionaries.filter((one) => one.words))}`,
    '',
    'declare const OF: unique symbol',
    '/** A value of a dictionary as the wire has it. Only its name makes one, so that no bare number stands for it. */',
    'export type Code<D extends keyof DictionaryValues, N extends DictionaryValues[D] = DictionaryValues[D]> =',
    '  (D extends InWords ? string : number) & { readonly [OF]: readonly [D, N] }',
    '',
    '/** The name of such a value; of each, where there are several. */',
    'export type Named<T> = T extends { readonly [OF]: readonly [unknown, infer N] }',
    '  ? N',
    '  : T extends readonly (infer E)[]',
    '    ? readonly Named<E>[]',
    '    : T',
    '',
    '/** The values of each dictionary as the wire has them, by their names. */',
    values === 'given' ? `${dictionaryValues(model)} as ${BY_NAME}` : `export declare const DICT: ${BY_NAME}`,
    '',
  ].join('\n')
}
