/**
 * The locked rows of a unit of work with their current values: nobody else can change them, and its own writes update
 * them here. A hand-written function that writes with SQL of its own invalidates all of them.
 */
import type { Table } from '../query/table.ts'
import type { Row } from '../types.ts'

export class LockedRows {
  private readonly rows = new Map<string, Row>()
  /** Statements of a hand-written function changed rows: their versions are not what its copies say. */
  private changedByHand = false

  /** A row just locked or written, with its columns only. */
  keep(table: Table, row: Row): void {
    this.rows.set(keyOf(table, row.id), { ...row })
  }

  /** Returns a copy, because callers may add to it. */
  find(table: Table, id: unknown): Row | undefined {
    const row = this.rows.get(keyOf(table, id))
    return row && { ...row }
  }

  drop(table: Table, id: number): void {
    this.rows.delete(keyOf(table, id))
  }

  clear(): void {
    this.rows.clear()
    this.changedByHand = true
  }

  /** Whether somebody else changed a row between the reading of a copy and the lock. */
  isOvertaken(copy: Row, now: Row): boolean {
    return !this.changedByHand && copy.version !== now.version
  }
}

const keyOf = (table: Table, id: unknown): string => `${table.name}:${String(id)}`
