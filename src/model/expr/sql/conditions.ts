/**
 * Conditions in SQL. In a plain position NULL counts as false, so comparisons need no conversion and can use indexes;
 * under a `!`, or as a value, the leaf becomes `coalesce(…, false)`.
 */
import { sql } from 'kysely'
import { isEmpty } from '../evaluate.ts'
import type { NodeOf } from '../tree.ts'
import type { ExprNode } from '../types.ts'
import { comparison, isNull, membership } from './comparisons.ts'
import { array, constant, FALSE, TRUE } from './constants.ts'
import { arrayColumn, quantified } from './lists.ts'
import { bareColumn, isConstant, constantValue, resolve, type Scope, type Sql } from './scope.ts'

const truth = (yes: boolean): Sql => (yes ? TRUE : FALSE)
const isTrue = (value: unknown) => value === true || value === 1

/** A condition whose NULL means no. */
export function cond(node: ExprNode, scope: Scope): Sql {
  const [n, s] = resolve(node, scope)
  if (isConstant(n)) return truth(isTrue(constantValue(n, s)))
  switch (n.k) {
    case 'and':
    case 'or':
      return joined(n, s, s.print.cond)
    case 'not':
      return sql`(not ${s.print.strict(n.a, s)})`
    case 'cmp':
      return comparison(n, s)
    case 'in':
      return membership(n, s)
    case 'if':
      return chosen(n, s, s.print.cond)
    case 'each':
      return overlap(n, s) ?? quantified(n, s)
    case 'call':
      return n.fn === 'or' ? s.print.value(n, s) : textTest(n, s)
    default:
      return s.print.value(n, s)
  }
}

/** A condition that is never NULL. */
export function strict(node: ExprNode, scope: Scope): Sql {
  const [n, s] = resolve(node, scope)
  if (isConstant(n)) return truth(isTrue(constantValue(n, s)))
  if (n.k === 'and' || n.k === 'or') return joined(n, s, s.print.strict)
  if (n.k === 'if') return chosen(n, s, s.print.strict)
  const found = s.print.cond(n, s)
  return isNeverNull(n) || found === TRUE || found === FALSE ? found : sql`coalesce(${found}, false)`
}

/** Whether the SQL of a node is never NULL: `not`, `exists`, `is null`, `is distinct from`. */
function isNeverNull(n: ExprNode): boolean {
  if (n.k === 'cmp') return n.op === '!=' || isNull(n.a) || isNull(n.b)
  return n.k === 'not' || (n.k === 'each' && n.fn === 'all')
}

type Print = (node: ExprNode, s: Scope) => Sql

/** A known side decides the result, or leaves only the other side. */
function joined(n: NodeOf<'and' | 'or'>, s: Scope, print: Print): Sql {
  for (const [side, other] of [
    [n.a, n.b],
    [n.b, n.a],
  ] as const) {
    if (isConstant(side))
      return isTrue(constantValue(side, s)) === (n.k === 'or') ? truth(n.k === 'or') : print(other, s)
  }
  return n.k === 'and' ? sql`(${print(n.a, s)} and ${print(n.b, s)})` : sql`(${print(n.a, s)} or ${print(n.b, s)})`
}

function chosen(n: NodeOf<'if'>, s: Scope, print: Print): Sql {
  if (isConstant(n.cond)) return print(isTrue(constantValue(n.cond, s)) ? n.then : n.else, s)
  return sql`(case when ${s.print.cond(n.cond, s)} then ${print(n.then, s)} else ${print(n.else, s)} end)`
}

/** `row.tags.exists(t, t == 'vip')`, `… t in ['a', 'b']`: one query on the index of the list. */
function overlap(n: NodeOf<'each'>, s: Scope): Sql | undefined {
  const { body } = n
  if (n.fn !== 'exists' || (body.k !== 'in' && !(body.k === 'cmp' && body.op === '=='))) return undefined
  const isElement = (node: ExprNode) => node.k === 'var' && node.name === n.as
  const other = isElement(body.a) ? body.b : body.k === 'cmp' && isElement(body.b) ? body.a : undefined
  const list = other && isConstant(other) && !isNull(other) ? arrayColumn(n.of, s) : undefined
  if (!list) return undefined
  const values = [constantValue(other!, s)].flat().filter((value) => !isEmpty(value))
  const type = n.of.type.t === 'list' ? n.of.type.of : other!.type
  return values.length === 0 ? FALSE : sql`(${list} && ${array(values, type, s)})`
}

/** `contains`, `startsWith`, `endsWith`: a pattern where the part is known, so that a trigram index can be used. */
function textTest(n: NodeOf<'call'>, s: Scope): Sql {
  const [text, part] = n.args as [ExprNode, ExprNode]
  if (!isConstant(part)) return textTestOf(n, s.print.value(text, s), s.print.value(part, s))
  const found = constantValue(part, s)
  if (isEmpty(found)) return FALSE
  const quoted = String(found).replace(/[\\%_]/g, '\\$&')
  const pattern = (n.fn === 'startsWith' ? '' : '%') + quoted + (n.fn === 'endsWith' ? '' : '%')
  const [node, inner] = resolve(text, s)
  const bare = node.k === 'field' ? bareColumn(node, inner) : undefined
  return sql`(${bare ?? s.print.value(text, s)} like ${constant(pattern, { t: 'text', empty: false }, s)})`
}

function textTestOf(n: NodeOf<'call'>, text: Sql, part: Sql): Sql {
  if (n.fn === 'contains') return sql`(strpos(${text}, ${part}) > 0)`
  return n.fn === 'startsWith'
    ? sql`starts_with(${text}, ${part})`
    : sql`(right(${text}, char_length(${part})) = ${part})`
}
