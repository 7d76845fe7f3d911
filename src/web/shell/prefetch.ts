import type { ReactNode } from 'react'
import { preload, preloadable } from '../core/lazy.ts'
import { loadPart } from '../core/model.ts'
import type { WebCore } from '../../model/web.ts'
import type { Session } from '../core/session.ts'
import { views } from '../views/index.ts'
import { codesOf, isGranted } from './guard.ts'
import type { ShellProps } from './Shell.tsx'

/** Everything around the pages. */
export const Shell = preloadable<ShellProps>(() => import('./Shell.tsx'))

/** Dialogs and dates for pages made from the model. */
export const AppFrame = preloadable<{ children: ReactNode }>(() => import('../core/AppFrame.tsx'))

/** Fetches the shell while the server is still asked who the person is. */
export function prefetchShell(): void {
  preload(AppFrame)
  preload(Shell)
}

let lists: typeof import('../lists/ahead.ts') | undefined

/** At once when it is there: an import answers only after whatever is being drawn. */
const loadLists = async () => (lists ??= await import('../lists/ahead.ts'))

/** Fetches what comes after signing in while the person still types: shell, list, and the screen they head for. */
export function prefetchInside(core: WebCore, address: string): void {
  prefetchShell()
  preload(views.list)
  prefetchScreen(core, address === '/' ? core.app.home : address.split('?')[0])
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
  if (target?.view !== 'list' || !isGranted(core, target, codesOf(person.menus))) return
  const [part, { askFirst }] = await Promise.all([loadPart(target.part), loadLists()])
  const screen = part.screens[path]
  if (screen) askFirst(screen, part, person, Object.fromEntries(searchParams))
}

/** Fetches a screen and the code of its kind, because somebody is about to open it. */
export function prefetchScreen(core: WebCore, path: string | undefined): void {
  const target = core.routes.find((route) => route.route === path)
  if (!target) return
  loadPart(target.part).catch(() => undefined)
  if (target.view in views) preload(views[target.view as keyof typeof views])
}
