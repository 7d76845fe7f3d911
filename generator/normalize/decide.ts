/**
 * What can be said of a condition without a record: that it never holds, or always does. Comparisons of one value with
 * constants are understood, and how `&&`, `||` and `!` join them; anything else may hold or not, but not both at once.
 * An empty value equals only `null`, and is neither more nor less than anything (docs/LANGUAGE.md § 9).
 */
import { evaluate } from '../../src/model/expr/evaluate.ts'
import type { ExprNode } from '../../src/model/expr/types.ts'
import type { Compilation } from '../base/context.ts'
import { wordsOf } from '../base/parts.ts'

export type Verdict = 'always' | 'never'

/** The values of a dictionary. */
type ValuesOf = (dictionary: string) => readonly unknown[] | undefined

/** The least and the greatest number of a field of a resource. */
interface Limits {
  min?: number
  max?: number
}
type LimitsOf = (resource: string, field: string) => Limits | undefined

/** Conditions with more cases than this are left undecided. */
const MANY = 64

/** The verdict over the dictionaries of a compilation. */
export const verdictOf = (c: Compilation, node: ExprNode): Verdict | undefined =>
  decide(
    node,
    (name) => c.dictionaries.get(name)?.values.map(({ value }) => value),
    (resource, name) => limitsOf(c, resource, name),
  )

/** What a typed, counted or computed number lies between; nothing of one that only the server sets. */
function limitsOf(c: Compilation, resource: string, name: string): Limits | undefined {
  const draft = c.resources.get(resource)
  const field = draft?.fields.get(name)
  if (field?.value) return rangeOf(field.value.ast, (of, one) => limitsOf(c, of, one))
  if (wordsOf(draft?.data.fields[name]).count !== undefined) return { min: 0 }
  if (!field || field.managed || !['int', 'decimal', 'money'].includes(field.type)) return undefined
  const least = field.min ?? (field.negative ? undefined : 0)
  return { ...(least === undefined ? {} : { min: least }), ...(field.max === undefined ? {} : { max: field.max }) }
}

/** What a number that is worked out lies between, as far as its limits say so. */
function rangeOf(node: ExprNode, limits: LimitsOf): Limits {
  if (node.k === 'lit') return typeof node.v === 'number' ? { min: node.v, max: node.v } : {}
  if (node.k === 'computed') return rangeOf(node.body, limits)
  if (node.k === 'field') return (node.of.type.t === 'row' && limits(node.of.type.of, node.name)) || {}
  if (node.k !== 'call') return {}
  if (node.fn === 'size') return { min: 0 }
  if (node.fn !== 'max' && node.fn !== 'min') return {}
  const parts = node.args.map((one) => ({
    ...rangeOf(one, limits),
    isThere: !('empty' in one.type) || !one.type.empty,
  }))
  // What is empty is passed over, so that only what is there for certain holds the others up, or down.
  const [near, far] = node.fn === 'max' ? (['min', 'max'] as const) : (['max', 'min'] as const)
  const choose = node.fn === 'max' ? Math.max : Math.min
  const held = parts.flatMap((one) => (one.isThere ? (one[near] ?? []) : []))
  const all = parts.flatMap((one) => one[far] ?? [])
  return {
    ...(held.length > 0 ? { [near]: choose(...held) } : {}),
    ...(all.length === parts.length ? { [far]: choose(...all) } : {}),
  }
}

/** Undefined where it depends on the record. */
export function decide(node: ExprNode, valuesOf: ValuesOf, limits: LimitsOf = () => undefined): Verdict | undefined {
  const holds = (wanted: boolean): boolean => {
    const cases = casesOf(node, wanted)
    return !cases || cases.some((atoms) => canHold(atoms, valuesOf, limits))
  }
  if (!holds(true)) return 'never'
  return holds(false) ? undefined : 'always'
}

/** A part that is not joined of others, and whether it must hold. */
interface Atom {
  node: ExprNode
  holds: boolean
}

/** Each way in which the condition comes out as wanted; undefined when there are too many. */
function casesOf(node: ExprNode, wanted: boolean): Atom[][] | undefined {
  if (node.k === 'not') return casesOf(node.a, !wanted)
  if (node.k !== 'and' && node.k !== 'or') return [[{ node, holds: wanted }]]
  const a = casesOf(node.a, wanted)
  const b = casesOf(node.b, wanted)
  if (!a || !b) return undefined
  const cases = (node.k === 'and') === wanted ? a.flatMap((one) => b.map((other) => [...one, ...other])) : [...a, ...b]
  return cases.length > MANY ? undefined : cases
}

