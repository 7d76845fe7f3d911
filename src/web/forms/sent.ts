/** What a form sends: never what is hidden, computed or only for reading; on an edit only what changed. */
import { toJS } from '@formily/reactive'
import type { Form } from '@formily/core'
import type { Env } from '../../model/expr/evaluate.ts'
import { membersOf as entryOf } from '../../model/fields.ts'
import type { FieldModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { sentEntry } from '../fields/entry.ts'
import type { WireRow } from '../fields/types.ts'
import { fieldOf } from './fieldOf.ts'
import { fieldsOf, type AskedField, type FormTask } from './task.ts'

/** The members of an entry of a list or group, as the form shows them. */
export function membersOf({ field, columns }: AskedField): FieldModel[] {
  if (field.type !== 'own') return entryOf(field)
  return (columns ?? []).filter((column) => !column.path.includes('.')).map((column) => column.field)
}

/** A value as it goes over the wire: no blank text, no titles of references inside entries. */
export function sentValue(asked: AskedField, value: unknown, env: Env): unknown {
  const plain = toJS(value)
  if (typeof plain === 'string') return plain.trim() === '' ? null : plain.trim()
  const members = membersOf(asked)
  if (members.length === 0) return plain ?? null
  if (Array.isArray(plain)) return plain.map((entry: WireRow) => sentEntry(members, entry, env))
  if (typeof plain !== 'object' || plain === null) return plain ?? null
  const sent = sentEntry(members, plain as WireRow, env)
  return Object.keys(sent).length > 0 ? sent : null
}

/** Fields that a person fills: the rest is shown only. */
function isTyped(task: FormTask, field: FieldModel): boolean {
  if (field.value || field.managed) return false
  return task.mode !== 'edit' || !(field.locked || field.once)
}

/** Whether a field is in sight, its section included. */
function isVisible(form: Form, name: string): boolean {
  return fieldOf(form, name)?.display === 'visible'
}

const same = (a: unknown, b: unknown): boolean => (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b)

/** What was typed and differs from the beginning, by name, in wire form. */
export function changes(task: FormTask, form: Form, initial: WireRow, env: Env): WireRow {
  const changed: WireRow = {}
  for (const asked of fieldsOf(task.items)) {
    const { name } = asked.field
    if (!isTyped(task, asked.field) || !isVisible(form, name)) continue
    const now = sentValue(asked, form.values[name], env)
    if (!same(now, sentValue(asked, initial[name], env))) changed[name] = now
  }
  return changed
}

/** The whole input of the call. */
export function inputOf(task: FormTask, form: Form, initial: WireRow, env: Env): WireRow {
  const given = task.given(env.input as WireRow)
  if (task.mode === 'edit') return { ...given, ...changes(task, form, initial, env) }
  const typed: WireRow = {}
  for (const asked of fieldsOf(task.items)) {
    const { name } = asked.field
    if (!isTyped(task, asked.field) || !isVisible(form, name)) continue
    const value = sentValue(asked, form.values[name], env)
    // What was loaded and then emptied is to be empty.
    if (!isEmpty(value) || !isEmpty(task.loaded?.[name])) typed[name] = value
  }
  return { ...given, ...typed }
}
