/** Points of members (rules 1.5; I-15, I-17): a movement each, never below nothing. */
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'

/** The membership of a customer, be it over or not, locked. */
export const membershipOf = async (c: CallContext, customerId: number): Promise<Row<'members'> | undefined> =>
  (await c.select('members', { customerId }, { limit: 1, lock: true }))[0]

/** The valid membership of a customer, locked; nothing for others. */
export async function memberOf(c: CallContext, customerId: number): Promise<Row<'members'> | undefined> {
  const member = await membershipOf(c, customerId)
  return member?.status === 'valid' ? member : undefined
}

interface PointsMove {
  type: Row<'integralMovement'>['integralType']
  change: number
  orderId?: number
  exchangeId?: number
  reason?: string
}

/** Gives points or takes them; refuses to go below nothing. */
export async function movePoints(
  c: CallContext,
  member: Row<'members'>,
  { type, change, ...more }: PointsMove,
): Promise<Row<'members'>> {
  const integral = member.integral + change
  if (integral < 0) c.refuse('change', { zh: '积分不足', en: 'There are not enough points' })
  if (change === 0) return member
  const moved = await c.update('members', member, {
    integral,
    totalIntegral: member.totalIntegral + Math.max(change, 0),
  })
  await c.insert('integralMovement', {
    memberId: member.id,
    integralType: type,
    change,
    balanceAfter: integral,
    ...more,
  })
  return moved
}

/** Points for money: base points per yuan times the rate of the grade, rounded down (rules 2.0). */
export async function pointsFor(c: CallContext, member: Row<'members'>, paid: Cents): Promise<number> {
  const grade = await c.ref(member, 'grade')
  return Math.floor((paid / 100) * c.settings.integral_per_yuan * (grade?.integralRate ?? 1) + 1e-9)
}

/** Points more or less, by hand and with a reason. */
const change: Handler<'integral/change'> = async (c) => {
  const { memberId, change: by, reason } = c.input
  if (by === 0) c.refuse('change', { zh: '请填写增减的积分', en: 'Say how many points more or less' })
  const most = c.settings.integral_adjust_limit
  if (Math.abs(by) > most) c.refuse('change', { zh: `一次最多调整 ${most} 分`, en: `At most ${most} points at once` })
  const member = await c.must('members', memberId, 'memberId')
  if (member.status !== 'valid') c.refuse('memberId', { zh: '会员无效', en: 'This membership does not run' })
  const moved = await movePoints(c, member, { type: 'adjust', change: by, reason })
  return { balanceAfter: moved.integral }
}

/** The points of a member, or of a customer; nobody who is no member has any. */
const getIntegral: Handler<'integral/getIntegral'> = async (c) => {
  const { memberId, customerId } = c.input
  const [member] = memberId
    ? [await c.seen('members', memberId)]
    : await c.select('members', { customerId: customerId ?? 0 }, { limit: 1, seen: true })
  return { integral: member?.integral ?? 0, totalIntegral: member?.totalIntegral ?? 0 }
}

export const handlers: Handlers = { 'integral/change': change, 'integral/getIntegral': getIntegral }
