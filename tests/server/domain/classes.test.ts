/** Classes for expectant mothers (rules 2.16, I-56; story I): places, those who wait, signing in, points, a day off. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DICT } from '../../../src/generated/dictionaries.ts'
import type { ListView } from '../../../src/model/model.ts'
import { DAY, HOUR } from '../../../src/model/zone.ts'
import { DEV_CODE } from '../../../src/server/platform/auth/codes.ts'
import { verify } from '../../../src/server/platform/invariants/index.ts'
import type { Actor } from '../../../src/server/types.ts'
import { rulesEngines } from '../db/engines.ts'
import { generatedModel } from '../support/product.ts'
import { CITY } from './catalogue.ts'
import { Counter } from './counter.ts'
import { STRANGER, Studio, TODAY } from './studio.ts'

const BOOKING = DICT.course_booking_status
const CLASS = DICT.class_status
/** What a class is to its customer. */
const STATE = DICT.client_class_state

it('an account of points shows how they came and went', () => {
  expect(generatedModel().screens['/pregnant-class/course-point']?.view).toMatchObject({
    expand: { resource: 'pointsDetail', call: 'pointsDetail/query' },
  })
})

describe.each(rulesEngines)('classes on $name', (engine) => {
  let studio: Studio
  let counter: Counter
  let clubId: number
  let subjectId: number
  let n = 0
  beforeAll(async () => {
    studio = await Studio.open(engine)
    counter = await Counter.open(studio, await studio.actor('admin'))
    const storeId = (
      await counter.must('store/add', { code: 'S1', name: '渝北店', cityCode: CITY.chongqing, address: '冰街 1 号' })
    ).id
    clubId = (await counter.must('club/add', { name: '孕妈俱乐部', storeId })).id
    subjectId = (await counter.must('subject/add', { name: '分娩呼吸法', code: 'HX', points: 15 })).id
  })
  afterAll(() => studio.close())

  async function member(): Promise<number> {
    const mobile = `138${String(20_000_000 + (n += 1))}`
    const lead = {
      businessType: DICT.business_type.pregnant,
      motherName: `孕妈${n}`,
      mobile,
      expectdate: TODAY + 90 * DAY,
    }
    const { id: leadId } = await counter.must('lead/add', lead)
    return (await counter.must('clubLead/add', { leadId, clubId })).id
  }
  /** A room with seats of its own, and a class in it. */
  async function lesson(seats = 2, classDate = TODAY + DAY): Promise<{ id: number; settingId: number }> {
    const { id: settingId } = await counter.must('clubClassSetting/add', {
      clubId,
      roomName: `教室${(n += 1)}`,
      startTime: '10:00',
      endTime: '11:30',
      seats: Array.from({ length: seats }, (_, i) => ({ seatNo: `A${i + 1}` })),
    })
    const { id } = await counter.must('clubClassSch/add', { settingId, classDate, subjectId })
    return { id, settingId }
  }
  const book = (classSchId: number, clubLeadId: number, more: { wait?: 0 | 1; seatId?: number } = {}) =>
    counter.refused('clubClassSch/booking', { classSchId, clubLeadId, ...more })
  const booked = async (classSchId: number, clubLeadId: number, wait: 0 | 1 = 0): Promise<number> =>
    (await counter.must('clubClassSch/booking', { classSchId, clubLeadId, wait })).id
  const state = async (id: number): Promise<unknown> => (await counter.row('courseBooking', id)).bookingStatus
  const stateOfClass = async (id: number): Promise<unknown> => (await counter.row('clubClassSch', id)).classStatus

  it('a room has as many seats as were asked for, with those that were listed, the others numbered from 1', async () => {
    const room = { clubId, roomName: '新教室', startTime: '10:00', endTime: '11:30' }
    const listed = { ...room, seats: [{ seatNo: '2' }, { seatNo: 'A1' }] }
    expect(await counter.refused('clubClassSetting/add', { ...listed, newSeats: 1 })).toMatchObject({
      status: 400,
      data: { field: 'newSeats' },
    })
    const { id: settingId } = await counter.must('clubClassSetting/add', { ...listed, newSeats: 5 })
    const seats = await counter.rows('select "seatNo" from "clubSeat" where "settingId" = $1 order by "id"', [
      settingId,
    ])
    expect(seats.map(({ seatNo }) => seatNo)).toEqual(['2', 'A1', '1', '3', '4'])
    const { id } = await counter.must('clubClassSch/add', { settingId, classDate: TODAY + DAY, subjectId })
    expect(await counter.row('clubClassSch', id)).toMatchObject({ capacity: 5 })
  })

  it('a room has one class at a time on a weekday', async () => {
    const weekday = DICT.weekday.wednesday
    const room = { clubId, roomName: '一次一堂', weekday, startTime: '10:00', endTime: '11:30', newSeats: 1 }
    await counter.must('clubClassSetting/add', room)
    const beside = { ...room, startTime: '11:00', endTime: '12:00' }
    const refused = { status: 400, data: { field: 'startTime' } }
    expect(await counter.refused('clubClassSetting/add', beside)).toMatchObject(refused)
    await counter.must('clubClassSetting/add', { ...beside, weekday: DICT.weekday.thursday })
    const { id } = await counter.must('clubClassSetting/add', { ...beside, startTime: '11:30' })
    expect(await counter.refused('clubClassSetting/edit', { id, startTime: '11:00' })).toMatchObject(refused)
    await counter.must('clubClassSetting/edit', { id, startTime: '11:00', status: DICT.enable_status.disabled })
  })

  it('no class is set in a room where nobody could sit', async () => {
    const room = { clubId, roomName: '空教室', startTime: '10:00', endTime: '11:30' }
    const { id: settingId } = await counter.must('clubClassSetting/add', { ...room })
    expect(await counter.refused('clubClassSch/add', { settingId, classDate: TODAY + DAY, subjectId })).toMatchObject({
      status: 400,
      data: { field: 'settingId' },
    })
  })

  it('a course is for weeks that come one after the other', async () => {
    const course = { name: '孕期营养', code: 'YY', fitWeekMin: 30 }
    expect(await counter.refused('subject/add', { ...course, fitWeekMax: 20 })).toMatchObject({
      status: 400,
      data: { field: 'fitWeekMax' },
    })
    await counter.must('subject/add', { ...course, fitWeekMax: 30 })
  })

  it('a class takes hours, places and teacher of its room and course, on its weekday and not in the past', async () => {
    const { id, settingId } = await lesson(3)
    expect(await counter.row('clubClassSch', id)).toMatchObject({ clubId, startTime: '10:00', capacity: 3 })
    expect(await counter.refused('clubClassSch/add', { settingId, classDate: TODAY + DAY })).toMatchObject({
      status: 400,
    })
    expect(await counter.refused('clubClassSch/add', { settingId, classDate: TODAY - DAY })).toMatchObject({
      status: 400,
      data: { field: 'classDate' },
    })
    await counter.must('clubClassSetting/edit', { id: settingId, weekday: DICT.weekday.sunday })
    // TODAY is a Monday.
    expect(await counter.refused('clubClassSch/add', { settingId, classDate: TODAY + 8 * DAY })).toMatchObject({
      status: 400,
      data: { field: 'classDate' },
    })
    await counter.must('clubClassSch/add', { settingId, classDate: TODAY + 6 * DAY })
  })

  it('a class is not added for today once its hour is over', async () => {
    const { settingId } = await lesson(1)
    const now = studio.clock.at
    const add = () => counter.refused('clubClassSch/add', { settingId, classDate: TODAY, subjectId })
    studio.clock.at = TODAY + 10 * HOUR
    expect(await add()).toMatchObject({ status: 400, data: { field: 'classDate' }, msg: '上课时间已过' })
    studio.clock.at -= 1
    expect(await add()).toMatchObject({ status: 200 })
    studio.clock.at = now
  })

  it('takes so many as have a place; the others are told, and may wait; a free place goes to the first of them, once', async () => {
    const { id } = await lesson(2)
    const [a, b, c, d] = [await member(), await member(), await member(), await member()]
    const first = await booked(id, a)
    expect(await book(id, a)).toMatchObject({ status: 400 })
    await booked(id, b)
    expect(await stateOfClass(id)).toBe(CLASS.full)
    expect(await book(id, c)).toMatchObject({ status: 400, msg: '名额已满，可以候补' })
    const [waiting, last] = [await booked(id, c, 1), await booked(id, d, 1)]
    expect(await state(waiting)).toBe(BOOKING.waiting)
    await counter.must('clubClassSch/cancel', { id: first, cancelReason: '临时有事' })
    expect([await state(first), await state(waiting), await state(last)]).toEqual([
      BOOKING.cancelled,
      BOOKING.booked,
      BOOKING.waiting,
    ])
    expect((await counter.row('courseBooking', waiting)).seatId).not.toBeNull()
    expect(await stateOfClass(id)).toBe(CLASS.full)
    await counter.must('clubClassSch/cancel', { id: last, cancelReason: '不等了' })
    await counter.must('clubClassSch/cancel', { id: waiting, cancelReason: '有事' })
    expect(await stateOfClass(id)).toBe(CLASS.open)
  })

  it('has a place for each open seat: a new one goes to who waits, one that somebody has is not closed', async () => {
    const { id, settingId } = await lesson(1)
    const [first, next, last] = [
      await booked(id, await member()),
      await booked(id, await member(), 1),
      await booked(id, await member(), 1),
    ]
    const [{ id: taken } = { id: 0 }] = await counter.rows<{ id: number }>(
      'select "id" from "clubSeat" where "settingId" = $1',
      [settingId],
    )
    const { closed, free } = DICT.seat_status
    expect(await counter.refused('clubClassSetting/seatStatus', { id: taken, seatStatus: closed })).toMatchObject({
      status: 400,
    })
    const seat = await counter.must('clubClassSetting/seatAdd', { settingId, seatNo: 'B1' })
    expect([await state(next), await state(last)]).toEqual([BOOKING.booked, BOOKING.waiting])
    expect(await counter.row('clubClassSch', id)).toMatchObject({ capacity: 2, classStatus: CLASS.full })
    await counter.must('clubClassSch/cancel', { id: last, cancelReason: '不等了' })
    await counter.must('clubClassSch/cancel', { id: next, cancelReason: '有事' })
    expect(await stateOfClass(id)).toBe(CLASS.open)
    await counter.must('clubClassSetting/seatStatus', { id: seat.id, seatStatus: closed })
    expect(await counter.row('clubClassSch', id)).toMatchObject({ capacity: 1, classStatus: CLASS.full })
    const waits = await booked(id, await member(), 1)
    await counter.must('clubClassSetting/seatStatus', { id: seat.id, seatStatus: free })
    expect([await state(first), await state(waits)]).toEqual([BOOKING.booked, BOOKING.booked])
    await counter.must('clubClassSch/setDayoff', { id, isDayoff: 1, reason: '停电' })
    await counter.must('clubClassSetting/seatDelete', {
      id: (await counter.must('clubClassSetting/seatAdd', { settingId, seatNo: 'B2' })).id,
    })
    await counter.must('clubClassSetting/seatAdd', { settingId, seatNo: 'B3' })
    await counter.must('clubClassSch/setDayoff', { id, isDayoff: 0 })
    expect(await counter.row('clubClassSch', id)).toMatchObject({ capacity: 3, classStatus: CLASS.open })
  })

  it('whoever is a club member already is not offered as a new one', async () => {
    const names = { businessType: DICT.business_type.pregnant, expectdate: TODAY + 90 * DAY }
    const [one, other] = [`会员${n}甲`, `会员${n}乙`]
    const added = async (motherName: string): Promise<number> =>
      (await counter.must('lead/add', { ...names, motherName, mobile: `138${String(20_000_000 + (n += 1))}` })).id
    const [member, none] = [await added(one), await added(other)]
    const { id } = await counter.must('clubLead/add', { leadId: member, clubId })
    expect(generatedModel().resources.clubLead?.fields.leadId).toMatchObject({ lookup: 'lead/newMembers' })
    const offered = async () =>
      (await counter.list('lead/newMembers', { keyword: one.slice(0, -1) })).map(({ value }) => value)
    expect(await offered()).toEqual([none])
    await counter.must('clubLead/del', { ids: [id] })
    expect((await offered()).sort()).toEqual([member, none].sort())
  })

  it('an expectant mother who books becomes a club member, once; nobody else may', async () => {
    const [one, other] = [await lesson(2), await lesson(2, TODAY + 2 * DAY)]
    const mother = (businessType: keyof typeof DICT.business_type) => ({
      businessType: DICT.business_type[businessType],
      motherName: '新来',
      mobile: `138${String(20_000_000 + (n += 1))}`,
      expectdate: TODAY + 90 * DAY,
      birthday: TODAY - DAY,
    })
    const { id: leadId } = await counter.must('lead/add', mother('pregnant'))
    await counter.must('clubClassSch/booking', { classSchId: one.id, leadId })
    await counter.must('clubClassSch/booking', { classSchId: other.id, leadId })
    expect(await counter.refused('clubClassSch/booking', { classSchId: one.id, leadId })).toMatchObject({ status: 400 })
    expect(await counter.rows('select 1 from "clubLead" where "leadId" = $1', [leadId])).toHaveLength(1)
    const { id: born } = await counter.must('lead/add', mother('baby'))
    expect(await counter.refused('clubClassSch/booking', { classSchId: one.id, leadId: born })).toMatchObject({
      status: 400,
      data: { field: 'leadId' },
    })
  })

  it('of sixty who book at once twelve succeed', async () => {
    const { id } = await lesson(12)
    const members: number[] = []
    for (let i = 0; i < 60; i++) members.push(await member())
    const told = await Promise.all(members.map((one) => book(id, one)))
    expect(told.filter(({ status }) => status === 200)).toHaveLength(12)
    expect(told.filter(({ status }) => status === 400)).toHaveLength(48)
    const seats = await counter.rows('select distinct "seatId" from "courseBooking" where "classSchId" = $1', [id])
    expect(seats).toHaveLength(12)
  })

  it('offers the open seats of its room that nobody has', async () => {
    const { id } = await lesson(3)
    const other = await lesson(2, TODAY + 2 * DAY)
    const offered = async (more: { keyword?: string; value?: number } = {}) =>
      (await counter.list('clubClassSch/freeSeats', { classSchId: id, ...more })).map(({ label }) => label)
    expect(await offered()).toEqual(['A1', 'A2', 'A3'])
    const first = await booked(id, await member())
    await booked(other.id, await member())
    expect(await offered()).toEqual(['A2', 'A3'])
    expect(await offered({ keyword: 'a3' })).toEqual(['A3'])
    const last = (await counter.list('clubClassSch/freeSeats', { classSchId: id })).at(-1)
    await counter.must('clubClassSetting/seatStatus', { id: last?.value ?? 0, seatStatus: DICT.seat_status.closed })
    expect(await offered()).toEqual(['A2'])
    await counter.must('clubClassSch/cancel', { id: first, cancelReason: '改天' })
    expect(await offered()).toEqual(['A1', 'A2'])
  })

  it('a seat that is closed or of another room is not given', async () => {
    const { id, settingId } = await lesson(2)
    const [one, two] = await counter.rows('select "id" from "clubSeat" where "settingId" = $1 order by "id"', [
      settingId,
    ])
    await counter.must('clubClassSetting/seatStatus', { id: one?.id ?? 0, seatStatus: DICT.seat_status.closed })
    expect(await book(id, await member(), { seatId: one?.id ?? 0 })).toMatchObject({
      status: 400,
      data: { field: 'seatId' },
    })
    const other = await lesson(1)
    const [strange] = await counter.rows('select "id" from "clubSeat" where "settingId" = $1', [other.settingId])
    expect(await book(id, await member(), { seatId: strange?.id ?? 0 })).toMatchObject({ status: 400 })
    expect(await book(id, await member(), { seatId: two?.id ?? 0 })).toMatchObject({ status: 200 })
  })

  it('who signs in on the day gets the points once, who stays away is a no-show (I-56)', async () => {
    const { id } = await lesson(3)
    const [a, b] = [await member(), await member()]
    const [came, missed] = [await booked(id, a), await booked(id, b)]
    const signIn = { id, bookingId: came, action: 'signIn' as const }
    expect(await counter.refused('clubClassSch/edit', signIn)).toMatchObject({
      status: 400,
      data: { field: 'bookingId' },
    })
    const now = studio.clock.at
    studio.clock.at = TODAY + DAY + 10 * HOUR
    const elsewhere = await lesson(1, TODAY + 2 * DAY)
    const there = { ...signIn, id: elsewhere.id }
    expect(await counter.refused('clubClassSch/edit', there)).toMatchObject({ status: 400, msg: '不是本课的预约' })
    await counter.must('clubClassSch/edit', signIn)
    expect(await book(id, await member())).toMatchObject({ status: 400 })
    expect(await counter.refused('clubClassSch/cancel', { id: missed, cancelReason: '晚了' })).toMatchObject({
      status: 400,
    })
    // The class is over with its day, not before.
    await counter.must('clubClassSch/finish', {})
    expect([await state(came), await state(missed)]).toEqual([BOOKING.signedIn, BOOKING.booked])
    studio.clock.at = TODAY + 2 * DAY
    await counter.must('clubClassSch/finish', {})
    await counter.must('clubClassSch/finish', {})
    expect([await state(came), await state(missed)]).toEqual([BOOKING.finished, BOOKING.noShow])
    const [account] = await counter.rows('select * from "points" where "clubLeadId" = $1', [a])
    expect(account).toMatchObject({ points: 15, totalPoints: 15, usedPoints: 0 })
    expect(await counter.rows('select 1 as "has" from "points" where "clubLeadId" = $1', [b])).toEqual([])
    expect(
      await counter.refused('pointsDetail/add', { pointsId: account?.id ?? 0, change: -16, reason: '多扣' }),
    ).toMatchObject({ status: 400 })
    expect(
      await counter.must('pointsDetail/add', { pointsId: account?.id ?? 0, change: -5, reason: '兑换' }),
    ).toMatchObject({ balanceAfter: 10 })
    expect(await counter.row('clubLead', a)).toMatchObject({ points: 10, attendCount: 1 })
    expect(await counter.row('points', account?.id ?? 0)).toMatchObject({ points: 10, totalPoints: 15, usedPoints: 5 })
    const exchange = { pointsId: account?.id ?? 0, reason: '孕妇枕' }
    expect(await counter.refused('pointsDetail/exchange', { ...exchange, points: 11 })).toMatchObject({
      status: 400,
      data: { field: 'points' },
    })
    expect(await counter.must('pointsDetail/exchange', { ...exchange, points: 10 })).toMatchObject({ balanceAfter: 0 })
    expect(await counter.row('points', account?.id ?? 0)).toMatchObject({ points: 0, totalPoints: 15, usedPoints: 15 })
    const [last] = await counter.rows('select * from "pointsDetail" where "pointsId" = $1 order by "id" desc limit 1', [
      account?.id ?? 0,
    ])
    expect(last).toMatchObject({ changeType: DICT.points_type.exchange, change: -10, reason: '孕妇枕' })
    studio.clock.at = now
  })

  it('a seat is given once; who waited and goes leaves none; who still waits when it is over is let go', async () => {
    const { id, settingId } = await lesson(2)
    const seats = await counter.rows('select "id" from "clubSeat" where "settingId" = $1 order by "id"', [settingId])
    const [first, second] = seats.map((seat) => seat.id) as [number, number]
    expect(await book(id, await member(), { seatId: second })).toMatchObject({ status: 200 })
    expect(await book(id, await member(), { seatId: second })).toMatchObject({ status: 400, msg: '该座位已被预约' })
    const other = await booked(id, await member())
    expect(await counter.row('courseBooking', other)).toMatchObject({ seatId: first })
    const [gone, waits] = [await booked(id, await member(), 1), await booked(id, await member(), 1)]
    await counter.must('clubClassSch/cancel', { id: gone, cancelReason: '不等了' })
    expect(await state(waits)).toBe(BOOKING.waiting)
    expect(await stateOfClass(id)).toBe(CLASS.full)
    const now = studio.clock.at
    studio.clock.at = TODAY + 2 * DAY
    await counter.must('clubClassSch/finish', {})
    expect([await state(other), await state(waits)]).toEqual([BOOKING.noShow, BOOKING.cancelled])
    studio.clock.at = now
  })

  it('who gets a place, and who is told that there is no class, hears of it by message', async () => {
    for (const scene of ['classPlace', 'classCancel', 'classResume'] as const)
      await counter.must('smstemplate/add', {
        ...{ code: scene, name: scene, scene: DICT.sms_scene[scene] },
        content: '${customerName} ${className} ${date} ${time}',
      })
    const { id } = await lesson(1)
    const first = await booked(id, await member())
    const next = await member()
    await booked(id, next, 1)
    const [lead] = await counter.rows<{ mobile: string }>(
      'select l."mobile" from "clubLead" c join "lead" l on l."id" = c."leadId" where c."id" = $1',
      [next],
    )
    const heard = async (): Promise<number> => {
      const [row] = await counter.rows('select count(*)::int as "n" from "smsRecord" where "mobile" = $1', [
        lead?.mobile,
      ])
      return Number(row?.n)
    }
    expect(await heard()).toBe(0)
    await counter.must('clubClassSch/cancel', { id: first, cancelReason: '有事' })
    const placed = await heard()
    await counter.must('clubClassSch/setDayoff', { id, isDayoff: 1, reason: '停电' })
    expect([placed, await heard()]).toEqual([1, 2])
    // It is held after all: she hears of it, and books again herself.
    expect(await counter.must('clubClassSch/setDayoff', { id, isDayoff: 0 })).toMatchObject({ count: 1 })
    expect(await heard()).toBe(3)
    await booked(id, next)
  })

  it('a room that is given up keeps the classes that were, and takes none any more', async () => {
    const { id, settingId } = await lesson(1)
    const now = studio.clock.at
    studio.clock.at = TODAY + 2 * DAY
    const later = await counter.must('clubClassSch/add', { settingId, classDate: TODAY + 3 * DAY, subjectId })
    expect(await counter.refused('clubClassSch/setDayoff', { id, isDayoff: 1, reason: '晚了' })).toMatchObject({
      status: 400,
    })
    // Days that are over stay, whatever is asked.
    expect(
      await counter.must('clubClassSetting/deleteSetting', { id: settingId, fromDate: TODAY - DAY }),
    ).toMatchObject({ count: 1 })
    expect(await counter.row('clubClassSch', later.id)).toMatchObject({ isDel: true })
    expect(await counter.row('clubClassSch', id)).toMatchObject({ isDel: false })
    expect(await counter.row('clubClassSetting', settingId)).toMatchObject({
      isDel: false,
      status: DICT.enable_status.disabled,
    })
    const more = { settingId, classDate: TODAY + 4 * DAY, subjectId }
    expect(await counter.refused('clubClassSch/add', more)).toMatchObject({ status: 400, data: { field: 'settingId' } })
    studio.clock.at = now
  })

  describe('a customer who expects a child', () => {
    const PAGE = { pageNO: 1, pageRows: 50 }
    /** Signs in with the mobile of a customer, as she does on her phone. */
    async function signIn(mobile: string): Promise<Actor> {
      await studio.raw(STRANGER, 'wx/sendCode', { mobile })
      const [sent] = await studio.rows<{ code: string }>(
        'select "code" from "verifyCode" where "mobile" = $1 order by "id" desc',
        [mobile],
      )
      const told = await studio.raw(STRANGER, 'system/wxLogin', { mobile, code: sent?.code, userType: 'customer' })
      const actor = await studio.auth.authenticate((told.data as { token: string }).token)
      if (!actor) throw new Error(told.msg)
      return actor
    }
    /** A customer, with a lead of a pregnancy if asked. */
    async function mother(
      pregnant = true,
    ): Promise<{ who: Actor; mobile: string; customerId: number; leadId: number }> {
      const mobile = `138${String(20_000_000 + (n += 1))}`
      const { id: customerId } = await counter.must('customer/add', { realName: `客户${n}`, mobile })
      const lead = { motherName: `客户${n}`, mobile, expectdate: TODAY + 90 * DAY, birthday: TODAY - DAY }
      const businessType = DICT.business_type[pregnant ? 'pregnant' : 'baby']
      const { id: leadId } = await counter.must('lead/add', { ...lead, businessType })
      return { who: await signIn(mobile), mobile, customerId, leadId }
    }
    const ask = (who: Actor, path: string, input: object = {}) => studio.raw(who, path, input)
    const rowsOf = async (who: Actor, path: string) => (await ask(who, path, PAGE)).data as Record<string, unknown>[]

    it('sees the classes that can be booked, and books one for herself, once', async () => {
      const { id } = await lesson(2)
      const past = await lesson(2, TODAY + DAY)
      await counter.must('clubClassSch/setDayoff', { id: past.id, isDayoff: 1, reason: '停电' })
      const { who, leadId, customerId } = await mother()
      const [company] = await studio.rows('select "name" from "company" where "id" = $1', [who.companyId])
      expect((await ask(who, 'clientAccess/mine')).data).toMatchObject({ classes: 1, studio: company?.name })
      const ahead = async () => (await ask(who, 'clientClass/ahead')).data as Record<string, unknown>[]
      const before = await ahead()
      expect(before.find((row) => row.id === id)).toMatchObject({
        ...{ state: STATE.free, freeCount: 2, startTime: '10:00', endTime: '11:30' },
        // The club has no address of its own.
        ...{ clubName: '孕妈俱乐部', address: '冰街 1 号', roomName: expect.stringContaining('教室') },
      })
      expect(before.some((row) => row.id === past.id)).toBe(false)
      expect(await ask(who, 'clubClassSch/bookMine', { id, companionCount: 1 })).toMatchObject({ status: 200 })
      expect(await ask(who, 'clubClassSch/bookMine', { id })).toMatchObject({ status: 400, msg: '您已预约此课' })
      expect((await ahead()).find(({ classSchId }) => classSchId === id)).toMatchObject({
        ...{ state: STATE.booked, companionCount: 1, seatNo: 'A1' },
      })
      expect(await rowsOf(who, 'clubClassSch/myBookings')).toMatchObject([
        { classSchId: id, state: STATE.booked, companionCount: 1, seatNo: 'A1', roomName: expect.any(String) },
      ])
      expect((await ahead()).find((row) => row.id === past.id)).toBeUndefined()
      // Her lead, which was found by its number, knows her now.
      expect(await counter.row('lead', leadId)).toMatchObject({ customerId })
      // Of the booking, staff come to her lead.
      const [booking] = await rowsOf(who, 'clubClassSch/myBookings')
      const seen = await counter.must('courseBooking/detail', { id: Number(booking?.id) })
      expect(seen).toMatchObject({ leadId })
      // And of her lead, to its bookings.
      const ofLead = await counter.list('courseBooking/query', { leadId, pageNO: 1, pageRows: 10 })
      expect(ofLead).toMatchObject([{ id: booking?.id }])
      const { drawer } = generatedModel().screens['/pregnant-class/course-tracking']?.view as ListView
      const shown = drawer?.items.flatMap((item) => (item.kind === 'field' ? [item.field.name] : []))
      expect(shown).toContain('leadId')
    })

    describe('and is a lead only', () => {
      async function leadOnly(more: { pool?: boolean; businessType?: keyof typeof DICT.business_type } = {}) {
        const mobile = `138${String(20_000_000 + (n += 1))}`
        const businessType = DICT.business_type[more.businessType ?? 'pregnant']
        const lead = { motherName: `孕妈${n}`, mobile, expectdate: TODAY + 90 * DAY, birthday: TODAY - DAY }
        const { id } = await counter.must('lead/add', { ...lead, businessType, cityCode: CITY.chongqing })
        if (!more.pool) await counter.must('lead/allocation', { ids: [id], employeeId: await salesperson() })
        return { id, mobile }
      }
      const salesperson = async (): Promise<number> => (await studio.actor('admin')).employeeId ?? 0
      const told = async (mobile: string, code: string) =>
        studio.raw(STRANGER, 'system/wxLogin', { mobile, code, userType: 'customer' })
      const customersOf = (mobile: string) => studio.rows('select * from "customer" where "mobile" = $1', [mobile])

      it('becomes a customer when she signs in by her number, as if put on file, and books a class', async () => {
        const { id: leadId, mobile } = await leadOnly()
        const who = await signIn(mobile)
        const [customer] = await customersOf(mobile)
        expect(customer).toMatchObject({ id: who.customerId, isLead: true, salesId: await salesperson() })
        expect(customer).toMatchObject({ realName: expect.any(String), cityCode: CITY.chongqing })
        expect(customer?.accountId).not.toBeNull()
        const { familyId, id: customerId } = customer ?? {}
        expect(await counter.row('lead', leadId)).toMatchObject({ customerId, familyId })
        expect((await ask(who, 'clientAccess/mine')).data).toMatchObject({ classes: 1 })
        const { id } = await lesson(2)
        expect(await ask(who, 'clubClassSch/bookMine', { id })).toMatchObject({ status: 200 })
        studio.clock.at += HOUR
        expect((await signIn(mobile)).customerId).toBe(customerId)
        studio.clock.at -= HOUR
        expect(await customersOf(mobile)).toHaveLength(1)
      })

      it('also when her lead is lost, while she is in the club: she gives her place back', async () => {
        const { id: leadId, mobile } = await leadOnly()
        const { id } = await lesson(1)
        await counter.must('clubClassSch/booking', { classSchId: id, leadId })
        await counter.must('lead/lose', { id: leadId, lostCause: DICT.lost_cause.other })
        const who = await signIn(mobile)
        const [own] = await rowsOf(who, 'clubClassSch/myBookings')
        expect(await ask(who, 'clubClassSch/cancelMine', { id: own?.id })).toMatchObject({ status: 200 })
      })

      it('once, and by another window too that was a moment later', async () => {
        const { mobile } = await leadOnly()
        const { query } = studio.db
        // The other window is through as soon as this one has found no customer.
        const asking = vi.spyOn(studio.db, 'query').mockImplementation((async (text: string, values: unknown[]) => {
          const rows = await query.call(studio.db, text, values)
          if (!text.includes('from "customer"') || !values?.includes(mobile)) return rows
          asking.mockRestore()
          await told(mobile, DEV_CODE)
          return rows
        }) as typeof query)
        process.env.ATELIER_DEV_CODES = '1'
        try {
          expect(await told(mobile, DEV_CODE)).toMatchObject({ status: 200, msg: '' })
        } finally {
          delete process.env.ATELIER_DEV_CODES
          asking.mockRestore()
        }
        expect(await customersOf(mobile)).toHaveLength(1)
      })

      it('also when nobody has her in hand, and in the family that knows her number', async () => {
        const { mobile } = await leadOnly({ pool: true })
        const husband = { realName: '丈夫', mobile: `138${String(20_000_000 + (n += 1))}` }
        const family = { members: [{ name: '妻子', relation: DICT.family_relation.mother, mobile }] }
        const { id } = await counter.must('customer/add', { ...husband, family })
        await signIn(mobile)
        expect((await customersOf(mobile))[0]?.familyId).toBe((await counter.row('customer', id)).familyId)
      })

      it('not without the code of her number, and the answer is that of a number nobody knows', async () => {
        const { mobile } = await leadOnly()
        const nobody = `138${String(20_000_000 + (n += 1))}`
        const sent = await studio.raw(STRANGER, 'wx/sendCode', { mobile })
        expect(await studio.raw(STRANGER, 'wx/sendCode', { mobile: nobody })).toEqual(sent)
        const [wrong, unknown] = [await told(mobile, '00000x'), await told(nobody, '00000x')]
        expect(wrong).toEqual(unknown)
        expect(wrong).toMatchObject({ status: 400, data: { field: 'code' } })
        expect(await customersOf(mobile)).toEqual([])
      })

      it('not by a lead that is lost, of another business, or of a number that is somebody’s already', async () => {
        const lost = await leadOnly()
        await counter.must('lead/lose', { id: lost.id, lostCause: DICT.lost_cause.other })
        const baby = await leadOnly({ businessType: 'baby' })
        const linked = await leadOnly()
        const other = await counter.must('customer/add', {
          realName: '别人',
          mobile: `138${String(20_000_000 + (n += 1))}`,
        })
        await studio.db.query('update "lead" set "customerId" = $2 where "id" = $1', [linked.id, other.id])
        for (const { mobile } of [lost, baby, linked]) {
          expect((await told(mobile, '888888')).status).toBe(400)
          await expect(signIn(mobile)).rejects.toThrow()
          expect(await customersOf(mobile)).toEqual([])
        }
      })
    })

    it('waits for a place in a full class, and gives her own back', async () => {
      const { id } = await lesson(1)
      const [first, second] = [await mother(), await mother()]
      expect(await ask(first.who, 'clubClassSch/waitMine', { id })).toMatchObject({ status: 400 })
      await ask(first.who, 'clubClassSch/bookMine', { id })
      expect(await ask(second.who, 'clubClassSch/bookMine', { id })).toMatchObject({ status: 400 })
      expect(await ask(second.who, 'clubClassSch/waitMine', { id })).toMatchObject({ status: 200 })
      const third = await mother()
      await ask(third.who, 'clubClassSch/waitMine', { id })
      expect(await rowsOf(second.who, 'clubClassSch/myBookings')).toMatchObject([{ waitPlace: 1, fitWeeks: '12–40' }])
      expect(await rowsOf(third.who, 'clubClassSch/myBookings')).toMatchObject([{ waitPlace: 2 }])
      const [own] = await rowsOf(first.who, 'clubClassSch/myBookings')
      // Another's booking is not hers to cancel, nor to see.
      expect((await ask(second.who, 'clubClassSch/cancelMine', { id: own?.id })).status).toBeGreaterThanOrEqual(400)
      expect(await state(Number(own?.id))).toBe(BOOKING.booked)
      expect(await ask(first.who, 'clubClassSch/cancelMine', { id: own?.id })).toMatchObject({ status: 200 })
      expect(await rowsOf(second.who, 'clubClassSch/myBookings')).toMatchObject([{ state: STATE.booked }])
      // What she gave back is behind her.
      expect(await rowsOf(first.who, 'clubClassSch/myBookings')).toEqual([])
      expect((await ask(first.who, 'clubClassSch/myBookings', { past: 1 })).data).toMatchObject([
        { state: STATE.cancelled },
      ])
      expect(await counter.row('courseBooking', Number(own?.id))).toMatchObject({ cancelReason: '客户自行取消' })
    })

    it('sees that the studio called a class off, and why, apart from what she cancelled herself', async () => {
      const { id } = await lesson(1)
      const [first, second] = [await mother(), await mother()]
      await ask(first.who, 'clubClassSch/bookMine', { id })
      await ask(second.who, 'clubClassSch/waitMine', { id })
      await counter.must('clubClassSch/setDayoff', { id, isDayoff: 1, reason: '讲师生病' })
      for (const { who } of [first, second])
        expect(await rowsOf(who, 'clubClassSch/myBookings')).toMatchObject([
          { classSchId: id, state: STATE.calledOff, dayoffReason: '讲师生病' },
        ])
      const now = studio.clock.at
      studio.clock.at += 2 * DAY
      expect(await rowsOf(first.who, 'clubClassSch/myBookings')).toEqual([])
      expect((await ask(first.who, 'clubClassSch/myBookings', { past: 1 })).data).toMatchObject([
        { state: STATE.calledOff, dayoffReason: '讲师生病' },
      ])
      studio.clock.at = now
      // It is held after all: she books it again.
      await counter.must('clubClassSch/setDayoff', { id, isDayoff: 0 })
      expect(await rowsOf(first.who, 'clubClassSch/myBookings')).toEqual([])
      expect(await ask(first.who, 'clubClassSch/bookMine', { id })).toMatchObject({ status: 200 })
    })

    it('books nothing who expects none, nor who came by a link', async () => {
      const { id } = await lesson(1)
      const none = await mother(false)
      expect((await ask(none.who, 'clientAccess/mine')).data).toMatchObject({ classes: 0 })
      expect(await ask(none.who, 'clubClassSch/bookMine', { id })).toMatchObject({ status: 400, data: { field: 'id' } })
      const { who } = await mother()
      await ask(who, 'clubClassSch/bookMine', { id })
      const guest = { ...who, linkId: 999_999 }
      expect((await ask(guest, 'clientClass/ahead')).data).toEqual([])
      expect(await rowsOf(guest, 'clubClassSch/myBookings')).toEqual([])
      const [own] = await rowsOf(who, 'clubClassSch/myBookings')
      expect((await ask(guest, 'clubClassSch/cancelMine', { id: own?.id })).status).toBeGreaterThanOrEqual(400)
      expect(await state(Number(own?.id))).toBe(BOOKING.booked)
    })
  })

  it('a class that is called off ends its bookings, and may be held after all', async () => {
    const { id, settingId } = await lesson(1)
    const [placed, waits] = [await booked(id, await member()), await booked(id, await member(), 1)]
    expect(await counter.refused('clubClassSetting/deleteSetting', { id: settingId })).toMatchObject({ status: 400 })
    expect(await counter.must('clubClassSch/setDayoff', { id, isDayoff: 1, reason: '讲师生病' })).toMatchObject({
      count: 2,
    })
    expect([await state(placed), await state(waits)]).toEqual([BOOKING.calledOff, BOOKING.calledOff])
    expect(await book(id, await member())).toMatchObject({ status: 400 })
    await counter.must('clubClassSch/setDayoff', { id, isDayoff: 0 })
    expect(await book(id, await member())).toMatchObject({ status: 200 })
  })

  it('keeps every invariant', async () => {
    expect((await verify(studio.db, studio.model)).filter(({ broken }) => broken.length > 0)).toEqual([])
  })
})
