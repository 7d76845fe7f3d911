import { useMemo } from 'react'
import type { Env } from '../../model/expr/evaluate.ts'
import { appModel } from './model.ts'
import { hasGrant } from './permission.ts'
import { useSession, type Session } from './session.ts'

/** `user`, `settings`, `now` and `can()` of this session; a view adds `row`, `input` and the rest. Amounts are in yuan. */
export function envOf(of: Session): Env {
  return {
    user: of.user ? { ...of.user, userId: of.user.id } : {},
    settings: of.settings,
    // A getter: an environment may be kept for hours.
    get now() {
      return Date.now()
    },
    money: 1,
    zone: appModel()?.timezone ?? 'UTC',
    can: (code) => hasGrant(of, code),
  }
}

/** The roots that every expression may use; the same object until the session changes. */
export function useEnv(): Env {
  const current = useSession()
  return useMemo(() => envOf(current), [current])
}
