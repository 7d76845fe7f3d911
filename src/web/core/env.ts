import { useMemo } from 'react'
import type { Env } from '../../model/expr/evaluate.ts'
import { appModel } from './model.ts'
import { holds } from './permission.ts'
import { useSession, type Session } from './session.ts'

/** `user`, `settings`, `now` and `can()` of this session; the place adds `row`, `input` and the rest. Amounts are yuan. */
export function envOf(of: Session): Env {
  return {
    user: of.user ? { ...of.user, userId: of.user.id } : {},
    settings: of.settings,
    // Read when asked: an environment may be kept for hours.
    get now() {
      return Date.now()
    },
    money: 1,
    zone: appModel()?.timezone ?? 'UTC',
    can: (code) => holds(of, code),
  }
}

/** What every expression may start from; the same object until the session changes. */
export function useEnv(): Env {
  const current = useSession()
  return useMemo(() => envOf(current), [current])
}
