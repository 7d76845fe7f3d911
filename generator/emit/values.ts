/** How values are printed as TypeScript types: as hand-written calls see them, and as they are sent. */
import {
  isList,
  isRegistered,
  keyOf,
  kindOf,
  membersOf,
  type RegisteredType,
  type ValueKind,
} from '../../src/model/fields.ts'
import type { FieldModel, Model } from '../../src/model/model.ts'

type Printer = (model: Model, field: FieldModel) => string

/** The types of values in one form: by their kind, and those of registered types whose entries have a type of their own. */
interface Form {
  kinds: Record<ValueKind, Printer>
  shaped: Partial<Record<RegisteredType, string>>
}

/** What is the same in every form. */
const COMMON = {
  words: literal,
  code: literal,
  whole: () => 'number',
  decimal: () => 'number',
  link: key,
  links: (model, field) => `${key(model, field)}[]`,
  children: (_model, field) => `Values<'${String(field.of)}'>[]`,
  upload: () => 'Upload',
  uploads: () => 'Upload[]',
  object: () => 'unknown',
  objects: () => 'Record<string, unknown>[]',
  json: () => 'unknown',
} satisfies Partial<Record<ValueKind, Printer>>

/** As hand-written calls see it: money in cents, moments in ms, yes/no as true and false, a dictionary value by its name. */
export const INSIDE: Form = {
  kinds: {
    ...COMMON,
    money: () => 'Cents',
    bool: () => 'boolean',
    day: () => 'Millis',
    moment: () => 'Millis',
    choice: (model, field) => namesOf(model, field) ?? `DictionaryValues['${String(field.of)}']`,
    choices: (model, field) => `(${INSIDE.kinds.choice(model, field)})[]`,
    entry: (model, field) => entry(model, field),
    entries: (model, field) => `${entry(model, field)}[]`,
  },
  shaped: {
    grants: '{ menuId: number; btnIds: number[] }[]',
    crew: '{ workerRole: string; employeeId: number | null; isMain: boolean }[]',
  },
}

/** As it is sent: money with two decimals, yes/no as 1 and 0, a dictionary value that only its name makes. */
export const WIRE: Form = {
  kinds: {
    ...COMMON,
    money: () => 'number',
    bool: () => 'Flag',
    day: () => 'Millis',
    moment: () => 'Millis',
    choice: code,
    choices: (model, field) => `${code(model, field)}[]`,
    entry: (model, field) => sentEntry(model, field),
    entries: (model, field) => `${sentEntry(model, field)}[]`,
  },
  shaped: {
    grants: '{ menuId: number; btnIds: number[] }[]',
    crew: '{ workerRole: string; employeeId?: number | null; isMain?: Flag }[]',
  },
}

/** As a call is sent it: in lists that it only reads. */
export const SENT: Form = {
  kinds: {
    ...WIRE.kinds,
    links: listed('links'),
    children: listed('children'),
    uploads: listed('uploads'),
    objects: listed('objects'),
    choices: listed('choices'),
    entry: (model, field) => sentEntry(model, field),
    entries: (model, field) => `readonly ${sentEntry(model, field)}[]`,
  },
  shaped: WIRE.shaped,
}

/** As a call answers it: as it would be sent, and all of it there. */
export const TOLD: Form = {
  kinds: {
    ...WIRE.kinds,
    children: (_model, field) => `Row<'${String(field.of)}'>[]`,
    entry: (model, field) => toldEntry(model, field),
    entries: (model, field) => `${toldEntry(model, field)}[]`,
  },
  shaped: WIRE.shaped,
}

/** The type of a value in a form. */
export const typeOf = (form: Form, model: Model, field: FieldModel): string =>
  (isRegistered(field.type) ? form.shaped[field.type] : undefined) ?? form.kinds[kindOf(field.type)](model, field)

function listed(kind: ValueKind): Printer {
  return (model, field) => `readonly ${WIRE.kinds[kind](model, field)}`
}

const quote = (text: string): string => `'${text}'`
export const anyOf = (words: readonly string[]): string => (words.length > 0 ? words.map(quote).join(' | ') : 'never')

function literal(_model: Model, field: FieldModel): string {
  return field.in ? anyOf(field.in.map(String)) : 'string'
}

/** The names of the values that a field takes, where it does not take all of its dictionary. */
function namesOf(model: Model, field: FieldModel): string | undefined {
  const some = field.in
  const values = model.dictionaries[String(field.of)]?.values ?? []
  return some && anyOf(values.filter((one) => some.includes(one.value)).map((one) => one.name))
}

function code(model: Model, field: FieldModel): string {
  const some = namesOf(model, field)
  return some ? `Code<'${String(field.of)}', ${some}>` : `Code<'${String(field.of)}'>`
}

/** A reference holds an id, or a text key of the other record. */
function key(model: Model, field: FieldModel): string {
  const carried = model.resources[String(field.of)]?.fields[keyOf(field)]
  return carried && carried.type !== 'int' ? 'string' : 'number'
}

function entry(model: Model, field: FieldModel): string {
  const fields = membersOf(field).map((one) => {
    // An entry is stored as it was sent: missing values are not filled in.
    const empty = one.required || isList(one.type) ? '' : ' | null'
    return `${one.name}: ${typeOf(INSIDE, model, one)}${empty}`
  })
  return `{ ${fields.join('; ')} }`
}

function sentEntry(model: Model, field: FieldModel): string {
  const fields = membersOf(field).map((one) => `${one.name}?: ${typeOf(SENT, model, one)}${orNull(one)}`)
  return `{ ${fields.join('; ')} }`
}

function toldEntry(model: Model, field: FieldModel): string {
  return `{ ${membersOf(field)
    .map((one) => `${one.name}: ${typeOf(TOLD, model, one)}`)
    .join('; ')} }`
}

/** An input that may be emptied. */
export const orNull = (field: FieldModel): string => (field.required || isList(field.type) ? '' : ' | null')

/** An import of types. */
export const imported = (names: string, file: string): string => `import type { ${names} } from '${file}'`

/** A property whose type is an object, one line each of its own. */
export function block(name: string, body: readonly string[]): string[] {
  return body.length === 0 ? [`  '${name}': {}`] : [`  '${name}': {`, ...body.map((one) => `    ${one}`), '  }']
}

/** Inputs that the engine keeps to itself. */
export const ENVELOPE: ReadonlySet<string> = new Set(['requestNo', 'version'])
