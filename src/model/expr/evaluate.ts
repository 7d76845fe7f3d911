/**
 * Evaluates a checked expression over plain records, in the browser and on the server. SQL has the same meaning
 * (sql.ts); a property test checks this.
 *
 * Emptiness is two-valued: null, undefined, '' and an empty list are empty; a comparison with an empty value is
 * false and its negation true; `!=` counts one empty side as different. An empty result is null.
 */
import { HOUR, midnightOf, momentOf, monthStart, wallOf } from '../zone.ts'
import type { Bound } from '../model.ts'
import { OPERATORS, roundTo } from './number.ts'
import { childrenOf, type NodeOf } from './tree.ts'
import type { Expr, ExprNode, FieldUnit, FunctionName, RootName } from './types.ts'

/** The environment of an expression: its roots as plain records, and facts from outside. */
export interface Env extends Partial<Record<Exclude<RootName, 'now'>, unknown>> {
  /** The moment, ms. */
  now: number
  /** The unit of money fields in records: 1 for yuan, 100 for cents. `value` and `settings` are always in yuan. */
  money: 1 | 100
  /** The value for the name of a dictionary value, where records hold names. Absent: they hold the values. */
  valueByName?: (dictionary: string, name: unknown) => unknown
  /** The time zone in which days begin. */
  zone: string
  /** Whether a `menu.button` code is granted; absent: none is. */
  can?: (code: string) => boolean
  /** Finds a record that is not nested under its ref: elements of a list of refs, choices of a form. */
  find?: (resource: string, key: unknown) => unknown
  /** The record is being typed: a field computed on read is recomputed where the values it reads are present. */
  live?: boolean
}

type Fields = Record<string, unknown>

/** The part of the context that changes inside: the record `row`, and the elements of comprehensions. */
interface Scope {
  row: unknown
  vars: Fields
}

type Rules = { [K in ExprNode['k']]: (node: NodeOf<K>, env: Env, scope: Scope) => unknown }

const RULES: Rules = {
  lit: (n) => n.v,
  list: (n, env, scope) => n.items.map((item) => evaluateNode(item, env, scope)),
  record: (n, env, scope) =>
    Object.fromEntries(Object.entries(n.entries).map(([name, value]) => [name, evaluateNode(value, env, scope)])),
  root: (n, env, scope) => read(n.name === 'row' ? scope.row : env[n.name], n, 'plain', env),
  var: (n, env, scope) => plain(scope.vars[n.name], n, 'plain', env),
  field: (n, env, scope) => read(fieldsOf(evaluateNode(n.of, env, scope))?.[n.name], n, n.unit, env),
  computed,
  follow,
  rows: (n, env, scope) => listOf(fieldsOf(evaluateNode(n.of, env, scope))?.[n.name]),
  not: (n, env, scope) => !truthy(evaluateNode(n.a, env, scope)),
  neg: (n, env, scope) => arithmetic('-', 0, evaluateNode(n.a, env, scope)),
  and: (n, env, scope) => truthy(evaluateNode(n.a, env, scope)) && truthy(evaluateNode(n.b, env, scope)),
  or: (n, env, scope) => truthy(evaluateNode(n.a, env, scope)) || truthy(evaluateNode(n.b, env, scope)),
  cmp: compare,
  in: (n, env, scope) => {
    const wanted = evaluateNode(n.a, env, scope)
    return (
      !isEmpty(wanted) && listOf(evaluateNode(n.b, env, scope)).some((item) => !isEmpty(item) && isEqual(wanted, item))
    )
  },
  math: (n, env, scope) => arithmetic(n.op, evaluateNode(n.a, env, scope), evaluateNode(n.b, env, scope)),
  concat: (n, env, scope) => textOf(evaluateNode(n.a, env, scope)) + textOf(evaluateNode(n.b, env, scope)) || null,
  if: (n, env, scope) => evaluateNode(truthy(evaluateNode(n.cond, env, scope)) ? n.then : n.else, env, scope),
  call: (n, env, scope) =>
    FUNCTIONS[n.fn](
      n.args.map((arg) => evaluateNode(arg, env, scope)),
      n,
      env,
    ),
  each,
  can: (n, env) => env.can?.(n.code) ?? false,
}

function evaluateNode(node: ExprNode, env: Env, scope: Scope): unknown {
  return (RULES[node.k] as (node: ExprNode, env: Env, scope: Scope) => unknown)(node, env, scope)
}

/** The value of a checked tree: numbers (money in yuan), text, booleans, ms, values of dictionaries, lists; null when empty. */
export function evaluate(node: ExprNode, env: Env): unknown {
  return evaluateNode(node, env, { row: env.row, vars: {} })
}

