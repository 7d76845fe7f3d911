/** What is written down about a task, an order or a customer, and the steps of office tasks (rules 2.9 to 2.12). */
import type { Inputs } from '../../../generated/calls.ts'
import type { Call, Handler, Handlers, ResourceName, Row } from '../../platform/call.ts'
import { serveWhenDone } from '../order/served.ts'
import { endTask } from '../work/films.ts'
import { settleWorkOrder } from '../work/workOrder.ts'
import { designStep } from './design.ts'
import { filmStep } from './film.ts'
import { retouchStep } from './retouch.ts'
import { endSelection } from './selection.ts'
import { settleTask } from './settle.ts'
import { words } from '../../platform/values.ts'

type Recording = Call<'record/add'>
type Input = Inputs['record/add']
type Action = NonNullable<Input['action']>
type Task = Row<'workTask'>

/** Kinds of task whose steps do more than change the task. */
const OWN: Partial<Record<Task['taskType'], (c: Recording, task: Task, action: Action) => Promise<Task | undefined>>> =
  {
    preModify: retouchStep,
    fineRepair: retouchStep,
    preDesign: designStep,
    finalDesign: designStep,
    vcrShooting: filmStep,
    vcrClip: filmStep,
    vcrModification: filmStep,
    mv: filmStep,
  }

const TARGETS: Record<Input['targetType'], ResourceName> = {
  task: 'workTask',
  workOrder: 'workOrder',
  order: 'order',
  delivery: 'delivery',
  lead: 'lead',
  customer: 'customer',
}

const STEPS: Record<Action, (c: Recording, task: Task) => Promise<Task>> = {
  start: (c, task) => c.move('workTask', task, 'start'),
  submit: (c, task) => c.move('workTask', task, 'submit'),
  pass: (c, task) => c.move('workTask', task, 'pass'),
  reject: (c, task) => c.move('workTask', task, 'reject', { reworkCount: (task.reworkCount ?? 0) + 1 }),
  pause: (c, task) => c.move('workTask', task, 'pause', { pauseReason: c.input.reason }),
  resume: (c, task) => c.move('workTask', task, task.startTime ? 'goOn' : 'resume'),
  terminate,
  settle: settleTask,
}

/** Ends a task; a selection with all that was picked. */
async function terminate(c: Recording, task: Task): Promise<Task> {
  if (task.taskType === 'selection')
    for (const film of await c.select('selectedFilm', { workTaskId: task.id }, { lock: true }))
      await endSelection(c, film, c.input.reason ?? '')
  return endTask(c, task, c.input.reason ?? '')
}

/** Choosing, designing and films have states of their own, which these steps do not know. */
const NEVER: Partial<Record<Task['taskType'], readonly Action[]>> = {
  selection: ['start', 'submit', 'pass', 'reject', 'pause', 'resume'],
  preDesign: ['pause', 'resume'],
  finalDesign: ['pause', 'resume'],
  vcrShooting: ['pause', 'resume'],
  vcrClip: ['pause', 'resume'],
  vcrModification: ['pause', 'resume'],
  mv: ['pause', 'resume'],
}

/** Makes a step of a task. A session is shot and given up by steps of its own. */
async function step(c: Recording, task: Task, action: Action): Promise<Task> {
  const bound = task.taskType === 'shooting' || task.taskType === 'appointment'
  if ((task.taskType === 'shooting' && action !== 'settle') || (bound && action === 'terminate'))
    c.refuse('action', {
      zh: '拍摄场次请用拍摄操作：开拍、拍完、取消场次等',
      en: 'A session is started, finished and cancelled by the steps of its shooting',
    })
  if (NEVER[task.taskType]?.includes(action))
    c.refuse('action', {
      zh: `${task.taskName ?? ''}任务不能${words(c, 'written', action)}，请用它自己的操作`,
      en: 'A task of this kind has steps of its own for that',
    })
  const now = (await OWN[task.taskType]?.(c, task, action)) ?? (await STEPS[action](c, task))
  await settleWorkOrder(c, task.workOrderId)
  await serveWhenDone(c, task.orderId)
  return now
}

/** What a word about a task changes of it: calls made, and how satisfied the customer is. */
async function noted(c: Recording, task: Task): Promise<Task> {
  const { recordType, score, content, nextDate } = c.input
  if (recordType === 'appointmentCall')
    for (const one of await c.select('appointTask', { workTaskId: task.id }, { lock: true }))
      await c.update('appointTask', one, { callCount: (one.callCount ?? 0) + 1, nextTrackDate: nextDate })
  if (recordType !== 'revisit') return task
  return c.move('workTask', task, 'revisit', { revisitScore: score, revisitNote: content })
}

/** Photos of a newborn were taken: they are on the list of birth photos from now on. */
async function noteBirth(c: Recording): Promise<void> {
  const { targetType, targetId: leadId } = c.input
  if (targetType !== 'lead') c.refuse('targetType', { zh: '出生照属于资源', en: 'Birth photos are of a lead' })
  const shot = { shotBy: c.actor.employeeId, shotTime: c.now }
  const [noted] = await c.select('birthPhoto', { leadId }, { lock: true })
  if (noted) await c.update('birthPhoto', noted, shot)
  else await c.insert('birthPhoto', { leadId, ...shot })
}

const add: Handler<'record/add'> = async (c) => {
  const { targetType, targetId, recordType, action, content, reason, score, images, nextDate } = c.input
  const task = targetType === 'task' ? await c.must('workTask', targetId, 'targetId') : undefined
  if (!task) await c.must(TARGETS[targetType], targetId, 'targetId')
  if (action && !task) c.refuse('action', { zh: '只有任务可以执行动作', en: 'Only tasks have steps' })
  if (recordType === 'birthPhoto') await noteBirth(c)
  const now = task && (action ? await step(c, task, action) : await noted(c, task))
  const { id } = await c.insert('taskRecord', {
    ...{ targetType, targetId, recordType, score, nextDate },
    content: [action && words(c, 'written', action), content, reason].filter(Boolean).join('：'),
    images: images ?? [],
  })
  return { id, taskStatus: now?.taskStatus }
}

export const handlers: Handlers = { 'record/add': add }
