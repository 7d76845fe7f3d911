/** What people are told of bookings (rules 2.8): made, moved, cancelled, the day before; and what ends by night. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '../../../src/model/zone.ts'
import { registerNightlyCalls } from '../../../src/server/domain/index.ts'
import { rulesEngines } from '../db/engines.ts'
import { Floor } from './floor.ts'
import { MONDAY, Studio } from './studio.ts'

const BOOKING = { toConfirm: 1, confirmed: 2, cancelled: 6 } as const
const SCENES = { booking: '已约', change: '已改', cancel: '已取消', remind: '明天' } as const

describe.each(rulesEngines)('notices of bookings on $name', (engine) => {
  let studio: Studio
  let floor: Floor
  let photographer = 0
  beforeAll(async () => {
    studio = await Studio.open(engine)
    floor = await Floor.open(studio)
    registerNightlyCalls(studio.jobs, { db: studio.db, app: studio.app })
    for (const [scene, word] of Object.entries(SCENES))
      await floor.must('smstemplate/add', {
        code: scene,
        name: word,
        scene,
        content: `${word} \${date} \${time} \${siteName}`,
      })
    photographer = await floor.employee('何一', 'sheying')
  }, 120_000)
  afterAll(() => studio.close())

  /** What a customer was written, oldest first. */
  const written = async (bookingIds: number[]): Promise<unknown[]> =>
    (
      await floor.counter.rows(
        `select "content" from "smsRecord" where "sourceType" = 'scheduling' and "sourceId" = any($1) order by "id"`,
        [bookingIds],
      )
    ).map(({ content }) => String(content).split(' ')[0])
  const heard = async (employeeId: number): Promise<unknown[]> =>
    (
      await floor.counter.rows('select "title" from "pushMessage" where "receiverId" = $1 order by "id"', [employeeId])
    ).map(({ title }) => title)
  const schedule = async (date: number, teamId?: number): Promise<number> => {
    const [seat] = await floor.free(date)
    const { orderSessionId } = await floor.session()
    return (await floor.must<{ id: number }>('scheduling/schedule', { seatId: seat?.seatId, orderSessionId, teamId }))
      .id
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
    const moved = await floor.must<{ id: number }>('scheduling/changeDate', {
      ...{ id, newSeatId: seat?.seatId, changeReason: '孩子病了' },
    })
    await floor.must('scheduling/cancel', { id: moved.id, cancelReason: '不拍了' })
    expect(await written([id, moved.id])).toEqual([SCENES.booking, SCENES.change, SCENES.cancel])
    // The other seat has no team: this one hears that it is free again, and nothing of what follows.
    expect(await heard(photographer)).toEqual(['拍摄新预约', '拍摄已改期'])
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
    expect(await floor.row('schSeat', booking.seatId as number)).toMatchObject({ seatStatus: 1, schedulingId: null })
  })
})
