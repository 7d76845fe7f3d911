import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { droppedText, type ListState, type SavedView } from '../../model/listViews.ts'
import type { ColumnModel, ListView } from '../../model/model.ts'
import type { Env } from '../../model/expr/evaluate.ts'
import { say } from '../core/feedback.tsx'
import { useText } from '../core/i18n.ts'
import { useCore } from '../core/model.ts'
import { useNewest } from '../core/newest.ts'
import { usePush } from '../core/push.ts'
import { windowName } from '../core/window.ts'
import { openView } from '../core/savedViews.ts'
import { useSession } from '../core/session.ts'
import { withRoots } from '../fields/bounds.ts'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import {
  addressedOf,
  addressOf,
  applied,
  choiceOf,
  furtherOf,
  inputOf,
  likeness,
  linkTo,
  plainStart,
  readable,
  requestOf,
  startOf,
  stateOf,
  type ListPlace,
  type Start,
} from './listState.ts'
import { leftRows } from './left.ts'
import { firstRows, keepRows } from './pageSize.ts'
import { inOrder, listKey, NO_PREFS, readPrefs, writePrefs, type ColumnPrefs } from './prefs.ts'
import { defaultFilters, type ListQuery, type Sort } from './query.ts'
import { useReload, useRows, type Rows } from './useRows.ts'

/** The state and functions of a list, without its drawing. */
export interface ListHandle extends Rows {
  /** What stands above it besides the frame of its page (px); undefined for a piece among others. */
  above: number | undefined
  view: ListView
  key: string
  query: ListQuery
  /** Inputs of the call without paging and figures; an export sends the same. */
  request: WireRow
  /** The filters differ from the initial ones. */
  filtered: boolean
  columns: ColumnModel[]
  /** The columns of the screen and those that were added, for the column settings. */
  choice: ColumnModel[]
  /** Columns that may still be added. */
  further: ColumnModel[]
  prefs: ColumnPrefs
  setPrefs(patch: Partial<ColumnPrefs>): void
  setFilters(filters: WireRow): void
  setTab(tab: string | number | undefined): void
  setSort(sort: Sort | undefined): void
  /** `chosen`: the person chose so many rows; none: as many as fit. */
  setPage(page: number, rows: number, chosen?: { rows: number | undefined }): void
  clear(): void
  selected: ReadonlyMap<unknown, WireRow>
  select(rows: readonly WireRow[]): void
  /** Rows that left the list when it was last loaded again. */
  left: readonly WireRow[]
  /** Requests the totals of the current query, however many rows there are. */
  addUp(): void
  /** The number of records that others changed since the rows were loaded. */
  changed: number
  views: ViewsHandle
}

/** The saved view that a list shows, and the functions around it. */
interface ViewsHandle {
  screen: string
  part: string
  /** The view the list was opened with, and whether the person has changed something since. */
  at: SavedView | undefined
  altered: boolean
  /** The list as it stands, as the content of a view. */
  state: () => ListState
  apply(view: SavedView): void
  /** The list as it is without a view. */
  leave(): void
  /** The list as it stands is what this view holds now. */
  saved(view: SavedView): void
  /** Part of the address that leads to a view; undefined for a list that takes nothing from the address. */
  link: ((saved: SavedView) => Record<string, string>) | undefined
}

/** A list of a view in its place. */
export function useList(view: ListView, place: ListPlace): ListHandle {
  const { call, env, active, refreshKey } = place
  const { user } = useSession()
  const key = listKey(user?.id, place.route, view.key)
  const { start, begin, prefs, setPrefs, setQuery, views } = useBeginning(view, place, key)
  const { query } = start
  const request = useStable(requestOf(view, place, query))
  const named = useMemo(() => choiceOf(view, env), [view, env])
  const { further: offered } = place
  const all = useMemo(() => furtherOf(view, { call, further: offered }), [view, call, offered])
  const further = useMemo(() => all.filter(({ path }) => !prefs.shown.includes(path)), [all, prefs.shown])
  const choice = useMemo(
    () => [...named, ...all.filter(({ path }) => prefs.shown.includes(path))],
    [named, all, prefs.shown],
  )
  const columns = useMemo(
    () => inOrder(choice, prefs.order).filter((column) => !prefs.hidden.includes(column.path)),
    [choice, prefs],
  )
  // The sums of a list are the same in every order.
  const asked = useStable(unsorted(request))
  const [addedUp, setAddedUp] = useState<WireRow>()
  const input = inputOf({ view, place, query, request, choice: named }, addedUp === asked)
  const whole = view.layout === 'wall'
  const rows = useRows(call?.path, input, active && start.wanted === undefined, whole)
  const [changed, clearChanged] = useChanged(view.resource, user?.employeeId, active ? undefined : rows.reload)
  const reload = useRefresh(rows.reload, refreshKey, clearChanged)
  const [chosen, setSelected] = useState<ReadonlyMap<unknown, WireRow>>(new Map())
  const left = useLeft(whole ? undefined : input, query, rows, setSelected)
  const selected = useMemo(() => renewed(chosen, rows.rows), [chosen, rows.rows])
  const defaults = useMemo(() => defaultFilters(view.filters, env), [view.filters, env])
  useLastPage(rows, query, setQuery)
  useWanted(view, place, start, begin)

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
    above: place.above,
    query,
    request,
    columns,
    choice,
    further,
    prefs,
    setPrefs,
    selected,
    left,
    changed,
    reload,
    views,
    filtered: JSON.stringify(query.filters) !== JSON.stringify(defaults),
    setFilters: useCallback((filters) => change({ filters }), [change]),
    setTab: useCallback((tab) => change({ tab }), [change]),
    setSort: useCallback((sort) => change({ sort }), [change]),
    setPage: useCallback(
      (page, size, chosen) => {
        if (chosen) {
          setPrefs({ rows: chosen.rows })
          keepRows(chosen.rows)
        }
        change({ page, rows: size })
      },
      [change, setPrefs],
    ),
    clear: useCallback(() => change({ filters: defaults }), [change, defaults]),
    addUp: useCallback(() => setAddedUp(asked), [asked]),
    select: useCallback((chosen) => setSelected(new Map(chosen.map((row) => [row.id, row]))), []),
  }
}

