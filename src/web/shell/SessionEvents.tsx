import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { say } from '../core/feedback.tsx'
import { limit } from '../core/model.ts'
import { usePush } from '../core/push.ts'
import { callForbidden, sessionLost } from '../core/request.ts'
import { t } from '../core/sentences.ts'
import { clearSession, isLeaving } from '../core/session.ts'
import { token } from '../core/token.ts'
import { FORBIDDEN } from '../access/guard.ts'
import { tabStore } from './tabStore.ts'

let lastEnded = ''

/** Says once that the session has ended, and signs out two seconds later (rules 6.8) unless somebody signed in meanwhile. */
function endSession(ended: string): void {
  if (!ended || ended === lastEnded || isLeaving(ended)) return
  lastEnded = ended
  say.error(t('sessionLost'))
  setTimeout(
    () => {
      if (token.get() === ended) clearSession()
    },
    limit('loginLost', 2000),
  )
}

/** Handles what calls and the socket report about the session. */
export function SessionEvents(): null {
  const navigate = useNavigate()
  useEffect(() => sessionLost.on(({ token: ended }) => endSession(ended)), [])
  useEffect(
    () =>
      callForbidden.on(() => {
        const { dirty, active } = tabStore.get()
        void navigate(FORBIDDEN, { state: { kept: dirty.has(active) } })
      }),
    [navigate],
  )
  usePush('/api/push/logout', () => endSession(token.get()))
  return null
}
