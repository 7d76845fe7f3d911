/** Many clerks at one board at once (I-20 to I-27): no seat twice, nobody at two places, and nothing breaks. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DICT } from '../../../src/generated/dictionaries.ts'
import { DAY } from '../../../src/model/zone.ts'
import { verify } from '../../../src/server/platform/invariants/index.ts'
import { engines } from '../db/engines.ts'
import { shiftOf, work } from '../support/clerks.ts'
import { Floor } from './floor.ts'
import { Studio, TODAY } from './studio.ts'

const SHIFT = shiftOf({ clerks: 20, acts: 12 })
const SESSIONS = 16
const DAYS = 6

describe.each(engines)('clerks at once on $name', (engine) => {
  let studio: Studio
  let floor: Floor
  beforeAll(async () => {
    studio = await Studio.open(engine)
    floor = await Floor.open(studio)
  })
  afterAll(() => studio.close())

  it('leave every seat, hold, booking, session and task at one with the others', async () => {
    const dates: number[] = []
    for (let i = 1; i <= DAYS; i += 1) dates.push(await floor.day(TODAY + i * DAY))
    const sessions: number[] = []
    for (let i = 0; i < SESSIONS; i += 1) sessions.push((await floor.session()).orderSessionId)
    const people: number[] = []
    for (let i = 0; i < SHIFT.clerks; i += 1) people.push(await floor.employee(`员${i}`))
    // Of two teams who share somebody, one at most is at work.
    const both = await floor.employee('何一', DICT.worker_role.sheying)
    const teams = [
      await floor.team('甲组', { sheying: [await floor.employee('甲', DICT.worker_role.sheying)], dengguang: [both] }),
      await floor.team('乙组', { sheying: [both] }),
    ]
    const { who } = floor.counter
    const happened = await work(
      (clerk, path, input) => studio.raw({ ...who, employeeId: people[clerk] ?? 0 }, path, input),
      { siteId: floor.siteId, dates, sessions, teams },
      SHIFT,
    )
    expect(happened.odd).toEqual([])
    // In a long shift of many whatever a clerk has seen is over when they press.
    const everything = SHIFT.seconds === undefined
    for (const path of !everything
      ? ['holdSeat', 'schedule']
      : ['holdSeat', 'schedule', 'confirm', 'changeSeat', 'changeDate', 'cancel', 'cancelHoldSeat'])
      expect(happened.done[`scheduling/${path}`] ?? 0, `${path}: ${JSON.stringify(happened)}`).toBeGreaterThan(0)
    const broken = (await verify(studio.db, studio.model)).filter((one) => one.broken.length > 0)
    expect(broken.map(({ invariant }) => `${invariant.code} ${invariant.says}`)).toEqual([])
  })
})
