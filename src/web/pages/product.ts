/** What a product adds to the browser, beside what its schemas say. */
import type { ReactNode } from 'react'
import type { WebRoute } from '../../model/web.ts'
import type { Preloadable } from '../core/lazy.ts'

export interface ProductPages {
  /** Hand-written pages, by the names under which `app.json` declares them (`extensions.pages`). */
  pages: Record<string, Preloadable<object>>
  /** What stands around the screens of those whom the product serves (`access.client`). */
  clientFrame?: Preloadable<{ route: WebRoute; children: ReactNode }>
}
