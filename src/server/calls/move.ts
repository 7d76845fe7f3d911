/** Kinds `move` and `set`: a move of a state machine, or fields set, on one record or several, all or none. */
import type { CallModel, FieldModel } from '../../model/model.ts'
import { refuse } from '../errors.ts'
import { makeMove, moveOf } from '../engine/context.ts'
import { InputPlan } from '../engine/input.ts'
import { update } from '../engine/write/update.ts'
import { valuesFor } from '../engine/write/values.ts'
import type { Answered, Run } from '../engine/run.ts'
import { idsOf, mustBeCurrent } from '../engine/writing.ts'
import type { Table } from '../query/table.ts'
import type { Row } from '../types.ts'
import type { Making, MakePlan } from './plan.ts'
import { Records } from './records.ts'
import { WriteCall, type Doing } from './write.ts'

type Values = Record<string, unknown>

export const moveCall: MakePlan = (making, call) => new MoveCall(making, call)

const ENVELOPE = ['id', 'ids', 'version']

class MoveCall extends WriteCall {
  private readonly table: Table
  private readonly input: InputPlan
  /** Inputs that are fields of the record: they are stored, child rows too. */
  private readonly stored: readonly FieldModel[]
  private readonly records: Records

  constructor(making: Making, call: CallModel) {
    super(making, call)
    this.table = making.core.catalogue.table(call.resource)
    const fields = call.input.filter((field) => !ENVELOPE.includes(field.name))
    this.input = new InputPlan(making.core.catalogue, fields, undefined, ['id', 'ids'])
    this.stored = fields.filter(({ name }) => {
      const own = this.table.fields.get(name)
      return own?.column || own?.type === 'own'
    })
    this.records = new Records(making.core)
  }

  async run(run: Run): Promise<Answered> {
    const { writing } = this.making
    const ids = idsOf(run.payload, [])
    if (ids.length === 0)
      return refuse('missing', { field: this.call.many ? 'ids' : 'id', holes: { label: { zh: '编号', en: 'the id' } } })
    if (ids.length > 1 && !this.call.many) return refuse('malformed', { field: 'ids' })
    return await writing.inUnit(run, async (unit) => {
      const rows = await writing.rows(run, unit, this.table, ids)
      const row = rows[0] as Row
      await mustBeCurrent(row, run.payload.version, () => this.records.current(run, unit, this.table, row))
      const input = await this.input.read(run.payload, { unit, sight: run.sight(this.table), old: row, partial: false })
      await writing.references(run, unit, this.input, input, { row })
      await writing.guard(run, unit, rows, input)
      return await this.act({ run, unit, rows, input })
    })
  }

  protected async standard(doing: Doing, more: Values): Promise<Answered> {
    const after: Row[] = []
    for (const row of doing.rows) after.push(await this.change(doing, row, more))
    const [first] = after
    const written = after.map((row, at) => ({ before: doing.rows[at] as Row, after: row }))
    if (this.call.many) return { data: { count: after.length }, count: after.length, written }
    return { data: { id: first?.id, version: first?.version }, written }
  }

  private async change(doing: Doing, found: Row, more: Values): Promise<Row> {
    const { unit, input } = doing
    const row = await this.fresh(doing, this.table, found)
    const stored = Object.fromEntries(
      this.stored.filter((field) => input[field.name] !== undefined).map((field) => [field.name, input[field.name]]),
    )
    const set = await valuesFor(unit, this.table, this.call.set, { row, old: row, input })
    const values = { ...stored, ...set, ...more }
    if (!this.call.move) return await update(unit, this.table, row, values)
    return await makeMove(unit, this.table, row, { move: moveOf(this.table, this.call.move.name), values, input })
  }
}
