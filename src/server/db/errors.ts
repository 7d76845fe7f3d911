/** Database errors without the database's own words, which are in the cause, for the log only. */

/**
 * `unique`, `foreign`, `missing` (a required column was left empty): the constraint or column is named.
 * `serialization`: lost a race and was already retried. `timeout`: took too long and was stopped.
 * `connection`: the database cannot be reached. `other`: a fault of the program.
 */
export type DbErrorKind = 'unique' | 'foreign' | 'missing' | 'serialization' | 'timeout' | 'connection' | 'other'

interface DbErrorParts {
  code?: string
  constraint?: string
  table?: string
  column?: string
  cause?: unknown
}

/** The only error that leaves `src/server/db`. Its message contains no data. */
export class DbError extends Error {
  override readonly name = 'DbError'
  /** SQLSTATE, if the server gave one. */
  readonly code?: string
  readonly constraint?: string
  readonly table?: string
  readonly column?: string

  constructor(
    readonly kind: DbErrorKind,
    message: string,
    parts: DbErrorParts = {},
  ) {
    super(message, { cause: parts.cause })
    this.code = parts.code
    this.constraint = parts.constraint
    this.table = parts.table
    this.column = parts.column
  }
}

const KINDS: Record<string, DbErrorKind> = {
  '23505': 'unique',
  '23503': 'foreign',
  '23502': 'missing',
  '40001': 'serialization',
  '40P01': 'serialization',
  '57014': 'timeout',
  '55P03': 'timeout',
  '25P03': 'connection',
  '57P01': 'connection',
  '57P02': 'connection',
  '57P03': 'connection',
  '53300': 'connection',
}

/** The plan of a prepared statement no longer fits the table; prepared under another name it does. */
export const STALE_PLAN = '0A000'

interface Fields {
  code?: unknown
  constraint?: unknown
  table?: unknown
  column?: unknown
  message?: unknown
  routine?: unknown
}

function kindOf(fields: Fields): DbErrorKind {
  const code = typeof fields.code === 'string' ? fields.code : ''
  if (code === STALE_PLAN && fields.routine === 'RevalidateCachedQuery') return 'serialization'
  if (KINDS[code]) return KINDS[code]
  return /^(08(?!P01)|E[A-Z]+$)/.test(code) ||
    /connection|timeout exceeded when trying to connect/i.test(String(fields.message))
    ? 'connection'
    : 'other'
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Converts the error of a driver, or anything thrown. */
export function asDbError(cause: unknown): DbError {
  if (cause instanceof DbError) return cause
  const fields = (typeof cause === 'object' && cause !== null ? cause : { message: cause }) as Fields
  const code = textOf(fields.code)
  const kind = kindOf(fields)
  const constraint = textOf(fields.constraint)
  const message = `database: ${kind}${code ? ` ${code}` : ''}${constraint ? ` at ${constraint}` : ''}`
  return new DbError(kind, message, {
    code,
    constraint,
    table: textOf(fields.table),
    column: textOf(fields.column),
    cause,
  })
}

/** A statement was sent through a transaction that has ended. */
export const transactionOver = (): DbError => new DbError('other', 'database: the transaction is over')

/** Somebody else changed a row between its reading and its lock: the transaction is run again. */
export const overtaken = (): DbError => new DbError('serialization', 'database: a row was changed after it was read')

/** The work continued after a statement had failed; the database rolled everything back. */
export const transactionFailed = (): DbError =>
  new DbError('other', 'database: a statement of the transaction had failed')
