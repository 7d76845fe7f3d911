import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { dictionaryOf } from '../../model/fields.ts'
import type { CallModel, ColumnModel, FilterModel, ListView } from '../../model/model.ts'
import type { Env } from '../../model/expr/evaluate.ts'
import { holds } from '../../model/expr/evaluate.ts'
import { isEmpty } from '../../model/validate/index.ts'
import type { WebPart } from '../../model/web.ts'
import { useCore } from '../core/model.ts'
import { usePush } from '../core/push.ts'
import { useSession } from '../core/session.ts'
import { boundValues, withRoots } from '../fields/bounds.ts'
import type { WireRow } from '../fields/types.ts'
import { inOrder, listKey, readPrefs, writePrefs, type ColumnPrefs } from './prefs.ts'
import {
  defaultFilters,
  fromAddress,
  parseSort,
  sortText,
  toAddress,
  totalsOf,
  wireFilters,
  type ListQuery,
  type Sort,
} from './query.ts'
import { useReload, useRows, type Rows } from './useRows.ts'

/** The context of a list. */
export interface ListPlace {
  /** The call that answers the rows. */
  call: CallModel | undefined
  /** The rows form a tree: the whole tree is requested, not a page. */
  tree?: boolean
  env: Env
  route: string
  active: boolean
  refreshKey: number
  /** The query of the page: the screen's own list keeps its view state there. */
  params: Record<string, string>
  /** Stores view state in the address; absent for lists inside other views. */
  setQuery?: (patch: Record<string, string | undefined>) => void
  /** A tab of the screen's own list: its filters come from the address, and it writes nothing there. */
  reads?: boolean
  /** Fixed inputs from the surroundings: the chosen row of a left list, filters of a report. */
  fixed: WireRow
  /** The tab it opens with, where the list has no tab for all rows. */
  firstTab?: string | number
}

/** The state and functions of a list, without its drawing. */
export interface ListHandle extends Rows {
  view: ListView
  key: string
  query: ListQuery
  /** Inputs of the call without paging and figures; an export sends the same. */
  request: WireRow
  /** The filters differ from the initial ones. */
  filtered: boolean
  columns: ColumnModel[]
  /** All columns that may be shown, for the column settings. */
  choice: ColumnModel[]
  prefs: ColumnPrefs
  setPrefs(patch: Partial<ColumnPrefs>): void
  setFilters(filters: WireRow): void
  setTab(tab: string | number | undefined): void
  setSort(sort: Sort | undefined): void
  setPage(page: number, rows: number): void
  clear(): void
  selected: ReadonlyMap<unknown, WireRow>
  select(rows: readonly WireRow[]): void
  /** Requests the totals of the current query, however many rows there are. */
  addUp(): void
  /** The number of records that others changed since the rows were loaded. */
  changed: number
}

/** A list of a view in its place. */
export function useList(view: ListView, place: ListPlace): ListHandle {
  const { call, env, active, refreshKey } = place
  const { user } = useSession()
  const key = listKey(user?.id, place.route, view.key)
  const [prefs, setPrefs] = usePrefs(key)
  const [query, setQuery] = useQuery(view, place, prefs.rows)
  const request = useStable(requestOf(view, place, query))
  const choice = useMemo(() => choiceOf(view, env), [view, env])
  const columns = useMemo(
    () => inOrder(choice, prefs.order).filter((column) => !prefs.hidden.includes(column.path)),
    [choice, prefs],
  )
  const [addedUp, setAddedUp] = useState<WireRow>()
  const rows = useRows(call?.path, inputOf({ view, place, query, request, choice }, addedUp === request), active)
  const [changed, clearChanged] = useChanged(view.resource, user?.employeeId)
  const reload = useRefresh(rows.reload, refreshKey, clearChanged)
  const [chosen, setSelected] = useState<ReadonlyMap<unknown, WireRow>>(new Map())
  const selected = useMemo(() => renewed(chosen, rows.rows), [chosen, rows.rows])
  const defaults = useMemo(() => defaultFilters(view.filters, env), [view.filters, env])
  useLastPage(rows, query, setQuery)

  const change = useCallback(
    (patch: Partial<ListQuery>) => {
      if (!('page' in patch)) setSelected(new Map())
      setQuery((old) => ({ ...old, page: 1, ...patch }))
    },
    [setQuery],
  )
  return {
    ...rows,
    view,
    key,
    query,
    request,
    columns,
    choice,
    prefs,
    setPrefs,
    selected,
    changed,
    reload,
    filtered: JSON.stringify(query.filters) !== JSON.stringify(defaults),
    setFilters: useCallback((filters) => change({ filters }), [change]),
    setTab: useCallback((tab) => change({ tab }), [change]),
    setSort: useCallback((sort) => change({ sort }), [change]),
    setPage: useCallback(
      (page, size) => {
        setPrefs({ rows: size })
        change({ page, rows: size })
      },
      [change, setPrefs],
    ),
    clear: useCallback(() => change({ filters: defaults }), [change, defaults]),
    addUp: useCallback(() => setAddedUp(request), [request]),
    select: useCallback((chosen) => setSelected(new Map(chosen.map((row) => [row.id, row]))), []),
  }
}

