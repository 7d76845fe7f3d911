/** The payment of an upgrade (rules 2.3). */
import type { CallContext, Row } from '../../platform/call.ts'
import { beginWork } from './flow.ts'
import { orderNow } from './state.ts'

/** The upgrade that a bill is for. */
export const upgradeOf = async (c: CallContext, bill: Row<'bill'>): Promise<Row<'orderUpgrade'> | undefined> =>
  (await c.select('orderUpgrade', { billId: bill.id }, { limit: 1, lock: true }))[0]

/** The difference is paid. */
export async function upgradePaid(
  c: CallContext,
  order: Row<'order'>,
  upgrade: Row<'orderUpgrade'>,
): Promise<Row<'order'>> {
  await c.move('orderUpgrade', upgrade, 'pay')
  await beginWork(c, order)
  return orderNow(c, order.id)
}
