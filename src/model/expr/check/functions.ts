/** Functions and methods of the language: their arguments and results. */
import type { ASTNode } from '@marcbachmann/cel-js'
import { didYouMean } from '../../nearest.ts'
import type { ExprNode, ExprType } from '../types.ts'
import { elementOf } from './compare.ts'
import { fail, isWrong, memberSpan, type Check, type Span } from './context.ts'
import { asRef } from './members.ts'
import { condition, number } from './operators.ts'
import { BOOL, describe, either, mayBeEmpty, NUMBER, present } from './typing.ts'

interface Call {
  ast: Span
  name: string
  at: Span
  args: ASTNode[]
}
interface Method extends Call {
  of: ExprNode
  ofAst: ASTNode
}

const EACH = ['map', 'filter', 'all', 'exists'] as const

/** `x.size()`, `x.or(0)`, `list.map(e, …)`. */
const METHODS: Record<string, { args: number; make: (c: Check, m: Method) => ExprNode }> = {
  size: { args: 0, make: size },
  sum: { args: 0, make: sum },
  or: { args: 1, make: or },
  contains: { args: 1, make: contains },
  startsWith: { args: 1, make: (c, m) => textTest(c, m, 'startsWith') },
  endsWith: { args: 1, make: (c, m) => textTest(c, m, 'endsWith') },
  ...Object.fromEntries(EACH.map((fn) => [fn, { args: 2, make: (c: Check, m: Method) => each(c, m, fn) }])),
}

/** `max(a, b)`, `today()`, `can('menu.button')`. */
const GLOBALS: Record<string, { min: number; max: number; make: (c: Check, call: Call) => ExprNode }> = {
  max: { min: 2, max: 32, make: (c, call) => extreme(c, call, 'max') },
  min: { min: 2, max: 32, make: (c, call) => extreme(c, call, 'min') },
  round: { min: 1, max: 2, make: round },
  today: {
    min: 0,
    max: 0,
    make: () => ({ k: 'call', fn: 'today', args: [], type: { t: 'date', day: true, empty: false } }),
  },
  monthOf: { min: 1, max: 1, make: monthOf },
  addDays: { min: 2, max: 2, make: (c, call) => addTime(c, call, 'addDays') },
  addHours: { min: 2, max: 2, make: (c, call) => addTime(c, call, 'addHours') },
  hoursBetween: { min: 2, max: 2, make: hoursBetween },
  can: { min: 1, max: 1, make: can },
}

/** A method call on a checked or unchecked receiver. */
export function method(c: Check, ast: ASTNode & { op: 'rcall' }): ExprNode {
  const [name, ofAst, args] = ast.args
  const of = c.visit(c, ofAst)
  if (isWrong(of)) return of
  const at = memberSpan(c, ofAst, name)
  const definition = Object.hasOwn(METHODS, name) ? METHODS[name]! : undefined
  if (!definition)
    return fail(
      c,
      at,
      'CEL005',
      unknownSentence(name, Object.keys(METHODS), name in GLOBALS ? `; write ${name}(…)` : ''),
    )
  if (args.length !== definition.args)
    return fail(c, at, 'CEL005', countSentence(`.${name}(…)`, definition.args, definition.args, args.length))
  return definition.make(c, { ast, name, at, args, of, ofAst })
}

/** A function call. */
export function call(c: Check, ast: ASTNode & { op: 'call' }): ExprNode {
  const [name, args] = ast.args
  const at = { start: ast.start, end: ast.start + name.length }
  const fn = Object.hasOwn(GLOBALS, name) ? GLOBALS[name]! : undefined
  if (!fn) return fail(c, at, 'CEL005', unknownSentence(name, Object.keys(GLOBALS), otherForm(name)))
  if (args.length < fn.min || args.length > fn.max)
    return fail(c, at, 'CEL005', countSentence(`${name}(…)`, fn.min, fn.max, args.length))
  return fn.make(c, { ast, name, at, args })
}

const otherForm = (name: string) =>
  name in METHODS ? `; write x.${name}(…)` : name === 'has' ? '; ask with != null' : ''

function unknownSentence(name: string, names: string[], instead: string): string {
  return `unknown function "${name}"${instead || didYouMean(name, names)}`
}

