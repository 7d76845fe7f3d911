/** The columns that can be sorted: known once the indexes of all resources are. */
import type { ColumnModel, ResourceModel, View } from '../../src/model/model.ts'
import { mapInner } from '../../src/model/views.ts'
import { sortable } from './indexes.ts'

/** Columns with an index of their resource that supports sorting. */
export function sorted(
  columns: ColumnModel[],
  r: ResourceModel,
  resources: Record<string, ResourceModel>,
): ColumnModel[] {
  const sorts = columns.map(({ path }) => sortable(resources, r, path))
  return columns.some((col, i) => col.sort !== sorts[i])
    ? columns.map((col, i) => ({ ...col, sort: sorts[i] as boolean }))
    : columns
}

/** A view and its inner views, with the sorts of their columns. */
export function withSorts<V extends View>(view: V, resources: Record<string, ResourceModel>): V {
  const made = mapInner(view, (inner) => withSorts(inner, resources))
  return 'columns' in made ? { ...made, columns: sorted(made.columns, resources[made.resource]!, resources) } : made
}
