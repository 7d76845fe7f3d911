/** Presets: another call with inputs fixed by `with` and fewer asked. A grant of the button grants the call only with these values. */
import type { Bounds, CallModel, FieldModel, FormItemModel, ResourceModel } from '../../../src/model/model.ts'
import { inputName, below, type At, type CallDraft, type Compilation } from '../../base/context.ts'
import { bounds } from '../expressions.ts'
import { referField } from '../../link/fields.ts'
import { findCall, isPlanned, lookUpCall } from '../../link/index.ts'
import { callRoots, writtenInputs } from './inputs.ts'
import { askForm, confirmOf, moveOf, whenOf } from './parts.ts'

/** A preset of a planned call is planned itself. */
export function dropPlannedPresets(c: Compilation): void {
  for (const call of [...c.calls.values()].filter((one) => one.preset)) {
    const { use = '' } = call.data
    if (lookUpCall(c, use, call.resource) || !isPlanned(c, use)) continue
    c.calls.delete(call.id)
    for (const name of [call.id, `${call.resource.path}/${call.name}`, `${call.resource.name}/${call.name}`])
      c.plannedCalls.add(name)
  }
}

export function presetModel(
  c: Compilation,
  draft: CallDraft,
  resources: Record<string, ResourceModel>,
  calls: Record<string, CallModel>,
): CallModel | undefined {
  const { data, resource, at } = draft
  const found = findCall(c, data.use ?? '', resource, below(at, 'use'))
  if (!found || found === 'planned') return undefined
  const target = calls[found.id]
  if (!target) return c.error(below(at, 'use'), 'REF005', `"${data.use}" is a preset itself; name the call`)
  const r = resources[resource.name]!
  const input = presetInput(c, draft, target, r)
  const scope = callRoots(c, resource, [...target.input, ...input])
  const call: CallModel = {
    ...target,
    id: draft.id,
    resource: resource.name,
    name: draft.name,
    preset: true,
    label: data.label ?? target.label,
    set: {},
    input,
    many: input.some((f) => f.name === 'ids'),
    also: [],
    when: [],
    form: [],
    with: bounds(c, below(at, 'with'), data.with, { fields: target.input, scope, what: `input of ${target.path}` }),
    ...moveOf(c, draft, r),
    ...confirmOf(target.kind, data),
    ...(data.access ? { access: data.access } : {}),
    once: target.once || (data.once ?? false),
  }
  if (call.move && target.kind === 'edit' && target.resource === resource.name)
    call.with[call.move.field] ??= { value: moveTo(r, call.move.name) }
  call.when = [
    ...whenOf(c, draft, r, call, scope),
    ...(target.resource === resource.name
      ? target.when.filter((w) => w.expr.reads.every((p) => !p.startsWith('input.')))
      : []),
  ]
  call.form = withoutFixed(data.form || data.input ? askForm(c, draft, call, r, scope) : target.form, call.with)
  reportMissingInputs(c, draft, call, target)
  return call
}

/** FRM001: a preset asks or fixes the required inputs of its target. `edit` does not change values that are not sent. */
function reportMissingInputs(c: Compilation, draft: CallDraft, call: CallModel, target: CallModel): void {
  const names = new Set([...call.input.map((f) => f.name), ...Object.keys(call.with)])
  const missing = target.input
    .filter((f) => f.required && (target.kind !== 'edit' || f.name === 'id') && !f.default && !names.has(f.name))
    .map((f) => `"${f.name}"`)
  if (missing.length > 0)
    c.error(
      draft.at,
      'FRM001',
      `${target.path} requires ${missing.join(', ')}; ask it in "input" or give it in "with"`,
      { key: true },
    )
}

/** A fixed input of a preset is not asked. */
function withoutFixed(form: FormItemModel[], fixed: Bounds): FormItemModel[] {
  return form.flatMap((item): FormItemModel[] => {
    if (item.kind === 'field') return item.field.name in fixed ? [] : [item]
    const items = withoutFixed(item.items, fixed)
    return items.length > 0 ? [{ ...item, items }] : []
  })
}

const moveTo = (r: ResourceModel, move: string) => r.machines.flatMap((m) => m.moves).find((m) => m.name === move)!.to

/** Inputs of the target that are named again (its own requirements stay), or fields of this resource. */
function presetInput(c: Compilation, draft: CallDraft, target: CallModel, r: ResourceModel): FieldModel[] {
  const { data, at } = draft
  if (!data.input) return target.input.filter((f) => !(f.name in (data.with ?? {})))
  return data.input.flatMap((item, i) => {
    const name = typeof item === 'string' ? inputName(item).name : item.name
    const base = target.input.find((f) => f.name === name)
    if (base && typeof item === 'string') {
      const required = inputName(item).required || base.required
      referField(c, below(at, 'input', i), base, name)
      return { ...base, required, nullable: !required }
    }
    if (base && typeof item === 'object' && !item.type && !item.like)
      return {
        ...base,
        ...(item.label ? { label: item.label } : {}),
        required: item.required === true || base.required,
      }
    return writtenInputs(c, draft, r, [[i, item]]).map((f) => {
      reportUnknown(c, below(at, 'input', i), f, target)
      return f
    })
  })
}

function reportUnknown(c: Compilation, at: At, f: FieldModel, target: CallModel): void {
  if (['id', 'ids'].includes(f.name) || target.input.some((t) => t.name === f.name)) return
  c.unknown(
    at,
    'REF006',
    `input of ${target.path}`,
    f.name,
    target.input.map((t) => t.name),
  )
}
