/** When the service of an order is completed (rules 2.2, I-38): nothing is left to shoot, to do or to hand over. */
import type { CallContext, Row } from '../../platform/call.ts'
import { isOver } from '../work/workOrder.ts'
import { orderNow } from './state.ts'

/** Sessions on which nothing is to be shot any more; one that is shot again has a session of its own for that. */
const CLOSED = [
  'done',
  'reshoot',
  'makeup',
  'cancelled',
  'terminated',
] as const satisfies Row<'orderSession'>['sessionStatus'][]
const isClosed = ({ sessionStatus }: Row<'orderSession'>): boolean => CLOSED.some((one) => one === sessionStatus)

/** Moves an order on when its last session is closed, no task is open, and everything made for it was delivered. */
export async function serveWhenDone(c: CallContext, orderId: number): Promise<void> {
  const order = await orderNow(c, orderId)
  if (order.orderStatus !== 'inProgress' || order.closeStatus !== 'open') return
  if (!(await c.select('orderSession', { orderId })).every(isClosed)) return
  if (!(await c.select('workTask', { orderId })).every(isOver)) return
  if (await isDelivered(c, orderId)) await c.move('order', order, 'serve')
}

/** Whether the customer has all that is produced for an order. */
async function isDelivered(c: CallContext, orderId: number): Promise<boolean> {
  const goods = await c.select('orderItem', { orderId, itemType: 'goods', status: 'active' })
  const products = await c.select('product', { id: goods.flatMap(({ itemId }) => itemId ?? []), needProduction: true })
  const made = goods.filter((item) => products.some(({ id }) => id === item.itemId))
  const delivered = await c.select('workProduct', { orderId, produceStatus: 'delivered' })
  return made.every((item) => delivered.filter((one) => one.orderItemId === item.id).length >= item.quantity)
}
