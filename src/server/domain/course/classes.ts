/** Classes for expectant mothers (rules 2.16; I-56; story I): places, those who wait, signing in, points. */
import type { Text } from '../../../model/model.ts'
import { timeText, wallOf } from '../../../model/zone.ts'
import { Span, type CallContext, type Handler, type Handlers, type Row } from '../../platform/call.ts'
import { today, weekdayOf } from '../days.ts'
import { LOT } from '../../platform/lot.ts'
import { soughtOf } from '../../platform/sought.ts'
import { tellByScene } from '../messages/sms.ts'
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import { givePoints } from './points.ts'
import { words } from '../../platform/values.ts'

type Class = Row<'clubClassSch'>
type Booking = Row<'courseBooking'>

/** Bookings that have a place. */
const PLACED: readonly Booking['bookingStatus'][] = ['booked', 'signedIn', 'finished']

/** Bookings of a class that is to come. */
const STANDING: readonly Booking['bookingStatus'][] = ['booked', 'waiting', 'signedIn']

/** Whether a class has begun. */
function hasBegun(c: CallContext, { classDate, startTime }: Pick<Class, 'classDate' | 'startTime'>): boolean {
  if (classDate !== today(c)) return classDate < today(c)
  return (startTime ?? '') <= timeText(c.now, c.model.app.timezone)
}

const add: Handler<'clubClassSch/add'> = async (c) => {
  const { settingId, classDate } = c.input
  const setting = await c.must('clubClassSetting', settingId, 'settingId')
  if (setting.status !== 'enabled') c.refuse('settingId', { zh: '课堂已停用', en: 'This class is not held any more' })
  const held = c.model.dictionaries.weekday?.values.find(({ name }) => name === setting.weekday)
  if (held && held.name !== weekdayOf(c, classDate))
    c.refuse('classDate', { zh: `该课堂在${held.label.zh}`, en: `This class is held on ${held.label.en}` })
  if (hasBegun(c, { classDate, startTime: setting.startTime }))
    c.refuse('classDate', { zh: '上课时间已过', en: 'The hour of this class is over on that day' })
  if (!(await c.exists('clubSeat', { settingId, seatStatus: 'free' })))
    c.refuse('settingId', {
      zh: '该课堂没有可约的座位，请先在课堂设置中添加',
      en: 'This room has no open seat; add seats to it in Class settings first',
    })
  const { after } = await c.standard()
  return { id: after.id }
}

/** Changes course and teacher, or signs a booking of the class in, on its day. */
const edit: Handler<'clubClassSch/edit'> = async (c) => {
  const { bookingId, action, subjectId, teacher } = c.input
  if (action !== 'signIn') {
    const values = { ...(subjectId ? { subjectId } : {}), ...(teacher === undefined ? {} : { teacher }) }
    await c.update('clubClassSch', c.row, values)
    return {}
  }
  const booking = await c.must('courseBooking', bookingId, 'bookingId')
  if (booking.classSchId !== c.row.id) c.refuse('bookingId', { zh: '不是本课的预约', en: 'It is of another class' })
  if (c.row.classDate !== today(c))
    c.refuse('bookingId', { zh: '只能在上课当天签到', en: 'Only on the day of the class' })
  await c.move('courseBooking', booking, 'signIn')
  return {}
}

/** The open seats of the room, and those that nobody has in this class. */
async function seatsOf(c: CallContext, lesson: Class): Promise<{ open: Row<'clubSeat'>[]; free: Row<'clubSeat'>[] }> {
  const taken = await c.select('courseBooking', { classSchId: lesson.id, bookingStatus: [...PLACED] })
  const seats = await c.select('clubSeat', { settingId: lesson.settingId }, { sort: ['id'] })
  const open = seats.filter(({ seatStatus }) => seatStatus !== 'closed')
  return { open, free: open.filter(({ id }) => !taken.some(({ seatId }) => seatId === id)) }
}

const freeSeats: Handler<'clubClassSch/freeSeats'> = async (c) => {
  const lesson = await c.seen('clubClassSch', c.input.classSchId)
  if (!lesson) return []
  const { free } = await seatsOf(c, lesson)
  return soughtOf(free, c.input, ({ id, seatNo }) => ({ value: id, words: [seatNo] })).map(({ id, seatNo }) => ({
    value: id,
    label: seatNo,
  }))
}

