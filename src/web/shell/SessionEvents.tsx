import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { say } from '../core/feedback.tsx'
import { usePush } from '../core/push.ts'
import { callForbidden, sessionLost } from '../core/request.ts'
import { t } from '../core/sentences.ts'
import { clearSession } from '../core/session.ts'
import { token } from '../core/token.ts'
import { FORBIDDEN } from './guard.ts'

/** From the message to the logout (spec § 8). */
const LOGOUT_WAIT = 2000

let told = ''

/** Says once that a session has ended, and ends it here two seconds later unless somebody signed in meanwhile. */
function endSession(ended: string): void {
  if (!ended || ended === told) return
  told = ended
  say.error(t('sessionLost'))
  setTimeout(() => { if (token.get() === ended) clearSession() }, LOGOUT_WAIT)
}

/** What calls and the socket say about the session, wherever in the product they were made. */
export function SessionEvents(): null {
  const navigate = useNavigate()
  useEffect(() => sessionLost.on(({ token: ended }) => endSession(ended)), [])
  useEffect(() => callForbidden.on(() => void navigate(FORBIDDEN)), [navigate])
  usePush('/api/push/logout', () => endSession(token.get()))
  return null
}
