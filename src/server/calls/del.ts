/** Kind `del`: deletes one record (`id`) or several (`ids`), all or none. Answers how many. */
import type { CallModel } from '../../model/model.ts'
import { refuse } from '../errors.ts'
import { mustNotBeAppendOnly } from '../engine/write/insert.ts'
import { remove } from '../engine/write/remove.ts'
import type { Answered, Run } from '../engine/run.ts'
import { idsOf } from '../engine/writing.ts'
import { InputPlan } from '../engine/input.ts'
import type { Table } from '../query/table.ts'
import type { Making, MakePlan } from './plan.ts'
import { WriteCall, type Doing } from './write.ts'

export const delCall: MakePlan = (making, call) => new DelCall(making, call)

class DelCall extends WriteCall {
  private readonly table: Table
  private readonly input: InputPlan

  constructor(making: Making, call: CallModel) {
    super(making, call)
    this.table = making.core.catalogue.table(call.resource)
    const fields = call.input.filter((field) => !['id', 'ids', 'version'].includes(field.name))
    this.input = new InputPlan(making.core.catalogue, fields, undefined, ['id', 'ids'])
  }

  async run(run: Run): Promise<Answered> {
    mustNotBeAppendOnly(this.table)
    const { writing } = this.making
    const ids = idsOf(run.payload, [])
    if (ids.length === 0) return refuse('missing', { field: 'id', holes: { label: { zh: '编号', en: 'the id' } } })
    return await writing.inUnit(run, async (unit) => {
      const rows = await writing.rows(run, unit, this.table, ids)
      const input = await this.input.read(run.payload, {
        unit,
        sight: run.sight(this.table),
        old: rows[0],
        partial: false,
      })
      await writing.guard(run, unit, rows, input)
      return await this.act({ run, unit, rows, input })
    })
  }

  protected async standard({ unit, rows }: Doing): Promise<Answered> {
    await remove(unit, this.table, rows)
    return { data: { count: rows.length }, count: rows.length, written: rows.map((before) => ({ before })) }
  }
}
