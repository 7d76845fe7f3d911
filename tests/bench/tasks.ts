/** Tasks of the last three years, and what orders took from signing to their end: what the figures of the data centre add up. */
import type { Model } from '../../src/model/model.ts'
import type { Database } from '../../src/server/types.ts'
import { fill, oneOf, skewed, spread, valueIn, type Filling } from './filling.ts'

const DAYS = Math.round(3 * 365.25)
/** A task that takes longer is rare. */
const LONGEST_HOURS = 20

function tasksOf(model: Model, count: number, orders: number): Filling {
  const days = `((${count} - n) * ${DAYS / count})`
  const made = `now() - ${days} * interval '1 day'`
  const begun = `${made} + ${spread(31)} * interval '1 day'`
  const hours = `(${LONGEST_HOURS} * ${skewed(32)})`
  const state = (name: string): string => `${valueIn(model, 'task_status', name)}`
  // Of the old ones one in fifty was given up; young ones are at any stage.
  const young = `case floor(5 * ${spread(33)})::int when 0 then ${state('toAssign')} when 1 then ${state('assigned')} when 2 then ${state('inProgress')} else ${state('done')} end`
  const status = `case when ${days} < 14 then ${young} when ${spread(34)} < 0.02 then ${state('terminated')} else ${state('done')} end`
  const ended = (value: string): string => `case when (${status}) = ${state('done')} then ${value} end`
  const kinds = ['preModify', 'preDesign', 'fineRepair', 'finalDesign'].map((name) => valueIn(model, 'task_type', name))
  const order = `1 + floor(${orders} * ${spread(35)})::bigint`
  return {
    table: 'workTask',
    values: {
      taskNo: `'R' || lpad(n::text, 10, '0')`,
      companyId: 'w.company',
      orderId: order,
      customerId: `w.customer + floor(w.customers * ${spread(36)})::bigint`,
      taskType: oneOf(`(array[${kinds.join(', ')}])`, 37),
      taskStatus: status,
      mainWorkerId: oneOf('w.people', 38),
      orgId: oneOf('w.orgs', 38),
      startTime: begun,
      finishTime: ended(`${begun} + ${hours} * interval '1 hour'`),
      workHours: ended(`round((${hours})::numeric, 2)`),
      photoCount: `(120 * ${skewed(39)})::int`,
      reworkCount: `case when ${spread(40)} < 0.06 then 1 else 0 end`,
      createBy: oneOf('w.people', 38),
      createTime: made,
      updateTime: made,
    },
  }
}

/** So many tasks in the place of those there are, of orders with the ids from 1 on. */
export async function addTasks(db: Database, model: Model, count: number, orders: number): Promise<void> {
  await db.script('set local session_replication_role = replica; delete from "workTask"')
  await fill(db, model, tasksOf(model, count, orders), 1, count)
}
