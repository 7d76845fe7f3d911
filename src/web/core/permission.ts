import { useCallback } from 'react'
import { findScreen } from './model.ts'
import { useSession, type Session } from './session.ts'

/** Whether this session holds a menu code, or a button of it. */
type Can = (menuCode: string, button?: string) => boolean

/** Grants of a session as sets, made once a session. */
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
export function holds(of: Session, code: string): boolean {
  return grantsOf(of).has(code)
}

/** `useCan()('cash-003', 'approve')`: may this person press that button? */
export function useCan(): Can {
  const current = useSession()
  return useCallback((menuCode, button) => holds(current, button ? `${menuCode}.${button}` : menuCode), [current])
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
