/** The effect of a server refusal on a form: an error at a field, an error of the form, or a stale record. */
import { batch } from '@formily/reactive'
import { isField, type Field, type Form } from '@formily/core'
import type { Lang } from '../../model/model.ts'
import { callForbidden, FORBIDDEN, type CallRefused } from '../core/request.ts'
import { say } from '../core/feedback.tsx'
import { t } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { fieldOf } from './fieldOf.ts'
import { membersOf } from './sent.ts'
import { fieldsOf, type FormTask } from './task.ts'

const STALE = 409

/** Someone else saved the record meanwhile. `current`: its current values, from the server's answer. */
export interface Stale {
  current: WireRow
}

/** A form whose call was refused. */
interface RefusedForm {
  task: FormTask
  form: Form
}

/** Shows a refusal at its field where it has one. Returns the rest: a stale record, or a sentence above the form. */
export function placeRefusal(refused: CallRefused, form: RefusedForm, lang: Lang): { stale?: Stale; problem?: string } {
  if (refused.status === STALE) {
    const { current } = refused.data
    if (typeof current === 'object' && current !== null) return { stale: { current: current as WireRow } }
  }
  const path = refused.data.field
  if (path && putAtField(path, refused.msg, form, lang)) return {}
  if (refused.status === FORBIDDEN) {
    say.error(refused.msg)
    callForbidden.emit()
    return {}
  }
  return refused.msg ? { problem: refused.msg } : {}
}

/** Removes the server's errors from the fields: only the server can say whether it would refuse again. */
export function forgetRefusals(form: Form): void {
  batch(() =>
    form.query('*').forEach((field) => {
      if (isField(field)) forgetRefusal(field)
    }),
  )
}

/** Removes the server's error from one field. */
export function forgetRefusal(field: Field): void {
  field.setFeedback({ type: 'error', code: REFUSED, messages: [] })
}

/** Formily's code for errors set from outside. */
const REFUSED = 'EffectError'

/** Shows a sentence at a field; whether there is one. `methods[1].amount` belongs to the field `methods`, with its row and the name of the member. */
export function putAtField(path: string, msg: string, { task, form }: RefusedForm, lang: Lang): boolean {
  const [, name = '', row, member] = /^(\w+)(?:\[(\d+)\])?(?:\.(\w+))?/.exec(path) ?? []
  const formField = fieldsOf(task.items).find((one) => one.field.name === name)
  const field = fieldOf(form, name)
  if (!formField || !field || field.display !== 'visible') return false
  const label = member && membersOf(formField).find((one) => one.name === member)?.label[lang]
  const where = label ? t('inMember', { name: label, why: msg }) : msg
  const sentence = row === undefined ? where : t('inRow', { at: Number(row) + 1, why: where })
  batch(() => field.setFeedback({ type: 'error', code: REFUSED, messages: [sentence] }))
  return true
}
