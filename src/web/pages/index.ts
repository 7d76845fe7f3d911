import type { ComponentType, ReactNode } from 'react'
import type { WebRoute } from '../../model/web.ts'
import { preloadable, type Preloadable } from '../core/lazy.ts'

const statusPage = (kind: 'unauthorized' | 'forbidden' | 'notFound') =>
  preloadable<object>(async () => ({
    default: (await import('./StatusPage.tsx')).statusPages[kind] as ComponentType<object>,
  }))

/** Hand-written pages, by the names under which `app.json` declares them (`extensions.pages`). */
export const pages: Record<string, Preloadable<object>> = {
  login: preloadable<object>(() => import('./login/LoginPage.tsx')),
  passwordByCode: preloadable<object>(() => import('./login/PasswordByCodePage.tsx')),
  authRedirect: preloadable<object>(() => import('./AuthRedirect.tsx')),
  unauthorized: statusPage('unauthorized'),
  forbidden: statusPage('forbidden'),
  notFound: statusPage('notFound'),
  icons: preloadable<object>(() => import('./IconsPage.tsx')),
}

/** Says that a screen is not among those of the person's role. */
export const Refused = preloadable<{ screen: string }>(async () => ({
  default: (await import('./StatusPage.tsx')).Refused,
}))

/** What stands around the pages of a customer. */
export const ClientFrame = preloadable<{ route: WebRoute; children: ReactNode }>(
  () => import('./client/ClientFrame.tsx'),
)
