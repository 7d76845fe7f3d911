/** Staff (rules 1.1): heads are counted, and whoever leaves hands the work back. */
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { target, targets } from '../rows.ts'
import { countHeads } from './heads.ts'
import { leave } from './leaving.ts'

const add: Handler = async (c) => {
  const answer = await c.standard()
  await countHeads(c, [c.input.orgId], [c.input.positionId])
  return answer
}

/** An edit, or a change of state: the departments and positions before and after are counted. */
const change: Handler = async (c) => {
  const before = targets(c)
  const answer = await c.standard()
  const { orgId, positionId } = c.input
  await countHeads(c, [orgId, ...before.map((row) => row.orgId)], [positionId, ...before.map((row) => row.positionId)])
  return answer
}

const del: Handler = async (c) => {
  if (targets(c).some((one) => one.id === c.actor.employeeId))
    return c.refuse(undefined, { zh: '不能删除自己', en: 'You cannot delete yourself' })
  return change(c)
}

const LEFT = 'left'

/** Who takes over, when somebody is named: at work, and somebody else. */
async function successor(c: CallContext, leaving: Row): Promise<number | undefined> {
  const id = c.input.successorId
  if (id === undefined || id === null) return undefined
  const person = await c.find('employee', Number(id))
  if (!person || person.status === LEFT || person.id === leaving.id) {
    return c.refuse('successorId', {
      zh: '请选择另一位在职员工接手',
      en: 'Choose another member of staff to take over',
    })
  }
  return person.id
}

const leaves: Handler = async (c) => {
  const employee = target(c)
  const successorId = await successor(c, employee)
  const gone = await c.move('employee', employee, 'leave', { leaveDate: c.input.leaveDate })
  const handed = await leave(c, gone, successorId)
  await countHeads(c, [gone.orgId], [gone.positionId])
  return handed
}

export const handlers: Handlers = {
  'employee/add': add,
  'employee/edit': change,
  'employee/rejoin': change,
  'employee/del': del,
  'employee/leave': leaves,
}
