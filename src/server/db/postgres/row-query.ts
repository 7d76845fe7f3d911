/** A query whose rows are made as they come. */
import pg from 'pg'
import type { DbRow } from '../../types.ts'
import type { Parse } from '../parsers.ts'

/** What pg hands over of the protocol's messages. */
interface Described {
  fields: readonly { name: string; dataTypeID: number }[]
}
interface Sent {
  fields: readonly (string | null)[]
}

/**
 * pg itself makes an object of all columns for each result, and copies it for each row: with a record of sixty columns that is
 * a twelfth of a request.
 */
class RowQuery extends pg.Query {
  readonly found: DbRow[] = []
  readonly callback: (error: Error | null) => void
  private names: readonly string[] = []
  private parsers: readonly Parse[] = []
  private failed: Error | undefined
  private readonly parserOf: (oid: number) => Parse

  constructor(config: pg.QueryConfig, parserOf: (oid: number) => Parse, told: (error: Error | null) => void) {
    super(config)
    this.parserOf = parserOf
    this.callback = (error) => told(error ?? this.failed ?? null)
  }

  handleRowDescription({ fields }: Described): void {
    this.names = fields.map((field) => field.name)
    this.parsers = fields.map((field) => this.parserOf(field.dataTypeID))
  }

  handleDataRow({ fields }: Sent): void {
    if (this.failed) return
    try {
      this.found.push(this.rowOf(fields))
    } catch (error) {
      this.failed = error as Error
    }
  }

  private rowOf(values: Sent['fields']): DbRow {
    const { names, parsers } = this
    const row: DbRow = {}
    for (let at = 0; at < names.length; at += 1) {
      const value = values[at] ?? null
      row[names[at] as string] = value === null ? null : (parsers[at] as Parse)(value)
    }
    return row
  }
}

/** The rows that a statement answers, each value read by the parser of its type. */
export const rowsOf = (
  client: pg.ClientBase,
  config: pg.QueryConfig,
  parserOf: (oid: number) => Parse,
): Promise<DbRow[]> =>
  new Promise((resolve, reject) => {
    const query = new RowQuery(config, parserOf, (error) => (error ? reject(error) : resolve(query.found)))
    client.query(query)
  })
