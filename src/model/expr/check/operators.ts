/** `== < in + && ! ?:` and literals: what they take and what comes out. */
import type { ASTNode } from '@marcbachmann/cel-js'
import { didYouMean } from '../../nearest.ts'
import type { ExprNode, ExprType } from '../types.ts'
import { fail, isWrong, type Check, type Span } from './context.ts'
import { asRef } from './members.ts'
import { BOOL, describe, either, mayBeEmpty, NUMBER, refTypeOfKey, sameKind } from './typing.ts'

type CmpOp = '==' | '!=' | '<' | '<=' | '>' | '>='
type MathOp = '+' | '-' | '*' | '/' | '%'

/** Text literals mean a value of a dictionary where the other side is one, so the other side is read first. */
function isOpen(ast: ASTNode): boolean {
  if (ast.op === 'value') return typeof ast.args === 'string'
  if (ast.op === 'list') return ast.args.some(isOpen)
  return ast.op === '?:' && (isOpen(ast.args[1]) || isOpen(ast.args[2]))
}

/** A literal. Text becomes the value of a dictionary when one is wanted. */
export function literal(c: Check, ast: ASTNode & { op: 'value' }, want?: ExprType): ExprNode {
  const v = ast.args
  if (typeof v === 'string') return want?.t === 'enum' ? enumLiteral(c, ast, v, want.of) : { k: 'lit', v, type: { t: 'text', empty: v === '' } }
  if (typeof v === 'bigint') return { k: 'lit', v: Number(v), type: NUMBER }
  if (typeof v === 'number') return { k: 'lit', v, type: NUMBER }
  if (typeof v === 'boolean') return { k: 'lit', v, type: BOOL }
  if (v === null) return { k: 'lit', v, type: { t: 'null' } }
  return fail(c, ast, 'CEL001', 'numbers are written without a suffix, texts without a prefix')
}

function enumLiteral(c: Check, at: Span, name: string, of: string): ExprNode {
  const values = c.place.types.dictionary(of)?.values ?? {}
  if (Object.hasOwn(values, name)) c.place.saw?.({ kind: 'value', dictionary: of, name, at })
  if (Object.hasOwn(values, name)) return { k: 'lit', v: values[name]!, type: { t: 'enum', of, empty: false } }
  return fail(c, at, 'REF003', `"${name}" is not a value of ${of}${didYouMean(name, Object.keys(values))}`)
}

/** Both sides of a comparison, the one with names of values last. */
function pair(c: Check, a: ASTNode, b: ASTNode, wantB = (type: ExprType) => type, wantA = wantB): [ExprNode, ExprNode] {
  if (isOpen(a) && !isOpen(b)) {
    const right = asRef(c, c.visit(c, b))
    return [asRef(c, c.visit(c, a, wantA(right.type))), right]
  }
  const left = asRef(c, c.visit(c, a))
  return [left, asRef(c, c.visit(c, b, wantB(left.type)))]
}

const keyOf = (c: Check) => (resource: string) => c.place.types.row(resource)?.key ?? 'id'

/** What a node is beside the other one: the key of a record counts as a ref where the other is one. */
function beside(c: Check, node: ExprNode, other: ExprType): ExprType {
  return (other.t === 'ref' && refTypeOfKey(node, keyOf(c))) || node.type
}

/** `== != < <= > >=`. */
export function compare(c: Check, ast: ASTNode & { op: CmpOp }): ExprNode {
  const [a, b] = pair(c, ast.args[0], ast.args[1])
  if (isWrong(a) || isWrong(b)) return isWrong(a) ? a : b
  const problem = a.type.t === 'null' || b.type.t === 'null' ? nullProblem(ast.op, a, b) : pairProblem(c, ast.op, a, b)
  return problem ? fail(c, ast, ...problem) : { k: 'cmp', op: ast.op, a, b, type: BOOL }
}

type Found = ['CEL003' | 'CEL004', string] | undefined

function nullProblem(op: CmpOp, a: ExprNode, b: ExprNode): Found {
  const other = a.type.t === 'null' ? b.type : a.type
  if (op !== '==' && op !== '!=') return ['CEL003', `null has no order; ask with == null or != null`]
  if (other.t === 'list') return ['CEL003', 'a list is never null; ask with .size() == 0']
  if (other.t === 'row') return ['CEL003', `${describe(other)} is not compared; ask for one of its fields`]
  return mayBeEmpty(other) ? undefined : ['CEL004', `this is never empty (${describe(other)}), so the comparison with null always says the same`]
}

const UNCOMPARED = new Set<ExprType['t']>(['list', 'row', 'record'])
const ORDERED = new Set<ExprType['t']>(['number', 'text', 'date', 'any'])

function pairProblem(c: Check, op: CmpOp, a: ExprNode, b: ExprNode): Found {
  const left = beside(c, a, b.type)
  const right = beside(c, b, a.type)
  for (const node of [a, b]) if (node.k === 'lit' && node.v === '') return ['CEL004', `an empty text equals nothing; write ${op === '!=' ? '!=' : '=='} null`]
  for (const type of [left, right]) if (UNCOMPARED.has(type.t)) return ['CEL003', uncomparedSentence(type)]
  if (!sameKind(left, right)) return ['CEL003', mismatch(c, left, right, a, b)]
  return op === '==' || op === '!=' ? undefined : orderProblem(c, left)
}

