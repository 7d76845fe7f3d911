/** form: one record filled in on a page; edits with `params.id`, else adds. */
import type { CallModel, FormView } from '../../../src/model/model.ts'
import { below, type At, type Compilation, type ResourceDraft } from '../../base/context.ts'
import { unfilledItems } from '../actions.ts'
import { findCall } from '../../link/index.ts'
import { formOf } from '../resource/forms.ts'
import type { AuthoredView } from '../../base/authored.ts'
import { viewResource, viewActions, type ViewNormalizer, type ViewPlace } from './context.ts'
import { savingOf, savingRoots } from './saving.ts'

export const form: ViewNormalizer = (c, at, raw, place) => {
  const r = viewResource(c, at, raw)
  const model = r && place.models[r.name]
  if (!r || !model) return undefined
  const { add, edit } = savers(c, at, raw, r, place)
  const main = add ?? edit
  if (!main) return undefined
  const fields = new Map([...(edit?.input ?? []), ...main.input].map((f) => [f.name, f]))
  const items = raw.form
    ? formOf(c, below(at, 'form'), raw.form, {
        fields,
        roots: savingRoots(c, main, r.name, place),
        resource: r,
        what: `input of ${main.id}`,
      })
    : main.form
  const { fills, done } = savingOf(c, at, raw, place, { call: main, form: items, resource: r.name })
  const detail = edit && findQuietly(place, `${r.path}/detail`)
  const view: FormView = {
    view: 'form',
    key: place.key,
    label: raw.label ?? model.label,
    resource: r.name,
    ...(add ? { add: add.id } : {}),
    ...(edit ? { edit: edit.id } : {}),
    ...(detail ? { load: detail.id } : {}),
    items: unfilledItems(items, fills),
    fills,
    actions: viewActions(c, at, raw, place, { resource: model, detail: true }),
    ...(done ? { done } : {}),
  }
  return view
}

/** The named call saves; else `add`, and `edit` when the screen takes an id. */
function savers(
  c: Compilation,
  at: At,
  raw: AuthoredView,
  r: ResourceDraft,
  place: ViewPlace,
): { add?: CallModel; edit?: CallModel } {
  const model = (name: string) => {
    const found = findCall(c, name, r, raw.call ? below(at, 'call') : below(at, 'resource'))
    return found && found !== 'planned' ? (place.calls[found.id] ?? place.presets[found.id]) : undefined
  }
  if (raw.call) {
    const call = model(raw.call)
    return call ? { add: call } : {}
  }
  const add = model('add')
  const edit = place.params.has('id') ? model('edit') : undefined
  return { ...(add ? { add } : {}), ...(edit ? { edit } : {}) }
}

const findQuietly = (place: ViewPlace, id: string): CallModel | undefined => place.calls[id]
