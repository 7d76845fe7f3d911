import { Suspense, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { WebRoute } from '../../model/web.ts'
import { changesOfLang, useText } from '../core/i18n.ts'
import { addressOf } from '../core/open.ts'
import type { PageState } from '../core/page.tsx'
import { useStore } from '../core/store.ts'
import { ClientFrame, pages } from '../pages/index.ts'
import { Pending } from './Pending.tsx'
import { AppFrame } from './prefetch.ts'
import { PageFrame, ScreenView } from './ScreenView.tsx'
import { useDocumentTitle } from './useDocumentTitle.ts'
import './bare.css'

/** A page without sidebar and top bar: sign-in, the customer's area, a player. */
export function BarePage({ route }: { route: WebRoute }) {
  const text = useText()
  useDocumentTitle(text(route.label))
  // A hand-written page named in the core needs no part of the model, so the sign-in page appears sooner.
  const Page = route.page ? pages[route.page] : undefined
  return (
    <main className="bare">
      {Page ? (
        <PageFrame>
          <Page />
        </PageFrame>
      ) : (
        <BareScreen key={route.route} route={route} frame={route.access?.client !== undefined} />
      )}
    </main>
  )
}

function BareScreen({ route, frame }: { route: WebRoute; frame: boolean }) {
  const text = useText()
  const [kept] = useState(() => new Map<string, unknown>())
  const { search } = useLocation()
  const navigate = useNavigate()
  const changes = useStore(changesOfLang)
  const params = useMemo(() => Object.fromEntries(new URLSearchParams(search)), [search])
  const page = useMemo<Omit<PageState, 'screen'>>(
    () => ({
      route: route.route,
      params,
      active: true,
      refreshKey: changes,
      setDirty: (dirty) => {
        window.onbeforeunload = dirty ? (event) => event.preventDefault() : null
      },
      setTitle: () => undefined,
      setQuery: (patch) => void navigate(addressOf(route.route, { ...params, ...patch }), { replace: true }),
      kept,
      goOn: (query) => void navigate(addressOf(route.route, query), { replace: true }),
      close: (to = '/') => void navigate(to),
    }),
    [route, params, navigate, kept, changes],
  )
  return (
    <Suspense fallback={<Pending />}>
      <AppFrame>
        {frame && ClientFrame ? (
          <ClientFrame route={route}>
            <h1 className="client-title">{text(route.label)}</h1>
            <ScreenView route={route} page={page} />
          </ClientFrame>
        ) : (
          <div className="bare-screen">
            <h1>{text(route.label)}</h1>
            <ScreenView route={route} page={page} />
          </div>
        )}
      </AppFrame>
    </Suspense>
  )
}
