/** The parts of a form: Formily's form, its schema, and its initial values. */
import { createForm, type Form } from '@formily/core'
import type { Schema } from '@formily/json-schema'
import { batch, observable } from '@formily/reactive'
import { useState } from 'react'
import { isLink } from '../../model/fields.ts'
import type { FieldModel, FormItemModel } from '../../model/model.ts'
import { evaluate } from '../../model/expr/evaluate.ts'
import { isEmpty, outOfDays } from '../../model/validate/index.ts'
import { cellsNow } from '../fields/context.tsx'
import { valueAt } from '../fields/entry.ts'
import { fieldView } from '../fields/lookup.ts'
import { merged } from '../fields/parts.ts'
import { titleKey } from '../fields/titles.ts'
import type { WireRow } from '../fields/types.ts'
import { fieldOf } from './fieldOf.ts'
import { liveOf, type Live } from './live.ts'
import { formSchema } from './schema.ts'
import { defaultValues, fieldsOf, initialValues, type FormField, type FormTask } from './task.ts'

/** A form made for a task. */
export interface FormWork {
  /** The form's own copy of its task: after a conflict it holds the newer record. */
  task: FormTask
  form: Form
  schema: Schema
  live: Live
  fields: Map<string, FormField>
  initial: WireRow
  /** What fields hold where neither a person nor a chosen record says otherwise, with the titles of references. */
  defaults: WireRow
  /** The fields that a choice sets now: itself, and those it copies values into. */
  filling: Set<string>
}

/** Makes the form of a task. `before`: the form it replaces, whose typed values are kept. */
function makeWork(start: FormTask, before?: FormWork): FormWork {
  const task = { ...start }
  const initial = initialValues(task)
  // Shallow: rows of a long list are plain objects, not thousands of observables.
  const form = createForm({ values: observable.shallow({ ...initial, ...typedIn(before) }), validateFirst: true })
  const live = liveOf(task, form, before?.live)
  const filling = new Set<string>()
  const fields = new Map(fieldsOf(task.items).map((one) => [one.field.name, one]))
  const schema = formSchema({ task, live, cells: () => cellsNow(task.part), filling: (name) => filling.has(name) })
  const defaults = { ...live.titles, ...defaultValues(task) }
  return { task, form, schema, live, fields, initial, defaults, filling }
}

/** The typed values that differ from the initial ones. */
function typedIn(work: FormWork | undefined): WireRow {
  const names = [...(work?.fields.keys() ?? [])].filter(
    (name) => JSON.stringify(work?.form.values[name]) !== JSON.stringify(work?.initial[name]),
  )
  return Object.fromEntries(names.map((name) => [name, work?.form.values[name] as unknown]))
}

/** The form of a task. When the model is replaced (development), the typed values move to the new form. */
export function useFormWork(task: FormTask): FormWork {
  const [made, setMade] = useState(() => ({ task, work: makeWork(task) }))
  if (made.task === task) return made.work
  const next = { task, work: makeWork(task, made.work) }
  setMade(next)
  return next.work
}

/** Whether a field of this part shows an error. */
export function isWrong({ form }: FormWork, item: FormItemModel | undefined): boolean {
  return (
    item !== undefined &&
    fieldsOf([item]).some(({ field: { name } }) => {
      const field = fieldOf(form, name)
      return field !== undefined && field.display === 'visible' && field.selfErrors.length > 0
    })
  )
}

/** Sets a value that a person typed or chose, and copies at once the values that the chosen record brings. */
export function takeInput(
  work: FormWork,
  model: FieldModel,
  value: unknown,
  picked: WireRow | WireRow[] | undefined,
): void {
  const field = fieldOf(work.form, model.name)
  if (!field) return
  for (const name of [model.name, ...(picked ? Object.keys(model.fill) : [])]) work.filling.add(name)
  batch(() => {
    field.setFeedback({ type: 'error', messages: [] })
    if (isLink(model)) work.live.choose(model, picked)
    if (picked && !Array.isArray(picked))
      for (const [name, path] of Object.entries(model.fill)) copyFrom(work, picked, path, name)
    void field.onInput(value)
  })
  work.filling.clear()
}

