/** Small things many hand-written calls need. */
import type { CallContext, Row } from './legacy.ts'
import { refuseUnknown } from './refusals.ts'

/** The rows a call is made on, be it one (`id`) or several (`ids`). */
export const targets = (c: CallContext): Row[] => (c.rows.length > 0 ? c.rows : c.row ? [c.row] : [])

/** The row a call on one record is made on. */
export function target(c: CallContext): Row {
  return c.row ?? refuseUnknown(c, 'id')
}

/** The columns among a resource's fields with a row's values: what a copy of it starts from. */
export const ownValues = (c: CallContext, resource: string, row: Row): Record<string, unknown> =>
  Object.fromEntries(
    Object.values(c.model.resources[resource]?.fields ?? {})
      .filter((field) => field.column)
      .map(({ name }) => [name, row[name]]),
  )
