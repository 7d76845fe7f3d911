import { isField, type Field, type Form } from '@formily/core'

/** The Formily field of a name, in a section or not. */
export function fieldOf(form: Form, name: string): Field | undefined {
  const field = form.query(`*.${name}`).take() ?? form.query(name).take()
  return field && isField(field) ? field : undefined
}