function uncomparedSentence(type: ExprType): string {
  if (type.t === 'list') return 'a list is not compared; ask with in, .contains(…), .all(…) or .exists(…)'
  return `${describe(type)} is not compared; compare one of its fields`
}

function orderProblem(c: Check, type: ExprType): Found {
  if (ORDERED.has(type.t)) return undefined
  if (type.t !== 'enum') return ['CEL003', `${describe(type)} has no order; only == and != compare it`]
  const dictionary = c.place.types.dictionary(type.of)
  return !dictionary || dictionary.ordered ? undefined : ['CEL003', `${type.of} has no order: it is not "ordered"; list the values with in […]`]
}

/** Why two sides do not go together, and what would. */
function mismatch(c: Check, left: ExprType, right: ExprType, a: ExprNode, b: ExprNode): string {
  const sentence = `${describe(left)} cannot be compared with ${describe(right)}`
  const type = left.t === 'enum' ? left : right.t === 'enum' ? right : undefined
  if (type) return `${sentence}${enumHint(c, type.of, type === left ? b : a)}`
  if (left.t === 'ref' || right.t === 'ref') return `${sentence}; a reference equals null or a reference to the same resource`
  return sentence
}

function enumHint(c: Check, of: string, other: ExprNode): string {
  const values = c.place.types.dictionary(of)?.values ?? {}
  const named = other.k === 'lit' ? Object.keys(values).find((name) => values[name] === other.v) : undefined
  if (named !== undefined) return `; write '${named}'`
  return other.type.t === 'number' ? '; its number is .value' : `; it equals only names of ${of}: ${Object.keys(values).slice(0, 6).map((name) => `'${name}'`).join(', ')}`
}

/** `a in [b, c]`, `a in row.list`. */
export function within(c: Check, ast: ASTNode & { op: 'in' }): ExprNode {
  const [a, b] = pair(c, ast.args[0], ast.args[1], (type) => ({ t: 'list', of: type }), (type) => (type.t === 'list' ? type.of : type))
  return member(c, ast, a, b)
}

/** An element and the list it may be in. */
export function member(c: Check, at: Span, a: ExprNode, b: ExprNode): ExprNode {
  if (isWrong(a) || isWrong(b)) return isWrong(a) ? a : b
  const type = b.type
  if (type.t === 'any') return { k: 'in', a, b, type: BOOL }
  if (type.t !== 'list') return fail(c, at, 'CEL003', `"in" asks for a list on the right, this is ${describe(type)}${type.t === 'text' ? '; write .contains(…)' : ''}`)
  const problem = a.type.t === 'null' ? nullInList : b.k === 'list' && b.items.length === 0 ? undefined : elementProblem(c, a, b, type.of)
  return problem ? fail(c, at, ...problem) : { k: 'in', a, b, type: BOOL }
}

const nullInList: Found = ['CEL004', 'null is in no list; ask with == null']

function elementProblem(c: Check, a: ExprNode, b: ExprNode, of: ExprType): Found {
  if (b.k !== 'list') return pairProblem(c, '==', a, { k: 'var', name: '', type: of })
  if (b.items.some((item) => item.type.t === 'null')) return nullInList
  return b.items.map((item) => pairProblem(c, '==', a, item)).find((problem) => problem)
}

/** `[a, b]`: one type of element. */
export function list(c: Check, ast: ASTNode & { op: 'list' }, want?: ExprType): ExprNode {
  const wanted = want?.t === 'list' ? want.of : undefined
  const closed = wanted ? undefined : ast.args.find((item) => !isOpen(item))
  const hint = wanted ?? (closed && c.visit({ ...c, problems: [] }, closed).type)
  const items = ast.args.map((item) => asRef(c, c.visit(c, item, hint)))
  let of: ExprType | undefined
  for (const [i, item] of items.entries()) {
    const next: ExprType | undefined = of ? either(of, item.type) : item.type
    if (!next) return fail(c, ast.args[i]!, 'CEL003', `the list holds ${describe(of!)}, this is ${describe(item.type)}`)
    of = next
  }
  return items.find(isWrong) ?? { k: 'list', items, type: { t: 'list', of: of ?? wanted ?? { t: 'any', empty: false } } }
}

/** A condition: yes/no, possibly empty (which counts as no). */
export function condition(c: Check, ast: ASTNode): ExprNode {
  const node = c.visit(c, ast)
  if (isWrong(node) || node.type.t === 'bool' || node.type.t === 'any') return node
  const hint = mayBeEmpty(node.type) && node.type.t !== 'null' ? '; ask with != null' : node.type.t === 'list' ? '; ask with .size() > 0' : ''
  return fail(c, ast, 'CEL003', `a condition is asked for, this is ${describe(node.type)}${hint}`)
}