/** Whether a condition holds; an empty result is no. */
export function holds(expr: Expr, env: Env): boolean {
  return truthy(evaluate(expr.ast, env))
}

/** A fixed input: its wire literal, or the result of its expression (money in yuan, booleans true/false). */
export function valueOf(bound: Bound, env: Env): unknown {
  return 'expr' in bound ? evaluate(bound.expr.ast, env) : bound.value
}

/** Whether a value is empty: null, undefined, an empty text or list. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

const truthy = (value: unknown) => value === true || value === 1
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown) => (isEmpty(value) ? '' : String(value))
const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null ? (value as Fields) : undefined

/** A stored value as expressions use it: yuan, true/false, null when empty. */
function read(value: unknown, node: ExprNode, unit: FieldUnit, env: Env): unknown {
  const { type } = node
  const { valueByName } = env
  if (!valueByName) return plain(value, node, unit, env)
  if (type.t === 'enum') return plain(valueByName(type.of, value), node, unit, env)
  const of = type.t === 'list' && type.of.t === 'enum' ? type.of.of : undefined
  return of === undefined ? plain(value, node, unit, env) : listOf(value).map((one) => valueByName(of, one))
}

/** A value without the names of dictionaries; those of a list were replaced with the list. */
function plain(value: unknown, node: ExprNode, unit: FieldUnit, env: Env): unknown {
  if (node.type.t === 'list') return listOf(value)
  if (isEmpty(value)) return null
  if (node.type.t === 'bool') return truthy(value)
  return unit === 'money' ? (value as number) / env.money : value
}

/** The value of the record under the field's name, unless it is being typed; else the result of its expression over the record. */
function computed(n: NodeOf<'computed'>, env: Env, scope: Scope): unknown {
  const record = fieldsOf(evaluateNode(n.of, env, scope))
  if (!record) return n.type.t === 'list' ? [] : null
  if (record[n.name] !== undefined && !(env.live && hasReads(n.body, record)))
    return read(record[n.name], n, n.unit, env)
  return evaluateNode(n.body, env, { row: record, vars: {} })
}

/** Whether the record has every value that an expression reads from `row` itself. */
function hasReads(node: ExprNode, record: Fields): boolean {
  const steps = node.k === 'field' || node.k === 'computed' || node.k === 'rows' || node.k === 'follow'
  if (!steps || node.of.k !== 'root' || node.of.name !== 'row')
    return childrenOf(node).every((child) => hasReads(child, record))
  return (node.k === 'follow' ? node.as : node.name) in record
}

/** The nested record if the ref still points at it, else the record found by the ref. */
function follow(n: NodeOf<'follow'>, env: Env, scope: Scope): unknown {
  const of = evaluateNode(n.of, env, scope)
  if (n.field === '') return isEmpty(of) ? null : (fieldsOf(of) ?? env.find?.(n.resource, of) ?? null)
  const record = fieldsOf(of)
  if (!record) return null
  const hasRef = n.field in record
  const ref = hasRef ? record[n.field] : n.via && evaluateNode(n.via, env, { row: record, vars: {} })
  if (hasRef && isEmpty(ref)) return null
  const nested = fieldsOf(record[n.as])
  if (nested && (isEmpty(ref) || nested[n.key] === undefined || isEqual(ref, nested[n.key]))) return nested
  return isEmpty(ref) ? null : (env.find?.(n.resource, ref) ?? null)
}

/** Refs and values of dictionaries are equal whether a number came as text (a query of the address bar) or not. */
function isEqual(a: unknown, b: unknown): boolean {
  return a === b || (typeof a !== 'object' && typeof b !== 'object' && String(a) === String(b))
}

const isNull = (node: ExprNode) => node.k === 'lit' && node.v === null

/** A value as a number; what was sent as an object, with whatever ways to become a text, is none. */
const numberOf = (value: unknown): number => (typeof value === 'object' && value !== null ? NaN : Number(value))

function compare(n: NodeOf<'cmp'>, env: Env, scope: Scope): boolean {
  const [a, b] = [evaluateNode(n.a, env, scope), evaluateNode(n.b, env, scope)]
  if (isNull(n.a) || isNull(n.b)) return (isEmpty(a) && isEmpty(b)) === (n.op === '==')
  if (n.op === '!=') return isEmpty(a) || isEmpty(b) ? isEmpty(a) !== isEmpty(b) : !isEqual(a, b)
  if (isEmpty(a) || isEmpty(b)) return false
  return n.op === '==' ? isEqual(a, b) : ORDER[n.op](order(a, b))
}