/** A request without its order. */
function unsorted({ sort: _sort, sortField: _field, sortOrder: _order, ...rest }: WireRow): WireRow {
  return rest
}

/** What a list begins with, and what the person makes of it: query, columns, and the saved view they come from. */
function useBeginning(view: ListView, place: ListPlace, key: string) {
  const { limits } = useCore().app
  const [start, setStart] = useState(() => startOf(view, place, firstRows(view, place.above, limits, readPrefs(key))))
  const [prefs, setPrefs, borrow] = usePrefs(key, start.of?.columns)
  const { query, of } = start
  const setQuery = useCallback(
    (next: (old: ListQuery) => ListQuery) =>
      setStart((old) => {
        const query = next(old.query)
        return query === old.query ? old : { ...old, query }
      }),
    [],
  )
  const altered = of !== undefined && likeness(stateOf(query, prefs)) !== of.as
  const begin = useCallback(
    (next: Start) => {
      setStart(next)
      borrow(next.of?.columns)
    },
    [borrow],
  )
  const link = of && !altered ? of.view.link : undefined
  useAddress(view, place, (at) => begin(startOf(view, at, query.rows)), query, link)
  useDropped(of?.dropped)
  const views: ViewsHandle = {
    screen: place.route,
    part: view.key,
    at: of?.view,
    altered,
    state: () => stateOf(query, prefs),
    apply: (saved) => begin(applied(view, place, query.rows, saved)),
    leave: () => begin({ query: plainStart(view, place, query.rows) }),
    saved: (saved) =>
      begin({ query, of: { view: saved, as: likeness(stateOf(query, prefs)), columns: prefs, dropped: [] } }),
    link: place.setQuery || place.reads ? ({ link }) => linkTo(view, place.params, link) : undefined,
  }
  return { start, begin, prefs, setPrefs, setQuery, views }
}

/** What of a view the list does not have any more is said once. */
function useDropped(dropped: NonNullable<Start['of']>['dropped'] | undefined): void {
  const text = useText()
  const sentence = dropped?.length ? text(droppedText(dropped)) : undefined
  useEffect(() => {
    if (sentence) say.warn(sentence, 6)
  }, [dropped, sentence])
}

/** Asks for the view that a link leads to; the list waits for it. */
function useWanted(view: ListView, place: ListPlace, { wanted, query }: Start, begin: (next: Start) => void): void {
  const t = useT()
  const newest = useNewest({ view, place, query, t })
  const { active } = place
  useEffect(() => {
    if (wanted === undefined || !active) return
    let left = false
    void openView(wanted).then((found) => {
      if (left) return
      const { view, place, query, t } = newest.current
      const here = found && found.screen === place.route && found.part === view.key
      if (found && !here) say.warn(t('viewElsewhere', { name: found.name }))
      begin(here ? applied(view, place, query.rows, found, query.page) : { query })
    })
    return () => {
      left = true
    }
  }, [wanted, active, newest, begin])
}

/** Returns the same object while its content is equal. */
function useStable(value: WireRow): WireRow {
  const text = JSON.stringify(value)
  return useMemo(() => JSON.parse(text) as WireRow, [text])
}

