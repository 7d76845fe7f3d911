/** `== != < <= > >= in`: which types can be compared, and hints for those that cannot. */
import type { ASTNode } from '@marcbachmann/cel-js'
import type { ExprNode, ExprType } from '../types.ts'
import { fail, isWrong, type Check, type Span } from './context.ts'
import { isOpen } from './literals.ts'
import { asRef } from './members.ts'
import { BOOL, describe, mayBeEmpty, refTypeOfKey, sameKind } from './typing.ts'

type CmpOp = '==' | '!=' | '<' | '<=' | '>' | '>='

/** Both sides of a comparison, the one with names of dictionary values last. */
function pair(c: Check, a: ASTNode, b: ASTNode, wantB = (type: ExprType) => type, wantA = wantB): [ExprNode, ExprNode] {
  if (isOpen(a) && !isOpen(b)) {
    const right = asRef(c, c.visit(c, b))
    return [asRef(c, c.visit(c, a, wantA(right.type))), right]
  }
  const left = asRef(c, c.visit(c, a))
  return [left, asRef(c, c.visit(c, b, wantB(left.type)))]
}

const keyOf = (c: Check) => (resource: string) => c.place.types.row(resource)?.key ?? 'id'

/** The type of a node beside the other side: the key of a record counts as a ref where the other side is one. */
function typeBeside(c: Check, node: ExprNode, other: ExprType): ExprType {
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
  return mayBeEmpty(other)
    ? undefined
    : ['CEL004', `this is never empty (${describe(other)}), so the comparison with null always says the same`]
}

const UNCOMPARED = new Set<ExprType['t']>(['list', 'row', 'record'])
const ORDERED = new Set<ExprType['t']>(['number', 'text', 'date', 'any'])

function pairProblem(c: Check, op: CmpOp, a: ExprNode, b: ExprNode): Found {
  const left = typeBeside(c, a, b.type)
  const right = typeBeside(c, b, a.type)
  for (const node of [a, b])
    if (node.k === 'lit' && node.v === '')
      return ['CEL004', `an empty text equals nothing; write ${op === '!=' ? '!=' : '=='} null`]
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
  return !dictionary || dictionary.ordered
    ? undefined
    : ['CEL003', `${type.of} has no order: it is not "ordered"; list the values with in […]`]
}

/** Why two sides cannot be compared, and what can. */
function mismatch(c: Check, left: ExprType, right: ExprType, a: ExprNode, b: ExprNode): string {
  const sentence = `${describe(left)} cannot be compared with ${describe(right)}`
  const type = left.t === 'enum' ? left : right.t === 'enum' ? right : undefined
  if (type) return `${sentence}${enumHint(c, type.of, type === left ? b : a)}`
  if (left.t === 'ref' || right.t === 'ref')
    return `${sentence}; a reference equals null or a reference to the same resource`
  return sentence
}

function enumHint(c: Check, of: string, other: ExprNode): string {
  const values = c.place.types.dictionary(of)?.values ?? {}
  const named = other.k === 'lit' ? Object.keys(values).find((name) => values[name] === other.v) : undefined
  if (named !== undefined) return `; write '${named}'`
  return other.type.t === 'number'
    ? '; its number is .value'
    : `; it equals only names of ${of}: ${Object.keys(values)
        .slice(0, 6)
        .map((name) => `'${name}'`)
        .join(', ')}`
}

/** `a in [b, c]`, `a in row.list`. */
export function membership(c: Check, ast: ASTNode & { op: 'in' }): ExprNode {
  const [a, b] = pair(
    c,
    ast.args[0],
    ast.args[1],
    (type) => ({ t: 'list', of: type }),
    (type) => (type.t === 'list' ? type.of : type),
  )
  return elementOf(c, ast, a, b)
}

/** An element and the list it may be in. */
export function elementOf(c: Check, at: Span, a: ExprNode, b: ExprNode): ExprNode {
  if (isWrong(a) || isWrong(b)) return isWrong(a) ? a : b
  const type = b.type
  if (type.t === 'any') return { k: 'in', a, b, type: BOOL }
  if (type.t !== 'list')
    return fail(
      c,
      at,
      'CEL003',
      `"in" asks for a list on the right, this is ${describe(type)}${type.t === 'text' ? '; write .contains(…)' : ''}`,
    )
  const problem =
    a.type.t === 'null'
      ? nullInList
      : b.k === 'list' && b.items.length === 0
        ? undefined
        : elementProblem(c, a, b, type.of)
  return problem ? fail(c, at, ...problem) : { k: 'in', a, b, type: BOOL }
}

const nullInList: Found = ['CEL004', 'null is in no list; ask with == null']

function elementProblem(c: Check, a: ExprNode, b: ExprNode, of: ExprType): Found {
  if (b.k !== 'list') return pairProblem(c, '==', a, { k: 'var', name: '', type: of })
  if (b.items.some((item) => item.type.t === 'null')) return nullInList
  return b.items.map((item) => pairProblem(c, '==', a, item)).find((problem) => problem)
}
