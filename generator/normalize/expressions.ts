/** Expressions of schemas, type-checked against the linked names. */
import { checkExpr, type RowShape, type SeenName, type TypeSource } from '../../src/model/expr/check/index.ts'
import type { Expr, ExprNode, ExprType, FieldUnit, RootName } from '../../src/model/expr/types.ts'
import { isDated, isNumber, isRef, isWritten, kindOf, type FieldType, isOwn } from '../../src/model/fields.ts'
import type { Bound, Bounds, Condition, FieldModel, Text } from '../../src/model/model.ts'
import { below, type At, type Compilation, type ResourceDraft, keyAt } from '../base/context.ts'
import { baseFields, declarations, isExpression, literal, referField } from '../link/fields.ts'
import { backRef } from '../link/index.ts'
import { originOf, placed } from '../base/origin.ts'
import { followedPath } from '../../src/model/expr/tree.ts'
import { comparisonsOf, keyOf, verdictOf } from './decide.ts'
import { noteSense } from './sense.ts'
import type { AuthoredWhen, AuthoredWith } from '../base/authored.ts'
import { wordsOf, type FieldWords } from '../base/parts.ts'

/** The roots of an expression at a place. */
export type Roots = Partial<Record<RootName, ExprType>>

/** The type of a field's value in an expression. */
export function typeOfField(f: FieldModel): ExprType {
  const empty = f.nullable
  const list = (of: ExprType): ExprType => ({ t: 'list', of })
  switch (f.type) {
    case 'enum':
      return { t: 'enum', of: f.of, empty }
    case 'enums':
      return list({ t: 'enum', of: f.of, empty: false })
    case 'ref':
      return f.by === undefined ? { t: 'ref', of: f.of, empty } : { t: 'any', empty }
    case 'refs':
      return list({ t: 'ref', of: f.of, empty: false })
    case 'own':
      return list({ t: 'row', of: f.of, empty: false })
    case 'rows':
      return list(recordType(f.fields))
    case 'group':
      return { ...recordType(f.fields), empty }
    default:
      return simpleType(f.type, empty)
  }
}

/** The expression type of field types without keys of their own. */
function simpleType(type: FieldType, empty: boolean): ExprType {
  if (isNumber(type)) return { t: 'number', empty }
  if (isDated(type)) return { t: 'date', day: kindOf(type) === 'day', empty }
  if (isWritten(type)) return { t: 'text', empty }
  return { t: kindOf(type) === 'bool' ? 'bool' : 'any', empty }
}

/** The fields behind a record's type; a symbol, because copies of the type keep it and JSON leaves it out. */
const FIELDS = Symbol('fields')
type RecordType = ExprType & { t: 'record'; [FIELDS]?: FieldModel[] }

/** Inputs, outputs, entries: each field, and each ref under its step name. */
export function recordType(fields: FieldModel[]): RecordType {
  const types: Record<string, ExprType> = {}
  const units: Record<string, FieldUnit> = {}
  for (const f of fields) {
    types[f.name] = typeOfField(f)
    if (isRef(f)) types[f.as] = { t: 'row', of: f.of, empty: f.nullable }
    if (f.type === 'money' || f.type === 'bool') units[f.name] = f.type
  }
  return {
    t: 'record',
    fields: types,
    empty: false,
    ...(Object.keys(units).length > 0 ? { units } : {}),
    [FIELDS]: fields,
  }
}

export const rowOf = (resource: string): ExprType => ({ t: 'row', of: resource, empty: false })

/** The signed-in person: refs to the records that app.json names, and a few plain facts. */
function userType(c: Compilation): ExprType {
  const ref = (part: string, empty = false): ExprType => {
    const of = c.record(part)
    return of ? { t: 'ref', of, empty } : { t: 'any', empty }
  }
  return {
    t: 'record',
    empty: false,
    fields: {
      employeeId: ref('person'),
      orgId: ref('department'),
      corpId: ref('company'),
      companyId: ref('company'),
      roleId: ref('role'),
      dutyId: ref('duty', true),
      customerId: ref('customer', true),
      userId: { t: 'number', empty: false },
      realName: { t: 'text', empty: false },
      mobile: { t: 'text', empty: false },
    },
  }
}

