/** Fields, inputs and entries of nested rows: one shape, one way to make it. Expressions come later (expressions.ts). */
import {
  BUILT_IN_TYPES,
  isFieldType,
  isRegistered,
  REGISTERED_TYPES,
  type FieldType,
  isChoice,
} from '../../src/model/fields.ts'
import { PLAIN_FIELD, type BaseField, type DictionaryModel, type FieldModel, type Text } from '../../src/model/model.ts'
import { inputName, below, type At, type Compilation } from '../base/context.ts'
import { checkKeys, checkLiteral, type Taker } from './fieldKeys.ts'
import { declaredAs, mark } from '../base/origin.ts'
import { listed, suggestion } from '../base/problems.ts'
import type { RefOptions } from '../base/references.ts'
import type { Authored } from '../base/source.ts'

/** Built-in types, and the registered ones that app.json lists. */
const typesOf = (c: Compilation): string[] => [
  ...BUILT_IN_TYPES,
  ...REGISTERED_TYPES.filter((name) => c.app.extensions?.types?.[name]),
]

/** A field from what its author wrote: a named type, or an object. `undefined` after an error. `owner`: the resource whose field it is. */
export function fieldModel(
  c: Compilation,
  at: At,
  name: string,
  raw: string | Authored,
  owner?: string,
): FieldModel | undefined {
  const written: Authored = typeof raw === 'string' ? { type: raw } : raw
  const full = expandType(c, typeof raw === 'string' ? at : below(at, 'type'), written)
  if (!full) return undefined
  checkKeys(c, at, full.type, typeof raw === 'string' ? {} : raw)
  if (!checkTarget(c, at, full)) return undefined
  const field = build(c, at, name, full, written.type)
  return mark(field, { ...(owner === undefined ? {} : { owner }), name, at })
}

/** Replaces a named type by its entry, the field's own keys winning. `at`: where the type is named. */
function expandType(c: Compilation, at: At, written: Authored): Authored | undefined {
  const named: Authored | undefined = c.types[written.type]
  if (named && at.source !== c.loaded.types) c.refer('type', written.type, at)
  const full = named ? { ...named, ...written, type: named.type } : written
  const types = typesOf(c)
  if (types.includes(full.type)) return full
  if (named) return undefined
  if (isRegistered(full.type)) {
    return c.error(
      at,
      'REF008',
      `"${full.type}" is a type written in code; list it under extensions.types of app.json first`,
    )
  }
  return c.unknown(at, 'REF008', 'type', full.type, [...types, ...Object.keys(c.types)])
}

/** Entries of types.json: each a whole field of a built-in or registered type, under a name of its own. */
export function checkNamedTypes(c: Compilation): void {
  for (const [name, raw] of Object.entries<Authored>(c.types)) {
    const at: At = { source: c.loaded.types!, path: ['types', name] }
    c.refer('type', name, at, { key: true, declares: true })
    if (isFieldType(name)) c.error(at, 'REF009', `"${name}" is a built-in type and may not be redefined`, { key: true })
    else if (c.types[raw.type] && !isFieldType(raw.type))
      c.error(
        below(at, 'type'),
        'REF008',
        `"${raw.type}" is a named type itself; a named type stands for a built-in or registered one`,
      )
    else fieldModel(c, at, name, raw)
  }
}

/** `of` names a dictionary or a resource, by type. */
function checkTarget(c: Compilation, at: At, full: Authored): boolean {
  const place = below(at, 'of')
  if (isChoice(full.type))
    return known(c, place, { code: 'REF002', what: 'dictionary', names: c.loaded.dictionaries }, full.of)
  if (full.by)
    return Object.entries<string>(full.of).every(([kind, of]) =>
      known(c, below(place, kind), { code: 'REF001', what: 'resource', names: c.loaded.resources }, of),
    )
  const pointing =
    ['ref', 'refs', 'own'].includes(full.type) || (full.of !== undefined && ['rows', 'group'].includes(full.type))
  return !pointing || known(c, place, { code: 'REF001', what: 'resource', names: c.loaded.resources }, full.of)
}

function known(
  c: Compilation,
  at: At,
  { code, what, names }: { code: string; what: 'dictionary' | 'resource'; names: Map<string, unknown> },
  name: string,
): boolean {
  if (name === undefined) {
    c.error({ source: at.source, path: at.path.slice(0, -1) }, 'SHP003', `"of" is missing: which ${what}?`)
    return false
  }
  c.refer(what, name, at)
  if (names.has(name)) return true
  c.unknown(at, code, what, name, names.keys())
  return false
}

