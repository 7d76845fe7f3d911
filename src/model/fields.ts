/**
 * The field types, and what the compiler and both engines must know about each. How a type is stored and sent is in
 * `src/server/fields`, how it is drawn in `src/web/fields`: one file each under its name.
 */
import { followedPath } from './expr/tree.ts'
import type {
  Model,
  DayField,
  TimeField,
  DictionaryModel,
  DictionaryValue,
  EnumField,
  FieldModel,
  LinkField,
  NestedField,
  NumberField,
  OwnField,
  PlainField,
  RefField,
  RefsField,
  ResourceModel,
  TextField,
} from './model.ts'

/** The kind of a value, used by expressions, JSON Schema and conversions between types. */
export type ValueKind =
  /** Text that is searched by its parts; text that is not. */
  | 'words'
  | 'code'
  | 'whole'
  | 'decimal'
  | 'money'
  | 'bool'
  | 'day'
  | 'moment'
  | 'choice'
  | 'choices'
  | 'link'
  | 'links'
  /** Child rows; an entry stored inside the record; several. */
  | 'children'
  | 'entry'
  | 'entries'
  | 'upload'
  | 'uploads'
  /** JSON: an object, a list of objects, anything. */
  | 'object'
  | 'objects'
  | 'json'

/** The facts that hold for every field of a type. */
interface FieldTraits {
  kind: ValueKind
  /** The verb of the message for a missing value. */
  asked: 'enter' | 'choose' | 'upload' | 'add' | 'sign'
  /** A line of text can show it. */
  line: boolean
  /** Lists have a column for it by default. */
  table: boolean
  /** The kind of index for filters and orders. */
  index: 'btree' | 'gin' | 'none'
}

const WORDS: FieldTraits = { kind: 'words', asked: 'enter', line: true, table: true, index: 'btree' }
const UPLOAD: FieldTraits = { kind: 'upload', asked: 'upload', line: true, table: true, index: 'none' }
const NESTED: FieldTraits = { kind: 'entry', asked: 'enter', line: false, table: true, index: 'none' }
const JSON_TRAITS: FieldTraits = { kind: 'json', asked: 'enter', line: false, table: false, index: 'none' }

const BUILT_IN = {
  string: WORDS,
  text: WORDS,
  int: { ...WORDS, kind: 'whole' },
  decimal: { ...WORDS, kind: 'decimal' },
  money: { ...WORDS, kind: 'money' },
  bool: { ...WORDS, kind: 'bool', asked: 'choose' },
  enum: { ...WORDS, kind: 'choice', asked: 'choose' },
  enums: { ...WORDS, kind: 'choices', asked: 'choose', index: 'gin' },
  date: { ...WORDS, kind: 'day', asked: 'choose' },
  datetime: { ...WORDS, kind: 'moment', asked: 'choose' },
  time: { ...WORDS, kind: 'code', asked: 'choose' },
  phone: WORDS,
  email: WORDS,
  password: { kind: 'code', asked: 'enter', line: false, table: false, index: 'none' },
  serial: WORDS,
  ref: { ...WORDS, kind: 'link', asked: 'choose' },
  refs: { ...WORDS, kind: 'links', asked: 'choose', index: 'gin' },
  own: { ...NESTED, kind: 'children', asked: 'add', table: false },
  image: UPLOAD,
  images: { ...UPLOAD, kind: 'uploads' },
  video: UPLOAD,
  file: UPLOAD,
  region: { ...WORDS, asked: 'choose' },
  rows: { ...NESTED, kind: 'entries', asked: 'add' },
  group: NESTED,
  json: JSON_TRAITS,
} satisfies Record<string, FieldTraits>

/** Built-in field types. */
export type BuiltInType = keyof typeof BUILT_IN

/** A type of the product that is checked and compared like a built-in one, and has its own drawing or storage. */
const registered = (like: BuiltInType, more: Partial<FieldTraits> = {}): FieldTraits & { like: BuiltInType } => ({
  ...BUILT_IN[like],
  ...more,
  like,
})

