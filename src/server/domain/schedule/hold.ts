/** Holds (rules 2.8): a seat is kept for a customer on the telephone, for minutes and not for ever. */
import { dayText } from '../../../model/zone.ts'
import type { CallContext, Handler, Handlers, Row, Where } from '../../platform/call.ts'
import { isLive, mayRelease, mustBeTakeable, seatNow, type Seat } from './seats.ts'
import { teamsElsewhere } from './teams.ts'

/** So many seats one person may hold. */
const MOST = 3
const MINUTE = 60_000

/** The seat that a hold is of, locked. */
const seatOf = (c: CallContext, hold: Row<'holdSeat'>): Promise<Seat> => c.mustRef(hold, 'seat', { lock: true })

const holdSeat: Handler<'scheduling/holdSeat'> = async (c) => {
  const { seatId, customerId, orderSessionId, customerName } = c.input
  const me = c.actor.employeeId ?? null
  // Two requests of one person count one after the other.
  await c.find('employee', me, { lock: true })
  const seat = await seatNow(c, seatId, 'seatId')
  const session = await c.seen('orderSession', orderSessionId)
  const mine = await mustBeTakeable(c, seat, { field: 'seatId', classId: session?.businessClassId ?? null })
  if (mine) return { id: mine.id, expireTime: mine.expireTime }
  const held = await c.select('holdSeat', { holdBy: me, holdStatus: 'held' })
  if (held.filter((one) => isLive(c, one)).length >= MOST)
    c.refuse('seatId', {
      zh: `你已占 ${MOST} 个席位，先释放一个`,
      en: `You hold ${MOST} seats already; release one first`,
    })
  const order = session && (await c.ref(session, 'order'))
  const customer = order ? await c.ref(order, 'customer') : await c.seen('customer', customerId)
  const hold = await c.insert('holdSeat', {
    seatId,
    customerId: customer?.id ?? null,
    customerName: customer?.realName ?? customerName ?? null,
    orderSessionId: session?.id ?? null,
    holdBy: me,
    expireTime: c.now + c.settings.seat_hold_minutes * MINUTE,
  })
  await c.move('schSeat', seat, 'hold', { holdId: hold.id })
  return { id: hold.id, expireTime: hold.expireTime }
}

const cancelHoldSeat: Handler<'scheduling/cancelHoldSeat'> = async (c) => {
  const seat = await seatOf(c, c.row)
  const hold = (await c.find('holdSeat', c.row.id, { lock: true })) ?? c.row
  if (!mayRelease(c, hold))
    c.refuse(undefined, { zh: '只能释放自己的占位', en: 'Only who holds the seat may release it' })
  await c.move('holdSeat', hold, 'giveUp')
  if (seat.seatStatus === 'held' && seat.holdId === hold.id) await c.move('schSeat', seat, 'release')
  await tellHolder(c, hold)
  return {}
}

/** Whoever held the seat learns that another let it go. */
async function tellHolder(
  c: CallContext,
  { id, holdBy, siteId, seatDate, startTime, customerName }: Row<'holdSeat'>,
): Promise<void> {
  if (holdBy === null || holdBy === c.actor.employeeId) return
  const when = [dayText(seatDate ?? 0, c.model.app.timezone).slice(5), startTime, customerName]
    .filter(Boolean)
    .join(' ')
  await c.notify(holdBy, {
    title: { zh: '占位被释放', en: 'Hold released' },
    content: { zh: `${when} 的占位已被释放`, en: `Your hold of ${when} was released` },
    sourceType: 'scheduling',
    source: { id, date: seatDate, siteId },
  })
}

/** Live holds of a site and day, or one's own. */
const getHoldSeat: Handler<'scheduling/getHoldSeat'> = async (c) => {
  const { siteId, date, mine } = c.input
  const where: Where<'holdSeat'> = {
    holdStatus: 'held',
    ...(siteId ? { siteId } : {}),
    ...(date ? { seatDate: date } : {}),
    ...(mine ? { holdBy: c.actor.employeeId ?? null } : {}),
  }
  const holds = (await c.select('holdSeat', where, { seen: true })).filter((one) => isLive(c, one))
  const seats = await c.select('schSeat', { id: holds.map(({ seatId }) => seatId) })
  const groups = await c.select('schGroup', { id: seats.map(({ groupId }) => groupId) })
  const sites = await c.select('site', { id: holds.flatMap((one) => one.siteId ?? []) })
  const elsewhere = await teamsElsewhere(c, seats, groups)
  const days = await c.select('schSetting', { id: seats.flatMap(({ settingId }) => settingId ?? []) })
  return holds.map((one) => {
    const { id, seatId, siteId, seatDate, startTime, holdBy, expireTime } = one
    const seat = seats.find((it) => it.id === seatId)
    const own = holdBy === c.actor.employeeId
    return {
      ...{ id, holdId: id, seatId, siteId, seatDate, startTime, holdBy, expireTime, mine: own },
      controlType: days.find((it) => it.id === seat?.settingId)?.controlType ?? null,
      siteName: sites.find((it) => it.id === siteId)?.name ?? null,
      groupName: groups.find((it) => it.id === seat?.groupId)?.groupName ?? null,
      // Whom another holds a seat for is theirs to know.
      customerName: own ? one.customerName : null,
      heldFor: own ? one.orderSessionId : null,
      teamElsewhere: elsewhere.get(seatId) ?? null,
    }
  })
}

export const handlers: Handlers = {
  'scheduling/holdSeat': holdSeat,
  'scheduling/cancelHoldSeat': cancelHoldSeat,
  'scheduling/getHoldSeat': getHoldSeat,
}
