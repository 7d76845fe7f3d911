/** Points of those who attend classes (I-56): a movement each, never below nothing. */
import type { CallContext, Handler, Handlers, Place, Row } from '../../platform/call.ts'

type Account = Row<'points'>

interface Change {
  changeType: Row<'pointsDetail'>['changeType']
  change: number
  bookingId?: number
  reason?: string
  /** The input that a refusal stands at. */
  field?: Place
}

async function movePoints(
  c: CallContext,
  account: Account,
  { change, field = 'change', ...more }: Change,
): Promise<Row<'pointsDetail'>> {
  const points = account.points + change
  if (points < 0) c.refuse(field, { zh: '积分不足', en: 'There are not enough points' })
  await c.update('points', account, {
    points,
    totalPoints: account.totalPoints + Math.max(change, 0),
    usedPoints: account.usedPoints + Math.max(-change, 0),
  })
  const member = await c.mustRef(account, 'clubLead', { lock: true })
  await c.update('clubLead', member, { points })
  return c.insert('pointsDetail', { pointsId: account.id, change, balanceAfter: points, ...more })
}

/** Points for a class that was attended; an account is opened with the first of them. */
export async function givePoints(c: CallContext, booking: Row<'courseBooking'>, change: number): Promise<void> {
  if (change <= 0) return
  const { clubLeadId, id: bookingId } = booking
  const [known] = await c.select('points', { clubLeadId }, { limit: 1, lock: true })
  await movePoints(c, known ?? (await c.insert('points', { clubLeadId })), { changeType: 'attend', change, bookingId })
}

/** Points more or less, by hand and with a reason. */
const add: Handler<'pointsDetail/add'> = async (c) => {
  const { pointsId, change, reason } = c.input
  if (change === 0) c.refuse('change', { zh: '请填写增减的积分', en: 'Say how many points more or less' })
  const account = await c.must('points', pointsId, 'pointsId')
  const { id, balanceAfter } = await movePoints(c, account, { changeType: 'adjust', change, reason })
  return { id, balanceAfter }
}

/** Points for something: a gift, a voucher, a place in another class. */
const exchange: Handler<'pointsDetail/exchange'> = async (c) => {
  const { pointsId, points, reason } = c.input
  const account = await c.must('points', pointsId, 'pointsId')
  const { id, balanceAfter } = await movePoints(c, account, {
    changeType: 'exchange',
    change: -points,
    reason,
    field: 'points',
  })
  return { id, balanceAfter }
}

export const handlers: Handlers = { 'pointsDetail/add': add, 'pointsDetail/exchange': exchange }
