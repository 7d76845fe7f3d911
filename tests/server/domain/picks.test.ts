/** Appointments to choose photos (rules 2.8, I-28): lanes with their vehicle and people, seats of a session that was shot. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Requests } from '../../../src/generated/wire.ts'
import { DICT } from '../../../src/generated/dictionaries.ts'
import { DAY, HOUR } from '../../../src/model/zone.ts'
import { verify } from '../../../src/server/platform/invariants/index.ts'
import type { Queryable } from '../../../src/server/types.ts'
import { rulesEngines } from '../db/engines.ts'
import { Floor } from './floor.ts'
import { Studio, TODAY } from './studio.ts'

type Values = Record<string, unknown>
interface Lane extends Values {
  id: number
  groupId: number
}
interface Board {
  id: number
  lanes: Lane[]
  seats: (Values & { slotId: number; startTime: string })[]
}

const SEE = DICT.control_type.see
const SELECTION = DICT.task_type.selection
const BOOKING = DICT.scheduling_status
const TIMES = [
  ['09:00', '10:30'],
  ['10:30', '12:00'],
  ['13:00', '14:30'],
] as const

describe.each(rulesEngines)('appointments to choose photos on $name', (engine) => {
  let studio: Studio
  let floor: Floor
  let siteId = 0
  let templateId = 0
  let luo = 0
  let n = 0
  beforeAll(async () => {
    studio = await Studio.open(engine)
    floor = await Floor.open(studio)
    const [store] = await floor.must('store/select', {})
    const site = { code: 'V', name: '选片中心', siteType: SEE, storeId: store?.value }
    siteId = (await floor.must('site/add', site)).id
    const seats = TIMES.map(([startTime, endTime]) => ({ startTime, endTime }))
    const groups = ['选片1室', '选片2室'].map((groupName) => ({ groupName, seats }))
    templateId = (await floor.must('workTemplate/create', { siteId, type: SEE, name: '看片日', groups })).id
    luo = await floor.employee('罗敏', DICT.worker_role.xuanpian)
  })
  afterAll(() => studio.close())

  const board = (date: number): Promise<Board> => floor.must('pickScheduling/queryScheduling', { date, siteId })

  /** A viewing day of its own, with its two lanes. */
  async function day(): Promise<{ date: number; lanes: [Lane, Lane] }> {
    const date = TODAY + (60 + (n += 1)) * DAY
    await floor.must('schSetting/create', { siteId, type: SEE, from: date, to: date, templateId })
    return { date, lanes: (await board(date)).lanes as [Lane, Lane] }
  }

  /** A session that was shot, whose photos wait. */
  async function shot(): Promise<{ orderSessionId: number; customerId: number; taskId: number }> {
    const shooting = await floor.shooting(await floor.day())
    await floor.assign(shooting.taskId, await floor.employee('摄', DICT.worker_role.sheying))
    studio.clock.at = shooting.date + 9 * HOUR
    await floor.record(shooting.taskId, 'start')
    await floor.photos(shooting.orderSessionId, 3)
    await floor.record(shooting.taskId, 'finish', { shotCount: 3 })
    studio.clock.at = TODAY + 9 * HOUR
    const { orderSessionId, customerId } = shooting
    return { orderSessionId, customerId, taskId: await floor.task(orderSessionId, SELECTION) }
  }
  const wish = (slotId: number, orderSessionId: number, at = 0): Requests['pickScheduling/booking'] => ({
    slotId,
    orderSessionId,
    startTime: TIMES[at]?.[0],
    endTime: TIMES[at]?.[1],
  })
  const book = async (slotId: number, orderSessionId: number, at = 0): Promise<number> =>
    (await floor.must('pickScheduling/booking', wish(slotId, orderSessionId, at))).id

  describe('a lane', () => {
    it('is there for each group of a viewing day, also for one that is added', async () => {
      const { date, lanes } = await day()
      expect(lanes).toMatchObject([
        { slotName: '选片1室', capacity: 4, siteId },
        { slotName: '选片2室', capacity: 4, siteId },
      ])
      await floor.must('schSetting/addGroup', { settingId: (await board(date)).id, groupName: '上门' })
      expect((await board(date)).lanes.map(({ slotName }) => slotName)).toContain('上门')
    })

    it('has its own vehicle and its own people on a day (I-28)', async () => {
      const { lanes } = await day()
      const other = await day()
      const vehicleId = (await floor.must('vehicle/add', { plateNo: `渝A${(n += 1)}` })).id
      for (const [path, given, field] of [
        ['pickScheduling/setVechile', { vehicleId }, 'vehicleId'],
        ['pickScheduling/setWorker', { workerIds: [luo] }, 'workerIds'],
      ] as const) {
        await floor.must(path, { slotId: lanes[0].id, ...given })
        expect(await floor.told(path, { slotId: lanes[1].id, ...given }), path).toMatchObject({
          status: 400,
          data: { field },
        })
        await floor.must(path, { slotId: other.lanes[0].id, ...given })
      }
    })

    it('goes to the address on file where none is typed, and asks for it where there is none', async () => {
      const { date, lanes } = await day()
      const { orderSessionId, customerId } = await shot()
      const visit = { ...wish(lanes[0].id, orderSessionId), isOnsite: 1 }
      expect(await floor.told('pickScheduling/booking', visit)).toMatchObject({
        status: 400,
        data: { field: 'address' },
      })
      await floor.must('customer/edit', { id: customerId, address: '渝中区民权路 8 号' })
      const { id } = await floor.must('pickScheduling/booking', visit)
      expect(await floor.must('pickScheduling/detail', { id })).toMatchObject({ address: '渝中区民权路 8 号' })
      const seat = (await board(date)).seats.find(({ pickSchedulingId }) => pickSchedulingId === id)
      expect(seat).toMatchObject({ visitAddress: '渝中区民权路 8 号', visits: 0 })
    })

    it('takes nobody at once twice, whoever presses (I-28)', async () => {
      const { lanes } = await day()
      const answers = await Promise.all(
        lanes.map(({ id }) => floor.told('pickScheduling/setWorker', { slotId: id, workerIds: [luo] })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    })

    it('takes no more appointments than its capacity (I-28)', async () => {
      const { lanes } = await day()
      await floor.must('pickScheduling/setCapacity', { slotId: lanes[0].id, capacity: 1 })
      const sessions = [await shot(), await shot()]
      const answers = await Promise.all(
        sessions.map(({ orderSessionId }, i) =>
          floor.told('pickScheduling/booking', wish(lanes[0].id, orderSessionId, i)),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
      expect(answers.find(({ status }) => status === 400)).toMatchObject({ data: { field: 'slotId' } })
      await floor.must('pickScheduling/setCapacity', { slotId: lanes[0].id, capacity: 2 })
      await book(lanes[0].id, (await shot()).orderSessionId, 2)
      expect(await floor.told('pickScheduling/setCapacity', { slotId: lanes[0].id, capacity: 1 })).toMatchObject({
        status: 400,
        data: { field: 'capacity' },
      })
    })
  })

  describe('an appointment', () => {
    it('is of a session whose photos wait, once, at a free time of the lane', async () => {
      const { date, lanes } = await day()
      const { orderSessionId: unshot } = await floor.session()
      expect(await floor.told('pickScheduling/booking', wish(lanes[0].id, unshot))).toMatchObject({
        status: 400,
        data: { field: 'orderSessionId' },
      })
      const { orderSessionId, taskId } = await shot()
      const waits = async (): Promise<unknown[]> =>
        (await floor.must('pickScheduling/queryOrder', { pageNO: 1, pageRows: 200 })).map(({ id }) => id)
      expect(await waits()).toContain(orderSessionId)
      expect(
        await floor.told('pickScheduling/booking', { ...wish(lanes[0].id, orderSessionId), endTime: '11:00' }),
      ).toMatchObject({ status: 400, data: { field: 'startTime' } })
      const id = await book(lanes[0].id, orderSessionId)
      expect(await waits()).not.toContain(orderSessionId)
      expect(await floor.row('pickScheduling', id)).toMatchObject({
        slotId: lanes[0].id,
        schedulingStatus: BOOKING.toConfirm,
      })
      expect((await floor.row('workTask', taskId)).planTime).toBe(date + 9 * HOUR)
      expect((await board(date)).seats[0]).toMatchObject({
        seatStatus: DICT.seat_status.booked,
        pickSchedulingId: id,
        slotId: lanes[0].id,
      })
      const second = await shot()
      expect(await floor.told('pickScheduling/booking', wish(lanes[0].id, second.orderSessionId))).toMatchObject({
        status: 400,
        data: { field: 'slotId' },
      })
      expect(await floor.told('pickScheduling/booking', wish(lanes[1].id, orderSessionId))).toMatchObject({
        status: 400,
      })
      // Seats of viewing are for no shooting.
      const free = await floor.list('scheduling/queryFree', { siteId, type: SEE, from: date, to: date })
      expect(
        await floor.told('scheduling/schedule', {
          seatId: free[0]?.seatId,
          orderSessionId: (await floor.session()).orderSessionId,
        }),
      ).toMatchObject({ status: 400, data: { field: 'seatId' } })
    })

    it('is confirmed from the start in a lane that has its people', async () => {
      const { lanes } = await day()
      const who = await floor.employee('驻选', DICT.worker_role.xuanpian)
      await floor.must('pickScheduling/setWorker', { slotId: lanes[0].id, workerIds: [who] })
      const id = await book(lanes[0].id, (await shot()).orderSessionId)
      expect(await floor.row('pickScheduling', id)).toMatchObject({ schedulingStatus: BOOKING.confirmed })
    })

    it('is confirmed by its people, who are nowhere else then', async () => {
      const { lanes } = await day()
      const [one, two] = [await shot(), await shot()]
      const first = await book(lanes[0].id, one.orderSessionId)
      const beside = await book(lanes[1].id, two.orderSessionId)
      await floor.must('pickScheduling/setWorkers', { id: first, workerIds: [luo] })
      expect(await floor.row('pickScheduling', first)).toMatchObject({ schedulingStatus: BOOKING.confirmed })
      expect(await floor.told('pickScheduling/setWorkers', { id: beside, workerIds: [luo] })).toMatchObject({
        status: 400,
        data: { field: 'workerIds' },
        msg: '罗敏 09:00–10:30 已在选片1室',
      })
      // Given out as a task it is the same rule.
      const workers = [{ workerRole: 'xuanpian', employeeId: luo }]
      expect(await floor.told('worker/setWorkers', { workTaskIds: [two.taskId], workers })).toMatchObject({
        status: 400,
        data: { field: 'workers' },
      })
    })

    it('is seen by the people it was given to, and by none of the others', async () => {
      const { lanes } = await day()
      const { id: roleId } = await studio.row<{ id: number }>(
        `select "id" from "role" where "code" = 'selector' and "companyId" = 1`,
      )
      const given = await floor.employee('沈选', DICT.worker_role.xuanpian)
      const other = await floor.employee('蒋选', DICT.worker_role.xuanpian)
      const id = await book(lanes[0].id, (await shot()).orderSessionId)
      const seen = async (employeeId: number): Promise<unknown[]> => {
        const who = { ...floor.counter.who, roleId, employeeId }
        return (await floor.must('pickScheduling/query', { pageNO: 1, pageRows: 50 }, who)).map((one) => one.id)
      }
      expect(await seen(given)).toEqual([])
      await floor.must('pickScheduling/setWorkers', { id, workerIds: [given] })
      expect([await seen(given), await seen(other)]).toEqual([[id], []])
      await floor.must('pickScheduling/setWorkers', { id, workerIds: [other] })
      expect([await seen(given), await seen(other)]).toEqual([[], [id]])
    })

    it('moves, and leaves its time free', async () => {
      const { lanes } = await day()
      const later = await day()
      const { orderSessionId } = await shot()
      const old = await book(lanes[0].id, orderSessionId)
      const { id } = await floor.must('pickScheduling/changeDate', {
        id: old,
        newSlotId: later.lanes[1].id,
        startTime: TIMES[2][0],
        changeReason: '客户改期',
      })
      expect(await floor.row('pickScheduling', old)).toMatchObject({ schedulingStatus: BOOKING.rescheduled })
      expect(await floor.row('pickScheduling', id)).toMatchObject({
        slotId: later.lanes[1].id,
        startTime: TIMES[2][0],
        changeFromId: old,
      })
      await book(lanes[0].id, (await shot()).orderSessionId)
      const [film] = await floor.counter.rows(
        'select "pickSchedulingId" from "selectedFilm" where "orderSessionId" = $1',
        [orderSessionId],
      )
      expect(film).toMatchObject({ pickSchedulingId: id })
    })

    it('keeps the people chosen for it at another time of its lane, and gets those of another lane', async () => {
      const { lanes } = await day()
      const [own, other] = [
        await floor.employee('罗薇', DICT.worker_role.xuanpian),
        await floor.employee('石磊', DICT.worker_role.xuanpian),
      ]
      await floor.must('pickScheduling/setWorker', { slotId: lanes[1].id, workerIds: [other] })
      const id = await book(lanes[0].id, (await shot()).orderSessionId)
      await floor.must('pickScheduling/setWorkers', { id, workerIds: [own] })
      const moved = async (from: number, newSlotId: number, startTime: string) => {
        const to = { id: from, newSlotId, startTime, changeReason: '客户改期' }
        const { id: now } = await floor.must('pickScheduling/changeDate', to)
        return { id: now, workerIds: (await floor.row('pickScheduling', now)).workerIds }
      }
      const later = await moved(id, lanes[0].id, TIMES[1][0])
      expect(later.workerIds).toEqual([own])
      expect((await moved(later.id, lanes[1].id, TIMES[2][0])).workerIds).toEqual([other])
    })

    it('changes places with another, wholly or not at all', async () => {
      const { lanes } = await day()
      const [a, b] = [await shot(), await shot()]
      const one = await book(lanes[0].id, a.orderSessionId)
      const two = await book(lanes[1].id, b.orderSessionId, 2)
      await floor.must('pickScheduling/exchange', { idA: one, idB: two })
      expect([await floor.row('pickScheduling', one), await floor.row('pickScheduling', two)]).toMatchObject([
        { slotId: lanes[1].id, startTime: TIMES[2][0] },
        { slotId: lanes[0].id, startTime: TIMES[0][0] },
      ])
      const swaps = await Promise.all([
        floor.told('pickScheduling/exchange', { idA: one, idB: two }),
        floor.told('pickScheduling/exchange', { idA: two, idB: one }),
      ])
      expect(swaps.map(({ status }) => status)).toEqual([200, 200])
      expect(await floor.row('pickScheduling', one)).toMatchObject({ slotId: lanes[1].id })
      await floor.must('pickScheduling/cancel', { id: two, cancelReason: '不来了' })
      expect(await floor.told('pickScheduling/exchange', { idA: one, idB: two })).toMatchObject({
        status: 400,
        data: { field: 'idB' },
      })
    })

    it('tells the people of both when it changes places', async () => {
      const { lanes } = await day()
      const [left, right] = [
        await floor.employee('左选', DICT.worker_role.xuanpian),
        await floor.employee('右选', DICT.worker_role.xuanpian),
      ]
      const [idA, idB] = [
        await book(lanes[0].id, (await shot()).orderSessionId),
        await book(lanes[1].id, (await shot()).orderSessionId),
      ]
      await floor.must('pickScheduling/setWorkers', { id: idA, workerIds: [left] })
      await floor.must('pickScheduling/setWorkers', { id: idB, workerIds: [right] })
      await floor.must('pickScheduling/exchange', { idA, idB })
      const told = 'select "receiverId", "title" from "pushMessage" where "receiverId" = any($1) order by "receiverId"'
      expect(await studio.rows(told, [[left, right]])).toEqual([
        { receiverId: left, title: '选片对调' },
        { receiverId: right, title: '选片对调' },
      ])
    })

    it('is gone with its selection', async () => {
      const { lanes, date } = await day()
      const { orderSessionId, taskId } = await shot()
      const id = await book(lanes[0].id, orderSessionId)
      await floor.must('record/add', {
        targetType: DICT.record_target.task,
        targetId: taskId,
        recordType: DICT.record_type.status,
        action: 'terminate',
        reason: '退单',
      })
      expect(await floor.row('pickScheduling', id)).toMatchObject({ schedulingStatus: BOOKING.cancelled })
      expect((await board(date)).seats[0]).toMatchObject({ seatStatus: DICT.seat_status.free, pickSchedulingId: null })
    })
  })

  it.each([
    ['before its time', 0, DICT.seat_status.free],
    ['at its time', 10 * HOUR, DICT.seat_status.used],
  ])('is over once the customer has signed %s, and leaves its seat', async (_when, hour, seatStatus) => {
    const { date, lanes } = await day()
    const { orderSessionId, taskId } = await shot()
    const id = await book(lanes[0].id, orderSessionId)
    const { seatId } = await floor.row('pickScheduling', id)
    const people = [{ workerRole: 'xuanpian', employeeId: luo, isMain: 1 }]
    await floor.must('worker/setWorkers', { workTaskIds: [taskId], workers: people })
    if (hour > 0) studio.clock.at = date + hour
    const { selectedFilmId } = await floor.must('photo/startPick', { workTaskId: taskId })
    for (const { id: photoId } of await studio.rows('select "id" from "photo" where "orderSessionId" = $1', [
      orderSessionId,
    ]))
      await floor.must('photo/pickForProduct', {
        selectedFilmId,
        photoId: Number(photoId),
        pickType: DICT.pick_type.keep,
      })
    const [file] = await studio.rows('select "id", "url", "origName" from "uploadFile" order by "id" limit 1')
    await floor.must('pick/record', { selectedFilmId, signImage: file as never })
    studio.clock.at = TODAY + 9 * HOUR
    expect(await floor.row('pickScheduling', id)).toMatchObject({ schedulingStatus: BOOKING.done })
    expect(await floor.row('schSeat', seatId ?? 0)).toMatchObject({ seatStatus })
    expect(await broken(studio.db)).toEqual([])
  })

  const broken = async (db: Queryable): Promise<string[]> =>
    (await verify(db, studio.model)).filter((one) => one.broken.length > 0).map(({ invariant }) => invariant.code)

  it('leaves seats, lanes and appointments at one with each other', async () =>
    expect(await broken(studio.db)).toEqual([]))

  const LIVE = `"schedulingStatus" in (${BOOKING.toConfirm}, ${BOOKING.confirmed})`
  it.each([
    ['I-20', `update "schSeat" set "pickSchedulingId" = null where "pickSchedulingId" is not null`],
    ['I-28', `update "pickSlot" set "capacity" = 0`],
    [
      'I-28',
      `update "pickSlot" set "vehicleId" = null, "workerIds" = array[1::bigint], "slotDate" = (select min("slotDate") from "pickSlot")`,
    ],
    ['I-28', `update "pickScheduling" set "slotId" = (select min("slotId") from "pickScheduling" where ${LIVE})`],
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
