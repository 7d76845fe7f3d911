import { Suspense, useMemo, type ReactNode } from 'react'
import type { ScreenModel } from '../../model/model.ts'
import type { WebRoute } from '../../model/web.ts'
import { loadPart, usePartFailed, useScreen } from '../core/model.ts'
import { useText } from '../core/i18n.ts'
import { useCode } from '../core/lazy.ts'
import { PageContext, type PageState } from '../core/page.tsx'
import { useT } from '../core/sentences.ts'
import { pages } from '../pages/index.ts'
import { viewKinds } from '../views/kinds.ts'
import { PageBoundary, PageError } from './PageError.tsx'
import { Pending } from './Pending.tsx'

/** A screen drawn by its view kind, once its part of the model is loaded. */
export function ScreenView({ route, page }: { route: WebRoute; page: Omit<PageState, 'screen'> }) {
  const t = useT()
  const screen = useScreen(route)
  const failed = usePartFailed(route.part)
  const drawable = useCode(viewKinds[route.view])
  if (screen && drawable) return <Drawn screen={screen} page={page} />
  if (!failed || screen) return <Pending />
  const again = () => void loadPart(route.part).catch(() => undefined)
  return <PageError title={t('pageNotLoaded')} text={t('pageNotLoadedText')} onRetry={again} />
}

function Drawn({ screen, page }: { screen: ScreenModel; page: Omit<PageState, 'screen'> }) {
  const state = useMemo(() => ({ ...page, screen }), [page, screen])
  return (
    <PageContext value={state}>
      <PageFrame>
        <Named screen={screen} params={page.params}>
          <ViewOf screen={screen} />
        </Named>
      </PageFrame>
    </PageContext>
  )
}

interface NamedProps {
  screen: ScreenModel
  params: PageState['params']
  children: ReactNode
}

/** A page about records that its address must name; says which, where it does not. Customers came by a link. */
function Named({ screen, params, children }: NamedProps) {
  const t = useT()
  const text = useText()
  const isFromLink = screen.access?.anyone !== undefined || screen.access?.client !== undefined
  if (isFromLink && screen.params.some(({ name, required }) => required && !params[name]))
    return (
      <div className="page-error" role="status">
        <h2>{t('linkLacks')}</h2>
        <p>{t('linkLacksText')}</p>
      </div>
    )
  const lacking = screen.params.flatMap(({ name, required, label }) =>
    required && label && !params[name] ? [text(label)] : [],
  )
  if (lacking.length === 0) return children
  return (
    <div className="page-error" role="status">
      <h2>{t('pageNeeds', { what: lacking.join(text({ zh: '、', en: ', ' })) })}</h2>
      <p>{t('pageNeedsText')}</p>
    </div>
  )
}

/** The frame of every page: it catches the errors of the page and waits for its code. */
export function PageFrame({ children }: { children: ReactNode }) {
  return (
    <PageBoundary>
      <Suspense fallback={<Pending />}>{children}</Suspense>
    </PageBoundary>
  )
}

function ViewOf({ screen: { view } }: { screen: ScreenModel }) {
  if (view.view === 'page') {
    const Page = pages[view.page]
    if (!Page)
      throw new Error(`No page is registered as "${view.page}" (the pages of the product, or src/web/pages/index.ts)`)
    return <Page />
  }
  const Kind = viewKinds[view.view]
  if (!Kind) throw new Error(`No view kind is registered as "${view.view}" (src/web/views/index.ts)`)
  return <Kind view={view} />
}
