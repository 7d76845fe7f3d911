/** How a list begins and what it asks, without React: its query from the address, a saved view or its defaults. */
import { dictionaryOf, valuesOf } from '../../model/fields.ts'
import { addedTo, fitted, type ListState, type SavedView } from '../../model/listViews.ts'
import type { CallModel, ColumnModel, FilterModel, ListView, Text } from '../../model/model.ts'
import type { Env } from '../../model/expr/evaluate.ts'
import { holds } from '../../model/expr/evaluate.ts'
import { ADDRESS } from '../../model/reserved.ts'
import { isEmpty } from '../../model/validate/index.ts'
import type { WebCore, WebPart } from '../../model/web.ts'
import { isOf, savedViews } from '../core/savedViews.ts'
import { boundValues } from '../fields/bounds.ts'
import type { WireRow } from '../fields/types.ts'
import { firstRows } from './pageSize.ts'
import { readPrefs, type ColumnPrefs } from './prefs.ts'
import {
  defaultFilters,
  fromAddress,
  parseSort,
  sortText,
  toAddress,
  totalsOf,
  wireFilters,
  type ListQuery,
} from './query.ts'

/** The context of a list. */
export interface ListPlace {
  /** The call that answers the rows. */
  call: CallModel | undefined
  /** The rows form a tree: the whole tree is requested, not a page. */
  tree?: boolean
  env: Env
  dictionaries: WebPart['dictionaries']
  route: string
  active: boolean
  refreshKey: number
  /** The query of the page: the screen's own list keeps its view state there. */
  params: Record<string, string>
  /** Stores view state in the address; absent for lists inside other views. */
  setQuery?: (patch: Record<string, string | undefined>) => void
  /** A tab of the screen's own list, in sight: its part of the address says how it stands. */
  reads?: boolean
  /** Keeps that part. */
  writes?: ListPlace['setQuery']
  /** What stands above it besides the frame of its page (px); absent for a piece among others, which has few rows. */
  above: number | undefined
  /** Fixed inputs from the surroundings: the chosen row of a left list, filters of a report. */
  fixed: WireRow
  /** Columns that a person may add. */
  further: readonly ColumnModel[]
  /** The tab it opens with, where the list has no tab for all rows. */
  firstTab?: string | number
}

/** The inputs of the list's call, without figures and paging. */
export function requestOf(view: ListView, { call, env, fixed }: ListPlace, query: ListQuery): WireRow {
  return {
    ...boundValues(view.with, env),
    ...fixed,
    ...wireFilters(view.filters, query.filters),
    ...(view.tabs?.kind === 'filter' && query.tab !== undefined
      ? { [view.tabs.by.wire[0] ?? view.tabs.filter]: query.tab }
      : {}),
    ...(query.sort
      ? { sortField: query.sort.field, sortOrder: query.sort.down ? 'desc' : 'asc' }
      : usualSort(view, call)),
  }
}

/** Columns that may be shown here. */
export const choiceOf = (view: ListView, env: Env): ColumnModel[] =>
  view.columns.filter((column) => !column.show || holds(column.show, env))

/** The parts of the input of a list. */
interface RequestParts {
  view: ListView
  place: ListPlace
  query: ListQuery
  request: WireRow
  choice: readonly ColumnModel[]
}

/** Columns that a person may add here: what rows of hand-written calls hold is only known of the named ones. */
export const furtherOf = (view: ListView, { call, further }: Pick<ListPlace, 'call' | 'further'>): ColumnModel[] =>
  isOfEngine(call) ? addedTo(view, further) : []

/** The whole input of a list's call. `addedUp`: totals of long lists too. */
export function inputOf(
  { view, place: { call, tree = false }, query, request, choice }: RequestParts,
  addedUp = false,
): WireRow {
  return { ...request, ...figuresOf(view, choice, call, addedUp), ...pageOf(query, tree, call) }
}

