/** Calls that write: what they share. The engine's part may stand alone, or be made by a hand-written function in its place. */
import type { CallModel } from '../../model/model.ts'
import { Context } from '../engine/context.ts'
import { lockRow } from '../engine/write/owner.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { refuse } from '../errors.ts'
import { parsePage } from '../query/paging.ts'
import type { Table } from '../query/table.ts'
import type { Answered, Run } from '../engine/run.ts'
import type { Unit } from '../engine/unit.ts'
import type { Row } from '../types.ts'
import { AnswerWriter } from './answer.ts'
import { asOf } from './as-of.ts'
import { why } from './why.ts'
import type { CallPlan, Making } from './plan.ts'

type Values = Record<string, unknown>

/** A unit of work of a call that is checked and may be done: its rows and its input in inside form. */
export interface Doing {
  run: Run
  unit: Unit
  rows: Row[]
  input: Values
}

export abstract class WriteCall implements CallPlan {
  readonly call: CallModel
  protected readonly making: Making
  private readonly answers: AnswerWriter

  constructor(making: Making, call: CallModel) {
    this.making = making
    this.call = call
    this.answers = new AnswerWriter(making.core, call)
  }

  abstract run(run: Run): Promise<Answered>

  /** The engine's own part. `more`: values over the input, in inside form. */
  protected abstract standard(doing: Doing, more: Values): Promise<Answered>

  /** Does the call: the hand-written function if it has one, else the engine's part. */
  protected act(doing: Doing): Promise<Answered> {
    const { call } = this
    return doing.unit.assignments.during({ call, input: doing.input }, () => this.work(doing))
  }

  private async work(doing: Doing): Promise<Answered> {
    const handler = this.call.handler ? this.making.handlerOf(this.call.path) : undefined
    if (!handler) {
      const { written: _written, ...answered } = await this.standard(doing, {})
      return answered
    }
    if (typeof handler !== 'function')
      throw new Error(`${this.call.path} opens its own transactions and is no ${this.call.kind}`)
    const { run, unit, rows, input } = doing
    const context = new Context({
      run,
      unit,
      rows,
      input,
      table: this.making.core.catalogue.tables.get(this.call.resource),
      standard: (values = {}) => this.standard(doing, values),
      nested: (path, nested) => this.nested(doing, path, nested),
      asOf: (asked) => asOf(this.making, doing, asked),
      why: (asked) => why(this.making, doing, asked),
    })
    const result = this.pageOf(run, await handler(context))
    this.mustBeMade(context)
    const data =
      typeof result === 'object' && result !== null && context.written.has(result)
        ? result
        : await this.answers.write(run, unit, result)
    return { ...run.parts, data }
  }

  /** The page that was asked for, of a function that answers all rows of a list: it says how many they are, or answers more than the page holds. */
  private pageOf({ payload, parts }: Run, result: unknown): unknown {
    if (!Array.isArray(result) || isEmpty(payload.pageRows)) return result
    const { page, pageMax } = this.making.core.model.app.limits
    const { offset, limit } = parsePage(payload, page, pageMax)
    if (parts.total === undefined && result.length > limit) parts.total = result.length
    return parts.total === result.length ? result.slice(offset, offset + limit) : result
  }

  /** Stops a function that stands beside a move or `set` and makes neither: whoever pressed would be told that it is done. */
  private mustBeMade({ made }: Context): void {
    const { kind, move, path, resource } = this.call
    if ((kind !== 'move' && kind !== 'set') || made.has('standard')) return
    if (move && made.has(`${resource}.${move.name}`)) return
    throw new Error(`the function of ${path} makes no ${move ? `move "${move.name}"` : '"set"'}: c.standard() does`)
  }

  /** The row as it stands: a function may have written it before it makes the engine's part. */
  protected async fresh({ unit }: Doing, table: Table, row: Row): Promise<Row> {
    return this.call.handler ? ((await lockRow(unit, table, row.id)) ?? refuse('notFound')) : row
  }

  private async nested({ run, unit }: Doing, path: string, input: Values): Promise<Answered> {
    const plan = this.making.planOf(path)
    if (!plan) throw new Error(`no call "${path}"`)
    return await plan.run(run.nested(plan.call, input, unit))
  }
}
