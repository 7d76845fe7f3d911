/** Addresses for calendar programs: what they show, as whom, and what every wrong one is told. */
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DICT } from '../../../src/generated/dictionaries.ts'
import { DAY, HOUR } from '../../../src/model/zone.ts'
import { findFeed } from '../../../src/server/platform/auth/sessions.ts'
import { mountFeeds } from '../../../src/server/http/feeds.ts'
import type { Actor } from '../../../src/server/types.ts'
import { rulesEngines } from '../db/engines.ts'
import { Floor } from './floor.ts'
import { MONDAY, Studio } from './studio.ts'

type Values = Record<string, unknown>
interface Feed {
  link: string
  address: string
}

const SCREEN = '/shooting/camera-calendar'

describe.each(rulesEngines)('calendars for calendar programs on $name', (engine) => {
  let studio: Studio
  let floor: Floor
  let manager: Actor
  let teamId = 0
  let date = 0
  const hono = new Hono()
  beforeAll(async () => {
    studio = await Studio.open(engine)
    floor = await Floor.open(studio)
    manager = await studio.actor('manager')
    mountFeeds(hono, {
      model: () => studio.model,
      run: (path, actor, input) => studio.app.run(path, actor, input),
      find: (link) => findFeed(studio.db, link),
      seal: studio.files.seal,
      clock: studio.clock,
    })
    teamId = await floor.team('一组', { sheying: [await floor.employee('何一', DICT.worker_role.sheying)] })
    date = await floor.day()
    const one = await floor.session()
    await floor.must('customer/edit', { id: one.customerId, realName: '陈雨; 小,满' })
    await floor.book(one.orderSessionId, date, { startTime: '09:00' }, { teamId })
    const two = await floor.session()
    const id = await floor.book(two.orderSessionId, date, { startTime: '11:00' })
    await floor.must('scheduling/cancel', { id, cancelReason: '不拍了' })
  })
  afterAll(() => studio.close())

  const make = (input: Values = {}, who = manager) =>
    floor.told('calendarFeed/make', { name: '一组', screen: SCREEN, filters: {}, ...input }, who)
  const mine = (who = manager) => floor.list('calendarFeed/mine', { screen: SCREEN }, who)
  async function feed(filters: Values = {}): Promise<Feed> {
    const told = await make({ filters })
    expect(told).toMatchObject({ status: 200 })
    const found = (await mine()).find(({ link }) => link === (told.data as Feed).link)
    if (!found) throw new Error('no address')
    return found
  }
  async function read(address: string): Promise<{ status: number; text: string }> {
    const answer = await hono.request(`http://studio.test${address}`)
    return { status: answer.status, text: await answer.text() }
  }

  it('show the entries of the calendar with times and state, their text escaped and folded', async () => {
    const { address } = await feed()
    const answer = await hono.request(`http://studio.test${address}`)
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const text = await answer.text()
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    const lines = text.replace(/\r\n /g, '').split('\r\n')
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2)
    expect(lines).toContain('SUMMARY:陈雨\\; 小\\,满')
    expect(lines.filter((line) => line.startsWith('STATUS:'))).toEqual(['STATUS:CONFIRMED', 'STATUS:CANCELLED'])
    const begin = new Date(date + 9 * HOUR).toISOString().replace(/[-:]|\.000/g, '')
    expect(lines).toContain(`DTSTART:${begin}`)
    expect(lines.find((line) => line.startsWith('DESCRIPTION:'))).toMatch(/团队: 一组\\n场次: [^\\]+\\n组: 摄影1组/)
  })

  it('show what the filters said when they were made', async () => {
    const { address } = await feed({ teamId: [teamId] })
    expect((await read(address)).text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  })

  it('are good for nobody who guesses or changes one', async () => {
    const [one, two] = [await feed(), await feed()]
    const sign = /sign=([\w-]+)/.exec(one.address)?.[1] ?? ''
    const wrong = [
      one.address.replace(
        sign,
        sign.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      ),
      one.address.replace(/\?.*/, ''),
      one.address.replace(one.link, two.link),
      one.address.replace(/until=\d+/, 'until=99999999999'),
      one.address.replace(one.link, `${one.link}'--`),
      studio.files.seal.address('/feeds/constructor.ics', MONDAY + DAY),
      '/feeds/.ics',
    ]
    for (const address of wrong) expect(await read(address), address).toEqual({ status: 404, text: '' })
    expect(await read(one.address)).toMatchObject({ status: 200 })
  })

  it('are written for each in turn: who asks for one again and again shuts out nobody', async () => {
    const [one, other] = [await feed(), await feed()]
    const many = Array.from({ length: 80 }, () => read(one.address))
    expect((await read(other.address)).status).toBe(200)
    const told = (await Promise.all(many)).map(({ status }) => status)
    expect(told.filter((status) => status === 503).length).toBeGreaterThan(10)
    expect(told.filter((status) => status === 200).length).toBeGreaterThan(50)
  })

  it('are withdrawn by whose they are, and end with their year', async () => {
    const [one, two] = [await feed(), await feed()]
    expect(await floor.told('calendarFeed/drop', { link: one.link })).toMatchObject({ status: 400 })
    expect(await floor.told('calendarFeed/drop', { link: one.link }, await studio.actor('chengdu'))).toMatchObject({
      status: 400,
    })
    expect(await read(one.address)).toMatchObject({ status: 200 })
    await floor.must('calendarFeed/drop', { link: one.link }, manager)
    expect(await read(one.address)).toEqual({ status: 404, text: '' })
    expect(await read(two.address)).toMatchObject({ status: 200 })
    studio.clock.at = MONDAY + 367 * DAY
    expect(await read(two.address)).toEqual({ status: 404, text: '' })
    studio.clock.at = MONDAY
  })

  it('end with the right, the role, the account and the work of who made them', async () => {
    const { address } = await feed()
    const { roleId, employeeId, userId } = manager
    const rights = `update "roleMenu" set "isDel" = $2 where "roleId" = $1`
    for (const [change, id, off, on] of [
      ['update "role" set "status" = $2 where "id" = $1', roleId, 0, 1],
      ['update "employee" set "status" = $2 where "id" = $1', employeeId, 2, 1],
      ['update "user" set "status" = $2 where "id" = $1', userId, 0, 1],
      [rights, roleId, true, false],
    ] as const) {
      await studio.db.query(change, [id, off])
      await studio.app.forget()
      expect(await read(address), change).toEqual({ status: 404, text: '' })
      await studio.db.query(change, [id, on])
      await studio.app.forget()
      expect(await read(address), change).toMatchObject({ status: 200 })
    }
  })

  it('are made of calendars that one may open, with filters that they have', async () => {
    const field = (name: string) => ({ status: 400, data: { field: name } })
    expect(await make({}, await studio.actor('lin'))).toMatchObject(field('screen'))
    expect(await make({ screen: '/shooting/work-calendar' })).toMatchObject(field('screen'))
    expect(await make({ screen: 'constructor' })).toMatchObject(field('screen'))
    expect(await make({ filters: { companyId: 2 } })).toMatchObject(field('filters'))
    expect(await mine(await studio.actor('admin'))).toEqual([])
  })

  it('show nothing of another company', async () => {
    const stranger = await studio.actor('chengdu')
    expect(await make({ filters: { teamId: [teamId] } }, stranger)).toMatchObject({ status: 200 })
    const [own] = await mine(stranger)
    const { text } = await read(own?.address ?? '')
    expect(text).toContain('BEGIN:VCALENDAR')
    expect(text).not.toContain('VEVENT')
  })
})