/** The free seat that was asked for, else the first. */
async function seatFor(c: CallContext, lesson: Class, wanted: number | null | undefined): Promise<number> {
  const { open, free } = await seatsOf(c, lesson)
  if (wanted && !open.some(({ id }) => id === wanted))
    c.refuse('seatId', { zh: '该座位不可约', en: 'This seat cannot be booked' })
  if (wanted && !free.some(({ id }) => id === wanted))
    c.refuse('seatId', { zh: '该座位已被预约', en: 'This seat is taken' })
  return wanted ?? free[0]?.id ?? c.refuse('classSchId', { zh: '没有可约的座位', en: 'No seat is left' })
}

const placesOf = (c: CallContext, lesson: Class): Promise<number> =>
  c.count('courseBooking', { classSchId: lesson.id, bookingStatus: [...PLACED] })

/** The club member that a lead is; one who is none yet becomes one. */
async function memberOf(c: CallContext, leadId: number): Promise<number> {
  const [known] = await c.select('clubLead', { leadId }, { limit: 1 })
  return (known ?? (await c.insert('clubLead', { leadId }))).id
}

/** The club member that is named, or the lead. */
async function memberFor(
  c: CallContext,
  { clubLeadId, leadId }: { clubLeadId?: number | null; leadId?: number | null },
): Promise<number> {
  if (clubLeadId) return clubLeadId
  const lead = await c.must('lead', leadId, 'leadId')
  if (lead.businessType !== 'pregnant')
    c.refuse('leadId', { zh: '只有孕妇可以预约课程', en: 'Classes are for expectant mothers' })
  return memberOf(c, lead.id)
}

/** The customer who asks as a club member: by her latest lead of a pregnancy, which knows her then. */
async function ownMember(c: CallContext): Promise<number> {
  const lead = await pregnancyOf(c)
  if (!lead)
    return c.refuse('id', {
      zh: '课程面向孕妈妈，请联系您的顾问登记孕期',
      en: 'Classes are for expectant mothers; please tell your consultant that you expect a child',
    })
  const { customerId } = c.actor
  if (lead.customerId === null) await c.update('lead', lead, { customerId })
  return memberOf(c, lead.id)
}

/** The latest lead of a pregnancy of the customer who asks: theirs, or nobody's yet with their number. */
export async function pregnancyOf(c: CallContext): Promise<Row<'lead'> | undefined> {
  const customer = await c.find('customer', c.actor.customerId)
  if (!customer) return undefined
  const of = { businessType: 'pregnant' } as const
  const [own] = await c.select('lead', { ...of, customerId: customer.id }, { sort: ['-id'], limit: 1 })
  if (own) return own
  const [alike] = await c.select(
    'lead',
    { ...of, customerId: null, mobile: customer.mobile },
    { sort: ['-id'], limit: 1 },
  )
  return alike
}

/** What is asked of a class: for whom, and what is done where it is full. */
interface Wish {
  /** The input that names the class. */
  field: 'id' | 'classSchId'
  member(): Promise<number>
  seatId?: number | null
  companionCount?: number
  /** Whether to wait where it is full, and why not. */
  wait: boolean
  full: Text
}

/** Takes a place in a class, or waits for one. The class is locked, so that the last place is given once. */
async function place(c: CallContext, lesson: Class, wish: Wish): Promise<Booking> {
  if (!['open', 'full'].includes(lesson.classStatus) || hasBegun(c, lesson))
    c.refuse(wish.field, { zh: '课程已开始、结束或停课', en: 'The class has begun, is over or is cancelled' })
  const places = await placesOf(c, lesson)
  const full = places >= (lesson.capacity ?? 0)
  if (full && !wish.wait) c.refuse(wish.field, wish.full)
  const values = { classSchId: lesson.id, clubLeadId: await wish.member(), companionCount: wish.companionCount }
  const seat = full ? {} : { seatId: await seatFor(c, lesson, wish.seatId) }
  const made = await c.insert('courseBooking', { ...values, ...seat })
  if (full) return c.move('courseBooking', made, 'wait')
  if (places + 1 === lesson.capacity && lesson.classStatus === 'open') await c.move('clubClassSch', lesson, 'fill')
  return made
}

