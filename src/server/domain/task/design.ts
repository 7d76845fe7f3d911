/** Design: pages laid out, inspected, confirmed by the customer, done again (rules 2.10; I-34). */
import type { Call, CallContext, Row } from '../../platform/call.ts'
import { openNotesOf } from '../client/designs.ts'
import { makeLink } from '../client/links.ts'
import { tellByScene } from '../messages/sms.ts'
import { mustNotBeWorker, writeCheck } from './quality.ts'
import { tellWorker } from './retouch.ts'
import { followUp } from './stages.ts'

type Recording = Call<'record/add'>
type Task = Row<'workTask'>
export type Design = Row<'designTask'>
type Action = NonNullable<Recording['input']['action']>

const STEPS: Partial<Record<Action, (c: Recording, task: Task, design: Design) => Promise<Task>>> = {
  start: async (c, task, design) => {
    await c.move('designTask', design, 'start')
    return c.move('workTask', task, 'start')
  },
  submit: submitDesign,
  pass,
  reject,
}

/** The step of a design task; nothing where it is as that of any other task. */
export async function designStep(c: Recording, task: Task, action: Action): Promise<Task | undefined> {
  const [design] = await c.select('designTask', { workTaskId: task.id }, { lock: true })
  return design && STEPS[action]?.(c, task, design)
}

/** Hands pages in: to the inspector, or to the customer at once where first designs are not inspected. */
export async function submitDesign(c: CallContext, task: Task, design: Design): Promise<Task> {
  const values = { submitCount: (design.submitCount ?? 0) + 1 }
  const lacking = (design.pageCount ?? 1) - (design.donePages ?? 0)
  if (lacking > 0)
    c.refuse('action', {
      zh: `还有 ${lacking} 页设计未完成`,
      en: lacking === 1 ? 'A page is missing' : `${lacking} pages are missing`,
    })
  await mustHaveHeard(c, design)
  if (design.designType === 'pre' && !c.settings.predesign_qc) {
    await ask(c, await c.move('designTask', design, 'submitFree', values))
  } else await c.move('designTask', design, 'submit', values)
  for (const page of await c.select('designPage', { designTaskId: design.id }, { lock: true }))
    if (page.pageStatus !== 'passed') await c.update('designPage', page, { pageStatus: 'submitted' })
  const { donePages, pageCount } = design
  return c.move(
    'workTask',
    await c.update('workTask', task, { doneCount: donePages ?? 0, photoCount: pageCount ?? 1 }),
    'submit',
  )
}

/** The numbers of the pages of which something was said that is neither done nor answered. */
const spokenOf = async (c: CallContext, design: Design): Promise<number[]> => [
  ...new Set((await openNotesOf(c, design.id)).map(({ pageNo }) => pageNo)),
]

/** What was said of a page is done or answered before the customer is asked again. */
async function mustHaveHeard(c: CallContext, design: Design): Promise<void> {
  const pages = await spokenOf(c, design)
  if (pages.length > 0)
    c.refuse('action', {
      zh: `第 ${pages.join('、')} 页还有意见：请替换该页，或回复`,
      en: `There are comments on page ${pages.join(', ')}: put another page in its place, or answer`,
    })
}

/** The customer is asked to look at a design. */
async function ask(c: CallContext, design: Design): Promise<void> {
  const task = await c.mustRef(design, 'workTask')
  const customer = await c.ref(task, 'customer')
  const order = await c.mustRef(task, 'order')
  // Pages that are as the customer saw them last time are not to be looked at again.
  const unseen = await c.exists('designPage', { designTaskId: design.id, seen: false })
  await c.update('designTask', design, { allSeen: !unseen })
  const link = await makeLink(c, order, { accessType: 'design', orderSessionId: task.orderSessionId })
  if (!customer?.mobile) return
  const { mobile, realName: customerName } = customer
  const receiver = { mobile, customerName, sourceType: 'designTask', sourceId: design.id }
  await tellByScene(c, 'design', receiver, { orderNo: order.orderNo, sessionName: task.orderSessionName, link })
}

async function pass(c: Recording, task: Task, design: Design): Promise<Task> {
  await mustNotBeWorker(c, task)
  const open = await spokenOf(c, design)
  if (open.length > 0)
    c.refuse('action', {
      zh: `第 ${open.join('、')} 页有质检意见，请退回设计师修改`,
      en: `There are comments on page ${open.join(', ')}: send the design back to be changed`,
    })
  await mustHaveNoPageBack(c, design)
  const values = { inspectorId: c.actor.employeeId, qualityScore: c.input.score }
  await writeCheck(c, 'design', design.id, 'pass')
  await passPages(c, design)
  if (design.designType === 'pre') {
    await ask(c, await c.move('designTask', design, 'passPre', values))
    return task
  }
  await c.move('designTask', design, 'passFinal', values)
  return finish(c, task)
}

/** A page that was sent back is not passed with the others. */
async function mustHaveNoPageBack(c: CallContext, design: Design): Promise<void> {
  const back = await c.select('designPage', { designTaskId: design.id, pageStatus: 'rejected' }, { sort: ['pageNo'] })
  if (back.length === 0) return
  const pages = back.map(({ pageNo }) => pageNo)
  c.refuse('action', {
    zh: `第 ${pages.join('、')} 页已退回，请退回设计师修改，或先将该页改为通过`,
    en: `Sent back: page ${pages.join(', ')}. Send the design back to be changed, or pass the page first`,
  })
}

/** A design is agreed: the task is over, and what follows it begins. */
export async function finish(c: CallContext, task: Task): Promise<Task> {
  const done = await c.move('workTask', task, 'pass')
  await followUp(c, done)
  return done
}

/** All pages of a design are agreed. */
export async function passPages(c: CallContext, design: Design): Promise<void> {
  for (const page of await c.select('designPage', { designTaskId: design.id }, { lock: true }))
    await c.update('designPage', page, { pageStatus: 'passed' })
}

async function reject(c: Recording, task: Task, design: Design): Promise<Task> {
  await mustNotBeWorker(c, task)
  await c.move('designTask', design, 'reject', { inspectorId: c.actor.employeeId, reworkReason: c.input.reason })
  await writeCheck(c, 'design', design.id, 'fail')
  for (const page of await c.select('designPage', { designTaskId: design.id }, { lock: true }))
    await c.update('designPage', page, { pageStatus: 'rejected' })
  await tellWorker(c, task, c.input.reason)
  return c.move('workTask', task, 'reject', { reworkCount: (task.reworkCount ?? 0) + 1 })
}
