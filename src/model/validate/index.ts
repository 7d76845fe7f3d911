/**
 * Checks values against their fields: the same rules for the form in the browser and the call on the
 * server. Values are in wire form (money in yuan, yes/no as 1/0). Checks that need the database (uniqueness,
 * whether a referenced record exists) are elsewhere.
 */
import type { Expr } from '../expr/types.ts'
import {
  builtInOf,
  dictionaryOf,
  isList,
  isRegistered,
  membersOf,
  type BuiltInType,
  type FieldType,
  type RegisteredType,
} from '../fields.ts'
import type { DictionaryModel, FieldModel, RuleModel, Text } from '../model.ts'
import { dayText } from '../zone.ts'
import * as nested from './nested.ts'
import * as scalar from './scalars.ts'
import * as say from './sentences.ts'

export { carriesText } from './scalars.ts'
export { UNKNOWN_FIELD, missing as missingText } from './sentences.ts'

/** An error and its place: a field, or a path into it (`methods[1].amount`). */
export interface Problem {
  field: string
  text: Text
}

type Values = Record<string, unknown>

interface CheckOptions {
  /**
   * Whether a condition holds. `entry` is the record of its field: the nested entry, or the record (with the saved values
   * below the sent ones). Absent: no condition is checked, no field is hidden.
   */
  holds?: (expr: Expr, entry: Values) => boolean
  /** The value of an expression for an entry, as `holds`. Absent: no day is held against the first and the last that may be given. */
  value?: (expr: Expr, entry: Values) => unknown
  /** Checks only what was sent (an edit): an absent field is not missing, an emptied one is. */
  partial?: boolean
  /** The saved record, in wire form: a withdrawn dictionary value may stay, but may not be chosen again. */
  old?: Values
  /** Checks over several fields; each runs once the fields it reads are filled and its own field is valid. */
  rules?: RuleModel[]
  /** Refuses keys that are neither a field nor named here. */
  besides?: readonly string[]
  /** The product's time zone: days must then be midnights. */
  zone?: string
  /** Put before every path (`items[2]`). */
  at?: string
}

/** Whether a value is empty: absent, null, blank text, an empty list. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0
}

interface Checking extends CheckOptions {
  dictionaries: Record<string, DictionaryModel>
  /** Inside an entry of a saved record the former entry is unknown, so withdrawn values may stay. */
  saved?: boolean
}
type Check = (value: unknown, field: FieldModel, path: string, c: Checking) => Problem[]

const one =
  (check: scalar.ScalarCheck): Check =>
  (value, field, path, c) => {
    const text = check(value, field, c)
    return text ? [{ field: path, text }] : []
  }

const checkGroup: Check = (value, field, path, c) => {
  if (!nested.isRecord(value)) return [{ field: path, text: say.NOT_RECORD }]
  const { dictionaries, holds, value: valueOf, zone } = c
  const saved = c.saved || c.old !== undefined
  return checkEntry(membersOf(field), value, {
    dictionaries,
    holds,
    value: valueOf,
    zone,
    saved,
    at: path,
    besides: [],
  })
}

const checkRows: Check = (value, field, path, c) => {
  if (!Array.isArray(value)) return [{ field: path, text: say.NOT_LIST }]
  const wrong = nested.checkCount(value.length, field)
  if (wrong) return [{ field: path, text: wrong }]
  return value.flatMap((entry, i) => checkGroup(entry, field, `${path}[${i}]`, c))
}

/** The caller checks child rows by the fields of their own resource; here they must only be records. */
const checkOwn: Check = (value, field, path) => {
  if (!Array.isArray(value)) return [{ field: path, text: say.NOT_LIST }]
  const wrong = nested.checkCount(value.length, field)
  if (wrong) return [{ field: path, text: wrong }]
  return value.flatMap((entry, i) => (nested.isRecord(entry) ? [] : [{ field: `${path}[${i}]`, text: say.NOT_RECORD }]))
}

const CHECKS: Record<BuiltInType, Check> = {
  string: one(scalar.checkString),
  text: one(scalar.checkText),
  phone: one(scalar.checkPhone),
  email: one(scalar.checkEmail),
  password: one(scalar.checkPassword),
  serial: one(scalar.checkSerial),
  region: one(scalar.checkRegion),
  time: one(scalar.checkTime),
  date: one(scalar.checkDate),
  datetime: one(scalar.checkDatetime),
  int: one(scalar.checkInt),
  decimal: one(scalar.checkDecimal),
  money: one(scalar.checkMoney),
  bool: one(scalar.checkBool),
  enum: one(scalar.checkEnum),
  enums: one(nested.listOf(scalar.checkEnum)),
  ref: one(scalar.checkRef),
  refs: one(nested.listOf(scalar.checkRef)),
  image: one(nested.checkUpload),
  images: one(nested.checkUploads),
  video: one(nested.checkUpload),
  file: one(nested.checkUpload),
  own: checkOwn,
  rows: checkRows,
  group: checkGroup,
  json: one(nested.checkJson),
}

/** Registered types with a check of their own. */
const REGISTERED_CHECKS: Partial<Record<RegisteredType, Check>> = {
  grants: one(nested.checkGrants),
  crew: one(nested.checkCrew),
  changes: one(nested.checkChanges),
}

