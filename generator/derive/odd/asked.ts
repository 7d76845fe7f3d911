/** FRM004: what is asked for where nobody can see it, and what a wizard promises and never knows. */
import { nodesOf } from '../../../src/model/expr/tree.ts'
import type { ExprNode } from '../../../src/model/expr/types.ts'
import type {
  CallModel,
  FieldModel,
  GalleryView,
  Model,
  ResourceModel,
  RuleModel,
  ScreenModel,
  WizardView,
} from '../../../src/model/model.ts'
import { fieldsOfForm, withInner } from '../../../src/model/views.ts'
import { below, inputName, type At, type CallDraft, type Compilation } from '../../base/context.ts'
import { placeOf } from '../../base/origin.ts'
import { isObject, valueAt } from '../../base/source.ts'
import { astsOf, BOOL, excludeEachOther, isNever, knownIn } from './logic.ts'
import { checkDays, checkLimits } from './fillable.ts'
import { checkTime } from './limits.ts'

export function noteAsked(c: Compilation, model: Model): void {
  for (const r of Object.values(model.resources)) {
    const source = c.resources.get(r.name)?.source
    if (!source) continue
    const at: At = { source, path: [] }
    for (const field of Object.values(r.fields)) noteHidden(c, below(at, 'fields', field.name), field)
    for (const rule of r.rules) noteRule(c, below(at, 'rules', rule.name, 'field'), r, rule)
  }
  for (const call of Object.values(model.calls)) {
    const draft = c.calls.get(call.id)
    if (draft) checkInputs(c, draft, call)
    if (draft) noteNumbered(c, draft, model.resources[call.resource], call)
  }
  for (const preset of Object.values(model.presets)) {
    const draft = c.calls.get(preset.id)
    if (draft) noteFixed(c, draft, preset)
  }
  for (const call of [...Object.values(model.calls), ...Object.values(model.presets)]) {
    const draft = c.calls.get(call.id)
    if (draft) notePreview(c, below(draft.at, 'preview'), model, call)
  }
  for (const screen of Object.values(model.screens)) {
    const source = c.loaded.screens.get(screen.route)
    if (!source) continue
    for (const view of withInner(screen.view))
      if (view.view === 'gallery' && view.upload)
        noteNeeds(c, below(placeOf(view) ?? { source, path: [] }, 'upload', 'needs'), screen, view)
      else if (view.view === 'wizard') noteWizard(c, placeOf(view) ?? { source, path: [] }, model, view)
  }
}

/** What is hidden is not required. */
function noteHidden(c: Compilation, at: At, { name, show, requiredIf }: FieldModel): void {
  const place = below(at, 'required')
  if (show && requiredIf && place.source.exists(place) && excludeEachOther(c, [show.ast, requiredIf.ast]))
    c.note(place, 'FRM004', `"${name}" is required only where it is not shown, and so never`)
}

/** The sentence of a rule stands at its field, in the form that asks for what the rule reads. */
function noteRule(c: Compilation, at: At, r: ResourceModel, { field: name, expr }: RuleModel): void {
  const stands = name === undefined ? undefined : r.fields[name]
  if (!stands?.managed || stands.value || !at.source.exists(at)) return
  const asked = new Set(fieldsOfForm(r.form).map((field) => field.name))
  const reads = expr.reads.flatMap((path) => (path.startsWith('row.') ? path.slice(4) : []))
  const typed = reads.find((path) => asked.has(path))
  if (typed !== undefined && !asked.has(stands.name))
    c.note(at, 'FRM004', `the form that asks for "${typed}" has no "${stands.name}" to say this at; name a field of it`)
}

/** Inputs that are written at the call: their limits, and whether they are ever seen. */
function checkInputs(c: Compilation, { at, data }: CallDraft, call: CallModel): void {
  for (const [i, item] of (data.input ?? []).entries()) {
    const field = typeof item === 'object' && call.input.find((one) => one.name === inputName(item.name).name)
    const place = below(at, 'input', i)
    if (!field || !place.source.exists(place)) continue
    checkLimits(c, place, field)
    if (field.type === 'date') checkDays(c, place, field)
    checkTime(c, below(place, 'default'), field)
    if (field.show) noteUnseen(c, below(place, 'show'), call, { name: field.name, show: field.show.ast })
  }
}

/** A number that the server makes is answered, and asked for all the same. */
function noteNumbered(c: Compilation, { at, data }: CallDraft, r: ResourceModel | undefined, call: CallModel): void {
  const answered = new Set(call.output.map(({ name }) => name))
  for (const [i, item] of (data.input ?? []).entries()) {
    const name = typeof item === 'string' ? inputName(item).name : undefined
    const place = below(at, 'input', i)
    if (name !== undefined && r?.fields[name]?.type === 'serial' && answered.has(name) && place.source.exists(place))
      c.note(place, 'SHP005', `"${name}" is numbered by the server, which answers it; leave it out of "input"`)
  }
}

/** What a preset asks for, and hides by what it fixes. */
function noteFixed(c: Compilation, { at, data }: CallDraft, preset: CallModel): void {
  for (const [i, item] of (data.input ?? []).entries()) {
    const name = inputName(typeof item === 'string' ? item : item.name).name
    const show = preset.input.find((field) => field.name === name)?.show
    const place = below(at, 'input', i)
    if (!show || !place.source.exists(place)) continue
    const known = knownIn(show.ast, 'input', (one) => preset.with[one])
    if (known.length > 0 && !isNever(c, [show.ast]) && isNever(c, [show.ast, ...known]))
      c.note(place, 'FRM004', `"${name}" is never shown here, by what "with" says; leave it out`)
  }
}

