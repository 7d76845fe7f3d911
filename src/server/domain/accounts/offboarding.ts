/**
 * Somebody leaves: the account closes, sessions end, and nothing stays in the hands of a person who is gone
 * (rules 1.1, 2.5, 2.6). Work in hand goes to the successor, else back to where it is given out from.
 */
import { signOut } from '../auth/sessions.ts'
import { takeBack } from '../crm/leadAssignment.ts'
import { recordAssignment, type OwnedResource } from '../crm/assignment.ts'
import type { CallContext, Row } from '../legacy.ts'

/** Work that passes from hand to hand: the rows in hand, whose they are, and how they are put back without a successor. */
interface Work {
  resource: OwnedResource
  owner: string
  /** Values of `field` in which a row is work in hand. */
  inHand: { field: string; values: readonly string[] }
  /** Without a successor; left out: nobody has it. */
  release?: (c: CallContext, row: Row) => Promise<void>
}

const REASON = '离职交接'

const WORK: readonly Work[] = [
  {
    resource: 'lead',
    owner: 'salesId',
    inHand: { field: 'bizState', values: ['inHand'] },
    release: (c, row) => takeBack(c, row, REASON),
  },
  { resource: 'analysis', owner: 'employeeId', inHand: { field: 'analysisStatus', values: ['new', 'following'] } },
  { resource: 'chance', owner: 'employeeId', inHand: { field: 'chanceStatus', values: ['open'] } },
  {
    resource: 'customer',
    owner: 'salesId',
    inHand: { field: 'status', values: ['potential', 'intended', 'won', 'member'] },
  },
]

/** How many rows of each resource changed hands. */
type Handed = Record<string, number>

export async function leave(c: CallContext, employee: Row, successorId: number | undefined): Promise<Handed> {
  const handed: Handed = {}
  for (const work of WORK) {
    if (c.model.resources[work.resource]) handed[work.resource] = await handBack(c, work, employee, successorId)
  }
  handed.workTask = await releaseTasks(c, employee, successorId)
  await close(c, employee)
  const total = Object.values(handed).reduce((sum, count) => sum + count, 0)
  c.log(`员工离职：${String(employee.realName)}，交回 ${total} 项工作`)
  return handed
}

async function handBack(c: CallContext, work: Work, employee: Row, successorId: number | undefined): Promise<number> {
  const rows = await c.select(work.resource, { [work.owner]: employee.id }, { lock: true })
  const mine = rows.filter((row) => work.inHand.values.includes(String(row[work.inHand.field])))
  for (const row of mine) {
    if (successorId) {
      await c.update(work.resource, row, { [work.owner]: successorId })
      await recordAssignment(c, work.resource, row, {
        mode: 'transfer',
        to: successorId,
        toOrgId: row.orgId ?? row.fllowOrgId,
        reason: REASON,
      })
    } else if (work.release) await work.release(c, row)
    else {
      await c.update(work.resource, row, { [work.owner]: null })
      await recordAssignment(c, work.resource, row, {
        mode: 'recover',
        toOrgId: row.orgId ?? row.fllowOrgId,
        reason: REASON,
      })
    }
  }
  return mine.length
}

/** Values of `task_status`: to assign, and assigned but not begun. */
const NOT_BEGUN = ['toAssign', 'assigned']
const ASSIGNED = 'assigned'

/** Tasks not begun go to the successor, or wait to be given to somebody; what is being worked on stays with its manager to see. */
async function releaseTasks(c: CallContext, employee: Row, successorId: number | undefined): Promise<number> {
  if (!c.model.resources.worker || !c.model.resources.workTask) return 0
  let count = 0
  for (const slot of await c.select('worker', { employeeId: employee.id })) {
    const task = await c.find('workTask', Number(slot.workTaskId), { lock: true })
    if (!task || !NOT_BEGUN.includes(String(task.taskStatus))) continue
    if (successorId) await c.update('worker', slot, { employeeId: successorId })
    else {
      await c.remove('worker', slot)
      if (slot.isMain === true && task.taskStatus === ASSIGNED) await c.move('workTask', task, 'unassign')
    }
    count += 1
  }
  return count
}

/** No way in any more: the account, its sessions, the till. */
async function close(c: CallContext, employee: Row): Promise<void> {
  for (const user of await c.select('user', { employeeId: employee.id }))
    await c.update('user', user, { status: 'disabled' })
  if (c.model.resources.cashier) {
    for (const cashier of await c.select('cashier', { employeeId: employee.id }))
      await c.update('cashier', cashier, { status: 'disabled', isOnDuty: false })
  }
  await signOut(c, { employeeIds: [employee.id] })
}
