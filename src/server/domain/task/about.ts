/** What a page of pictures or films is about: the task, and whose it is. */
import type { Call, Handler, Handlers, Row } from '../../platform/call.ts'

type About = Call<'workTask/about'>

/** The task that the input names, at once or by its design or film. */
async function taskOf(c: About): Promise<Row<'workTask'> | undefined> {
  const { workTaskId, designTaskId, vcrTaskId } = c.input
  if (workTaskId) return c.seen('workTask', workTaskId)
  const detail = designTaskId ? await c.seen('designTask', designTaskId) : await c.seen('vcrTask', vcrTaskId ?? 0)
  return c.find('workTask', detail?.workTaskId)
}

/** What is wanted of a task beside its remark. */
async function wishesOf(c: About, { id: workTaskId, remark }: Row<'workTask'>): Promise<string | null> {
  const [retouch] = await c.select('retouchTask', { workTaskId }, { limit: 1 })
  const [film] = await c.select('vcrTask', { workTaskId }, { limit: 1 })
  return [retouch?.requirement, film?.requirement, remark].filter(Boolean).join('；') || null
}

const about: Handler<'workTask/about'> = async (c) => {
  const task = await taskOf(c)
  const session = task ? await c.ref(task, 'orderSession') : await c.seen('orderSession', c.input.orderSessionId ?? 0)
  const order = await c.find('order', task?.orderId ?? session?.orderId)
  const customer = await c.find('customer', order?.customerId)
  return {
    customerName: customer?.realName,
    orderNo: order?.orderNo,
    orderSessionName: session?.orderSessionName,
    taskNo: task?.taskNo,
    planTime: task?.planTime,
    wishes: task ? await wishesOf(c, task) : null,
  }
}

export const handlers: Handlers = { 'workTask/about': about }
