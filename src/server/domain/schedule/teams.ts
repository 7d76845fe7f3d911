/** People at work (rules 2.8, I-23): nobody is at two places at one time. */
import type { CallContext, Place, Row } from '../../platform/call.ts'
import { words } from '../../platform/values.ts'
import { LIVE, type Seat } from './seats.ts'

type Team = Row<'team'>
type Crew = Pick<Team, 'sheying' | 'huazhuang' | 'dengguang'>

/** Who is at a session. */
export const crewOf = (crew: Crew): number[] => [...new Set([crew.sheying, crew.huazhuang, crew.dengguang].flat())]

/** The part of a team that is at a session, by what they do there. */
export const crewIn = (team: Crew | undefined): Crew => ({
  sheying: team?.sheying ?? [],
  huazhuang: team?.huazhuang ?? [],
  dengguang: team?.dengguang ?? [],
})

/** Shooting tasks whose people are expected at the booking of their session. */
const EXPECTED = ['toAssign', 'assigned', 'inProgress', 'paused'] as const satisfies Row<'workTask'>['taskStatus'][]

/** A booking, and who is at it: the people of its shooting task, or as long as there is none, its team. */
export interface Stay {
  booking: Row<'scheduling'>
  people: number[]
}

/** Who is where on these days. */
export async function staysOn(c: CallContext, days: number[]): Promise<Stay[]> {
  const bookings = await c.select(
    'scheduling',
    { bookDate: days, schedulingStatus: LIVE },
    { sort: ['startTime', 'id'] },
  )
  const teams = await c.select('team', { id: bookings.flatMap(({ teamId }) => teamId ?? []) })
  const tasks = await c.select('workTask', {
    orderSessionId: bookings.map(({ orderSessionId }) => orderSessionId),
    taskType: 'shooting',
    taskStatus: EXPECTED,
  })
  const records = await c.select('photographyRecord', { workTaskId: tasks.map(({ id }) => id) })
  return bookings.map((booking) => {
    const record = records.find((one) => one.orderSessionId === booking.orderSessionId)
    const crew = record ?? teams.find(({ id }) => id === booking.teamId)
    return { booking, people: crew ? crewOf(crew) : [] }
  })
}

interface Wanted {
  seatDate: number | null
  startTime: string | null
  endTime: string | null
}

/** The stays at the same time as a seat, but for that of the session itself. */
export const staysAt = (stays: readonly Stay[], { seatDate, startTime, endTime }: Wanted, session?: number): Stay[] =>
  stays.filter(
    ({ booking }) =>
      booking.orderSessionId !== session &&
      booking.bookDate === seatDate &&
      (booking.startTime ?? '') < (endTime ?? '') &&
      (booking.endTime ?? '') > (startTime ?? ''),
  )

/** Where somebody is, and until when. */
export async function whereIs(c: CallContext, { booking }: Stay): Promise<{ zh: string; en: string }> {
  const site = await c.ref(booking, 'site')
  const place = `${site?.name ?? ''} ${booking.groupName ?? ''}`.trim()
  const { startTime: from, endTime: to } = booking
  return { zh: `${from}–${to} 已在${place}`, en: `is at ${place} from ${from} to ${to}` }
}

interface Asked {
  people: readonly number[]
  /** The input at which it is refused. */
  field: Place
  /** The session itself: its people are there already. */
  session?: number | undefined
}

/** Refuses people of whom somebody is at another session then. */
export async function mustNotClash(c: CallContext, at: Wanted, { people, field, session }: Asked): Promise<void> {
  // Two who give the same person work at once do it one after the other.
  const staff = await c.select('employee', { id: [...people] }, { lock: true })
  for (const stay of staysAt(await staysOn(c, [at.seatDate ?? 0]), at, session)) {
    const busy = staff.find(({ id }) => stay.people.includes(id))
    if (!busy) continue
    const where = await whereIs(c, stay)
    c.refuse(field, { zh: `${busy.realName} ${where.zh}`, en: `${busy.realName} ${where.en}` })
  }
}

/** Refuses a team of which somebody is at another session then. `moved`: the booking that is moved does not count. */
export async function mustBeFree(c: CallContext, team: Team, seat: Seat, moved?: number): Promise<void> {
  const session = (await c.find('scheduling', moved))?.orderSessionId
  await mustNotClash(c, seat, { people: crewOf(team), field: 'teamId', session })
}

/** Seats at whose time somebody of their group's team is at another session, each with where that is. */
export async function teamsElsewhere(
  c: CallContext,
  seats: readonly Seat[],
  groups: readonly Row<'schGroup'>[],
): Promise<Map<number, string>> {
  const teams = await c.select('team', { id: groups.flatMap(({ teamId }) => teamId ?? []) })
  const found = new Map<number, string>()
  if (teams.length === 0) return found
  const stays = await staysOn(c, [...new Set(seats.flatMap(({ seatDate }) => seatDate ?? []))])
  const sites = await c.select('site', { id: stays.flatMap(({ booking }) => booking.siteId ?? []) })
  for (const seat of seats) {
    const group = groups.find(({ id }) => id === seat.groupId)
    const team = teams.find(({ id }) => id === group?.teamId)
    if (!team) continue
    const crew = crewOf(team)
    const stay = staysAt(stays, seat).find(({ people }) => people.some((one) => crew.includes(one)))
    if (!stay) continue
    const { siteId, groupName, startTime: from, endTime: to } = stay.booking
    const place = `${sites.find(({ id }) => id === siteId)?.name ?? ''} ${groupName ?? ''}`.trim()
    found.set(seat.id, words(c, 'written', 'teamElsewhere', { team: team.name, place, from: from ?? '', to: to ?? '' }))
  }
  return found
}

/** The team of a booking: the one asked for, else that of the seat's group. */
export async function teamFor(
  c: CallContext,
  group: Row<'schGroup'>,
  asked?: number | null,
): Promise<Team | undefined> {
  if (!asked) return c.ref(group, 'team')
  const team = await c.seen('team', asked)
  return team?.status === 'enabled'
    ? team
    : c.refuse('teamId', { zh: '团队不存在或已停用', en: 'There is no such team' })
}
