/** Loads the rows of a list while its page is still being drawn. */
import type { ListView, ScreenModel, View } from '../../model/model.ts'
import type { WebPart } from '../../model/web.ts'
import { askAhead } from '../core/ahead.ts'
import { envOf } from '../core/env.ts'
import { appModel } from '../core/model.ts'
import type { Session } from '../core/session.ts'
import { idsOf, withRoots } from '../fields/bounds.ts'
import { formatDatetime } from '../../model/format.ts'
import { listKey } from './prefs.ts'
import { textWidth } from './textWidth.ts'
import { ABOVE } from './pageSize.ts'
import { firstInput, firstTab } from './listState.ts'

/** The list that a screen opens with, as far as it is known which. */
function firstListOf(view: View): ListView | undefined {
  const list = view.view === 'gallery' ? view.pictures : view
  return list.view !== 'list' || list.left || list.tabs?.kind === 'views' ? undefined : list
}

/** Requests the first rows of a screen's list. A list with a left pane or with named tabs makes its own request. */
export function askFirst(screen: ScreenModel, part: WebPart, person: Session, params: Record<string, string>): void {
  const app = appModel()
  const view = firstListOf(screen.view)
  const call = view && part.calls[view.call]
  if (!app || !view || !call) return
  const place = {
    call,
    env: withRoots(envOf(person), { params: idsOf(params) }),
    dictionaries: part.dictionaries,
    route: screen.route,
    active: true,
    refreshKey: 0,
    params,
    setQuery: () => undefined,
    above: ABOVE.page,
    fixed: {},
    further: part.resources[view.resource]?.further ?? [],
    firstTab: firstTab(view, part.dictionaries),
  }
  const input = firstInput(view, place, listKey(person.user?.id, screen.route, view.key), app.limits)
  if (input) askAhead(call.path, input)
}

/** Loads fonts and the calendar before the first list is drawn, which takes as long as drawing it. */
export function warmUp(zone: string): void {
  for (const weight of [400, 500]) textWidth('Aa 中', weight)
  formatDatetime(0, zone)
}
