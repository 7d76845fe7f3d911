/** Retouching: begun, handed in, inspected, done again (rules 2.11; I-34). */
import type { Call, CallContext, Row } from '../../platform/call.ts'
import { mustNotBeWorker, writeCheck } from './quality.ts'
import { followUp } from './stages.ts'

type Recording = Call<'record/add'>
type Task = Row<'workTask'>
type Action = NonNullable<Recording['input']['action']>

/** The step of a retouching task; nothing where it is as that of any other task. */
export async function retouchStep(c: Recording, task: Task, action: Action): Promise<Task | undefined> {
  const [retouch] = await c.select('retouchTask', { workTaskId: task.id }, { lock: true })
  if (!retouch) return undefined
  if (action === 'submit') return submit(c, task, retouch)
  if (action === 'pass') return pass(c, task, retouch)
  if (action === 'reject') return reject(c, task, retouch)
  return undefined
}

/** Handed in: to the inspector, or at once to the next stage where first retouches are not inspected. */
async function submit(c: CallContext, task: Task, retouch: Row<'retouchTask'>): Promise<Task> {
  if (retouch.retouchStage === 'after' || c.settings.premodify_qc) return c.move('workTask', task, 'submit')
  const lacking = (task.photoCount ?? 0) - (task.doneCount ?? 0)
  if (lacking > 0)
    c.refuse('action', {
      zh: `还有 ${lacking} 张照片未完成`,
      en: lacking === 1 ? 'A photo is not done yet' : `${lacking} photos are not done yet`,
    })
  return done(c, await c.move('workTask', task, 'complete', { submitTime: c.now }))
}

async function done(c: CallContext, task: Task): Promise<Task> {
  await followUp(c, task)
  return task
}

async function pass(c: Recording, task: Task, retouch: Row<'retouchTask'>): Promise<Task> {
  await mustNotBeWorker(c, task)
  const passed = await c.move('workTask', task, 'pass')
  const { score } = c.input
  await c.update('retouchTask', retouch, { inspectorId: c.actor.employeeId, qualityScore: score })
  await writeCheck(c, 'retouch', retouch.id, 'pass')
  return done(c, passed)
}

async function reject(c: Recording, task: Task, retouch: Row<'retouchTask'>): Promise<Task> {
  await mustNotBeWorker(c, task)
  const again = await c.move('workTask', task, 'reject', { reworkCount: (task.reworkCount ?? 0) + 1 })
  await c.update('retouchTask', retouch, { inspectorId: c.actor.employeeId, reworkReason: c.input.reason })
  await writeCheck(c, 'retouch', retouch.id, 'fail')
  await tellWorker(c, task, c.input.reason)
  return again
}

/** Whoever did the work learns that it comes back. */
export async function tellWorker(c: CallContext, task: Task, reason?: string | null): Promise<void> {
  if (!task.mainWorkerId) return
  const orderNo = (await c.ref(task, 'order'))?.orderNo
  await c.notify(task.mainWorkerId, {
    title: { zh: '任务返工', en: 'To be done again' },
    content: {
      zh: `${task.taskName ?? ''} ${task.taskNo}：${reason ?? ''}`,
      en: `${task.taskNameEn ?? ''} ${task.taskNo}: ${reason ?? ''}`,
    },
    sourceType: 'task',
    source: { id: task.workOrderId, orderNo },
  })
}
