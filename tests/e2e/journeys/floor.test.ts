/**
 * The main flow of the business from the paid order to the photos: a seat is found and held, the booking confirmed and
 * moved, people assigned, the session shot on the photographer's phone. And what goes another way: a limit, a clash.
 */
import type { Requests } from '../../../src/generated/wire.ts'
import sharp from 'sharp'
import type { Lang } from '../../../src/model/model.ts'
import { DAY, HOUR, dayOf, dayText } from '../../../src/model/zone.ts'
import { ACCOUNT, person, raw, tokenOf } from '../page/api.ts'
import type { App } from '../page/app.ts'
import { seek, sought } from '../page/controls.ts'
import { model, valueOf } from '../page/model.ts'
import { paidOrder } from '../page/orders.ts'
import { asAdministrator } from '../page/people.ts'
import { freshRecord } from '../page/records.ts'
import { nextName } from '../page/samples.ts'
import { Screen } from '../page/screen.ts'
import { shotSession } from '../page/shootings.ts'
import { expect, suite, test } from '../page/test.ts'
import { daysApart, journeyIn } from '../page/words.ts'

type Row = Record<string, unknown> & { id: number }

const PHONE = { width: 390, height: 844 }
const BOARD = '/shooting/camera-arrange'
const MY_TASKS = '/shooting-tasks/my-tasks'
const DISPATCH = '/shooting-tasks/dispaching-tasks'
const ALL_TASKS = '/shooting-tasks/all-tasks'
const TEAMS = '/resource/photography'
const MINUTE = 60_000
const SET = valueOf('control_type', 'set')

const today = dayOf(dayText(Date.now(), model.app.timezone), model.app.timezone)
const listed = async (path: keyof Requests, input: object): Promise<Row[]> =>
  raw<Row[]>(path, { pageNO: 1, pageRows: 200, ...input }, await tokenOf(ACCOUNT.administrator))
const now = async (resource: string, id: unknown): Promise<Row> =>
  raw<Row>(`${resource}/detail`, { id }, await tokenOf(ACCOUNT.administrator))

/** The day that is shot on: in the evening no seat of today is left, and the next day is begun by who may do that. */
const SHOT = Date.now() < today + 16 * HOUR ? today : today + DAY

const SEATS = ['09:00', '11:00', '13:00', '15:00'].map((startTime, i) => ({ startTime, endTime: `${11 + 2 * i}:00` }))

/** A site of its own: days from today on, with two groups of these seats. */
async function site(seats = SEATS): Promise<{ id: number; name: string }> {
  const [store] = await asAdministrator('store/select')
  const made = await freshRecord('site', { siteType: SET, storeId: store?.value, name: nextName('Base') })
  const groups = ['A', 'B'].map((groupName) => ({ groupName, seats }))
  const template = { siteId: made.id, type: SET, name: nextName('Day'), groups }
  const { id: templateId } = await asAdministrator('workTemplate/create', template)
  const days = { siteId: made.id, type: SET, from: today, to: today + 6 * DAY, templateId }
  await asAdministrator('schSetting/create', days)
  return made
}

const seat = (app: App, text: string) => app.body.locator('.at-seat').filter({ hasText: text }).first()
const FREE = model.dictionaries.seat_status?.values.find((one) => one.name === 'free')?.label
const freeSeats = (app: App) => app.body.getByRole('button', { name: new RegExp(`, ${FREE?.[app.lang]}$`) })

async function atBoard(app: App, siteId: number, date: number): Promise<void> {
  await app.goto(`${BOARD}?siteId=${siteId}&date=${date}`)
  await expect(app.body.locator('.at-seat').first()).toBeVisible()
}

/** Presses what stands in the menu of a seat. */
async function pressOn(app: App, text: string, label: string): Promise<void> {
  await seat(app, text).click()
  await app.page.locator('.at-seat-menu').getByRole('button', { name: label, exact: true }).click()
}

