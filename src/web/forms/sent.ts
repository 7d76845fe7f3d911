/** The input a form sends: never hidden, computed or read-only fields; on an edit only the changed ones. */
import { toJS } from '@formily/reactive'
import type { Form } from '@formily/core'
import type { Env } from '../../model/expr/evaluate.ts'
import { membersOf as entryOf } from '../../model/fields.ts'
import type { FieldModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { sentEntry } from '../fields/entry.ts'
import type { WireRow } from '../fields/types.ts'
import { fieldOf } from './fieldOf.ts'
import { fieldsOf, type FormField, type FormTask } from './task.ts'

/** The members of an entry of a list or group, as the form shows them. */
export function membersOf({ field, columns }: FormField): FieldModel[] {
  if (field.type !== 'own') return entryOf(field)
  return (columns ?? []).filter((column) => !column.path.includes('.')).map((column) => column.field)
}

/** A value in wire form: no blank text, no titles of references inside entries. */
export function sentValue(formField: FormField, value: unknown, env: Env): unknown {
  const plain = toJS(value)
  if (typeof plain === 'string') return plain.trim() === '' ? null : plain.trim()
  const members = membersOf(formField)
  if (members.length === 0) return plain ?? null
  if (Array.isArray(plain)) return plain.map((entry: WireRow) => sentEntry(members, entry, env))
  if (typeof plain !== 'object' || plain === null) return plain ?? null
  const sent = sentEntry(members, plain as WireRow, env)
  return Object.keys(sent).length > 0 ? sent : null
}

/** Whether a person can fill this field; other fields are only shown. */
function isTyped(task: FormTask, field: FieldModel): boolean {
  if (field.value || field.managed) return false
  return task.mode !== 'edit' || !(field.locked || field.once)
}

/** Whether a field and its section are visible. */
function isVisible(form: Form, name: string): boolean {
  return fieldOf(form, name)?.display === 'visible'
}

const isSameValue = (a: unknown, b: unknown): boolean =>
  (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b)

/** The typed values that differ from the initial ones, by name, in wire form. */
export function changes(task: FormTask, form: Form, initial: WireRow, env: Env): WireRow {
  const changed: WireRow = {}
  for (const formField of fieldsOf(task.items)) {
    const { name } = formField.field
    if (!isTyped(task, formField.field) || !isVisible(form, name)) continue
    const now = sentValue(formField, form.values[name], env)
    if (!isSameValue(now, sentValue(formField, initial[name], env))) changed[name] = now
  }
  return changed
}

/** The whole input of the call. */
export function inputOf(task: FormTask, form: Form, initial: WireRow, env: Env): WireRow {
  const fixed = task.fixed(env.input as WireRow)
  if (task.mode === 'edit') return { ...fixed, ...changes(task, form, initial, env) }
  const typed: WireRow = {}
  for (const formField of fieldsOf(task.items)) {
    const { name } = formField.field
    if (!isTyped(task, formField.field) || !isVisible(form, name)) continue
    const value = sentValue(formField, form.values[name], env)
    // A loaded value that was emptied is sent as empty.
    if (!isEmpty(value) || !isEmpty(task.loaded?.[name])) typed[name] = value
  }
  return { ...fixed, ...typed }
}
