/** Commissions (rules 2.12, I-35): made when a task is settled, due when its order is finished, undone when it ends early. */
import type { CallContext, Row } from '../../platform/call.ts'

/** The commissions of an order that is finished are due. */
export async function payCommissions(c: CallContext, orderId: number): Promise<void> {
  for (const one of await pendingOf(c, { orderId })) await c.move('commission', one, 'pay')
}

/** Nobody earns by a work order that ends early. */
export async function reverseCommissions(c: CallContext, workOrder: Row<'workOrder'>): Promise<void> {
  for (const one of await pendingOf(c, { id: workOrder.id })) await c.move('commission', one, 'reverse')
}

async function pendingOf(c: CallContext, where: { id: number } | { orderId: number }): Promise<Row<'commission'>[]> {
  const workOrders = await c.select('workOrder', where)
  return c.select('commission', { workOrderId: workOrders.map(({ id }) => id), status: 'pending' }, { lock: true })
}
