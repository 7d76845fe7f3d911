/** Seats of a day (rules 2.8): which may be taken, by whom, and who has one now. */
import { formatDate } from '../../../model/format.ts'
import type { Text } from '../../../model/model.ts'
import { timeText } from '../../../model/zone.ts'
import { refuseWith } from '../../errors.ts'
import { Span, type CallContext, type Row, type Where, type Place } from '../../platform/call.ts'
import { today } from '../days.ts'

export type Seat = Row<'schSeat'>

/** Bookings that are still to come or under way. */
export const LIVE = ['toConfirm', 'confirmed', 'arrived'] as const satisfies Row<'scheduling'>['schedulingStatus'][]

/** Seats that are offered to somebody who came too late. */
const OFFERED = 3
/** So far ahead free seats are looked for (ms). */
export const AHEAD = 21 * 24 * 3600_000

export const TAKEN = { zh: '该时段已被占用', en: 'This seat is taken already' }
const PAST = { zh: '不能预约过去的日期', en: 'The day is over' }
const OVER = { zh: '该时段已过', en: 'The time of this seat is over' }

/** Whether the time of a seat has gone by. */
export function isOver(c: CallContext, { seatDate, endTime }: Pick<Seat, 'seatDate' | 'endTime'>): boolean {
  const day = today(c)
  return (seatDate ?? 0) < day || (seatDate === day && endTime <= timeText(c.now, c.model.app.timezone))
}

/** Refuses a seat whose time has gone by. */
export function mustBeAhead(c: CallContext, seat: Seat, field: Place): void {
  if (isOver(c, seat)) c.refuse(field, (seat.seatDate ?? 0) < today(c) ? PAST : OVER)
}

/** Whether a hold still keeps its seat. */
export const isLive = (c: CallContext, hold: Row<'holdSeat'> | undefined): boolean =>
  hold?.holdStatus === 'held' && (hold.expireTime ?? 0) > c.now

/** Whether this person may let go a hold: their own, or any as who may move bookings beyond the limit (rules 2.8). */
export const mayRelease = (c: CallContext, { holdBy }: Row<'holdSeat'>): boolean =>
  holdBy === (c.actor.employeeId ?? null) || c.can('forceChange')

/** The seat as it is by now, locked: a hold whose time is over ends here. */
export async function seatNow(c: CallContext, id: number, field: Place): Promise<Seat> {
  const seat = await c.must('schSeat', id, field)
  if (seat.seatStatus !== 'held') return seat
  const hold = await c.ref(seat, 'hold', { lock: true })
  if (isLive(c, hold)) return seat
  if (hold?.holdStatus === 'held') await c.move('holdSeat', hold, 'expire')
  return c.move('schSeat', seat, 'release')
}

interface Wanted {
  field: Place
  /** Business class of what is booked. */
  classId?: number | null
}

/** Refuses a seat that this person may not take; answers their own hold of it, where they have one. */
export async function mustBeTakeable(
  c: CallContext,
  seat: Seat,
  { field, classId }: Wanted,
): Promise<Row<'holdSeat'> | undefined> {
  mustBeAhead(c, seat, field)
  if (seat.seatStatus === 'closed') await refuseTaken(c, seat, field, { zh: '该席位已停用', en: 'This seat is closed' })
  if (seat.seatStatus === 'booked' || seat.seatStatus === 'used')
    await refuseTaken(c, seat, field, await bookedBy(c, seat))
  if (seat.isSpecial && !c.can('special'))
    c.refuse(field, { zh: '特殊席位需要「特殊席位」权限', en: 'This seat is for those who may book special seats' })
  if (classId && seat.serviceClassIds.length > 0 && !seat.serviceClassIds.includes(classId))
    c.refuse(field, { zh: '该席位不接待此业务', en: 'This seat is for other kinds of sessions' })
  const hold = seat.seatStatus === 'held' ? await c.ref(seat, 'hold', { lock: true }) : undefined
  if (hold && hold.holdBy !== (c.actor.employeeId ?? null)) await refuseTaken(c, seat, field, await heldBy(c, hold))
  return hold
}

/** Says who was quicker, and which seats are free instead. */
async function refuseTaken(c: CallContext, seat: Seat, field: Place, why: Text): Promise<never> {
  const free = await freeInstead(c, seat)
  const zone = c.model.app.timezone
  const times = free.map((one) => `${formatDate(one.seatDate ?? 0, zone).slice(5)} ${one.startTime}`)
  const list = [...new Set(times)].join('、')
  return refuseWith(
    list ? { zh: `${why.zh}。可约：${list}`, en: `${why.en}. Free: ${list.replaceAll('、', ', ')}` } : why,
    field,
    {
      free: free.map(({ id, seatDate, startTime, endTime }) => ({
        ...{ id, seatId: id, date: seatDate, startTime, endTime },
      })),
    },
  )
}

async function bookedBy(c: CallContext, seat: Seat): Promise<Text> {
  const booking = await c.ref(seat, 'scheduling')
  const by = booking && (await c.find('employee', booking.createBy))
  if (!by) return TAKEN
  const at = timeText(booking.createTime, c.model.app.timezone).slice(0, 5)
  return {
    zh: `该时段已被占用：${by.realName} ${at} 已约`,
    en: `This seat is taken already: ${by.realName} booked it at ${at}`,
  }
}

async function heldBy(c: CallContext, hold: Row<'holdSeat'>): Promise<Text> {
  const by = await c.ref(hold, 'holdByRef')
  const until = timeText(hold.expireTime ?? 0, c.model.app.timezone).slice(0, 5)
  const name = by?.realName ?? ''
  return {
    zh: `该时段已被占用：${name}占到 ${until}`,
    en: `This seat is taken already: ${name} holds it until ${until}`,
  }
}

const freeInstead = async (c: CallContext, { siteId, seatDate, id }: Seat): Promise<Seat[]> =>
  siteId === null || seatDate === null
    ? []
    : (await freeSeats(c, { siteId, seatDate: new Span(seatDate, seatDate + AHEAD), isSpecial: false }))
        .filter((one) => one.id !== id)
        .slice(0, OFFERED)

/** Free seats that are not over, the next ones first; a seat whose hold is over counts as free. */
export async function freeSeats(c: CallContext, where: Where<'schSeat'>): Promise<Seat[]> {
  const found = await c.select(
    'schSeat',
    { ...where, seatStatus: ['free', 'held'] },
    { sort: ['seatDate', 'startTime', 'id'], seen: true },
  )
  const held = found.filter((one) => one.seatStatus === 'held')
  const holds = await c.select('holdSeat', { id: held.flatMap(({ holdId }) => holdId ?? []) })
  const live = new Set(holds.filter((one) => isLive(c, one)).map((one) => one.id))
  return found.filter((one) => !isOver(c, one) && (one.seatStatus === 'free' || !live.has(one.holdId ?? 0)))
}
