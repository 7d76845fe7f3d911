import type { Location } from 'react-router-dom'
import type { WebCore, WebRoute } from '../../model/web.ts'
import { readValue, writeValue } from '../core/storage.ts'
import { createStore } from '../core/store.ts'
import {
  closed,
  mountedPages,
  moved,
  neighbour,
  restored,
  tabKey,
  visited,
  type Moves,
  type Tab,
  type TabRule,
} from './tabs.ts'

/** A mounted page. */
export interface Page {
  key: string
  route: string
  location: Location
  cache: boolean
  usedAt: number
}

interface TabState {
  tabs: Tab[]
  /** In the order they were first opened, so that mounting a page never moves another in the document. */
  pages: Page[]
  active: string
  dirty: ReadonlySet<string>
  refreshed: Record<string, number>
}

/** The most pages that stay mounted; pages with unsaved input stay in addition. */
const MOST_PAGES = 10

const empty: TabState = { tabs: [], pages: [], active: '', dirty: new Set(), refreshed: {} }

/** The tabs and pages of the signed-in person. */
export const tabStore = createStore<TabState>(empty)

interface Keeping {
  user: number
  pinned: ReadonlySet<string>
}
let keeping: Keeping | undefined

/** Kinds that show one record: another record is another tab. Other kinds show one page for any query. */
const RECORD_KINDS: ReadonlySet<string> = new Set(['detail', 'form', 'wizard', 'gallery', 'player'])

/** The parameters that make a new tab of this route. */
function ruleOf(route: WebRoute): TabRule {
  const named = RECORD_KINDS.has(route.view) ? route.params : route.params.filter((param) => param.required)
  return { route: route.route, pinned: route.pinned, keyedBy: named.map((param) => param.name) }
}

/** Restores the tabs this person had here; tabs of another person are dropped. */
export function openTabs(core: WebCore, user: number, mayOpen: (route: WebRoute) => boolean): void {
  const stored = readValue<{ user: number; tabs: unknown }>('tabs')
  const home: Tab = { key: core.app.home, route: core.app.home, address: core.app.home }
  const byRoute = new Map(
    core.routes.filter((route) => route.tab && mayOpen(route)).map((route) => [route.route, route]),
  )
  keeping = {
    user,
    pinned: new Set([core.app.home, ...core.routes.filter((route) => route.pinned).map((route) => route.route)]),
  }
  const tabs = restored(stored?.user === user ? stored.tabs : [], home, (route) => byRoute.has(route), movesOf(core))
  tabStore.set({ ...empty, tabs })
}

const movesOf = (core: WebCore): Moves => {
  const there = new Set(core.routes.map((one) => one.route))
  const former = core.routes.flatMap(({ route, was = [] }) => was.map((old) => [old, route] as const))
  return new Map(former.filter(([old]) => !there.has(old)))
}

/** Moves tabs and pages to the new routes of their screens after the model was replaced. */
export function followMoves(core: WebCore): void {
  const moves = movesOf(core)
  if (!tabStore.get().tabs.some((tab) => moves.has(tab.route))) return
  change((old) => ({
    ...old,
    tabs: old.tabs.map((tab) => moved(tab, moves)),
    pages: old.pages.map((page) => moved(page, moves)),
  }))
}

/** Forgets the open pages, but not the tabs stored for the next visit. */
export function leaveTabs(): void {
  keeping = undefined
  tabStore.set(empty)
}

function change(next: (old: TabState) => TabState): void {
  const before = tabStore.get()
  tabStore.set(next)
  const { tabs } = tabStore.get()
  // What tells namesakes apart may be a telephone number, which is not for the next visit.
  if (keeping && tabs !== before.tabs)
    writeValue('tabs', { user: keeping.user, tabs: tabs.map(({ fact: _fact, ...tab }) => tab) })
}

/** Whether a tab cannot be closed. */
export function isPinned(route: string): boolean {
  return keeping?.pinned.has(route) ?? false
}

/** The tab whose place the next page takes. */
let replaced: string | undefined

/** The page that is shown next takes the place of this tab. */
export function replaceTab(key: string): void {
  replaced = key
}

/** Whether the page of an address is there already, in sight or not. */
export function isOpen(route: WebRoute, search: string): boolean {
  const key = tabKey(ruleOf(route), search)
  return tabStore.get().pages.some((page) => page.key === key)
}

