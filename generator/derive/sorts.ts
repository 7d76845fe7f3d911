/** Which columns sort by their heads: known once the indexes of all resources are. */
import type { ColumnModel, ResourceModel, View } from '../../src/model/model.ts'
import { sortable } from './indexes.ts'

/** Columns whose heads sort where an index of their resource serves. */
export function sorted(columns: ColumnModel[], r: ResourceModel): ColumnModel[] {
  return columns.some((col) => col.sort !== sortable(r, col.path))
    ? columns.map((col) => ({ ...col, sort: sortable(r, col.path) }))
    : columns
}

/** A view, and the views inside it, with their columns' sorts. */
export function withSorts<V extends View>(view: V, resources: Record<string, ResourceModel>): V {
  const inner = <T extends View>(one: T): T => withSorts(one, resources)
  switch (view.view) {
    case 'list': {
      const { left, tabs, expand, drawer } = view
      return {
        ...view,
        columns: sorted(view.columns, resources[view.resource]!),
        ...(left ? { left: { ...left, view: inner(left.view) } } : {}),
        ...(expand ? { expand: inner(expand) } : {}),
        ...(tabs?.kind === 'views' ? { tabs: { ...tabs, views: tabs.views.map(inner) } } : {}),
        ...(drawer ? { drawer: inner(drawer) } : {}),
      }
    }
    case 'tree':
      return {
        ...view,
        columns: sorted(view.columns, resources[view.resource]!),
        ...(view.drawer ? { drawer: inner(view.drawer) } : {}),
      }
    case 'detail':
    case 'settings':
      return { ...view, tabs: view.tabs.map(inner) }
    case 'stat':
      return {
        ...view,
        blocks: view.blocks.map((block) => (block.kind === 'table' ? { ...block, view: inner(block.view) } : block)),
      }
    case 'cashdesk':
      return { ...view, rows: inner(view.rows) }
    default:
      return view
  }
}
