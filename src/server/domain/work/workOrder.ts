/** Work orders (rules 2.1, 2.12): how far the tasks of a session are, of those that are planned for it. */
import type { CallContext, Row, Values } from '../../platform/call.ts'
import { labelOf } from '../../platform/values.ts'

type Task = Row<'workTask'>
type TaskType = Task['taskType']

/** Tasks on which nothing is to be done any more. */
export const isOver = ({ taskStatus }: Task): boolean => taskStatus === 'done' || taskStatus === 'terminated'

/** What a task is called: as its kind, in both languages. */
export function taskNames(c: CallContext, taskType: TaskType): { taskName: string; taskNameEn: string } {
  const { zh: taskName, en: taskNameEn } = labelOf(c, 'task_type', taskType)
  return { taskName, taskNameEn }
}

/** A task that follows another, of the same session; it is to be done when its work order is. */
export async function taskAfter(
  c: CallContext,
  from: Task,
  values: Values<'workTask'> & { taskType: TaskType; seqNo: number },
): Promise<Task> {
  const { workOrderId, orderId, orderSessionId, orderSessionName, customerId, orgId } = from
  return c.insert('workTask', {
    ...{ workOrderId, orderId, orderSessionId, orderSessionName, customerId, orgId, prevTaskId: from.id },
    ...taskNames(c, values.taskType),
    dueTime: (await c.find('workOrder', workOrderId))?.dueTime,
    ...values,
  })
}

/** The kinds of task that a session goes through: those of its business class, without the stages switched off. */
export async function chainOf(c: CallContext, session: Row<'orderSession'> | undefined): Promise<TaskType[]> {
  const chain = (session && (await c.ref(session, 'businessClass')))?.defaultTasks
  const planned: [TaskType, boolean][] = [
    ['appointment', true],
    ['shooting', chain?.shoot ?? true],
    ['selection', chain?.select ?? true],
    ['preModify', (chain?.preModify ?? true) && c.settings.flow_pre_modify],
    ['preDesign', (chain?.preDesign ?? true) && c.settings.flow_pre_design],
    ['fineRepair', (chain?.fineRepair ?? true) && c.settings.flow_fine_repair],
    ['finalDesign', (chain?.finalDesign ?? true) && c.settings.flow_final_design],
  ]
  return planned.flatMap(([type, on]) => (on ? [type] : []))
}

/** Whether films are made of the photos of a session, where they are ordered. */
export async function hasMv(c: CallContext, session: Row<'orderSession'> | undefined): Promise<boolean> {
  const chain = (session && (await c.ref(session, 'businessClass')))?.defaultTasks
  return c.settings.flow_mv && (chain?.mv ?? true)
}

/**
 * Brings a work order up to its tasks: begun with the first task that was, finished when all are over and one was done,
 * and open again when another follows.
 */
export async function settleWorkOrder(c: CallContext, id: number | null | undefined): Promise<void> {
  const workOrder = await c.find('workOrder', id, { lock: true })
  if (!workOrder || workOrder.workOrderStatus === 'terminated') return
  const tasks = await c.select('workTask', { workOrderId: workOrder.id })
  const chain = await chainOf(c, await c.ref(workOrder, 'orderSession'))
  const done = new Set(tasks.filter((one) => one.taskStatus === 'done').map((one) => one.taskType))
  const open = tasks.filter((one) => !isOver(one))
  const progress = Math.round((100 * chain.filter((type) => done.has(type)).length) / chain.length)
  const current = open.at(-1) ?? tasks.at(-1)
  const now = await c.update('workOrder', workOrder, {
    progress,
    currentTaskName: current?.taskName ?? null,
    currentTaskNameEn: current?.taskNameEn ?? null,
  })
  const move = moveOf(now, {
    isOpen: open.length > 0,
    isDone: done.size > 0,
    isBegun: tasks.some((one) => one.startTime),
  })
  if (move) await c.move('workOrder', now, move)
}

interface Facts {
  isOpen: boolean
  isDone: boolean
  isBegun: boolean
}

function moveOf(
  { workOrderStatus: state }: Row<'workOrder'>,
  { isOpen, isDone, isBegun }: Facts,
): 'begin' | 'finish' | 'reopen' | undefined {
  if (state === 'finished') return isOpen ? 'reopen' : undefined
  if (!isOpen && isDone) return 'finish'
  return state === 'untreated' && isBegun ? 'begin' : undefined
}
