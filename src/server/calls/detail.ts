/** Kind `detail`: one record with its child rows. Another company's does not exist (404); one outside the data rule is refused (403; I-46, I-48). */
import type { CallModel, FieldModel } from '../../model/model.ts'
import { checkValue, isEmpty } from '../../model/validate/index.ts'
import { Refusal, refuse } from '../errors.ts'
import { codecOf } from '../fields/index.ts'
import type { Answered, Run } from '../engine/run.ts'
import { WITHIN } from '../query/beside.ts'
import { writeRow } from '../query/cells.ts'
import { RecordPlan } from '../query/detail.ts'
import type { Table } from '../query/table.ts'
import { tellChanges } from './history.ts'
import type { CallPlan, Making, MakePlan } from './plan.ts'
import { mustHaveInputs, query } from './read.ts'
import { Records } from './records.ts'

export const detailCall: MakePlan = (making, call) => new DetailCall(making, call)

class DetailCall implements CallPlan {
  readonly call: CallModel
  private readonly making: Making
  private readonly table: Table
  private readonly plan: RecordPlan
  private readonly records: Records

  constructor(making: Making, call: CallModel) {
    const { catalogue, scope } = making.core
    this.making = making
    this.call = call
    this.table = catalogue.table(call.rows ?? call.resource)
    this.plan = new RecordPlan(catalogue, scope, this.table, call)
    this.records = new Records(making.core)
  }

  async run(run: Run): Promise<Answered> {
    const { field, value } = this.asked(run.payload)
    const { environment } = run.asker
    const prepared = this.plan.byKey(field.name, run.reach(this.table, true), environment)
    const [row] = await query(
      run,
      prepared.bind({ ...run.binding(), values: { key: codecOf(field).toDb(value, field, this.table.dictionaries) } }),
    )
    if (!row) return refuse('notFound')
    if (row[WITHIN] !== true) return refuse('outOfScope')
    const found = writeRow(this.plan.cellsFor(environment), row, run.sight(this.table))
    await this.records.addChildren(run, this.table, [found])
    await this.records.addFollowed(run, this.table, found)
    const { catalogue } = this.making.core
    return { data: this.table === catalogue.part('log') ? (await tellChanges(catalogue, [found], run))[0] : found }
  }

  /** The record asked for: by `id`, else by the one field the call takes. */
  private asked(payload: Record<string, unknown>): { field: FieldModel; value: unknown } {
    const names = ['id', ...this.call.input.map((input) => input.name)]
    for (const key of Object.keys(payload))
      if (!names.includes(key)) refuse('unknownField', { field: key, holes: { name: key } })
    mustHaveInputs(this.call, payload)
    const name = names.find((one) => !isEmpty(payload[one]) && this.table.fields.get(one)?.column)
    const field = name === undefined ? undefined : this.table.fields.get(name)
    if (!field) return refuse('missing', { field: 'id', holes: { label: { zh: '编号', en: 'the id' } } })
    const { dictionaries, app } = this.making.core.model
    const wrong = checkValue(
      { ...field, required: false, min: field.name === 'id' ? 1 : undefined, max: undefined },
      payload[field.name],
      dictionaries,
      app.timezone,
    )
    if (wrong) throw new Refusal(400, wrong, { field: field.name })
    return { field, value: codecOf(field).fromWire(payload[field.name], field, dictionaries) }
  }
}
