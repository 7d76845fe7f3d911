/** Statements that are sent at once, and answered at once. */
import type pg from 'pg'
import type { DbRow } from '../../types.ts'
import type { Parse } from '../parsers.ts'

/** A statement with its parameters as text. `name`: it is prepared under this name. */
export interface Sent {
  name?: string | undefined
  text: string
  values: (string | null)[]
}

/** What a batch was answered: the rows of its last statement, and what that one did (`COMMIT`, `SELECT 3`). */
export interface Answer {
  rows: DbRow[]
  did: string
}

/** What pg hands over of the protocol's messages. */
interface Described {
  fields: readonly { name: string; dataTypeID: number }[]
}
interface Values {
  fields: readonly (string | null)[]
}

/** The names under which a connection has prepared statements. The server says that it did in the order of the asking. */
class Prepared {
  private static readonly all = new WeakMap<pg.Connection, Prepared>()
  private readonly names = new Set<string>()
  private asked: string[] = []

  static on(connection: pg.Connection): Prepared {
    const known = Prepared.all.get(connection)
    if (known) return known
    const made = new Prepared()
    connection.on('parseComplete', () => made.names.add(made.asked.shift() ?? ''))
    Prepared.all.set(connection, made)
    return made
  }

  /** Whether the server is to be told the text; it is then expected to say that it read it. */
  asks(name: string): boolean {
    if (name !== '' && (this.names.has(name) || this.asked.includes(name))) return false
    this.asked.push(name)
    return true
  }

  /** After an error the server leaves out the rest of a batch. */
  failed(): void {
    this.asked = []
  }
}

/**
 * One message to the server and one back, however many statements: the first that fails ends the batch, and those behind
 * it are not run. pg itself sends one statement at a time, makes an object of all columns for each result, and copies it
 * for each row.
 */
class Batch {
  readonly callback: (error: Error | null) => void
  readonly rows: DbRow[] = []
  did = ''
  private names: readonly string[] = []
  private parsers: readonly Parse[] = []
  private done = 0
  private failed: Error | undefined
  private readonly statements: readonly Sent[]
  private readonly parserOf: (oid: number) => Parse

  constructor(statements: readonly Sent[], parserOf: (oid: number) => Parse, told: (error: Error | null) => void) {
    this.statements = statements
    this.parserOf = parserOf
    this.callback = told
  }

  submit(connection: pg.Connection): null {
    const prepared = Prepared.on(connection)
    connection.stream.cork()
    try {
      for (const [at, { name = '', text, values }] of this.statements.entries()) {
        if (prepared.asks(name)) connection.parse({ name, text, types: [] }, true)
        connection.bind({ statement: name, values }, true)
        if (at === this.statements.length - 1) connection.describe({ type: 'P', name: '' }, true)
        connection.execute({}, true)
      }
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
    return null
  }

  handleRowDescription({ fields }: Described): void {
    this.names = fields.map((field) => field.name)
    this.parsers = fields.map((field) => this.parserOf(field.dataTypeID))
  }

  handleDataRow({ fields }: Values): void {
    if (this.failed || this.done < this.statements.length - 1) return
    try {
      this.rows.push(this.rowOf(fields))
    } catch (error) {
      this.failed = error as Error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.done += 1
    this.did = text
  }

  handleEmptyQuery(): void {
    this.done += 1
  }

  handleError(error: Error, connection: pg.Connection): void {
    Prepared.on(connection).failed()
    this.callback(error)
  }

  handleReadyForQuery(): void {
    this.callback(this.failed ?? null)
  }

  private rowOf(values: Values['fields']): DbRow {
    const { names, parsers } = this
    const row: DbRow = {}
    for (let at = 0; at < names.length; at += 1) {
      const value = values[at] ?? null
      row[names[at] as string] = value === null ? null : (parsers[at] as Parse)(value)
    }
    return row
  }
}

/** Sends statements at once. Fails with the error of the first that fails. */
export const sendAll = (
  client: pg.ClientBase,
  statements: readonly Sent[],
  parserOf: (oid: number) => Parse,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const batch = new Batch(statements, parserOf, (error) => (error ? reject(error) : resolve(batch)))
    client.query(batch)
  })
