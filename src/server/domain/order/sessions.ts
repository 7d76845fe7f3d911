/** Sessions (rules 1.7): one for each time a service is shot. */
import type { CallContext, Row } from '../legacy.ts'
import { isOneOf, value } from '../values.ts'

/** Makes the sessions of the services among items just written; those of one service are counted on. */
export async function makeSessions(c: CallContext, order: Row, items: readonly Row[]): Promise<Row[]> {
  const shot = items.filter((one) => one.itemType === value(c, 'item_type', 'service'))
  if (shot.length === 0) return []
  const earlier = await c.select('orderSession', { orderId: order.id })
  const services = await c.select('service', { id: shot.map((item) => item.itemId) })
  return c.insertMany(
    'orderSession',
    shot.flatMap((item) => {
      const service = services.find((one) => one.id === item.itemId)
      const count = Number(service?.sessionCount ?? 0) * Number(item.quantity)
      const before = earlier.filter((one) => one.serviceId === service?.id).length
      return Array.from({ length: count }, (_, at) => ({
        orderId: order.id,
        orderItemId: item.id,
        serviceId: service?.id,
        businessClassId: service?.businessClassId,
        seqNo: before + at + 1,
        orderSessionName: `${String(item.itemName)} 第${before + at + 1}场`,
      }))
    }),
  )
}

/** Sessions nobody has begun to shoot: these may be rebuilt, cancelled or terminated. */
export const isUnshot = (c: CallContext, session: Row): boolean =>
  isOneOf(c, 'session_status', session.sessionStatus, 'unshot', 'rescheduled')
