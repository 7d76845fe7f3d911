/**
 * Checks an expression of the schemas: parses it as CEL, resolves its names, and gives it types, so that the evaluators
 * decide nothing (docs/LANGUAGE.md § 9). Only the compiler uses this: the parser never reaches a browser.
 */
import { ParseError, parse, type ASTNode, type ASTOperator } from '@marcbachmann/cel-js'
import { didYouMean } from '../../nearest.ts'
import { compare, membership } from './compare.ts'
import { fail, isWrong, type Check, type ExprPlace, type ExprProblem, type Span } from './context.ts'
import { call, method } from './functions.ts'
import { list, literal, record } from './literals.ts'
import { asRef, member } from './members.ts'
import { arithmetic, logic, negative, not, ternary } from './operators.ts'
import { readsOf } from './reads.ts'
import { checkSql } from './sqlable.ts'
import { BOOL, describe, refTypeOfKey, sameKind, slim } from './typing.ts'
import { nodesOf } from '../tree.ts'
import type { Expr, ExprNode, ExprType, RootName } from '../types.ts'

export type { ExprPlace, ExprProblem, ExprProblemCode, RowShape, SeenName, TypeSource } from './context.ts'

/** The possible roots of an expression, in the order messages list them. */
const ROOTS: readonly string[] = [
  'row',
  'parent',
  'old',
  'input',
  'output',
  'value',
  'params',
  'counted',
  'user',
  'settings',
  'now',
] satisfies RootName[]

type Rule<K extends ASTOperator> = (c: Check, ast: Extract<ASTNode, { op: K }>, want?: ExprType) => ExprNode

const noIndex = (c: Check, ast: Span): ExprNode =>
  fail(c, ast, 'CEL001', 'single elements are not taken by number; ask with .exists(…), .all(…) or .filter(…)')

const RULES: { [K in ASTOperator]: Rule<K> } = {
  value: literal,
  id: name,
  '.': (c, ast) => member(c, c.visit(c, ast.args[0]), ast.args[1], { start: ast.pos, end: ast.end }),
  '.?': (c, ast) => fail(c, ast, 'CEL001', 'a dot is enough: what is empty on the way stays empty'),
  '[]': noIndex,
  '[?]': noIndex,
  call,
  rcall: method,
  list,
  map: record,
  '?:': ternary,
  '||': logic,
  '&&': logic,
  '!_': not,
  '-_': negative,
  '==': compare,
  '!=': compare,
  '<': compare,
  '<=': compare,
  '>': compare,
  '>=': compare,
  in: membership,
  '+': arithmetic,
  '-': arithmetic,
  '*': arithmetic,
  '/': arithmetic,
  '%': arithmetic,
}

function visit(c: Check, ast: ASTNode, want?: ExprType): ExprNode {
  const node = (RULES[ast.op] as (c: Check, ast: ASTNode, want?: ExprType) => ExprNode)(c, ast, want)
  if (!c.spans.has(node)) c.spans.set(node, { start: ast.start, end: ast.end })
  return node
}

/** A root, or the element of a comprehension. */
function name(c: Check, ast: ASTNode & { op: 'id' }, want?: ExprType): ExprNode {
  const word = ast.args
  const element = c.vars[word]
  if (element) return { k: 'var', name: word, type: element }
  const root = c.place.roots[word as RootName]
  if (root && ROOTS.includes(word)) return { k: 'root', name: word as RootName, type: root }
  return fail(c, ast, 'CEL002', unknownName(c, word, want))
}

function unknownName(c: Check, word: string, want?: ExprType): string {
  const values = want?.t === 'enum' ? c.place.types.dictionary(want.of)?.values : undefined
  if (values && Object.hasOwn(values, word)) return `unknown name "${word}"; values stand in quotes: '${word}'`
  const names = [...Object.keys(c.vars), ...ROOTS.filter((root) => root in c.place.roots)]
  if (ROOTS.includes(word)) return `"${word}" does not exist at this place; here are ${names.join(', ') || 'no names'}`
  return `unknown name "${word}"${didYouMean(word, names) || `; an expression starts from ${names.join(', ')}`}`
}