/** `&&`, `||`. */
export function logic(c: Check, ast: ASTNode & { op: '&&' | '||' }): ExprNode {
  const [a, b] = [condition(c, ast.args[0]), condition(c, ast.args[1])]
  return isWrong(a) ? a : isWrong(b) ? b : { k: ast.op === '&&' ? 'and' : 'or', a, b, type: BOOL }
}

export function not(c: Check, ast: ASTNode & { op: '!_' }): ExprNode {
  const a = condition(c, ast.args)
  return isWrong(a) ? a : { k: 'not', a, type: BOOL }
}

/** `c ? a : b`: both results of one type. */
export function ternary(c: Check, ast: ASTNode & { op: '?:' }, want?: ExprType): ExprNode {
  const cond = condition(c, ast.args[0])
  const [then, other] = want ? [c.visit(c, ast.args[1], want), c.visit(c, ast.args[2], want)] : branches(c, ast.args[1], ast.args[2])
  const broken = [cond, then, other].find(isWrong)
  if (broken) return broken
  const type = either(then.type, other.type)
  if (!type) return fail(c, ast.args[2], 'CEL003', `the first result is ${describe(then.type)}, this one ${describe(other.type)}`)
  return { k: 'if', cond, then, else: other, type }
}

/** Two results, the one with names of values last. */
function branches(c: Check, a: ASTNode, b: ASTNode): [ExprNode, ExprNode] {
  if (isOpen(a) && !isOpen(b)) {
    const right = c.visit(c, b)
    return [c.visit(c, a, right.type), right]
  }
  const left = c.visit(c, a)
  return [left, c.visit(c, b, left.type)]
}

/** A number that is there, for arithmetic. */
export function number(c: Check, at: Span, node: ExprNode, what = 'arithmetic'): ExprNode {
  if (isWrong(node) || node.type.t === 'any') return node
  if (node.type.t !== 'number') return fail(c, at, 'CEL003', `${what} asks for a number, this is ${describe(node.type)}${node.type.t === 'enum' ? '; its number is .value' : ''}`)
  return mayBeEmpty(node.type) ? fail(c, at, 'CEL004', `${what} asks for a number that is always there; this may be empty: write .or(0)`) : node
}

/** `+ - * / %`; `+` also joins texts. */
export function arithmetic(c: Check, ast: ASTNode & { op: MathOp }): ExprNode {
  const [a, b] = [c.visit(c, ast.args[0]), c.visit(c, ast.args[1])]
  if (isWrong(a) || isWrong(b)) return isWrong(a) ? a : b
  if (ast.op === '+' && (a.type.t === 'text' || b.type.t === 'text')) return concat(c, ast, a, b)
  for (const [i, node] of [a, b].entries()) if (node.type.t === 'date') return fail(c, ast.args[i]!, 'CEL003', 'days and moments are moved with addDays(…) and addHours(…)')
  const [left, right] = [number(c, ast.args[0], a), number(c, ast.args[1], b)]
  if (isWrong(left) || isWrong(right)) return isWrong(left) ? left : right
  const divides = ast.op === '/' || ast.op === '%'
  if (divides && b.k === 'lit' && b.v === 0) return fail(c, ast.args[1], 'CEL003', 'this divides by zero')
  return { k: 'math', op: ast.op, a, b, type: { t: 'number', empty: divides && b.k !== 'lit' } }
}

/** Text + text. Nothing joined to a text leaves it as it is, so emptiness is no error here. */
function concat(c: Check, ast: ASTNode & { op: MathOp }, a: ExprNode, b: ExprNode): ExprNode {
  for (const [i, node] of [a, b].entries()) {
    if (node.type.t !== 'text' && node.type.t !== 'any') return fail(c, ast.args[i as 0 | 1], 'CEL003', `text is joined with text only, this is ${describe(node.type)}`)
  }
  return { k: 'concat', a, b, type: { t: 'text', empty: mayBeEmpty(a.type) && mayBeEmpty(b.type) } }
}

export function negative(c: Check, ast: ASTNode & { op: '-_' }): ExprNode {
  const a = number(c, ast.args, c.visit(c, ast.args))
  if (isWrong(a)) return a
  return a.k === 'lit' ? { ...a, v: -Number(a.v) } : { k: 'neg', a, type: NUMBER }
}

/** `{ 'a': 1 }`: a value for a field that holds an entry. */
export function record(c: Check, ast: ASTNode & { op: 'map' }, want?: ExprType): ExprNode {
  const entries: Record<string, ExprNode> = {}
  const fields: Record<string, ExprType> = {}
  for (const [key, value] of ast.args) {
    if (key.op !== 'value' || typeof key.args !== 'string') return fail(c, key, 'CEL003', "names of an entry are texts: { 'name': … }")
    const node = asRef(c, c.visit(c, value, want?.t === 'record' ? want.fields[key.args] : undefined))
    if (isWrong(node)) return node
    entries[key.args] = node
    fields[key.args] = node.type
  }
  return { k: 'record', entries, type: { t: 'record', fields, empty: false } }
}
