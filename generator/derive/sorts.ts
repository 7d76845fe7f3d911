/** The columns that can be sorted: known once the indexes of all resources are. */
import type { ColumnModel, ResourceModel, View } from '../../src/model/model.ts'
import { mapInner } from '../../src/model/views.ts'
import { sortable } from './indexes.ts'

/** Columns with an index of their resource that supports sorting. */
export function sorted(columns: ColumnModel[], r: ResourceModel): ColumnModel[] {
  return columns.some((col) => col.sort !== sortable(r, col.path))
    ? columns.map((col) => ({ ...col, sort: sortable(r, col.path) }))
    : columns
}

/** A view and its inner views, with the sorts of their columns. */
export function withSorts<V extends View>(view: V, resources: Record<string, ResourceModel>): V {
  const made = mapInner(view, (inner) => withSorts(inner, resources))
  return 'columns' in made ? { ...made, columns: sorted(made.columns, resources[made.resource]!) } : made
}
