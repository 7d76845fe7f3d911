/** Bookings (rules 2.8): a session takes a seat, moves to another, or leaves it. */
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { refuseState } from '../../platform/refusals.ts'
import { tellCustomer } from './notices.ts'
import { LIVE, mustBeAhead, mustBeTakeable, seatNow, TAKEN, type Seat } from './seats.ts'
import { beginOf, dropShooting, endAppointment, planShooting, tellTeam } from './tasks.ts'
import { crewOf, mustBeFree, teamFor } from './teams.ts'

type Booking = Row<'scheduling'>
type Session = Row<'orderSession'>

/** Refuses a session that cannot be booked now (rules 2.0, 2.7). */
async function mustBeBookable(c: CallContext, session: Session): Promise<Row<'order'>> {
  const order = await c.mustRef(session, 'order')
  if (order.closeStatus !== 'open' || !['unshot', 'rescheduled'].includes(session.sessionStatus))
    refuseState(c, 'orderSessionId')
  if (c.settings.schedule_need_deposit && order.payStatus === 'unpaid')
    c.refuse('orderSessionId', { zh: '订单还没付定金，不能约拍', en: 'No deposit was paid on this order yet' })
  return order
}

interface Booked {
  session: Session
  order: Row<'order'>
  seat: Seat
  hold: Row<'holdSeat'> | undefined
  teamId?: number | null | undefined
  sceneIds?: number[]
  remark?: string | null | undefined
  /** The booking that is moved here. */
  from?: Booking
}

/** Puts a session on a seat that was found free. */
async function book(c: CallContext, { session, order, seat, hold, from, ...asked }: Booked): Promise<Booking> {
  const group = await c.mustRef(seat, 'group')
  const setting = await c.mustRef(group, 'setting')
  if (setting.controlType !== 'set')
    c.refuse(from ? 'newSeatId' : 'seatId', { zh: '该席位用于选片', en: 'Photos are chosen at this seat' })
  const team = await teamFor(c, group, asked.teamId)
  if (team) await mustBeFree(c, team, seat, from?.id)
  const booking = await c.insert('scheduling', {
    controlType: setting.controlType,
    siteId: setting.siteId,
    seatId: seat.id,
    bookDate: seat.seatDate,
    startTime: seat.startTime,
    endTime: seat.endTime,
    groupName: group.groupName,
    customerId: order.customerId,
    orderId: order.id,
    orderSessionId: session.id,
    sceneIds: asked.sceneIds ?? from?.sceneIds ?? session.sceneIds,
    teamId: team?.id ?? null,
    crewIds: team ? crewOf(team) : [],
    remark: asked.remark ?? from?.remark ?? null,
    ...(from
      ? {
          changeFromId: from.id,
          schedulingStatus: from.schedulingStatus,
          confirmTime: from.confirmTime,
          confirmBy: from.confirmBy,
        }
      : {}),
  })
  await c.move('schSeat', seat, 'book', { schedulingId: booking.id })
  if (hold) await c.move('holdSeat', hold, 'convert', { schedulingId: booking.id })
  return booking
}

/** What a session says of its booking; nothing of none. */
export const bookingValues = (booking: Booking | undefined) => ({
  schedulingId: booking?.id ?? null,
  scheduleTime: booking ? beginOf(booking) : null,
  siteId: booking?.siteId ?? null,
  teamId: booking?.teamId ?? null,
})

const schedule: Handler<'scheduling/schedule'> = async (c) => {
  const { seatId, orderSessionId, teamId, sceneIds, remark } = c.input
  const session = await c.must('orderSession', orderSessionId, 'orderSessionId')
  const order = await mustBeBookable(c, session)
  const seat = await seatNow(c, seatId, 'seatId')
  const hold = await mustBeTakeable(c, seat, { field: 'seatId', classId: session.businessClassId })
  const booking = await book(c, { session, order, seat, hold, teamId, sceneIds: sceneIds ?? [], remark })
  await c.update('orderSession', session, bookingValues(booking))
  await tellTeam(c, booking, { zh: '新预约', en: 'booked' })
  await tellCustomer(c, 'booking', booking)
  c.log({ zh: `约拍：${booking.schedulingNo}`, en: `Shooting booked: ${booking.schedulingNo}` })
  const { id, schedulingNo, bookDate, startTime } = booking
  return { id, schedulingNo, bookDate, startTime }
}

