/** Small things many hand-written calls need. */
import type { CallContext } from './call.ts'
import { refuseUnknown } from './refusals.ts'

/** The rows a call is made on, be it one (`id`) or several (`ids`). */
export const targets = <R>({ row, rows = [] }: { row?: R; rows?: R[] }): R[] =>
  rows.length > 0 ? rows : row ? [row] : []

/** The row a call on one record is made on. */
export const target = <R>(c: CallContext & { row?: R }): R => c.row ?? refuseUnknown(c, 'id')

/** The columns among a resource's fields with a row's values: what a copy of it starts from. */
export const ownValues = (
  c: Pick<CallContext, 'model'>,
  resource: string,
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.values(c.model.resources[resource]?.fields ?? {})
      .filter((field) => field.column)
      .map(({ name }) => [name, row[name]]),
  )
