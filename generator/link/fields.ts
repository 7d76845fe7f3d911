/** Fields, inputs and entries of nested rows: one form, made in one way. Expressions come later (expressions.ts). */
import {
  BUILT_IN_TYPES,
  isFieldType,
  isRegistered,
  REGISTERED_TYPES,
  type FieldType,
  isChoice,
  stepName,
} from '../../src/model/fields.ts'
import { PLAIN_FIELD, type BaseField, type DictionaryModel, type FieldModel, type Text } from '../../src/model/model.ts'
import { EVERY_QUARTER } from '../../src/model/times.ts'
import { inputName, below, type At, type Compilation } from '../base/context.ts'
import { checkKeys, checkLiteral, type Taker } from './fieldKeys.ts'
import { declaredAs, mark } from '../base/origin.ts'
import { listed, suggestion } from '../base/problems.ts'
import type { RefOptions } from '../base/references.ts'
import { wordsOf, type FieldWords, type Item } from '../base/parts.ts'
import { isObject, valueAt } from '../base/source.ts'
import { MISSING } from '../base/texts.ts'

/** Built-in types, and the registered ones that app.json lists. */
const typesOf = (c: Compilation): string[] => [
  ...BUILT_IN_TYPES,
  ...REGISTERED_TYPES.filter((name) => c.app.extensions?.types?.[name]),
]

/** A field from its authored form: a named type, or an object. `undefined` after an error. `owner`: the resource of the field. */
export function fieldModel(
  c: Compilation,
  at: At,
  name: string,
  raw: string | FieldWords,
  owner?: string,
): FieldModel | undefined {
  const written: FieldWords = typeof raw === 'string' ? { type: raw } : raw
  const full = expandType(c, typeof raw === 'string' ? at : below(at, 'type'), written)
  if (!full) return undefined
  checkKeys(c, at, full.type, typeof raw === 'string' ? {} : raw)
  if (!checkTarget(c, at, full)) return undefined
  // What is shared is checked where it is declared.
  if (full.words !== undefined && (typeof raw === 'string' ? undefined : raw.words) !== undefined)
    checkWords(c, below(at, 'words'), full.words, full.max)
  const field = build(c, at, name, full, written.type)
  return mark(field, { ...(owner === undefined ? {} : { owner }), name, at })
}

/** The keys of a field, with its type resolved. */
type Typed = FieldWords & { type: FieldType }

/** Replaces a named type by its entry; the field's own keys take precedence. `at`: where the type is named. */
function expandType(c: Compilation, at: At, written: FieldWords): Typed | undefined {
  const { type: name = '' } = written
  const named = c.types[name]
  if (named && at.source !== c.loaded.types) c.refer('type', name, at)
  const type = named?.type ?? name
  const types = typesOf(c)
  if (isFieldType(type) && types.includes(type)) return { ...named, ...written, type }
  if (named) return undefined
  if (isRegistered(type)) {
    return c.error(
      at,
      'REF008',
      `"${type}" is a type written in code; list it under extensions.types of app.json first`,
    )
  }
  return c.unknown(at, 'REF008', 'type', type, [...types, ...Object.keys(c.types)])
}

/** What declares a field: its own words, and those of the shared type it names that it does not say itself, each at its place. */
export function declarations(
  c: Compilation,
  at: At,
  raw: string | FieldWords | undefined,
): [own: Declaration, ...shared: Declaration[]] {
  const words = wordsOf(raw)
  const name = typeof raw === 'string' ? raw : words.type
  const shared = name === undefined ? undefined : c.types[name]
  const rest = Object.entries(shared ?? {}).filter(([key]) => !(key in words))
  const own = { at, words }
  return shared
    ? [own, { at: { source: c.loaded.types!, path: ['types', name!] }, words: Object.fromEntries(rest) }]
    : [own]
}

interface Declaration {
  at: At
  words: FieldWords
}

/** Entries of types.json: each a complete field of a built-in or registered type, under a name of its own. */
export function checkNamedTypes(c: Compilation): void {
  for (const [name, raw] of Object.entries(c.types)) {
    const at: At = { source: c.loaded.types!, path: ['types', name] }
    c.refer('type', name, at, { key: true, declares: true })
    if (isFieldType(name)) c.error(at, 'REF009', `"${name}" is a built-in type and may not be redefined`, { key: true })
    else if (c.types[raw.type] && !isFieldType(raw.type))
      c.error(
        below(at, 'type'),
        'REF008',
        `"${raw.type}" is a named type itself; a named type stands for a built-in or registered one`,
      )
    else {
      for (const key of ['count', 'sum'] as const)
        if (raw[key] !== undefined)
          c.error(below(at, key), 'REF015', `"${key}" belongs to a field of a resource, which it says the number for`, {
            key: true,
          })
      fieldModel(c, at, name, raw)
    }
  }
}

