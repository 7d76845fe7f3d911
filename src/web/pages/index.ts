import type { ComponentType } from 'react'
import { productPages } from 'virtual:product-pages'
import { preloadable, type Preloadable } from '../core/lazy.ts'

const statusPage = (kind: 'unauthorized' | 'forbidden' | 'notFound') =>
  preloadable<object>(async () => ({
    default: (await import('./StatusPage.tsx')).statusPages[kind] as ComponentType<object>,
  }))

/** Hand-written pages, those of the product among them, by the names under which `app.json` declares them (`extensions.pages`). */
export const pages: Record<string, Preloadable<object>> = {
  login: preloadable<object>(() => import('./login/LoginPage.tsx')),
  passwordByCode: preloadable<object>(() => import('./login/PasswordByCodePage.tsx')),
  unauthorized: statusPage('unauthorized'),
  forbidden: statusPage('forbidden'),
  notFound: statusPage('notFound'),
  icons: preloadable<object>(() => import('./IconsPage.tsx')),
  ...productPages.pages,
}

/** Says that a screen is not among those of the person's role. */
export const Refused = preloadable<{ screen: string }>(async () => ({
  default: (await import('./StatusPage.tsx')).Refused,
}))

/** What stands around the screens of those whom the product serves. */
export const { clientFrame: ClientFrame } = productPages
