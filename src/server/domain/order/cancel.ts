/** Cancelling an order nobody has paid for (rules 2.2): bills void, sessions cancelled, coupons and sales given back. */
import { openBillsOf, voidBill } from '../cash/bill.ts'
import { giveBackToSale } from '../catalogue/prices.ts'
import { target } from '../rows.ts'
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { isOneOf, nameOf, value } from '../values.ts'
import { endWork } from './flow.ts'
import { isUnshot } from './sessions.ts'

const REASON = '订单取消'

/** Coupons of an order may be used again. */
export async function giveBackCoupons(c: CallContext, order: Row): Promise<void> {
  for (const coupon of await c.select('customerCoupon', { orderId: order.id }, { lock: true })) {
    await c.move('customerCoupon', coupon, 'giveBack')
    const kind = await c.find('coupon', Number(coupon.couponId), { lock: true })
    if (kind) await c.update('coupon', kind, { usedCount: Math.max(Number(kind.usedCount ?? 0) - 1, 0) })
  }
}

/** Ends sessions that were not shot, by this move, with the work they had. */
export async function endSessions(
  c: CallContext,
  sessions: readonly Row[],
  move: 'cancel' | 'terminate',
  reason: string,
): Promise<void> {
  for (const session of sessions) {
    await c.move('orderSession', session, move, { terminateReason: reason })
    await endWork(c, session, reason)
  }
}

async function reopenOrigin(c: CallContext, order: Row): Promise<void> {
  const lead = order.leadId ? await c.find('lead', Number(order.leadId), { lock: true }) : undefined
  if (lead && lead.orderId === order.id && nameOf(c, 'lead_biz_state', lead.bizState) === 'signed')
    await c.move('lead', lead, 'unsign', { orderId: null })
  const referral = order.recommendId ? await c.find('recommend', Number(order.recommendId), { lock: true }) : undefined
  if (referral?.orderId === order.id) await c.update('recommend', referral, { orderId: null })
  await reopenChance(c, order)
}

/** The chance is open again, and its clue goes with it; where another chance of that number is open by now, that one goes on. */
async function reopenChance(c: CallContext, order: Row): Promise<void> {
  const chance = order.chanceId ? await c.find('chance', Number(order.chanceId), { lock: true }) : undefined
  if (!chance || chance.orderId !== order.id || !isOneOf(c, 'chance_status', chance.chanceStatus, 'won')) return
  const { mobile, businessType } = chance
  const open = value(c, 'chance_status', 'open')
  const [other] = await c.select('chance', { mobile, businessType, chanceStatus: open }, { limit: 1 })
  if (other) return void (await c.update('chance', chance, { orderId: null }))
  await c.move('chance', chance, 'reopen', { orderId: null })
  const clue = chance.clueId ? await c.find('analysis', Number(chance.clueId), { lock: true }) : undefined
  if (clue && clue.chanceId === chance.id && isOneOf(c, 'analysis_status', clue.analysisStatus, 'won'))
    await c.move('analysis', clue, 'unwin')
}

const del: Handler = async (c) => {
  const order = target(c)
  const reason = String(c.input.reason ?? REASON)
  await c.move('order', order, 'cancel')
  for (const bill of await openBillsOf(c, order.id)) await voidBill(c, bill, reason)
  const sessions = await c.select('orderSession', { orderId: order.id }, { lock: true })
  await endSessions(
    c,
    sessions.filter((one) => isUnshot(c, one)),
    'cancel',
    reason,
  )
  for (const item of await c.select('orderItem', { orderId: order.id }))
    if (item.specialSaleItemId) await giveBackToSale(c, Number(item.specialSaleItemId), Number(item.quantity))
  await giveBackCoupons(c, order)
  await reopenOrigin(c, order)
  c.log(`取消订单：${String(order.orderNo)}`)
  return { count: 1 }
}

export const handlers: Handlers = { 'order/del': del }
