/** Which team works where on a day (rules 2.8, I-23; story J). */
import { DAY } from '../../../model/zone.ts'
import { Span, type Call, type CallContext, type Handler, type Handlers, type Row } from '../../platform/call.ts'
import { crewOf, mustBeFree, mustNotClash } from './teams.ts'

/** Refuses a group of seats for a team that is at another one then, or of which somebody is. */
async function mustBeFreeFor(c: Call<'res/setTeam'>, group: Row<'schGroup'>, team: Row<'team'>): Promise<void> {
  const { workDate } = c.input
  const people = crewOf(team)
  await c.select('employee', { id: people }, { lock: true })
  const seats = await c.select('schSeat', { groupId: group.id })
  for (const res of await c.select('teamRes', { workDate })) {
    if (res.schGroupId === group.id) continue
    const other = await c.ref(res, 'team')
    const there = await c.ref(res, 'schGroup')
    if (!there || !other || !crewOf(other).some((id) => people.includes(id))) continue
    const taken = await c.select('schSeat', { groupId: there.id })
    const hit = taken.find((a) => seats.some((b) => a.startTime < b.endTime && b.startTime < a.endTime))
    if (!hit) continue
    const site = await c.ref(res, 'site')
    const when = `${hit.startTime}–${hit.endTime}`
    c.refuse('teamId', {
      zh: `${other.name} ${when} 已安排在${site?.name ?? ''} ${there.groupName}`,
      en: `${other.name} is assigned to ${site?.name ?? ''} ${there.groupName} from ${hit.startTime} to ${hit.endTime}`,
    })
  }
}

const setTeam: Handler<'res/setTeam'> = async (c) => {
  const { siteId, workDate, schGroupId, teamId } = c.input
  const team = await c.must('team', teamId, 'teamId')
  const group = await c.must('schGroup', schGroupId, 'schGroupId')
  const setting = await c.mustRef(group, 'setting')
  if (setting.siteId !== siteId || setting.settingDate !== workDate)
    c.refuse('schGroupId', { zh: '该组不在此场地的这一天', en: 'This group is not of that site and day' })
  await mustBeFreeFor(c, group, team)
  await moveBookings(c, group, team)
  await c.update('schGroup', group, { teamId })
  const [old] = await c.select('teamRes', { workDate, schGroupId }, { lock: true })
  const { id } = old
    ? await c.update('teamRes', old, { teamId })
    : await c.insert('teamRes', { siteId, workDate, schGroupId, teamId })
  return { id }
}

/** Bookings of a group that wait to be confirmed take its team; of confirmed ones the shooting is given out by itself. */
async function moveBookings(c: CallContext, group: Row<'schGroup'>, team: Row<'team'>): Promise<void> {
  for (const seat of await c.select('schSeat', { groupId: group.id, seatStatus: 'booked' }, { lock: true })) {
    const booking = await c.ref(seat, 'scheduling', { lock: true })
    if (booking?.schedulingStatus !== 'toConfirm') continue
    await mustBeFree(c, team, seat, booking.id)
    await c.update('scheduling', booking, { teamId: team.id, crewIds: crewOf(team) })
  }
}

const queryTeam: Handler<'res/queryTeam'> = async (c) => {
  const { siteId, from, to } = c.input
  const days = await c.select(
    'schSetting',
    { siteId, settingDate: new Span(from, to + DAY) },
    { sort: ['settingDate'], seen: true },
  )
  const groups = await c.select('schGroup', { settingId: days.map(({ id }) => id) }, { sort: ['sortNum', 'id'] })
  const teams = await c.select('team', { id: groups.flatMap(({ teamId }) => teamId ?? []) })
  return days.flatMap((day) =>
    groups
      .filter(({ settingId }) => settingId === day.id)
      .map(({ id, groupName, teamId }) => ({
        ...{ date: day.settingDate, schGroupId: id, groupName, teamId },
        teamName: teams.find((one) => one.id === teamId)?.name ?? null,
      })),
  )
}

/** A team changes its people only where none of its bookings would put somebody at two places. */
const edit: Handler<'team/edit'> = async (c) => {
  const done = await c.standard()
  const before = crewOf(done.before)
  const people = crewOf(done.after).filter((id) => !before.includes(id))
  for (const booking of await c.select('scheduling', { teamId: done.after.id, schedulingStatus: 'toConfirm' })) {
    if (people.length > 0)
      await mustNotClash(
        c,
        { seatDate: booking.bookDate, startTime: booking.startTime, endTime: booking.endTime },
        { people, field: 'sheying', session: booking.orderSessionId },
      )
    await c.update('scheduling', booking, { crewIds: crewOf(done.after) })
  }
  return done
}

export const handlers: Handlers = { 'res/setTeam': setTeam, 'res/queryTeam': queryTeam, 'team/edit': edit }
