import type { FormerNames } from './former-names.ts'
import type { Shape, ShapePatch } from './state.ts'

/**
 * One change. `safe`: nothing is lost. `loss`: values are lost; only run when allowed. `conflict`: existing rows
 * violate it, so it waits until someone has corrected them.
 */
export interface MigrationStep {
  kind: 'safe' | 'loss' | 'conflict'
  /** The change, with the number of rows, in a sentence. */
  what: string
  /** Rows changed; for a loss, the rows that lose a value. */
  rows: number
  /** The program does not work without this step. */
  needed: boolean
  /** Touches no rows: runs together with adjacent steps, in one transaction. */
  quick: boolean
  sql: string[]
  /** Rewrites all rows of a table, a piece at a time, each in a transaction of its own. Begun anew, it writes what is left. */
  pieces?: Pieces
  /** The change of the stored state. */
  shape: ShapePatch[]
}

/** The table (quoted), and the statement for the rows of alias `t` that a condition names. */
export interface Pieces {
  table: string
  sql: (which: string) => string
}

export interface MigrationPlan {
  steps: MigrationStep[]
  /** The stored state when the plan was made: the plan is only valid for it. */
  from: Shape
  /** The stored state after all steps. */
  to: Shape
  /** The hash of the target schema, and its former names. */
  fingerprint: string
  former: FormerNames
}

/** A step; only values that differ from the usual ones must be given. */
export function step(what: string, sql: string[], over: Partial<MigrationStep> = {}): MigrationStep {
  return { kind: 'safe', what, rows: 0, needed: false, quick: true, sql, shape: [], ...over }
}