/** The one name in `of`; with `by`, a name for each kind. */
const nameIn = ({ of }: FieldWords): string | undefined => (typeof of === 'string' ? of : undefined)
const kindsIn = ({ of }: FieldWords): Record<string, string> => (typeof of === 'object' ? of : {})

/** `of` names a dictionary or a resource, depending on the type. */
function checkTarget(c: Compilation, at: At, full: Typed): boolean {
  const place = below(at, 'of')
  if (isChoice(full.type))
    return checkName(c, place, { code: 'REF002', what: 'dictionary', names: c.loaded.dictionaries }, nameIn(full))
  if (full.by)
    return Object.entries(kindsIn(full)).every(([kind, of]) =>
      checkName(c, below(place, kind), { code: 'REF001', what: 'resource', names: c.loaded.resources }, of),
    )
  const pointing =
    ['ref', 'refs', 'own'].includes(full.type) || (full.of !== undefined && ['rows', 'group'].includes(full.type))
  return !pointing || checkName(c, place, { code: 'REF001', what: 'resource', names: c.loaded.resources }, nameIn(full))
}

/** The dictionary of what a text says: what the server writes out of it fits. */
function checkWords(c: Compilation, at: At, name: string, max = Infinity): void {
  if (!checkName(c, at, { code: 'REF002', what: 'dictionary', names: c.loaded.dictionaries }, name)) return
  const long = c.dictionaries
    .get(name)
    ?.values.find(({ value, label }) => Math.max(...[value, label.zh].map((one) => String(one).length)) > max)
  if (long) c.error(at, 'SHP004', `"${long.name}" of ${name} is longer than the ${max} characters that fit here`)
}

function checkName(
  c: Compilation,
  at: At,
  { code, what, names }: { code: string; what: 'dictionary' | 'resource'; names: Map<string, unknown> },
  name: string | undefined,
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

function build(c: Compilation, at: At, name: string, f: Typed, alias: string | undefined): FieldModel {
  const field = typed(c, at, f, {
    name,
    label: label(c, at, f),
    required: f.required === true,
    ...pick(f, ['help', 'min', 'max', 'see']),
    ...(f.in ? { in: f.in.filter(isKey) } : {}),
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
    nullable: !isNeverEmpty(f),
    was: [f.was ?? []].flat(),
  })
  for (const [i, one] of (f.samples ?? []).entries())
    if ((f.max !== undefined && one.length > f.max) || (f.pattern && !matchesWhole(f.pattern, one)))
      c.error(below(at, 'samples', i), 'SHP002', `"${one}" is no value of "${field.name}": see its "max" and "pattern"`)
  if (f.in && typeof f.of === 'string') field.in = few(c, below(at, 'in'), f, f.in)
  if (f.default !== undefined && !isExpression(f.default)) {
    mustBeOffered(c, below(at, 'default'), field, f.default)
    field.default = { value: literal(c, below(at, 'default'), field, f.default) }
  }
  if (isCounted(f)) field.default = { value: 0 }
  return field
}

/** Whether a text is one of a pattern; a pattern that cannot be read is told where it stands. */
function matchesWhole(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return true
  }
}

/** A field with the keys of its type. */
function typed(c: Compilation, at: At, f: Typed, base: BaseField): FieldModel {
  const { type } = f
  const of = nameIn(f) ?? ''
  switch (type) {
    case 'enum':
    case 'enums':
    case 'own':
      return { ...base, type, of }
    case 'ref':
      return { ...base, ...pick(f, ['lookup']), type, ...target(c, at, f), as: f.as ?? stepName(base.name) }
    case 'refs':
      return { ...base, ...pick(f, ['lookup']), type, of, key: keyOf(c, of) }
    case 'rows':
    case 'group': {
      const fields = nested(c, below(at, 'fields'), f)
      // Whoever may not see a member whole sees the entry with that member masked.
      const masked = base.masked || fields.some((member) => member.masked)
      return { ...base, ...pick(f, ['lookup']), masked, type, ...(f.of === undefined ? {} : { of }), fields }
    }
    case 'int':
    case 'decimal':
    case 'money':
      return { ...base, ...pick(f, ['unit', 'digits', 'percent']), type }
    case 'string':
    case 'text':
    case 'phone':
    case 'email':
    case 'password':
    case 'serial':
    case 'region':
      return { ...base, ...pick(f, ['pattern', 'en', 'words', 'samples', 'level', 'loose']), type }
    case 'time':
      return { ...base, type, times: c.loaded.app?.data.times ?? EVERY_QUARTER }
    case 'date':
      return { ...base, ...pick(f, ['ahead', 'months', 'age']), type }
    default:
      return { ...base, type }
  }
}

