import type { CallModel, ListView, TreeView } from '../../model/model.ts'
import type { WireRow } from '../fields/types.ts'
import { useFiltering } from '../lists/useFiltering.ts'
import type { Filtering } from '../lists/useFilters.ts'
import type { ListPlace } from '../lists/listState.ts'
import type { ListHandle } from '../lists/useList.ts'
import { useActions, type Actions } from './actions/useActions.ts'
import { useScope, type Scope } from './scope.tsx'
import { useButtons, type Buttons } from './useButtons.ts'

/** The record in the drawer of a list, and the functions to open another or none. */
export type Opened = readonly [number | undefined, (id: number | undefined) => void]

/** The common state of lists and trees: filters, buttons, the record in the drawer. */
export interface RowsWork {
  list: ListHandle
  filtering: Filtering
  actions: Actions
  buttons: Buttons
  opened: Opened
}

/** The part of the scope that a list needs. */
export const placeIn = (scope: Scope, { call, resource }: Pick<ListView, 'call' | 'resource'>): ListPlace => ({
  call: scope.part.calls[call],
  further: scope.part.resources[resource]?.further ?? [],
  env: scope.env,
  dictionaries: scope.part.dictionaries,
  route: scope.screen.route,
  active: scope.active,
  refreshKey: scope.refreshKey,
  params: scope.params,
  setQuery: scope.setQuery,
  reads: scope.reads,
  writes: scope.writes,
  above: scope.above,
  fixed: scope.fixed,
})

/** Filters and buttons around a list. `start`: start values of new records besides the filters. */
export function useRowsWork(
  view: ListView | TreeView,
  list: ListHandle,
  opened: Opened,
  { start, fixed }: { start?: WireRow; fixed: WireRow },
): RowsWork {
  const { env, kept } = useScope()
  const { filters } = list.query
  const filtering = useFiltering({
    applied: filters,
    env,
    kept,
    // A search for the same values loads again.
    onApply: (next) => (isSameValue(next, filters) ? list.reload() : list.setFilters(next)),
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
    request: list.request,
    columns: list.columns.map(({ path }) => path),
    onDone: done,
    onBehind: list.reload,
    params: { ...start, ...filtering.titles, ...filters, ...fixed },
  })
  return { list, filtering, actions, buttons: useButtons(actions, env), opened }
}

const isSameValue = (a: WireRow, b: WireRow): boolean => JSON.stringify(a) === JSON.stringify(b)
