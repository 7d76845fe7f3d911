/** Staff (domain E004): heads are counted, and whoever leaves hands the work back. */
import type { CallContext, Handler, Handlers, Row } from '../../types.ts'
import { target, targets } from '../rows.ts'
import { countHeads } from './heads.ts'
import { leave } from './leaving.ts'

/** Wire value of `employee_status`. */
const LEFT = 2

const add: Handler = async (c) => {
  const answer = await c.standard()
  await countHeads(c, [c.input.orgId], [c.input.positionId])
  return answer
}

const edit: Handler = async (c) => {
  const before = target(c)
  const successorId = await successor(c, before)
  const answer = await c.standard()
  const after = (await c.find('employee', before.id, { anyScope: true })) ?? before
  if (after.status === LEFT && before.status !== LEFT) await leave(c, after, successorId)
  await countHeads(c, [before.orgId, after.orgId], [before.positionId, after.positionId])
  return answer
}

/** Who takes over, when somebody is named; must be at work, and somebody else. */
async function successor(c: CallContext, leaving: Row): Promise<number | undefined> {
  const id = c.input.successorId
  if (id === undefined || id === null) return undefined
  const person = await c.find('employee', Number(id), { anyScope: true })
  if (!person || person.status === LEFT || person.id === leaving.id) {
    return c.refuse('successorId', { zh: '请选择另一位在职员工接手', en: 'Choose another member of staff to take over' })
  }
  return person.id
}

/** Leaves, with or without a successor (an action of the staff list). */
const leaves: Handler = async (c) => {
  const employee = target(c)
  if (employee.status === LEFT) return c.refuse(undefined, { zh: '该员工已离职', en: 'This employee has left already' })
  const successorId = await successor(c, employee)
  const after = await c.update('employee', employee, { status: LEFT, leaveDate: c.input.leaveDate ?? c.now })
  const handed = await leave(c, after, successorId)
  await countHeads(c, [after.orgId], [after.positionId])
  return handed
}

const del: Handler = async (c) => {
  const people = targets(c)
  if (people.some((one) => one.id === c.actor.employeeId)) return c.refuse(undefined, { zh: '不能删除自己', en: 'You cannot delete yourself' })
  const answer = await c.standard()
  await countHeads(c, people.map((one) => one.orgId), people.map((one) => one.positionId))
  return answer
}

export const handlers: Handlers = {
  'employee/add': add,
  'employee/edit': edit,
  'employee/leave': leaves,
  'employee/del': del,
}
