import { Suspense, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useCore } from '../core/model.ts'
import { clearSession, isEntered, session, useSession } from '../core/session.ts'
import { useStore } from '../core/store.ts'
import { token } from '../core/token.ts'
import { BarePage } from './BarePage.tsx'
import { enter } from '../access/enter.ts'
import { askOnArrival, prefetchScreen } from '../access/prefetch.ts'
import { codesOf, decide, LOGIN, type Decision } from '../access/guard.ts'
import { Pending } from './Pending.tsx'
import { AppFrame, Shell } from './prefetch.ts'
import type { ShellProps } from './Shell.tsx'
import { isOpen } from './tabStore.ts'

/** Runs before every page: allows it, redirects, or first loads what the decision needs. */
export function Guard() {
  const core = useCore()
  const { pathname: path, search } = useLocation()
  const navigate = useNavigate()
  const bearer = useStore(token)
  const person = useSession()
  const codes = useMemo(() => codesOf(person.menus), [person.menus])
  const entered = isEntered(person, bearer)
  const { left = false, arrival } = person
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
    // Whoever signed out has arrived: from here on addresses are chosen anew.
    if (left && path === LOGIN) session.set((old) => ({ ...old, left: false }))
  }, [left, path])
  useEffect(() => {
    // Another window signed out: the data loaded here is removed too.
    if (!bearer && person.user) clearSession()
  }, [bearer, person])

  const shown = decision.do === 'show' ? decision.route : undefined
  // The code and the model of a screen, and its rows, are asked for before the shell around it is drawn anew, not after.
  if (shown) prefetchScreen(core, shown.route)
  const bare = decision.do === 'show' && !decision.chrome
  if (shown && entered && !bare && !isOpen(shown, search)) askOnArrival(core, path + search, person)
  // The shell stays mounted during a redirect and behind a page without it, so that its pages keep what was typed.
  const inShell = useOpened(entered, entered && !bare)
  return (
    <>
      {bare && shown && <BarePage key={shown.route} route={shown} />}
      {inShell && (
        <Suspense fallback={<Pending />}>
          <AppFrame>
            <Shell route={bare ? undefined : shown} instead={insteadOf(decision)} hidden={bare} />
          </AppFrame>
        </Suspense>
      )}
      {mustLoad && <Pending />}
    </>
  )
}

/** What the shell says where there is no page to show. */
function insteadOf(decision: Decision): ShellProps['instead'] {
  if (decision.do === 'refuse') return { refused: decision.route }
  return decision.do === 'unknown' ? 'unknown' : undefined
}

/** Whether the shell was opened since the person signed in. */
function useOpened(entered: boolean, opens: boolean): boolean {
  const [opened, setOpened] = useState(false)
  const now = entered && (opened || opens)
  if (now !== opened) setOpened(now)
  return now
}
