/** What customers and colleagues are told of bookings (rules 2.8): made, moved, cancelled, and the day before. */
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import { DAY, HOUR, dayText } from '../../../model/zone.ts'
import { Span, type CallContext, type Handler, type Handlers, type Row } from '../../platform/call.ts'
import { today } from '../days.ts'
import { LOT } from '../../platform/lot.ts'
import { tellByScene } from '../messages/sms.ts'
import { tellTeam } from './tasks.ts'

type Booking = Row<'scheduling'>
type Scene = Extract<DictionaryValues['sms_scene'], 'booking' | 'change' | 'cancel' | 'remind'>

/** Tells a customer by the template of the scene: `${date} ${time} ${siteName} ${groupName} ${sessionName} ${reason}`. */
export async function tellCustomer(c: CallContext, scene: Scene, booking: Booking, reason?: string): Promise<void> {
  const customer = await c.ref(booking, 'customer')
  if (!customer?.mobile) return
  const { mobile, realName: customerName } = customer
  const site = await c.ref(booking, 'site')
  const session = await c.ref(booking, 'orderSession')
  await tellByScene(
    c,
    scene,
    { mobile, customerName, sourceType: 'scheduling', sourceId: booking.id },
    {
      date: dayText(booking.bookDate ?? 0, c.model.app.timezone).slice(5),
      time: booking.startTime,
      siteName: site?.name,
      groupName: booking.groupName,
      sessionName: session?.orderSessionName,
      reason,
    },
  )
}

/** Tells customers and teams of the bookings of tomorrow, each once. */
const remind: Handler<'scheduling/remind'> = async (c) => {
  const tomorrow = today(c) + DAY
  const bookings = await c.select(
    'scheduling',
    { bookDate: tomorrow, schedulingStatus: ['toConfirm', 'confirmed'], remindSent: false },
    { lock: true, limit: LOT },
  )
  for (const booking of bookings) {
    const now = await c.update('scheduling', booking, { remindSent: true })
    await tellCustomer(c, 'remind', now)
    await tellTeam(c, now, { zh: '在明天', en: 'is tomorrow' })
  }
  return { count: bookings.length }
}

/** Brings bookings to the mind of who made them that wait too long to be confirmed, each once. */
const askConfirm: Handler<'scheduling/askConfirm'> = async (c) => {
  const hours = c.settings.booking_confirm_hours
  if (hours <= 0) return { count: 0 }
  const bookings = await c.select(
    'scheduling',
    {
      schedulingStatus: 'toConfirm',
      confirmAsked: false,
      createTime: new Span(undefined, c.now - hours * HOUR),
      bookDate: new Span(today(c), undefined),
    },
    { lock: true, limit: LOT },
  )
  for (const booking of bookings) {
    await c.update('scheduling', booking, { confirmAsked: true })
    const maker = await c.find('employee', booking.createBy)
    const who = (await c.ref(booking, 'customer'))?.realName ?? ''
    const when = `${dayText(booking.bookDate ?? 0, c.model.app.timezone).slice(5)} ${booking.startTime ?? ''}`
    if (maker?.status === 'active')
      await c.notify(maker.id, {
        title: { zh: '预约待确认', en: 'A booking waits to be confirmed' },
        content: {
          zh: `${when} ${who}：已超过 ${hours} 小时未确认`,
          en: `${when} ${who}: not confirmed for ${hours} hours`,
        },
        sourceType: 'scheduling',
        source: { id: booking.id, date: booking.bookDate, siteId: booking.siteId },
      })
  }
  return { count: bookings.length }
}

export const handlers: Handlers = { 'scheduling/remind': remind, 'scheduling/askConfirm': askConfirm }