const confirm: Handler<'scheduling/confirm'> = async (c) => {
  const done = await c.standard()
  const { remark } = c.input
  const booking = remark ? await c.update('scheduling', done.after, { remark }) : done.after
  await endAppointment(c, await c.mustRef(booking, 'orderSession'))
  await planShooting(c, booking)
  return done
}

/** Takes a booking off its seat, which others may take then. */
async function leaveSeat(c: CallContext, booking: Booking): Promise<void> {
  const seat = await c.ref(booking, 'seat', { lock: true })
  if (seat?.seatStatus === 'booked' && seat.schedulingId === booking.id) await c.move('schSeat', seat, 'unbook')
}

/** What is said of a booking that was moved. */
const toldOf = ({ id, bookDate, startTime }: Booking) => ({ id, bookDate, startTime })

const changeDate: Handler<'scheduling/changeDate'> = async (c) => {
  const { newSeatId, changeReason, force } = c.input
  const old = c.row
  const session = await c.mustRef(old, 'orderSession', { lock: true })
  const limit = c.settings.reschedule_limit
  if (session.rescheduleCount >= limit && !(force && c.can('forceChange'))) {
    const [zh, en] = c.can('forceChange')
      ? ['要仍改期请勾选「超过改期次数仍改期」', 'tick “Move beyond the limit” to move it all the same']
      : ['请店长处理', 'ask a manager']
    c.refuse(c.can('forceChange') ? 'force' : 'id', {
      zh: `已改期 ${session.rescheduleCount} 次（上限 ${limit}），${zh}`,
      en: `Moved ${session.rescheduleCount} times, the limit is ${limit}; ${en}`,
    })
  }
  if (newSeatId === old.seatId) c.refuse('newSeatId', { zh: '请选择另一个席位', en: 'Choose another seat' })
  await c.move('scheduling', old, 'change', { changeReason })
  const seat = await seatNow(c, newSeatId, 'newSeatId')
  const hold = await mustBeTakeable(c, seat, { field: 'newSeatId', classId: session.businessClassId })
  const order = await c.mustRef(session, 'order')
  const booking = await book(c, { session, order, seat, hold, from: old })
  await leaveSeat(c, old)
  await c.move('orderSession', session, 'move', {
    ...bookingValues(booking),
    rescheduleCount: session.rescheduleCount + 1,
  })
  if (booking.schedulingStatus === 'confirmed') await planShooting(c, booking)
  await tellTeam(c, booking, { zh: '已改期', en: 'moved' })
  if (old.teamId !== booking.teamId) await tellTeam(c, old, { zh: '已改期', en: 'moved' })
  await tellCustomer(c, 'change', booking, changeReason)
  const both = `${old.schedulingNo} → ${booking.schedulingNo}`
  c.log({ zh: `改期：${both}`, en: `Shooting moved: ${both}` })
  return toldOf(booking)
}

/** Where a booking is by its seat. */
const placeOf = async (c: CallContext, seat: Seat) => {
  const { id: seatId, startTime, endTime } = seat
  return { seatId, startTime, endTime, groupName: (await c.mustRef(seat, 'group')).groupName }
}

/** Another seat of the same day; where somebody is booked there, the two change places. */
const changeSeat: Handler<'scheduling/changeSeat'> = async (c) => {
  const booking = c.row
  // The lower id first, so that two who swap with each other do not wait for ever.
  for (const id of [booking.seatId, c.input.newSeatId].sort((a, b) => a - b)) await seatNow(c, id, 'newSeatId')
  const from = await c.mustRef(booking, 'seat')
  const to = await seatNow(c, c.input.newSeatId, 'newSeatId')
  if (to.id === from.id || to.siteId !== from.siteId || to.seatDate !== from.seatDate)
    c.refuse('newSeatId', { zh: '请选择同日的另一个席位', en: 'Choose another seat of the same day' })
  const session = await c.mustRef(booking, 'orderSession')
  const other = to.seatStatus === 'booked' ? await c.ref(to, 'scheduling', { lock: true }) : undefined
  if (other) {
    mustBeAhead(c, to, 'newSeatId')
    await swap(c, { booking, from }, { booking: other, from: to })
    return toldOf(await c.must('scheduling', booking.id, 'id'))
  }
  const hold = await mustBeTakeable(c, to, { field: 'newSeatId', classId: session.businessClassId })
  await c.move('schSeat', to, 'book', { schedulingId: booking.id })
  if (hold) await c.move('holdSeat', hold, 'convert', { schedulingId: booking.id })
  await c.move('schSeat', from, 'unbook')
  await sit(c, booking, { from, seat: to })
  return toldOf(await c.must('scheduling', booking.id, 'id'))
}

