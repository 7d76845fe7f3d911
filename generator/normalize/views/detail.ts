/** detail: one record, its tabs, its history. */
import { isOwn } from '../../../src/model/fields.ts'
import type { DetailView, View } from '../../../src/model/model.ts'
import { below, type At, type Compilation, type ResourceDraft, keyAt } from '../../base/context.ts'
import { bound } from '../expressions.ts'
import { referField } from '../../link/fields.ts'
import { rowField } from '../destinations.ts'
import { formOf } from '../resource/forms.ts'
import { columnsOf } from '../resource/columns.ts'
import { detailScope } from '../resource/index.ts'
import type { AuthoredView } from '../../base/authored.ts'
import { normalizeBlock } from './block.ts'
import { linkRows } from './linking.ts'
import {
  answeredView,
  innerPlace,
  outerRoots,
  tabsIn,
  viewActions,
  type ViewNormalizer,
  type About,
  type ViewPlace,
} from './context.ts'

export const detail: ViewNormalizer = (c, at, raw, place) => {
  const subject = answeredView(c, at, raw, place, 'detail')
  if (!subject) return undefined
  const { r, model, call } = subject
  const id = raw.id === undefined ? paramId() : bound(c, below(at, 'id'), undefined, raw.id, outerRoots(c, place))
  const view: DetailView = {
    view: 'detail',
    key: place.key,
    label: raw.label ?? model.label,
    resource: r.name,
    call: call.id,
    id: id ?? paramId(),
    facts: columnsOf(c, r, below(at, 'facts'), raw.facts ?? model.facts),
    items: raw.form ? formOf(c, below(at, 'form'), raw.form, detailScope(c, r)) : model.detail,
    actions: viewActions(c, at, raw, place, { resource: model, detail: true }),
    tabs: tabsIn(raw).flatMap(([key, tab]) => tabOf(c, below(at, 'tabs', key), key, tab, { r, model, place }) ?? []),
    history: model.audit && !model.virtual,
  }
  return view
}

/** `params.id`. */
function paramId(): DetailView['id'] {
  const any = { t: 'any' as const, empty: true }
  return {
    expr: {
      src: 'params.id',
      reads: ['params.id'],
      ast: { k: 'field', of: { k: 'root', name: 'params', type: any }, name: 'id', unit: 'plain', type: any },
    },
  }
}

/** A tab with the name of an own field shows those rows; another is linked by the only ref between the two. */
function tabOf(
  c: Compilation,
  at: At,
  key: string,
  written: AuthoredView,
  { r, model, place }: About,
): View | undefined {
  const own = [...r.fields.values()].filter(isOwn).find((f) => f.name === key)
  referField(c, at, own, key, { key: true })
  if (!own && !written.resource && written.view !== 'stat')
    return c.unknown(
      keyAt(at),
      'REF004',
      `own field of ${r.name}`,
      key,
      [...r.fields.values()].filter(isOwn).map((f) => f.name),
    )
  const resource = own ? own.of : written.resource
  const made = normalizeBlock(
    c,
    at,
    { ...written, ...(resource ? { resource } : {}) },
    innerPlace(place, key, { outer: r }),
  )
  if (!made) return undefined
  if (own && !written.label) made.label = own.label
  if (made.view === 'list' || made.view === 'tree') linkRows(c, at, made, { r, model, place }, own !== undefined)
  return made
}

/** The side sheet of a row: the usual detail, when single records can be read. */
export function drawerOf(c: Compilation, at: At, r: ResourceDraft, place: ViewPlace): DetailView | undefined {
  const model = place.models[r.name]!
  const call = place.calls[`${r.path}/detail`]
  if (!call || call.kind !== 'detail' || model.virtual) return undefined
  return {
    view: 'detail',
    key: 'drawer',
    label: model.label,
    resource: r.name,
    call: call.id,
    id: { expr: rowField(c, r, 'id') },
    facts: columnsOf(c, r, at, model.facts),
    items: model.detail,
    actions: [],
    tabs: [],
    history: model.audit,
  }
}