/** The inputs of the list's call, without figures and paging. */
function requestOf(view: ListView, { call, env, fixed }: ListPlace, query: ListQuery): WireRow {
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
const choiceOf = (view: ListView, env: Env): ColumnModel[] =>
  view.columns.filter((column) => !column.show || holds(column.show, env))

/** The parts of the input of a list. */
interface RequestParts {
  view: ListView
  place: ListPlace
  query: ListQuery
  request: WireRow
  choice: readonly ColumnModel[]
}

function inputOf(
  { view, place: { call, tree = false }, query, request, choice }: RequestParts,
  addedUp = false,
): WireRow {
  return { ...request, ...figuresOf(view, choice, call, addedUp), ...pageOf(query, tree, call) }
}

/** The first input of a list, for loading it ahead. `rows`: the page size where the person chose none. */
export function firstInput(view: ListView, place: ListPlace, key: string, rows: number): WireRow {
  const query = startOf(view, place, readPrefs(key).rows ?? rows)
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
  return dictionaryOf(dictionaries, view.tabs.by.control)?.values.find((one) => !one.retired)?.value
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

/** Returns the same object while its content is equal. */
function useStable(value: WireRow): WireRow {
  const text = JSON.stringify(value)
  return useMemo(() => JSON.parse(text) as WireRow, [text])
}

function usePrefs(key: string): [ColumnPrefs, (patch: Partial<ColumnPrefs>) => void] {
  const [prefs, setPrefs] = useState(() => readPrefs(key))
  const patch = useCallback(
    (change: Partial<ColumnPrefs>) => {
      setPrefs((old) => {
        const next = { ...old, ...change }
        if (Object.keys(change).every((name) => next[name as keyof ColumnPrefs] === old[name as keyof ColumnPrefs]))
          return old
        writePrefs(key, next)
        return next
      })
    },
    [key],
  )
  return [prefs, patch]
}

/** Names in the address beside those of filters. */
const TAB = 'tab'
const PAGE = 'page'
const SORT = 'sort'

function useQuery(view: ListView, place: ListPlace, storedRows: number | undefined) {
  const { page: usual } = useCore().app.limits
  const [query, setQuery] = useState((): ListQuery => startOf(view, place, storedRows ?? usual))
  const { setQuery: keep } = place
  const newest = useRef({ keep, env: place.env, params: place.params, place })
  useEffect(() => {
    newest.current = { keep, env: place.env, params: place.params, place }
  })
  const first = useRef(true)
  const addressed = place.setQuery || place.reads ? addressedOf(view, readable(view, place)) : ''
  // The address as this list itself wrote it.
  const own = useRef(addressed)
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    const { keep, env, params } = newest.current
    const patch = addressOf(view, query, defaultFilters(view.filters, env))
    own.current = addressedOf(view, { ...params, ...patch })
    keep?.(patch)
  }, [view, query])
  // A link changed the address while the list was open: the list uses the new address.
  useEffect(() => {
    if (addressed === own.current) return
    own.current = addressed
    setQuery((old) => startOf(view, newest.current.place, old.rows))
  }, [addressed, view])
  return [query, setQuery] as const
}