/** The target of a ref: one kind of record, or one of several. */
const target = (
  c: Compilation,
  at: At,
  f: Typed,
): { key: string } & ({ of: string } | { by: string; kinds: Record<string, string> }) =>
  f.by ? { by: f.by, kinds: kinds(c, at, f, f.by), key: 'id' } : { of: nameIn(f) ?? '', key: keyOf(c, nameIn(f) ?? '') }

/** Wire values of the dictionary names that a field accepts; its default is one of them. */
export function few(
  c: Compilation,
  at: At,
  f: Pick<Typed, 'of' | 'default'>,
  names: unknown[],
): (string | number)[] | undefined {
  const dictionary = c.dictionaries.get(nameIn(f) ?? '')
  if (!dictionary) return undefined
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

/** Whether other records decide the value of a field. */
const isCounted = (f: FieldWords): boolean => f.count !== undefined || f.sum !== undefined

/** Never empty: required, defaulted, computed, or numbered by the server. */
function isNeverEmpty(f: FieldWords): boolean {
  return (
    f.required === true ||
    f.value !== undefined ||
    isCounted(f) ||
    f.type === 'serial' ||
    (f.default !== undefined && f.default !== null && !asksWho(f.default))
  )
}

/** A default from the person who makes the call; a job or a customer has no employee. */
const asksWho = (value: unknown): boolean => isExpression(value) && /\buser\./.test(String(value))

/** The authored label, else the label of its target, else an error: staff must never see a key. */
function label(c: Compilation, at: At, f: FieldWords): Text {
  const target =
    typeof f.of === 'string'
      ? (c.loaded.dictionaries.get(f.of)?.data.label ?? c.loaded.resources.get(f.of)?.source.data.label)
      : undefined
  const found = f.label ?? target
  if (!found) c.error(at, 'TXT002', 'a label in both languages is missing', { key: true })
  return found ?? { zh: MISSING, en: MISSING }
}

/** Wire value of the kind's dictionary → resource. */
function kinds(c: Compilation, at: At, f: FieldWords, by: string): Record<string, string> {
  const dictionary = kindDictionary(c, at, by)
  if (!dictionary && Array.isArray(valueAt(at.source.data, at.path.slice(0, -1))))
    c.error(at, 'REF015', `no enum "${by}" stands beside this member, so nothing says which kind it is`)
  return Object.fromEntries(
    Object.entries(kindsIn(f)).map(([kind, of]) => {
      const value = dictionary && enumValue(c, below(at, 'of', kind), dictionary, kind, { key: true })
      return [String(value ?? kind), of]
    }),
  )
}

/** The dictionary of the enum beside a `by` ref: a field of the resource, an input of the call, or a member of the entry. */
function kindDictionary(c: Compilation, at: At, by: string): DictionaryModel | undefined {
  const raw = besideIn(c, at, by) ?? valueAt(at.source.data, ['fields', by])
  const words = typeof raw === 'string' ? c.types[raw] : isObject(raw) ? raw : undefined
  const of = words?.of ?? c.types[String(words?.type)]?.of
  return typeof of === 'string' ? c.dictionaries.get(of) : undefined
}

/** The words of a member of the same list. A bare name borrows them from the resource whose entries the list describes. */
function besideIn(c: Compilation, at: At, by: string): unknown {
  const list = valueAt(at.source.data, at.path.slice(0, -1))
  if (!Array.isArray(list)) return undefined
  const written: unknown = list.find((one: unknown) => isObject(one) && one.name === by && (one.of || one.like))
  const [home = '', like = ''] = isObject(written) && !written.of ? String(written.like).split('.') : []
  if (like) return c.loaded.resources.get(home)?.source.data.fields[like]
  if (written || !list.some((one) => typeof one === 'string' && inputName(one).name === by)) return written
  const owner = valueAt(at.source.data, at.path.slice(0, -2))
  const of = isObject(owner) && typeof owner.of === 'string' ? owner.of : ''
  return c.loaded.resources.get(of)?.source.data.fields[by]
}

const keyOf = (c: Compilation, resource: string): string => c.loaded.resources.get(resource)?.source.data.key ?? 'id'

/** Entries of rows/group: names borrowed from the resource in `of`, or objects. */
function nested(c: Compilation, at: At, f: FieldWords): FieldModel[] {
  const of = nameIn(f)
  const owner = of === undefined ? undefined : c.loaded.resources.get(of)?.source
  return shapeItems(
    c,
    at,
    f.fields ?? [],
    (name) => {
      const raw = owner?.data.fields[name]
      return raw === undefined ? undefined : { raw, at: { source: owner!, path: ['fields', name] }, owner: of }
    },
    owner ? Object.keys(owner.data.fields) : [],
  )
}

/** Finds the field that a bare input name borrows. `owner`: the resource of the field. */
export type Borrow = (name: string) => { raw: string | FieldWords; at: At; owner?: string | undefined } | undefined

/** Records that a field of a resource is named at a place. `more`: a part of the text there. */
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
  items: (string | Item)[],
  borrow: Borrow,
  candidates: Iterable<string>,
): FieldModel[] {
  return items.flatMap((item, i) => shapeItem(c, below(at, i), item, borrow, candidates) ?? [])
}