const book: Handler<'clubClassSch/booking'> = async (c) => {
  const { classSchId, seatId, companionCount, wait } = c.input
  const lesson = await c.must('clubClassSch', classSchId, 'classSchId')
  const member = (): Promise<number> => memberFor(c, c.input)
  const full = { zh: '名额已满，可以候补', en: 'The class is full; she may wait' }
  const wish = { field: 'classSchId' as const, member, seatId, companionCount, wait: wait === true, full }
  const { id, bookingNo, bookingStatus } = await place(c, lesson, wish)
  return { id, bookingNo, bookingStatus }
}

/** The own bookings of a customer that stand: each with the class it is of. */
const ownBookings = (c: CallContext): Promise<Booking[]> =>
  c.select('courseBooking', { bookingStatus: [...STANDING] }, { seen: true })

/** A customer takes a place for herself, or waits for one. */
const bookMine =
  (wait: boolean): Handler<'clubClassSch/bookMine' | 'clubClassSch/waitMine'> =>
  async (c) => {
    const lesson = await c.must('clubClassSch', c.row.id, 'id')
    if ((await ownBookings(c)).some(({ classSchId }) => classSchId === lesson.id))
      c.refuse('id', { zh: '您已预约此课', en: 'You have booked this class already' })
    if (wait && (await placesOf(c, lesson)) < (lesson.capacity ?? 0))
      c.refuse('id', { zh: '还有名额，请直接预约', en: 'There are places left; book one' })
    const full = { zh: '名额已满，可以候补', en: 'It is full; you may wait for a place' }
    const { companionCount } = c.input
    const { id } = await place(c, lesson, { field: 'id', member: () => ownMember(c), companionCount, wait, full })
    return { id }
  }

/** How many wait for a class no shorter than one of them, herself counted: who waits longest is the first. */
const waitPlaceOf = (c: CallContext, { id, classSchId }: Booking): Promise<number> =>
  c.count('courseBooking', { classSchId, bookingStatus: 'waiting', id: new Span(0, id + 1) })

/** A class as its customer sees it: where and when, with her own booking. */
async function shownOf(c: CallContext, lesson: Class, booking?: Booking): Promise<Record<string, unknown>> {
  const { id: classSchId, classDate, startTime, endTime, teacher } = lesson
  const freeCount = (lesson.capacity ?? 0) - lesson.bookedCount
  const club = await c.ref(lesson, 'club')
  const subject = await c.ref(lesson, 'subject')
  return {
    ...{ id: booking?.id ?? classSchId, classSchId, classDate, startTime, endTime, teacher },
    weekday: weekdayOf(c, classDate),
    fitWeeks: subject && `${subject.fitWeekMin}–${subject.fitWeekMax}`,
    waitPlace: booking?.bookingStatus === 'waiting' ? await waitPlaceOf(c, booking) : undefined,
    bookingId: booking?.id,
    bookingStatus: booking?.bookingStatus,
    companionCount: booking?.companionCount || undefined,
    state: booking?.bookingStatus ?? (freeCount > 0 ? 'free' : 'full'),
    dayoffReason: booking?.bookingStatus === 'calledOff' ? lesson.dayoffReason : undefined,
    subjectName: subject?.name,
    content: subject?.content,
    clubName: club?.name,
    address: club && (club.address ?? (await c.ref(club, 'store'))?.address),
    roomName: (await c.ref(lesson, 'setting'))?.roomName,
    seatNo: booking && STANDING.includes(booking.bookingStatus) ? (await c.ref(booking, 'seat'))?.seatNo : undefined,
    freeCount: !booking && freeCount > 0 ? freeCount : undefined,
  }
}

