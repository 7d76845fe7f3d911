/** The tasks of a session on its way: found, given to somebody, and brought a step on. */
import type { DictionaryValues } from '../src/generated/dictionaries.ts'
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

export async function give(s: Seeder, workTaskId: number, workerRole: string, employeeId: number): Promise<void> {
  await s.call('worker/setWorkers', {
    workTaskIds: [workTaskId],
    workers: [{ workerRole, employeeId, isMain: 1 }],
  })
}

type Action = 'start' | 'submit' | 'pause' | 'pass' | 'reject'

/** A step of a task. */
export async function step(
  { counter: { values } }: Way,
  s: Seeder,
  targetId: number,
  action: Action,
  more: { reason?: string; score?: number } = {},
): Promise<void> {
  const quality = action === 'pass' || action === 'reject'
  await s.call('record/add', {
    targetType: values('record_target', 'task'),
    recordType: values('record_type', quality ? 'quality' : 'status'),
    ...{ targetId, action, requestNo: `demo ${action} ${targetId} ${s.now}`, ...more },
  })
}