/** The part of the address that belongs to a list, as one text. */
function addressedOf(view: ListView, params: Record<string, string | undefined>): string {
  return JSON.stringify(
    [...view.filters.map((filter) => filter.name), TAB, PAGE, SORT].map((name) => params[name] ?? null),
  )
}

/** What a list takes from the address: all that is its own, as a tab only filters. */
function readable(view: ListView, { setQuery, reads, params }: ListPlace): Record<string, string> {
  if (setQuery) return params
  const names = new Set(reads ? view.filters.map((filter) => filter.name) : [])
  return Object.fromEntries(Object.entries(params).filter(([name]) => names.has(name)))
}

/** The query from the address, else the initial one. A page parameter with the name of a filter sets the filter. */
function startOf(view: ListView, place: ListPlace, rows: number): ListQuery {
  const addressed = readable(view, place)
  const filters = defaultFilters(view.filters, place.env)
  for (const filter of view.filters) {
    const value = fromAddress(filter, addressed[filter.name])
    if (!isEmpty(value)) filters[filter.name] = value
  }
  const tab =
    view.tabs?.kind === 'filter'
      ? fromAddress({ ...view.tabs.by, many: false, range: false }, addressed[TAB])
      : undefined
  return {
    filters,
    rows,
    tab: (tab ?? place.firstTab) as string | number | undefined,
    sort: parseSort(addressed[SORT]),
    page: Number(addressed[PAGE]) || 1,
  }
}

function addressOf(view: ListView, query: ListQuery, defaults: WireRow): Record<string, string | undefined> {
  const filters = view.filters.map((filter: FilterModel) => {
    const value = query.filters[filter.name]
    const same = JSON.stringify(value) === JSON.stringify(defaults[filter.name])
    return [filter.name, same ? undefined : toAddress(value)]
  })
  return {
    ...(Object.fromEntries(filters) as Record<string, string | undefined>),
    [TAB]: toAddress(query.tab),
    [SORT]: sortText(query.sort),
    [PAGE]: query.page > 1 ? String(query.page) : undefined,
  }
}

/** Chosen rows with their newest values; rows of other pages keep their old values. */
function renewed(old: ReadonlyMap<unknown, WireRow>, rows: readonly WireRow[]): ReadonlyMap<unknown, WireRow> {
  if (old.size === 0) return old
  const next = new Map(old)
  for (const row of rows) if (next.has(row.id)) next.set(row.id, row)
  return next
}

/** When the last page becomes empty, shows the page before it. */
function useLastPage(rows: Rows, query: ListQuery, setQuery: (change: (old: ListQuery) => ListQuery) => void): void {
  const { state, total } = rows
  const last = Math.max(Math.ceil(total / query.rows), 1)
  useEffect(() => {
    if (state === 'ready' && query.page > last) setQuery((old) => ({ ...old, page: last }))
  }, [state, query.page, last, setQuery])
}

/** Counts records that somebody else changed, until the list is loaded again. */
function useChanged(resource: string, me: number | undefined): [number, () => void] {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  usePush('/api/push/change', (data) => {
    if (data.resource === resource && data.by !== me)
      setIds((old) => (old.has(data.id) ? old : new Set([...old, data.id])))
  })
  return [ids.size, useCallback(() => setIds((old) => (old.size > 0 ? new Set() : old)), [])]
}

function useRefresh(fetch: () => void, refreshKey: number, clearChanged: () => void): () => void {
  const reload = useCallback(() => {
    clearChanged()
    fetch()
  }, [fetch, clearChanged])
  useReload(reload, refreshKey)
  return reload
}

/** Roots of expressions about a row of a list. */
export const rowEnv = (env: Env, row: WireRow): Env => withRoots(env, { row })
