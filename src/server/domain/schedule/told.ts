/** Seats as a board shows them. */
import type { Answers } from '../../../generated/calls.ts'
import type { CallContext, Row } from '../../platform/call.ts'
import { dayText } from '../../../model/zone.ts'
import { isLive, isOver, mayRelease } from './seats.ts'
import { teamsElsewhere } from './teams.ts'

type SeatsOf<P extends 'schSetting/listSch' | 'pickScheduling/queryScheduling'> = NonNullable<Answers[P]['seats']>
type Told = SeatsOf<'schSetting/listSch'>[number] & SeatsOf<'pickScheduling/queryScheduling'>[number]

/** Seats with who holds or has booked each. `slots`: the lanes of their groups, where photos are chosen. */
export async function seatsTold(
  c: CallContext,
  seats: readonly Row<'schSeat'>[],
  slots: readonly Row<'pickSlot'>[] = [],
): Promise<Told[]> {
  const holds = await c.select('holdSeat', { id: seats.flatMap(({ holdId }) => holdId ?? []) })
  const bookings = await c.select(
    'scheduling',
    { id: seats.flatMap(({ schedulingId }) => schedulingId ?? []) },
    { seen: true },
  )
  const picks = await c.select(
    'pickScheduling',
    { id: seats.flatMap(({ pickSchedulingId }) => pickSchedulingId ?? []) },
    { seen: true },
  )
  const both = [...bookings, ...picks]
  const workers = picks.flatMap(({ workerIds }) => workerIds)
  const people = await c.select('employee', { id: [...holds.flatMap(({ holdBy }) => holdBy ?? []), ...workers] })
  const customers = await c.select('customer', { id: both.flatMap(({ customerId }) => customerId ?? []) })
  const sessions = await c.select('orderSession', { id: both.map(({ orderSessionId }) => orderSessionId) })
  const teams = await c.select('team', { id: bookings.flatMap(({ teamId }) => teamId ?? []) })
  const groups = await c.select('schGroup', { id: [...new Set(seats.map(({ groupId }) => groupId))] })
  const classes = await c.select('businessClass', { id: seats.flatMap(({ serviceClassIds }) => serviceClassIds) })
  const open = seats.filter((seat) => ['free', 'held'].includes(seat.seatStatus) && !isOver(c, seat))
  const elsewhere = await teamsElsewhere(c, open, groups)
  const withId = <R extends { id: number }>(rows: readonly R[], id: number | null | undefined): R | undefined =>
    rows.find((one) => one.id === id)
  const zone = c.model.app.timezone
  return seats.map((seat) => {
    const { id, version, groupId, startTime, endTime, serviceClassIds, isSpecial, schedulingId } = seat
    const hold = holds.find((one) => one.id === seat.holdId && isLive(c, one))
    const booking = withId(bookings, schedulingId)
    const pick = withId(picks, seat.pickSchedulingId)
    const taken = booking ?? pick
    const slot = slots.find((one) => one.groupId === groupId)
    const seatStatus = seat.seatStatus === 'held' && !hold ? 'free' : seat.seatStatus
    const mine = hold !== undefined && hold.holdBy === c.actor.employeeId
    // Whom another holds a seat for is theirs to know.
    const customerName = withId(customers, taken?.customerId)?.realName ?? (mine ? hold.customerName : null)
    return {
      name: [customerName, dayText(seat.seatDate ?? 0, zone).slice(5), startTime, withId(groups, groupId)?.groupName]
        .filter(Boolean)
        .join(' '),
      customerName,
      ...{ id, version, seatId: id, groupId, startTime, endTime, serviceClassIds, isSpecial, schedulingId, mine },
      seatStatus,
      isOver: (seatStatus === 'free' || seatStatus === 'held') && isOver(c, seat),
      slotId: slot?.id ?? null,
      visits: slot?.vehicleId != null,
      visitAddress: pick?.isOnsite ? pick.address : null,
      pickSchedulingId: seat.pickSchedulingId,
      schedulingStatus: taken?.schedulingStatus ?? null,
      sessionName: withId(sessions, taken?.orderSessionId)?.orderSessionName ?? null,
      serviceClassName: serviceClassIds.map((one) => withId(classes, one)?.name ?? null),
      teamName: withId(teams, booking?.teamId)?.name ?? null,
      teamElsewhere: elsewhere.get(id) ?? null,
      workerNames: pick?.workerIds.map((one) => withId(people, one)?.realName ?? '').join('、') ?? null,
      holdId: hold?.id ?? null,
      holdByName: withId(people, hold?.holdBy)?.realName ?? null,
      expireTime: hold?.expireTime ?? null,
      mayRelease: hold !== undefined && mayRelease(c, hold),
      heldFor: mine ? hold.orderSessionId : null,
    }
  })
}
