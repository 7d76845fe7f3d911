import { useCallback, useMemo } from 'react'
import { findScreen, useCore } from './model.ts'
import { useSession, type Session } from './session.ts'

/** Whether this session is granted a menu code, or a button of it. */
type Can = (menuCode: string, button?: string) => boolean

/** The grants of a session as sets, made once for each session. */
const grantSets = new WeakMap<Session, Set<string>>()

function grantsOf(of: Session): Set<string> {
  const cached = grantSets.get(of)
  if (cached) return cached
  const granted = new Set(of.menus.map((menu) => menu.code))
  for (const button of of.buttons ?? []) if (button.status === 1) granted.add(`${button.menuCode}.${button.code}`)
  grantSets.set(of, granted)
  return granted
}

/** `menu`, or `menu.button`: the form of `can('…')` in expressions. */
export function hasGrant(of: Session, code: string): boolean {
  return grantsOf(of).has(code)
}

/** `useCan()('cash-003', 'approve')`: may this person press that button? */
export function useCan(): Can {
  const current = useSession()
  return useCallback((menuCode, button) => hasGrant(current, button ? `${menuCode}.${button}` : menuCode), [current])
}

/** Screens that the person may open, by the resource whose record they show; the first one said. */
export function useRecordScreens(): Readonly<Record<string, string>> {
  const { routes } = useCore()
  const can = useCan()
  return useMemo(() => {
    const found: Record<string, string> = {}
    for (const { shows, code, route } of routes) if (shows && (!code || can(code))) found[shows] ??= route
    return found
  }, [routes, can])
}

/** `useMayOpen()('/cash/refund')`: may this person open that screen? */
export function useMayOpen(): (route: string) => boolean {
  const can = useCan()
  return useCallback(
    (route) => {
      const target = findScreen(route)
      return target !== undefined && (!target.code || can(target.code))
    },
    [can],
  )
}