function countSentence(name: string, min: number, max: number, got: number): string {
  const wanted = min === max ? String(min) : max === 32 ? `${min} or more` : `${min} to ${max}`
  return `${name} takes ${wanted} argument${wanted === '1' ? '' : 's'}, ${got === 1 ? 'one is' : `${got} are`} given`
}

function size(c: Check, { of, at }: Method): ExprNode {
  if (of.type.t !== 'list' && of.type.t !== 'text' && of.type.t !== 'any')
    return fail(c, at, 'CEL005', `.size() counts a list or the letters of a text, this is ${describe(of.type)}`)
  return { k: 'call', fn: 'size', args: [of], type: NUMBER }
}

function sum(c: Check, { of, at }: Method): ExprNode {
  const element = of.type.t === 'list' ? of.type.of : undefined
  if (element?.t === 'row' || element?.t === 'record')
    return fail(c, at, 'CEL005', '.sum() adds numbers; take one of each with .map(x, x.amount) first')
  if (!element || (element.t !== 'number' && element.t !== 'any'))
    return fail(c, at, 'CEL005', `.sum() adds a list of numbers, this is ${describe(of.type)}`)
  if (mayBeEmpty(element))
    return fail(
      c,
      at,
      'CEL004',
      '.sum() asks for numbers that are always there; these may be empty: write .or(0) inside .map(…)',
    )
  return { k: 'call', fn: 'sum', args: [of], type: NUMBER }
}

function or(c: Check, { of, at, args }: Method): ExprNode {
  const value = asRef(c, of)
  if (['list', 'row', 'record', 'null'].includes(value.type.t))
    return fail(c, at, 'CEL005', `.or(…) replaces an empty value, this is ${describe(value.type)}`)
  const other = asRef(c, c.visit(c, args[0]!, value.type))
  if (isWrong(other)) return other
  const type = other.type.t === 'null' ? undefined : either(present(value.type), other.type)
  if (!type) return fail(c, args[0]!, 'CEL003', `instead of ${describe(value.type)} comes ${describe(other.type)}`)
  return { k: 'call', fn: 'or', args: [value, other], type }
}

function contains(c: Check, m: Method): ExprNode {
  if (m.of.type.t !== 'list') return textTest(c, m, 'contains')
  const element = asRef(c, c.visit(c, m.args[0]!, m.of.type.of))
  return elementOf(c, m.args[0]!, element, m.of)
}

function textTest(c: Check, { of, at, args }: Method, fn: 'contains' | 'startsWith' | 'endsWith'): ExprNode {
  if (of.type.t !== 'text' && of.type.t !== 'any')
    return fail(
      c,
      at,
      'CEL005',
      `.${fn}(…) looks into text${fn === 'contains' ? ' or a list' : ''}, this is ${describe(of.type)}`,
    )
  const part = c.visit(c, args[0]!)
  if (isWrong(part)) return part
  if (part.type.t !== 'text' && part.type.t !== 'any')
    return fail(c, args[0]!, 'CEL003', `.${fn}(…) looks for text, this is ${describe(part.type)}`)
  return { k: 'call', fn, args: [of, part], type: BOOL }
}

function each(c: Check, m: Method, fn: (typeof EACH)[number]): ExprNode {
  const [name, body] = m.args as [ASTNode, ASTNode]
  if (m.of.type.t !== 'list')
    return fail(c, m.at, 'CEL005', `.${fn}(…) goes over a list, this is ${describe(m.of.type)}`)
  if (name.op !== 'id') return fail(c, name, 'CEL005', `.${fn}(x, …) begins with a name for the element`)
  const as = name.args
  if (as in c.vars || as in c.place.roots)
    return fail(c, name, 'CEL002', `"${as}" already has a meaning here; take another name for the element`)
  const inner: Check = { ...c, vars: { ...c.vars, [as]: m.of.type.of } }
  const node = fn === 'map' ? asRef(c, inner.visit(inner, body)) : condition(inner, body)
  if (isWrong(node)) return node
  const type: ExprType = fn === 'map' ? { t: 'list', of: node.type } : fn === 'filter' ? m.of.type : BOOL
  return { k: 'each', fn, of: m.of, as, body: node, type }
}

