/** One run of a call: the actor, the payload, the grant, and the result. */
import type { CallModel } from '../../model/model.ts'
import type { Sight } from '../query/cells.ts'
import type { Binding } from '../query/sql.ts'
import type { Actor, AnswerParts, Row } from '../types.ts'
import type { Asker } from './core.ts'
import type { Granted } from './grant.ts'
import { LEVEL, type Level } from '../query/parts.ts'
import { reachOf, type DataRule, type Reachable, type SeenIf } from '../query/scope.ts'
import type { Table } from '../query/table.ts'
import type { Unit } from './unit.ts'

/**
 * The answer of a call beside status and sentence. Of lists: `after`, the cursor for the next page; `more`, there are more
 * rows than `total`; `countMore`, the tabs with more rows than their `count`; `totals`, or instead `totalsMore` when
 * there are too many rows to add up at once; `masked`, nothing was found by what may be a part of a masked value.
 */
/** A record before and after the engine's own part of a call wrote it. */
export interface Written {
  before?: Row
  after?: Row
}

export interface Answered extends AnswerParts {
  data: unknown
  /** The written records, for a hand-written function; never part of the answer. */
  written?: Written[]
  more?: 1
  after?: string
  countMore?: string[]
  totals?: Record<string, unknown>
  totalsMore?: 1
  masked?: 1
  /** The key by which what was done can be taken back for a while. */
  undo?: string
  /** Of a list that another call replaces whole: what that call is told, so that nobody's change is lost. */
  version?: string
}

/** A person with all grants and no data rule for a module sees the whole company. */
const EVERYTHING: DataRule = { level: LEVEL.company, orgIds: [], showMasked: true }

/** Options of a call made inside the server: by jobs, demo data, other calls. */
export interface RunOptions {
  /** The unit of work to join; absent: a new one. */
  unit?: Unit
  /** The grant was checked elsewhere (a handler makes another call). */
  granted?: true
  /** Sends no messages to browsers (demo data). */
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

  /** Another call of the same person, or this one again, in a unit of work; its grant is not checked. */
  nested(call: CallModel, payload: Record<string, unknown>, unit: Unit): Run {
    return new Run(this.asker, call, payload, { free: true }, { ...this.options, unit, granted: true })
  }

  /** Another call of the same person in a unit of work of its own; its grant is not checked. */
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

  /** The scope of this person on the rows of a table, for this call. `reading`: nothing is written. */
  reach(table: Table, reading: boolean): Reachable {
    return this.reachAs(table, reading, this.call.scope)
  }

  /** The same, as widely as `widened` says; undefined: what this person sees, whatever this call is made on. */
  reachAs(table: Table, reading: boolean, widened: CallModel['scope']): Reachable {
    const rule = this.ruleFor(table) ?? (this.asker.rights.whole ? EVERYTHING : undefined)
    const reach = {
      ...reachOf(this.actor, rule, widened, reading),
      ...this.seenIf(table, widened),
      ...this.clientIf(table),
    }
    const named = typeof reach.rule === 'number' ? this.asker.core.scope.namedBy(table) : []
    if (named.length === 0) return reach
    return { ...reach, named: Object.fromEntries(named.map((one) => [one.name, this.levelFor(one)])) }
  }

  /** What rows must be for this person to see them, of the table and of those it is seen through. */
  private seenIf(table: Table, widened: CallModel['scope']): { seen?: Record<string, SeenIf> } {
    if (this.actor.kind === 'system') return {}
    const { rights, environment, core } = this.asker
    const found = core.scope.through(table).flatMap(({ name, resource: { seen } }) => {
      if (!seen) return []
      const all = seen.unless?.some((path) => rights.whole || rights.calls.has(path)) ?? false
      if (all && widened !== 'seen') return []
      return [[name, { where: seen.where, maker: seen.unless !== undefined && widened !== 'seen', environment }]]
    })
    return found.length > 0 ? { seen: Object.fromEntries(found) as Record<string, SeenIf> } : {}
  }

  /** What rows must be for their customer to see them, of the table and of those that make them theirs. */
  private clientIf(table: Table): { client?: Reachable['client'] } {
    if (this.actor.kind !== 'client') return {}
    const { environment, core } = this.asker
    const found = core.scope.towardsCustomer(table).flatMap(({ name, resource: { client } }) => {
      return client?.where ? [[name, { where: client.where, environment }] as const] : []
    })
    return found.length > 0 ? { client: Object.fromEntries(found) } : {}
  }

  private levelFor(table: Table): Level {
    return this.ruleFor(table)?.level ?? (this.asker.rights.whole ? EVERYTHING.level : LEVEL.self)
  }

  /** What this person sees of the values of a table's rows. */
  sight(table: Table | undefined): Sight {
    return this.asker.sight(table?.name)
  }

  /** The values of this person for a prepared statement. */
  binding(): Omit<Binding, 'values'> {
    const { data } = this.asker.rights
    return { actor: this.actor, now: this.asker.now, orgIdsOf: (module) => data.get(module)?.orgIds ?? [] }
  }
}
