/** FRM005: a screen of one kind of record that is opened with the id of another. */
import type { ExprNode } from '../../../src/model/expr/types.ts'
import type { ActionModel, Model, OpenModel, View } from '../../../src/model/model.ts'
import { innerViews } from '../../../src/model/views.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { placeOf } from '../../base/origin.ts'

export function noteOpened(c: Compilation, model: Model): void {
  for (const screen of Object.values(model.screens)) {
    const source = c.loaded.screens.get(screen.route)
    if (source) noteView(c, model, { source, path: [] }, screen.view)
  }
}

function noteView(c: Compilation, model: Model, at: At, view: View): void {
  for (const action of view.actions) noteAction(c, model, at, action)
  for (const inner of innerViews(view)) noteView(c, model, at, inner.view)
}

function noteAction(c: Compilation, model: Model, at: At, action: ActionModel): void {
  const { open } = action
  const given = open && idGiven(open)
  const target = open && 'to' in open ? model.screens[open.to]?.view : undefined
  if (!given || !target || target.view !== 'detail' || target.resource === given) return
  const place = placeOf(action) ?? at
  const label = (name: string): string => model.resources[name]?.label.en ?? name
  c.note(
    below(place, 'open'),
    'FRM005',
    `this opens a ${label(target.resource)} by the id of a ${label(given)}; give it the ref that leads there`,
  )
}

/** The resource whose id is handed over as `id`; nothing where that is not known. */
function idGiven(open: OpenModel): string | undefined {
  const bound = 'with' in open ? open.with.id : undefined
  return bound && 'expr' in bound ? resourceOf(bound.expr.ast) : undefined
}

function resourceOf(node: ExprNode): string | undefined {
  if (node.type.t === 'ref') return node.type.of
  return node.k === 'field' && node.name === 'id' && node.of.type.t === 'row' ? node.of.type.of : undefined
}
