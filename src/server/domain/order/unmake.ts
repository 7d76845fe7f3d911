/** What was begun for items that are out of an order ends (rules 2.10, 2.11, 2.13). */
import type { CallContext, Place, Row, Where } from '../../platform/call.ts'
import { endTask, unorderedFilms } from '../work/films.ts'
import { isOver, settleWorkOrder } from '../work/workOrder.ts'
import { endSessions } from './cancel.ts'
import { isUnshot } from './sessions.ts'

/** Sessions of which nothing was shot and nothing will be. */
const GIVEN_UP = ['cancelled', 'terminated'] as const satisfies Row<'orderSession'>['sessionStatus'][]

/** The sessions of a service that goes are not shot any more; one that was begun stays, and its service with it. */
export async function unplan(c: CallContext, item: Row<'orderItem'>, field: Place, reason: string): Promise<void> {
  const sessions = await c.select('orderSession', { orderItemId: item.id }, { lock: true })
  if (sessions.some((one) => !isUnshot(one) && !GIVEN_UP.some((status) => status === one.sessionStatus)))
    c.refuse(field, { zh: '该服务已开拍，不能变更', en: 'This service was begun to be shot; it cannot be changed' })
  await endSessions(c, sessions.filter(isUnshot), 'cancel', reason)
}

/** The last pieces of an item, with the photos and designs they have, are of another line from now on: those after `from`. */
export async function moveUnits(
  c: CallContext,
  item: Row<'orderItem'>,
  { to, from }: { to: Row<'orderItem'>; from: number },
): Promise<void> {
  for (const table of ['workProduct', 'pickProduct', 'designTask'] as const)
    for (const one of await c.select(table, { orderItemId: item.id }, { lock: true }))
      if (one.unitNo > from) await c.update(table, { id: one.id }, { orderItemId: to.id, unitNo: one.unitNo - from })
  for (const line of [item, to])
    await c.update(
      'orderItem',
      { id: line.id },
      { pickedCount: await c.count('pickProduct', { orderItemId: line.id }) },
    )
}

/** Products not yet sent out are not made, and designs and films that are still worked on end. What is made already stays. */
export async function unmake(
  c: CallContext,
  orderId: number,
  orderItemId: readonly number[],
  reason: string,
): Promise<void> {
  const waiting = { orderItemId, produceStatus: 'toDispatch' } as const
  for (const product of await c.select('workProduct', waiting, { lock: true }))
    await c.move('workProduct', product, 'cancel', { reworkReason: reason })
  const designs = await c.select('designTask', { orderItemId })
  const designing = await c.select('workTask', { id: designs.map(({ workTaskId }) => workTaskId) }, { lock: true })
  const ended = [...designing.filter((task) => !isOver(task)), ...(await unorderedFilms(c, orderId))]
  for (const task of ended) await endTask(c, task, reason)
  for (const id of new Set(ended.map(({ workOrderId }) => workOrderId))) await settleWorkOrder(c, id)
}

/** Units of items that stand in the order again, whose production was called off, are forgotten: they are made ready anew. */
export const remake = (c: CallContext, items: readonly Row<'orderItem'>[]): Promise<void> =>
  forgetUnits(c, { orderItemId: items.map(({ id }) => id), produceStatus: 'cancelled' })

/** Takes away rows of products, and their items point at none. */
export async function forgetUnits(c: CallContext, where: Where<'workProduct'>): Promise<void> {
  for (const product of await c.select('workProduct', where, { lock: true })) {
    for (const item of await c.select('orderItem', { workProductId: product.id }, { lock: true }))
      await c.update('orderItem', item, { workProductId: null })
    await c.remove('workProduct', product)
  }
}
