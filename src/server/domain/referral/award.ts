/** What is given for a friend sent (part 2 § 2.16, I-55): the second step, once, when the friend's order is paid in full. */
import type { CallContext, Row } from '../../types.ts'
import { memberOf, movePoints } from '../vip/points.ts'
import { isOneOf, value } from '../values.ts'

/**
 * Rewards who introduced the customer of an order, as the parameters say: a valid member with points, at once;
 * anybody else with cash, which is still to be paid out. A referral that was not passed earns nothing.
 */
export async function rewardReferral(c: CallContext, order: Row): Promise<void> {
  const referral = order.recommendId
    ? await c.find('recommend', Number(order.recommendId), { lock: true, anyScope: true })
    : undefined
  if (!referral || !isOneOf(c, 'review_status', referral.reviewStatus, 'passed')) return
  const awardStep = value(c, 'award_step', 'signedOrder')
  const [given] = await c.select('award', { recommendId: referral.id, awardStep }, { limit: 1 })
  if (given) return
  const award = await give(c, referral)
  if (!award) return
  const { sent, ...values } = award
  await c.insert('award', {
    recommendId: referral.id,
    awardStep,
    receiverName: referral.introName,
    ...values,
    sendStatus: value(c, 'send_status', sent ? 'sent' : 'queued'),
    ...(sent ? { sendTime: c.now } : {}),
  })
  await c.update('recommend', referral, { awardStatus: value(c, 'award_status', sent ? 'sent' : 'toSend') })
}

/** What the introducer gets; nothing where the parameters give nothing. */
async function give(c: CallContext, referral: Row): Promise<(Record<string, unknown> & { sent: boolean }) | undefined> {
  const byCustomer = isOneOf(c, 'introd_type', referral.introdType, 'customer')
  const receiver = { [byCustomer ? 'receiverCustomerId' : 'receiverEmployeeId']: referral.introducerId }
  const integral = Number(c.settings.referral_award_integral ?? 0)
  const member = byCustomer && integral > 0 ? await memberOf(c, referral.introducerId) : undefined
  if (member) {
    await movePoints(c, member, { type: 'referral', change: integral, reason: String(referral.recommendNo) })
    return { ...receiver, awardType: value(c, 'award_type', 'integral'), integral, sent: true }
  }
  // Settings speak of yuan.
  const amount = Math.round(Number(c.settings.referral_award_cash ?? 0) * 100)
  return amount > 0 ? { ...receiver, awardType: value(c, 'award_type', 'cash'), amount, sent: false } : undefined
}
