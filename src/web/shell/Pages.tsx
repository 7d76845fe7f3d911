import { ConfigProvider } from 'antd'
import { memo, useCallback, useMemo, useRef } from 'react'
import { Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import type { WebRoute } from '../../model/web.ts'
import { changesOfLang } from '../core/i18n.ts'
import { useCore } from '../core/model.ts'
import { addressOf } from '../core/open.ts'
import type { PageState } from '../core/page.tsx'
import { useStore } from '../core/store.ts'
import { ScreenView } from './ScreenView.tsx'
import { keptOf } from './kept.ts'
import { useScrolled } from './scrolled.ts'
import { closeTabs, replaceTab, tabBefore, setPageDirty, setTabTitle, tabStore, type Page } from './tabStore.ts'

/** All open pages. One is visible; the others are only hidden, so that nothing typed or scrolled is lost. */
export function Pages() {
  const core = useCore()
  const { pages, active, refreshed } = useStore(tabStore)
  const changes = useStore(changesOfLang)
  const byRoute = useMemo(() => new Map(core.routes.map((route) => [route.route, route])), [core])
  return pages.map((page) => {
    const route = byRoute.get(page.route)
    return (
      route && (
        <PageHost
          key={page.key}
          page={page}
          route={route}
          active={page.key === active}
          refreshKey={(refreshed[page.key] ?? 0) + changes}
        />
      )
    )
  })
}

interface HostProps {
  page: Page
  route: WebRoute
  active: boolean
  refreshKey: number
}

/** One page with its own address and its own layer for dialogs and popups. */
const PageHost = memo(function PageHost(props: HostProps) {
  const { page, route, active } = props
  const layer = useRef<HTMLDivElement>(null)
  const container = useCallback(() => layer.current ?? document.body, [])
  const section = useRef<HTMLElement>(null)
  useScrolled(page.key, section)
  return (
    <section className="page" hidden={!active} data-route={route.route} ref={section}>
      <ConfigProvider getPopupContainer={container}>
        <div className="page-body">
          <Routes location={page.location}>
            <Route path="*" element={<HostedScreen {...props} />} />
          </Routes>
        </div>
      </ConfigProvider>
      <div className="page-layer" ref={layer} />
    </section>
  )
})

function HostedScreen({ page: { key }, route, active, refreshKey }: HostProps) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const params = useMemo(() => Object.fromEntries(new URLSearchParams(search)), [search])
  // These functions stay the same while the page is open: effects that use them must not clean up when the page is only hidden.
  const tab = useMemo(() => {
    const unsaved = new Set<string>()
    return {
      setDirty: (dirty: boolean, of = 'page') => {
        if (dirty) unsaved.add(of)
        else unsaved.delete(of)
        setPageDirty(key, unsaved.size > 0)
      },
      setTitle: (title: string | undefined, fact?: string) => setTabTitle(key, title, fact),
    }
  }, [key])
  const state = useMemo<Omit<PageState, 'screen'>>(
    () => ({
      ...tab,
      route: route.route,
      params,
      active,
      refreshKey,
      setQuery: (patch) => {
        if (active) void navigate(addressOf(route.route, { ...params, ...patch }), { replace: true })
      },
      kept: keptOf(key),
      goOn: (query) => {
        replaceTab(key)
        void navigate(addressOf(route.route, query), { replace: true })
      },
      close: (to) => {
        const before = tabBefore(key)
        const next = closeTabs([key])
        const address = to ?? (next && (before ?? next).address)
        if (address !== undefined) void navigate(address)
      },
    }),
    [key, tab, route, params, active, refreshKey, navigate],
  )
  return <ScreenView route={route} page={state} />
}
