/** Values in a statement: parameters with a type that both engines know, or literals in the predicate of an index. */
import { sql } from 'kysely'
import { dayText } from '../../zone.ts'
import { isEmpty } from '../evaluate.ts'
import type { ExprType } from '../types.ts'
import type { Scope, Sql } from './scope.ts'

/** A parameter, or the value itself where parameters are not allowed. */
const param = (value: unknown, s: Scope): Sql => (s.ctx.inline ? sql.lit(value) : sql.val(value))

/** The type of a database value, where the column is not needed to know it: dictionaries and keys are numbers or words. */
function pgType(type: ExprType, sample: unknown): string {
  switch (type.t) {
    case 'number':
      return 'numeric'
    case 'bool':
      return 'boolean'
    case 'date':
      return type.day ? 'date' : 'timestamptz'
    case 'enum':
      return typeof sample === 'number' ? 'integer' : 'text'
    case 'ref':
      return typeof sample === 'number' ? 'bigint' : 'text'
    default:
      return 'text'
  }
}

function stored(value: unknown, type: ExprType, s: Scope): unknown {
  if (type.t === 'date')
    return type.day ? dayText(value as number, s.ctx.timezone) : new Date(value as number).toISOString()
  return type.t === 'text' ? String(value) : value
}

export const TRUE: Sql = sql`true`
export const FALSE: Sql = sql`false`

/** A value with its type. */
export function constant(value: unknown, type: ExprType, s: Scope): Sql {
  if (isEmpty(value))
    return type.t === 'enum' || type.t === 'ref' || type.t === 'null'
      ? sql`null`
      : sql`null::${sql.raw(pgType(type, undefined))}`
  if (type.t === 'bool') return sql.lit(value)
  return sql`${param(stored(value, type, s), s)}::${sql.raw(pgType(type, value))}`
}

/** A value beside a column without a cast, which gives it its type: a key that came as text still matches a number. */
export const untyped = (value: unknown, s: Scope): Sql => param(value, s)

/** A whole number beside a column of whole numbers, so that its index can be used; any other number with its decimals. */
export function numberBeside(value: number, s: Scope): Sql {
  return sql`${param(value, s)}::${sql.raw(Number.isSafeInteger(value) ? 'bigint' : 'numeric')}`
}

/** A count for functions of days. */
export const integer = (value: number, s: Scope): Sql => sql`${param(value, s)}::integer`

/** Elements as an array; not for an empty list, which has no type. */
export function array(values: unknown[], type: ExprType, s: Scope): Sql {
  const items = values.map((value) => param(stored(value, type, s), s))
  return sql`array[${sql.join(items)}]::${sql.raw(pgType(type, values[0]))}[]`
}