/** The first input of a list, for loading it ahead; nothing while its view is not known. */
export function firstInput(
  view: ListView,
  place: ListPlace,
  key: string,
  limits: WebCore['app']['limits'],
): WireRow | undefined {
  const { query, wanted } = startOf(view, place, firstRows(view, place.above, limits, readPrefs(key)))
  if (wanted !== undefined) return undefined
  const input = inputOf({
    view,
    place,
    query,
    request: requestOf(view, place, query),
    choice: choiceOf(view, place.env),
  })
  // Values that JSON cannot carry are dropped, so that the input equals the one the list sends.
  return JSON.parse(JSON.stringify(input)) as WireRow
}

/** Where there is no tab for all, the list opens on the one its filter starts with, else on the first. */
export function firstTab(view: ListView, dictionaries: WebPart['dictionaries']): string | number | undefined {
  if (view.tabs?.kind !== 'filter' || view.tabs.all) return undefined
  const { default: start } = view.tabs.by
  if (start && 'value' in start && !isEmpty(start.value)) return start.value as string | number
  return valuesOf(dictionaries, view.tabs.by.control).find((one) => !one.retired)?.value
}

/** The order of the view; a hand-written call has its own. */
const usualSort = (view: ListView, call: CallModel | undefined): { sort?: string[] } =>
  view.sort.length > 0 && isOfEngine(call) ? { sort: view.sort } : {}

/** Calls of the engine answer figures beside their rows and support trees; hand-written ones answer rows only. */
const isOfEngine = (call: CallModel | undefined): boolean => call?.kind === 'query' || call?.kind === 'list'

/** Requests the counts of the tabs and the totals of the columns. `addedUp`: totals of long lists too. */
function figuresOf(
  view: ListView,
  columns: readonly ColumnModel[],
  call: CallModel | undefined,
  addedUp: boolean,
): WireRow {
  if (!isOfEngine(call)) return {}
  const totals = totalsOf(columns)
  return {
    ...(view.tabs?.kind === 'filter' && view.tabs.counts ? { counts: view.tabs.filter } : {}),
    ...(totals ? { totals, ...(addedUp ? {} : { quick: 1 }) } : {}),
  }
}

function pageOf(query: ListQuery, tree: boolean, call: CallModel | undefined): WireRow {
  if (!tree) return { pageNO: query.page, pageRows: query.rows }
  return isOfEngine(call) ? { tree: 1 } : {}
}

/** Names in the address beside those of filters. */
const { tab: TAB, page: PAGE, sort: SORT, view: VIEW } = ADDRESS

/** A list as it begins. */
export interface Start {
  query: ListQuery
  /** The view it begins with. */
  of?: Applied
  /** The link of a view that has to be asked for. */
  wanted?: string
}

/** A view as a list took it over. */
interface Applied {
  view: SavedView
  /** The list right after that, to see whether the person changed anything since. */
  as: string
  columns: ColumnPrefs
  /** What the list does not have any more. */
  dropped: Text[]
}

/** The part of the address that belongs to a list, as one text. */
export function addressedOf(view: ListView, params: Record<string, string | undefined>): string {
  return JSON.stringify(namesIn(view).map((name) => params[name] ?? null))
}

/** The parameters of a page that shows a view of its list. */
export function linkTo(view: ListView, params: Record<string, string>, link: string): Record<string, string> {
  const own = new Set([...view.filters.map((filter) => filter.name), TAB, PAGE, SORT])
  return { ...Object.fromEntries(Object.entries(params).filter(([name]) => !own.has(name))), [VIEW]: link }
}

/** Names in the address that are those of a list. */
export const namesIn = (view: ListView): string[] => [
  ...view.filters.map((filter) => filter.name),
  TAB,
  PAGE,
  SORT,
  VIEW,
]

/** What a list takes from the address. */
export function readable(view: ListView, { setQuery, reads, params }: ListPlace): Record<string, string> {
  if (setQuery) return params
  const names = new Set(reads ? namesIn(view) : [])
  return Object.fromEntries(Object.entries(params).filter(([name]) => names.has(name)))
}

