/** The studio's floor in Chromium: a month of 3,000 bookings, a day of 60 seats, another clerk's hold, and many days opened at once. */
import type { Page } from 'playwright'
import { splitForWeb } from '../../../generator/emit/web.ts'
import { DICT } from '../../../src/generated/dictionaries.ts'
import { DAY, momentOf, wallOf } from '../../../src/model/zone.ts'
import { caller, type Caller } from '../calling.ts'
import { fill, valueIn } from '../filling.ts'
import type { Product } from '../product.ts'
import { median, type Section } from '../report.ts'
import { prepare, seenAfter } from '../watch.ts'
import { entered, openBrowser, signedIn, VIEWPORT } from './browser.ts'

const TIMES = 5
const SET = DICT.control_type.set
const CALENDAR = '/shooting/work-calendar'
const BOARD = '/shooting/camera-arrange'
/** Seats of a day: of the months that are looked at, and of the board. */
const MONTH_SEATS = { groups: 10, seats: 10 }
const BOARD_SEATS = { groups: 6, seats: 10 }
const LONG_DAYS = 92
const FIRST_BOOKING = 7_000_000_000

interface Site {
  siteId: number
  type: typeof SET
  templateId: number
}

/** A site whose days have so many groups of so many seats, forty-five minutes each. */
async function siteOf(call: Caller, name: string, size: { groups: number; seats: number }): Promise<Site> {
  const [store] = await call('store/query', { pageNO: 1, pageRows: 1 })
  const code = `B${size.groups * size.seats}${name}`
  const { id: siteId } = await call('site/add', { code, name: code, siteType: SET, storeId: store?.id })
  const time = (minutes: number): string =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  const seats = Array.from({ length: size.seats }, (_, i) => ({
    startTime: time(480 + 45 * i),
    endTime: time(525 + 45 * i),
  }))
  const groups = Array.from({ length: size.groups }, (_, i) => ({ groupName: `第${i + 1}组`, seats }))
  const { id } = await call('workTemplate/create', { siteId, type: SET, name: code, groups })
  return { siteId, type: SET, templateId: id }
}

/** Opens days; answers how long it took (s). */
async function open(call: Caller, site: Site, from: number, days: number): Promise<number> {
  const began = performance.now()
  await call('schSetting/create', { ...site, from, to: from + (days - 1) * DAY })
  return (performance.now() - began) / 1000
}

/** Every seat of a site is booked and confirmed; answers how many. */
async function bookAll(product: Product, { siteId }: Site): Promise<number> {
  const { db, model } = product
  const seatOf = `(select "id" from "schSeat" where "siteId" = ${siteId} order by "id" offset n - 1 limit 1)`
  const [{ count } = { count: 0 }] = await db.query<{ count: number }>(
    'select count(*)::int as count from "schSeat" where "siteId" = $1',
    [siteId],
  )
  const ofSeat = (name: string): string => `(select "${name}" from "schSeat" where "id" = ${seatOf})`
  await fill(
    db,
    model,
    {
      table: 'scheduling',
      values: {
        id: `${FIRST_BOOKING} + n`,
        companyId: 'w.company',
        orderSessionId: `${FIRST_BOOKING} + n`,
        siteId: `${siteId}`,
        seatId: seatOf,
        groupId: ofSeat('groupId'),
        bookDate: ofSeat('seatDate'),
        startTime: ofSeat('startTime'),
        endTime: ofSeat('endTime'),
        schedulingStatus: `'${valueIn(model, 'scheduling_status', 'confirmed')}'`,
        orgId: 'w.orgs[1]',
        createTime: 'now()',
        updateTime: 'now()',
      },
    },
    1,
    count,
  )
  await db.script(`update "schSeat" s set "seatStatus" = '${valueIn(model, 'seat_status', 'booked')}', "schedulingId" = b."id"
    from "scheduling" b where b."seatId" = s."id" and s."siteId" = ${siteId};
    update "schSetting" d set "bookedCount" = (select count(*) from "schSeat" s where s."settingId" = d."id")
    where d."siteId" = ${siteId}`)
  return count
}

/** The first of the month after a moment. */
function nextMonth(at: number, zone: string): number {
  const { year, month } = wallOf(at, zone)
  return momentOf(zone, month === 12 ? year + 1 : year, (month % 12) + 1, 1)
}

/** From a press to the frame that shows what was pressed for (ms). */
async function pressed(page: Page, button: string, shown: string): Promise<number> {
  const seen = await seenAfter(page, shown)
  await page.locator(button).first().click()
  return (await seen()) - (await page.evaluate(() => window.atelierSeen.submitted))
}

