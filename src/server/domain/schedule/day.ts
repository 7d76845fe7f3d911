/** Days of a site (rules 2.8): opened by a template, closed for a reason, and looked at by the month. */
import { DAY, momentOf, timeText, wallOf } from '../../../model/zone.ts'
import {
  Span,
  type Call,
  type CallContext,
  type Handler,
  type Handlers,
  type Row,
  type Values,
} from '../../platform/call.ts'
import { today, weekdayOf } from '../days.ts'
import { AHEAD, freeSeats, isLive } from './seats.ts'
import { openLanes } from './lanes.ts'
import { lanesOf, type Lane } from './template.ts'
import { teamsElsewhere } from './teams.ts'
import { seatsTold } from './told.ts'

type Setting = Row<'schSetting'>

/** So many days are opened at once. */
const MOST_DAYS = 366
/** So many free seats are answered; nobody reads more. */
const MOST_SEATS = 200

function* daysBetween(from: number, to: number): Generator<number> {
  for (let day = from; day <= to; day += DAY) yield day
}

const create: Handler<'schSetting/create'> = async (c) => {
  const { siteId, type, from, to, templateId, weekdays = [], preview } = c.input
  if (to < from) c.refuse('to', { zh: '结束日期应不早于开始日期', en: 'It must not end before it starts' })
  if ((to - from) / DAY >= MOST_DAYS)
    c.refuse('to', { zh: `一次最多 ${MOST_DAYS} 天`, en: `At most ${MOST_DAYS} days at once` })
  const site = await c.must('site', siteId, 'siteId')
  const template = await c.must('workTemplate', templateId, 'templateId')
  if (template.siteId !== site.id || template.controlType !== type)
    c.refuse('templateId', { zh: '模板不属于该场地', en: 'This template is of another site' })
  const days = [...daysBetween(from, to)].filter((day) => weekdays.length === 0 || weekdays.includes(weekdayOf(c, day)))
  const there = await c.select('schSetting', { siteId, controlType: type, settingDate: new Span(from, to + DAY) })
  const kept = there.filter(
    (one) => days.includes(one.settingDate) && (one.bookedCount > 0 || one.heldCount > 0 || one.isDayoff),
  )
  const free = days.filter((day) => !kept.some((one) => one.settingDate === day))
  if (!preview) {
    const lanes = await lanesOf(c, template.id)
    for (const settingDate of free) {
      const old = there.find((one) => one.settingDate === settingDate)
      if (old) await c.remove('schSetting', old)
      await openDay(c, { siteId, controlType: type, settingDate, templateId }, lanes)
    }
  }
  return { made: free.length, skipped: kept.map(({ settingDate, bookedCount }) => ({ settingDate, bookedCount })) }
}

async function openDay(c: CallContext, values: Values<'schSetting'>, lanes: readonly Lane[]): Promise<void> {
  const day = await c.insert('schSetting', values)
  const { id: settingId, siteId, settingDate: seatDate } = day
  const groups = await c.insertMany(
    'schGroup',
    lanes.map(({ seats: _seats, ...group }) => ({ ...group, settingId })),
  )
  await openLanes(c, day, groups)
  await c.insertMany(
    'schSeat',
    lanes.flatMap(({ seats }, i) =>
      seats.map((seat) => ({ ...seat, settingId, siteId, seatDate, groupId: groups[i]?.id })),
    ),
  )
}

/** The day of a site, if it is opened. */
async function dayOf(
  c: CallContext,
  where: { siteId: number; settingDate: number; controlType?: Setting['controlType'] | null | undefined },
  options: { lock?: boolean } = {},
): Promise<Setting | undefined> {
  const { controlType, ...day } = where
  const [found] = await c.select(
    'schSetting',
    { ...day, ...(controlType ? { controlType } : {}) },
    { ...options, limit: 1 },
  )
  return found
}

/** One day with its seats, who holds or has booked them. */
const listSch: Handler<'schSetting/listSch'> = async (c) => {
  const { siteId, date, type } = c.input
  const day = await dayOf(c, { siteId, settingDate: date, controlType: type })
  if (!day || !(await c.seen('schSetting', day.id)))
    return { id: null, siteId, settingDate: date, groups: [], seats: [] }
  const groups = await c.select('schGroup', { settingId: day.id }, { sort: ['sortNum', 'id'] })
  const seats = await c.select('schSeat', { settingId: day.id }, { sort: ['startTime', 'id'] })
  const teams = await c.select('team', { id: groups.flatMap(({ teamId }) => teamId ?? []) })
  const { id, version, isDayoff, dayoffReason, settingDate, bookedCount } = day
  return {
    ...{ id, version, siteId, settingDate, isDayoff, dayoffReason, bookedCount },
    groups: groups.map(({ id, version, groupName, teamId, sortNum }) => ({
      ...{ id, version, groupName, teamId, sortNum },
      teamName: teams.find((one) => one.id === teamId)?.name ?? null,
    })),
    seats: await seatsTold(c, seats),
  }
}

const seatStatus: Handler<'schSetting/seatStatus'> = async (c) => {
  if (c.row.seatStatus !== c.input.seatStatus)
    await c.move('schSeat', c.row, c.input.seatStatus === 'closed' ? 'close' : 'open')
  return {}
}

