/** Saved views follow what was renamed: their screen, and the fields that their columns, order and filters name. */
import { fieldOfStep, stepName } from '../../../model/fields.ts'
import { addedTo, furtherColumns, type ListState } from '../../../model/listViews.ts'
import type { FieldModel, FilterModel, ListView, Model, ResourceModel } from '../../../model/model.ts'
import { withInner } from '../../../model/views.ts'
import type { DbRow, Queryable } from '../../types.ts'

/** Names as they are now, by how they were called. */
type Renamed = ReadonlyMap<string, string>

/** What was renamed in a list. */
interface RenamedList {
  columns: Renamed
  filters: Renamed
}

interface ViewRow extends DbRow {
  id: number
  screen: string
  part: string | null
  state: Partial<ListState>
}

/** Brings the saved views of screens and fields with a former name up to date with the model. */
export async function syncViews(tx: Queryable, model: Model, now: number): Promise<void> {
  const { routes, lists } = renamesOf(model)
  if (routes.size === 0 && lists.size === 0) return
  const screens = [...routes.keys(), ...new Set([...lists.keys()].map((key) => key.split(' ')[0] ?? ''))]
  const rows = await tx.query<ViewRow>(
    `select "id", "screen", "part", "state" from "savedView" where "screen" = any($1) and not "isDel" order by "id" for update`,
    [screens],
  )
  for (const row of rows) {
    const screen = routes.get(row.screen) ?? row.screen
    const list = lists.get(keyOf(screen, row.part ?? ''))
    const state = list ? follow(row.state, list) : row.state
    if (screen === row.screen && JSON.stringify(state) === JSON.stringify(row.state)) continue
    await tx.query(
      `update "savedView" set "screen" = $2, "state" = $3, "version" = "version" + 1, "updateTime" = $4 where "id" = $1`,
      [row.id, screen, state, new Date(now)],
    )
  }
}

/** What of a model saved views follow: routes with a former name, and lists in which a field has one. */
function renamesOf(model: Model): { routes: Renamed; lists: ReadonlyMap<string, RenamedList> } {
  const routes = Object.values(model.screens).flatMap(({ route, was }) =>
    was.filter((old) => old.startsWith('/')).map((old) => [old, route] as const),
  )
  return { routes: new Map(routes), lists: renamedLists(model) }
}

/** The same as plain values, to be compared. */
export function renamesIn(model: Model): unknown {
  const { routes, lists } = renamesOf(model)
  return [...routes, ...[...lists].map(([list, { columns, filters }]) => [list, [...columns], [...filters]])]
}

const keyOf = (screen: string, part: string): string => `${screen} ${part}`

/** The lists in which a field has a former name, by screen and part. */
function renamedLists(model: Model): Map<string, RenamedList> {
  const found = new Map<string, RenamedList>()
  for (const { route, view } of Object.values(model.screens))
    for (const list of withInner(view).filter((one): one is ListView => one.view === 'list')) {
      const renamed = { columns: columnsOf(model, list), filters: filtersOf(model, list) }
      if (renamed.columns.size + renamed.filters.size > 0) found.set(keyOf(route, list.key), renamed)
    }
  return found
}

function columnsOf(model: Model, { resource, columns: named }: ListView): Renamed {
  const of = model.resources[resource]
  const columns = [...named, ...addedTo({ columns: named }, of ? furtherColumns(of) : [])]
  const paths = new Set(columns.map(({ path }) => path))
  return new Map(
    columns.flatMap(({ path }) =>
      formerPaths(model, of, path.split('.'))
        .filter((old) => !paths.has(old))
        .map((old) => [old, path] as const),
    ),
  )
}

/** A filter is called as its field is, unless it has a name of its own. */
function filtersOf(model: Model, { resource, filters }: ListView): Renamed {
  const names = new Set(filters.map(({ name }) => name))
  const fieldOf = ({ name, match }: FilterModel): FieldModel | undefined =>
    'path' in match && match.path === name ? model.resources[resource]?.fields[name] : undefined
  return new Map(
    filters.flatMap((filter) =>
      (fieldOf(filter)?.was ?? []).filter((old) => !names.has(old)).map((old) => [old, filter.name] as const),
    ),
  )
}

/** How a path was called, with any of its steps by a former name. */
function formerPaths(model: Model, of: ResourceModel | undefined, [step = '', ...rest]: string[]): string[] {
  if (!of) return []
  if (rest.length === 0) return of.fields[step]?.was ?? []
  const field = fieldOfStep(of.fields, step)
  const steps = [step, ...(field?.was ?? []).map((old) => (field?.as ? stepName(old) : old))]
  const behind = [rest.join('.'), ...formerPaths(model, model.resources[field?.of ?? ''], rest)]
  return steps.flatMap((one) => behind.map((more) => `${one}.${more}`)).slice(1)
}

/** The content of a view with names as they are now. */
function follow(state: Partial<ListState>, { columns, filters }: RenamedList): Partial<ListState> {
  const { hidden = [], shown, order = [], widths = {}, sort } = state
  const column = (path: string): string => columns.get(path) ?? path
  const keys = <T>(record: Record<string, T>, renamed: Renamed): Record<string, T> =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [renamed.get(name) ?? name, value]))
  return {
    ...state,
    filters: keys(state.filters ?? {}, filters),
    ...(sort === undefined ? {} : { sort: sort.startsWith('-') ? `-${column(sort.slice(1))}` : column(sort) }),
    hidden: hidden.map(column),
    ...(shown ? { shown: shown.map(column) } : {}),
    order: order.map(column),
    widths: keys(widths, columns),
  }
}