/** Steps 9 and 10: a free seat is held and booked, the customer called, the booking confirmed. */
async function books(app: App, siteId: number, order: Order): Promise<Row> {
  await atBoard(app, siteId, today + 2 * DAY)
  const search = app.body.locator('.at-waiting input')
  await search.fill(order.customer)
  await search.press('Enter')
  await app.body.locator('.at-waiting-row').filter({ hasText: order.customer }).first().click()
  await freeSeats(app).first().click()
  const hold = app.body.locator('.at-hold')
  await expect(hold).toContainText(order.customer)
  await hold.getByRole('button', { name: boardLabel('book', app.lang), exact: true }).click()
  // A seat that is kept has the name too.
  await expect(hold).toHaveCount(0)
  await expect(seat(app, order.customer)).toBeVisible()
  const [booking] = await listed('scheduling/query', { orderNo: order.orderNo })
  if (!booking) throw new Error('nothing is booked')
  expect(booking).toMatchObject({ schedulingStatus: valueOf('scheduling_status', 'toConfirm') })
  expect(await sessionOf(order, booking)).toMatchObject({ schedulingId: booking.id })

  await pressOn(app, order.customer, boardLabel('confirm', app.lang))
  await app.dialog.locator('.at-dialog-foot .ant-btn-primary').click()
  await expect(app.dialog).toHaveCount(0)
  expect(await now('scheduling', booking.id)).toMatchObject({
    schedulingStatus: valueOf('scheduling_status', 'confirmed'),
  })
  return booking
}

/** Step 11: the booking is picked up, carried to an earlier day and put down, with the reason asked. */
async function moves(app: App, siteId: number, order: Order, { id }: Row): Promise<Row> {
  await pressOn(app, order.customer, app.say.view('moveIt'))
  for (let day = today + 2 * DAY; day > SHOT; day -= DAY)
    await app.body.getByRole('button', { name: app.say.view('stepBack') }).click()
  // Today is what the board begins with, and stands in no address.
  if (SHOT === today) await expect(app.page).not.toHaveURL(/date=/)
  else await expect(app.page).toHaveURL(new RegExp(`date=${SHOT}`))
  await app.settled()
  await freeSeats(app).last().click()
  await app.dialog.locator('textarea, input:not([type=checkbox])').first().fill('孩子病了')
  await app.dialog.locator('.at-dialog-foot .ant-btn-primary').click()
  await expect(seat(app, order.customer)).toBeVisible()
  expect(await now('scheduling', id)).toMatchObject({ schedulingStatus: valueOf('scheduling_status', 'rescheduled') })
  const moved = (await listed('scheduling/query', { orderNo: order.orderNo, siteId })).find((one) => one.id !== id)
  if (!moved) throw new Error('nothing was moved')
  expect(moved).toMatchObject({
    ...{ changeFromId: id, bookDate: SHOT, schedulingStatus: valueOf('scheduling_status', 'confirmed') },
  })
  expect(await sessionOf(order, moved)).toMatchObject({
    ...{ sessionStatus: valueOf('session_status', 'rescheduled'), rescheduleCount: 1 },
  })
  return moved
}

/** Step 12: somebody is to shoot it. */
async function assigns(app: App, order: Order, name: string): Promise<Row> {
  await app.goto(DISPATCH)
  const [task] = await listed('workTask/query', {
    ...{ orderNo: order.orderNo, taskType: valueOf('task_type', 'shooting') },
  })
  if (!task) throw new Error('there is nothing to shoot')
  const screen = Screen.of(app, DISPATCH)
  await screen.does('assign', await screen.find(task.id, order.customer))
  await seek(app, crew(app), name)
  await app.dialog.locator('.at-dialog-foot .ant-btn-primary').click()
  await expect(app.dialog).toHaveCount(0)
  expect(await now('workTask', task.id)).toMatchObject({ taskStatus: valueOf('task_status', 'assigned') })
  return task
}

/** The people of the first role in the dialog that gives work out. */
const crew = (app: App) => app.dialog.locator('.at-crew-role').first().locator('.ant-select')