const REGISTERED = {
  grants: registered('json', { kind: 'objects', asked: 'choose' }),
  crew: registered('json', { kind: 'objects', asked: 'choose' }),
  sign: registered('image', { asked: 'sign', line: false, table: false }),
  changes: registered('json', { kind: 'object', table: true }),
} satisfies Record<string, FieldTraits>

/** Field types registered by this product in `app.json`; each has one file on each side, like the built-in ones. */
export type RegisteredType = keyof typeof REGISTERED
export type FieldType = BuiltInType | RegisteredType

const TRAITS: Record<FieldType, FieldTraits> = { ...BUILT_IN, ...REGISTERED }

/** The names of an object's own keys, when it has no others. */
const keysOf = <K extends string>(from: Record<K, unknown>): readonly K[] => Object.keys(from) as K[]

export const BUILT_IN_TYPES = keysOf(BUILT_IN)
export const REGISTERED_TYPES = keysOf(REGISTERED)

export const isRegistered = (type: string): type is RegisteredType => Object.hasOwn(REGISTERED, type)
export const isFieldType = (type: string): type is FieldType => Object.hasOwn(TRAITS, type)

/** The built-in type that a type is checked like: itself, when it is built-in. */
export const builtInOf = (type: FieldType): BuiltInType => (isRegistered(type) ? REGISTERED[type].like : type)

export const traitsOf = (type: FieldType): FieldTraits => TRAITS[type]
export const kindOf = (type: FieldType): ValueKind => TRAITS[type].kind

/** Whether values of a type are of one of these kinds. */
const ofKind =
  (...kinds: ValueKind[]) =>
  (type: FieldType): boolean =>
    kinds.includes(TRAITS[type].kind)

/** Values are words that a person typed; they are searched by their parts. */
export const isWords = ofKind('words')
/** Values are sent as text, even when they look like numbers. */
export const isWritten = ofKind('words', 'code')
export const isNumber = ofKind('whole', 'decimal', 'money')
export const isDated = ofKind('day', 'moment')
/** Values belong to a dictionary. */
export const isChoice = ofKind('choice', 'choices')
/** Values can be put in order. */
export const isOrdered = ofKind('whole', 'decimal', 'money', 'day', 'moment')
/** Values are lists: never empty to an expression, because an absent list counts as an empty list. */
export const isList = ofKind('choices', 'links', 'children', 'entries', 'uploads', 'objects')
/** A column holds several plain values. */
export const isMany = ofKind('choices', 'links')
/** Values are JSON of any form. */
export const isFree = ofKind('object', 'json')
export const isUpload = ofKind('upload', 'uploads')

export const isEnum = (field: FieldModel): field is EnumField => field.type === 'enum' || field.type === 'enums'
/** A reference to records of one kind. */
export const isRef = (field: FieldModel): field is RefField => field.type === 'ref' && field.of !== undefined
/** A reference of any form: to one record, to one of several kinds, to several records. */
export const isLink = (field: FieldModel): field is LinkField => field.type === 'ref' || field.type === 'refs'
/** A reference to records of one kind, to one of them or to several. */
export const isTo = (field: FieldModel): field is RefField | RefsField => isLink(field) && field.of !== undefined
export const isOwn = (field: FieldModel): field is OwnField => field.type === 'own'
export const isNested = (field: FieldModel): field is NestedField => field.type === 'rows' || field.type === 'group'

/** The fields of one entry; empty where a field has no entries, or where child rows name none. */
export const membersOf = (field: FieldModel): FieldModel[] => field.fields ?? []

/** The field that a path goes on through: a reference by the name under which it is followed, child rows by their own. */
export const fieldOfStep = (fields: Readonly<Record<string, FieldModel>>, step: string): FieldModel | undefined =>
  Object.values(fields).find((field) => (field.as ?? field.name) === step)

/** The field at the end of a path of references, and the resource that it is of; undefined for the record itself. */
export function fieldAlong(
  { resources }: Pick<Model, 'resources'>,
  from: Readonly<Record<string, FieldModel>>,
  path: string,
): { field: FieldModel; of: string | undefined } | undefined {
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  let [fields, of]: [typeof from, string | undefined] = [from, undefined]
  for (const step of steps) {
    const by = fieldOfStep(fields, step)
    of = by && isRef(by) ? by.of : undefined
    fields = resources[of ?? '']?.fields ?? {}
  }
  const field = fields[last]
  return field && { field, of }
}

