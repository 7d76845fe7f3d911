/** page: a hand-written page, registered in app.json; still a route, a code, calls. */
import type { PageView } from '../../../src/model/model.ts'
import { below } from '../../base/context.ts'
import { viewActions, type ViewNormalizer } from './context.ts'

export const page: ViewNormalizer = (c, at, raw, place) => {
  const pages = c.app.extensions?.pages ?? {}
  if (!pages[raw.page]) return c.unknown(below(at, 'page'), 'REF010', 'page', raw.page, Object.keys(pages))
  const view: PageView = {
    view: 'page',
    key: place.key,
    label: raw.label,
    page: raw.page,
    actions: viewActions(c, at, raw, place, {}),
  }
  return view
}
