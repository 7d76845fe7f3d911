/** Finds the parts that the database cannot run: only checked where an expression must become SQL. */
import { nodesOf } from '../tree.ts'
import type { ExprNode, RootName } from '../types.ts'
import { fail, type Check } from './context.ts'

/** Roots that exist only while a call is answered. */
const NOT_IN_SQL = new Set<RootName>(['parent', 'old', 'input', 'output'])

type Reason = (node: ExprNode, c: Check) => string | undefined

const REASONS: Reason[] = [
  (node) => (node.k === 'can' ? 'can(…) is not known to the database' : undefined),
  (node) =>
    node.k === 'root' && NOT_IN_SQL.has(node.name) ? `"${node.name}" is not known to the database` : undefined,
  (node) => (node.k === 'record' ? 'an entry { … } cannot be made in the database' : undefined),
  (node) =>
    node.k === 'if' && node.type.t === 'list'
      ? 'a list cannot be chosen with ?: in the database; choose between two conditions'
      : undefined,
  (node) =>
    (node.k === 'follow' || node.k === 'rows' || node.k === 'field') &&
    node.of.k === 'if' &&
    (node.k !== 'field' || node.type.t === 'list')
      ? 'a record chosen with ?: cannot be followed further in the database; choose between two conditions'
      : undefined,
  (node, c) => (readsVirtual(node, c) ? 'the record behind this has no table' : undefined),
  (node) =>
    comparesUntyped(node) ? 'a value without a known type can only be compared with null in the database' : undefined,
]

function readsVirtual(node: ExprNode, c: Check): boolean {
  return (node.k === 'follow' || node.k === 'rows') && c.place.types.row(node.resource)?.virtual === true
}

function comparesUntyped(node: ExprNode): boolean {
  if (node.k === 'cmp' && (node.a.type.t === 'null' || node.b.type.t === 'null')) return false
  const parts =
    node.k === 'cmp' || node.k === 'in' || node.k === 'math' || node.k === 'concat'
      ? [node.a, node.b]
      : node.k === 'call'
        ? node.args
        : []
  return parts.some((part) => part.type.t === 'any' && readsRow(part))
}

const readsRow = (node: ExprNode) => [...nodesOf(node)].some((one) => one.k === 'root' && one.name === 'row')

/** Reports SQL001 at each part that does not translate. */
export function checkSql(c: Check, ast: ExprNode): void {
  for (const node of nodesOf(ast)) {
    const reason = REASONS.map((ask) => ask(node, c)).find((found) => found)
    if (reason) fail(c, c.spans.get(node) ?? { start: 0, end: c.src.length }, 'SQL001', reason)
  }
}
