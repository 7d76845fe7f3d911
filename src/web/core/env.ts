import { useMemo } from 'react'
import { appModel } from './model.ts'
import { holds } from './permission.ts'
import { session, useSession, type Session } from './session.ts'

/**
 * What an expression may start from wherever it stands in the browser; the place adds `row`, `input` and
 * the rest. `money: 1`: amounts are yuan here, not cents. `zone`: where days begin.
 */
export interface BaseEnv {
  user: Record<string, unknown>
  settings: Record<string, unknown>
  now: number
  money: 1
  zone: string
  can(code: string): boolean
}

function envOf(of: Session): BaseEnv {
  return {
    user: of.user ? { ...of.user, userId: of.user.id } : {},
    settings: of.settings,
    // Read at each evaluation: an environment may be kept for hours.
    get now() { return Date.now() },
    money: 1,
    zone: appModel()?.timezone ?? 'UTC',
    can: (code) => holds(of, code),
  }
}

/** The environment at this moment, outside React. Not to be spread: `now` is read when asked. */
export function envNow(): BaseEnv {
  return envOf(session.get())
}

/** The environment of the person signed in; the same object until the session changes. */
export function useEnv(): BaseEnv {
  const current = useSession()
  return useMemo(() => envOf(current), [current])
}