const setDayoff: Handler<'scheduling/setDayoff'> = async (c) => {
  const { siteId, date, isDayoff, reason, type } = c.input
  const site = await c.must('site', siteId, 'siteId')
  const controlType = type ?? site.siteType
  const day =
    (await dayOf(c, { siteId, settingDate: date, controlType }, { lock: true })) ??
    (await c.insert('schSetting', { siteId, controlType, settingDate: date }))
  if (isDayoff) await closeDay(c, day)
  else
    for (const seat of await c.select('schSeat', { settingId: day.id, seatStatus: 'closed' }, { lock: true }))
      await c.move('schSeat', seat, 'open')
  await c.update('schSetting', day, { isDayoff, dayoffReason: isDayoff ? (reason ?? null) : null })
  return {}
}

/** Closes every seat of a day; one that somebody is booked at or holds keeps it open (I-24). */
async function closeDay(c: Call<'scheduling/setDayoff'>, day: Setting): Promise<void> {
  const seats = await c.select('schSeat', { settingId: day.id }, { lock: true })
  const booked = seats.filter(({ seatStatus: state }) => state === 'booked').length
  if (booked > 0)
    c.refuse('date', { zh: `当天还有 ${booked} 个预约，先改期`, en: `${booked} bookings on that day; move them first` })
  for (const seat of seats) {
    const hold = seat.seatStatus === 'held' ? await c.ref(seat, 'hold', { lock: true }) : undefined
    if (isLive(c, hold))
      c.refuse('date', { zh: '当天还有占位，先释放', en: 'Seats of that day are held; release them first' })
    if (hold?.holdStatus === 'held') await c.move('holdSeat', hold, 'expire')
    const open = seat.seatStatus === 'held' ? await c.move('schSeat', seat, 'release') : seat
    if (open.seatStatus === 'free') await c.move('schSeat', open, 'close')
  }
}

const queryFree: Handler<'scheduling/queryFree'> = async (c) => {
  const { siteId, type, orderSessionId, includeSpecial } = c.input
  const session = await c.seen('orderSession', orderSessionId)
  const serviceClassId = c.input.serviceClassId ?? session?.businessClassId
  const first = Math.max(c.input.from ?? 0, today(c))
  const last = c.input.to ?? first + AHEAD
  const days = await c.select('schSetting', {
    siteId,
    settingDate: new Span(first, last + DAY),
    isDayoff: false,
    ...(type ? { controlType: type } : {}),
  })
  const seats = await freeSeats(c, {
    settingId: days.map(({ id }) => id),
    ...(includeSpecial ? {} : { isSpecial: false }),
  })
  const time = timeText(c.now, c.model.app.timezone)
  const fitting = seats
    .filter((one) => one.seatDate !== today(c) || one.startTime > time)
    .filter(({ serviceClassIds: only }) => !serviceClassId || only.length === 0 || only.includes(serviceClassId))
    .slice(0, MOST_SEATS)
  const groups = await c.select('schGroup', { id: fitting.map(({ groupId }) => groupId) })
  const elsewhere = await teamsElsewhere(c, fitting, groups)
  const slots = await c.select('pickSlot', { groupId: groups.map(({ id }) => id) })
  const bookable = fitting.filter(({ id }) => !elsewhere.has(id))
  return bookable.map(({ id, seatDate, groupId, startTime, endTime, isSpecial }) => ({
    id,
    seatId: id,
    slotId: slots.find((one) => one.groupId === groupId)?.id ?? null,
    date: seatDate,
    groupName: groups.find((one) => one.id === groupId)?.groupName ?? null,
    startTime,
    endTime,
    isSpecial,
  }))
}

/** The days of a month that are opened, each with its counts. */
const schCalendar: Handler<'scheduling/schCalendar'> = async (c) => {
  const { siteId, month, type } = c.input
  const zone = c.model.app.timezone
  const { year, month: number } = wallOf(month, zone)
  const span = new Span(
    momentOf(zone, year, number, 1),
    momentOf(zone, number === 12 ? year + 1 : year, (number % 12) + 1, 1),
  )
  const days = await c.select(
    'schSetting',
    { siteId, controlType: type, settingDate: span },
    { sort: ['settingDate'], seen: true },
  )
  const holds = await c.select('holdSeat', { siteId, seatDate: span, holdStatus: 'held' })
  const held = holds.filter((one) => isLive(c, one))
  return days.map((one) => ({
    id: one.id,
    siteId: one.siteId,
    date: one.settingDate,
    total: one.openCount,
    booked: one.bookedCount,
    held: held.filter(({ seatDate }) => seatDate === one.settingDate).length,
    dayoff: one.isDayoff,
    reason: one.dayoffReason,
  }))
}

export const handlers: Handlers = {
  'schSetting/create': create,
  'schSetting/listSch': listSch,
  'schSetting/seatStatus': seatStatus,
  'scheduling/setDayoff': setDayoff,
  'scheduling/queryFree': queryFree,
  'scheduling/schCalendar': schCalendar,
}
