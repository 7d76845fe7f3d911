/**
 * The field types, and what the compiler and both engines must know of each. How a type is stored and sent is in
 * `src/server/fields`, how it looks in `src/web/fields`: one file each under its name.
 */
import type {
  DictionaryModel,
  EnumField,
  FieldModel,
  LinkField,
  NestedField,
  NumberField,
  OwnField,
  PlainField,
  RefField,
  RefsField,
  TextField,
} from './model.ts'

/** What a value is: expressions, JSON Schema and conversions between types go by it. */
export type ValueKind =
  /** Text that is looked for by a part of it; text that is not. */
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
  /** Child rows; an entry kept inside the record; several. */
  | 'children'
  | 'entry'
  | 'entries'
  | 'upload'
  | 'uploads'
  /** JSON: an object, a list of objects, anything. */
  | 'object'
  | 'objects'
  | 'json'

/** What is true of every field of a type. */
interface FieldTraits {
  kind: ValueKind
  /** What the sentence asks for where it is missing. */
  asked: 'enter' | 'choose' | 'upload' | 'add' | 'sign'
  /** A line of text can show it. */
  line: boolean
  /** Lists have a column of it where nothing is said. */
  table: boolean
  /** What serves filters and orders. */
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

/** Field types the language brings along. */
export type BuiltInType = keyof typeof BUILT_IN

/** A type of the product that is checked and compared like a built-in one, and drawn or stored in its own way. */
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

/** Field types registered by this product in `app.json`; each has one file a side, like the built-in ones. */
export type RegisteredType = keyof typeof REGISTERED
export type FieldType = BuiltInType | RegisteredType

const TRAITS: Record<FieldType, FieldTraits> = { ...BUILT_IN, ...REGISTERED }

/** The names of an object's own keys, which are all it has. */
const keysOf = <K extends string>(from: Record<K, unknown>): readonly K[] => Object.keys(from) as K[]

export const BUILT_IN_TYPES = keysOf(BUILT_IN)
export const REGISTERED_TYPES = keysOf(REGISTERED)

export const isRegistered = (type: string): type is RegisteredType => Object.hasOwn(REGISTERED, type)
export const isFieldType = (type: string): type is FieldType => Object.hasOwn(TRAITS, type)

/** The built-in type that a type is checked like: itself, where it is one. */
export const builtInOf = (type: FieldType): BuiltInType => (isRegistered(type) ? REGISTERED[type].like : type)

export const traitsOf = (type: FieldType): FieldTraits => TRAITS[type]
export const kindOf = (type: FieldType): ValueKind => TRAITS[type].kind

/** Whether values of a type are of one of these kinds. */
const ofKind =
  (...kinds: ValueKind[]) =>
  (type: FieldType): boolean =>
    kinds.includes(TRAITS[type].kind)

/** Values are words that a person typed, and that are looked for by a part of them. */
export const isWords = ofKind('words')
/** Values travel as text, however much they look like numbers. */
export const isWritten = ofKind('words', 'code')
export const isNumber = ofKind('whole', 'decimal', 'money')
export const isDated = ofKind('day', 'moment')
/** Values are among those of a dictionary. */
export const isChoice = ofKind('choice', 'choices')
/** Values can be put in order. */
export const isOrdered = ofKind('whole', 'decimal', 'money', 'day', 'moment')
/** Values are lists: never empty to an expression, for an absent list is a list of nothing. */
export const isList = ofKind('choices', 'links', 'children', 'entries', 'uploads', 'objects')
/** A column holds several plain values. */
export const isMany = ofKind('choices', 'links')
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

/** The fields of one entry; none where a field has no entries, or none is named for child rows. */
export const membersOf = (field: FieldModel): FieldModel[] => field.fields ?? []

/** The field of the target that a reference carries; that of a record where it is none. */
export const keyOf = (field: FieldModel): string => field.key ?? 'id'

/** The resources that a reference to one of several kinds may point at. */
export const kindsOf = (field: FieldModel): string[] => Object.values(field.kinds ?? {})

/** The dictionary of an enum. */
export const dictionaryOf = (
  dictionaries: Readonly<Record<string, DictionaryModel>>,
  field: FieldModel | undefined,
): DictionaryModel | undefined => (field && isEnum(field) ? dictionaries[field.of] : undefined)

/** What a reference or child rows point at, among things by their resource. */
export const targetOf = <T>(resources: Readonly<Record<string, T>>, field: FieldModel): T | undefined =>
  isTo(field) || isOwn(field) ? resources[field.of] : undefined

/** Types without keys of their own, or whose keys may all be left out. */
type SimpleType = NumberField['type'] | TextField['type'] | PlainField['type']

/** The type of a field, where it is a simple one. */
export const simpleTypeOf = (field: FieldModel): SimpleType | undefined =>
  isEnum(field) || isLink(field) || isOwn(field) || isNested(field) ? undefined : field.type

/** What is left of a field when it is taken as one of another type: the keys of its own type go. */
export function asType(field: FieldModel, type: SimpleType): FieldModel {
  const { of: _of, key: _key, as: _as, by: _by, kinds: _kinds, lookup: _lookup, fields: _fields, ...rest } = field
  const { digits: _digits, percent: _percent, unit: _unit, pattern: _pattern, en: _en, ...base } = rest
  return { ...base, type }
}

/** The field of one of the values, of a field that holds several. */
export function oneOf(field: FieldModel): FieldModel {
  if (field.type === 'refs') return { ...field, type: 'ref', as: field.name }
  return field.type === 'enums' ? { ...field, type: 'enum' } : field
}

/** The field of several such values. */
export function severalOf(field: FieldModel): FieldModel {
  if (isRef(field)) return { ...field, type: 'refs', as: undefined }
  return field.type === 'enum' ? { ...field, type: 'enums' } : field
}
