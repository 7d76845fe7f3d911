import type { ReactNode } from 'react'
import { preload, preloadable } from '../core/lazy.ts'
import { loadPart } from '../core/model.ts'
import type { WebCore } from '../../model/web.ts'
import { views } from '../views/index.ts'
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

/** Fetches what comes after signing in while the person still types: shell, list, and the screen they head for. */
export function prefetchInside(core: WebCore, address: string): void {
  prefetchShell()
  preload(views.list)
  prefetchScreen(core, address === '/' ? core.app.home : address.split('?')[0])
}

/** Fetches a screen and the code of its kind, because somebody is about to open it. */
export function prefetchScreen(core: WebCore, path: string | undefined): void {
  const target = core.routes.find((route) => route.route === path)
  if (!target) return
  loadPart(target.part).catch(() => undefined)
  if (target.view in views) preload(views[target.view as keyof typeof views])
}
