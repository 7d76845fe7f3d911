/** Those who did not come (rules 2.8): said by a person, or found by night. */
import { Span, type CallContext, type Handler, type Handlers, type Row } from '../../platform/call.ts'
import { today } from '../days.ts'
import { LOT } from '../../platform/lot.ts'
import { bookingValues, endBooking } from './booking.ts'
import { missPick } from './picks.ts'
import { dropShooting } from './tasks.ts'
import { words } from '../../platform/values.ts'

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
  await dropShooting(c, session, words(c, 'written', 'missed'))
}

/** A booking that nobody confirmed ends with its day: its session is to be booked again. */
async function lapse(c: CallContext, booking: Row<'scheduling'>): Promise<void> {
  const session = await c.mustRef(booking, 'orderSession', { lock: true })
  const lapsed = words(c, 'written', 'lapsed')
  await endBooking(c, booking, lapsed)
  await c.move('orderSession', session, 'unbook', bookingValues(undefined))
  await dropShooting(c, session, lapsed)
}

const missed: Handler<'scheduling/missed'> = async (c) => {
  const over = new Span(undefined, today(c))
  const where = { schedulingStatus: ['toConfirm', 'confirmed'] as const, bookDate: over }
  const bookings = await c.select('scheduling', where, { lock: true, limit: LOT })
  for (const booking of bookings)
    await (booking.schedulingStatus === 'confirmed' ? missBooking(c, booking) : lapse(c, booking))
  const left = LOT - bookings.length
  const picks =
    left > 0
      ? await c.select(
          'pickScheduling',
          { schedulingStatus: ['toConfirm', 'confirmed'], pickDate: over },
          { lock: true, limit: left },
        )
      : []
  for (const pick of picks) await missPick(c, pick)
  return { count: bookings.length + picks.length }
}

export const handlers: Handlers = { 'scheduling/missed': missed }
