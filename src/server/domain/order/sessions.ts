/** Sessions (domain E083): one for each time a service is shot. */
import type { CallContext, Row } from '../../types.ts'
import { isOneOf, value } from '../values.ts'

/** Makes the sessions of the services among items just written; those of one service are counted on. */
export async function makeSessions(c: CallContext, order: Row, items: readonly Row[]): Promise<Row[]> {
  const made: Row[] = []
  const earlier = await c.select('orderSession', { orderId: order.id })
  for (const item of items.filter((one) => one.itemType === value(c, 'item_type', 'service'))) {
    const service = await c.find('service', Number(item.itemId), { anyScope: true })
    const count = Number(service?.sessionCount ?? 0) * Number(item.quantity)
    const before = earlier.filter((one) => one.serviceId === service?.id).length
    for (let at = 1; at <= count; at += 1) {
      const seqNo = before + at
      made.push(
        await c.insert('orderSession', {
          orderId: order.id,
          orderItemId: item.id,
          serviceId: service?.id,
          businessClassId: service?.businessClassId,
          seqNo,
          orderSessionName: `${String(item.itemName)} 第${seqNo}场`,
        }),
      )
    }
  }
  return made
}

/** Sessions nobody has begun to shoot: these may be rebuilt, cancelled or terminated. */
export const isUnshot = (c: CallContext, session: Row): boolean =>
  isOneOf(c, 'session_status', session.sessionStatus, 'unshot', 'rescheduled')