/** The name under which a path follows a reference: `customerId` as `customer`, a name without `Id` as `<name>Ref`. */
export const stepName = (name: string): string => (name.endsWith('Id') ? name.slice(0, -2) : `${name}Ref`)

/** Name under which a row carries the title of a reference: `customerId` → `customerName`, `createBy` → `createName`. */
export const titleKey = (name: string): string => `${name.replace(/(Ids?|By)$/, '')}Name`

/** The field of the target whose value a reference holds; for a record, its own key. */
export const keyOf = (field: FieldModel): string => field.key ?? 'id'

/** The resources that a reference to one of several kinds may point at. */
export const kindsOf = (field: FieldModel): string[] => Object.values(field.kinds ?? {})

/** The dictionary of an enum. */
export const dictionaryOf = (
  dictionaries: Readonly<Record<string, DictionaryModel>>,
  field: FieldModel | undefined,
): DictionaryModel | undefined => (field && isEnum(field) ? dictionaries[field.of] : undefined)

/** What an enum field may be: the values of its dictionary, or those of them that its `in` names. */
export const valuesOf = (
  dictionaries: Readonly<Record<string, DictionaryModel>>,
  field: FieldModel,
): DictionaryValue[] =>
  (dictionaryOf(dictionaries, field)?.values ?? []).filter((one) => field.in?.includes(one.value) !== false)

/** Finds the resource of a reference or of child rows among items keyed by resource. */
export const targetOf = <T>(resources: Readonly<Record<string, T>>, field: FieldModel): T | undefined =>
  isTo(field) || isOwn(field) ? resources[field.of] : undefined

/** Types without keys of their own, or whose keys are all optional. */
type SimpleType = NumberField['type'] | TextField['type'] | DayField['type'] | TimeField['type'] | PlainField['type']

/** The field of a child row that names its owner: its parent, else the one reference it has to the owner. */
export function ownerField(
  resources: Readonly<Record<string, Pick<ResourceModel, 'parent' | 'fields'>>>,
  owner: string,
  child: string,
): string {
  const { parent, fields = {} } = resources[child] ?? {}
  if (parent?.resource === owner) return parent.field
  const field = Object.values(fields).find((one) => one.type === 'ref' && one.of === owner && one.column)
  if (!field) throw new Error(`rows of "${child}" do not say which "${owner}" they belong to`)
  return field.name
}

/** The type of a field, if it is a simple one. */
export const simpleTypeOf = (field: FieldModel): SimpleType | undefined =>
  isEnum(field) || isLink(field) || isOwn(field) || isNested(field) ? undefined : field.type

/** The field converted to another type: the keys of its own type are removed. */
export function asType(field: FieldModel, type: SimpleType): FieldModel {
  const { of: _of, key: _key, as: _as, by: _by, kinds: _kinds, lookup: _lookup, fields: _fields, ...rest } = field
  const {
    digits: _digits,
    percent: _percent,
    unit: _unit,
    pattern: _pattern,
    en: _en,
    words: _words,
    samples: _samples,
    level: _level,
    loose: _loose,
    ahead: _ahead,
    months: _months,
    age: _age,
    earliest: _earliest,
    latest: _latest,
    times: _times,
    ...base
  } = rest
  return { ...base, type }
}

/** The field of one value, for a field that holds several. */
export function oneOf(field: FieldModel): FieldModel {
  if (field.type === 'refs') return { ...field, type: 'ref', as: field.name }
  return field.type === 'enums' ? { ...field, type: 'enum' } : field
}

/** The field that holds several such values. */
export function severalOf(field: FieldModel): FieldModel {
  if (isRef(field)) return { ...field, type: 'refs', as: undefined }
  return field.type === 'enum' ? { ...field, type: 'enums' } : field
}

/**
 * The path of a computed field whose value is only a path (`orderNo` = `row.order.orderNo`): it is looked for in the
 * other record, which has the index.
 */
export function aliasOf(field: FieldModel): string | undefined {
  return field.value && !field.stored ? followedPath(field.value.ast) : undefined
}
