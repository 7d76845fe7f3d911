import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'

/** Query of a route; what is empty is left out. */
type Query = Record<string, string | number | boolean | null | undefined>

/** The address of a route with its query. */
export function addressOf(route: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text ? `${route}?${text}` : route
}

/** Opens a screen in its tab, or goes to the tab that shows it already. */
export function useOpen(): (route: string, query?: Query) => void {
  const navigate = useNavigate()
  return useCallback((route, query) => void navigate(addressOf(route, query)), [navigate])
}