type Constant = string | number | boolean | null
type Op = Extract<ExprNode, { k: 'cmp' }>['op']

const OPPOSITE: Record<Op, Op> = { '==': '!=', '!=': '==', '<': '>=', '>=': '<', '>': '<=', '<=': '>' }
const TURNED: Record<Op, Op> = { '==': '==', '!=': '!=', '<': '>', '>': '<', '<=': '>=', '>=': '<=' }

/** What is known of one value. */
interface Known {
  mayBeEmpty: boolean
  /** The only values left, where they can be told one by one. */
  among?: Constant[]
  not: Constant[]
  above?: { than: number; or: boolean }
  below?: { than: number; or: boolean }
}

/** Whether the parts can hold together. */
function canHold(atoms: readonly Atom[], valuesOf: ValuesOf, limits: LimitsOf): boolean {
  const known = new Map<string, Known>()
  const opaque = new Map<string, boolean>()
  const pairs = new Map<string, Order[]>()
  for (const { node, holds } of atoms) {
    const said = constantOf(node)
    if (said !== undefined) {
      if (said !== holds) return false
      continue
    }
    const pair = pairOf(node, holds)
    if (pair) {
      const left = (pairs.get(pair.key) ?? pair.orders).filter((order) => pair.orders.includes(order))
      if (left.length === 0) return false
      pairs.set(pair.key, left)
      continue
    }
    const told = comparisonOf(node)
    if (!told) {
      const key = keyOf(node)
      if (opaque.has(key) && opaque.get(key) !== holds) return false
      opaque.set(key, holds)
      continue
    }
    const key = keyOf(told.of)
    const one = known.get(key) ?? unknown(told.of, valuesOf, limits)
    known.set(key, one)
    learn(one, told, holds)
    if (!isPossible(one)) return false
  }
  return true
}

/** How two values stand to one another. `one`, `both`: of them is empty. */
type Order = 'less' | 'same' | 'more' | 'one' | 'both'

const HOLDS: Record<Op, readonly Order[]> = {
  '<': ['less'],
  '<=': ['less', 'same'],
  '==': ['same'],
  '!=': ['less', 'more', 'one'],
  '>=': ['same', 'more'],
  '>': ['more'],
}

/** A comparison of two values that are not constants: which they are, in a fixed order, and how they may stand then. */
function pairOf(node: ExprNode, holds: boolean): { key: string; orders: Order[] } | undefined {
  if (node.k !== 'cmp' || node.a.k === 'lit' || node.b.k === 'lit') return undefined
  const [a, b] = [node.a, node.b].map(keyOf) as [string, string]
  if (a === b) return undefined
  const op = a < b ? node.op : TURNED[node.op]
  const empty = [node.a, node.b].filter(mayBeEmpty).length
  const none: Order[] = empty === 0 ? [] : empty === 1 ? ['one'] : ['one', 'both']
  const all: Order[] = ['less', 'same', 'more', ...none]
  const orders = all.filter((order) => HOLDS[op].includes(order) === holds)
  return { key: a < b ? `${a} ${b}` : `${b} ${a}`, orders }
}

const mayBeEmpty = (node: ExprNode): boolean => !('empty' in node.type) || node.type.empty || isTyped(node)

/** The verdict over constants alone. */
function constantOf(node: ExprNode): boolean | undefined {
  if (node.k === 'lit' && typeof node.v === 'boolean') return node.v
  if (node.k === 'in' && node.b.k === 'list' && node.b.items.length === 0) return false
  return node.k === 'cmp' && node.a.k === 'lit' && node.b.k === 'lit' ? evaluate(node, NOWHERE) === true : undefined
}

/** Constants are the same everywhere. */
const NOWHERE = { now: 0, money: 1, zone: 'UTC' } as const

/** A value compared with constants. */
type Told = { of: ExprNode } & ({ op: Op; with: Constant } | { among: Constant[] })

function comparisonOf(node: ExprNode): Told | undefined {
  if (node.k === 'cmp') {
    if (node.b.k === 'lit' && isKept(node.a)) return compares(node.a, node.op, node.b.v)
    if (node.a.k === 'lit' && isKept(node.b)) return compares(node.b, TURNED[node.op], node.a.v)
    return undefined
  }
  if (node.k === 'in' && node.b.k === 'list' && isRead(node.a)) {
    const among = node.b.items.flatMap((item) => (item.k === 'lit' ? [item.v] : []))
    return among.length === node.b.items.length ? { of: node.a, among } : undefined
  }
  return isRead(node) && node.type.t === 'bool' ? { of: node, op: '==', with: true } : undefined
}

