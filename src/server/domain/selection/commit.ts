/** Work handed over: the selection to its next stage, a layout to the inspector or customer, the customer's word on it (rules 2.9, 2.10). */
import type { Call, CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { serveWhenDone } from '../order/served.ts'
import { openNotesOf } from '../client/designs.ts'
import { refuseState } from '../../platform/refusals.ts'
import { finish, passPages, submitDesign, type Design } from '../task/design.ts'
import { tellWorker } from '../task/retouch.ts'
import { followUp } from '../task/stages.ts'
import { settleWorkOrder } from '../work/workOrder.ts'

type Committing = Call<'photo/commitDesign'>
type Task = Row<'workTask'>

/** The permission of staff who confirm what the customer said. */
const FOR_CUSTOMER = 'confirmForCustomer'

type Stage = NonNullable<Committing['input']['stage']>

/** What an answer of the customer means. */
const MEANT = { confirmed: 'customer', changesWanted: 'reject' } as const satisfies Record<string, Stage>

const STAGES: Record<Stage, (c: Committing, task: Task) => Promise<Task>> = {
  pick: commitSelection,
  layout: async (c, task) => submitDesign(c, task, await designOf(c, task)),
  customer: accept,
  reject: askChange,
}

/** A signed selection goes on by itself; handing it over again does nothing twice. */
async function commitSelection(c: Committing, task: Task): Promise<Task> {
  if (task.taskType !== 'selection' || task.taskStatus !== 'done') refuseState(c, 'workTaskId')
  const next = await c.select('workTask', { prevTaskId: task.id })
  if (next.every(({ taskStatus }) => taskStatus === 'terminated')) await followUp(c, task)
  return task
}

async function designOf(c: CallContext, task: Task): Promise<Design> {
  const [design] = await c.select('designTask', { workTaskId: task.id }, { lock: true })
  return design ?? c.refuse('workTaskId', { zh: '这不是设计任务', en: 'This is no design task' })
}

/** What the customer said, or staff for them. */
async function writeFeedback(c: Committing, design: Design, result: Row<'designFeedback'>['result']): Promise<void> {
  if (c.actor.kind === 'staff' && !c.can(FOR_CUSTOMER))
    c.refuse('stage', { zh: '没有操作权限：代客户确认', en: 'You have no right to answer for the customer' })
  const { content, signImage } = c.input
  const pages = await c.select('designPage', { designTaskId: design.id })
  const task = await c.mustRef(design, 'workTask')
  await c.insert('designFeedback', {
    designTaskId: design.id,
    customerId: task.customerId,
    ...{ result, content, signImage },
    pageComments: await openNotesOf(c, design.id),
    revision: Math.max(1, ...pages.map(({ revision }) => revision ?? 1)),
  })
}

/** What is sent along of pages is written on them, as if it had been said there. */
async function writeNotes(c: Committing, design: Design): Promise<void> {
  const pages = await c.select('designPage', { designTaskId: design.id })
  for (const { pageNo, comment, x, y } of c.input.pageComments ?? []) {
    const page =
      pages.find((one) => one.pageNo === pageNo) ??
      c.refuse('pageComments', { zh: `没有第 ${pageNo} 页`, en: `There is no page ${pageNo}` })
    await c.insert('pageNote', { designPageId: page.id, comment, x, y })
  }
}

async function accept(c: Committing, task: Task): Promise<Task> {
  const design = await designOf(c, task)
  if (c.actor.kind === 'client' && !c.input.signImage)
    c.refuse('signImage', { zh: '请签名确认', en: 'Sign to confirm' })
  await mustHaveNoWords(c, design)
  await writeFeedback(c, design, 'confirmed')
  // Whoever confirms for a customer has shown them all pages.
  const seen = c.actor.kind === 'client' ? design : await c.update('designTask', design, { allSeen: true })
  await c.move('designTask', seen, 'accept', { customerConfirmTime: c.now, customerFeedback: c.input.content })
  await passPages(c, design)
  if (c.input.signImage) await fileConfirmation(c, task)
  return finish(c, task)
}

/** What is written on the pages is asked for, or taken back: nobody confirms beside it. */
async function mustHaveNoWords(c: Committing, design: Design): Promise<void> {
  const words = await openNotesOf(c, design.id)
  if (words.length === 0) return
  const pages = [...new Set(words.map(({ pageNo }) => pageNo))]
  c.refuse(c.input.result === undefined ? 'designTaskId' : 'result', {
    zh: `第 ${pages.join('、')} 页还有修改意见，请提交修改，或先清空意见`,
    en: `There are still words on page ${pages.join(', ')}: ask for the changes, or take them back first`,
  })
}

/** The signed confirmation stays with the papers of the order. */
async function fileConfirmation(c: Committing, task: Task): Promise<void> {
  await c.insert('orderDocument', {
    orderId: task.orderId,
    docType: 'designConfirmation',
    name: `${task.taskName ?? ''} ${task.taskNo}`,
    signImage: c.input.signImage,
    signTime: c.now,
  })
}

/** The customer wants changes: at least one word on a page, or about all of it. */
async function askChange(c: Committing, task: Task): Promise<Task> {
  const design = await designOf(c, task)
  const { content } = c.input
  await writeNotes(c, design)
  const comments = await openNotesOf(c, design.id)
  if (!content && comments.length === 0)
    c.refuse('pageComments', { zh: '请至少填写一条修改意见', en: 'Say at least once what is to be changed' })
  await writeFeedback(c, design, 'changesWanted')
  const words = [content, ...comments.map(({ pageNo, comment }) => `P${pageNo}: ${comment}`)]
  const reworkReason = words.filter(Boolean).join('；').slice(0, 500)
  const customerFeedback = words.filter(Boolean).join('\n')
  await c.move('designTask', design, 'askChange', { customerFeedback, reworkReason })
  await tellWorker(c, task, reworkReason)
  for (const { pageNo, comment } of comments)
    for (const page of await c.select('designPage', { designTaskId: design.id, pageNo }, { lock: true }))
      await c.update('designPage', page, { pageStatus: 'rejected', comment })
  return c.move('workTask', task, 'reject', { reworkCount: (task.reworkCount ?? 0) + 1 })
}

/** The task that the input names, at once or by its design. */
async function taskOf(c: Committing): Promise<Task> {
  const { workTaskId, designTaskId } = c.input
  const design = designTaskId ? await c.must('designTask', designTaskId, 'designTaskId') : undefined
  const task = await c.find('workTask', design?.workTaskId ?? (await c.must('workTask', workTaskId, 'workTaskId')).id, {
    lock: true,
  })
  return task ?? c.refuse('workTaskId', { zh: '任务不存在', en: 'There is no such task' })
}

const commitDesign: Handler<'photo/commitDesign'> = async (c) => {
  const task = await taskOf(c)
  const stage = c.input.stage ?? MEANT[c.input.result ?? 'confirmed']
  const now = await STAGES[stage](c, task)
  await settleWorkOrder(c, task.workOrderId)
  await serveWhenDone(c, task.orderId)
  return { taskStatus: now.taskStatus }
}

export const handlers: Handlers = { 'photo/commitDesign': commitDesign }