function build(c: Compilation, at: At, name: string, f: Authored, alias: string): FieldModel {
  const field = typed(c, at, f, {
    name,
    label: label(c, at, f),
    required: f.required === true,
    ...pick(f, ['help', 'min', 'max', 'in', 'see']),
    ...(alias !== f.type ? { alias } : {}),
    locked: f.locked === true,
    negative: f.negative === true,
    with: {},
    fill: f.fill ?? {},
    managed: f.managed === true || f.type === 'serial' || f.value !== undefined || isCounted(f),
    once: f.once === true,
    secret: f.secret === true,
    masked: f.masked === true,
    search: f.search === true,
    stored: true,
    column: f.type !== 'own',
    nullable: !holdsAlways(f),
    was: [f.was ?? []].flat(),
  })
  if (f.in && typeof f.of === 'string') field.in = few(c, below(at, 'in'), f)
  if (f.default !== undefined && !isExpression(f.default))
    field.default = { value: literal(c, below(at, 'default'), field, f.default) }
  if (isCounted(f)) field.default = { value: 0 }
  return field
}

/** A field with the keys of its type. */
function typed(c: Compilation, at: At, f: Authored, base: BaseField): FieldModel {
  const type: FieldType = f.type
  const more = pick(f, ['unit', 'digits', 'percent', 'pattern', 'en', 'lookup'])
  switch (type) {
    case 'enum':
    case 'enums':
    case 'own':
      return { ...base, ...more, type, of: f.of }
    case 'ref':
      return { ...base, ...more, type, ...target(c, at, f), as: f.as ?? stepName(base.name) }
    case 'refs':
      return { ...base, ...more, type, of: f.of, key: keyOf(c, f.of) }
    case 'rows':
    case 'group':
      return { ...base, ...more, type, ...pick(f, ['of']), fields: nested(c, below(at, 'fields'), f) }
    default:
      return { ...base, ...more, type }
  }
}

/** What a ref points at: one kind of record, or one of several. */
const target = (
  c: Compilation,
  at: At,
  f: Authored,
): { key: string } & ({ of: string } | { by: string; kinds: Record<string, string> }) =>
  f.by ? { by: f.by, kinds: kinds(c, at, f), key: 'id' } : { of: f.of, key: keyOf(c, f.of) }

/** Wire values of the few names of its dictionary that a field takes; its default is one of them. */
function few(c: Compilation, at: At, f: Authored): (string | number)[] | undefined {
  const dictionary = c.dictionaries.get(f.of)
  if (!dictionary) return undefined
  const names = f.in as unknown[]
  const wrong = isExpression(f.default)
    ? undefined
    : ([f.default ?? []].flat() as unknown[]).find((name) => !names.includes(name))
  if (wrong !== undefined)
    c.error(
      { ...at, path: [...at.path.slice(0, -1), 'default'] },
      'SHP002',
      `"${String(wrong)}" is not among ${names.join(', ')}`,
    )
  return names.flatMap((name, i) => enumValue(c, below(at, i), dictionary, name) ?? [])
}

/** Whether other records decide what stands in a field. */
const isCounted = (f: Authored): boolean => f.count !== undefined || f.sum !== undefined

/** Never empty: required, defaulted, computed, or numbered by the server. */
function holdsAlways(f: Authored): boolean {
  return (
    f.required === true ||
    f.value !== undefined ||
    isCounted(f) ||
    f.type === 'serial' ||
    (f.default !== undefined && f.default !== null)
  )
}

/** The authored label, the label of what it points at, or an error: staff never read a key. */
function label(c: Compilation, at: At, f: Authored): Text {
  const target =
    typeof f.of === 'string'
      ? (c.loaded.dictionaries.get(f.of)?.data.label ?? c.loaded.resources.get(f.of)?.source.data.label)
      : undefined
  const found = f.label ?? target
  if (!found) c.error(at, 'TXT002', 'a label in both languages is missing', { key: true })
  return found ?? { zh: '?', en: '?' }
}

/** Wire value of the kind's dictionary → resource. */
function kinds(c: Compilation, at: At, f: Authored): Record<string, string> {
  const dictionary = kindDictionary(c, at, f.by)
  return Object.fromEntries(
    Object.entries<string>(f.of).map(([kind, of]) => {
      const value = dictionary && enumValue(c, below(at, 'of', kind), dictionary, kind, { key: true })
      return [String(value ?? kind), of]
    }),
  )
}

