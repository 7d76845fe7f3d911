/** What an order sets going in the studio (rules 2.1): a work order and an appointment task for each session. */
import type { CallContext, Row } from '../../platform/call.ts'
import { pairs } from '../../platform/pairs.ts'
import { reverseCommissions } from '../work/commissions.ts'
import { endTask } from '../work/films.ts'
import { taskNames } from '../work/workOrder.ts'
import { isUnshot } from './sessions.ts'

/** Work orders of the sessions to shoot that have none yet; each begins with the appointment. */
export async function beginWork(c: CallContext, order: Row<'order'>): Promise<void> {
  const unmanned = { orderId: order.id, workOrderId: null }
  const sessions = (await c.select('orderSession', unmanned, { lock: true })).filter(isUnshot)
  if (sessions.length === 0) return
  const customer = await c.ref(order, 'customer')
  const first = taskNames(c, 'appointment')
  const about = (session: Row<'orderSession'>) => ({
    orderId: order.id,
    orderSessionId: session.id,
    orderSessionName: session.orderSessionName,
    customerId: order.customerId,
    orgId: order.orgId,
  })
  const workOrders = await c.insertMany(
    'workOrder',
    sessions.map((session) => ({
      ...about(session),
      orderNo: order.orderNo,
      customerName: customer?.realName,
      mobile: customer?.mobile,
      businessType: order.businessType,
      currentTaskName: first.taskName,
      currentTaskNameEn: first.taskNameEn,
    })),
  )
  const tasks = await c.insertMany(
    'workTask',
    sessions.map((session, i) => ({
      ...about(session),
      workOrderId: workOrders[i]?.id,
      taskType: 'appointment',
      ...first,
      seqNo: 1,
    })),
  )
  await c.insertMany(
    'appointTask',
    pairs(tasks, sessions).map(([task, session]) => ({
      workTaskId: task.id,
      orderSessionId: session.id,
      shootDueDate: order.expectShootDate,
    })),
  )
  for (const [i, session] of sessions.entries())
    await c.update('orderSession', session, { workOrderId: workOrders[i]?.id })
}

/** Ends what is open of a session: its work order and the tasks not done. */
export async function endWork(c: CallContext, session: Row<'orderSession'>, reason: string): Promise<void> {
  if (!session.workOrderId) return
  for (const task of await c.select('workTask', { workOrderId: session.workOrderId }, { lock: true }))
    if (task.taskStatus !== 'done' && task.taskStatus !== 'terminated') await endTask(c, task, reason)
  const workOrder = await c.ref(session, 'workOrder', { lock: true })
  if (workOrder?.workOrderStatus === 'untreated' || workOrder?.workOrderStatus === 'executing')
    await reverseCommissions(c, await c.move('workOrder', workOrder, 'terminate'))
}