function extreme(c: Check, { args }: Call, fn: 'max' | 'min'): ExprNode {
  const nodes = args.map((arg) => c.visit(c, arg))
  const dates = nodes[0]!.type.t === 'date'
  const checked = nodes.map((node, i) => (dates ? date(c, args[i]!, node, fn) : number(c, args[i]!, node, `${fn}(…)`)))
  const type: ExprType = dates
    ? { t: 'date', day: nodes.every((n) => n.type.t === 'date' && n.type.day), empty: false }
    : NUMBER
  return checked.find(isWrong) ?? { k: 'call', fn, args: nodes, type }
}

function date(c: Check, at: Span, node: ExprNode, fn: string): ExprNode {
  if (isWrong(node) || node.type.t === 'any') return node
  if (node.type.t !== 'date')
    return fail(c, at, 'CEL003', `${fn}(…) asks for a day or moment here, this is ${describe(node.type)}`)
  return mayBeEmpty(node.type)
    ? fail(c, at, 'CEL004', `${fn}(…) asks for a day or moment that is always there; this may be empty: write .or(…)`)
    : node
}

const MOST_DIGITS = 6

function round(c: Check, { args }: Call): ExprNode {
  const value = number(c, args[0]!, c.visit(c, args[0]!), 'round(…)')
  if (isWrong(value)) return value
  if (!args[1]) return { k: 'call', fn: 'round', args: [value], type: NUMBER }
  const digits = c.visit(c, args[1])
  const fits =
    digits.k === 'lit' &&
    typeof digits.v === 'number' &&
    Number.isInteger(digits.v) &&
    digits.v >= 0 &&
    digits.v <= MOST_DIGITS
  if (!fits)
    return isWrong(digits)
      ? digits
      : fail(c, args[1], 'CEL005', `the digits of round(x, digits) are a number from 0 to ${MOST_DIGITS}`)
  return { k: 'call', fn: 'round', args: [value, digits], type: NUMBER }
}

/** The first day of a month; nothing where the day or moment is empty. */
function monthOf(c: Check, { args }: Call): ExprNode {
  const of = c.visit(c, args[0]!)
  if (isWrong(of)) return of
  if (of.type.t !== 'date')
    return fail(c, args[0]!, 'CEL003', `monthOf(…) takes a day or moment, this is ${describe(of.type)}`)
  return { k: 'call', fn: 'monthOf', args: [of], type: { t: 'date', day: true, empty: mayBeEmpty(of.type) } }
}

/** An empty day gives an empty result; the number must be present. */
function addTime(c: Check, { args }: Call, fn: 'addDays' | 'addHours'): ExprNode {
  const from = c.visit(c, args[0]!)
  const count = number(c, args[1]!, c.visit(c, args[1]!), `${fn}(…)`)
  if (isWrong(from) || isWrong(count)) return isWrong(from) ? from : count
  if (from.type.t !== 'date' && from.type.t !== 'any')
    return fail(c, args[0]!, 'CEL003', `${fn}(…) moves a day or moment, this is ${describe(from.type)}`)
  const day = fn === 'addDays' && from.type.t === 'date' && from.type.day
  return { k: 'call', fn, args: [from, count], type: { t: 'date', day, empty: mayBeEmpty(from.type) } }
}

/** Hours from one day or moment to another, in hundredths; nothing where one of them is empty. */
function hoursBetween(c: Check, { args }: Call): ExprNode {
  const [from, to] = args.map((arg) => c.visit(c, arg)) as [ExprNode, ExprNode]
  for (const [i, one] of [from, to].entries()) {
    if (isWrong(one)) return one
    if (one.type.t !== 'date' && one.type.t !== 'any')
      return fail(c, args[i]!, 'CEL003', `hoursBetween(…) takes days and moments, this is ${describe(one.type)}`)
  }
  const empty = mayBeEmpty(from.type) || mayBeEmpty(to.type)
  return { k: 'call', fn: 'hoursBetween', args: [from, to], type: { t: 'number', empty } }
}

function can(c: Check, { args }: Call): ExprNode {
  const [code] = args as [ASTNode]
  if (code.op !== 'value' || typeof code.args !== 'string')
    return fail(c, code, 'CEL005', "can('menu.button') takes a code as it stands in the schemas")
  c.place.saw?.({ kind: 'code', code: code.args, at: code })
  if (c.place.codes && !c.place.codes(code.args)) return fail(c, code, 'PRM004', `unknown button code "${code.args}"`)
  return { k: 'can', code: code.args, type: BOOL }
}
