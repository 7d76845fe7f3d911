/**
 * Rows that a unit of work has locked, as they stand by now: nobody else can change them, and its own writes are told
 * here. What a hand-written function changes past the engine makes all of it doubtful.
 */
import type { Table } from '../query/table.ts'
import type { Row } from '../types.ts'

export class Held {
  private readonly rows = new Map<string, Row>()

  /** A row just locked or written, with its columns alone. */
  keep(table: Table, row: Row): void {
    this.rows.set(keyOf(table, row.id), { ...row })
  }

  /** A copy: whoever gets it may add to it. */
  find(table: Table, id: unknown): Row | undefined {
    const row = this.rows.get(keyOf(table, id))
    return row && { ...row }
  }

  drop(table: Table, id: number): void {
    this.rows.delete(keyOf(table, id))
  }

  clear(): void {
    this.rows.clear()
  }
}

const keyOf = (table: Table, id: unknown): string => `${table.name}:${String(id)}`
