import type { ReactNode } from 'react'
import { preload, preloadable } from '../core/lazy.ts'
import { loadPart } from '../core/model.ts'
import type { WebCore } from '../../model/web.ts'
import { views } from '../views/index.ts'

/** The code of the shell, fetched once. */
export const loadShell = () => import('./Shell.tsx')

/** Dialogs and dates for pages made from the model. */
export const AppFrame = preloadable<{ children: ReactNode }>(() => import('../core/AppFrame.tsx'))

/** Fetches the shell while the server is still asked who the person is. */
export function prefetchShell(): void {
  preload(AppFrame)
  loadShell().catch(() => undefined)
}

/** Fetches what comes after signing in while the person still types: shell, list, and the home screen's part. */
export function prefetchInside(core: WebCore): void {
  const home = core.routes.find((route) => route.route === core.app.home)
  prefetchShell()
  if (home) loadPart(home.part).catch(() => undefined)
  preload(views.list)
  if (home && home.view in views) preload(views[home.view as keyof typeof views])
}
