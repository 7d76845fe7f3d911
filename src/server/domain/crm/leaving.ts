/** Work in hand of somebody who leaves goes to the successor, else back to where it is given out from (rules 2.5, 2.6). */
import type { CallContext, ResourceName, Row } from '../../platform/call.ts'
import { takeBack } from './leadAssignment.ts'

const LOCKED = { lock: true }

/** Work that passes from hand to hand, and how many of each somebody had. Without a successor nobody has it. */
const WORK = {
  lead: async (c, salesId, to) => {
    const rows = await c.select('lead', { salesId, bizState: 'inHand' }, LOCKED)
    for (const row of rows) await (to === null ? takeBack(c, row) : c.update('lead', row, { salesId: to }))
    return rows.length
  },
  analysis: async (c, employeeId, to) => {
    const rows = await c.select('analysis', { employeeId, analysisStatus: ['new', 'following'] }, LOCKED)
    for (const row of rows) await c.update('analysis', row, { employeeId: to })
    return rows.length
  },
  chance: async (c, employeeId, to) => {
    const rows = await c.select('chance', { employeeId, chanceStatus: 'open' }, LOCKED)
    for (const row of rows) await c.update('chance', row, { employeeId: to })
    return rows.length
  },
  customer: async (c, salesId, to) => {
    const rows = await c.select('customer', { salesId, status: ['potential', 'intended', 'won', 'member'] }, LOCKED)
    for (const row of rows) await c.update('customer', row, { salesId: to })
    return rows.length
  },
} satisfies { [R in ResourceName]?: (c: CallContext, from: number, to: number | null) => Promise<number> }

/** How many rows of each resource changed hands. */
type Handed = Record<keyof typeof WORK | 'workTask', number>

/** Hands on the work of somebody who leaves, and closes the till. */
export async function handOn(
  c: CallContext,
  employee: Row<'employee'>,
  successorId: number | undefined,
): Promise<Handed> {
  const to = successorId ?? null
  const handed = {
    lead: await WORK.lead(c, employee.id, to),
    analysis: await WORK.analysis(c, employee.id, to),
    chance: await WORK.chance(c, employee.id, to),
    customer: await WORK.customer(c, employee.id, to),
    workTask: await releaseTasks(c, employee, successorId),
  }
  for (const cashier of await c.select('cashier', { employeeId: employee.id }))
    await c.update('cashier', cashier, { status: 'disabled', isOnDuty: false })
  return handed
}

/** Tasks not begun go to the successor, or wait to be given to somebody; what is being worked on stays with its manager to see. */
async function releaseTasks(
  c: CallContext,
  employee: Row<'employee'>,
  successorId: number | undefined,
): Promise<number> {
  let count = 0
  for (const slot of await c.select('worker', { employeeID: employee.id })) {
    const task = await c.ref(slot, 'workTask', LOCKED)
    if (task?.taskStatus !== 'toAssign' && task?.taskStatus !== 'assigned') continue
    if (successorId) await c.update('worker', slot, { employeeID: successorId })
    else {
      await c.remove('worker', slot)
      if (slot.isMain && task.taskStatus === 'assigned') await c.move('workTask', task, 'unassign')
    }
    count += 1
  }
  return count
}
