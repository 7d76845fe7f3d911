/** What a selection lacks before the customer signs it (rules 2.9; I-30). */
import type { Text } from '../../../model/model.ts'
import type { CallContext } from '../../platform/call.ts'
import { orderIdOf, pickedOf, placesOf, type Film } from './film.ts'

/** Sessions of an order whose photos are still to come. */
const TO_COME = ['unshot', 'shooting', 'paused', 'rescheduled', 'unfinished'] as const

/** What is missing, in both languages; nothing where it may be signed. */
export async function missing(c: CallContext, film: Film): Promise<Text[]> {
  const { picked } = await pickedOf(c, film)
  if (picked === 0) return [{ zh: '还没有选照片', en: 'No photo is chosen yet' }]
  // The products of an order are filled from all its sessions: the last one has to fill them.
  if (await moreToCome(c, film)) return []
  return (await placesOf(c, await orderIdOf(c, film)))
    .filter(({ used, min }) => used < min)
    .map(({ itemName, unitNo, used, min }) => ({
      zh: `${itemName ?? ''}（第 ${unitNo} 件）还差 ${min - used} 张照片`,
      en: `${itemName ?? ''} (no. ${unitNo}): ${min - used} photos missing`,
    }))
}

/** Whether another session of the order is to be shot or chosen from. */
async function moreToCome(c: CallContext, film: Film): Promise<boolean> {
  const orderId = await orderIdOf(c, film)
  if (await c.exists('orderSession', { orderId, sessionStatus: TO_COME })) return true
  const sessions = await c.select('orderSession', { orderId })
  const open = await c.select('selectedFilm', {
    orderSessionId: sessions.map(({ id }) => id),
    selectionStatus: ['toAssign', 'toPick', 'picking'],
  })
  return open.some(({ id }) => id !== film.id)
}