/** Who shoots at another seat: where the team was that of the group left, that of the group there; else the one that was chosen. */
async function teamAt(
  c: CallContext,
  booking: Booking,
  { from, seat }: Move,
): Promise<Pick<Booking, 'teamId' | 'crewIds'>> {
  const [left, there] = [await c.mustRef(from, 'group'), await c.mustRef(seat, 'group')]
  if (booking.teamId !== left.teamId) return { teamId: booking.teamId, crewIds: booking.crewIds }
  const team = await c.ref(there, 'team')
  return { teamId: there.teamId, crewIds: team ? crewOf(team) : [] }
}

/** A booking is at a seat from now on: its session and its task know. */
async function sit(c: CallContext, booking: Booking, { from, seat }: Move): Promise<void> {
  const now = await c.update('scheduling', booking, {
    ...(await placeOf(c, seat)),
    ...(await teamAt(c, booking, { from, seat })),
  })
  const team = await c.ref(now, 'team')
  if (team) await mustBeFree(c, team, seat, now.id)
  const moved = now.startTime !== from.startTime
  if (moved || now.teamId !== booking.teamId) await tellTeam(c, now, { zh: '已改时间', en: 'moved' })
  if (now.teamId !== booking.teamId)
    await tellTeam(c, booking, { zh: '已改由其他团队拍摄', en: 'given to another team' })
  if (moved) await tellCustomer(c, 'change', now)
  const session = await c.mustRef(now, 'orderSession', { lock: true })
  await c.update('orderSession', session, bookingValues(now))
  if (now.schedulingStatus === 'confirmed') await planShooting(c, now)
}

/** From one seat to another. */
interface Move {
  from: Seat
  seat: Seat
}

interface Sitting {
  booking: Booking
  from: Seat
}

async function swap(c: CallContext, one: Sitting, two: Sitting): Promise<void> {
  if (two.booking.schedulingStatus !== 'toConfirm' && two.booking.schedulingStatus !== 'confirmed')
    c.refuse('newSeatId', TAKEN)
  await c.update('schSeat', one.from, { schedulingId: two.booking.id })
  await c.update('schSeat', two.from, { schedulingId: one.booking.id })
  const back = { from: two.from, seat: one.from }
  // It leaves its place first, so that nobody is found at both; what it brings with it, it says once it sits.
  const { teamId, crewIds } = two.booking
  const gone = await c.update('scheduling', two.booking, {
    ...(await placeOf(c, one.from)),
    ...(await teamAt(c, two.booking, back)),
  })
  await sit(c, one.booking, { from: one.from, seat: two.from })
  await sit(c, { ...gone, teamId, crewIds }, back)
}

const cancel: Handler<'scheduling/cancel'> = async (c) => {
  const { cancelReason } = c.input
  const booking = c.row
  const session = await c.mustRef(booking, 'orderSession', { lock: true })
  await endBooking(c, booking, cancelReason)
  await c.move('orderSession', session, 'unbook', bookingValues(undefined))
  await dropShooting(c, session, cancelReason)
  await tellTeam(c, booking, { zh: '已取消', en: 'cancelled' })
  await tellCustomer(c, 'cancel', booking, cancelReason)
  c.log({ zh: `取消预约：${booking.schedulingNo}`, en: `Booking cancelled: ${booking.schedulingNo}` })
  return {}
}

/** A booking that is not kept leaves its seat. */
export async function endBooking(c: CallContext, booking: Booking, cancelReason: string): Promise<void> {
  await c.move('scheduling', booking, 'cancel', { cancelReason })
  await leaveSeat(c, booking)
}

/** A session that will not be shot leaves its seat, also where its customer came already. */
export async function dropBooking(c: CallContext, session: Session, reason: string): Promise<void> {
  const [booking] = await c.select('scheduling', { orderSessionId: session.id, schedulingStatus: LIVE }, { lock: true })
  if (!booking) return
  await c.move('scheduling', booking, 'drop', { cancelReason: reason })
  await leaveSeat(c, booking)
  await tellTeam(c, booking, { zh: '已取消', en: 'cancelled' })
  await tellCustomer(c, 'cancel', booking, reason)
}

export const handlers: Handlers = {
  'scheduling/schedule': schedule,
  'scheduling/confirm': confirm,
  'scheduling/changeDate': changeDate,
  'scheduling/changeSeat': changeSeat,
  'scheduling/cancel': cancel,
}