/** Words of other languages that people type, and their CEL form. */
const INSTEAD: Record<string, string> = { '=': '==', and: '&&', or: '||', not: '!', '&': '&&', '|': '||', '<>': '!=' }

/** The syntax error of the parser, with a hint where it is a common mistake. */
function syntaxProblem(src: string, error: ParseError): ExprProblem {
  const { start: found, end } = error.range ?? { start: 0, end: src.length }
  const start = src.startsWith('<>', found - 1) ? found - 1 : found
  const word = /^(\w+|<>|.)/.exec(src.slice(start))?.[0] ?? ''
  const slip = INSTEAD[word] ? word : /\bnot\s+$/.test(src.slice(0, start)) ? 'not' : undefined
  if (/^\s*=(?!=)/.test(src))
    return { code: 'CEL001', message: 'leave "=" out: what stands here is an expression anyway', offset: 0, length: 1 }
  const message = src.trim() === '' ? 'an expression is missing' : readable(error.summary, word)
  return {
    code: 'CEL001',
    message: slip ? `${message}; write ${INSTEAD[slip]}` : message,
    offset: start,
    length: Math.max(end - start, 1),
  }
}

/** The parser's sentence without the names of its tokens. */
function readable(summary: string, word: string): string {
  if (/invalid predicate iteration variable$/.test(summary)) return 'this begins with a name for the element: (x, …)'
  if (/EOF$/.test(summary)) return 'the expression ends too early'
  const expected = /^Expected (\w+), got/.exec(summary)?.[1]
  if (expected) return `expected ${TOKENS[expected] ?? expected.toLowerCase()}, found "${word}"`
  if (summary.startsWith('Unexpected')) return `"${word}" is not expected here`
  return summary[0]!.toLowerCase() + summary.slice(1)
}

/** Tokens the parser may expect. */
const TOKENS: Record<string, string> = {
  IDENTIFIER: 'a name',
  RPAREN: '")"',
  LPAREN: '"("',
  RBRACKET: '"]"',
  LBRACKET: '"["',
  RBRACE: '"}"',
  LBRACE: '"{"',
  COLON: '":"',
}

function parsed(src: string): ASTNode | ExprProblem {
  try {
    return parse(src).ast
  } catch (error) {
    if (error instanceof ParseError) return syntaxProblem(src, error)
    throw error
  }
}

const wantedType = (place: ExprPlace): ExprType | undefined => (place.expect === 'bool' ? BOOL : place.expect)

/** Compares the result type with the expected type. A record or its key counts as the ref to it. */
function fit(c: Check, node: ExprNode, want: ExprType | undefined): ExprNode {
  if (!want || isWrong(node)) return node
  const result = want.t === 'ref' ? asRef(c, node) : node
  const key = (resource: string) => c.place.types.row(resource)?.key ?? 'id'
  const type = (want.t === 'ref' && refTypeOfKey(result, key)) || result.type
  if (type.t === 'null' || sameKind(type, want)) return result
  const whole: Span = { start: 0, end: c.src.length }
  return fail(
    c,
    whole,
    'CEL003',
    `${describe(want)} is asked for, this is ${describe(type)}${want.t === 'bool' ? conditionHint(type) : ''}`,
  )
}

function conditionHint(type: ExprType): string {
  if (type.t === 'list') return '; ask with .size() > 0'
  return type.t === 'number' ? '; compare it with something' : '; ask with != null'
}

/** The checked expression, or all its problems, in the order of its text. */
export function checkExpr(src: string, place: ExprPlace): { expr?: Expr; problems: ExprProblem[] } {
  const ast = parsed(src)
  if ('code' in ast) return { problems: [ast] }
  const problems: ExprProblem[] = []
  const c: Check = { src, place, problems, vars: {}, spans: new WeakMap(), visit }
  const want = wantedType(place)
  const node = fit(c, visit(c, ast, want), want)
  if (place.sql && problems.length === 0) checkSql(c, node)
  problems.sort((a, b) => a.offset - b.offset)
  if (problems.length > 0) return { problems }
  for (const part of nodesOf(node)) part.type = slim(part.type)
  return { expr: { src, ast: node, reads: readsOf(node) }, problems }
}
