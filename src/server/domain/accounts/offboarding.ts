/**
 * Somebody leaves: the account closes, sessions end, and nothing stays in the hands of a person who is gone
 * (rules 1.1, 2.5, 2.6). Work in hand goes to the successor, else back to where it is given out from.
 */
import { signOut } from '../auth/sessions.ts'
import type { CallContext, ResourceName, Row } from '../call.ts'
import { takeBack } from '../crm/leadAssignment.ts'

const REASON = '离职交接'
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

/** Closes the account of somebody who leaves, and hands on the work. */
export async function leave(
  c: CallContext,
  employee: Row<'employee'>,
  successorId: number | undefined,
): Promise<Handed> {
  c.assignment({ reason: REASON })
  const to = successorId ?? null
  const handed: Handed = {
    lead: await WORK.lead(c, employee.id, to),
    analysis: await WORK.analysis(c, employee.id, to),
    chance: await WORK.chance(c, employee.id, to),
    customer: await WORK.customer(c, employee.id, to),
    workTask: await releaseTasks(c, employee, successorId),
  }
  await close(c, employee)
  const total = Object.values(handed).reduce((sum, count) => sum + count, 0)
  c.log({
    zh: `员工离职：${employee.realName}，交回 ${total} 项工作`,
    en: `Person left: ${employee.realName}, ${total} pieces of work handed back`,
  })
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

/** No way in any more: the account, its sessions, the till. */
async function close(c: CallContext, { id: employeeId }: Row<'employee'>): Promise<void> {
  for (const user of await c.select('user', { employeeId })) await c.update('user', user, { status: 'disabled' })
  for (const cashier of await c.select('cashier', { employeeId }))
    await c.update('cashier', cashier, { status: 'disabled', isOnDuty: false })
  await signOut(c, { employeeIds: [employeeId] })
}
