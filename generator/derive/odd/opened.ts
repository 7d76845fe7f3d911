/** FRM005: a screen of one kind of record that is opened with the id of another. USE001: a way that leads to where one is. */
import type { ExprNode } from '../../../src/model/expr/types.ts'
import type { DetailView, Model, OpenModel, View } from '../../../src/model/model.ts'
import { innerViews } from '../../../src/model/views.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { placeOf } from '../../base/origin.ts'

export function noteOpened(c: Compilation, model: Model): void {
  for (const screen of Object.values(model.screens)) {
    const source = c.loaded.screens.get(screen.route)
    if (!source) continue
    noteView(c, model, { source, path: [] }, screen.view)
    if (screen.view.view === 'detail') noteSelf(c, screen.route, screen.view)
  }
  for (const [name, { route, else: others }] of Object.entries(model.app.messageRoutes)) {
    const place = c.loaded.app && below({ source: c.loaded.app, path: [] }, 'messageRoutes', name, 'else')
    if (place?.source.exists(place) && others.some((one) => one.route === route))
      c.note(place, 'USE001', `whoever may not open ${route} is led there again; name another screen`)
  }
}

function noteView(c: Compilation, model: Model, at: At, view: View): void {
  for (const action of view.actions)
    if (action.open) noteOpen(c, model, below(placeOf(action) ?? at, 'open'), action.open)
  if ('open' in view && view.open) noteOpen(c, model, below(at, 'open'), view.open)
  for (const inner of innerViews(view)) noteView(c, model, at, inner.view)
}

/** A button of a page that opens this very page. */
function noteSelf(c: Compilation, route: string, view: DetailView): void {
  for (const action of view.actions) {
    if (action.open?.kind !== 'route' || action.open.to !== route) continue
    const given = Object.entries(action.open.with)
    const isSame = given.every(
      ([name, bound]) => name === 'id' && 'expr' in bound && bound.expr.src.trim() === 'row.id',
    )
    const place = placeOf(action)
    if (isSame && place?.source.exists(below(place, 'open')))
      c.note(
        below(place, 'open'),
        'USE001',
        `“${action.label.en}” opens the page that it stands on; name another screen`,
      )
  }
}

function noteOpen(c: Compilation, model: Model, at: At, open: OpenModel): void {
  const target = 'to' in open ? model.screens[open.to]?.view : undefined
  const ast = 'with' in open && open.with.id && 'expr' in open.with.id ? open.with.id.expr.ast : undefined
  if (!ast || !target || target.view !== 'detail') return
  const given = resourceOf(model, ast)
  const label = (name: string): string => model.resources[name]?.label.en ?? name
  if (ast.type.t === 'text')
    c.note(
      at,
      'FRM005',
      `this opens a ${label(target.resource)} by a text; give it the id, or the ref that leads there`,
    )
  else if (given !== undefined && given !== target.resource)
    c.note(
      at,
      'FRM005',
      `this opens a ${label(target.resource)} by the id of a ${label(given)}; give it the ref that leads there`,
    )
}

/** The resource whose id is handed over; nothing where that is not known. */
function resourceOf(model: Model, node: ExprNode): string | undefined {
  if (node.type.t === 'ref') return node.type.of
  if (node.k !== 'field' || node.of.type.t !== 'row') return undefined
  const home = node.of.type.of
  return node.name === 'id' ? home : model.resources[home]?.fields[node.name]?.of
}
