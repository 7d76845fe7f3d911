/** Staff (rules 1.1): whoever leaves hands the work back. */
import type { Call, Handler, Handlers } from '../call.ts'
import { leave } from './offboarding.ts'

const del: Handler<'employee/del'> = async (c) => {
  if (c.rows.some((one) => one.id === c.actor.employeeId))
    return c.refuse(undefined, { zh: '不能删除自己', en: 'You cannot delete yourself' })
  return c.standard()
}

/** Who takes over, when somebody is named: at work, and somebody else. */
async function successor(c: Call<'employee/leave'>): Promise<number | undefined> {
  if (!c.input.successorId) return undefined
  const person = await c.find('employee', c.input.successorId)
  if (person && person.status !== 'left' && person.id !== c.row.id) return person.id
  return c.refuse('successorId', {
    zh: '请选择另一位在职员工接手',
    en: 'Choose another member of staff to take over',
  })
}

const leaves: Handler<'employee/leave'> = async (c) => {
  const successorId = await successor(c)
  const gone = await c.move('employee', c.row, 'leave', { leaveDate: c.input.leaveDate })
  return leave(c, gone, successorId)
}

export const handlers: Handlers = {
  'employee/del': del,
  'employee/leave': leaves,
}
