/** Those who did not come (rules 2.8): said by a person, or found by night. */
import { Span, type CallContext, type Handler, type Handlers, type Row } from '../call.ts'
import { LOT } from '../lot.ts'
import { bookingValues } from './booking.ts'
import { today } from './seats.ts'
import { dropShooting } from './tasks.ts'

const MISSED = '爽约'

/** The seat of a booking that is over is used up, whoever sat there. */
export async function useSeat(c: CallContext, booking: Row<'scheduling'>): Promise<void> {
  const seat = await c.ref(booking, 'seat', { lock: true })
  if (seat?.seatStatus === 'booked' && seat.schedulingId === booking.id) await c.move('schSeat', seat, 'use')
}

/** Nobody came to a booking: its session is to be booked again. */
export async function missBooking(c: CallContext, booking: Row<'scheduling'>): Promise<void> {
  const session = await c.mustRef(booking, 'orderSession', { lock: true })
  await c.move('scheduling', booking, 'miss')
  await useSeat(c, booking)
  await c.move('orderSession', session, 'unbook', bookingValues(undefined))
  await dropShooting(c, session, MISSED)
}

const missed: Handler<'scheduling/missed'> = async (c) => {
  const over = { schedulingStatus: 'confirmed', bookDate: new Span(undefined, today(c)) } as const
  const bookings = await c.select('scheduling', over, { lock: true, limit: LOT })
  for (const booking of bookings) await missBooking(c, booking)
  return { count: bookings.length }
}

export const handlers: Handlers = { 'scheduling/missed': missed }