/** One input or entry; undefined after an error. */
export function shapeItem(
  c: Compilation,
  at: At,
  item: string | Item,
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

function ownItem(c: Compilation, at: At, item: Item, borrow: Borrow): FieldModel | undefined {
  const base = item.like ? likeField(c, below(at, 'like'), item.like, borrow) : {}
  if (!base) return undefined
  const { like: _like, name, ...own } = item
  const raw = { ...base, ...own }
  if (!raw.type) return c.error(at, 'SHP003', `input "${name}" needs a type, or "like" a field that has one`)
  const field = fieldModel(c, at, name, raw)
  return field && asInput(field, raw.required === true)
}

/** The caller fills an input of a call, even when the stored field is managed. */
function asInput(field: FieldModel, required: boolean): FieldModel {
  const nullable = !required && !field.default
  return { ...field, required, managed: false, once: false, locked: false, nullable }
}

function likeField(c: Compilation, at: At, like: string, borrow: Borrow): FieldWords | undefined {
  const [first = '', second] = like.split('.')
  const home = second === undefined ? undefined : c.loaded.resources.get(first)?.source
  const borrowed = second === undefined ? borrow(first) : undefined
  const raw = borrowed?.raw ?? home?.data.fields[second!]
  if (raw === undefined) {
    if (second !== undefined && !home) return c.unknown(at, 'REF001', 'resource', first, c.loaded.resources.keys())
    return c.unknown(
      at,
      'REF004',
      'field',
      second ?? first,
      Object.keys(valueAt((home ?? at.source).data, ['fields']) ?? {}),
    )
  }
  const owner = home ? first : borrowed?.owner
  if (home) c.refer('resource', first, at, { offset: 0 })
  if (owner)
    c.refer('field', `${owner}.${second ?? first}`, at, { offset: second === undefined ? 0 : first.length + 1 })
  const written = typeof raw === 'string' ? { type: raw } : raw
  return expandType(c, home ? { source: home, path: ['fields', second!, 'type'] } : at, written)
}

export const isExpression = (value: unknown): value is string => typeof value === 'string' && value.startsWith('=')

/** A literal in wire form: names of dictionary values become the values. */
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

/** SHP002: nothing begins with a value that is offered no more. */
function mustBeOffered(c: Compilation, at: At, field: Taker, value: unknown): void {
  const dictionary = isChoice(field.type) ? c.dictionaries.get(field.of ?? '') : undefined
  const gone = [value].flat().find((name) => dictionary?.values.some((one) => one.name === name && one.retired))
  if (gone !== undefined)
    c.error(at, 'SHP002', `"${String(gone)}" of ${dictionary?.name} is retired: it is offered no more`)
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

/** The nearest name; or the name of a value whose number was written instead. */
function valueHint(name: unknown, dictionary: DictionaryModel): string {
  const byValue = dictionary.values.find((v) => v.value === name || String(v.value) === String(name))
  const names = dictionary.values.map((v) => v.name)
  return byValue ? `; files use its name, "${byValue.name}"` : suggestion(String(name), names) || listed(names)
}

/** The listed keys of a field that are set. */
function pick<K extends keyof FieldWords>(from: FieldWords, keys: K[]): Pick<FieldWords, K> {
  const entries = keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]])
  return Object.fromEntries(entries) as Pick<FieldWords, K>
}

export const isKey = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

const base = new WeakMap<Compilation, Map<string, FieldModel>>()

/** The base fields of every stored record, as fields. */
export function baseFields(c: Compilation): Map<string, FieldModel> {
  const cached = base.get(c) ?? makeBaseFields(c)
  base.set(c, cached)
  return cached
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
