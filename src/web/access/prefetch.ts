/** Fetches what a person is about to see, before they see it. */
import type { WebCore } from '../../model/web.ts'
import { whenIdle } from '../core/idle.ts'
import { preload } from '../core/lazy.ts'
import { loadPart } from '../core/model.ts'
import type { Session } from '../core/session.ts'
import { viewKinds } from '../views/kinds.ts'
import { codesOf, isGranted } from './guard.ts'

let prefetchShell: () => void = () => undefined

/** Called once at the start: how the code of the shell is fetched ahead. */
export function provideShell(prefetch: () => void): void {
  prefetchShell = prefetch
}

let lists: typeof import('../lists/ahead.ts') | undefined

/** At once when it is there: an import answers only after whatever is being drawn. */
const loadLists = async () => (lists ??= await import('../lists/ahead.ts'))

/** Fetches what comes after signing in while the person still types: shell, list, and the screen they head for. */
export function prefetchInside(core: WebCore, address: string): void {
  prefetchShell()
  preload(viewKinds.list)
  prefetchScreen(core, address === '/' ? core.app.home : address.split('?')[0])
  warmUpSoon(core)
}

/** Makes ready what first pages need and take long to make, as soon as there is nothing else to do. */
export function warmUpSoon(core: WebCore): void {
  const idle = typeof requestIdleCallback === 'function' ? requestIdleCallback : setTimeout
  loadLists().then(
    ({ warmUp }) => idle(() => warmUp(core.app.timezone)),
    () => undefined,
  )
}

/** Asks for what a screen shows first as soon as it is known who opens it: the page is drawn meanwhile. */
export async function askScreen(core: WebCore, address: string, person: Session): Promise<void> {
  const { pathname, searchParams } = new URL(address, location.origin)
  const path = pathname === '/' ? core.app.home : pathname
  const target = core.routes.find((route) => route.route === path)
  if (!target || !isGranted(core, target, codesOf(person.menus))) return
  const [part, { askFirst }] = await Promise.all([loadPart(target.part), loadLists()])
  const screen = part.screens[path]
  if (screen) askFirst(screen, part, person, Object.fromEntries(searchParams))
}

/** So long (ms) the page that somebody opened has the network for itself. */
const FIRST_PAGE = 1000

/** Fetches the code of every kind of page that a person may open, one after the other, while there is nothing else to do. */
export async function prefetchKinds(core: WebCore, person: Session): Promise<void> {
  const codes = codesOf(person.menus)
  const kinds = new Set(core.routes.filter((route) => isGranted(core, route, codes)).map(({ view }) => view))
  await new Promise((resolve) => setTimeout(resolve, FIRST_PAGE))
  for (const kind of kinds) {
    await whenIdle()
    await viewKinds[kind]?.preload().catch(() => undefined)
  }
}

let askedFor: string | undefined

/** Asks for what the screen of an address shows first, once for each time that somebody goes there. */
export function askOnArrival(core: WebCore, address: string, person: Session): void {
  const asked = `${person.bearer} ${address}`
  if (askedFor === asked) return
  askedFor = asked
  askScreen(core, address, person).catch(() => undefined)
}

/** Fetches a screen and the code of its kind, because somebody is about to open it. */
export function prefetchScreen(core: WebCore, path: string | undefined): void {
  const target = core.routes.find((route) => route.route === path)
  if (!target) return
  loadPart(target.part).catch(() => undefined)
  preload(viewKinds[target.view])
}
