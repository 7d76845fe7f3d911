/** The floor's schedule: teams, templates, days opened by them, and the bookings of the days to come. */
import { DAY, HOUR } from '../src/model/zone.ts'
import type { Counter } from './counter.ts'
import { dayOf } from './customers.ts'
import { pick } from '../src/samples/chance.ts'
import { seedPipeline } from './pipeline.ts'
import { seedShootings, shoot } from './shootings.ts'
import type { Row, Seeder } from './seeder.ts'

/** Days that are open, from today on: at least a week, for a large company three. */
const AHEAD = { least: 7, most: 21, ofShare: 300 }
/** Sites that take bookings, of the whole demo. */
const SITES = 4
/** Sessions booked, of the whole demo. */
const BOOKINGS = 90
/** Of ten bookings so many are confirmed. */
const CONFIRMED = 6
/** Times of a group of seats, and the names of groups. */
const TIMES = [
  ['09:00', '11:00'],
  ['11:00', '13:00'],
  ['13:30', '15:30'],
  ['15:30', '17:30'],
] as const
/** Lanes where photos are chosen, their times, and so many days of them; the last lane goes to the customer. */
const LANES = ['选片一室', '选片二室', '上门选片'] as const
const VIEWINGS = [
  ['10:00', '11:30'],
  ['13:30', '15:00'],
  ['15:30', '17:00'],
] as const
const VIEWING_DAYS = 6
const VEHICLES = [
  ['渝A·8K216', '别克GL8'],
  ['渝A·3D570', '大众途安'],
] as const
const GROUPS = ['摄影一组', '摄影二组', '摄影三组'] as const

export async function seedSchedule(counter: Counter, share: number): Promise<void> {
  const { s: now, values, org } = counter
  const clerks = org.byPosition.摄控专员 ?? [counter.approver]
  const s = now.as(clerks[0] ?? counter.approver)
  const all: Row<'site'>[] = await s.call('site/query', {
    siteType: values('control_type', 'set'),
    pageNO: 1,
    pageRows: 200,
  })
  if (all.length === 0) return
  const sites = all.slice(0, Math.max(1, Math.round(SITES * share)))
  const teams = await seedTeams(counter, s)
  const days = Math.max(AHEAD.least, Math.min(AHEAD.most, Math.round(AHEAD.ofShare * share)))
  const templates: number[] = []
  for (const [at, site] of sites.entries())
    templates.push(await openDays(counter, s, { siteId: site.id, teams: teamsOf(teams, at), days }))
  const photographers = org.byPosition.摄影师 ?? []
  const studio = {
    siteId: all[0]?.id ?? 0,
    templateId: templates[0] ?? 0,
    groups: GROUPS.flatMap((name, at) => (photographers[at] ? [{ name, photographer: photographers[at] }] : [])),
  }
  const shot = await seedShootings(counter, s, studio, share)
  const [group] = studio.groups
  const waiting = await seedPipeline(
    counter,
    s,
    shot,
    async (more) => group && shoot(counter, s, { siteId: studio.siteId, group, ...more }),
  )
  await book(counter, s, sites, Math.round(BOOKINGS * share))
  await seedViewing(counter, s, waiting)
}

/** The teams of a site, counted from 0: three at the first, two at each other. No team is at two sites, so that none is asked for twice at once. */
const teamsOf = (teams: readonly number[], site: number): readonly number[] =>
  site === 0 ? teams.slice(0, GROUPS.length) : teams.slice(GROUPS.length + (site - 1) * 2).slice(0, 2)

/** A photographer with make-up and light; who helps one team helps no other. */
async function seedTeams({ org, values }: Counter, s: Seeder): Promise<number[]> {
  const people = org.byPosition.摄影师 ?? []
  const of = (position: string, at: number): number[] => (org.byPosition[position] ?? []).slice(at, at + 1)
  return s.addAll(
    'team',
    people.map((id, at) => ({
      code: `T-${at + 1}`,
      name: `${['一', '二', '三', '四', '五', '六'][at] ?? at + 1}队`,
      sheying: [id],
      huazhuang: of('化妆师', at),
      dengguang: of('灯光师', at),
      xuanpian: of('选片师', at),
      xiutiao: of('修图师', at),
      status: values('enable_status', 'enabled'),
    })),
  )
}

