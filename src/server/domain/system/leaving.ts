/**
 * Somebody leaves: the account closes, sessions end, and nothing stays in the hands of a person who is gone
 * (domain E004, § 2.5, § 2.6). Work in hand goes to the successor, else back to where it is given out from.
 */
import { forgetSessions } from '../../auth/cache.ts'
import { endSessions } from '../auth/sessions.ts'
import type { CallContext, Row } from '../../types.ts'

/** Work that passes from hand to hand: the rows in hand, whose they are, and what they become without a successor. */
interface Work {
  resource: string
  owner: string
  /** Wire values of `field` in which a row is work in hand. */
  inHand: { field: string; values: readonly number[] }
  /** Without a successor; with one only the owner changes. */
  release: Record<string, unknown>
  /** Kept in the history of allocations: wire value of `track_target`. */
  target?: number
}

const WORK: readonly Work[] = [
  {
    resource: 'lead',
    owner: 'salesId',
    inHand: { field: 'bizState', values: [0, 1] },
    target: 3,
    release: { bizState: 0, isAllocate: 0, followStatus: 1 },
  },
  {
    resource: 'analysis',
    owner: 'employeeId',
    inHand: { field: 'analysisStatus', values: [1, 2] },
    target: 1,
    release: {},
  },
  { resource: 'chance', owner: 'employeeId', inHand: { field: 'chanceStatus', values: [1] }, target: 2, release: {} },
  { resource: 'customer', owner: 'salesId', inHand: { field: 'status', values: [1, 2, 3, 4] }, target: 4, release: {} },
]

/** Wire values of `alloc_mode`: passed on, and fallen back. */
const MODE = { transfer: 4, recover: 6 } as const

/** How many rows of each resource changed hands. */
export type Handed = Record<string, number>

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
  const mine = rows.filter((row) => work.inHand.values.includes(Number(row[work.inHand.field])))
  for (const row of mine) {
    await c.update(
      work.resource,
      row,
      successorId ? { [work.owner]: successorId } : { [work.owner]: null, ...work.release },
    )
    if (work.target !== undefined) await noteAllocation(c, work, row, employee, successorId)
  }
  return mine.length
}

/** Each change of hands has one row of history (I-42). */
async function noteAllocation(
  c: CallContext,
  work: Work,
  row: Row,
  employee: Row,
  successorId: number | undefined,
): Promise<void> {
  if (!c.model.resources.allocation) return
  await c.insert('allocation', {
    targetType: work.target,
    targetId: row.id,
    leadNo: row.leadNo ?? row.clueNo ?? row.chanceNo ?? row.customerNo,
    businessType: row.businessType,
    allocMode: successorId ? MODE.transfer : MODE.recover,
    fromEmployeeId: employee.id,
    toEmployeeId: successorId ?? null,
    fromOrgId: row.orgId ?? row.fllowOrgId ?? null,
    toOrgId: row.orgId ?? row.fllowOrgId ?? null,
    reason: '离职交接',
  })
}

/** Wire values of `task_status`: to assign, and assigned but not begun. */
const NOT_BEGUN = [1, 2]
const ASSIGNED = 2

/** Tasks not begun go to the successor, or wait to be given to somebody; what is being worked on stays with its manager to see. */
async function releaseTasks(c: CallContext, employee: Row, successorId: number | undefined): Promise<number> {
  if (!c.model.resources.worker || !c.model.resources.workTask) return 0
  let count = 0
  for (const slot of await c.select('worker', { employeeId: employee.id })) {
    const task = await c.find('workTask', Number(slot.workTaskId), { lock: true, anyScope: true })
    if (!task || !NOT_BEGUN.includes(Number(task.taskStatus))) continue
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
  for (const user of await c.select('user', { employeeId: employee.id })) await c.update('user', user, { status: 0 })
  if (c.model.resources.cashier) {
    for (const cashier of await c.select('cashier', { employeeId: employee.id }))
      await c.update('cashier', cashier, { status: 0, isOnDuty: false })
  }
  await endSessions(c.tx, { employeeIds: [employee.id] })
  c.afterCommit(() => forgetSessions())
}
