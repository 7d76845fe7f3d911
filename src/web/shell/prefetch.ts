import type { ReactNode } from 'react'
import { preload, preloadable } from '../core/lazy.ts'
import type { ShellProps } from './Shell.tsx'

/** The code of the shell. */
export const Shell = preloadable<ShellProps>(() => import('./Shell.tsx'))

/** Dialogs and dates for pages made from the model. */
export const AppFrame = preloadable<{ children: ReactNode }>(() => import('../core/AppFrame.tsx'))

/** Loads the code of the shell while the server still checks who the person is. */
export function prefetchShell(): void {
  preload(AppFrame)
  preload(Shell)
}
