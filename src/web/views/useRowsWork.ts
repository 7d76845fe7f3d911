import type { CallModel, ListView, TreeView } from '../../model/model.ts'
import type { WireRow } from '../fields/types.ts'
import { useFiltering } from '../lists/useFiltering.ts'
import type { Filtering } from '../lists/useFilters.ts'
import type { ListHandle, ListPlace } from '../lists/useList.ts'
import { useActions, type Actions } from './actions/useActions.ts'
import { useScope, type Scope } from './scope.tsx'
import { useButtons, type Buttons } from './useButtons.ts'

/** The record in the drawer of a list, and how to open another or none. */
export type Opened = readonly [number | undefined, (id: number | undefined) => void]

/** What lists and trees have around their rows: filters, buttons, the record in the drawer. */
export interface RowsWork {
  list: ListHandle
  filtering: Filtering
  actions: Actions
  buttons: Buttons
  opened: Opened
}

/** What a list needs of the scope it stands in. */
export const placeIn = (scope: Scope, call: string): ListPlace => ({
  call: scope.part.calls[call],
  env: scope.env,
  route: scope.screen.route,
  active: scope.active,
  refreshKey: scope.refreshKey,
  params: scope.params,
  setQuery: scope.setQuery,
  given: scope.given,
})

/** Filters and buttons around a list. `start`: what new records begin with besides the filters. */
export function useRowsWork(
  view: ListView | TreeView,
  list: ListHandle,
  opened: Opened,
  { start, given }: { start?: WireRow; given: WireRow },
): RowsWork {
  const { env } = useScope()
  const { filters } = list.query
  const filtering = useFiltering({
    applied: filters,
    env,
    // Searching for the same again asks again.
    onApply: (next) => (same(next, filters) ? list.reload() : list.setFilters(next)),
    onClear: list.clear,
  })
  const done = (rows: readonly WireRow[], call: CallModel) => {
    if (rows.length > 1 || call.kind === 'del') list.select([])
    if (call.kind === 'del') opened[1](undefined)
    list.reload()
  }
  const actions = useActions({
    actions: view.actions,
    resource: view.resource,
    asked: list.asked,
    onDone: done,
    params: { ...start, ...filtering.titles, ...filters, ...given },
  })
  return { list, filtering, actions, buttons: useButtons(actions, env), opened }
}

const same = (a: WireRow, b: WireRow): boolean => JSON.stringify(a) === JSON.stringify(b)