/** A list as the address says; where it says nothing of the rows, by the view it names or the usual one. */
export function startOf(view: ListView, place: ListPlace, rows: number): Start {
  const addressed = readable(view, place)
  const query = plainStart(view, place, rows, addressed)
  if ([...view.filters.map((filter) => filter.name), TAB, SORT].some((name) => !isEmpty(addressed[name])))
    return { query }
  const link = addressed[VIEW]
  const views = savedViews()
  const linked = link ? views.find((one) => one.link === link) : undefined
  if (link && !linked) return { query, wanted: link }
  const isHere = (one: SavedView): boolean => isOf(one, place.route, view.key)
  const found = linked && isHere(linked) ? linked : views.find((one) => one.usual && isHere(one))
  return found ? applied(view, place, rows, found, query.page) : { query }
}

/** A list as a view wants it. */
export function applied(view: ListView, place: ListPlace, rows: number, saved: SavedView, page = 1): Start {
  const { state, dropped } = fitted(
    { view, further: furtherOf(view, place) },
    saved.state,
    place.dictionaries,
    place.env.zone,
  )
  const { tab, filters, sort, hidden, shown, order, widths, density } = state
  const query = { filters, rows, tab: tab ?? place.firstTab, sort: parseSort(sort), page }
  const columns = { hidden, shown, order, widths, density }
  return { query, of: { view: saved, as: likeness(stateOf(query, columns)), columns, dropped } }
}

/** A link may be older than the words it names: what a dictionary does not have the server would refuse, tab and all. */
function isOffered({ control }: FilterModel, value: unknown, dictionaries: WebPart['dictionaries']): boolean {
  const words = dictionaryOf(dictionaries, control)?.values
  return !words || [value].flat().every((one) => isEmpty(one) || words.some((word) => word.value === one))
}

/** The initial query of a list. A page parameter with the name of a filter sets the filter. */
export function plainStart(
  view: ListView,
  place: ListPlace,
  rows: number,
  addressed: Record<string, string> = {},
): ListQuery {
  const filters = defaultFilters(view.filters, place.env)
  const addressedAs = (filter: FilterModel, name: string): unknown => {
    const value = fromAddress(filter, addressed[name], place.env.zone)
    return isOffered(filter, value, place.dictionaries) ? value : undefined
  }
  for (const filter of view.filters) {
    const value = addressedAs(filter, filter.name)
    if (!isEmpty(value)) filters[filter.name] = value
  }
  const tab =
    view.tabs?.kind === 'filter' ? addressedAs({ ...view.tabs.by, many: false, range: false }, TAB) : undefined
  return {
    filters,
    rows,
    tab: (tab ?? place.firstTab) as string | number | undefined,
    sort: parseSort(addressed[SORT]),
    page: Number(addressed[PAGE]) || 1,
  }
}

/** The content of a view, from a list as it stands. */
export function stateOf(query: ListQuery, { hidden, shown, order, widths, density }: ColumnPrefs): ListState {
  return {
    ...(query.tab === undefined ? {} : { tab: query.tab }),
    ...(query.sort ? { sort: sortText(query.sort) } : {}),
    filters: query.filters,
    hidden,
    shown,
    order,
    widths,
    density,
  }
}

/** Equal for contents that show the same. */
export function likeness({ filters, hidden, shown, order, widths, density, tab, sort }: ListState): string {
  const sorted = (record: Record<string, unknown>) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([
    tab,
    sort,
    sorted(filters),
    [...hidden].sort(),
    [...shown].sort(),
    order,
    sorted(widths),
    density,
  ])
}

/** The address of a list. `link`: that of the view it shows unchanged, which says all the rest. */
export function addressOf(
  view: ListView,
  query: ListQuery,
  defaults: WireRow,
  link: string | undefined,
): Record<string, string | undefined> {
  const filters = view.filters.map((filter: FilterModel) => {
    const value = query.filters[filter.name]
    const same = link !== undefined || JSON.stringify(value) === JSON.stringify(defaults[filter.name])
    return [filter.name, same ? undefined : toAddress(value)]
  })
  return {
    ...(Object.fromEntries(filters) as Record<string, string | undefined>),
    [TAB]: link === undefined ? toAddress(query.tab) : undefined,
    [SORT]: link === undefined ? sortText(query.sort) : undefined,
    [PAGE]: query.page > 1 ? String(query.page) : undefined,
    [VIEW]: link,
  }
}
