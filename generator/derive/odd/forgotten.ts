/** USE001: a field that could be typed, and that no form asks for. */
import type { FormItemModel, Model, ResourceModel } from '../../../src/model/model.ts'
import { fieldsOfForm, partsOf, withInner } from '../../../src/model/views.ts'
import { below, keyAt, type At, type Compilation } from '../../base/context.ts'
import { isObject } from '../../base/source.ts'

export function noteForgotten(c: Compilation, model: Model): void {
  const asked = askedIn(model)
  for (const [name, { source }] of c.loaded.resources) {
    const r = model.resources[name]
    const form: unknown = source.data.form
    if (!r || form === undefined || isObject(form) || c.loaded.platform.has(source.file)) continue
    const at: At = { source, path: [] }
    const add = r.calls.map((id) => model.calls[id]).find((call) => call?.kind === 'add')
    if (!add || add.handler) continue
    const written = writtenTo(model, r)
    const shown = new Set([...fieldsOfForm(r.form), ...fieldsOfForm(add.form)].map((field) => field.name))
    for (const { name: field } of add.input)
      if (isTyped(r, field) && !shown.has(field) && !asked.get(name)?.has(field) && !written.has(field))
        c.note(
          keyAt(below(at, 'fields', field)),
          'USE001',
          `no form asks for "${field}", and nothing else fills it; name it in "form", or say "managed"`,
        )
  }
}

/** Fields that are empty until somebody types them. */
function isTyped(r: ResourceModel, name: string): boolean {
  const field = r.fields[name]
  return (
    field !== undefined &&
    !field.managed &&
    !field.value &&
    !r.tallies[name] &&
    field.default === undefined &&
    !field.required &&
    r.parent?.field !== name &&
    r.extends?.field !== name
  )
}

/** What buttons and pages of all screens ask for, by resource. */
function askedIn(model: Model): Map<string, Set<string>> {
  const asked = new Map<string, Set<string>>()
  const ask = (id: string | undefined, items: readonly FormItemModel[]): void => {
    const call = model.calls[id ?? ''] ?? model.presets[id ?? '']
    if (!call) return
    const names = asked.get(call.resource) ?? new Set<string>()
    for (const { name } of fieldsOfForm(items)) names.add(name)
    asked.set(call.resource, names)
  }
  for (const screen of Object.values(model.screens))
    for (const view of withInner(screen.view)) {
      for (const { call, form } of view.actions) ask(call, form)
      const { forms, presses } = partsOf(view)
      for (const { call, items } of [...forms, ...presses]) ask(call, items)
    }
  return asked
}

/** What calls, moves and choices write, and what fixed values of buttons give. */
function writtenTo(model: Model, r: ResourceModel): Set<string> {
  const calls = [...Object.values(model.calls), ...Object.values(model.presets)].filter(
    (call) => call.resource === r.name,
  )
  const makes = Object.values(model.resources).flatMap((one) => one.makes.filter(({ of }) => of === r.name))
  return new Set([
    ...r.machines.flatMap(({ moves }) => moves.flatMap((move) => Object.keys(move.set))),
    ...calls.flatMap((call) => [...Object.keys(call.set), ...Object.keys(call.with)]),
    ...calls
      .filter((call) => call.kind !== 'add' && call.kind !== 'edit')
      .flatMap((call) => call.input.map((field) => field.name)),
    ...Object.values(r.fields).flatMap(({ fill }) => Object.keys(fill)),
    ...makes.flatMap(({ set }) => Object.keys(set)),
    ...r.assignments.flatMap(({ org, at }) => [org ?? '', at ?? '']),
  ])
}
