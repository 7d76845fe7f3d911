/** Classes for expectant mothers: a club, its courses, classes of two weeks back and ahead, those who come (rules 5.4). */
import { DAY, HOUR } from '../src/model/zone.ts'
import type { Counter } from './counter.ts'
import { dayOf } from './customers.ts'
import type { Row, Seeder } from './seeder.ts'

/** Name, code, weeks from and to, points. */
const SUBJECTS = [
  ['孕期营养', 'YY', 12, 40, 10],
  ['分娩呼吸法', 'HX', 24, 40, 15],
  ['新生儿护理', 'HL', 20, 40, 15],
  ['孕期瑜伽', 'YJ', 14, 34, 10],
] as const

/** Weekday and hours of the rooms, with their seats. */
const ROOMS = [
  ['一号教室', 'wednesday', '10:00', '11:30', 12],
  ['二号教室', 'saturday', '14:00', '15:30', 8],
] as const

const WEEKS = 2
/** So many are members, and nobody's yet. */
const NEW_MEMBERS = 5
/** So many are customers, and may book by themselves. */
const ON_FILE = 3

export async function seedClasses(counter: Counter): Promise<void> {
  const { s, org, values } = counter
  const leads: Row<'lead'>[] = await s.call('lead/query', {
    businessType: values('business_type', 'pregnant'),
    pageNO: 1,
    pageRows: 20,
  })
  const [storeId] = org.stores
  if (leads.length === 0 || storeId === undefined) return
  const clubId = await s.add('club', { name: '孕妈俱乐部', storeId })
  const subjects = await s.addAll(
    'subject',
    SUBJECTS.map(([name, code, fitWeekMin, fitWeekMax, points]) => ({
      ...{ name, code, fitWeekMin, fitWeekMax, points },
      teacher: '王老师',
    })),
  )
  const rooms = await s.addAll(
    'clubClassSetting',
    ROOMS.map(([roomName, weekday, startTime, endTime, seats]) => ({
      ...{ clubId, roomName, weekday: values('weekday', weekday), startTime, endTime },
      seats: Array.from({ length: seats }, (_, i) => ({ seatNo: `A${i + 1}` })),
    })),
  )
  const members = await s.addAll(
    'clubLead',
    leads.map(({ id: leadId }) => ({ leadId, clubId })),
  )
  const inHand = leads.filter(({ bizState }) => bizState === Number(values('lead_biz_state', 'inHand')))
  for (const { id } of inHand.slice(0, ON_FILE)) await s.call('lead/putOnFile', { id })
  const assistants: Row<'assistant'>[] = await s.call('assistant/query', {
    assistantType: values('assistant_type', 'classAssistant'),
  })
  for (const [i, { id: assistantId }] of assistants.entries()) {
    const ids = members.slice(0, -NEW_MEMBERS).filter((_, n) => n % assistants.length === i)
    if (ids.length > 0) await s.call('clubLead/allocAssistant', { ids, assistantId })
  }
  for (const [at, settingId] of rooms.entries())
    await hold(s, settingId, Number(values('weekday', ROOMS[at]?.[1] ?? 'wednesday')), subjects, members)
  await s.call('clubClassSch/finish', {})
}

/** The classes of a room, week by week: those of before were attended, those to come are booked. */
async function hold(
  s: Seeder,
  settingId: number,
  weekday: number,
  subjects: readonly number[],
  members: readonly number[],
): Promise<void> {
  const today = dayOf(s.now)
  const first = today - WEEKS * 7 * DAY
  const offset = (weekday - new Date(first + 8 * HOUR).getUTCDay() + 7) % 7
  for (let week = 0; week < 2 * WEEKS + 1; week++) {
    const classDate = first + (offset + 7 * week) * DAY
    const before = s.at(Math.min(classDate - 2 * DAY, s.now))
    const { id: classSchId }: { id: number } = await before.call('clubClassSch/add', {
      settingId,
      classDate,
      subjectId: subjects[week % subjects.length] ?? null,
    })
    for (const [i, clubLeadId] of members.slice(0, 4 + (week % 3)).entries()) {
      const { id: bookingId }: { id: number } = await before.call('clubClassSch/booking', { classSchId, clubLeadId })
      if (classDate >= today || i === 3) continue
      await s.at(classDate + 9 * HOUR).call('clubClassSch/edit', {
        id: classSchId,
        bookingId,
        action: 'signIn',
      })
    }
  }
}
