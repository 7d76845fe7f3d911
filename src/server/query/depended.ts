/**
 * What a look-up answers beside key, title and facts: paths that forms copy from the chosen record (`fill`) and
 * fields that their conditions and computed values read of it (LANGUAGE § 13), or that its card shows.
 */
import type { ExprNode } from '../../model/expr/types.ts'
import { childrenOf } from '../../model/expr/tree.ts'
import { membersOf } from '../../model/fields.ts'
import type { CallModel, FieldModel, Model } from '../../model/model.ts'

const cache = new WeakMap<Model, Map<string, Set<string>>>()

/** Paths of a resource that forms depend on once one of its records was chosen. */
export function dependedOf(model: Model, resource: string): string[] {
  let byResource = cache.get(model)
  if (!byResource) cache.set(model, (byResource = collect(model)))
  return [...(byResource.get(resource) ?? [])]
}

function collect(model: Model): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const add = (resource: string, path: string): void => {
    found.set(resource, (found.get(resource) ?? new Set()).add(path))
  }
  for (const resource of Object.values(model.resources)) {
    for (const field of Object.values(resource.fields)) fromField(field, add)
    for (const rule of resource.rules) fromExpr(rule.expr.ast, add)
    for (const machine of resource.machines)
      for (const move of machine.moves) for (const one of move.when) fromExpr(one.expr.ast, add)
  }
  for (const call of [...Object.values(model.calls), ...Object.values(model.presets)]) fromCall(call, add)
  return found
}

type Add = (resource: string, path: string) => void

function fromCall(call: CallModel, add: Add): void {
  for (const field of call.input) fromField(field, add)
  for (const one of call.when) fromExpr(one.expr.ast, add)
  const { cards } = call
  if (cards) for (const name of [cards.image, ...cards.lines.map((line) => line.name)]) add(call.resource, name)
}

function fromField(field: FieldModel, add: Add): void {
  for (const path of Object.values(field.fill)) if (field.of) add(field.of, path)
  for (const expr of [field.value, field.show, field.requiredIf, field.lockedIf, field.earliest, field.latest])
    if (expr) fromExpr(expr.ast, add)
  if (field.default && 'expr' in field.default) fromExpr(field.default.expr.ast, add)
  for (const bound of Object.values(field.with)) if ('expr' in bound) fromExpr(bound.expr.ast, add)
  for (const inner of membersOf(field)) fromField(inner, add)
}

/** `row.customer.level` depends on `level` of customers; `row.order.customer.level` on `customer.level` of orders. */
function fromExpr(node: ExprNode, add: Add): void {
  if (node.k === 'field') {
    const path = [node.name]
    for (let at = node.of; at.k === 'follow'; at = at.of) {
      add(at.resource, path.join('.'))
      path.unshift(at.as)
    }
  }
  if (node.k === 'computed') {
    for (let at = node.of, path = [node.name]; at.k === 'follow'; path = [at.as, ...path], at = at.of)
      add(at.resource, path.join('.'))
  }
  for (const child of childrenOf(node)) fromExpr(child, add)
}
