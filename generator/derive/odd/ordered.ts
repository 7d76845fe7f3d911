/** CEL007: what comes too late to count: a key of an order behind one that differs in each row, a case behind a wider one. */
import { nodesOf } from '../../../src/model/expr/tree.ts'
import type { ExprNode } from '../../../src/model/expr/types.ts'
import type { Model, ResourceModel } from '../../../src/model/model.ts'
import { withInner } from '../../../src/model/views.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { placeOf } from '../../base/origin.ts'
import { isUnique } from './doubled.ts'
import { isNever, not } from './logic.ts'

export function noteOrdered(c: Compilation, model: Model): void {
  for (const [name, { source }] of c.loaded.resources) {
    const r = model.resources[name]
    if (!r) continue
    const at: At = { source, path: [] }
    noteKeys(c, below(at, 'sort'), r, r.sort)
    for (const field of Object.values(r.fields)) {
      const place = below(at, 'fields', field.name)
      noteCases(c, below(place, 'instead'), field.instead?.map((one) => one.if.ast) ?? [])
      if (field.value && source.exists(below(place, 'value'))) noteChoice(c, below(place, 'value'), field.value.ast)
    }
  }
  for (const screen of Object.values(model.screens)) {
    const source = c.loaded.screens.get(screen.route)
    if (!source) continue
    for (const view of withInner(screen.view)) {
      const r = 'resource' in view ? model.resources[view.resource] : undefined
      if (view.view === 'list' && r) noteKeys(c, below(placeOf(view) ?? { source, path: [] }, 'sort'), r, view.sort)
    }
  }
}

/** Behind a key that no two rows share no other one counts. */
function noteKeys(c: Compilation, at: At, r: ResourceModel, keys: readonly string[]): void {
  const first = keys.findIndex((key) => key.replace(/^-/, '') === 'id' || isUnique(r, key.replace(/^-/, '')))
  const place = below(at, first + 1)
  if (first >= 0 && first < keys.length - 1 && place.source.exists(place))
    c.note(
      place,
      'CEL007',
      `no two rows have the same "${keys[first]?.replace(/^-/, '')}", so that nothing behind it counts; put it last`,
    )
}

/** Of several cases the first that holds is taken. */
function noteCases(c: Compilation, at: At, cases: readonly ExprNode[]): void {
  for (const [i, one] of cases.entries()) {
    const place = below(at, i, 'if')
    const before = cases.slice(0, i)
    if (before.length > 0 && place.source.exists(place) && isTooLate(c, before, one))
      c.note(place, 'CEL007', 'wherever this holds, a case before it does, and is taken; put this one first')
  }
}

const isTooLate = (c: Compilation, before: readonly ExprNode[], one: ExprNode): boolean =>
  !isNever(c, [one]) && !isNever(c, before.map(not)) && isNever(c, [one, ...before.map(not)])

/** `a ? … : a && b ? … : …`. */
function noteChoice(c: Compilation, at: At, value: ExprNode): void {
  const met = new Set<ExprNode>()
  for (const node of nodesOf(value)) {
    if (node.k !== 'if' || met.has(node)) continue
    const before: ExprNode[] = []
    for (let one: ExprNode = node; one.k === 'if'; one = one.else) {
      met.add(one)
      if (before.length > 0 && isTooLate(c, before, one.cond))
        c.note(at, 'CEL007', 'a case behind ":" never comes out: wherever it holds, one before it does; put it first')
      before.push(one.cond)
    }
  }
}