/** Steps 13 and 14, with one thumb: here, started, photos, finished. */
async function shoots(app: App, order: Order, { id: taskId }: Row): Promise<void> {
  const screen = Screen.of(app, MY_TASKS)
  const card = async () => {
    await app.goto(SHOT === today ? MY_TASKS : `${MY_TASKS}?planTime=[${SHOT},${SHOT}]`)
    const found = app.body.locator('[data-row-key]').filter({ hasText: order.customer })
    await expect(found).toBeVisible()
    return found
  }
  const session = async () => sessionOf(order, await now('workTask', taskId))
  const step = async (action: 'arrive' | 'start') => {
    if (SHOT === today) return screen.does(action, await card())
    await asAdministrator('photography/record', { workTaskId: taskId, action, requestNo: `${action} ${taskId}` })
  }
  await step('arrive')
  await expect.poll(async () => (await booking(order))?.schedulingStatus).toBe(valueOf('scheduling_status', 'arrived'))
  await step('start')
  await expect.poll(async () => (await session())?.sessionStatus).toBe(valueOf('session_status', 'shooting'))
  expect(await now('order', order.id)).toMatchObject({ orderStatus: valueOf('order_status', 'inProgress') })

  await screen.does('pictures', await card())
  const files = await Promise.all([1, 2, 3].map((n) => photo(n * taskId)))
  await app.body.locator('input[type=file]').setInputFiles(files)
  await expect(app.body.locator('.at-shot')).toHaveCount(3)

  const form = await screen.asks('finish', await card())
  // Those that are here are what was probably taken.
  await expect(form.item('shotCount').locator('input')).toHaveValue('3')
  await form.put({ shotCount: 120 })
  await form.save()
  await expect.poll(async () => (await now('workTask', taskId)).taskStatus).toBe(valueOf('task_status', 'done'))
  expect(await session()).toMatchObject({
    ...{ sessionStatus: valueOf('session_status', 'done'), photoCount: 3 },
  })
  expect(await booking(order)).toMatchObject({ schedulingStatus: valueOf('scheduling_status', 'done') })
  const [selection] = await listed('workTask/query', {
    ...{ orderNo: order.orderNo, taskType: valueOf('task_type', 'selection') },
  })
  expect(selection).toMatchObject({ taskStatus: valueOf('task_status', 'toAssign'), photoCount: 3 })
}

/** The session of an order that a booking or a task is of. */
const sessionOf = async ({ id: orderId }: Order, { orderSessionId }: Row): Promise<Row | undefined> =>
  (await listed('orderSession/query', { orderId })).find((one) => one.id === orderSessionId)

/** The booking an order has now. */
const booking = async ({ orderNo }: Order): Promise<Row | undefined> =>
  (await listed('scheduling/query', { orderNo })).sort((a, b) => b.id - a.id)[0]

async function photo(n: number) {
  const background = { r: (n * 53) % 256, g: (n * 101) % 256, b: (n * 17) % 256 }
  const image = sharp({ create: { width: 600, height: 400, channels: 3, background } })
  return { name: `IMG_${n}.jpg`, mimeType: 'image/jpeg', buffer: await image.jpeg().toBuffer() }
}

/** What a button of a seat is called. */
function boardLabel(key: string, lang: Lang): string {
  const view = model.screens[BOARD]?.view
  const found = view?.view === 'seatboard' ? view.seats.view.actions.find((one) => one.key === key) : undefined
  if (!found) throw new Error(`${BOARD} has no button ${key}`)
  return found.label[lang]
}

interface Order {
  id: number
  orderNo: string
  customer: string
  sessions: Row[]
}

/** A seat of a day that nobody has. */
async function seatOf(siteId: number, date: number): Promise<number | undefined> {
  const [free] = [await asAdministrator('scheduling/queryFree', { siteId, from: date, to: date })].flat()
  return free?.seatId
}

/** A seat of today whose time has begun. */
async function seatToday(siteId: number): Promise<number | undefined> {
  const { seats } = await asAdministrator('schSetting/listSch', {
    siteId,
    date: today,
  })
  return seats[0]?.seatId
}

