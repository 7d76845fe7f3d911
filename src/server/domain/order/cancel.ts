/** Cancelling an order nobody has paid for (rules 2.2): bills void, sessions cancelled, coupons and sales given back. */
import { openBillsOf, voidBill } from '../cash/bill.ts'
import { giveBackToSales } from '../catalogue/prices.ts'
import { dropBooking } from '../schedule/booking.ts'
import { giveBackCoupon } from '../vip/coupons.ts'
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { endWork } from './flow.ts'
import { isUnshot } from './sessions.ts'
import { words } from '../../platform/values.ts'

/** Ends sessions, by this move, with the work they had. */
export async function endSessions(
  c: CallContext,
  sessions: readonly Row<'orderSession'>[],
  move: 'cancel' | 'terminate',
  reason: string,
): Promise<void> {
  for (const session of sessions) {
    await dropBooking(c, session, reason)
    await c.move('orderSession', session, move, { terminateReason: reason })
    await endWork(c, session, reason)
  }
}

/** The sessions of an order that were not shot, locked. */
export const unshotOf = async (c: CallContext, orderId: number): Promise<Row<'orderSession'>[]> =>
  (await c.select('orderSession', { orderId }, { lock: true })).filter(isUnshot)

/** Coupons of an order may be used again. */
async function giveBackCoupons(c: CallContext, order: Row<'order'>): Promise<void> {
  for (const held of await c.select('customerCoupon', { orderId: order.id }, { lock: true }))
    await giveBackCoupon(c, held)
}

/** Bills that still want money are void, and so is what was to be added by them. */
export async function dropOpenBills(c: CallContext, orderId: number, reason: string): Promise<void> {
  for (const bill of await openBillsOf(c, orderId)) await voidBill(c, bill, reason)
  for (const addOn of await c.select('orderAdd', { orderId, status: 'waitingPayment' }, { lock: true })) {
    await c.move('orderAdd', addOn, 'cancel')
    await giveBackToSales(c, addOn.taken ?? [])
  }
  for (const upgrade of await c.select('orderUpgrade', { orderId, status: 'waitingPayment' }, { lock: true }))
    await c.move('orderUpgrade', upgrade, 'cancel')
}

async function reopenOrigin(c: CallContext, order: Row<'order'>): Promise<void> {
  const lead = await c.ref(order, 'lead', { lock: true })
  if (lead?.orderId === order.id && lead.bizState === 'signed') await c.move('lead', lead, 'unsign', { orderId: null })
  const referral = await c.ref(order, 'recommend', { lock: true })
  if (referral?.orderId === order.id) await c.update('recommend', referral, { orderId: null })
  const chance = await c.ref(order, 'chance', { lock: true })
  if (chance?.orderId === order.id && chance.chanceStatus === 'won') await reopenChance(c, chance)
}

/** The chance is open again, and its clue goes with it; where another chance of that number is open by now, that one goes on. */
async function reopenChance(c: CallContext, chance: Row<'chance'>): Promise<void> {
  const { mobile, businessType } = chance
  if (await c.exists('chance', { mobile, businessType, chanceStatus: 'open' })) {
    await c.update('chance', chance, { orderId: null })
    return
  }
  await c.move('chance', chance, 'reopen', { orderId: null })
  const clue = await c.ref(chance, 'clue', { lock: true })
  if (clue?.chanceId === chance.id && clue.analysisStatus === 'won') await c.move('analysis', clue, 'unwin')
}

const del: Handler<'order/del'> = async (c) => {
  const order = c.row
  const reason = c.input.reason ?? words(c, 'written', 'orderCancelled')
  await c.move('order', order, 'cancel', { closeReason: reason })
  await dropOpenBills(c, order.id, reason)
  await endSessions(c, await unshotOf(c, order.id), 'cancel', reason)
  await giveBackToSales(c, await c.select('orderItem', { orderId: order.id }))
  await giveBackCoupons(c, order)
  await reopenOrigin(c, order)
  c.log({ zh: `取消订单：${order.orderNo}`, en: `Order cancelled: ${order.orderNo}` })
  return { count: 1 }
}

export const handlers: Handlers = { 'order/del': del }
