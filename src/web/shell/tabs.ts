/** An open tab. Its `key` distinguishes two records on the same screen. */
export interface Tab {
  key: string
  route: string
  /** Path and query of the page. */
  address: string
  /** The title the page gave itself, beside the title of the screen. */
  title?: string
  /** What tells its record from its namesakes. */
  fact?: string
}

/** The facts about a route that the tab bar needs. */
export interface TabRule {
  route: string
  pinned: boolean
  keyedBy: string[]
}

/** What stands behind the title of a tab where another has the same: its screen if theirs differ, its group if those do, else what tells the records apart, and their number where nothing does. */
export function apart(
  tab: Tab,
  tabs: readonly Tab[],
  titleOf: (tab: Tab) => string,
  screenOf: (tab: Tab) => string,
  groupOf: (tab: Tab) => string,
): string {
  const twins = tabs.filter((one) => one.key !== tab.key && titleOf(one) === titleOf(tab))
  if (twins.length === 0) return ''
  const screen = screenOf(tab)
  if (screen !== titleOf(tab) && twins.every((one) => screenOf(one) !== screen)) return screen
  const group = groupOf(tab)
  if (group && twins.every((one) => groupOf(one) !== group)) return group
  // What is not known yet has no fact: the second one is called so.
  const alike = [tab, ...twins].filter((one) => one.fact === tab.fact).length
  const place = tabs.filter((one) => titleOf(one) === titleOf(tab)).findIndex((one) => one.key === tab.key) + 1
  const number = alike > 1 && place > 1 ? String(place) : ''
  return [tab.fact, number].filter(Boolean).join(' ')
}

/** The key of an address: the route, and the parameters that make it another page. */
export function tabKey(rule: TabRule, search: string): string {
  const query = new URLSearchParams(search)
  const parts = rule.keyedBy.flatMap((name) => (query.has(name) ? [`${name}=${query.get(name)}`] : []))
  return parts.length ? `${rule.route}?${parts.join('&')}` : rule.route
}

/** The tabs after a visit: a new tab at the end or in the place of another, or the existing tab with the newest address. */
export function visited(tabs: Tab[], tab: Tab, instead?: string): Tab[] {
  const existing = tabs.find((one) => one.key === tab.key)
  const isGone = (one: Tab): boolean => one.key === instead
  if (!existing) return tabs.some(isGone) ? tabs.map((one) => (isGone(one) ? tab : one)) : [...tabs, tab]
  if (tabs.some(isGone))
    return visited(
      tabs.filter((one) => !isGone(one)),
      tab,
    )
  return existing.address === tab.address
    ? tabs
    : tabs.map((one) => (one === existing ? { ...one, address: tab.address } : one))
}

/** The tabs without the closed ones; pinned tabs always stay. */
export function closed(tabs: Tab[], keys: ReadonlySet<string>, pinned: (route: string) => boolean): Tab[] {
  return tabs.filter((tab) => !keys.has(tab.key) || pinned(tab.route))
}

/** The tab to open when the active one is closed: its right neighbour, else the last tab on its left. */
export function neighbour(before: Tab[], after: Tab[], active: string): Tab | undefined {
  const at = before.findIndex((tab) => tab.key === active)
  const left = new Set(after.map((tab) => tab.key))
  return (
    before.slice(at + 1).find((tab) => left.has(tab.key)) ??
    before.slice(0, Math.max(at, 0)).findLast((tab) => left.has(tab.key))
  )
}

/** The pages that stay mounted: the newest `limit`, and every page with unsaved input. `used` is oldest first. */
export function mountedPages(used: string[], limit: number, dirty: ReadonlySet<string>): string[] {
  const room = Math.max(limit, 1)
  return used.filter((key, at) => at >= used.length - room || dirty.has(key))
}

/** Former route → current route of a screen. */
export type Moves = ReadonlyMap<string, string>

/** An item with its current route; the same object when the route did not change. */
export function moved<T extends { key: string; route: string; address?: string }>(one: T, moves: Moves): T {
  const { route, key, address } = one
  const to = moves.get(route)
  if (to === undefined) return one
  const now = (text: string): string => to + text.slice(route.length)
  return { ...one, route: to, key: now(key), ...(address === undefined ? {} : { address: now(address) }) }
}

/** Tabs of an earlier visit that may still be opened; the home tab always comes first. */
export function restored(stored: unknown, home: Tab, mayOpen: (route: string) => boolean, moves: Moves): Tab[] {
  const tabs = (Array.isArray(stored) ? stored : []).filter(isTab).map((tab) => moved(tab, moves))
  const byKey = new Map([home, ...tabs.filter((tab) => mayOpen(tab.route))].map((tab) => [tab.key, tab]))
  return [...byKey.set(home.key, home).values()]
}

function isTab(value: unknown): value is Tab {
  const tab = value as Partial<Tab> | null
  return typeof tab?.key === 'string' && typeof tab.route === 'string' && typeof tab.address === 'string'
}