/** Opens the days of a site by a template, and answers it. Two groups of four seats, three at the first site; the last seat of the first group is for whoever may take it. */
async function openDays(
  { values }: Counter,
  s: Seeder,
  { siteId, teams, days }: { siteId: number; teams: readonly number[]; days: number },
): Promise<number> {
  const type = values('control_type', 'set')
  const today = dayOf(s.now)
  const { id }: { id: number } = await s.call('workTemplate/create', {
    siteId,
    type,
    name: '平日模板',
    isDefault: 1,
    groups: GROUPS.map((groupName, at) => ({
      groupName,
      teamId: teams[at] ?? null,
      sortNum: at + 1,
      seats: TIMES.map(([startTime, endTime], n) => ({
        startTime,
        endTime,
        isSpecial: at === 0 && n === TIMES.length - 1 ? 1 : 0,
      })),
    })),
  })
  await s.call('schSetting/create', { siteId, type, from: today, to: today + days * DAY, templateId: id })
  await s.call('scheduling/setDayoff', { siteId, date: today + 6 * DAY, isDayoff: 1, reason: '场地盘点', type })
  return id
}

/**
 * Rooms where photos are chosen, and a vehicle for those who choose at home, a week ahead; the sessions that were shot
 * are seen there, as far as they find room.
 */
async function seedViewing({ values, org }: Counter, s: Seeder, shot: readonly number[]): Promise<void> {
  const type = values('control_type', 'see')
  const [site]: Row<'site'>[] = await s.call('site/query', { siteType: type, pageNO: 1, pageRows: 1 })
  if (!site) return
  const vehicles = await s.addAll(
    'vehicle',
    VEHICLES.map(([plateNo, model]) => ({ plateNo, model, status: values('enable_status', 'enabled') })),
  )
  const { id: templateId }: { id: number } = await s.call('workTemplate/create', {
    ...{ siteId: site.id, type, name: '看片模板', isDefault: 1 },
    groups: LANES.map((groupName, at) => ({
      ...{ groupName, sortNum: at + 1 },
      seats: VIEWINGS.map(([startTime, endTime]) => ({ startTime, endTime })),
    })),
  })
  const today = dayOf(s.now)
  const week = { from: today, to: today + VIEWING_DAYS * DAY }
  await s.call('schSetting/create', { siteId: site.id, type, ...week, templateId })
  const { lanes } = await s.call('pickScheduling/queryScheduling', {
    ...{ date: week.from, to: week.to, siteId: site.id },
  })
  const people = org.byPosition.选片师 ?? []
  const waiting = [...shot]
  for (const { id: slotId, slotName, slotDate } of lanes) {
    const at = LANES.findIndex((name) => name === slotName)
    const worker = people[at]
    if (worker) await s.call('pickScheduling/setWorker', { slotId, workerIds: [worker] })
    const [startTime, endTime] = VIEWINGS[at] ?? VIEWINGS[0]
    const orderSessionId = at === 0 && Number(slotDate) > today ? waiting.shift() : undefined
    if (orderSessionId) await s.call('pickScheduling/booking', { slotId, orderSessionId, startTime, endTime })
    if (at !== LANES.length - 1) continue
    await s.call('pickScheduling/setRegion', { slotId, region: '渝北区' })
    await s.call('pickScheduling/setVechile', { slotId, vehicleId: vehicles[0] })
  }
}

/** Sessions whose deposit is paid, on free seats of the days to come. */
async function book(
  { values, random }: Counter,
  s: Seeder,
  sites: readonly Row<'site'>[],
  count: number,
): Promise<void> {
  const type = values('control_type', 'set')
  const today = dayOf(s.now)
  const orders: Row<'order'>[] = await s.call('order/query', {
    orderStatus: values('order_status', 'paid'),
    pageNO: 1,
    pageRows: 200,
  })
  let booked = 0
  for (const order of orders) {
    if (booked >= count) return
    const [session]: Row<'orderSession'>[] = await s.call('orderSession/query', {
      orderId: order.id,
      bookable: 1,
      pageNO: 1,
      pageRows: 1,
    })
    if (!session) continue
    const from = today + (1 + Math.floor(random() ** 2 * 20)) * DAY
    const free = await s.list('scheduling/queryFree', {
      siteId: pick(random, sites).id,
      type,
      from,
      to: from + DAY,
      orderSessionId: session.id,
    })
    if (free.length === 0) continue
    const at = s.at(s.now - (1 - booked / count) * HOUR)
    const { id }: { id: number } = await at.call('scheduling/schedule', {
      seatId: pick(random, free).seatId,
      orderSessionId: session.id,
    })
    booked += 1
    if (booked % 10 < CONFIRMED) await at.call('scheduling/confirm', { id })
  }
}
