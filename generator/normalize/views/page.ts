/** page: a hand-written page, registered in app.json; it has a route, a code and calls too. */
import type { PageView } from '../../../src/model/model.ts'
import { below } from '../../base/context.ts'
import { MISSING } from '../../base/texts.ts'
import { viewActions, type ViewNormalizer } from './context.ts'

export const page: ViewNormalizer = (c, at, raw, place) => {
  const pages = c.app.extensions?.pages ?? {}
  const { page: name = '', label = { zh: MISSING, en: MISSING } } = raw
  if (!pages[name]) return c.unknown(below(at, 'page'), 'REF010', 'page', name, Object.keys(pages))
  const view: PageView = {
    view: 'page',
    key: place.key,
    label,
    page: name,
    actions: viewActions(c, at, raw, place, {}),
  }
  return view
}
