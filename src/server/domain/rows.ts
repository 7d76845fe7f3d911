/** Small things many hand-written calls need. */
import type { CallContext } from './call.ts'
import { refuseUnknown } from './refusals.ts'

/** The rows a call is made on, be it one (`id`) or several (`ids`). */
export const targets = <R>({ row, rows = [] }: { row?: R; rows?: R[] }): R[] =>
  rows.length > 0 ? rows : row ? [row] : []

/** The row a call on one record is made on. */
export const target = <R>(c: CallContext & { row?: R }): R => c.row ?? refuseUnknown(c, 'id')
