/** The changes of hands of a unit of work: noted while records are written, worked out at its end (decision 0036). */
import type { AssignmentModel, CallModel } from '../../model/model.ts'
import type { Table } from '../query/table.ts'
import type { Row } from '../types.ts'
import { sameValue } from './rows.ts'

/** What the history keeps beside the change itself: how it came about, and why. */
interface Said {
  mode?: string
  reason?: string | null | undefined
}

/** The call under way, with its input in inside form. */
interface Asked {
  call: CallModel
  input: Record<string, unknown>
}

/** A record before and after it changed hands in a unit of work. */
export interface Change {
  table: Table
  assignment: AssignmentModel
  before: Row | undefined
  after: Row
  said: Said
  asked: Asked | undefined
}

export class Assignments {
  private readonly changes = new Map<string, Change>()
  private asked: Asked | undefined
  private said: Said = {}

  /** The work of a call: a change of hands in it has the reason that was typed. */
  async during<T>(asked: Asked, work: () => Promise<T>): Promise<T> {
    const outer = { asked: this.asked, said: this.said }
    const { reason } = asked.input
    Object.assign(this, { asked, said: typeof reason === 'string' ? { reason } : {} })
    try {
      return await work()
    } finally {
      Object.assign(this, outer)
    }
  }

  /** How and why the changes from here on came about. */
  say(said: Said): void {
    this.said = { ...this.said, ...said }
  }

  /** A row was added (`before` absent), changed or deleted (`after` absent). */
  note(table: Table, before: Row | undefined, after: Row | undefined): void {
    for (const assignment of table.resource.assignments) {
      const id = (after ?? before)?.id
      const key = `${table.name}:${id}:${assignment.field}`
      const known = this.changes.get(key)
      if (!after) this.changes.delete(key)
      else if (passes(assignment, before, after))
        this.changes.set(key, {
          ...{ table, assignment, after, said: this.said, asked: this.asked },
          before: known ? known.before : before,
        })
      else if (known) known.after = after
    }
  }

  /** Returns the pending changes and clears them; what went back to where it was is none. */
  take(): Change[] {
    const found = [...this.changes.values()].filter((one) => passes(one.assignment, one.before, one.after))
    this.changes.clear()
    return found
  }
}

/** Whether a record passes to somebody else, or to another department. A new one passes to whoever has it. */
function passes({ field, org }: AssignmentModel, before: Row | undefined, after: Row): boolean {
  if (!before) return after[field] !== null && after[field] !== undefined
  return !sameValue(before[field], after[field]) || (org !== undefined && !sameValue(before[org], after[org]))
}

/** The moments that a write of these values sets: since when somebody has the record. */
export function momentsOf(
  { resource }: Table,
  before: Row | undefined,
  values: Readonly<Record<string, unknown>>,
  now: number,
): Record<string, number | null> {
  const changed = resource.assignments.filter(
    ({ field, at }) => at !== undefined && !sameValue(before?.[field] ?? null, values[field] ?? null),
  )
  return Object.fromEntries(
    changed.map(({ field, at = '' }) => [at, values[field] === null || values[field] === undefined ? null : now]),
  )
}
