/**
 * Prints a checked expression as PostgreSQL, for the server: the same meaning as `evaluate`, in a form that can use indexes.
 * Names come from the model and are always quoted; values are always parameters (unless `inline`).
 */
import type { RawBuilder } from 'kysely'
import { cond, strict } from './conditions.ts'
import { value } from './scalars.ts'
import { newScope, type Printer, type SqlContext } from './scope.ts'
import type { ExprNode } from '../types.ts'

export type { SqlContext } from './scope.ts'

const PRINTER: Printer = { value, cond, strict }

/**
 * For a `where` or an index: a condition may be NULL, which means no. Any other result is its exact value: numbers as
 * numeric (money in yuan), days as date, moments as timestamptz, lists as arrays. Throws for expressions that the
 * checker refuses with SQL001.
 */
export function toSql(node: ExprNode, ctx: SqlContext): RawBuilder<unknown> {
  return node.type.t === 'bool' ? cond(node, newScope(ctx, PRINTER)) : toSqlValue(node, ctx)
}

/** For a column of an answer: as `toSql`, but a condition is true or false, and NULL only for an empty yes/no field. */
export function toSqlValue(node: ExprNode, ctx: SqlContext): RawBuilder<unknown> {
  return value(node, newScope(ctx, PRINTER))
}
