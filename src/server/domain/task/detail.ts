/** One shooting and one order as whoever works on them wants to see them (rules 4.10). */
import type { Handler, Handlers } from '../../platform/call.ts'
import { isOver } from '../work/workOrder.ts'

const shotDetail: Handler<'workTask/shotDetail'> = async (c) => {
  const { workTaskId } = c.input
  const task =
    (await c.seen('workTask', workTaskId)) ?? c.refuse('workTaskId', { zh: '任务不存在', en: 'There is no such task' })
  const [record] = await c.select('photographyRecord', { workTaskId })
  const session = await c.ref(task, 'orderSession')
  const workers = await c.select('worker', { workTaskId })
  const { id, taskNo, taskStatus, planTime, startTime, finishTime, customerId, siteId } = task
  return {
    ...{ id, taskNo, taskStatus, planTime, startTime, finishTime, customerId, siteId },
    sessionStatus: session?.sessionStatus,
    photoCount: session?.photoCount,
    arriveTime: record?.arriveTime,
    endTime: record?.endTime,
    sceneIds: record?.sceneIds,
    shotCount: record?.shotCount,
    photographicNote: record?.photographicNote,
    workers: workers.map(({ workerRole, employeeID, isMain }) => ({ workerRole, employeeId: employeeID, isMain })),
    persons: await c.select('shotPerson', { workTaskId }),
  }
}

const noteEdit: Handler<'workTask/photographicNoteEdit'> = async (c) => {
  const { workTaskId, photographicNote } = c.input
  await c.must('workTask', workTaskId, 'workTaskId')
  for (const record of await c.select('photographyRecord', { workTaskId }, { lock: true }))
    await c.update('photographyRecord', record, { photographicNote })
  return {}
}

const getInfo: Handler<'workOrder/getInfo'> = async (c) => {
  const { orderId } = c.input
  const order =
    (await c.seen('order', orderId)) ?? c.refuse('orderId', { zh: '订单不存在', en: 'There is no such order' })
  const workOrders = await c.select('workOrder', { orderId })
  const live = workOrders.filter((one) => one.workOrderStatus !== 'terminated')
  const total = live.reduce((sum, one) => sum + (one.progress ?? 0), 0)
  return {
    orderId,
    orderNo: order.orderNo,
    progress: live.length > 0 ? Math.round(total / live.length) : 0,
    sessions: await c.select('orderSession', { orderId }),
    tasks: await c.select('workTask', { orderId }),
  }
}

/** What is still to be done for an urgent work order is to be done by then, too; an earlier time of a task stays. */
const urgent: Handler<'workOrder/urgent'> = async (c) => {
  const { dueTime } = c.input
  const done = await c.standard()
  if (!dueTime) return done
  if (dueTime < c.now) c.refuse('dueTime', { zh: '截止时间已过', en: 'That time is over already' })
  for (const task of await c.select('workTask', { workOrderId: c.row.id }, { lock: true }))
    if (!isOver(task) && (task.dueTime === null || task.dueTime > dueTime))
      await c.update('workTask', task, { dueTime })
  return done
}

/** What customers said about a work order, newest first; one thing more is written down before. */
const serviceRecord: Handler<'workOrder/serviceRecord'> = async (c) => {
  const { workOrderId, serviceKind, content } = c.input
  const workOrder = await c.must('workOrder', workOrderId, 'workOrderId')
  if (content)
    await c.insert('serviceRecord', {
      ...{ workOrderId, content, customerId: workOrder.customerId ?? undefined },
      serviceKind: serviceKind ?? 'consult',
    })
  return c.select('serviceRecord', { workOrderId }, { sort: ['-id'], seen: true })
}

const addCommission: Handler<'workOrder/addCommission'> = async (c) => {
  const { workOrderId, employeeId, workerRole, amount, remark } = c.input
  await c.must('workOrder', workOrderId, 'workOrderId')
  const { id } = await c.insert('commission', {
    ...{ workOrderId, employeeId, workerRole, amount, remark },
    commissionType: 'fixed',
    baseAmount: amount / 100,
    rate: 1,
    isManual: true,
  })
  return { id }
}

export const handlers: Handlers = {
  'workTask/shotDetail': shotDetail,
  'workTask/photographicNoteEdit': noteEdit,
  'workOrder/getInfo': getInfo,
  'workOrder/urgent': urgent,
  'workOrder/serviceRecord': serviceRecord,
  'workOrder/addCommission': addCommission,
}
