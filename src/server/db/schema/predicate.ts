/**
 * Conditions of partial indexes as SQL text with literal values, because an index takes no parameters. They read the
 * columns of one row, so a few kinds of nodes are enough.
 */
import type { ExprNode } from '../../../model/expr/types.ts'
import { literal, quoted } from '../options.ts'

type Kind = ExprNode['k']
type NodeOf<K extends Kind, N extends ExprNode = ExprNode> = N extends ExprNode ? (K extends N['k'] ? N : never) : never
type Printers = { [K in Kind]?: (node: NodeOf<K>) => string }

const value = (v: string | number | boolean | null): string => (typeof v === 'string' ? literal(v) : String(v))

/** Money is in yuan in expressions, in cents in columns. */
function asCents(other: ExprNode, node: ExprNode): string {
  const money = other.k === 'field' && other.unit === 'money'
  return money && node.k === 'lit' && typeof node.v === 'number' ? String(Math.round(node.v * 100)) : print(node)
}

const PRINTERS: Printers = {
  lit: (node) => value(node.v),
  list: (node) => node.items.map(print).join(', '),
  field: (node) => (node.of.k === 'root' && node.of.name === 'row' ? quoted(node.name) : unknown(node)),
  not: (node) => `not coalesce(${print(node.a)}, false)`,
  and: (node) => `(${print(node.a)} and ${print(node.b)})`,
  or: (node) => `(${print(node.a)} or ${print(node.b)})`,
  in: (node) => `${print(node.a)} in (${print(node.b)})`,
  cmp: (node) => `${asCents(node.b, node.a)} ${OPERATORS[node.op]} ${asCents(node.a, node.b)}`,
}

const OPERATORS = { '==': '=', '!=': 'is distinct from', '<': '<', '<=': '<=', '>': '>', '>=': '>=' } as const

function unknown(node: ExprNode): never {
  throw new Error(
    `An index cannot be limited by "${node.k}": only comparisons of the record's own columns with fixed values.`,
  )
}

function print(node: ExprNode): string {
  const isNull = node.k === 'cmp' && (isNothing(node.a) || isNothing(node.b))
  if (isNull) return printNull(node)
  const printer = PRINTERS[node.k] as ((node: ExprNode) => string) | undefined
  return printer ? printer(node) : unknown(node)
}

const isNothing = (node: ExprNode): boolean => node.k === 'lit' && node.v === null

function printNull(node: NodeOf<'cmp'>): string {
  const other = isNothing(node.a) ? node.b : node.a
  return `${print(other)} is ${node.op === '!=' ? 'not ' : ''}null`
}

/** The condition as SQL over the columns of the table. Throws for a condition that an index cannot have. */
export function predicateSql(condition: ExprNode): string {
  return print(condition)
}