/** What comes before what is known of numbers only: a dictionary has an order of its own. */
const compares = (of: ExprNode, op: Op, value: Constant): Told | undefined =>
  op === '==' || op === '!=' || (typeof value === 'number' && of.type.t !== 'enum')
    ? { of, op, with: value }
    : undefined

/** A value that is read, and the same wherever the condition names it. */
function isRead(node: ExprNode): boolean {
  if (node.k === 'field' || node.k === 'follow') return isRead(node.of)
  return node.k === 'root' || node.k === 'var'
}

/** What is read, or the greatest, the least and the number of something: limits may be known of it. */
const isKept = (node: ExprNode): boolean =>
  isRead(node) ||
  (node.k === 'computed' && isRead(node.of)) ||
  (node.k === 'call' && ['max', 'min', 'size'].includes(node.fn))

/** Two parts with one key are the same part. */
export const keyOf = (node: ExprNode): string =>
  JSON.stringify(node, (key, value: unknown) => (key === 'type' ? undefined : value))

/** What is typed is empty before it is typed, whatever must be there in the end. */
const TYPED = ['input', 'value', 'params', 'counted']

function isTyped(node: ExprNode): boolean {
  if (node.k === 'field' || node.k === 'follow') return isTyped(node.of)
  return node.k === 'root' && TYPED.includes(node.name)
}

function unknown(node: ExprNode, valuesOf: ValuesOf, limits: LimitsOf): Known {
  const { type } = node
  const among = type.t === 'enum' ? valuesOf(type.of) : type.t === 'bool' ? [true, false] : undefined
  const within = type.t === 'number' ? rangeOf(node, limits) : undefined
  return {
    ...(within?.min === undefined ? {} : { above: { than: within.min, or: true } }),
    ...(within?.max === undefined ? {} : { below: { than: within.max, or: true } }),
    mayBeEmpty: mayBeEmpty(node),
    not: [],
    ...(among ? { among: [...among] as Constant[] } : {}),
  }
}

function learn(one: Known, told: Told, holds: boolean): void {
  if ('among' in told) {
    if (!holds) return told.among.forEach((value) => exclude(one, value))
    return only(one, told.among)
  }
  const { op, with: value } = told
  if (op === '==') return holds ? only(one, [value]) : exclude(one, value)
  if (op === '!=') return holds ? exclude(one, value) : only(one, [value])
  if (typeof value !== 'number') return
  // An empty value is neither more nor less: it is left out only where the comparison must hold.
  if (holds) one.mayBeEmpty = false
  bound(one, holds ? op : OPPOSITE[op], value)
}

function only(one: Known, values: readonly Constant[]): void {
  if (!values.includes(null)) one.mayBeEmpty = false
  one.among = (one.among ?? values).filter((value) => values.includes(value) && value !== null)
}

function exclude(one: Known, value: Constant): void {
  if (value === null) one.mayBeEmpty = false
  else one.not.push(value)
}

function bound(one: Known, op: Op, than: number): void {
  const or = op.endsWith('=')
  if (op.startsWith('>')) {
    if (!one.above || than > one.above.than || (than === one.above.than && !or)) one.above = { than, or }
  } else if (!one.below || than < one.below.than || (than === one.below.than && !or)) one.below = { than, or }
}

/** Whether any value is left. */
function isPossible({ mayBeEmpty, among, not, above, below }: Known): boolean {
  if (mayBeEmpty) return true
  const fits = (value: Constant): boolean =>
    !not.includes(value) &&
    (typeof value !== 'number' ||
      ((!above || value > above.than || (above.or && value === above.than)) &&
        (!below || value < below.than || (below.or && value === below.than))))
  if (among) return among.some(fits)
  if (!above || !below) return true
  return above.than < below.than || (above.than === below.than && above.or && below.or && fits(above.than))
}

/** The comparisons that a condition is joined of. */
export function comparisonsOf(node: ExprNode): Extract<ExprNode, { k: 'cmp' }>[] {
  if (node.k === 'not') return comparisonsOf(node.a)
  if (node.k === 'and' || node.k === 'or') return [...comparisonsOf(node.a), ...comparisonsOf(node.b)]
  return node.k === 'cmp' ? [node] : []
}
