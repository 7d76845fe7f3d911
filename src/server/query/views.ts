/** What the screens of a product show of a resource: its columns and orders, wherever a view stands. */
import type { ColumnModel, Model, View } from '../../model/model.ts'
import { withInner } from '../../model/views.ts'
import type { Table } from './table.ts'

/** The columns of a resource on all screens, its usual ones first, and the orders its lists are shown in. */
export function shownOf(model: Model, table: Table): { columns: ColumnModel[]; sorts: string[] } {
  const { columns, sort } = table.resource
  const views = viewsAbout(model, table.name)
  return {
    columns: [...columns, ...views.flatMap((view) => view.columns)],
    sorts: [...sort, ...views.flatMap((view) => (view.view === 'list' ? view.sort : []))],
  }
}

type Rows = Extract<View, { view: 'list' | 'tree' }>

const cache = new WeakMap<Model, Map<string, Rows[]>>()

function viewsAbout(model: Model, resource: string): Rows[] {
  let byResource = cache.get(model)
  if (!byResource) cache.set(model, (byResource = index(model)))
  return byResource.get(resource) ?? []
}

function index(model: Model): Map<string, Rows[]> {
  const found = new Map<string, Rows[]>()
  for (const view of allViews(model)) {
    if (view.view === 'list' || view.view === 'tree')
      found.set(view.resource, [...(found.get(view.resource) ?? []), view])
  }
  return found
}

/** Every view of every screen, also those inside others. */
export function allViews(model: Model): View[] {
  return Object.values(model.screens).flatMap((screen) => withInner(screen.view))
}
