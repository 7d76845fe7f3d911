/** Conditions put together, to ask whether they can hold at once. */
import { nodesOf } from '../../../src/model/expr/tree.ts'
import type { ExprNode, ExprType, RootName } from '../../../src/model/expr/types.ts'
import type { Bound, Bounds, Condition, FieldModel, ResourceModel } from '../../../src/model/model.ts'
import type { Compilation } from '../../base/context.ts'
import { verdictOf } from '../../normalize/decide.ts'

export const BOOL: ExprType = { t: 'bool', empty: false }

export const not = (a: ExprNode): ExprNode => ({ k: 'not', a, type: BOOL })

export const astsOf = (all: readonly Condition[]): ExprNode[] => all.map(({ expr }) => expr.ast)

/** Whether all of these together never hold. */
export function isNever(c: Compilation, [first, ...others]: readonly ExprNode[]): boolean {
  return (
    first !== undefined &&
    verdictOf(
      c,
      others.reduce<ExprNode>((a, b) => ({ k: 'and', a, b, type: BOOL }), first),
    ) === 'never'
  )
}

/** Whether each of these may hold, and never all together: one that never holds by itself is told where it stands. */
export const excludeEachOther = (c: Compilation, all: readonly ExprNode[]): boolean =>
  all.length > 1 && isNever(c, all) && !all.some((one) => isNever(c, [one]))

/** `row.field == value`, of a field with few values; nothing of others. A yes or no is 1 or 0. */
export function equals(r: ResourceModel, field: FieldModel, value: unknown): ExprNode | undefined {
  const of: ExprNode = { k: 'root', name: 'row', type: { t: 'row', of: r.name, empty: false } }
  if (field.type === 'enum') {
    const type: ExprType = { t: 'enum', of: field.of, empty: field.nullable }
    return sameAs({ k: 'field', of, name: field.name, unit: 'plain', type }, value)
  }
  if (field.type !== 'bool') return undefined
  return sameAs({ k: 'field', of, name: field.name, unit: 'bool', type: { t: 'bool', empty: field.nullable } }, value)
}

/** `node == value`, of what has few values. */
function sameAs(node: ExprNode, value: unknown): ExprNode | undefined {
  const { type } = node
  if (type.t === 'enum' && (typeof value === 'string' || typeof value === 'number'))
    return { k: 'cmp', op: '==', a: node, b: { k: 'lit', v: value, type }, type: BOOL }
  if (type.t !== 'bool' || ![0, 1, true, false].includes(value as number)) return undefined
  return Number(value) === 1 ? node : not(node)
}

/** What is known of the fields that a condition reads of a root, each with its constant. */
export function knownIn(condition: ExprNode, root: RootName, valueOf: (name: string) => Bound | undefined): ExprNode[] {
  return [...nodesOf(condition)].flatMap((node) => {
    if (node.k !== 'field' || node.of.k !== 'root' || node.of.name !== root) return []
    const bound = valueOf(node.name)
    const same = bound && 'value' in bound ? sameAs(node, bound.value) : undefined
    return same ?? []
  })
}

/** What fixed filters say of each row. */
export function fixedIn(r: ResourceModel, given: Bounds): { name: string; ast: ExprNode }[] {
  return Object.entries(given).flatMap(([name, bound]) => {
    const match = r.filters[name]?.match
    const field = match?.kind === 'is' ? r.fields[match.path] : undefined
    const ast = field && 'value' in bound ? equals(r, field, bound.value) : undefined
    return ast ? [{ name, ast }] : []
  })
}
