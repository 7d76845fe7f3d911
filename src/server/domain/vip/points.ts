/** Points of members (rules 1.5; I-15, I-17): a movement each, never below nothing. */
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import type { CallContext, Row } from '../legacy.ts'
import { isOneOf, value } from '../values.ts'

/** The membership of a customer, be it over or not, locked. */
export const membershipOf = async (c: CallContext, customerId: unknown): Promise<Row | undefined> =>
  (await c.select('members', { customerId }, { limit: 1, lock: true }))[0]

/** The valid membership of a customer, locked; nothing for others. */
export async function memberOf(c: CallContext, customerId: unknown): Promise<Row | undefined> {
  const member = await membershipOf(c, customerId)
  return member && isOneOf(c, 'member_status', member.status, 'valid') ? member : undefined
}

interface PointsMove {
  type: DictionaryValues['integral_type']
  change: number
  orderId?: unknown
  exchangeId?: number
  reason?: unknown
}

/** Gives points or takes them; refuses to go below nothing. */
export async function movePoints(c: CallContext, member: Row, { type, change, ...more }: PointsMove): Promise<Row> {
  const integral = Number(member.integral) + change
  if (integral < 0) c.refuse('change', { zh: '积分不足', en: 'There are not enough points' })
  if (change === 0) return member
  const moved = await c.update('members', member, {
    integral,
    totalIntegral: Number(member.totalIntegral) + Math.max(change, 0),
  })
  await c.insert('integralMovement', {
    memberId: member.id,
    integralType: value(c, 'integral_type', type),
    change,
    balanceAfter: integral,
    ...more,
  })
  return moved
}

/** Points for money: base points per yuan times the rate of the grade, rounded down (rules 2.0). `paid` in cents. */
export async function pointsFor(c: CallContext, member: Row, paid: number): Promise<number> {
  const grade = await c.find('memberConfig', Number(member.gradeId))
  return Math.floor((paid / 100) * Number(c.settings.integral_per_yuan ?? 1) * Number(grade?.integralRate ?? 1) + 1e-9)
}
