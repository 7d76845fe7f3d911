/** form: one record filled in on a page; edits with `params.id`, else adds. */
import type { CallModel, FormView } from '../../src/model/model.ts'
import { below, type At, type Compilation, type ResourceDraft } from '../context.ts'
import { bounds, recordType, roots } from '../expressions.ts'
import { fillsOf, unfilled } from '../fills.ts'
import { askedForm } from '../actions.ts'
import { findCall } from '../link.ts'
import { doneModel } from '../open.ts'
import { formOf } from '../resource/forms.ts'
import type { Authored } from '../source.ts'
import { groupBounds } from '../groups.ts'
import { aboutOf, viewActions, type ViewNormalizer, type ViewPlace } from './context.ts'

export const form: ViewNormalizer = (c, at, raw, place) => {
  const r = aboutOf(c, at, raw)
  const model = r && place.models[r.name]
  if (!r || !model) return undefined
  const { add, edit } = savers(c, at, raw, r, place)
  const main = add ?? edit
  if (!main) return undefined
  const fields = new Map([...(edit?.input ?? []), ...main.input].map((f) => [f.name, f]))
  const scope = roots(c, { row: { t: 'row', of: r.name, empty: false }, old: { t: 'row', of: r.name, empty: false }, input: recordType(main.input), params: place.paramsType })
  const shape: CallModel = raw.form ? { ...main, form: formOf(c, below(at, 'form'), raw.form, { fields, roots: scope, resource: r, what: `input of ${main.id}` }) } : main
  const fixed = bounds(c, below(at, 'with'), raw.with, main.input, scope, `input of ${main.id}`)
  const fills = fillsOf(c, at, shape, { onRow: false, target: r.name, action: fixed, view: {}, group: groupBounds(c, place.group, main.input), params: place.params })
  const missing = unfilled(shape, fills)
  if (missing.length > 0) c.error(at, 'FRM001', `nobody gives ${missing.map((m) => `"${m}"`).join(', ')} of ${main.path}; ask it in the form, give it in "with", or give it a default`)
  const done = doneModel(c, below(at, 'done'), raw.done, main) ?? main.done
  const detail = edit && findQuietly(place, `${r.path}/detail`)
  const view: FormView = {
    view: 'form', key: place.key, label: raw.label ?? model.label, resource: r.name,
    ...(add ? { add: add.id } : {}), ...(edit ? { edit: edit.id } : {}), ...(detail ? { load: detail.id } : {}),
    items: askedForm(shape.form, fills), fills, actions: viewActions(c, at, raw, place, { resource: model, detail: true }), ...(done ? { done } : {}),
  }
  return view
}

/** The call named saves; else `add`, and `edit` when the screen takes an id. */
function savers(c: Compilation, at: At, raw: Authored, r: ResourceDraft, place: ViewPlace): { add?: CallModel; edit?: CallModel } {
  const model = (name: string) => {
    const found = findCall(c, name, r, raw.call ? below(at, 'call') : below(at, 'resource'))
    return found && found !== 'planned' ? place.calls[found.id] ?? place.presets[found.id] : undefined
  }
  if (raw.call) { const call = model(raw.call); return call ? { add: call } : {} }
  const add = model('add')
  const edit = place.params.has('id') ? model('edit') : undefined
  return { ...(add ? { add } : {}), ...(edit ? { edit } : {}) }
}

const findQuietly = (place: ViewPlace, id: string): CallModel | undefined => place.calls[id]
