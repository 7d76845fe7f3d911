/** `&& || ! ?: + - * / %`: their operands and results. */
import type { ASTNode } from '@marcbachmann/cel-js'
import type { ExprNode, ExprType } from '../types.ts'
import { fail, isWrong, type Check, type Span } from './context.ts'
import { isOpen } from './literals.ts'
import { BOOL, describe, either, mayBeEmpty, NUMBER } from './typing.ts'

type MathOp = '+' | '-' | '*' | '/' | '%'

/** A condition: yes/no, possibly empty (which counts as no). */
export function condition(c: Check, ast: ASTNode): ExprNode {
  const node = c.visit(c, ast)
  if (isWrong(node) || node.type.t === 'bool' || node.type.t === 'any') return node
  const hint =
    mayBeEmpty(node.type) && node.type.t !== 'null'
      ? '; ask with != null'
      : node.type.t === 'list'
        ? '; ask with .size() > 0'
        : ''
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
  const [then, other] = want
    ? [c.visit(c, ast.args[1], want), c.visit(c, ast.args[2], want)]
    : branches(c, ast.args[1], ast.args[2])
  const broken = [cond, then, other].find(isWrong)
  if (broken) return broken
  const type = either(then.type, other.type)
  if (!type)
    return fail(
      c,
      ast.args[2],
      'CEL003',
      `the first result is ${describe(then.type)}, this one ${describe(other.type)}`,
    )
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

/** A non-empty number, for arithmetic. */
export function number(c: Check, at: Span, node: ExprNode, what = 'arithmetic'): ExprNode {
  if (isWrong(node) || node.type.t === 'any') return node
  if (node.type.t !== 'number')
    return fail(
      c,
      at,
      'CEL003',
      `${what} asks for a number, this is ${describe(node.type)}${node.type.t === 'enum' ? '; its number is .value' : ''}`,
    )
  return mayBeEmpty(node.type)
    ? fail(c, at, 'CEL004', `${what} asks for a number that is always there; this may be empty: write .or(0)`)
    : node
}

/** `+ - * / %`; `+` also joins texts. */
export function arithmetic(c: Check, ast: ASTNode & { op: MathOp }): ExprNode {
  const [a, b] = [c.visit(c, ast.args[0]), c.visit(c, ast.args[1])]
  if (isWrong(a) || isWrong(b)) return isWrong(a) ? a : b
  if (ast.op === '+' && (a.type.t === 'text' || b.type.t === 'text')) return concat(c, ast, a, b)
  for (const [i, node] of [a, b].entries())
    if (node.type.t === 'date')
      return fail(c, ast.args[i]!, 'CEL003', 'days and moments are moved with addDays(…) and addHours(…)')
  const [left, right] = [number(c, ast.args[0], a), number(c, ast.args[1], b)]
  if (isWrong(left) || isWrong(right)) return isWrong(left) ? left : right
  const divides = ast.op === '/' || ast.op === '%'
  if (divides && b.k === 'lit' && b.v === 0) return fail(c, ast.args[1], 'CEL003', 'this divides by zero')
  return { k: 'math', op: ast.op, a, b, type: { t: 'number', empty: divides && b.k !== 'lit' } }
}

/** Text + text. An empty part leaves the text unchanged, so emptiness is no error here. */
function concat(c: Check, ast: ASTNode & { op: MathOp }, a: ExprNode, b: ExprNode): ExprNode {
  for (const [i, node] of [a, b].entries()) {
    if (node.type.t !== 'text' && node.type.t !== 'any')
      return fail(c, ast.args[i as 0 | 1], 'CEL003', `text is joined with text only, this is ${describe(node.type)}`)
  }
  return { k: 'concat', a, b, type: { t: 'text', empty: mayBeEmpty(a.type) && mayBeEmpty(b.type) } }
}

export function negative(c: Check, ast: ASTNode & { op: '-_' }): ExprNode {
  const a = number(c, ast.args, c.visit(c, ast.args))
  if (isWrong(a)) return a
  return a.k === 'lit' ? { ...a, v: -Number(a.v) } : { k: 'neg', a, type: NUMBER }
}