function settingsType(c: Compilation): ExprType {
  const kinds: Record<string, ExprType> = {
    int: { t: 'number', empty: false },
    decimal: { t: 'number', empty: false },
    money: { t: 'number', empty: false },
    bool: { t: 'bool', empty: false },
    string: { t: 'text', empty: false },
  }
  const fields = Object.entries(c.app.settings ?? {}).map(([name, s]) => [name, kinds[s.type]!] as const)
  return { t: 'record', fields: Object.fromEntries(fields), empty: false }
}

const everywhere = new WeakMap<Compilation, Roots>()

/** The roots of every place, and those of this place. */
export function roots(c: Compilation, more: Roots = {}): Roots {
  const cached = everywhere.get(c) ?? {
    user: userType(c),
    settings: settingsType(c),
    now: { t: 'date', day: false, empty: false },
  }
  everywhere.set(c, cached)
  return { ...cached, ...more }
}

/** Roots with an `input` whose type is computed on first use; most calls have no expression on it. */
export function withInput(scope: Roots, fields: () => FieldModel[]): Roots {
  let type: ExprType | undefined
  return Object.defineProperty({ ...scope }, 'input', { enumerable: true, get: () => (type ??= recordType(fields())) })
}

const shapes = new WeakMap<Compilation, Map<string, RowShape>>()

/** A resource as expressions see it: its fields, those of the record it extends, its refs and child rows. */
function rowShape(c: Compilation, name: string): RowShape | undefined {
  const cached = shapes.get(c) ?? new Map<string, RowShape>()
  shapes.set(c, cached)
  const resource = c.resources.get(name)
  if (!cached.has(name) && resource) cached.set(name, makeShape(c, resource))
  return cached.get(name)
}

function makeShape(c: Compilation, resource: ResourceDraft): RowShape {
  const shape: RowShape = { fields: {}, refs: {}, rows: {}, key: resource.key, virtual: resource.data.virtual === true }
  for (const field of [...baseFields(c).values(), ...resource.fields.values()]) addField(c, resource, shape, field)
  if (resource.base) addBase(c, resource, shape)
  return shape
}

function addField(c: Compilation, resource: ResourceDraft, shape: RowShape, f: FieldModel): void {
  const unit = f.type === 'money' || f.type === 'bool' ? f.type : 'plain'
  const computed = valueOf(c, resource, f.name) !== undefined
  shape.fields[f.name] = {
    type: typeOfField(f),
    unit,
    ...(computed ? { computed: () => computedBody(c, resource, f) } : {}),
  }
  if (isRef(f)) {
    const ref = { field: f.name, resource: f.of, key: f.key, empty: f.nullable, as: f.as }
    shape.refs[f.as] = ref
    if (!f.name.endsWith('Id')) shape.refs[f.name] = ref
  }
  if (isOwn(f)) shape.rows[f.name] = { resource: f.of, parent: backRef(c, f.of, resource.name) ?? '' }
}

/** Fields of the base record, read as this record's own. */
function addBase(c: Compilation, resource: ResourceDraft, shape: RowShape): void {
  const { field, resource: base } = resource.base!
  const target = rowShape(c, base)
  const ref = resource.fields.get(field)
  if (!target || !ref || !isRef(ref)) return
  const type = rowOf(base)
  const follow: Extract<ExprNode, { k: 'follow' }> = {
    k: 'follow',
    of: { k: 'root', name: 'row', type: rowOf(resource.name) },
    field,
    as: ref.as,
    resource: base,
    key: ref.key,
    type,
  }
  for (const [name, f] of Object.entries(target.fields)) {
    if (shape.fields[name]) continue
    shape.fields[name] = {
      type: f.type,
      unit: f.unit,
      computed: (): ExprNode => {
        const body = f.computed?.()
        return body
          ? { k: 'computed', of: follow, name, body, unit: f.unit, type: f.type }
          : { k: 'field', of: follow, name, unit: f.unit, type: f.type }
      },
    }
  }
}