suite.each(journeyIn('zh'))('the floor, in %s', (lang: Lang) => {
  test('from the paid order to the photos', async ({ open }) => {
    const [order, { id: siteId }] = [await paidOrder(), await site()]
    const clerk = await open({ as: ACCOUNT.scheduler, lang })
    const moved = await moves(clerk, siteId, order, await books(clerk, siteId, order))
    expect(moved.siteId).toBe(siteId)
    const user = await person(await tokenOf(ACCOUNT.photographer))
    const task = await assigns(clerk, order, user.realName)
    await shoots(await open({ as: ACCOUNT.photographer, lang, ...PHONE }), order, task)
  })

  test('a booking moved as often as it may stays, and says who can move it', async ({ open }) => {
    const [order, { id: siteId }] = [await paidOrder(), await site()]
    const orderSessionId = order.sessions[0]?.id
    const book = { seatId: await seatOf(siteId, today + DAY), orderSessionId }
    let { id } = await asAdministrator('scheduling/schedule', book)
    for (const day of [2, 3, 4]) {
      const to = { newSeatId: await seatOf(siteId, today + day * DAY), changeReason: '改期' }
      id = (await asAdministrator('scheduling/changeDate', { id, ...to })).id
    }
    const app = await open({ as: ACCOUNT.scheduler, lang })
    await atBoard(app, siteId, today + 4 * DAY)
    await pressOn(app, order.customer, app.say.view('moveIt'))
    await app.body.getByRole('button', { name: app.say.view('stepOn') }).click()
    await expect(app.page).toHaveURL(new RegExp(`date=${today + 5 * DAY}`))
    // The seats of the day before stay in sight until those of the next are there.
    await expect(app.body.locator('.at-seatboard-seats')).toHaveAttribute('aria-busy', 'false')
    await freeSeats(app).first().click()
    await app.dialog.locator('textarea, input:not([type=checkbox])').first().fill('又改')
    await app.dialog.locator('.at-dialog-foot .ant-btn-primary').click()
    await expect(app.page.locator('body')).toContainText(lang === 'zh' ? '已改期 3 次（上限 3）' : 'Moved 3 times')
    expect(await booking(order)).toMatchObject({ id, bookDate: today + 4 * DAY })
  })

  test('somebody who is elsewhere then is not chosen, and it is said where they are', async ({ open }) => {
    const [one, two, { id: siteId }] = [await paidOrder(), await paidOrder(), await site()]
    const photographer = await freshRecord('employee', { workerRoles: [valueOf('worker_role', 'sheying')] })
    const day = today + 3 * DAY
    for (const { sessions } of [one, two]) {
      const booked = { seatId: await seatOf(siteId, day), orderSessionId: sessions[0]?.id }
      const { id } = await asAdministrator('scheduling/schedule', booked)
      await asAdministrator('scheduling/confirm', { id })
    }
    const taskType = valueOf('task_type', 'shooting')
    const [first] = await listed('workTask/query', { orderNo: one.orderNo, taskType })
    const [second] = await listed('workTask/query', { orderNo: two.orderNo, taskType })
    const workers = [{ workerRole: valueOf('worker_role', 'sheying'), employeeId: photographer.id, isMain: 1 }]
    await asAdministrator('worker/setWorkers', { workTaskIds: [first?.id ?? 0], workers })
    const app = await open({ as: ACCOUNT.scheduler, lang })
    await app.goto(DISPATCH)
    const screen = Screen.of(app, DISPATCH)
    await screen.does('assign', await screen.find(second?.id, two.customer))
    const option = await sought(app, crew(app), photographer.name)
    await expect(option).toContainText(lang === 'zh' ? '09:00–11:00' : 'from 09:00 to 11:00')
    await expect(option).toHaveClass(/disabled/)
  })

  test('a session that did not please is shot again: its selection ends, and it waits for a seat', async ({ open }) => {
    const selection = await now('workTask', await shotSession(daysApart(lang) + 30, 2))
    const shooting = { orderNo: selection.orderNo, taskType: valueOf('task_type', 'shooting') }
    const [task] = await listed('workTask/query', shooting)
    const manager = await open({ as: ACCOUNT.manager, lang })
    await manager.goto(ALL_TASKS)
    const screen = Screen.of(manager, ALL_TASKS)
    const form = await screen.asks('reshoot', await screen.find(task?.id, String(selection.customerName)))
    await form.put({ reason: '客户不满意' })
    await form.save()
    await expect
      .poll(async () => (await now('workTask', selection.id)).taskStatus)
      .toBe(valueOf('task_status', 'terminated'))
    const clerk = await open({ as: ACCOUNT.scheduler, lang })
    await clerk.goto(BOARD)
    const search = clerk.body.locator('.at-waiting input')
    await search.fill(String(selection.customerName))
    await search.press('Enter')
    const waits = clerk.body.locator('.at-waiting-row').filter({ hasText: String(selection.customerName) })
    await expect(waits.filter({ hasText: '重拍' })).toBeVisible()
  })

  // Nobody can be late before the first seat that a day may have, and after the last none is booked.
  test.skipIf(Date.now() < today + 31 * MINUTE || Date.now() > today + 18 * HOUR)(
    'who does not come is waited for no more, and is to be booked anew',
    async ({ open }) => {
      const [order, { id: siteId }] = [await paidOrder(), await site([{ startTime: '00:30', endTime: '18:30' }])]
      const [session] = order.sessions
      const seat = { seatId: await seatToday(siteId), orderSessionId: session?.id }
      const { id } = await asAdministrator('scheduling/schedule', seat)
      await asAdministrator('scheduling/confirm', { id })
      const [task] = await listed('workTask/query', {
        orderNo: order.orderNo,
        taskType: valueOf('task_type', 'shooting'),
      })
      const user = await person(await tokenOf(ACCOUNT.photographer))
      const workers = [{ workerRole: valueOf('worker_role', 'sheying'), employeeId: user.employeeId, isMain: 1 }]
      await asAdministrator('worker/setWorkers', { workTaskIds: [task?.id ?? 0], workers })
      const app = await open({ as: ACCOUNT.photographer, lang, ...PHONE })
      await app.goto(MY_TASKS)
      await Screen.of(app, MY_TASKS).agrees(
        'noShow',
        app.body.locator('[data-row-key]').filter({ hasText: order.customer }),
      )
      await expect
        .poll(async () => (await booking(order))?.schedulingStatus)
        .toBe(valueOf('scheduling_status', 'noShow'))
      // Its task is over, and the session free for another booking.
      expect(await sessionOf(order, { id: 0, orderSessionId: session?.id })).toMatchObject({ schedulingId: null })
    },
  )

  test('somebody of a team is in no other: the form says so while it is filled in', async ({ open }) => {
    const photographer = await freshRecord('employee', { workerRoles: [valueOf('worker_role', 'sheying')] })
    await freshRecord('team', { sheying: [photographer.id] })
    const app = await open({ as: ACCOUNT.manager, lang })
    await app.goto(TEAMS)
    const form = await Screen.of(app, TEAMS).asks('add')
    await form.put({ sheying: photographer.name })
    await expect(form.fault('sheying')).toContainText(lang === 'zh' ? '选择的摄影师重复' : 'in another team')
  })

  test('a calendar has an address for calendar programs, which ends when it is withdrawn', async ({ open }) => {
    const app = await open({ as: ACCOUNT.scheduler, lang })
    await app.goto('/shooting/camera-calendar')
    await app.body.getByRole('button', { name: app.say.view('feeds') }).click()
    const dialog = app.page.locator('.at-feeds')
    const name = nextName('Team')
    await dialog.getByLabel(app.say.view('feedName'), { exact: true }).fill(name)
    await dialog.getByRole('button', { name: app.say.view('feedMake') }).click()
    const line = dialog.locator('li').filter({ hasText: name })
    const address = await line.locator('input').inputValue()
    const read = async () => (await fetch(address)).text()
    expect(await read()).toContain(`X-WR-CALNAME:${name}`)
    await line.getByRole('button', { name: app.say.view('feedDrop') }).click()
    await expect(line).toHaveCount(0)
    expect(await read()).toBe('')
  })
})