/** The classes that a customer may come to, soonest first, with her own booking. */
const ahead: Handler<'clientClass/ahead'> = async (c) => {
  const own = await ownBookings(c)
  const lessons = await c.select('clubClassSch', { classStatus: ['open', 'full'] }, { seen: true, limit: LOT })
  const toCome = lessons.filter((lesson) => !hasBegun(c, lesson)).sort(bySoonest)
  c.answer({ total: toCome.length })
  const shown = []
  for (const lesson of toCome)
    shown.push(
      await shownOf(
        c,
        lesson,
        own.find(({ classSchId }) => classSchId === lesson.id),
      ),
    )
  return shown
}

/**
 * The classes of a customer's bookings: those she waits for, soonest first, or those behind her, latest first. One that
 * the studio called off is behind her when its day is.
 */
const myBookings: Handler<'clubClassSch/myBookings'> = async (c) => {
  const past = c.input.past === true
  const bookings = []
  for (const booking of await c.select('courseBooking', {}, { seen: true, limit: LOT })) {
    const lesson = await c.mustRef(booking, 'classSch')
    const isCalledOff = booking.bookingStatus === 'calledOff' && lesson.classStatus === 'cancelled'
    const isAhead = isCalledOff ? !hasBegun(c, lesson) : STANDING.includes(booking.bookingStatus)
    if (isAhead !== past) bookings.push({ booking, lesson })
  }
  bookings.sort((one, other) => bySoonest(one.lesson, other.lesson) * (past ? -1 : 1))
  c.answer({ total: bookings.length })
  const shown = []
  for (const { booking, lesson } of bookings) shown.push(await shownOf(c, lesson, booking))
  return shown
}

const bySoonest = (one: Class, other: Class): number =>
  one.classDate - other.classDate || (one.startTime ?? '').localeCompare(other.startTime ?? '')

/** Tells the mother of a booking by SMS. */
async function tell(
  c: CallContext,
  booking: Booking,
  lesson: Class,
  scene: DictionaryValues['sms_scene'],
): Promise<void> {
  const member = await c.ref(booking, 'clubLead')
  const lead = member && (await c.ref(member, 'lead'))
  if (!lead?.mobile) return
  const subject = await c.ref(lesson, 'subject')
  const { month, day } = wallOf(lesson.classDate, c.model.app.timezone)
  await tellByScene(
    c,
    scene,
    { customerName: lead.motherName, mobile: lead.mobile },
    { className: subject?.name ?? '', date: `${month}月${day}日`, time: lesson.startTime },
  )
}

/** Gives a place that came free to whoever waits longest; without anybody the class is open again. */
async function passOn(c: CallContext, lesson: Class): Promise<void> {
  const [next] = await c.select(
    'courseBooking',
    { classSchId: lesson.id, bookingStatus: 'waiting' },
    { sort: ['id'], limit: 1, lock: true },
  )
  if (!next) {
    if (lesson.classStatus === 'full') await c.move('clubClassSch', lesson, 'reopen')
    return
  }
  const [seat] = (await seatsOf(c, lesson)).free
  if (!seat) return
  const placed = await c.move('courseBooking', next, 'place', { seatId: seat.id })
  await tell(c, placed, lesson, 'classPlace')
}

/** The classes of a room that are to come have a place for each seat that is open: who waits gets those that came free. */
async function reseat(c: CallContext, settingId: number): Promise<void> {
  const classes = await c.select(
    'clubClassSch',
    { settingId, classStatus: ['open', 'full', 'cancelled'] },
    { sort: ['id'], lock: true },
  )
  for (const known of classes.filter((lesson) => !hasBegun(c, lesson))) {
    const { open } = await seatsOf(c, known)
    const placed = await c.select('courseBooking', { classSchId: known.id, bookingStatus: [...PLACED] })
    if (placed.some(({ seatId }) => !open.some(({ id }) => id === seatId)))
      c.refuse(undefined, {
        zh: '有座位已被以后的课程预约，先取消预约',
        en: 'Somebody has a seat of it in a class to come; cancel that booking first',
      })
    const capacity = open.length
    const lesson = capacity === known.capacity ? known : await c.update('clubClassSch', known, { capacity })
    if (lesson.classStatus === 'cancelled') continue
    const waiting = await c.count('courseBooking', { classSchId: lesson.id, bookingStatus: 'waiting' })
    for (let left = Math.min(waiting, capacity - placed.length); left > 0; left--) await passOn(c, lesson)
    const full = placed.length + waiting >= capacity
    if (full && lesson.classStatus === 'open') await c.move('clubClassSch', lesson, 'fill')
    if (!full && lesson.classStatus === 'full') await c.move('clubClassSch', lesson, 'reopen')
  }
}

