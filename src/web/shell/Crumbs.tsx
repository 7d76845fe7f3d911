import { Link } from 'react-router-dom'
import type { WebRoute } from '../../model/web.ts'
import { useText } from '../core/i18n.ts'
import { useCore } from '../core/model.ts'
import { useT } from '../core/sentences.ts'
import { useSession } from '../core/session.ts'
import { useStore } from '../core/store.ts'
import { groupTitleOf, titleOf } from './menu.ts'
import { tabStore } from './tabStore.ts'

/** The path to the current page, starting from home (rules 6.1). The last step is the title of the page. */
export function Crumbs({ route, short }: { route?: WebRoute; short: boolean }) {
  const core = useCore()
  const { menus } = useSession()
  const text = useText()
  const t = useT()
  const record = useStore(tabStore, (state) => state.tabs.find((tab) => tab.key === state.active)?.title)
  if (!route) return <span className="crumbs" />
  const atHome = route.route === core.app.home
  const group = groupTitleOf(core, route, menus)
  const title = atHome ? t('home') : text(titleOf(route, menus))
  const last = record && !atHome ? record : title
  // A group and its first screen, or a screen and its record, may have the same name. It is shown once.
  const above = new Set([group && text(group), title].filter((step) => step !== undefined && step !== last))
  const steps = short || atHome ? [] : [...above]
  return (
    <nav className="crumbs" aria-label={t('breadcrumb')}>
      <ol>
        {!atHome && !short && (
          <li>
            <Link to={core.app.home}>{t('home')}</Link>
          </li>
        )}
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
        <li aria-current="page">
          <h1 className="clip">{last}</h1>
        </li>
      </ol>
    </nav>
  )
}
