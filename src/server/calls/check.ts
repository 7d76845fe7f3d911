/** Kind `check`: is this value taken? Empty values and the record itself do not count (rules 6.5). Answers the count, in `data` and beside it. */
import type { UniqueModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { refuse } from '../errors.ts'
import { findTwins } from '../engine/write/unique.ts'
import { Unit } from '../engine/unit.ts'
import { InputPlan } from '../engine/input.ts'
import { fromDb } from '../engine/rows.ts'
import { applyDefaults } from '../engine/write/values.ts'
import type { Sight } from '../query/cells.ts'
import type { Table } from '../query/table.ts'
import type { MakePlan } from './plan.ts'
import { reader } from './read.ts'

type Values = Record<string, unknown>

export const checkCall: MakePlan = (making, call) => {
  const { check } = call
  if (!check) throw new Error(`${call.id} checks nothing`)
  const table = making.core.catalogue.table(check.resource)
  const uniques = table.resource.unique.filter((one) => check.uniques.includes(one.key))
  const fields = call.input.map((field) => ({
    ...field,
    required: false,
    masked: false,
    pattern: undefined,
    min: undefined,
  }))
  const input = new InputPlan(making.core.catalogue, fields, undefined, ['id'])
  return {
    call,
    async run(run) {
      const unit = run.options.unit ?? new Unit(run.asker, reader(run))
      const sent = Object.fromEntries(Object.entries(run.payload).filter(([, value]) => !isEmpty(value)))
      const sight = run.sight(table)
      const values = await input.read(withNumber(sent), { unit, sight, partial: true })
      for (const { field } of uniques)
        if (isMasked(table, field, sight) && !isEmpty(values[field])) sight.compares(String(values[field]))
      const record = await typed(unit, table, { ...values, companyId: run.actor.companyId })
      const twins = await findTwins(
        unit,
        table,
        uniques.filter((one) => asks(one, values)),
        record,
      )
      const [first] = twins
      return {
        data: { count: twins.length, ...(first ? { field: first.field, msg: first.message[run.actor.lang] } : {}) },
        count: twins.length,
      }
    },
  }
}

const isMasked = (table: Table, field: string, { full }: Sight): boolean =>
  !full && table.fields.get(field)?.masked === true

/** A uniqueness is asked when its field is given, and with it those it is unique within. */
const asks = (unique: UniqueModel, values: Values): boolean => !isEmpty(values[unique.field])

/** The record as it would be: what was sent, over the saved one, or over what a new one begins with. */
async function typed(unit: Unit, table: Table, values: Values): Promise<Values> {
  const [saved] = isEmpty(values.id)
    ? []
    : await unit.tx.query(`select * from "${table.name}" where "id" = $1 and not "isDel"`, [values.id])
  if (saved && (!table.resource.company || saved.companyId === values.companyId))
    return { ...fromDb(table, saved), ...values }
  const record = { ...values }
  await applyDefaults(unit, table, record)
  return record
}

/** The id may come as text, out of the address of the page. */
function withNumber(sent: Values): Values {
  const { id } = sent
  if (typeof id !== 'string') return sent
  return /^\d{1,15}$/.test(id) ? { ...sent, id: Number(id) } : refuse('malformed', { field: 'id' })
}
