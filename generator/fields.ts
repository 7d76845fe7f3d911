/** Fields, inputs and entries of nested rows: one shape, one way to make it. Expressions come later (expressions.ts). */
import { BUILT_IN_TYPES, REGISTERED_TYPES, type FieldModel, type FieldType, type Text } from '../src/model/model.ts'
import { bang, below, type At, type Compilation, type ResourceDraft } from './context.ts'
import { suggestion } from './problems.ts'
import type { Authored } from './source.ts'

const TYPES: readonly string[] = [...BUILT_IN_TYPES, ...REGISTERED_TYPES]
/** Types that hold no column of their own. */
const NO_COLUMN = new Set<FieldType>(['own'])

/** A field from what its author wrote: a named type, or an object. `undefined` after an error. */
export function fieldModel(c: Compilation, at: At, name: string, raw: string | Authored): FieldModel | undefined {
  const written: Authored = typeof raw === 'string' ? { type: raw } : raw
  const full = expandType(c, at, written)
  if (!full) return undefined
  if (!checkTarget(c, at, full)) return undefined
  return build(c, at, name, full, written.type)
}

/** Replaces a named type by its entry, the field's own keys winning. */
function expandType(c: Compilation, at: At, written: Authored): Authored | undefined {
  const named: Authored | undefined = c.types[written.type]
  if (named && TYPES.includes(written.type)) return c.error(below(at, 'type'), 'REF009', `"${written.type}" is a built-in type and may not be redefined`)
  const full = named ? { ...named, ...written, type: named.type } : written
  if (TYPES.includes(full.type)) return full
  return c.unknown(below(at, 'type'), 'REF008', 'type', full.type, [...TYPES, ...Object.keys(c.types)])
}

/** `of` names a dictionary or a resource, by type. */
function checkTarget(c: Compilation, at: At, full: Authored): boolean {
  const place = below(at, 'of')
  if (full.type === 'enum' || full.type === 'enums') return known(c, place, 'REF002', 'dictionary', full.of, c.loaded.dictionaries)
  if (full.by) return Object.entries<string>(full.of).every(([kind, of]) => known(c, below(place, kind), 'REF001', 'resource', of, c.loaded.resources))
  if (['ref', 'refs', 'own'].includes(full.type)) return known(c, place, 'REF001', 'resource', full.of, c.loaded.resources)
  return true
}

function known(c: Compilation, at: At, code: string, what: string, name: string, names: Map<string, unknown>): boolean {
  if (names.has(name)) return true
  c.unknown(at, code, what, name, names.keys())
  return false
}

function build(c: Compilation, at: At, name: string, f: Authored, alias: string): FieldModel {
  const isRef = f.type === 'ref' || f.type === 'refs'
  const field: FieldModel = {
    name, type: f.type, label: label(c, at, f), required: f.required === true,
    ...pick(f, ['help', 'unit', 'min', 'max', 'digits', 'pattern', 'in', 'lookup', 'see']),
    ...(alias !== f.type ? { alias } : {}),
    ...(typeof f.of === 'string' ? { of: f.of } : {}),
    ...(f.by ? { by: f.by, kinds: kinds(c, at, f) } : {}),
    ...(isRef && typeof f.of === 'string' ? { key: keyOf(c, f.of) } : {}),
    ...(f.type === 'ref' ? { as: f.as ?? stepName(name) } : {}),
    ...(f.fields ? { fields: nested(c, below(at, 'fields'), f) } : {}),
    locked: f.locked === true, negative: f.negative === true, with: {}, fill: f.fill ?? {},
    managed: f.managed === true || f.type === 'serial' || f.value !== undefined,
    once: f.once === true, secret: f.secret === true, masked: f.masked === true, search: f.search === true,
    stored: true, column: !NO_COLUMN.has(f.type), nullable: !holdsAlways(f), was: [f.was ?? []].flat(),
  }
  if (f.default !== undefined && !isExpression(f.default)) field.default = { value: literal(c, below(at, 'default'), field, f.default) }
  return field
}

/** Never empty: required, defaulted, computed, or numbered by the server. */
function holdsAlways(f: Authored): boolean {
  return f.required === true || f.value !== undefined || f.type === 'serial' || (f.default !== undefined && f.default !== null)
}

/** The authored label, the label of what it points at, or an error: staff never read a key. */
function label(c: Compilation, at: At, f: Authored): Text {
  const target = typeof f.of === 'string' ? c.loaded.dictionaries.get(f.of)?.data.label ?? c.loaded.resources.get(f.of)?.source.data.label : undefined
  const found = f.label ?? target
  if (!found) c.error(at, 'TXT002', 'a label in both languages is missing', { key: true })
  return found ?? { zh: '?', en: '?' }
}