/** Refuses a room at hours of a weekday that another class setting has there. Its club is locked: two come one by one. */
async function mustBeAlone(c: CallContext, room: Row<'clubClassSetting'>): Promise<void> {
  const { id, clubId, roomName, weekday, startTime, endTime, status } = room
  if (status !== 'enabled' || weekday === null) return
  await c.ref(room, 'club', { lock: true })
  const others = await c.select('clubClassSetting', { clubId, roomName, weekday, status })
  const other = others.find((one) => one.id !== id && one.startTime < endTime && startTime < one.endTime)
  if (!other) return
  const hours = `${other.startTime}–${other.endTime}`
  c.refuse('startTime', {
    zh: `该教室当天 ${hours} 已有课堂`,
    en: `This room has another class that day, ${hours}`,
  })
}

/** A room with its seats: those that were listed, and others, numbered from 1, up to the number that was asked for. */
const addRoom: Handler<'clubClassSetting/add'> = async (c) => {
  const { newSeats, seats } = c.input
  const known = new Set(seats?.map(({ seatNo }) => seatNo))
  if (newSeats != null && known.size > newSeats)
    c.refuse('newSeats', {
      zh: `上面列出了 ${known.size} 个座位，座位数不能更少`,
      en: `${known.size} seats are listed above; the number cannot be less`,
    })
  const { after } = await c.standard()
  await mustBeAlone(c, after)
  const numbers = Array.from({ length: newSeats ?? 0 }, (_, at) => String(at + 1))
  const more = numbers.filter((seatNo) => !known.has(seatNo)).slice(0, (newSeats ?? 0) - known.size)
  await c.insertMany(
    'clubSeat',
    more.map((seatNo) => ({ settingId: after.id, seatNo })),
  )
  return { id: after.id }
}

const editRoom: Handler<'clubClassSetting/edit'> = async (c) => {
  const done = await c.standard()
  await mustBeAlone(c, done.after)
  await reseat(c, c.row.id)
  return done
}

const addSeat: Handler<'clubClassSetting/seatAdd'> = async (c) => {
  const { after } = await c.standard()
  await reseat(c, after.settingId)
  return { id: after.id }
}

const deleteSeat: Handler<'clubClassSetting/seatDelete'> = async (c) => {
  const done = await c.standard()
  await reseat(c, c.row.settingId)
  return done
}

const openSeat: Handler<'clubClassSetting/seatStatus'> = async (c) => {
  const { seatStatus } = c.input
  await c.update('clubSeat', c.row, { seatStatus })
  await reseat(c, c.row.settingId)
  return {}
}

/** Cancels a booking; its place goes to whoever waits. */
async function release(c: CallContext, booking: Booking, cancelReason: string): Promise<Record<string, never>> {
  // The class before its bookings, as booking locks them.
  const lesson = await c.mustRef(booking, 'classSch', { lock: true })
  if (hasBegun(c, lesson)) c.refuse('id', { zh: '课程已开始，不能取消', en: 'The class has begun' })
  await c.move('courseBooking', booking, 'cancel', { cancelReason })
  if (booking.bookingStatus === 'booked') await passOn(c, lesson)
  return {}
}

const cancel: Handler<'clubClassSch/cancel'> = (c) => release(c, c.row, c.input.cancelReason)

const cancelMine: Handler<'clubClassSch/cancelMine'> = (c) => release(c, c.row, words(c, 'written', 'byCustomer'))

/** Holds a class after all. Whoever was called off is told, and may book again: who has other plans by now keeps them. */
async function resume(c: CallContext, called: Class): Promise<number> {
  const lesson = await c.move('clubClassSch', called, 'resume')
  const bookings = await c.select('courseBooking', { classSchId: lesson.id, bookingStatus: 'calledOff' })
  for (const booking of bookings) await tell(c, booking, lesson, 'classResume')
  return bookings.length
}

