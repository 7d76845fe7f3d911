/** Functions that walk a checked tree. */
import type { ExprNode } from './types.ts'

type OfKind<N, K> = N extends { k: infer Kinds } ? (K extends Kinds ? N : never) : never

/** The node of a kind. */
export type NodeOf<K extends ExprNode['k']> = OfKind<ExprNode, K>

/** The path that a node only follows, below the record (`row.order.orderNo`: `order.orderNo`); nothing for any other. */
export function followedPath(node: ExprNode): string | undefined {
  if (node.k === 'root') return node.name === 'row' ? '' : undefined
  if (node.k === 'computed') return joined(followedPath(node.of), followedPath(node.body))
  if (node.k === 'field') return joined(followedPath(node.of), node.name)
  return node.k === 'follow' && !node.via ? joined(followedPath(node.of), node.as) : undefined
}

const joined = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined || b === undefined ? undefined : [a, b].filter(Boolean).join('.')

/** The parts of a node, in the order they are written. */
export function childrenOf(node: ExprNode): ExprNode[] {
  switch (node.k) {
    case 'lit':
    case 'root':
    case 'var':
    case 'can':
      return []
    case 'list':
      return node.items
    case 'record':
      return Object.values(node.entries)
    case 'field':
    case 'computed':
    case 'follow':
    case 'rows':
      return [node.of]
    case 'not':
    case 'neg':
      return [node.a]
    case 'and':
    case 'or':
    case 'cmp':
    case 'in':
    case 'math':
    case 'concat':
      return [node.a, node.b]
    case 'if':
      return [node.cond, node.then, node.else]
    case 'call':
      return node.args
    case 'each':
      return [node.of, node.body]
  }
}

/** Every node, parents first. The body of a computed field is that field's own expression and is not visited. */
export function* nodesOf(node: ExprNode): Generator<ExprNode> {
  yield node
  for (const child of childrenOf(node)) yield* nodesOf(child)
}
