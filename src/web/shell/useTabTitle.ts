import { useCallback, useMemo } from 'react'
import { useText } from '../core/i18n.ts'
import { useCore } from '../core/model.ts'
import { useT } from '../core/sentences.ts'
import { useSession } from '../core/session.ts'
import { groupTitleOf, titleOf } from './menu.ts'
import type { Tab } from './tabs.ts'

/** The title of a screen, by the tab it stands in. */
export function useScreenTitle(): (tab: Tab) => string {
  const core = useCore()
  const { menus } = useSession()
  const text = useText()
  const titles = useMemo(() => new Map(core.routes.map((route) => [route.route, titleOf(route, menus)])), [core, menus])
  return useCallback(
    ({ route }) => {
      const screen = titles.get(route)
      return screen ? text(screen) : route
    },
    [titles, text],
  )
}

/** The group of the menu in which the screen of a tab stands. */
export function useGroupTitle(): (tab: Tab) => string {
  const core = useCore()
  const { menus } = useSession()
  const text = useText()
  return useCallback(
    ({ route }) => {
      const screen = core.routes.find((one) => one.route === route)
      const group = screen && groupTitleOf(core, screen, menus)
      return group ? text(group) : ''
    },
    [core, menus, text],
  )
}

/** The title of a tab: home has its own word, a record its name, every other page the name of the screen. */
export function useTabTitle(): (tab: Tab) => string {
  const home = useCore().app.home
  const screen = useScreenTitle()
  const t = useT()
  return useCallback((tab) => (tab.route === home ? t('home') : (tab.title ?? screen(tab))), [home, screen, t])
}
