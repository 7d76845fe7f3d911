/** The paths an expression reads, dotted and starting from its roots. */
import { childrenOf } from '../tree.ts'
import type { ExprNode } from '../types.ts'

type Paths = Record<string, string | undefined>

const below = (path: string | undefined, name: string) => (path === undefined || name === '' ? path : `${path}.${name}`)

/** The path of a node, if it has one; an element of a list has the path of its list. */
function pathOf(node: ExprNode, vars: Paths): string | undefined {
  switch (node.k) {
    case 'root':
      return node.name
    case 'var':
      return vars[node.name]
    case 'field':
    case 'computed':
    case 'rows':
      return below(pathOf(node.of, vars), node.name)
    case 'follow':
      return below(pathOf(node.of, vars), node.as)
    case 'each':
      return node.fn === 'map'
        ? pathOf(node.body, { ...vars, [node.as]: pathOf(node.of, vars) })
        : pathOf(node.of, vars)
    default:
      return undefined
  }
}

const STEPS = new Set<ExprNode['k']>(['root', 'field', 'computed', 'rows', 'follow'])

function collect(node: ExprNode, vars: Paths, found: Set<string>): void {
  const path = STEPS.has(node.k) ? pathOf(node, vars) : undefined
  if (path !== undefined) return void found.add(path)
  if (node.k === 'call' && node.fn === 'today') found.add('now')
  if (node.k !== 'each') return childrenOf(node).forEach((child) => collect(child, vars, found))
  collect(node.of, vars, found)
  collect(node.body, { ...vars, [node.as]: pathOf(node.of, vars) }, found)
}

/**
 * The dotted paths that must be loaded: `row.customer.realName`, `row.items.amount`, `now`. A field computed on read
 * counts as itself, not as the paths it reads.
 */
export function readsOf(ast: ExprNode): string[] {
  const found = new Set<string>()
  collect(ast, {}, found)
  return [...found]
}
