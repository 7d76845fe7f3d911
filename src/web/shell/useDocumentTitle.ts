import { useEffect } from 'react'
import { useText } from '../core/i18n.ts'
import { useCore } from '../core/model.ts'

/** Names the window after the page and the product; nothing: leaves it to somebody else. */
export function useDocumentTitle(page: string | undefined): void {
  const { app } = useCore()
  const product = useText()(app.name)
  useEffect(() => {
    if (page !== undefined) document.title = `${page} · ${product}`
  }, [page, product])
}
