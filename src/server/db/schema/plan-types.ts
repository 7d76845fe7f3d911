import type { Shape, ShapePatch } from './state.ts'

/**
 * One change. `safe`: nothing is lost. `loss`: values are; only done when it is allowed. `conflict`: the rows
 * stand against it, so it waits until someone has put them right.
 */
export interface MigrationStep {
  kind: 'safe' | 'loss' | 'conflict'
  /** What is done, and to how many rows, in a sentence. */
  what: string
  /** Rows changed, or of a loss: rows that lose a value. */
  rows: number
  /** The program does not work until this is done. */
  needed: boolean
  /** Touches no rows: done together with its neighbours, in one transaction. */
  quick: boolean
  sql: string[]
  /** What the database remembers of it. */
  shape: ShapePatch[]
}

export interface MigrationPlan {
  steps: MigrationStep[]
  /** What the database remembered when the plan was made: a plan is only good for that. */
  from: Shape
  /** What it remembers when every step is done. */
  to: Shape
  /** Names the schema it leads to. */
  made: string
}

/** A step that only needs what is not usual. */
export function step(what: string, sql: string[], over: Partial<MigrationStep> = {}): MigrationStep {
  return { kind: 'safe', what, rows: 0, needed: false, quick: true, sql, shape: [], ...over }
}
