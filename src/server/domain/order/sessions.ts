/** Sessions (rules 1.7): one for each time a service is shot. */
import type { CallContext, Row } from '../../platform/call.ts'

/** Makes the sessions of the services among items just written; those of one service are counted on. */
export async function makeSessions(
  c: CallContext,
  order: Row<'order'>,
  items: readonly Row<'orderItem'>[],
): Promise<Row<'orderSession'>[]> {
  const shot = items.filter((one) => one.itemType === 'service')
  if (shot.length === 0) return []
  const earlier = await c.select('orderSession', { orderId: order.id })
  const services = await c.select('service', { id: shot.flatMap(({ itemId }) => itemId ?? []) })
  return c.insertMany(
    'orderSession',
    shot.flatMap((item) => {
      const service = services.find((one) => one.id === item.itemId)
      const before = earlier.filter((one) => one.serviceId === service?.id).length
      return Array.from({ length: (service?.sessionCount ?? 0) * item.quantity }, (_, at) => ({
        orderId: order.id,
        orderItemId: item.id,
        serviceId: service?.id,
        businessClassId: service?.businessClassId,
        seqNo: before + at + 1,
        orderSessionName: `${item.itemName} 第${before + at + 1}场`,
      }))
    }),
  )
}

/** Sessions nobody has begun to shoot: these may be rebuilt, cancelled or terminated. */
export const isUnshot = ({ sessionStatus }: Row<'orderSession'>): boolean =>
  sessionStatus === 'unshot' || sessionStatus === 'rescheduled'
