/** Staff (rules 1.1): heads are counted, and whoever leaves hands the work back. */
import type { Call, CallContext, Handler, Handlers, Row } from '../call.ts'
import { countStaff } from './headcount.ts'
import { leave } from './offboarding.ts'

const add: Handler<'employee/add'> = async (c) => {
  const done = await c.standard()
  await countStaff(c, [done.after])
  return done
}

type Pair = { before: Row<'employee'>; after?: Row<'employee'> }

/** The departments and positions before and after are counted. */
async function counted<D extends { all: readonly Pair[] }>(c: CallContext, done: D): Promise<D> {
  await countStaff(
    c,
    done.all.flatMap(({ before, after }) => (after ? [before, after] : [before])),
  )
  return done
}

const edit: Handler<'employee/edit'> = async (c) => counted(c, await c.standard())

const rejoin: Handler<'employee/rejoin'> = async (c) => counted(c, await c.standard())

const del: Handler<'employee/del'> = async (c) => {
  if (c.rows.some((one) => one.id === c.actor.employeeId))
    return c.refuse(undefined, { zh: '不能删除自己', en: 'You cannot delete yourself' })
  return counted(c, await c.standard())
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
  const handed = await leave(c, gone, successorId)
  await countStaff(c, [gone])
  return handed
}

export const handlers: Handlers = {
  'employee/add': add,
  'employee/edit': edit,
  'employee/rejoin': rejoin,
  'employee/del': del,
  'employee/leave': leaves,
}