/** The dictionary of the enum beside a `by` ref: a field of the resource, or an input of the call. */
function kindDictionary(c: Compilation, at: At, by: string): DictionaryModel | undefined {
  const fields = at.source.data.fields ?? {}
  const beside: unknown = at.path.slice(0, -1).reduce<Authored | undefined>((node, key) => node?.[key], at.source.data)
  const input = Array.isArray(beside)
    ? (beside as (string | Authored)[]).find((one) => typeof one === 'object' && one.name === by && one.of)
    : undefined
  const raw: unknown = input ?? fields[by]
  const type = typeof raw === 'string' ? c.types[raw] : (raw as Authored | undefined)
  return c.dictionaries.get(type?.of ?? c.types[type?.type]?.of ?? '')
}

const keyOf = (c: Compilation, resource: string): string => c.loaded.resources.get(resource)?.source.data.key ?? 'id'

/** `customerId` is followed as `customer`; a ref without Id in its name as `<name>Ref` inside records (authors write the name itself). */
export const stepName = (name: string): string => (name.endsWith('Id') ? name.slice(0, -2) : `${name}Ref`)

/** Entries of rows/group: names borrowed from the resource in `of`, or objects. */
function nested(c: Compilation, at: At, f: Authored): FieldModel[] {
  const owner = typeof f.of === 'string' ? c.loaded.resources.get(f.of)?.source : undefined
  return shapeItems(
    c,
    at,
    f.fields,
    (name) => {
      const raw = owner?.data.fields[name]
      return raw === undefined
        ? undefined
        : { raw, at: { source: owner!, path: ['fields', name] }, owner: f.of as string }
    },
    owner ? Object.keys(owner.data.fields) : [],
  )
}

/** Finds what a bare input name borrows. `owner`: the resource whose field it is. */
export type Borrow = (name: string) => { raw: string | Authored; at: At; owner?: string } | undefined

/** Notes that a field of a resource is named at a place. `more`: a part of the text there. */
export function referField(
  c: Compilation,
  at: At,
  field: FieldModel | undefined,
  name: string,
  more: RefOptions = {},
): void {
  if (!c.references || !field) return
  const declared = declaredAs(field, name)
  if (declared) c.refer('field', declared, at, { offset: more.key ? undefined : 0, ...more })
}

/** Inputs and entries: `"id!"`, `"remark"`, `{ name, type … }`, `{ name, like }`. */
export function shapeItems(
  c: Compilation,
  at: At,
  items: (string | Authored)[],
  borrow: Borrow,
  candidates: Iterable<string>,
): FieldModel[] {
  return items.flatMap((item, i) => shapeItem(c, below(at, i), item, borrow, candidates) ?? [])
}

/** One input or entry; nothing after an error. */
export function shapeItem(
  c: Compilation,
  at: At,
  item: string | Authored,
  borrow: Borrow,
  candidates: Iterable<string>,
): FieldModel | undefined {
  const made = typeof item === 'string' ? borrowedItem(c, at, item, borrow, candidates) : ownItem(c, at, item, borrow)
  if (!made) c.lost.add(typeof item === 'string' ? inputName(item).name : item.name)
  return made
}

function borrowedItem(
  c: Compilation,
  at: At,
  item: string,
  borrow: Borrow,
  candidates: Iterable<string>,
): FieldModel | undefined {
  const { name, required } = inputName(item)
  const found = borrow(name)
  if (!found) return c.unknown(at, 'REF004', 'field', name, candidates)
  const field = fieldModel(c, found.at, name, found.raw, found.owner)
  referField(c, at, field, name)
  return field && asInput(field, required)
}

function ownItem(c: Compilation, at: At, item: Authored, borrow: Borrow): FieldModel | undefined {
  const base = item.like ? likeField(c, below(at, 'like'), item.like, borrow) : {}
  if (!base) return undefined
  const { like: _like, name, ...own } = item
  const raw = { ...base, ...own }
  if (!raw.type) return c.error(at, 'SHP003', `input "${name}" needs a type, or "like" a field that has one`)
  const field = fieldModel(c, at, name, raw)
  return field && asInput(field, raw.required === true)
}

/** A field asked for by a call is the caller's to fill, whoever manages the stored one. */
function asInput(field: FieldModel, required: boolean): FieldModel {
  const nullable = !required && !field.default
  return { ...field, required, managed: false, once: false, locked: false, nullable }
}