/** Wire value of the kind's dictionary → resource. */
function kinds(c: Compilation, at: At, f: Authored): Record<string, string> {
  const siblings = at.path[0] === 'fields' ? at.source.data.fields : {}
  const kindField = siblings?.[f.by]
  const dictionary = c.dictionaries.get(typeof kindField === 'object' ? kindField.of : '')
  return Object.fromEntries(Object.entries<string>(f.of).map(([kind, of]) => {
    const value = dictionary?.values.find((v) => v.name === kind)?.value
    if (dictionary && value === undefined) c.unknown(below(at, 'of', kind), 'REF003', `value of ${dictionary.name}`, kind, dictionary.values.map((v) => v.name), { key: true })
    return [String(value ?? kind), of]
  }))
}

const keyOf = (c: Compilation, resource: string): string => c.loaded.resources.get(resource)?.source.data.key ?? 'id'

/** `customerId` is followed as `customer`; a ref without Id in its name as `<name>Ref` inside records (authors write the name itself). */
export const stepName = (name: string): string => (name.endsWith('Id') ? name.slice(0, -2) : `${name}Ref`)

/** Entries of rows/group: names borrowed from the resource in `of`, or objects. */
function nested(c: Compilation, at: At, f: Authored): FieldModel[] {
  const owner = typeof f.of === 'string' ? c.loaded.resources.get(f.of)?.source : undefined
  return shapeItems(c, at, f.fields, (name) => {
    const raw = owner?.data.fields[name]
    return raw === undefined ? undefined : { raw, at: { source: owner!, path: ['fields', name] } }
  }, owner ? Object.keys(owner.data.fields) : [])
}

/** Finds what a bare input name borrows. */
export type Borrow = (name: string) => { raw: string | Authored; at: At } | undefined

/** Inputs and entries: `"id!"`, `"remark"`, `{ name, type … }`, `{ name, like }`. */
export function shapeItems(c: Compilation, at: At, items: (string | Authored)[], borrow: Borrow, candidates: Iterable<string>): FieldModel[] {
  return items.flatMap((item, i) => shapeItem(c, below(at, i), item, borrow, candidates) ?? [])
}

function shapeItem(c: Compilation, at: At, item: string | Authored, borrow: Borrow, candidates: Iterable<string>): FieldModel | undefined {
  if (typeof item === 'string') {
    const { name, required } = bang(item)
    const found = borrow(name)
    if (!found) return c.unknown(at, 'REF004', 'field', name, candidates)
    const field = fieldModel(c, found.at, name, found.raw)
    return field && asInput(field, required)
  }
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
  const raw = second === undefined ? borrow(first)?.raw : c.loaded.resources.get(first)?.source.data.fields[second]
  if (raw === undefined) return c.unknown(at, 'REF004', 'field', like, [])
  const written: Authored = typeof raw === 'string' ? { type: raw } : raw
  return expandType(c, at, written)
}

export const isExpression = (value: unknown): value is string => typeof value === 'string' && value.startsWith('=')

/** A literal as the wire carries it: names of dictionary values become the values. */
export function literal(c: Compilation, at: At, field: Pick<FieldModel, 'type' | 'of'>, value: unknown): unknown {
  if (field.type !== 'enum' && field.type !== 'enums') return field.type === 'bool' && typeof value === 'boolean' ? Number(value) : value
  const dictionary = c.dictionaries.get(field.of ?? '')
  if (Array.isArray(value)) return value.map((one, i) => enumValue(c, below(at, i), dictionary, one))
  return enumValue(c, at, dictionary, value)
}

function enumValue(c: Compilation, at: At, dictionary: { name: string; values: { name: string; value: unknown }[] } | undefined, name: unknown): unknown {
  if (!dictionary || name === null) return name
  const found = dictionary.values.find((v) => v.name === name)
  if (found) return found.value
  return c.error(at, 'REF003', `"${String(name)}" is not a value of ${dictionary.name}${near(String(name), dictionary)}`)
}

function near(name: string, dictionary: { values: { name: string }[] }): string {
  return suggestion(name, dictionary.values.map((v) => v.name))
}

function pick(from: Authored, keys: string[]): Authored {
  return Object.fromEntries(keys.filter((k) => from[k] !== undefined).map((k) => [k, from[k]]))
}

/** A field about which nothing special is said. */
export const PLAIN_FIELD = {
  required: false, locked: false, negative: false, with: {}, fill: {}, managed: false, once: false, secret: false,
  masked: false, search: false, stored: true, column: false, nullable: true, was: [] as string[],
} satisfies Partial<FieldModel>

/** The fields every stored record has, as fields. */
export function baseFields(c: Compilation): Map<string, FieldModel> {
  const person = c.record('person')
  const plain = { ...PLAIN_FIELD, managed: true, column: true }
  const by = (name: string, label: Text): FieldModel => person
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

/** Whether a resource draft has this field, counting those every record has. */
export const hasField = (c: Compilation, resource: ResourceDraft, name: string): boolean => resource.fields.has(name) || baseFields(c).has(name)