/** Calls a class off with all its bookings, or holds it after all; answers how many are told. */
const setDayoff: Handler<'clubClassSch/setDayoff'> = async (c) => {
  const { isDayoff, reason } = c.input
  if (hasBegun(c, c.row)) c.refuse('id', { zh: '课程已开始', en: 'The class has begun' })
  if (!isDayoff) return { count: await resume(c, c.row) }
  await c.move('clubClassSch', c.row, 'callOff', { dayoffReason: reason })
  const where = { classSchId: c.row.id, bookingStatus: ['booked', 'waiting'] } as const
  const bookings = await c.select(
    'courseBooking',
    { ...where, bookingStatus: [...where.bookingStatus] },
    { lock: true },
  )
  for (const booking of bookings) {
    await c.move('courseBooking', booking, 'callOff', { cancelReason: reason })
    await tell(c, booking, c.row, 'classCancel')
  }
  return { count: bookings.length }
}

/** Ends the classes of days that are over: who came gets her points, once (I-56); who did not is a no-show. */
const finish: Handler<'clubClassSch/finish'> = async (c) => {
  const classes = await c.select('clubClassSch', { classStatus: ['open', 'full'] }, { sort: ['classDate'], limit: LOT })
  const over = classes.filter(({ classDate }) => classDate < today(c)).map(({ id }) => id)
  let count = 0
  for (const id of over.sort((a, b) => a - b)) {
    const lesson = await c.find('clubClassSch', id, { lock: true })
    if (!lesson) continue
    await c.move('clubClassSch', lesson, 'finish')
    const points = (await c.ref(lesson, 'subject'))?.points ?? c.settings.class_points
    for (const booking of await c.select('courseBooking', { classSchId: id }, { lock: true })) {
      if (booking.bookingStatus === 'waiting')
        await c.move('courseBooking', booking, 'cancel', { cancelReason: words(c, 'written', 'classFull') })
      if (booking.bookingStatus === 'booked') await c.move('courseBooking', booking, 'miss')
      if (booking.bookingStatus === 'signedIn') {
        await c.move('courseBooking', booking, 'finish', { pointsGiven: points })
        await givePoints(c, booking, points)
      }
    }
    count += 1
  }
  return { count }
}

/** Deletes a class setting with its classes from a day on. Refuses while somebody is booked in one of them. */
const deleteSetting: Handler<'clubClassSetting/deleteSetting'> = async (c) => {
  const from = Math.max(c.input.fromDate ?? today(c), today(c))
  const classes = await c.select('clubClassSch', { settingId: c.row.id }, { lock: true })
  const later = classes.filter(({ classDate }) => classDate >= from)
  const bookings = await c.count('courseBooking', {
    classSchId: later.map(({ id }) => id),
    bookingStatus: ['booked', 'signedIn', 'waiting'],
  })
  if (bookings > 0)
    c.refuse('id', { zh: `还有 ${bookings} 个预约，先取消`, en: `${bookings} bookings stand; cancel them first` })
  for (const lesson of later) await c.remove('clubClassSch', lesson)
  if (later.length === classes.length) await c.remove('clubClassSetting', c.row)
  else await c.update('clubClassSetting', c.row, { status: 'disabled' })
  return { count: later.length }
}

export const handlers: Handlers = {
  'clientClass/ahead': ahead,
  'clubClassSch/add': add,
  'clubClassSch/edit': edit,
  'clubClassSch/booking': book,
  'clubClassSch/freeSeats': freeSeats,
  'clubClassSch/myBookings': myBookings,
  'clubClassSch/bookMine': bookMine(false),
  'clubClassSch/waitMine': bookMine(true),
  'clubClassSch/cancel': cancel,
  'clubClassSch/cancelMine': cancelMine,
  'clubClassSch/setDayoff': setDayoff,
  'clubClassSch/finish': finish,
  'clubClassSetting/add': addRoom,
  'clubClassSetting/edit': editRoom,
  'clubClassSetting/seatAdd': addSeat,
  'clubClassSetting/seatDelete': deleteSeat,
  'clubClassSetting/seatStatus': openSeat,
  'clubClassSetting/deleteSetting': deleteSetting,
}
