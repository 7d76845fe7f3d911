import { useCallback, useMemo } from 'react'
import { useText } from '../core/i18n.ts'
import { useCore } from '../core/model.ts'
import { useT } from '../core/sentences.ts'
import { useSession } from '../core/session.ts'
import { titleOf } from './menu.ts'
import type { Tab } from './tabs.ts'

/** The title of a tab: home has its own word, a record its name, every other page the name of the screen. */
export function useTabTitle(): (tab: Tab) => string {
  const core = useCore()
  const { menus } = useSession()
  const text = useText()
  const t = useT()
  const titles = useMemo(() => new Map(core.routes.map((route) => [route.route, titleOf(route, menus)])), [core, menus])
  return useCallback(
    (tab) => {
      if (tab.route === core.app.home) return t('home')
      const screen = titles.get(tab.route)
      return tab.title ?? (screen ? text(screen) : tab.route)
    },
    [core, titles, text, t],
  )
}