/** Shows the page of an address; opens its tab unless its route never has one. */
export function visit(route: WebRoute, location: Location): void {
  const key = tabKey(ruleOf(route), location.search)
  const address = location.pathname + location.search
  const before = tabStore.get()
  const gone = replaced === key || (replaced && before.dirty.has(replaced)) ? undefined : replaced
  replaced = undefined
  if (gone) closers.forEach((listener) => listener([gone]))
  change((current) => {
    const old = gone ? { ...current, pages: current.pages.filter((page) => page.key !== gone) } : current
    const existing = old.pages.find((page) => page.key === key)
    const usedAt = Math.max(0, ...old.pages.map((page) => page.usedAt)) + 1
    const page: Page = {
      key,
      route: route.route,
      cache: route.cache,
      usedAt,
      location: sameAddress(existing?.location, location),
    }
    const pages = existing ? old.pages.map((one) => (one === existing ? page : one)) : [...old.pages, page]
    const tabs =
      route.tab || isPinned(route.route) ? visited(old.tabs, { key, route: route.route, address }, gone) : old.tabs
    return trimmed({ ...old, tabs, pages, active: key })
  })
}

/** Returns the existing location when it is equal: hidden pages must not be drawn again without need. */
function sameAddress(existing: Location | undefined, now: Location): Location {
  return existing && existing.search === now.search && existing.hash === now.hash && existing.state === now.state
    ? existing
    : now
}

/** Unmounts the pages that were not used for long, and at once those that must not be kept. */
function trimmed(state: TabState): TabState {
  const keepable = state.pages.filter((page) => page.cache || page.key === state.active || state.dirty.has(page.key))
  const used = keepable.sort((a, b) => a.usedAt - b.usedAt).map((page) => page.key)
  const mounted = new Set(mountedPages(used, MOST_PAGES, state.dirty))
  return { ...state, pages: state.pages.filter((page) => mounted.has(page.key)) }
}

const closers = new Set<(keys: string[]) => void>()

/** Hears of tabs that are closed: whatever else is kept of their pages goes too. */
export function onTabsClosed(listener: (keys: string[]) => void): void {
  closers.add(listener)
}

/** The address of a screen as it stands open, with its filters; else the screen's own. */
export const openAddress = (route: string): string =>
  tabStore.get().tabs.find((tab) => tab.key === route)?.address ?? route

/** The tab of the page that was in sight before this one. */
export function tabBefore(key: string): Tab | undefined {
  const { tabs, pages } = tabStore.get()
  const usedAt = (tab: Tab): number => pages.find((page) => page.key === tab.key)?.usedAt ?? 0
  const others = tabs.filter((tab) => tab.key !== key && usedAt(tab) > 0)
  return others.reduce<Tab | undefined>((last, tab) => (last && usedAt(last) > usedAt(tab) ? last : tab), undefined)
}

/** Closes tabs with their pages. Returns the tab to open next when the visible one was closed. */
export function closeTabs(keys: string[]): Tab | undefined {
  const { tabs, active } = tabStore.get()
  const after = closed(tabs, new Set(keys), isPinned)
  const gone = new Set(keys.filter((key) => !after.some((tab) => tab.key === key)))
  closers.forEach((listener) => listener([...gone]))
  change((old) => ({
    ...old,
    tabs: after,
    pages: old.pages.filter((page) => !gone.has(page.key)),
    dirty: new Set([...old.dirty].filter((key) => !gone.has(key))),
  }))
  return gone.has(active) ? (neighbour(tabs, after, active) ?? after[0]) : undefined
}

/** Records that a page has unsaved input. */
export function setPageDirty(key: string, dirty: boolean): void {
  change((old) => {
    if (old.dirty.has(key) === dirty) return old
    const next = new Set(old.dirty)
    if (dirty) next.add(key)
    else next.delete(key)
    return { ...old, dirty: next }
  })
}

/** Sets the title of a tab from its page. */
export function setTabTitle(key: string, title: string | undefined, fact?: string): void {
  change((old) =>
    old.tabs.some((tab) => tab.key === key && (tab.title !== title || tab.fact !== fact))
      ? { ...old, tabs: old.tabs.map((tab) => (tab.key === key ? { ...tab, title, fact } : tab)) }
      : old,
  )
}

/** Asks a page to load its data again. */
export function refreshTab(key: string): void {
  change((old) => ({ ...old, refreshed: { ...old.refreshed, [key]: (old.refreshed[key] ?? 0) + 1 } }))
}
