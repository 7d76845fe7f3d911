import { lazy, Suspense, useEffect, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useCore } from '../core/model.ts'
import { clearSession, isEntered, useSession } from '../core/session.ts'
import { useStore } from '../core/store.ts'
import { token } from '../core/token.ts'
import { BarePage } from './BarePage.tsx'
import { enter } from './enter.ts'
import { codesOf, decide } from './guard.ts'
import { Pending } from './Pending.tsx'
import { AppFrame, loadShell } from './prefetch.ts'

const Shell = lazy(loadShell)

/** Stands before every page: lets in, sends elsewhere, or fetches what it needs to know first. */
export function Guard() {
  const core = useCore()
  const { pathname: path, search } = useLocation()
  const navigate = useNavigate()
  const bearer = useStore(token)
  const session = useSession()
  const codes = useMemo(() => codesOf(session.menus), [session.menus])
  const entered = Boolean(bearer) && isEntered(session)
  const { left = false, arrival } = session
  const decision = decide(core, { path, search, token: Boolean(bearer), loaded: entered, codes, left, arrival })
  const to = decision.do === 'go' ? decision.to : undefined
  const mustLoad = decision.do === 'load'

  useEffect(() => {
    if (to) void navigate(to, { replace: true })
  }, [to, navigate])
  useEffect(() => {
    if (mustLoad) void enter()
  }, [mustLoad, bearer])
  useEffect(() => {
    // Another window signed out: what was loaded here goes too.
    if (!bearer && isEntered(session)) clearSession()
  }, [bearer, session])

  if (decision.do === 'show' && !decision.chrome) return <BarePage route={decision.route} />
  // The shell stays while an address inside it is being replaced: its pages keep what was typed.
  if (entered) {
    return (
      <Suspense fallback={<Pending />}>
        <AppFrame><Shell route={decision.do === 'show' ? decision.route : undefined} unknown={decision.do === 'unknown'} /></AppFrame>
      </Suspense>
    )
  }
  return mustLoad ? <Pending /> : null
}
