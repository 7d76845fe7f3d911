/** FRM004: what is asked for where nobody can see it, and what a wizard promises and never knows. */
import { nodesOf } from '../../../src/model/expr/tree.ts'
import type { ExprNode, ExprType } from '../../../src/model/expr/types.ts'
import type { CallModel, FieldModel, Model, ResourceModel, RuleModel, WizardView } from '../../../src/model/model.ts'
import { fieldsOfForm, withInner } from '../../../src/model/views.ts'
import { below, inputName, type At, type CallDraft, type Compilation } from '../../base/context.ts'
import { placeOf } from '../../base/origin.ts'
import { verdictOf } from '../../normalize/decide.ts'
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
  for (const screen of Object.values(model.screens)) {
    const source = c.loaded.screens.get(screen.route)
    if (!source) continue
    for (const view of withInner(screen.view))
      if (view.view === 'wizard') noteWizard(c, placeOf(view) ?? { source, path: [] }, model, view)
  }
}

const BOOL: ExprType = { t: 'bool', empty: false }
const both = (a: ExprNode, b: ExprNode): ExprNode => ({ k: 'and', a, b, type: BOOL })

/** Each may hold, and never both. */
const excludeEachOther = (c: Compilation, a: ExprNode, b: ExprNode): boolean =>
  verdictOf(c, both(a, b)) === 'never' && [a, b].every((one) => verdictOf(c, one) !== 'never')

/** What is hidden is not required. */
function noteHidden(c: Compilation, at: At, { name, show, requiredIf }: FieldModel): void {
  const place = below(at, 'required')
  if (show && requiredIf && place.source.exists(place) && excludeEachOther(c, show.ast, requiredIf.ast))
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

function noteUnseen(c: Compilation, at: At, call: CallModel, { name, show }: { name: string; show: ExprNode }): void {
  const guard = call.when
    .map(({ expr }) => expr.ast)
    .reduce<ExprNode | undefined>((a, b) => (a ? both(a, b) : b), undefined)
  // What is asked for may be typed over.
  const asked = new Set(call.input.map((field) => field.name))
  const isTyped = [...nodesOf(show)].some((node) => node.k === 'field' && asked.has(node.name))
  if (guard && !isTyped && at.source.exists(at) && excludeEachOther(c, guard, show))
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

/** Empty, or always the same, until the record is there. */
const isUnknown = (r: ResourceModel, { name, value, default: start }: FieldModel): boolean =>
  !value && !r.tallies[name] && !(start && 'expr' in start)

/** Whether a condition never holds while a field is empty, as it begins. */
function wants(c: Compilation, show: ExprNode, field: FieldModel): boolean {
  const a = field.default
    ? undefined
    : [...nodesOf(show)].find((node) => node.k === 'field' && node.name === field.name && isRecord(node.of))
  const none: ExprNode = { k: 'lit', v: null, type: { t: 'null' } }
  return a !== undefined && excludeEachOther(c, show, { k: 'cmp', op: '==', a, b: none, type: BOOL })
}

const isRecord = (node: ExprNode): boolean => node.k === 'root' && ['row', 'input'].includes(node.name)
