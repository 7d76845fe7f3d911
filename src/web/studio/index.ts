/** The pages of the studio: the way in by WeChat, and what stands around the pages of a customer. */
import { preloadable } from '../core/lazy.ts'
import type { ProductPages } from '../pages/product.ts'

export const productPages: ProductPages = {
  pages: { authRedirect: preloadable<object>(() => import('./AuthRedirect.tsx')) },
  clientFrame: preloadable(() => import('./client/ClientFrame.tsx')),
}
