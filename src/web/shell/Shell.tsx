import { Drawer } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { WebRoute } from '../../model/web.ts'
import { useText } from '../core/i18n.ts'
import { usePhone } from '../core/media.ts'
import { useInnerLinks } from '../core/open.ts'
import { useT } from '../core/sentences.ts'
import { useStore } from '../core/store.ts'
import { pages, Refused } from '../pages/index.ts'
import { useImportRuns, useOpenedRun } from '../lists/transfer/runs.ts'
import { Brand } from '../theme/Brand.tsx'
import { ConnectionBar } from './ConnectionBar.tsx'
import { editingOpen } from './editing/store.ts'
import { ModelProblems } from './ModelProblems.tsx'
import { Pages } from './Pages.tsx'
import { PageFrame } from './ScreenView.tsx'
import { Sidebar } from './Sidebar.tsx'
import { TabBar } from './TabBar.tsx'
import { TopBar } from './TopBar.tsx'
import { useRecordCard } from './useRecordCard.ts'
import {
  useActiveTitle,
  useCollapsed,
  useHelpKey,
  useKindsAhead,
  usePaletteKey,
  usePersonsTabs,
  usePushSocket,
  useShownRoute,
  useUnsavedGuard,
} from './useShell.ts'
import './shell.css'

const ImportResult = lazy(async () => ({
  default: (await import('../lists/transfer/ImportResult.tsx')).ImportResult,
}))
const RecordCard = lazy(() => import('./RecordCard.tsx'))
const EditingPanel = lazy(() => import('./editing/EditingPanel.tsx'))
const Palette = lazy(() => import('./Palette.tsx'))
const Shortcuts = lazy(() => import('./Shortcuts.tsx'))

/** What the guard passes to the shell. */
export interface ShellProps {
  /** The screen of the address; undefined during a redirect. */
  route?: WebRoute
  /** Why there is no page: the address is unknown, and the product has no page for this case; or the screen was not granted. */
  instead?: 'unknown' | { refused: WebRoute }
  /** A page without the shell is visible; the shell waits behind it. */
  hidden: boolean
}

/** Everything around the pages: sidebar, top bar, tabs, and the background listeners. */
export default function Shell({ route, instead, hidden }: ShellProps) {
  const t = useT()
  const phone = usePhone()
  const [collapsed, setCollapsed] = useCollapsed()
  const [drawer, setDrawer] = useState(false)
  const [palette, setPalette] = usePaletteKey()
  const [help, setHelp] = useHelpKey()
  usePersonsTabs(route)
  usePushSocket()
  useKindsAhead(phone)
  useImportRuns()
  const imported = useOpenedRun()
  useUnsavedGuard()
  const shown = useShownRoute()
  useActiveTitle(hidden)
  const follow = useInnerLinks()
  const { link, rests } = useRecordCard()
  const editing = useStore(editingOpen) && !phone && shown !== undefined
  return (
    <div className="shell" hidden={hidden} data-collapsed={collapsed} data-phone={phone} data-editing={editing}>
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      {phone ? (
        <Drawer
          rootClassName="side-drawer"
          placement="left"
          width={264}
          open={drawer}
          onClose={() => setDrawer(false)}
          title={<Brand />}
        >
          <nav aria-label={t('mainMenu')}>
            <Sidebar route={shown?.route} collapsed={false} onGo={() => setDrawer(false)} />
          </nav>
        </Drawer>
      ) : (
        <nav className="side" aria-label={t('mainMenu')}>
          <Brand short={collapsed} />
          <Sidebar route={shown?.route} collapsed={collapsed} />
        </nav>
      )}
      <TopBar
        route={shown}
        phone={phone}
        collapsed={collapsed}
        onMenu={() => (phone ? setDrawer(true) : setCollapsed(!collapsed))}
        onSearch={() => setPalette(true)}
      />
      {!phone && <TabBar />}
      <main className="main" id="main" tabIndex={-1}>
        <ConnectionBar />
        <div className="main-pages" onClick={follow} {...rests}>
          {instead ? <Instead why={instead} /> : <Pages />}
        </div>
      </main>
      <ModelProblems />
      {editing && (
        <Suspense>
          <EditingPanel route={shown.route} />
        </Suspense>
      )}
      {imported && (
        <Suspense>
          <ImportResult />
        </Suspense>
      )}
      {link && (
        <Suspense>
          <RecordCard link={link} />
        </Suspense>
      )}
      {help && (
        <Suspense>
          <Shortcuts onClose={() => setHelp(false)} />
        </Suspense>
      )}
      {palette && (
        <Suspense>
          <Palette onClose={() => setPalette(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Says why there is no page. */
function Instead({ why }: { why: NonNullable<ShellProps['instead']> }) {
  const text = useText()
  const NotFound = pages.notFound
  return (
    <PageFrame>{why === 'unknown' ? NotFound && <NotFound /> : <Refused screen={text(why.refused.label)} />}</PageFrame>
  )
}
