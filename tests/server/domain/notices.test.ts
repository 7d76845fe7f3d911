/** What people are told of bookings (rules 2.8): made, moved, cancelled, the day before; and what ends by night. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DICT } from '../../../src/generated/dictionaries.ts'
import { DAY, HOUR } from '../../../src/model/zone.ts'
import { registerNightlyCalls } from '../../../src/server/platform/index.ts'
import { rulesEngines } from '../db/engines.ts'
import { Floor } from './floor.ts'
import { MONDAY, Studio, TODAY } from './studio.ts'

const SEE = DICT.control_type.see
const BOOKING = DICT.scheduling_status
const SCENES = {
  booking: '已约',
  change: '已改',
  cancel: '已取消',
  remind: '明天',
  pick: '请选片',
  pickBooking: '选片时间',
  pickCancel: '选片取消',
} as const

describe.each(rulesEngines)('notices of bookings on $name', (engine) => {
  let studio: Studio
  let floor: Floor
  let photographer = 0
  beforeAll(async () => {
    studio = await Studio.open(engine)
    floor = await Floor.open(studio)
    registerNightlyCalls(studio.jobs, { db: studio.db, app: studio.app })
    for (const [scene, word] of Object.entries(SCENES) as [keyof typeof SCENES, string][])
      await floor.must('smstemplate/add', {
        code: scene,
        name: word,
        scene: DICT.sms_scene[scene],
        content: scene === 'pick' ? `${word} \${orderNo}` : `${word} \${date} \${time} \${siteName}`,
      })
    photographer = await floor.employee('何一', DICT.worker_role.sheying)
  })
  afterAll(() => studio.close())

  /** What a customer was written, oldest first. */
  const written = async (ids: number[], sourceType = 'scheduling'): Promise<unknown[]> =>
    (
      await floor.counter.rows(
        `select "content" from "smsRecord" where "sourceType" = $2 and "sourceId" = any($1) order by "id"`,
        [ids, sourceType],
      )
    ).map(({ content }) => String(content).split(' ')[0])
  const heard = async (employeeId: number): Promise<unknown[]> =>
    (
      await floor.counter.rows('select "title" from "pushMessage" where "receiverId" = $1 order by "id"', [employeeId])
    ).map(({ title }) => title)
  const schedule = async (date: number, teamId?: number): Promise<number> => {
    const [seat] = await floor.free(date)
    const { orderSessionId } = await floor.session()
    return (await floor.must('scheduling/schedule', { seatId: seat?.seatId, orderSessionId, teamId })).id
  }
  /** The lanes of a day on which photos are chosen. */
  const viewing = async (): Promise<number[]> => {
    const [store] = await floor.must('store/select', {})
    const site = { code: 'V', name: '选片中心', siteType: SEE, storeId: store?.value }
    const { id: siteId } = await floor.must('site/add', site)
    const seats = [
      { startTime: '09:00', endTime: '10:30' },
      { startTime: '10:30', endTime: '12:00' },
    ]
    const { id: templateId } = await floor.must('workTemplate/create', {
      ...{ siteId, type: SEE, name: '看片日' },
      groups: ['选片1室', '选片2室'].map((groupName) => ({ groupName, seats })),
    })
    const date = TODAY + 80 * DAY
    await floor.must('schSetting/create', { siteId, type: SEE, from: date, to: date, templateId })
    const { lanes } = await floor.must('pickScheduling/queryScheduling', { date, siteId })
    return lanes.map((lane) => lane.id)
  }
  const at = async (moment: number): Promise<void> => {
    studio.clock.at = moment
    await studio.jobs.runDue()
  }

  it('tell the customer and the team of a booking made, moved and cancelled', async () => {
    const teamId = await floor.team('一组', { sheying: [photographer] })
    const [one, two] = [await floor.day(), await floor.day()]
    const id = await schedule(one, teamId)
    const [seat] = await floor.free(two)
    const moved = await floor.must('scheduling/changeDate', {
      ...{ id, newSeatId: seat?.seatId, changeReason: '孩子病了' },
    })
    await floor.must('scheduling/cancel', { id: moved.id, cancelReason: '不拍了' })
    expect(await written([id, moved.id])).toEqual([SCENES.booking, SCENES.change, SCENES.cancel])
    // The other seat has no team: this one hears that it is free again, and nothing of what follows.
    expect(await heard(photographer)).toEqual(['拍摄新预约', '拍摄已改期'])
  })

  it('tell everybody of a team but who booked', async () => {
    const [clerk, beside] = [
      await floor.employee('秦岚', DICT.worker_role.sheying),
      await floor.employee('方圆', DICT.worker_role.sheying),
    ]
    const teamId = await floor.team('二组', { sheying: [clerk, beside] })
    const [seat] = await floor.free(await floor.day())
    const { orderSessionId } = await floor.session()
    const booking = { seatId: seat?.seatId, orderSessionId, teamId }
    await floor.must('scheduling/schedule', booking, { ...floor.counter.who, employeeId: clerk })
    expect([await heard(clerk), await heard(beside)]).toEqual([[], ['拍摄新预约']])
  })

  it('tell the customer of another seat where the time is another, and both whose times were swapped', async () => {
    const date = await floor.day()
    const [one, two] = [await schedule(date), await schedule(date)]
    const seatOf = async (id: number) => (await floor.row('scheduling', id)).seatId
    const times = async () => [
      (await floor.row('scheduling', one)).startTime,
      (await floor.row('scheduling', two)).startTime,
    ]
    const [beside] = (await floor.free(date)).filter((seat) => seat.startTime === '09:00')
    expect(await times()).toEqual(['09:00', '09:00'])
    const later = (await floor.free(date)).find((seat) => seat.startTime === '11:00')
    expect(beside).toBeUndefined()
    await floor.must('scheduling/changeSeat', { id: one, newSeatId: await seatOf(two) })
    expect(await written([one, two])).toEqual([SCENES.booking, SCENES.booking])
    await floor.must('scheduling/changeSeat', { id: one, newSeatId: later?.seatId })
    expect(await written([one])).toEqual([SCENES.booking, SCENES.change])
    await floor.must('scheduling/changeSeat', { id: one, newSeatId: await seatOf(two) })
    expect(await written([one])).toEqual([SCENES.booking, SCENES.change, SCENES.change])
    expect(await written([two])).toEqual([SCENES.booking, SCENES.change])
  })

  it('ask the customer to choose photos, and tell of that appointment made, moved and cancelled', async () => {
    const shooting = await floor.shooting(await floor.day())
    const { orderSessionId, taskId } = shooting
    await floor.assign(taskId, photographer)
    studio.clock.at = shooting.date + 9 * HOUR
    await floor.record(taskId, 'start')
    await floor.photos(orderSessionId, 1)
    await floor.record(taskId, 'finish')
    expect(await written([orderSessionId], 'orderSession')).toEqual([SCENES.pick])
    studio.clock.at = MONDAY
    const [slot, other] = await viewing()
    const wish = { slotId: slot, orderSessionId, startTime: '09:00', endTime: '10:30' }
    const { id } = await floor.must('pickScheduling/booking', wish)
    // Another lane at the same hour is nothing to the customer.
    const beside = await floor.must('pickScheduling/changeDate', { id, newSlotId: other, startTime: '09:00' })
    const moved = await floor.must('pickScheduling/changeDate', {
      ...{ id: beside.id, newSlotId: slot, startTime: '10:30', changeReason: '孩子病了' },
    })
    await floor.must('pickScheduling/cancel', { id: moved.id, cancelReason: '不来了' })
    expect(await written([id, beside.id, moved.id], 'pickScheduling')).toEqual([
      ...[SCENES.pickBooking, SCENES.pickBooking, SCENES.pickCancel],
    ])
  })

  it('remind of tomorrow once, whatever the state of the booking', async () => {
    const date = await floor.day()
    const id = await schedule(date)
    await at(date - DAY + 9 * HOUR)
    expect(await written([id])).toEqual([SCENES.booking])
    await at(date - DAY + 10 * HOUR)
    await floor.must('scheduling/remind', {})
    expect(await written([id])).toEqual([SCENES.booking, SCENES.remind])
    studio.clock.at = MONDAY
  })

  it('bring a booking to the mind of who made it when the hours of the parameter are over, once', async () => {
    await floor.must('parameter/save', { parameters: [{ code: 'booking_confirm_hours', value: '5' }] })
    const me = floor.counter.who.employeeId ?? 0
    const before = (await heard(me)).length
    const date = await floor.day()
    await schedule(date)
    studio.clock.at += 4 * HOUR
    await floor.must('scheduling/askConfirm', {})
    expect(await heard(me)).toHaveLength(before)
    studio.clock.at += 2 * HOUR
    await floor.must('scheduling/askConfirm', {})
    await floor.must('scheduling/askConfirm', {})
    expect((await heard(me)).length).toBeGreaterThan(before)
    const after = (await heard(me)).length
    await floor.must('scheduling/askConfirm', {})
    expect(await heard(me)).toHaveLength(after)
    studio.clock.at = MONDAY
  })

  it('end by night what nobody confirmed: the session is to be booked again', async () => {
    const date = await floor.day()
    const id = await schedule(date)
    studio.clock.at = date + 23 * HOUR
    await floor.must('scheduling/missed', {})
    expect(await floor.row('scheduling', id)).toMatchObject({ schedulingStatus: BOOKING.toConfirm })
    studio.clock.at = date + DAY + 3 * HOUR
    await floor.must('scheduling/missed', {})
    const booking = await floor.row('scheduling', id)
    expect(booking).toMatchObject({ schedulingStatus: BOOKING.cancelled })
    expect(await floor.row('orderSession', booking.orderSessionId as number)).toMatchObject({ schedulingId: null })
    expect(await floor.row('schSeat', booking.seatId as number)).toMatchObject({
      seatStatus: DICT.seat_status.free,
      schedulingId: null,
    })
  })
})
