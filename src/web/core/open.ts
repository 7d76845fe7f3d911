import { useCallback, type MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'

/** The query of a route, without empty values. */
type Query = Record<string, string | number | boolean | readonly unknown[] | null | undefined>

/** The address of a route with its query. */
export function addressOf(route: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    if (!Array.isArray(value)) search.set(name, String(value))
    else if (value.length > 0) search.set(name, JSON.stringify(value))
  }
  const text = search.toString()
  return text ? `${route}?${text}` : route
}

/** Follows a link inside the product without leaving the page. A person who asks for another window gets one. */
export function useInnerLinks(): (event: MouseEvent) => void {
  const navigate = useNavigate()
  return useCallback(
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[data-inner]') : null
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      void navigate(link.getAttribute('href') ?? '')
    },
    [navigate],
  )
}

/** Opens a screen in its tab, or goes to the tab that shows it already. */
export function useOpen(): (route: string, query?: Query) => void {
  const navigate = useNavigate()
  return useCallback((route, query) => void navigate(addressOf(route, query)), [navigate])
}
