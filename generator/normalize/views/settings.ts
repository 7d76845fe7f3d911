/** settings: several small lists, or the parameters of one resource as a grouped form. */
import type { SettingsView } from '../../../src/model/model.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { findCall, ownField } from '../../link/index.ts'
import type { AuthoredView } from '../../base/authored.ts'
import { normalizeBlock } from './block.ts'
import { innerPlace, tabsIn, viewActions, type ViewNormalizer, type ViewPlace } from './context.ts'

export const settings: ViewNormalizer = (c, at, raw, place) => {
  const tabs = tabsIn(raw).flatMap(
    ([key, block]) => normalizeBlock(c, below(at, 'tabs', key), block, innerPlace(place, key)) ?? [],
  )
  const parameters = raw.resource ? parametersOf(c, at, raw, raw.resource, place) : undefined
  if (tabs.length === 0 && !parameters) return undefined
  const view: SettingsView = {
    view: 'settings',
    key: place.key,
    label: raw.label ?? { zh: '设置', en: 'Settings' },
    tabs,
    actions: viewActions(c, at, raw, place, {}),
    ...(parameters ? { parameters } : {}),
  }
  return view
}

function parametersOf(
  c: Compilation,
  at: At,
  raw: AuthoredView,
  name: string,
  place: ViewPlace,
): SettingsView['parameters'] {
  const r = c.resource(name, below(at, 'resource'))
  if (!r) return undefined
  if (raw.by) ownField(c, r, raw.by, below(at, 'by'))
  const query = findCall(c, 'query', r, below(at, 'resource'))
  const save = findCall(c, raw.call ?? 'save', r, raw.call ? below(at, 'call') : below(at, 'resource'))
  if (!query || !save || query === 'planned' || save === 'planned' || !place.calls[query.id]) return undefined
  return { resource: r.name, by: raw.by ?? '', query: query.id, save: save.id }
}
