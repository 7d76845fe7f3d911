import type { ReactNode } from 'react'
import { preload, preloadable } from '../core/lazy.ts'
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