/** The expression of a value that is computed on read; undefined for one with a column. */
function computedBody(c: Compilation, resource: ResourceDraft, f: FieldModel): ExprNode | undefined {
  const expr = valueExpr(c, resource, f)
  return expr && !f.stored ? expr.ast : undefined
}

const busy = new Set<FieldModel>()

/** The `value` of a field as it is written, and where: in the field or in its shared type. */
function valueOf(c: Compilation, resource: ResourceDraft, name: string): { src: string; at: At } | undefined {
  const at: At = { source: resource.source, path: ['fields', name] }
  for (const declared of declarations(c, at, resource.data.fields[name]))
    if (declared.words.value !== undefined) return { src: declared.words.value, at: below(declared.at, 'value') }
  return undefined
}

/** Compiles a field's `value` once; whether it is stored depends on the paths it reads. */
export function valueExpr(c: Compilation, resource: ResourceDraft, f: FieldModel): Expr | undefined {
  const value = valueOf(c, resource, f.name)
  if (f.value || value === undefined || failed.has(f)) return f.value
  const { src, at } = value
  if (busy.has(f)) return c.error(at, 'CEL006', `the value of "${f.name}" depends on itself`)
  busy.add(f)
  const expect = typeOfField({ ...f, nullable: true })
  const expr = expression(c, at, src, roots(c, { row: rowOf(resource.name) }), { expect })
  busy.delete(f)
  if (!expr) return void failed.add(f)
  f.value = expr
  f.stored = expr.reads.every((path) => readsOnlyItself(c, resource, path)) && !resource.data.virtual
  f.column = f.stored
  f.nullable = false
  if (!f.stored) refuseSearch(c, at, wordsOf(resource.data.fields[f.name]), f)
  return expr
}

/** IDX002: a search looks into columns; a type that is searched elsewhere is not searched here. */
function refuseSearch(c: Compilation, { source, path }: At, { search }: FieldWords, f: FieldModel): void {
  f.search = false
  if (search)
    c.error(
      { source, path: [...path.slice(0, -1), 'search'] },
      'IDX002',
      `"${f.name}" is computed when read, so a search never finds it; drop "search", keep a snapshot of it (default: "=…"), or name the path it comes from in a filter "keyword"`,
      { key: true },
    )
}
const failed = new WeakSet<FieldModel>()

function isCounted(c: Compilation, resource: string, name: string | undefined): boolean {
  const { count, sum } = wordsOf(c.resources.get(resource)?.data.fields[name ?? ''])
  return count !== undefined || sum !== undefined
}

/** `row.amount`, `row.members`: yes. `row.customer.realName`, `user.…`, `now`: no. */
function readsOnlyItself(c: Compilation, resource: ResourceDraft, path: string): boolean {
  const [root, step, ...rest] = path.split('.')
  if (root !== 'row' || !step) return false
  const field = resource.fields.get(step)
  // A count of child rows changes without a write of the record.
  if (field && isOwn(field)) return rest.length <= 1 && !isCounted(c, field.of, rest[0])
  if (field && valueOf(c, resource, step)) {
    valueExpr(c, resource, field)
    return field.stored
  }
  return rest.length === 0 && (field !== undefined || baseFields(c).has(step))
}

/** The expected type of an expression. `sql`: must translate to SQL. `shift`: its offset in its text. */
interface Expected {
  expect?: ExprType | 'bool'
  sql?: boolean
  shift?: number
}

/** Records and dictionaries as expressions see them. */
export const typesOf = (c: Compilation): TypeSource => ({
  row: (name) => rowShape(c, name),
  dictionary: (name) => dictionaryShape(c, name),
})

