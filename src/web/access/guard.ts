import type { UserInfo, WebCore, WebRoute } from '../../model/web.ts'

/** What the guard knows when somebody goes to an address. */
export interface Visit {
  path: string
  /** With its `?`. */
  search: string
  /** A token is kept. */
  token: boolean
  /** User info, menus and button permissions are loaded. */
  loaded: boolean
  /** Codes of the menus granted. */
  codes: ReadonlySet<string>
  /** The person signed out on purpose: the next one is not led back here. */
  left: boolean
  /** Where the person was heading when they signed in just now. */
  arrival?: string
}

/** What to do about it (rules 6.4). */
export type Decision =
  | { do: 'show'; route: WebRoute; chrome: boolean }
  | { do: 'go'; to: string }
  /** Fetch user info, then button permissions, then decide again. */
  | { do: 'load' }
  /** A screen of the shell that was not granted. */
  | { do: 'refuse'; route: WebRoute }
  /** Unknown, and the product has no page to say so. */
  | { do: 'unknown' }

/** Addresses the shell itself knows. */
export const LOGIN = '/login'
export const FORBIDDEN = '/403'
const NOT_FOUND = '/404'
const ERROR = '/error'

/** The query field of the sign-in page that says where to go afterwards. */
const TARGET = 'redirect'

type Shell = Pick<WebCore, 'routes' | 'groups'> & { app: Pick<WebCore['app'], 'home'> }

/** Who may open a route without a grant, its own word or its group's. */
function accessOf(core: Pick<WebCore, 'groups'>, route: WebRoute) {
  return route.access ?? (route.code ? undefined : core.groups[route.group ?? '']?.access)
}

/** Whether a route is open before sign-in; a customer signs in on the page itself. */
function isOpen(core: Pick<WebCore, 'groups'>, route: WebRoute): boolean {
  const access = accessOf(core, route)
  return Boolean(access?.anyone ?? access?.client)
}

/** Whether an address is of the customers' pages, or was once. */
export function isForClients(core: Pick<WebCore, 'routes' | 'groups'> | undefined, path: string): boolean {
  const route = core && (routeAt(core, tidy(path)) ?? movedFrom(core, tidy(path)))
  return core !== undefined && route !== undefined && isOnlyForClients(core, route)
}

/** Whether a page is the customers' alone: staff may look at it by its address, and find it in no menu. */
export const isOnlyForClients = (core: Pick<WebCore, 'groups'>, route: WebRoute): boolean =>
  accessOf(core, route)?.client !== undefined

/** A route exists for a person only if its code was granted (rules 6.6), or it is open to everybody signed in. */
export function isGranted(core: Pick<WebCore, 'groups'>, route: WebRoute, codes: ReadonlySet<string>): boolean {
  return codes.has(route.code ?? '') || accessOf(core, route) !== undefined
}

/** The route guard: rules 6.4, sentence by sentence. */
export function decide(core: Shell, visit: Visit): Decision {
  const path = tidy(visit.path)
  if (path === '/') return { do: 'go', to: core.app.home }
  if (path === ERROR) return { do: 'go', to: NOT_FOUND }
  const route = routeAt(core, path)
  const moved = route ? undefined : movedFrom(core, path)
  if (moved) return { do: 'go', to: moved.route + visit.search }
  if (!visit.token) return withoutToken(core, visit, route)
  if (path === LOGIN) return { do: 'go', to: visit.arrival ?? core.app.home }
  // Players, albums and the like stand alone: a lost staff session must not close them to the customer.
  if (route && !route.shell && isOpen(core, route)) return { do: 'show', route, chrome: false }
  if (!visit.loaded) return { do: 'load' }
  if (!route) return unknown(core, path, visit)
  if (!isGranted(core, route, visit.codes)) {
    const first = path === core.app.home ? firstOf(core, visit.codes) : undefined
    if (first) return { do: 'go', to: first.route }
    return route.shell ? { do: 'refuse', route } : unknown(core, path, visit)
  }
  return { do: 'show', route, chrome: route.shell }
}

/** Where somebody begins whose role has no home: the first screen of their menu. */
const firstOf = (core: Shell, codes: ReadonlySet<string>): WebRoute | undefined =>
  core.routes.find(
    ({ code, shell, menu, params }) => shell && menu && codes.has(code ?? '') && !params.some((one) => one.required),
  )

const routeAt = ({ routes }: Pick<WebCore, 'routes'>, path: string): WebRoute | undefined =>
  routes.find(({ route }) => route === path)

const movedFrom = ({ routes }: Pick<WebCore, 'routes'>, path: string): WebRoute | undefined =>
  routes.find(({ was }) => was?.includes(path))

function withoutToken(core: Shell, visit: Visit, route: WebRoute | undefined): Decision {
  if (route && isOpen(core, route)) return { do: 'show', route, chrome: false }
  if (route?.guest && !visit.left) return { do: 'show', route: { ...route, page: route.guest }, chrome: false }
  // A mistyped address of the customers' pages is theirs, and they have nothing to do on the staff's sign-in page.
  if (!route && isAmongClients(core, tidy(visit.path))) return unknown(core, tidy(visit.path), visit)
  return { do: 'go', to: loginAddress(visit) }
}

/** Whether all pages of the folder of an address are the customers'. */
function isAmongClients(core: Shell, path: string): boolean {
  const folder = path.slice(0, path.indexOf('/', 1) + 1)
  const inside = folder === '' ? [] : core.routes.filter(({ route }) => route.startsWith(folder))
  return inside.length > 0 && inside.every((route) => isOnlyForClients(core, route))
}

function unknown(core: Shell, path: string, visit: Visit): Decision {
  if (!core.routes.some((route) => route.route === NOT_FOUND) || path === NOT_FOUND) return { do: 'unknown' }
  return { do: 'go', to: `${NOT_FOUND}?${new URLSearchParams({ from: path + visit.search })}` }
}

/** The sign-in page, with the target address in its query. */
export function loginAddress(visit: Pick<Visit, 'path' | 'search' | 'left'>): string {
  const target = tidy(visit.path) + visit.search
  if (visit.left || target === '/' || target.startsWith(LOGIN)) return LOGIN
  return `${LOGIN}?${new URLSearchParams({ [TARGET]: target })}`
}

/** Where the query of the sign-in page leads; only ever into this product. */
export function targetOf(search: string): string {
  const target = new URLSearchParams(search).get(TARGET) ?? '/'
  return /^\/(?![/\\])/.test(target) ? target : '/'
}

function tidy(path: string): string {
  return path.replace(/\/+$/, '') || '/'
}

/** Codes of the menus of a person. */
export function codesOf(menus: UserInfo['menus']): ReadonlySet<string> {
  return new Set(menus.map((menu) => menu.code))
}
