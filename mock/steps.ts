/** The tasks of a session on its way: found, given to somebody, and brought a step on. */
import type { Code, DictionaryValues } from '../src/generated/dictionaries.ts'
import { DAY } from '../src/model/zone.ts'
import type { Way } from './pipeline.ts'
import type { Seeder } from './seeder.ts'

/** Tasks of a stage of the session. */
export function tasksOf({ counter: { values }, shot }: Way, s: Seeder, stage: DictionaryValues['task_type']) {
  return s.call('workTask/query', {
    orderSessionId: shot.sessionId,
    taskType: values('task_type', stage),
    pageNO: 1,
    pageRows: 20,
  })
}

/** Somebody of a position, in turn; never the one who inspects. */
export function person({ counter: { org, approver }, n }: Way, position: string): number {
  const people = org.byPosition[position] ?? Object.values(org.employees)
  const others = people.filter((id) => id !== approver)
  return others[n % others.length] ?? approver
}

/** How long somebody has for a task that is given to them. */
const TO_BE_DONE_IN = DAY

export async function give(s: Seeder, workTaskId: number, workerRole: string, employeeId: number): Promise<void> {
  await s.call('worker/setWorkers', {
    workTaskIds: [workTaskId],
    workers: [{ workerRole, employeeId, isMain: 1 }],
    dueTime: s.now + TO_BE_DONE_IN,
  })
}

type Action = 'start' | 'submit' | 'pause' | 'pass' | 'reject'

/** A step of a task. */
export async function step(
  { counter: { values } }: Way,
  s: Seeder,
  targetId: number,
  action: Action,
  more: { reason?: string; score?: number; problems?: Code<'quality_problem'>[] } = {},
): Promise<void> {
  const quality = action === 'pass' || action === 'reject'
  await s.call('record/add', {
    targetType: values('record_target', 'task'),
    recordType: values('record_type', quality ? 'quality' : 'status'),
    ...{ targetId, action, requestNo: `demo ${action} ${targetId} ${s.now}`, ...more },
  })
}

interface Fault {
  reason: string
  problem: DictionaryValues['quality_problem']
}

/** Sent back by the inspection, for a reason. */
export const sendBack = (way: Way, check: Seeder, taskId: number, { reason, problem }: Fault): Promise<void> =>
  step(way, check, taskId, 'reject', { reason, problems: [way.counter.values('quality_problem', problem)] })

/** Of every few sessions one is sent back, and handed in again on the day of the inspection. */
export async function workAgain(way: Way, check: Seeder, taskId: number, worker: number, fault: Fault): Promise<void> {
  if (way.n % SENT_BACK !== 0) return
  await sendBack(way, check, taskId, fault)
  const again = check.as(worker)
  await step(way, again, taskId, 'start')
  await step(way, again, taskId, 'submit')
}

const SENT_BACK = 4
