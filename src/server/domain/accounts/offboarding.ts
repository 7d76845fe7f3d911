/**
 * Somebody leaves: the account closes, sessions end, and nothing stays in the hands of a person who is gone
 * (rules 1.1, 2.5, 2.6). Work in hand goes to the successor, else back to where it is given out from.
 */
import { signOut } from '../auth/sessions.ts'
import type { CallContext, Row } from '../call.ts'
import { takeBack } from '../crm/leadAssignment.ts'
import { ownerOf, recordAssignment, type OwnedResource } from '../crm/assignment.ts'

/** Work that passes from hand to hand. */
interface Work<R extends OwnedResource> {
  /** The rows somebody has in hand, locked. */
  inHandOf: (c: CallContext, employeeId: number) => Promise<Row<R>[]>
  /** Makes it somebody's, or nobody's. */
  give: (c: CallContext, row: Row<R>, to: number | null) => Promise<unknown>
  /** Puts it back without a successor; left out: nobody has it. */
  release?: (c: CallContext, row: Row<R>) => Promise<void>
}

const REASON = '离职交接'
const LOCKED = { lock: true }

const WORK: { [R in OwnedResource]: Work<R> } = {
  lead: {
    inHandOf: (c, salesId) => c.select('lead', { salesId, bizState: 'inHand' }, LOCKED),
    give: (c, row, salesId) => c.update('lead', row, { salesId }),
    release: (c, row) => takeBack(c, row, REASON),
  },
  analysis: {
    inHandOf: (c, employeeId) => c.select('analysis', { employeeId, analysisStatus: ['new', 'following'] }, LOCKED),
    give: (c, row, employeeId) => c.update('analysis', row, { employeeId }),
  },
  chance: {
    inHandOf: (c, employeeId) => c.select('chance', { employeeId, chanceStatus: 'open' }, LOCKED),
    give: (c, row, employeeId) => c.update('chance', row, { employeeId }),
  },
  customer: {
    inHandOf: (c, salesId) =>
      c.select('customer', { salesId, status: ['potential', 'intended', 'won', 'member'] }, LOCKED),
    give: (c, row, salesId) => c.update('customer', row, { salesId }),
  },
}

/** How many rows of each resource changed hands. */
type Handed = Record<OwnedResource | 'workTask', number>

/** Closes the account of somebody who leaves, and hands on the work. */
export async function leave(
  c: CallContext,
  employee: Row<'employee'>,
  successorId: number | undefined,
): Promise<Handed> {
  const handed: Handed = {
    lead: await handBack(c, 'lead', employee, successorId),
    analysis: await handBack(c, 'analysis', employee, successorId),
    chance: await handBack(c, 'chance', employee, successorId),
    customer: await handBack(c, 'customer', employee, successorId),
    workTask: await releaseTasks(c, employee, successorId),
  }
  await close(c, employee)
  const total = Object.values(handed).reduce((sum, count) => sum + count, 0)
  c.log(`员工离职：${employee.realName}，交回 ${total} 项工作`)
  return handed
}

async function handBack<R extends OwnedResource>(
  c: CallContext,
  resource: R,
  employee: Row<'employee'>,
  to: number | null = null,
): Promise<number> {
  const { inHandOf, give, release }: Work<R> = WORK[resource]
  const rows = await inHandOf(c, employee.id)
  for (const row of rows) {
    if (to === null && release) {
      await release(c, row)
      continue
    }
    await give(c, row, to)
    const { orgId: toOrgId } = ownerOf(resource, row)
    await recordAssignment(c, resource, row, {
      mode: to === null ? 'recover' : 'transfer',
      to,
      toOrgId,
      reason: REASON,
    })
  }
  return rows.length
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