/** What a call that is tried out while a form is filled in wants, and the form does not ask. */
function notePreview(c: Compilation, at: At, model: Model, call: CallModel): void {
  const tried = call.preview === undefined ? undefined : model.calls[call.preview]
  if (!tried || !at.source.exists(at)) return
  const asked = new Set(call.input.map(({ name }) => name))
  const given = new Set([...asked, ...Object.keys(call.with), ...Object.keys(tried.with)])
  const wanted = tried.input.find((field) => field.required && field.default === undefined && !given.has(field.name))
  if (wanted)
    c.note(
      at,
      'FRM001',
      `${tried.path} wants "${wanted.name}", which “${call.label.en}” does not ask: nothing is ever foreseen`,
    )
  else if (tried.input.length > 0 && !tried.input.some(({ name }) => asked.has(name)))
    c.note(
      at,
      'FRM001',
      `${tried.path} takes nothing that “${call.label.en}” asks: it answers the same whatever is typed`,
    )
}

function noteUnseen(c: Compilation, at: At, call: CallModel, { name, show }: { name: string; show: ExprNode }): void {
  const guard = astsOf(call.when)
  // What is asked for may be typed over.
  const asked = new Set(call.input.map((field) => field.name))
  const isTyped = [...nodesOf(show)].some((node) => node.k === 'field' && asked.has(node.name))
  if (!isTyped && at.source.exists(at) && !isNever(c, guard) && excludeEachOther(c, [...guard, show]))
    c.note(at, 'FRM004', `"${name}" is never shown: where “${call.label.en}” can be pressed, this does not hold`)
}

function noteWizard(c: Compilation, at: At, model: Model, view: WizardView): void {
  const r = model.resources[view.resource]
  // A record that is changed has its values from the beginning.
  if (!r || view.load !== undefined) return
  const steps = view.steps.map((step) => ({ step, fields: fieldsOfForm(step.items) }))
  const filled = new Set(Object.values(r.fields).flatMap(({ fill }) => Object.keys(fill)))
  for (const [i, { step }] of steps.entries()) {
    const later = steps.slice(i).flatMap(({ fields }) => fields)
    const wanted = later.find((field) => !filled.has(field.name) && step.show && wants(c, step.show.ast, field))
    const place = below(placeOf(step) ?? at, 'show')
    if (wanted && place.source.exists(place))
      c.error(
        place,
        'FRM004',
        `this step is shown by "${wanted.name}", which is asked only in it or later: it is never seen`,
      )
  }
  for (const { step, fields } of steps) for (const field of fields) noteLocked(c, placeOf(step) ?? at, view, field)
  const asked = new Set(steps.flatMap(({ fields }) => fields.map(({ name }) => name)))
  for (const [i, { path }] of view.summary.entries()) {
    const field = r.fields[path]
    const isKnown = asked.has(path) || filled.has(path) || ['with', 'param'].includes(view.fills[path]?.by ?? '')
    if (view.preview === undefined && field?.managed && !isKnown && isUnknown(r, field))
      c.note(
        below(at, 'summary', i),
        'FRM004',
        `no step asks for "${path}", and nothing works it out before it is saved`,
      )
  }
}

/** What pictures cannot be added without, and nothing on the page gives. */
function noteNeeds(c: Compilation, at: At, { params }: ScreenModel, { upload, pictures, actions }: GalleryView): void {
  const given = new Set([
    ...params.map(({ name }) => name),
    ...Object.keys(pictures.with),
    ...pictures.filters.flatMap(({ wire }) => wire),
    ...actions.flatMap(({ form, fills }) => [
      ...fieldsOfForm(form).map(({ name }) => name),
      ...Object.entries(fills).flatMap(([name, { by }]) => (by === 'with' || by === 'param' ? name : [])),
    ]),
  ])
  const needs = upload?.needs ?? []
  if (needs.length > 0 && !needs.some(({ name }) => given.has(name)) && at.source.exists(at))
    c.note(
      at,
      'FRM001',
      `neither the address nor a filter gives ${needs.map(({ name }) => `"${name}"`).join(' or ')}: no picture can ever be added`,
    )
}

/** Required, locked, and given by nobody who comes without it in the address. */
function noteLocked(c: Compilation, at: At, { fills }: WizardView, field: FieldModel): void {
  const fill = fills[field.name]
  const isGiven = fill?.by === 'with' || field.default !== undefined || field.managed || field.value
  if (!field.required || !field.locked || isGiven) return
  const items = valueAt(at.source.data, [...at.path, 'form'])
  const i = Array.isArray(items) ? items.findIndex((one) => isObject(one) && one.field === field.name) : -1
  const place = below(at, 'form', i, 'locked')
  if (i >= 0 && place.source.exists(place))
    c.note(
      place,
      'FRM004',
      `"${field.name}" is required and locked: whoever comes without it in the address cannot go on; lock it where the address has it`,
    )
}

/** Empty, or always the same, until the record is there. */
const isUnknown = (r: ResourceModel, { name, value, default: start }: FieldModel): boolean =>
  !value && !r.tallies[name] && !(start && 'expr' in start)

/** Whether a condition never holds while a field is empty, as it begins. */
function wants(c: Compilation, show: ExprNode, field: FieldModel): boolean {
  const a = field.default
    ? undefined
    : [...nodesOf(show)].find((node) => node.k === 'field' && node.name === field.name && isRecord(node.of))
  const none: ExprNode = { k: 'lit', v: null, type: { t: 'null' } }
  return a !== undefined && excludeEachOther(c, [show, { k: 'cmp', op: '==', a, b: none, type: BOOL }])
}

const isRecord = (node: ExprNode): boolean => node.k === 'root' && ['row', 'input'].includes(node.name)
