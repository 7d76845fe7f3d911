/** settings: several small lists; the parameters of one resource as a grouped form; or a grid of two resources. */
import type { SettingsView } from '../../src/model/model.ts'
import { below, type At, type Compilation } from '../context.ts'
import { referField } from '../fields.ts'
import { findCall, ownField } from '../link.ts'
import type { Authored } from '../source.ts'
import { normalizeBlock } from './block.ts'
import { inside, viewActions, type ViewNormalizer, type ViewPlace } from './context.ts'

export const settings: ViewNormalizer = (c, at, raw, place) => {
  const tabs = Object.entries<Authored>(raw.tabs ?? {}).flatMap(
    ([key, block]) => normalizeBlock(c, below(at, 'tabs', key), block, inside(place, key)) ?? [],
  )
  const parameters = raw.resource ? parametersOf(c, at, raw, place) : undefined
  const matrix = raw.matrix ? matrixOf(c, below(at, 'matrix'), raw.matrix, place) : undefined
  if (tabs.length === 0 && !parameters && !matrix) return undefined
  const view: SettingsView = {
    view: 'settings',
    key: place.key,
    label: raw.label ?? { zh: '设置', en: 'Settings' },
    tabs,
    actions: viewActions(c, at, raw, place, {}),
    ...(parameters ? { parameters } : {}),
    ...(matrix ? { matrix } : {}),
  }
  return view
}

function parametersOf(c: Compilation, at: At, raw: Authored, place: ViewPlace): SettingsView['parameters'] {
  const r = c.resource(raw.resource, below(at, 'resource'))
  if (!r) return undefined
  if (raw.by) ownField(c, r, raw.by, below(at, 'by'))
  const query = findCall(c, 'query', r, below(at, 'resource'))
  const save = findCall(c, raw.call ?? 'save', r, raw.call ? below(at, 'call') : below(at, 'resource'))
  if (!query || !save || query === 'planned' || save === 'planned' || !place.calls[query.id]) return undefined
  return { resource: r.name, by: raw.by ?? '', query: query.id, save: save.id }
}

function matrixOf(c: Compilation, at: At, raw: Authored, place: ViewPlace): SettingsView['matrix'] {
  const rows = c.resource(raw.rows, below(at, 'rows'))
  const columns = c.resource(raw.columns, below(at, 'columns'))
  const save = rows && findCall(c, raw.call, rows, below(at, 'call'))
  if (!rows || !columns || !save || save === 'planned') return undefined
  const call = place.calls[save.id] ?? place.presets[save.id]
  const known = call?.input.flatMap((f) => [f, ...(f.fields ?? [])]) ?? []
  const cell = (raw.cell as string[]).flatMap((name, i) => {
    const field = known.find((f) => f.name === name) ?? rows.fields.get(name)
    referField(c, below(at, 'cell', i), field, name)
    return (
      field ??
      c.unknown(
        below(at, 'cell', i),
        'REF004',
        'cell field',
        name,
        known.map((f) => f.name),
      ) ??
      []
    )
  })
  return { rows: rows.name, columns: columns.name, cell, query: `${rows.path}/query`, save: save.id }
}