/** The columns of a person, kept in this browser; those of a view are borrowed and leave them alone. */
function usePrefs(key: string, ofView: ColumnPrefs | undefined) {
  const [at, setAt] = useState(() => ({ prefs: ofView ?? readPrefs(key), borrowed: ofView !== undefined }))
  const patch = useCallback(
    (change: Partial<ColumnPrefs>) => {
      setAt((old) => {
        const { prefs, borrowed } = old
        const next = { ...prefs, ...change }
        if (Object.keys(change).every((name) => next[name as keyof ColumnPrefs] === prefs[name as keyof ColumnPrefs]))
          return old
        if (!borrowed) writePrefs(key, next)
        else if ('rows' in change) writePrefs(key, { ...readPrefs(key), rows: change.rows })
        return { prefs: next, borrowed }
      })
    },
    [key],
  )
  const borrow = useCallback(
    (columns: ColumnPrefs | undefined) =>
      setAt({ prefs: columns ? { ...NO_PREFS, ...columns } : readPrefs(key), borrowed: columns !== undefined }),
    [key],
  )
  return [at.prefs, patch, borrow] as const
}

/** The query of a list, in step with the address. `link`: that of the view it shows unchanged. */
function useAddress(
  view: ListView,
  place: ListPlace,
  begin: (place: ListPlace) => void,
  query: ListQuery,
  link: string | undefined,
): void {
  const keep = place.setQuery ?? place.writes
  const shown = place.setQuery !== undefined || place.reads === true
  const addressed = shown ? addressedOf(view, readable(view, place)) : undefined
  const newest = useNewest({ keep, env: place.env, params: place.params, place, begin, addressed })
  const first = useRef(true)
  // The address as this list itself wrote it, and as it stood before.
  const own = useRef(addressed)
  const before = useRef<string>(undefined)
  useEffect(() => {
    if (first.current && link === undefined) {
      first.current = false
      return
    }
    first.current = false
    const { keep, env, params, addressed } = newest.current
    if (!shown) return
    // A tab that comes into sight by a link shows what the link says, by a press what it showed before.
    if (own.current === undefined && addressed !== addressedOf(view, {})) return
    const patch = addressOf(view, query, defaultFilters(view.filters, env), link)
    before.current = addressed
    own.current = addressedOf(view, { ...params, ...patch })
    keep?.(patch)
  }, [view, query, link, newest, shown])
  // A link changed the address while the list was open: the list uses the new address.
  useEffect(() => {
    if (addressed === undefined) own.current = undefined
    if (addressed === before.current && addressed !== own.current) return
    before.current = undefined
    if (addressed === own.current) return
    own.current = addressed
    newest.current.begin(newest.current.place)
  }, [addressed, view, newest])
}

/** Chosen rows with their newest values; rows of other pages keep their old values. */
function renewed(old: ReadonlyMap<unknown, WireRow>, rows: readonly WireRow[]): ReadonlyMap<unknown, WireRow> {
  if (old.size === 0) return old
  const next = new Map(old)
  for (const row of rows) if (next.has(row.id)) next.set(row.id, row)
  return next
}

/** What has left the list is not chosen any more. `input`: what the rows were asked for with; none: nothing is known. */
function useLeft(
  input: WireRow | undefined,
  { page, rows: size }: ListQuery,
  { rows, state, total, more }: Rows,
  select: (change: (old: ReadonlyMap<unknown, WireRow>) => ReadonlyMap<unknown, WireRow>) => void,
): readonly WireRow[] {
  const [gone, setGone] = useState<readonly WireRow[]>([])
  const asked = input && JSON.stringify(input)
  const before = useRef({ asked, rows })
  useEffect(() => {
    if (state !== 'ready' || before.current.rows === rows) return
    const { asked: old, rows: shown } = before.current
    before.current = { asked, rows }
    if (asked === undefined || old !== asked) return
    const left = leftRows(shown, rows, { first: page === 1, last: !more && page * size >= total })
    if (left.length === 0) return
    setGone(left)
    select((chosen) => without(chosen, left))
  }, [asked, page, size, rows, state, total, more, select])
  return gone
}

/** Chosen rows without some; the same object when none of those was chosen. */
function without(chosen: ReadonlyMap<unknown, WireRow>, rows: readonly WireRow[]): ReadonlyMap<unknown, WireRow> {
  if (!rows.some((row) => chosen.has(row.id))) return chosen
  const next = new Map(chosen)
  for (const row of rows) next.delete(row.id)
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

/**
 * Counts records that were changed elsewhere, by somebody else or in another window, until the list is loaded again.
 * `ofHere`: loads a list again that is out of sight, for what was changed meanwhile on another page of this window.
 */
function useChanged(resource: string, me: number | undefined, ofHere: (() => void) | undefined): [number, () => void] {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  usePush('/api/push/change', (data) => {
    const here = data.from === undefined ? data.by === me : data.from === windowName
    if (data.resource !== resource) return
    if (here) return ofHere?.()
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