function likeField(c: Compilation, at: At, like: string, borrow: Borrow): Authored | undefined {
  const [first = '', second] = like.split('.')
  const home = second === undefined ? undefined : c.loaded.resources.get(first)?.source
  const borrowed = second === undefined ? borrow(first) : undefined
  const raw = borrowed?.raw ?? home?.data.fields[second!]
  if (raw === undefined) {
    if (second !== undefined && !home) return c.unknown(at, 'REF001', 'resource', first, c.loaded.resources.keys())
    return c.unknown(at, 'REF004', 'field', second ?? first, Object.keys((home ?? at.source).data.fields ?? {}))
  }
  const owner = home ? first : borrowed?.owner
  if (home) c.refer('resource', first, at, { offset: 0 })
  if (owner)
    c.refer('field', `${owner}.${second ?? first}`, at, { offset: second === undefined ? 0 : first.length + 1 })
  const written: Authored = typeof raw === 'string' ? { type: raw } : raw
  return expandType(c, home ? { source: home, path: ['fields', second!, 'type'] } : at, written)
}

export const isExpression = (value: unknown): value is string => typeof value === 'string' && value.startsWith('=')

/** A literal as the wire carries it: names of dictionary values become the values. */
export function literal(c: Compilation, at: At, field: Taker, value: unknown): unknown {
  if (value === null) return null
  checkLiteral(c, at, field, value)
  if (field.type === 'bool' && typeof value === 'boolean') return Number(value)
  if (!isChoice(field.type) || field.of === undefined) return value
  const dictionary = c.dictionaries.get(field.of)
  if (!dictionary) return value
  if (Array.isArray(value)) return value.map((one, i) => enumValue(c, below(at, i), dictionary, one))
  return enumValue(c, at, dictionary, value)
}

/** The value behind a name of a dictionary; an error at the place that names it. */
export function enumValue(
  c: Compilation,
  at: At,
  dictionary: DictionaryModel,
  name: unknown,
  more: { key?: boolean } = {},
): string | number | undefined {
  const found = dictionary.values.find((v) => v.name === name)
  if (!found && c.lost.has(String(name))) return undefined
  if (!found)
    return c.error(
      at,
      'REF003',
      `"${String(name)}" is not a value of ${dictionary.name}${valueHint(name, dictionary)}`,
      more,
    )
  c.refer('value', `${dictionary.name}.${found.name}`, at, more)
  return found.value
}

/** The nearest name; or the name behind a number that was written in its place. */
function valueHint(name: unknown, dictionary: DictionaryModel): string {
  const byValue = dictionary.values.find((v) => v.value === name || String(v.value) === String(name))
  const names = dictionary.values.map((v) => v.name)
  return byValue ? `; files use its name, "${byValue.name}"` : suggestion(String(name), names) || listed(names)
}

function pick(from: Authored, keys: string[]): Authored {
  return Object.fromEntries(keys.filter((k) => from[k] !== undefined).map((k) => [k, from[k]]))
}

const base = new WeakMap<Compilation, Map<string, FieldModel>>()

/** The fields every stored record has, as fields. */
export function baseFields(c: Compilation): Map<string, FieldModel> {
  const known = base.get(c) ?? makeBaseFields(c)
  base.set(c, known)
  return known
}

function makeBaseFields(c: Compilation): Map<string, FieldModel> {
  const person = c.record('person')
  const plain = { ...PLAIN_FIELD, managed: true, column: true }
  const by = (name: string, label: Text): FieldModel =>
    person
      ? { ...plain, name, type: 'ref', of: person, key: 'id', as: stepName(name), label, nullable: true }
      : { ...plain, name, type: 'int', label, nullable: true }
  const list: FieldModel[] = [
    { ...plain, name: 'id', type: 'int', label: { zh: '编号', en: 'ID' }, nullable: false },
    { ...plain, name: 'version', type: 'int', label: { zh: '版本', en: 'Version' }, nullable: false },
    { ...plain, name: 'createTime', type: 'datetime', label: { zh: '创建时间', en: 'Created' }, nullable: false },
    by('createBy', { zh: '创建人', en: 'Created by' }),
    { ...plain, name: 'updateTime', type: 'datetime', label: { zh: '更新时间', en: 'Updated' }, nullable: false },
    by('updateBy', { zh: '更新人', en: 'Updated by' }),
  ]
  return new Map(list.map((f) => [f.name, f]))
}