const ORDER: Record<'<' | '<=' | '>' | '>=', (sign: number) => boolean> = {
  '<': (sign) => sign < 0,
  '<=': (sign) => sign <= 0,
  '>': (sign) => sign > 0,
  '>=': (sign) => sign >= 0,
}

/** Below 0, 0 or above 0. Texts in the order of their code points, as in the database's "C" collation. */
function order(a: unknown, b: unknown): number {
  if (typeof a !== 'string' || typeof b !== 'string') return numberOf(a) - numberOf(b)
  const [left, right] = [Array.from(a), Array.from(b)]
  const i = left.findIndex((letter, at) => letter !== right[at])
  if (i < 0) return left.length - right.length
  return right[i] === undefined ? 1 : left[i]!.codePointAt(0)! - right[i].codePointAt(0)!
}

function arithmetic(op: keyof typeof OPERATORS, a: unknown, b: unknown): number | null {
  return isEmpty(a) || isEmpty(b) ? null : OPERATORS[op](numberOf(a), numberOf(b))
}

function each(n: NodeOf<'each'>, env: Env, scope: Scope): unknown {
  const list = listOf(evaluateNode(n.of, env, scope))
  const body = (item: unknown) => evaluateNode(n.body, env, { row: scope.row, vars: { ...scope.vars, [n.as]: item } })
  if (n.fn === 'map') return list.map(body)
  if (n.fn === 'filter') return list.filter((item) => truthy(body(item)))
  return n.fn === 'all' ? list.every((item) => truthy(body(item))) : list.some((item) => truthy(body(item)))
}

/** Days are limited to the range that the calendars of both sides support. */
export const MOST_DAYS = 1_000_000

const clamp = (n: unknown, most: number) => Math.min(Math.max(numberOf(n), -most), most)

type CallNode = NodeOf<'call'>

const FUNCTIONS: Record<FunctionName, (args: unknown[], node: CallNode, env: Env) => unknown> = {
  size: ([of]) => (typeof of === 'string' ? Array.from(of).length : listOf(of).length),
  sum: ([list]) =>
    listOf(list).reduce<number>((total, item) => arithmetic('+', total, isEmpty(item) ? 0 : item) ?? total, 0),
  or: ([value, other]) => (isEmpty(value) ? (isEmpty(other) ? null : other) : value),
  contains: (args) => texts(args, (text, part) => text.includes(part)),
  startsWith: (args) => texts(args, (text, part) => text.startsWith(part)),
  endsWith: (args) => texts(args, (text, part) => text.endsWith(part)),
  max: (args) => extreme(args, Math.max),
  min: (args) => extreme(args, Math.min),
  round: ([x, digits]) => (isEmpty(x) ? null : roundTo(numberOf(x), numberOf(digits ?? 0))),
  today: (_args, _node, env) => midnightOf(env.now, env.zone),
  monthOf: ([of], _node, env) => (isEmpty(of) ? null : monthStart(numberOf(of), env.zone)),
  addDays: ([from, count], node, env) =>
    isEmpty(from) || isEmpty(count)
      ? null
      : addDays(numberOf(from), Math.trunc(clamp(count, MOST_DAYS)), node, env.zone),
  addHours: ([from, count]) =>
    isEmpty(from) || isEmpty(count) ? null : numberOf(from) + Math.round(clamp(count, MOST_DAYS * 24) * HOUR),
  hoursBetween: ([from, to]) =>
    isEmpty(from) || isEmpty(to) ? null : hundredths((numberOf(to) - numberOf(from)) / (HOUR / 100)),
  enumValue: ([value]) => (isEmpty(value) ? null : numberOf(value)),
}

/** A number of hundredths as a number; halves go away from zero, as in the database. */
const hundredths = (n: number): number => (Math.sign(n) * Math.round(Math.abs(n))) / 100

function texts([text, part]: unknown[], test: (text: string, part: string) => boolean): boolean {
  return !isEmpty(text) && !isEmpty(part) && test(String(text), String(part))
}

/** Empty arguments are ignored. */
function extreme(args: unknown[], pick: (...numbers: number[]) => number): number | null {
  const there = args.filter((arg) => !isEmpty(arg)).map(Number)
  return there.length > 0 ? pick(...there) : null
}

/** The same time of day some days later, independent of clock changes. */
function addDays(from: number, count: number, node: CallNode, zone: string): number {
  if (node.type.t === 'date' && node.type.day) return midnightOf(from, zone, count)
  const at = wallOf(from, zone)
  const rest = at.second * 1000 + (((from % 1000) + 1000) % 1000)
  return momentOf(zone, at.year, at.month, at.day + count, at) + rest
}