const checkOf = (type: FieldType): Check => (isRegistered(type) && REGISTERED_CHECKS[type]) || CHECKS[builtInOf(type)]

function checkField(field: FieldModel, value: unknown, path: string, c: Checking, required: boolean): Problem[] {
  if (isEmpty(value)) return required ? [{ field: path, text: say.missing(field) }] : []
  return checkOf(field.type)(value, field, path, c)
}

/**
 * The first error of one value as a sentence, or undefined. A required field must have a value;
 * conditions (`requiredIf`, `show`) are not checked here.
 */
export function checkValue(
  field: FieldModel,
  value: unknown,
  dictionaries: Record<string, DictionaryModel>,
  zone?: string,
): Text | undefined {
  return checkField(field, value, field.name, { dictionaries, zone }, field.required)[0]?.text
}

/** All errors of a record, in the order of its fields. Hidden fields are not checked. */
export function checkRecord(
  fields: FieldModel[],
  values: Values,
  dictionaries: Record<string, DictionaryModel>,
  options: CheckOptions = {},
): Problem[] {
  return checkEntry(fields, values, { ...options, dictionaries })
}

function checkEntry(fields: FieldModel[], values: Values, c: Checking): Problem[] {
  const entry = c.partial ? { ...c.old, ...values } : values
  const rules = (c.rules ?? []).filter((rule) => isReady(rule, fields, entry))
  const found = fields.flatMap((field) => {
    const wrong = checkMember(field, values, entry, c)
    return wrong.length > 0
      ? wrong
      : checkRules(
          rules.filter((rule) => rule.field === field.name),
          entry,
          c,
        )
  })
  const names = new Set(fields.map((field) => field.name))
  const homeless = rules.filter((rule) => rule.field === undefined || !names.has(rule.field))
  return [...found, ...checkRules(homeless, entry, c), ...checkKeys(names, values, c)]
}

const pathTo = (name: string, c: Checking): string => (c.at ? `${c.at}.${name}` : name)

function checkMember(field: FieldModel, values: Values, entry: Values, c: Checking): Problem[] {
  const value = values[field.name]
  if (value === undefined && c.partial) return []
  if (field.show && c.holds && !c.holds(field.show, entry)) return []
  const required = field.required || (field.requiredIf !== undefined && (c.holds?.(field.requiredIf, entry) ?? false))
  const path = pathTo(field.name, c)
  const found = checkField(field, value, path, c, required)
  if (found.length > 0) return found
  return [...checkRetired(field, value, path, c), ...checkDays(field, value, entry, path, c)]
}

/** A day that stands already may stay, however long ago it is by now; of a saved entry it is not known. */
function checkDays(field: FieldModel, value: unknown, entry: Values, path: string, c: Checking): Problem[] {
  const { value: valueOf, old } = c
  if (!valueOf || c.saved || (c.partial && !old) || value === old?.[field.name]) return []
  const text = outOfDays(field, value, (expr) => valueOf(expr, entry), c.zone)
  return text ? [{ field: path, text }] : []
}

/** The error of a day before the first or after the last that may be given. */
export function outOfDays(
  field: FieldModel,
  value: unknown,
  valueOf: (expr: Expr) => unknown,
  zone = 'UTC',
): Text | undefined {
  const { earliest, latest } = field
  if ((!earliest && !latest) || typeof value !== 'number') return undefined
  const [first, last] = [earliest && valueOf(earliest), latest && valueOf(latest)]
  if (typeof first === 'number' && value < first) return say.tooEarly(field, dayText(first, zone))
  return typeof last === 'number' && value > last ? say.tooLate(field, dayText(last, zone)) : undefined
}

function checkRetired(field: FieldModel, value: unknown, path: string, c: Checking): Problem[] {
  if (isEmpty(value) || c.saved) return []
  const current = [c.old?.[field.name]].flat()
  const chosen = [value].flat().filter((one) => !current.includes(one))
  const gone = dictionaryOf(c.dictionaries, field)?.values.find((one) => one.retired && chosen.includes(one.value))
  return gone ? [{ field: path, text: say.retired(gone.label) }] : []
}

/** A comparison with an empty value is false, so a rule waits until each plain field it reads is filled. */
function isReady(rule: RuleModel, fields: FieldModel[], entry: Values): boolean {
  const read = fields.filter((field) =>
    rule.expr.reads.some((path) => path.split('.')[1] === field.name && path.startsWith('row.')),
  )
  return read.every((field) => isList(field.type) || !isEmpty(entry[field.name]))
}

function checkRules(rules: RuleModel[], entry: Values, c: Checking): Problem[] {
  return rules
    .filter((rule) => c.holds && !c.holds(rule.expr, entry))
    .map((rule) => ({ field: rule.field === undefined ? (c.at ?? '') : pathTo(rule.field, c), text: rule.why }))
}

function checkKeys(names: ReadonlySet<string>, values: Values, c: Checking): Problem[] {
  if (!c.besides) return []
  return Object.keys(values)
    .filter((key) => !names.has(key) && !c.besides?.includes(key))
    .map((key) => ({ field: pathTo(key, c), text: say.UNKNOWN_FIELD }))
}
