import { useEffect } from 'react'
import { useText } from '../core/i18n.ts'
import { useCore } from '../core/model.ts'

/** Sets the window title from the page and the product; with `undefined` another component sets it. */
export function useDocumentTitle(page: string | undefined): void {
  const { app } = useCore()
  const product = useText()(app.name)
  useEffect(() => {
    if (page !== undefined) document.title = `${page} · ${product}`
  }, [page, product])
}
