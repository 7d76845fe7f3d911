import { useEffect } from 'react'
import { useText } from '../core/i18n.ts'
import { useCore } from '../core/model.ts'

/** Names the window after the page and the product. */
export function useDocumentTitle(page: string): void {
  const { app } = useCore()
  const product = useText()(app.name)
  useEffect(() => { document.title = page ? `${page} · ${product}` : product }, [page, product])
}
