/** The options for opening a database. */

export interface DatabaseOptions {
  /** A PostgreSQL server (`DATABASE_URL`); without it the embedded database is used. */
  url?: string
  /** The server itself, where `url` leads through a pooler in transaction mode (`DATABASE_DIRECT_URL`): for LISTEN and schema changes. */
  directUrl?: string | undefined
  /** Directory of the embedded database; created on first use. */
  dataDir?: string
  /** The product's time zone (`app.timezone`): days are midnights in it. */
  timezone: string
  /** Embedded, in memory only: lost on close. For tests. */
  memory?: boolean
  /** In memory: a dump of another embedded database to start from. */
  template?: string
  /**
   * Embedded: runs in the thread of its caller, twice as fast for one statement after another. For a process that does
   * nothing else meanwhile; always true in memory.
   */
  sameThread?: boolean | undefined
  /** Longest a statement may run, ms. */
  timeout?: number
  /** Longest a transaction may be idle, ms. */
  idleTimeout?: number
  /** Longest a statement may wait for rows or tables that others hold, ms (a server only). */
  lockTimeout?: number
  /** Connections to a server. */
  connections?: number
  log?: (message: string, error?: unknown) => void
}

/** A statement that takes longer is a fault; reports split their work. */
export const STATEMENT_TIMEOUT = 30_000
/** Whoever waits longer for what others hold is told to try again. */
export const LOCK_TIMEOUT = 10_000
/** A transaction that is idle for so long was not ended by mistake: it holds its rows, and in the embedded database everything. */
export const IDLE_TIMEOUT = 60_000
export const CONNECTIONS = 12
/** The share of them that transactions never take: they wait for one another, and reading must go on meanwhile. */
export const FOR_READING = 0.25

/** A string as an SQL literal. */
export const literal = (text: string): string => `'${text.replace(/'/g, "''")}'`
/** A name as an SQL identifier. */
export const quoted = (name: string): string => `"${name.replace(/"/g, '""')}"`