const BACK = 'section.page:not([hidden]) .at-walkbar button:nth-of-type(1)'
const ON = 'section.page:not([hidden]) .at-walkbar button:nth-of-type(2)'
/** What a screen shows when it is there; `heading`: another one than before. */
const counts = `document.querySelectorAll('section.page:not([hidden]) .at-month[aria-busy=false] .at-day-figures').length >= 28`
const seats = `document.querySelectorAll('section.page:not([hidden]) .at-seatboard-seats[aria-busy=false] [data-cell]').length >= 60`
/** Seats that nobody holds or has booked. */
const plain = `document.querySelectorAll('section.page:not([hidden]) .at-seats .at-edge-plain').length`
const heading = `document.querySelector('section.page:not([hidden]) .at-walkbar h2').textContent`

/** Holds once a call has been answered once more. */
async function another(page: Page, call: string): Promise<string> {
  const answers = `performance.getEntriesByType('resource').filter((one) => one.name.includes('/${call}')).length`
  return `${answers} > ${await page.evaluate<number>(answers)}`
}

export async function floorPart(product: Product, webDir: string): Promise<Section> {
  const served = await product.serve({ split: splitForWeb, webDir })
  const origin = `http://127.0.0.1:${served.port}`
  const browser = await openBrowser()
  try {
    const call = caller(origin, await product.signIn(served))
    const zone = product.model.app.timezone
    const from = nextMonth(Date.now(), zone)
    const long = await siteOf(call, 'L', MONTH_SEATS)
    const opened = await open(call, long, nextMonth(from, zone), LONG_DAYS)
    const month = await siteOf(call, 'M', MONTH_SEATS)
    await open(call, month, from, 31)
    const booked = await bookAll(product, month)
    const board = await siteOf(call, 'S', BOARD_SEATS)
    await open(call, board, from, 5)

    const state = await signedIn(browser, origin)
    const found: Record<'open' | 'walk' | 'board' | 'day' | 'follow', number[]> = {
      ...{ open: [], walk: [], board: [], day: [], follow: [] },
    }
    const at = new Date(from + 8 * 3_600_000).toISOString().slice(0, 10)
    for (let i = 0; i < TIMES; i += 1) {
      const context = await browser.newContext({ viewport: VIEWPORT, storageState: state })
      const page = await context.newPage()
      await prepare(page)
      await page.goto(`${origin}/resource/site-scene`, { waitUntil: 'networkidle' })
      found.open.push(await entered(page, `${CALENDAR}?siteId=${month.siteId}&on=${at}`, counts))
      const now = JSON.stringify(await page.evaluate(heading))
      for (let n = 0; n < 2; n += 1) {
        await pressed(page, BACK, `${heading} !== ${now}`)
        found.walk.push(
          await pressed(page, ON, `${heading} === ${now} && ${counts} && ${await another(page, 'schCalendar')}`),
        )
      }
      found.board.push(await entered(page, `${BOARD}?siteId=${board.siteId}&date=${from}`, seats))
      const next = `${seats} && ${await another(page, 'listSch')}`
      found.day.push(await pressed(page, ON, next))
      await pressed(page, BACK, `${seats} && ${await another(page, 'listSch')}`)
      const [free] = [await call('scheduling/queryFree', { siteId: board.siteId, from, to: from })].flat()
      const seen = await seenAfter(page, `${plain} < ${await page.evaluate<number>(plain)}`)
      const began = await page.evaluate(() => performance.now())
      const { id } = await call('scheduling/holdSeat', { seatId: free?.seatId, customerName: at })
      found.follow.push((await seen()) - began)
      await call('scheduling/cancelHoldSeat', { id })
      await context.close()
    }
    return {
      title: `The floor in Chromium, ${TIMES} times each, the middle of them; ${booked.toLocaleString('en-US')} bookings in the month`,
      figures: [
        {
          label: 'a month of counts, from leaving for it to the frame',
          value: median(found.open),
          unit: 'ms',
          goal: 400,
        },
        { label: 'from month to month', value: median(found.walk), unit: 'ms', goal: 150 },
        { label: 'a board of 60 seats, from leaving for it', value: median(found.board), unit: 'ms' },
        { label: 'the next day of 60 seats', value: median(found.day), unit: 'ms', goal: 200 },
        { label: "another clerk's hold is seen", value: median(found.follow), unit: 'ms', goal: 1000 },
        { label: `${LONG_DAYS} days of 100 seats are opened`, value: opened, unit: 's', goal: 20 },
      ],
    }
  } finally {
    await browser.close()
    await served.close()
  }
}
