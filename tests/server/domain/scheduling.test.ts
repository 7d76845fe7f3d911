/** Seats, holds and bookings (rules 2.7, 2.8; I-20 to I-27): a floor that two clerks fill without doubling anything. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Requests } from '../../../src/generated/wire.ts'
import { DICT } from '../../../src/generated/dictionaries.ts'
import { DAY } from '../../../src/model/zone.ts'
import type { Answer } from '../../../src/model/web.ts'
import { verify } from '../../../src/server/platform/invariants/index.ts'
import type { Actor, Queryable } from '../../../src/server/types.ts'
import { rulesEngines } from '../db/engines.ts'
import { Counter } from './counter.ts'
import { Studio, TODAY } from './studio.ts'

type Values = Record<string, unknown>
type Seat = { seatId: number; date: number; groupName: string; startTime: string; isSpecial: number }

const MINUTE = 60_000
const CLERKS = 50
const SET = DICT.control_type.set
const SEAT = DICT.seat_status
const BOOKING = DICT.scheduling_status

describe.each(rulesEngines)('scheduling on $name', (engine) => {
  let studio: Studio
  let counter: Counter
  /** Another clerk, with the same rights. */
  let other: Actor
  let siteId = 0
  let templateId = 0
  let photographer = 0
  let opened = 0
  beforeAll(async () => {
    studio = await Studio.open(engine)
    counter = await Counter.open(studio, await studio.actor('admin'))
    const store = { code: 'ST1', name: '渝北店', cityCode: '500100', address: '冰街 1 号' }
    const { id: storeId } = await counter.must('store/add', store)
    siteId = (await counter.must('site/add', { code: 'A', name: '基地A', siteType: SET, storeId })).id
    photographer = await employee('何一')
    other = { ...counter.who, employeeId: await employee('秦岚') }
    const teamId = await team('一组', photographer)
    templateId = await template('工作日', [
      { groupName: '摄影1组', teamId, seats: [span('09:00', '11:00'), span('11:00', '13:00')] },
      { groupName: '摄影2组', seats: [span('09:00', '11:00'), { ...span('13:30', '15:30'), isSpecial: 1 }] },
    ])
  })
  afterAll(() => studio.close())

  const span = (startTime: string, endTime: string) => ({ startTime, endTime })
  /** Quarters of an hour after half past midnight. */
  const timeAt = (quarters: number): string => {
    const minutes = 30 + quarters * 15
    return [minutes / 60, minutes % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')
  }

  async function employee(realName: string): Promise<number> {
    const mobile = `137${String(10_000_000 + (opened += 1))}`
    return (await counter.must('employee/add', { realName, mobile, orgId: counter.who.orgId })).id
  }
  const team = async (name: string, ...sheying: number[]): Promise<number> =>
    (await counter.must('team/add', { name, code: `T${(opened += 1)}`, sheying })).id
  const template = async (name: string, groups: Requests['workTemplate/create']['groups']): Promise<number> =>
    (await counter.must('workTemplate/create', { siteId, type: SET, name, groups })).id

  /** A day of its own for each test, opened by the template. */
  async function day(): Promise<number> {
    const date = TODAY + (opened += 1) * DAY
    await counter.must('schSetting/create', { siteId, type: SET, from: date, to: date, templateId })
    return date
  }
  const free = (date: number, more: Values = {}): Promise<Seat[]> =>
    counter.list('scheduling/queryFree', { siteId, from: date, to: date, ...more })
  async function seatOf(date: number, at = 0): Promise<number> {
    const found = (await free(date))[at]
    if (!found) throw new Error('no free seat')
    return found.seatId
  }

  /** A session of an order with its deposit paid. */
  async function session(paid = true): Promise<number> {
    const made = await counter.order(1000)
    if (paid) expect((await counter.pay(made.billId, { cash: 1000 })).status).toBe(200)
    const [found] = await counter.rows('select "id" from "orderSession" where "orderId" = $1 order by "id"', [made.id])
    return found?.id as number
  }
  const book = async (seatId: number, orderSessionId: number): Promise<number> =>
    (await counter.must('scheduling/schedule', { seatId, orderSessionId })).id

  it('a seat of today can be taken, one of a day that is over cannot', async () => {
    const date = await day()
    const [first, second] = [await session(), await session()]
    const { at } = studio.clock
    try {
      studio.clock.at = date + 8 * 60 * MINUTE
      await book(await seatOf(date), first)
      const seatId = await seatOf(date)
      const elsewhere = await book(await seatOf(await day()), await session())
      const swapped = await book(await seatOf(date, 1), await session())
      const [taken] = await counter.rows('select "seatId" from "scheduling" where "orderSessionId" = $1', [first])
      studio.clock.at = date + 20 * 60 * MINUTE
      const over = { status: 400, msg: '该时段已过' }
      expect(await counter.refused('scheduling/holdSeat', { seatId })).toMatchObject(over)
      expect(await counter.refused('scheduling/schedule', { seatId, orderSessionId: second })).toMatchObject(over)
      const move = { id: elsewhere, newSeatId: seatId, changeReason: '改期' }
      expect(await counter.refused('scheduling/changeDate', move)).toMatchObject(over)
      for (const newSeatId of [seatId, taken?.seatId as number])
        expect(await counter.refused('scheduling/changeSeat', { id: swapped, newSeatId })).toMatchObject(over)
      expect(await free(date)).toEqual([])
      const { seats } = await counter.must('schSetting/listSch', { siteId, date })
      expect(seats?.find((one) => one.seatId === seatId)).toMatchObject({ seatStatus: 1, isOver: 1 })
      studio.clock.at = date + DAY
      expect(await counter.refused('scheduling/schedule', { seatId, orderSessionId: second })).toMatchObject({
        status: 400,
        msg: '不能预约过去的日期',
        data: { field: 'seatId' },
      })
    } finally {
      studio.clock.at = at
    }
  })

  describe('templates and days', () => {
    it('seats of a group do not overlap, end after they start, and begin at a quarter (I-25)', async () => {
      const [group] = await counter.rows('select "id" from "templateGroup" where "templateId" = $1 order by "id"', [
        templateId,
      ])
      const add = (from: string, to: string): Promise<Answer> =>
        counter.refused('workTemplate/addSeat', { groupId: group?.id, ...span(from, to) })
      for (const [from, to, field] of [
        ['10:00', '12:00', 'startTime'],
        ['08:30', '09:15', 'startTime'],
        ['10:07', '11:00', 'startTime'],
        ['19:00', '20:00', 'startTime'],
        ['15:00', '14:00', 'endTime'],
      ] as const)
        expect(await add(from, to), `${from}–${to}`).toMatchObject({ status: 400, data: { field } })
      expect(await add('13:00', '15:00')).toMatchObject({ status: 200 })
      const many = await Promise.all(['15:00', '15:15', '15:30', '15:45'].map((from) => add(from, '17:00')))
      expect(many.filter((one) => one.status === 200)).toHaveLength(1)
      const added = await counter.rows('select "id" from "templateSeat" where "groupId" = $1 and "startTime" > $2', [
        group?.id,
        '12:59',
      ])
      for (const { id } of added) await counter.must('workTemplate/delSeat', { id })
    })

    it('seats written at once do not overlap either, in whatever order they come (I-25)', async () => {
      const create = (...seats: { startTime: string; endTime: string }[]): Promise<Answer> =>
        counter.refused('workTemplate/create', {
          siteId,
          type: SET,
          name: `一次写入${(opened += 1)}`,
          groups: [
            { groupName: '甲', seats: [span('09:00', '11:00')] },
            { groupName: '乙', seats },
          ],
        })
      const [nine, ten, noon] = [span('09:00', '11:00'), span('10:00', '12:00'), span('12:00', '13:00')]
      const afternoon = span('13:00', '14:00')
      for (const seats of [
        [nine, ten],
        [ten, nine],
        [noon, nine, span('09:00', '13:00')],
        [noon, noon],
      ])
        expect((await create(...seats)).status).toBe(400)
      expect(await create(afternoon, nine, noon)).toMatchObject({ status: 200 })
      // More than the database answers with one statement.
      const quarters = Array.from({ length: 40 }, (_, i) => span(timeAt(i), timeAt(i + 1)))
      const groups = Array.from({ length: 43 }, (_, i) => ({ groupName: `组${i}`, seats: quarters }))
      expect((await counter.refused('workTemplate/create', { siteId, type: SET, name: '大棚', groups })).msg).toBe('')
    })

    it('groups stand in the order they are put in, and an overlap is told before a seat is sent', async () => {
      const date = await day()
      const read = () => counter.must('schSetting/listSch', { siteId, date })
      const before = (await read()).groups.map(({ id }) => id)
      const after = [...before].reverse()
      await counter.must('schSetting/arrangeGroups', { groupIds: after })
      const { groups, seats } = await read()
      expect(groups.map(({ id }) => id)).toEqual(after)
      const [seat] = seats.filter(({ groupId }) => groupId === after[0])
      const ask = { groupId: after[0], startTime: seat?.startTime, endTime: seat?.endTime }
      expect(await counter.raw('schSetting/checkSeat', ask)).toMatchObject({ data: { count: 1 } })
      expect(await counter.raw('schSetting/checkSeat', { ...ask, id: seat?.id })).toMatchObject({ data: { count: 0 } })
      const [foreign] = (await counter.must('schSetting/listSch', { siteId, date: await day() })).groups
      const mixed = { groupIds: [before[0] ?? 0, foreign?.id ?? 0] }
      expect(await counter.refused('schSetting/arrangeGroups', mixed)).toMatchObject({ status: 400 })
    })

    it('opens the days of a span, and leaves those alone that somebody is booked on', async () => {
      const from = TODAY + 200 * DAY
      const range = { siteId, type: SET, from, to: from + 6 * DAY, templateId }
      expect(
        await counter.must('schSetting/create', { ...range, weekdays: [DICT.weekday.saturday, DICT.weekday.sunday] }),
      ).toMatchObject({ made: 2, skipped: [] })
      const [seat] = await counter.list('scheduling/queryFree', { siteId, from, to: range.to })
      await book(seat?.seatId ?? 0, await session())
      expect(await counter.must('schSetting/create', { ...range, preview: 1 })).toMatchObject({ made: 6 })
      expect(await counter.must('schSetting/create', range)).toMatchObject({
        made: 6,
        skipped: [{ settingDate: seat?.date, bookedCount: 1 }],
      })
      expect(await counter.must('scheduling/schCalendar', { siteId, type: SET, month: seat?.date })).toContainEqual(
        expect.objectContaining({ date: seat?.date, total: 4, booked: 1, held: 0, dayoff: 0 }),
      )
    })

    it('a day saved as a template and opened again is the same day (I-26)', async () => {
      const date = await day()
      await book(await seatOf(date), await session())
      const { id } = await counter.must('schSetting/listSch', { siteId, date, type: SET })
      const saved = await counter.must('schSetting/saveToTemplate', { settingId: id, name: '另存' })
      const later = TODAY + 300 * DAY
      await counter.must('schSetting/create', { siteId, type: SET, from: later, to: later, templateId: saved.id })
      const shape = async (on: number): Promise<unknown> => {
        const { groups, seats } = await counter.must('schSetting/listSch', {
          siteId,
          date: on,
          type: SET,
        })
        return groups.map((group) => [
          group.groupName,
          group.teamId,
          seats.filter((one) => one.groupId === group.id).map((one) => [one.startTime, one.endTime, one.isSpecial]),
        ])
      }
      expect(await shape(later)).toEqual(await shape(date))
    })

    it('a day off takes no bookings, and a day with bookings is no day off (I-24)', async () => {
      const date = await day()
      const seatId = await seatOf(date)
      const off = { siteId, date, type: SET, isDayoff: 1, reason: '盘点' }
      const booking = await book(seatId, await session())
      expect(await counter.refused('scheduling/setDayoff', off)).toMatchObject({ status: 400, data: { field: 'date' } })
      await counter.must('scheduling/cancel', { id: booking, cancelReason: '客户有事' })
      await counter.must('scheduling/setDayoff', off)
      expect(await free(date)).toEqual([])
      expect(await counter.refused('scheduling/schedule', { seatId, orderSessionId: await session() })).toMatchObject({
        status: 400,
        data: { field: 'seatId' },
      })
      await counter.must('scheduling/setDayoff', { ...off, isDayoff: 0 })
      expect(await free(date)).toHaveLength(3)
    })
  })

  describe('a hold', () => {
    it('keeps a seat from others, for its time and not longer (I-21)', async () => {
      const date = await day()
      const seatId = await seatOf(date)
      const mine = await counter.must('scheduling/holdSeat', { seatId })
      expect(mine.expireTime).toBe(studio.clock.at + 30 * MINUTE)
      expect(await counter.must('scheduling/holdSeat', { seatId })).toMatchObject({ id: mine.id })
      const late = await counter.refused('scheduling/holdSeat', { seatId }, other)
      expect(late).toMatchObject({ status: 400, data: { field: 'seatId', free: [{}, {}] } })
      expect(late.msg).toContain('该时段已被占用')
      const before = studio.clock.at
      studio.clock.at += 31 * MINUTE
      try {
        expect((await free(date)).map((one) => one.seatId)).toContain(seatId)
        const theirs = await counter.must('scheduling/holdSeat', { seatId }, other)
        expect(await counter.row('holdSeat', mine.id)).toMatchObject({ holdStatus: DICT.hold_status.expired })
        expect(await counter.row('schSeat', seatId)).toMatchObject({ seatStatus: SEAT.held, holdId: theirs.id })
        await counter.must('scheduling/cancelHoldSeat', { id: theirs.id }, other)
      } finally {
        studio.clock.at = before
      }
    })

    it('is let go by who holds it, and by whoever may move bookings beyond the limit', async () => {
      const date = await day()
      const seatId = await seatOf(date)
      const { id } = await counter.must('scheduling/holdSeat', { seatId }, other)
      const manager = await studio.actor('manager')
      const { seats } = await counter.must('schSetting/listSch', { siteId, date }, manager)
      const seen = seats?.find((one) => one.seatId === seatId)
      expect(seen).toMatchObject({ seatStatus: SEAT.held, mayRelease: 1, mine: 0 })
      await counter.must('scheduling/cancelHoldSeat', { id }, manager)
    })

    it('tells others that the seat is held, and not for whom', async () => {
      const date = await day()
      const customerId = await counter.customer({ realName: '只给自己看' })
      const seatId = await seatOf(date)
      const { id } = await counter.must('scheduling/holdSeat', { seatId, customerId })
      const asked = { siteId, date }
      expect(await counter.list('scheduling/getHoldSeat', asked)).toMatchObject([
        { mine: 1, customerName: '只给自己看' },
      ])
      expect(await counter.list('scheduling/getHoldSeat', asked, other)).toMatchObject([
        { mine: 0, customerName: null },
      ])
      expect(await counter.list('scheduling/getHoldSeat', { ...asked, mine: 1 }, other)).toEqual([])
      await counter.must('scheduling/cancelHoldSeat', { id })
    })

    it('of a special seat is for those who may', async () => {
      const date = await day()
      const seatId = (await free(date, { includeSpecial: 1 })).find((one) => one.isSpecial)?.seatId
      const manager = await studio.actor('manager')
      const hold = () => counter.refused('scheduling/holdSeat', { seatId }, manager)
      const special = async (change: string): Promise<void> => {
        await studio.db.query(
          `update "roleMenu" set "btnIds" = ${change}("btnIds", b."id") from "btn" b where b."menuId" = "roleMenu"."menuId" and b."code" like '%special' and "roleId" = $1`,
          [manager.roleId],
        )
        await studio.app.forget()
      }
      await special('array_remove')
      expect(await hold()).toMatchObject({ status: 400, msg: '特殊席位需要「特殊席位」权限' })
      await special('array_append')
      const { id } = (await hold()).data as { id: number }
      await counter.must('scheduling/cancelHoldSeat', { id }, manager)
    })

    it('is one of three at most, is let go by its holder, and becomes the booking', async () => {
      const date = await day()
      const seats = (await free(date, { includeSpecial: 1 })).map((one) => one.seatId)
      const holds: number[] = []
      for (const seatId of seats.slice(0, 3)) holds.push((await counter.must('scheduling/holdSeat', { seatId })).id)
      expect(await counter.refused('scheduling/holdSeat', { seatId: seats[3] })).toMatchObject({ status: 400 })
      expect(await counter.list('scheduling/getHoldSeat', { siteId, date })).toHaveLength(3)
      // What one holds does not count for another, nor what is over.
      const more = await day()
      const next = (await free(more)).map((one) => one.seatId)
      const before = studio.clock.at
      studio.clock.at += 31 * MINUTE
      const [fresh] = [await counter.must('scheduling/holdSeat', { seatId: next[0] })]
      await counter.must('scheduling/cancelHoldSeat', { id: fresh.id })
      studio.clock.at = before
      await counter.must('scheduling/cancelHoldSeat', { id: holds[0] })
      expect(await counter.row('schSeat', seats[0] ?? 0)).toMatchObject({ seatStatus: SEAT.free, holdId: null })
      const booking = await book(seats[1] ?? 0, await session())
      expect(await counter.row('holdSeat', holds[1] ?? 0)).toMatchObject({
        holdStatus: DICT.hold_status.converted,
        schedulingId: booking,
      })
      await counter.must('scheduling/cancelHoldSeat', { id: holds[2] })
    })
  })

  describe('a booking', () => {
    it('is made once, however many want the seat (I-20)', async () => {
      const date = await day()
      const seatId = await seatOf(date)
      const sessions: number[] = []
      for (let i = 0; i < CLERKS; i += 1) sessions.push(await session())
      const answers = await Promise.all(
        sessions.map((orderSessionId) => counter.refused('scheduling/schedule', { seatId, orderSessionId })),
      )
      expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
      expect([...new Set(answers.map((one) => one.status))].sort()).toEqual([200, 400])
      expect(await counter.row('schSeat', seatId)).toMatchObject({ seatStatus: SEAT.booked })
    })

    it('is of a session with a deposit, and the only one it has (I-22)', async () => {
      const date = await day()
      expect(
        await counter.refused('scheduling/schedule', {
          seatId: await seatOf(date),
          orderSessionId: await session(false),
        }),
      ).toMatchObject({ status: 400, data: { field: 'orderSessionId' } })
      const orderSessionId = await session()
      const id = await book(await seatOf(date), orderSessionId)
      expect(
        await counter.refused('scheduling/schedule', { seatId: await seatOf(date), orderSessionId }),
      ).toMatchObject({
        status: 400,
        data: { field: 'orderSessionId' },
        msg: '该场次已有预约',
      })
      expect(await counter.row('orderSession', orderSessionId)).toMatchObject({ schedulingId: id, siteId })
    })

    it('puts nobody of a team at two places at one time (I-23)', async () => {
      const date = await day()
      const second = await team('二组', photographer, await employee('冉旭')).catch((error: unknown) => String(error))
      expect(second).toContain('选择的摄影师重复')
      const third = await team('三组', await employee('陈峰'))
      await counter.must('team/edit', { id: third, dengguang: [photographer] })
      const [first, , ...rest] = await free(date)
      await book(first?.seatId ?? 0, await session())
      const beside = [...rest, ...(await free(date))].find((one) => one.startTime === first?.startTime)
      const wanted = { seatId: beside?.seatId, orderSessionId: await session(), teamId: third }
      expect(await counter.refused('scheduling/schedule', wanted)).toMatchObject({
        status: 400,
        data: { field: 'teamId' },
        msg: expect.stringContaining('何一') as string,
      })
      await counter.must('team/edit', { id: third, dengguang: [] })
      expect(await counter.refused('scheduling/schedule', wanted)).toMatchObject({ status: 200 })
    })

    it('says before anything is booked which team is elsewhere, and offers no such seat', async () => {
      const teams = await Promise.all(['六组', '七组'].map(async (name) => team(name, await employee(name))))
      const shared = await employee('白一')
      await counter.must('team/edit', { id: teams[0], huazhuang: [shared] })
      await counter.must('team/edit', { id: teams[1], dengguang: [shared] })
      const seats = [span('09:00', '11:00'), span('11:00', '13:00')]
      const groups = teams.map((teamId, i) => ({ groupName: `棚${i + 1}`, teamId, seats }))
      const date = TODAY + (opened += 1) * DAY
      const own = await template('同人', groups)
      await counter.must('schSetting/create', { siteId, type: SET, from: date, to: date, templateId: own })
      const [first, beside] = (await free(date)).filter(({ startTime }) => startTime === '09:00')
      await counter.must('scheduling/holdSeat', { seatId: beside?.seatId, orderSessionId: await session() })
      await book(first?.seatId ?? 0, await session())
      expect((await free(date)).map(({ startTime }) => startTime)).toEqual(['11:00', '11:00'])
      const { seats: told } = await counter.must('schSetting/listSch', { siteId, date })
      const seatWhere = (seatId?: number) => told?.find((one) => one.seatId === seatId)?.teamElsewhere
      expect(seatWhere(beside?.seatId)).toBe('七组：09:00 至 11:00 在 基地A 棚1')
      expect(told?.filter(({ teamElsewhere }) => teamElsewhere)).toHaveLength(1)
      const [held] = await counter.list('scheduling/getHoldSeat', { siteId, date, mine: 1 })
      expect(held).toMatchObject({ teamElsewhere: '七组：09:00 至 11:00 在 基地A 棚1' })
    })

    it('puts nobody at two places when both are booked at once (I-23)', async () => {
      const teams = await Promise.all(['四组', '五组'].map(async (name) => team(name, await employee(name))))
      await counter.must('team/edit', { id: teams[0], dengguang: [photographer] })
      await counter.must('team/edit', { id: teams[1], huazhuang: [photographer] })
      for (let round = 0; round < 4; round += 1) {
        const date = await day()
        const beside = (await free(date)).filter((one) => one.startTime === '09:00')
        const sessions = [await session(), await session()]
        const answers = await Promise.all(
          beside.map((one, i) =>
            counter.refused('scheduling/schedule', {
              seatId: one.seatId,
              orderSessionId: sessions[i],
              teamId: teams[i],
            }),
          ),
        )
        expect(answers.map((one) => one.status).sort()).toEqual([200, 400])
      }
    })

    it('once confirmed leaves the appointment done and a shooting to do', async () => {
      const date = await day()
      const orderSessionId = await session()
      const id = await book(await seatOf(date), orderSessionId)
      await counter.must('scheduling/confirm', { id })
      expect(await counter.row('scheduling', id)).toMatchObject({ schedulingStatus: BOOKING.confirmed })
      const tasks = async (): Promise<unknown[]> =>
        (
          await counter.rows(
            'select "taskType", "taskStatus" from "workTask" where "orderSessionId" = $1 order by "id"',
            [orderSessionId],
          )
        ).map((one) => [one.taskType, one.taskStatus])
      expect(await tasks()).toEqual([
        [1, 5],
        [2, 1],
      ])
      await counter.must('scheduling/cancel', { id, cancelReason: '孩子病了' })
      expect(await tasks()).toEqual([
        [1, 1],
        [2, 8],
      ])
      expect(await counter.row('orderSession', orderSessionId)).toMatchObject({
        schedulingId: null,
        sessionStatus: DICT.session_status.unshot,
      })
      expect(await free(date)).toHaveLength(3)
    })

    it('moves to another site', async () => {
      const [site] = await counter.rows('select "storeId" from "site" where "id" = $1', [siteId])
      const other = await counter.must('site/add', {
        ...{ code: 'Z', name: '基地Z', siteType: SET, storeId: site?.storeId as number },
      })
      const groups = [{ groupName: '1组', seats: [{ startTime: '09:00', endTime: '10:00' }] }]
      const { id: templateId } = await counter.must('workTemplate/create', {
        ...{ siteId: other.id, type: SET, name: '基地Z', groups },
      })
      const date = await day()
      await counter.must('schSetting/create', { siteId: other.id, type: SET, from: date, to: date, templateId })
      const [seat] = await counter.list('scheduling/queryFree', { siteId: other.id, from: date, to: date })
      const id = await book(await seatOf(date), await session())
      const moved = await counter.must('scheduling/changeDate', {
        ...{ id, newSeatId: seat?.seatId, changeReason: '换到基地Z' },
      })
      expect(await counter.row('scheduling', moved.id)).toMatchObject({ siteId: other.id, changeFromId: id })
    })

    it('moves to another day as often as it may, and leaves its seat (I-27)', async () => {
      const dates = [await day(), await day(), await day(), await day(), await day()]
      const orderSessionId = await session()
      let id = await book(await seatOf(dates[0] ?? 0), orderSessionId)
      await counter.must('scheduling/confirm', { id })
      for (const date of dates.slice(1, 4)) {
        const moved = await counter.must('scheduling/changeDate', {
          id,
          newSeatId: await seatOf(date),
          changeReason: '客户改期',
        })
        expect(await counter.row('scheduling', id)).toMatchObject({ schedulingStatus: BOOKING.rescheduled })
        expect(await counter.row('scheduling', moved.id)).toMatchObject({
          schedulingStatus: BOOKING.confirmed,
          changeFromId: id,
        })
        id = moved.id
      }
      expect(await free(dates[0] ?? 0)).toHaveLength(3)
      const again = { id, newSeatId: await seatOf(dates[4] ?? 0), changeReason: '又改' }
      expect(await counter.refused('scheduling/changeDate', again)).toMatchObject({ status: 400 })
      expect(await counter.row('scheduling', id)).toMatchObject({ schedulingStatus: BOOKING.confirmed })
      expect(await counter.refused('scheduling/changeDate', { ...again, force: 1 })).toMatchObject({ status: 200 })
      expect(await counter.row('orderSession', orderSessionId)).toMatchObject({
        rescheduleCount: 4,
        sessionStatus: DICT.session_status.rescheduled,
      })
    })

    it('keeps a team that was chosen for it at another seat', async () => {
      const date = await day()
      const teamId = await team('自选', await employee('林之'))
      const [first, second] = (await free(date)).map((one) => one.seatId)
      const asked = { seatId: first ?? 0, orderSessionId: await session(), teamId }
      const { id } = await counter.must('scheduling/schedule', asked)
      await counter.must('scheduling/changeSeat', { id, newSeatId: second })
      expect(await counter.row('scheduling', id)).toMatchObject({ seatId: second, teamId })
    })

    it('changes its seat within the day, also with another', async () => {
      const date = await day()
      const [a, b] = [await session(), await session()]
      const [first, second, third] = (await free(date)).map((one) => one.seatId)
      const one = await book(first ?? 0, a)
      const two = await book(second ?? 0, b)
      const teamOf = async (id: number) => (await counter.row('scheduling', id)).teamId
      const before = [await teamOf(one), await teamOf(two)]
      await counter.must('scheduling/changeSeat', { id: one, newSeatId: second })
      expect([await counter.row('scheduling', one), await counter.row('scheduling', two)]).toMatchObject([
        { seatId: second },
        { seatId: first },
      ])
      // The teams are those of the groups: they stay where they are.
      expect(before.filter(Boolean)).toHaveLength(1)
      expect([await teamOf(two), await teamOf(one)]).toEqual(before)
      await counter.must('scheduling/changeSeat', { id: one, newSeatId: third })
      expect(await counter.row('schSeat', second ?? 0)).toMatchObject({ seatStatus: SEAT.free, schedulingId: null })
      expect(
        await counter.refused('scheduling/changeSeat', { id: one, newSeatId: await seatOf(await day()) }),
      ).toMatchObject({
        status: 400,
        data: { field: 'newSeatId' },
      })
    })

    it('is gone with its order', async () => {
      const date = await day()
      const made = await counter.order(1000)
      const [found] = await counter.rows('select "id" from "orderSession" where "orderId" = $1', [made.id])
      await counter.must('parameter/save', { parameters: [{ code: 'schedule_need_deposit', value: '0' }] })
      const seatId = await seatOf(date)
      const id = await book(seatId, found?.id as number)
      await counter.must('order/del', { id: made.id })
      expect(await counter.row('schSeat', seatId)).toMatchObject({ seatStatus: SEAT.free })
      expect(await counter.row('scheduling', id)).toMatchObject({ schedulingStatus: BOOKING.cancelled })
    })
  })

  const broken = async (db: Queryable): Promise<string[]> =>
    (await verify(db, studio.model)).filter((one) => one.broken.length > 0).map(({ invariant }) => invariant.code)

  it('leaves seats, holds, bookings and sessions at one with each other', async () =>
    expect(await broken(studio.db)).toEqual([]))

  const ONE = `(select min("id") from "scheduling" where "schedulingStatus" = ${BOOKING.toConfirm})`
  const SEAT_OF_ONE = `(select "seatId" from "scheduling" where "id" = ${ONE})`
  it.each([
    ['I-20', `update "scheduling" set "seatId" = ${SEAT_OF_ONE} where "schedulingStatus" = ${BOOKING.toConfirm}`],
    ['I-20', `update "schSeat" set "seatStatus" = ${SEAT.free} where "id" = ${SEAT_OF_ONE}`],
    ['I-21', `update "schSeat" set "seatStatus" = ${SEAT.held} where "seatStatus" = ${SEAT.free}`],
    ['I-22', `update "orderSession" set "schedulingId" = null where "schedulingId" = ${ONE}`],
    [
      'I-23',
      `update "scheduling" set "bookDate" = (select min("bookDate") from "scheduling"), "startTime" = '09:00', "endTime" = '11:00' where "teamId" is not null`,
    ],
    ['I-24', `update "schSetting" set "isDayoff" = true where "bookedCount" > 0`],
    ['I-25', `update "schSeat" set "startTime" = '08:00' where "startTime" = '11:00'`],
    ['I-25', `update "schSeat" set "endTime" = "startTime" where "id" = ${SEAT_OF_ONE}`],
  ])('finds what breaks %s', async (code, fault) => {
    const found: string[] = []
    const undone = new Error('undone')
    await studio.db
      .transaction(async (tx) => {
        await tx.query(fault)
        found.push(...(await broken(tx)))
        throw undone
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error
      })
    expect(found).toContain(code)
  })
})
