/** One call on its way: who asks, what was sent, how it was granted, and what becomes of it. */
import type { CallModel } from '../../model/model.ts'
import type { Sight } from '../query/cells.ts'
import type { Binding } from '../query/sql.ts'
import type { Actor, AnswerParts, Row } from '../types.ts'
import type { Asker } from './core.ts'
import type { Granted } from './grant.ts'
import { LEVEL, type Level } from '../query/parts.ts'
import { reachOf, type DataRule, type Reachable } from '../query/scope.ts'
import type { Table } from '../query/table.ts'
import type { Unit } from './unit.ts'

/**
 * What a call answers beside status and sentence. Of lists: `after`, where to go on; `more`, there are more rows than
 * `total` says; `countMore`, the tabs of which `count` says too little; `totals`, or in their place `totalsMore`, that
 * there are too many rows to add up at once.
 */
/** A record before and after the engine's own part of a call wrote it. */
export interface Written {
  before?: Row
  after?: Row
}

export interface Answered extends AnswerParts {
  data: unknown
  /** What was written, for a hand-written function; never part of the answer. */
  written?: Written[]
  more?: 1
  after?: string
  countMore?: string[]
  totals?: Record<string, unknown>
  totalsMore?: 1
}

/** Whoever is granted everything and has no rule for a module sees all of the company. */
const EVERYTHING: DataRule = { level: LEVEL.company, orgIds: [], showMasked: true }

/** How a call is run from inside: jobs, demo data, other calls. */
export interface RunOptions {
  /** The unit of work to take part in; absent: one of its own. */
  unit?: Unit
  /** The grant was checked elsewhere (a handler makes another call). */
  granted?: true
  /** No messages to browsers (demo data). */
  quiet?: boolean
}

export class Run {
  readonly asker: Asker
  readonly call: CallModel
  readonly payload: Record<string, unknown>
  readonly granted: Granted
  readonly options: RunOptions
  readonly parts: AnswerParts = {}

  constructor(asker: Asker, call: CallModel, payload: Record<string, unknown>, granted: Granted, options: RunOptions) {
    this.asker = asker
    this.call = call
    this.payload = payload
    this.granted = granted
    this.options = options
  }

  /** Another call, or this one again, of the same person in a unit of work; its grant is taken as given. */
  nested(call: CallModel, payload: Record<string, unknown>, unit: Unit): Run {
    return new Run(this.asker, call, payload, { free: true }, { ...this.options, unit, granted: true })
  }

  /** Another call of the same person in a unit of work of its own; its grant is taken as given. */
  another(call: CallModel, payload: Record<string, unknown>): Run {
    return new Run(this.asker, call, payload, { free: true }, { granted: true })
  }

  get actor(): Actor {
    return this.asker.actor
  }

  /** The data rule of this person for the rows of a table. */
  ruleFor(table: Table): DataRule | undefined {
    const module = this.asker.core.scope.moduleOf(table)
    return module === undefined ? undefined : this.asker.rights.data.get(module)
  }

  /** How far this person sees into the rows of a table, by this call. `reading`: nothing is written. */
  reach(table: Table, reading: boolean, widened = this.call.scope): Reachable {
    const rule = this.ruleFor(table) ?? (this.asker.rights.whole ? EVERYTHING : undefined)
    const reach = reachOf(this.actor, rule, widened, reading)
    const named = typeof reach.rule === 'number' ? this.asker.core.scope.namedBy(table) : []
    if (named.length === 0) return reach
    return { ...reach, named: Object.fromEntries(named.map((one) => [one.name, this.levelFor(one)])) }
  }

  private levelFor(table: Table): Level {
    return this.ruleFor(table)?.level ?? (this.asker.rights.whole ? EVERYTHING.level : LEVEL.self)
  }

  /** What this person sees of the values of a table's rows, by this call. */
  sight(table: Table | undefined): Sight {
    const module = table && this.asker.core.scope.moduleOf(table)
    return this.asker.sight(this.call.path, module)
  }

  /** The values of this person for a prepared statement. */
  binding(): Omit<Binding, 'values'> {
    const { data } = this.asker.rights
    return { actor: this.actor, now: this.asker.now, orgIdsOf: (module) => data.get(module)?.orgIds ?? [] }
  }
}