/** Begins with what is loaded for the fields that were chosen: all others hold what it says of them, or nothing. */
export async function loadAgain(work: FormWork, { by, load }: NonNullable<FormTask['again']>): Promise<void> {
  const { task, form, fields, initial } = work
  const chosen = (): WireRow => Object.fromEntries(by.map((name) => [name, (form.values as WireRow)[name]]))
  const asked = chosen()
  const { loaded = {}, version } = await load(asked)
  // Something else was chosen meanwhile: that is loaded, too.
  if (JSON.stringify(chosen()) !== JSON.stringify(asked)) return
  if (version) task.version = version
  batch(() => {
    for (const [name, { field }] of fields) {
      if (by.includes(name)) continue
      const value = loaded[name] ?? null
      initial[name] = value === null ? value : (fieldView(field.type).fromWire?.(value) ?? value)
      form.setValuesIn(name, initial[name])
      // What was typed for the other choice keeps no proposal away.
      const shown = fieldOf(form, name)
      if (shown) Object.assign(shown, { modified: false, selfModified: false })
    }
  })
}

/** Takes a value that the form starts with: it, and what it brings, becomes the initial value. */
export function beginWith(work: FormWork, model: FieldModel, value: unknown, picked: WireRow | undefined): void {
  // Before it is taken: whoever hears of it then asks what has changed.
  work.initial[model.name] = value
  if (picked)
    for (const [name, path] of Object.entries(model.fill)) work.initial[name] = broughtBy(work, picked, path, name)
  takeInput(work, model, value, picked)
}

/** What a chosen record brings for a field: its value, else what the field begins with. */
function broughtBy({ defaults, fields, live }: FormWork, record: WireRow, path: string, name: string): unknown {
  const value = valueAt(record, path)
  const model = fields.get(name)?.field
  // A day that has gone by since may not be given any more.
  const over = model && outOfDays(model, value, (expr) => evaluate(expr.ast, live.env))
  if (over) return defaults[name] ?? null
  return isEmpty(value) ? (defaults[name] ?? value) : value
}

/** Copies the chosen record's value at `path` into the field `name`. */
function copyFrom(work: FormWork, record: WireRow, path: string, name: string): void {
  const { form, live, fields, defaults } = work
  const model = fields.get(name)?.field
  const value = broughtBy(work, record, path, name)
  const titles = isEmpty(valueAt(record, path)) ? defaults : record
  if (model?.type === 'ref') live.choose(model, { [model.key]: value, label: titles[titleKey(model)] })
  form.setValuesIn(name, value)
  // The error shown at the field was about its old value.
  const field = fieldOf(form, name)
  if (field && !isEmpty(value)) field.setFeedback({ type: 'error', messages: [] })
}

/**
 * Replaces values by those of a newer record, which become the initial values. `mine`: fields that keep what was typed,
 * as changes of the newer record.
 */
export function takeOver(
  { task, form, initial, fields }: FormWork,
  current: WireRow,
  mine: ReadonlySet<string> = new Set(),
): void {
  if (task.version === undefined) task.row = { ...task.row, ...current }
  else if (typeof current.version === 'string') task.version = current.version
  if (task.loaded) task.loaded = { ...task.loaded, ...current }
  batch(() => {
    for (const [name, { field }] of fields) {
      if (current[name] === undefined) continue
      const { fromWire, parts } = fieldView(field.type)
      const [before, theirs] = [initial[name], fromWire?.(current[name]) ?? current[name]]
      initial[name] = theirs
      if (!mine.has(name)) form.setValuesIn(name, theirs)
      else if (parts) {
        const own = (form.values as WireRow)[name]
        const [was, now, typed] = [before, theirs, own].map((value) => parts.of(value, field, cellsNow(task.part)))
        if (was && now && typed) form.setValuesIn(name, parts.together(merged(was, now, typed)))
      }
    }
  })
}
