/** Small things many hand-written calls need. */
import type { CallContext, Row } from '../types.ts'

/** The rows a call is made on, be it one (`id`) or several (`ids`). */
export const targets = (c: CallContext): Row[] => (c.rows.length > 0 ? c.rows : c.row ? [c.row] : [])

/** The row a call on one record is made on. */
export function target(c: CallContext): Row {
  return c.row ?? c.refuse('id', { zh: '数据不存在', en: 'The record does not exist' })
}

/** The columns among a resource's fields with a row's values: what a copy of it starts from. */
export const ownValues = (c: CallContext, resource: string, row: Row): Record<string, unknown> =>
  Object.fromEntries(
    Object.values(c.model.resources[resource]?.fields ?? {})
      .filter((field) => field.column)
      .map(({ name }) => [name, row[name]]),
  )
