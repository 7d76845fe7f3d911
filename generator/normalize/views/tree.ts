/** tree: rows in a tree. */
import type { TreeView } from '../../../src/model/model.ts'
import { below } from '../../base/context.ts'
import { findCall } from '../../link/index.ts'
import { changedColumns } from '../resource/columns.ts'
import { answeredView, reportMissingInputs, viewActions, viewWith, type ViewNormalizer } from './context.ts'
import { drawerOf } from './detail.ts'
import { filtersOfView } from './filters.ts'

export const tree: ViewNormalizer = (c, at, raw, place) => {
  const subject = answeredView(c, at, raw, place, 'query')
  if (!subject) return undefined
  const { r, model, call } = subject
  if (!model.tree)
    return c.error(below(at, 'resource'), 'REF015', `rows of ${r.name} form no tree; give the resource "tree"`)
  const fixed = viewWith(c, below(at, 'with'), raw.with, { r: model, call, place })
  const drawer = drawerOf(c, at, r, place)
  const drag = raw.drag && findCall(c, raw.drag, r, below(at, 'drag'))
  const view: TreeView = {
    view: 'tree',
    key: place.key,
    label: raw.label ?? r.many,
    resource: r.name,
    call: call.id,
    with: fixed,
    filters: filtersOfView(c, at, raw.filters, {
      resource: model,
      inputs: call.input,
      fixed: Object.keys(fixed),
      place,
    }),
    columns: changedColumns(c, r, below(at, 'columns'), raw.columns, model.columns),
    actions: viewActions(c, at, raw, place, { resource: model, view: fixed, chosen: [model.tree.parent] }),
    ...(drag && drag !== 'planned' ? { drag: drag.id } : {}),
    ...(drawer ? { open: { kind: 'drawer' as const }, drawer } : {}),
    ...(raw.empty ? { empty: raw.empty } : {}),
  }
  if (!place.outer)
    reportMissingInputs(
      c,
      at,
      call,
      { ...fixed, ...Object.fromEntries(view.filters.map((f) => [f.name, true])) },
      place,
    )
  return view
}
