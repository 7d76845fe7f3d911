/** What was begun for items that are out of an order ends (rules 2.10, 2.11, 2.13). */
import type { CallContext } from '../call.ts'
import { endTask, unorderedFilms } from '../work/films.ts'
import { isOver, settleWorkOrder } from '../work/workOrder.ts'

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