/** A checked expression, or undefined after an error at its place in the file. */
export function expression(
  c: Compilation,
  at: At,
  src: string,
  scope: Roots,
  { expect, ...options }: Expected = {},
): Expr | undefined {
  c.allow(at, { kind: 'expression', roots: scope, shift: options.shift ?? 0 })
  const { expr, problems } = checkExpr(src, {
    roots: scope,
    types: typesOf(c),
    ...(expect ? { expect } : {}),
    ...(options.sql ? { sql: true } : {}),
    saw: (seen) => sawName(c, at, seen, options.shift ?? 0),
  })
  for (const p of problems)
    if (!c.lost.has(src.slice(p.offset, p.offset + p.length).replace(/^['"]|['"]$/g, '')))
      c.error(at, p.code, p.message, { offset: p.offset + (options.shift ?? 0), length: p.length })
  if (problems.length > 0 || !expr) return undefined
  noteSense(c, at, expr)
  return expr
}

/** Records the names in an expression: fields, values, and codes, which are checked at the end. */
function sawName(c: Compilation, at: At, seen: SeenName, shift: number): void {
  if (seen.kind === 'code') {
    c.askedCodes.push({ at, code: seen.code, offset: seen.at.start + shift + 1 })
    return
  }
  if (!c.references) return
  const offset = seen.at.start + shift
  if (seen.kind === 'value') return c.refer('value', `${seen.dictionary}.${seen.name}`, at, { offset: offset + 1 })
  const field =
    seen.of.t === 'row'
      ? fieldOfRow(c, seen.of.of, seen.name, seen.step)
      : fieldOfRecord(seen.of as RecordType, seen.name, seen.step)
  if (field) referField(c, at, field, originOf(field)?.name ?? '', { offset, text: seen.name, step: seen.step })
}

/** The field of a row: its own, or one of the record it extends. */
function fieldOfRow(c: Compilation, resource: string, name: string, step: boolean): FieldModel | undefined {
  const draft = c.resources.get(resource)
  const own = step
    ? [...(draft?.fields.values() ?? [])].find((f) => f.as === name || f.name === name)
    : draft?.fields.get(name)
  return own ?? (draft?.base && fieldOfRow(c, draft.base.resource, name, step))
}

function fieldOfRecord(type: RecordType, name: string, step: boolean): FieldModel | undefined {
  const field = type[FIELDS]?.find((f) => (step ? f.as === name : f.name === name))
  return field && originOf(field)?.name === field.name ? field : undefined
}

function dictionaryShape(c: Compilation, name: string) {
  const d = c.dictionaries.get(name)
  return d && { ordered: d.ordered, values: Object.fromEntries(d.values.map((v) => [v.name, v.value])) }
}

export const condition = (
  c: Compilation,
  at: At,
  src: string,
  scope: Roots,
  options?: { sql?: boolean; shift?: number },
): Expr | undefined => {
  const expr = expression(c, at, src, scope, { expect: 'bool', ...options })
  const verdict = expr && verdictOf(c, expr.ast)
  if (verdict) c.note(at, 'CEL007', `"${src}" ${verdict === 'never' ? 'never holds' : 'holds always'}`)
  else if (expr) noteParts(c, at, src, expr)
  return expr
}

/** CEL007: a comparison in a condition that says nothing. */
function noteParts(c: Compilation, at: At, src: string, { ast }: Expr): void {
  for (const part of comparisonsOf(ast)) {
    const what = followedPath(part.a) ?? followedPath(part.b)
    const about = what ? `"${what}"` : 'one value'
    const verdict = verdictOf(c, part)
    const isEqual = part.op === '==' || part.op === '!='
    const [a, b] = [part.a.type, part.b.type]
    if (keyOf(part.a) === keyOf(part.b)) c.note(at, 'CEL007', `"${src}" compares ${about} with itself`)
    else if (verdict)
      c.note(
        at,
        'CEL007',
        `of "${src}", what is asked of ${about} ${verdict === 'never' ? 'never holds' : 'holds always'}`,
      )
    else if (isEqual && a.t === 'date' && b.t === 'date' && a.day !== b.day)
      c.note(at, 'CEL007', `"${src}" compares a moment with a day: they are equal at midnight alone`)
  }
}

/** A literal or `=expression` for a field. */
export function bound(
  c: Compilation,
  at: At,
  field: FieldModel | undefined,
  raw: unknown,
  scope: Roots,
): Bound | undefined {
  if (!isExpression(raw)) return { value: field ? literal(c, at, field, raw) : raw }
  const expr = expression(c, at, raw.slice(1), scope, {
    expect: field && typeOfField({ ...field, nullable: true }),
    shift: 1,
  })
  return expr && { expr }
}

/** The names that fixed inputs may have, and the roots of their expressions. `what`: the word for an unknown name in messages. */
interface Bindable {
  fields: FieldModel[]
  scope: Roots
  what: string
}

/** `with` and `set`: every name is one of `fields`. */
export function bounds(
  c: Compilation,
  at: At,
  raw: AuthoredWith | undefined,
  { fields, scope, what }: Bindable,
): Bounds {
  const result: Bounds = {}
  for (const [name, value] of Object.entries(raw ?? {})) {
    const field = fields.find((f) => f.name === name)
    referField(c, below(at, name), field, name, { key: true })
    if (!field) {
      c.unknown(
        keyAt(below(at, name)),
        'REF006',
        what,
        name,
        fields.map((f) => f.name),
      )
      continue
    }
    const made = bound(c, below(at, name), field, value, scope)
    if (made) result[name] = made
  }
  return result
}

const known = new WeakMap<ResourceDraft, Map<string, Condition | undefined>>()

/** The conditions that a resource says once, by name; each is compiled, and told about, where it stands. */
export function namedConditions(c: Compilation, r: ResourceDraft): Map<string, Condition | undefined> {
  const made = known.get(r) ?? new Map<string, Condition | undefined>()
  if (known.has(r)) return made
  known.set(r, made)
  for (const name of Object.keys(r.data.conditions ?? {})) made.set(name, conditionFor(c, r, name, r))
  return made
}

/** What a resource says by name, of a row of `of`: of its own, or of what extends it, whose rows have its fields. */
function conditionFor(c: Compilation, r: ResourceDraft, name: string, of: ResourceDraft): Condition | undefined {
  const raw = r.data.conditions?.[name]
  const at: At = { source: r.source, path: ['conditions', name] }
  return raw && conditions(c, at, raw, roots(c, { row: rowOf(of.name) }), raw.why)[0]
}

/** A word alone is no condition by itself, so it is the name of one. */
const isName = (text: string): boolean => /^[a-z]\w*$/i.test(text) && text !== 'true' && text !== 'false'

function namedCondition(c: Compilation, at: At, name: string, { row }: Roots): Condition[] {
  const home = row?.t === 'row' ? c.resources.get(row.of) : undefined
  const base = home?.base && c.resources.get(home.base.resource)
  const said = home ? namedConditions(c, home) : new Map<string, Condition | undefined>()
  if (home && base?.data.conditions?.[name] && !said.has(name)) said.set(name, conditionFor(c, base, name, home))
  if (!said.has(name)) c.unknown(at, 'REF017', home ? `condition of ${home.name}` : 'condition', name, said.keys())
  const one = said.get(name)
  return one ? [one] : []
}

/** `when`: an expression, `{ if, why }`, the name of a condition of the resource, or a list of these. A missing reason is made from the label. */
export function conditions(
  c: Compilation,
  at: At,
  raw: AuthoredWhen | undefined,
  scope: Roots,
  fallback: Text,
): Condition[] {
  if (raw === undefined) return []
  const list = Array.isArray(raw) ? raw : [raw]
  return list.flatMap((one, i) => {
    const place = Array.isArray(raw) ? below(at, i) : at
    if (typeof one === 'string') c.allow(place, { kind: 'expression', roots: scope, shift: 0, named: true })
    if (typeof one === 'string' && isName(one)) return namedCondition(c, place, one, scope)
    const expr =
      typeof one === 'string' ? condition(c, place, one, scope) : condition(c, below(place, 'if'), one.if, scope)
    return expr ? [placed({ expr, why: typeof one === 'string' ? fallback : one.why }, place)] : []
  })
}
