/** The floor's schedule at work: a session takes a seat in three presses, moves, and two clerks see each other. */
import type { Locator } from 'playwright'
import { ACCOUNT, call, list, person, tokenOf } from '../page/api.ts'
import { dayOf, dayText } from '../../../src/model/zone.ts'
import type { App } from '../page/app.ts'
import { choose } from '../page/controls.ts'
import { model, valueOf } from '../page/model.ts'
import { paidOrder } from '../page/orders.ts'
import { asAdministrator } from '../page/people.ts'
import { freshRecord } from '../page/records.ts'
import { nextName } from '../page/samples.ts'
import { demoSite } from '../page/shootings.ts'
import { expect, suite, test } from '../page/test.ts'
import { whole } from '../page/words.ts'

const BOARD = '/shooting/camera-arrange'
const DAY = 24 * 3600_000

let opened: Promise<void> | undefined

/**
 * Opens the days from today on at the site that boards begin with: the demo of tests was written long ago. Days on which
 * nothing is booked are made anew by it, so other files keep to days behind these.
 */
const daysOpened = (): Promise<void> =>
  (opened ??= (async () => {
    const token = await tokenOf(ACCOUNT.scheduler)
    const type = valueOf('control_type', 'set')
    const siteId = await demoSite()
    const [template] = await call('workTemplate/query', { siteId, type }, await tokenOf(ACCOUNT.administrator))
    const from = dayOf(dayText(Date.now(), model.app.timezone), model.app.timezone)
    const span = { from, to: from + 20 * DAY, templateId: template?.id }
    await call('schSetting/create', { siteId, type, ...span }, token)
  })())

/** The board of the day after tomorrow, with nothing in hand. */
async function atBoard(app: App): Promise<void> {
  await daysOpened()
  await app.goto(`${BOARD}?siteId=${await demoSite()}`)
  for (let i = 0; i < 2; i++) await app.body.getByRole('button', { name: app.say.view('stepOn') }).click()
  // The seats of the day before stay in sight until those of the next are there.
  await app.settled()
  await expect(app.body.locator('.at-seat').first()).toBeVisible()
}

/** A session that waits for a seat, of an order of its own: those of other files are booked by them. */
async function waitingAtBoard(app: App): Promise<Locator> {
  const { customer } = await paidOrder()
  await atBoard(app)
  return app.body.locator('.at-waiting-row').filter({ hasText: customer }).first()
}

const freeSeats = (app: App) => app.body.getByRole('button', { name: /, Free$/ })

suite('a board of seats', () => {
  test('gives a session a seat in three presses, with the time it is kept in sight', async ({ open }) => {
    const app = await open({ as: ACCOUNT.scheduler, lang: 'en' })
    const row = await waitingAtBoard(app)
    const name = await row.locator('b').innerText()
    await row.click()
    await freeSeats(app).first().click()
    const hold = app.body.locator('.at-hold')
    await expect(hold).toContainText(name)
    await expect(hold.locator('.at-count')).toHaveText(/^(30:00|29:\d\d)$/)
    await hold.getByRole('button', { name: 'Book' }).click()
    await expect(hold).toHaveCount(0)
    const seat = app.body.locator('.at-seat').filter({ hasText: name }).first()
    // A booking that is to be confirmed is seen at once among those that are.
    await expect(seat).toHaveAccessibleName(/To confirm/)
    await expect(seat).toHaveClass(/at-edge-attention/)
    // Who has a seat is in hand no more, however many wait.
    await expect(app.body.locator('.at-carrying')).toHaveCount(0)
    await expect(row.locator('b').or(app.body.locator('.at-waiting-row b')).first()).toBeVisible()

    // Picked up by its menu and put down on another seat of the day.
    const before = await seat.getAttribute('aria-label')
    await seat.click()
    await app.page
      .locator('.at-seat-menu')
      .getByRole('button', { name: app.say.view('moveIt') })
      .click()
    await freeSeats(app).first().click()
    await app.page.getByRole('dialog').getByRole('button', { name: 'Change the seat' }).click()
    await expect(app.body.getByRole('button', { name: before ?? '', exact: true })).toHaveCount(0)
    await expect(app.body.locator('.at-seat').filter({ hasText: name }).first()).toBeVisible()
  })

  test('leads from a seat that is kept back to its board, whose site the filter names', async ({ open }) => {
    const app = await open({ as: ACCOUNT.scheduler, lang: 'en' })
    await (await waitingAtBoard(app)).click()
    await freeSeats(app).first().click()
    const hold = app.body.locator('.at-hold')
    await expect(hold).toHaveCount(1)
    const here = await demoSite()
    const sites = await list('site/select', {}, await tokenOf(ACCOUNT.scheduler))
    const nameOf = (is: (id: unknown) => boolean) => String(sites.find(({ value }) => is(value))?.label).slice(0, 6)
    const filters = app.body.getByRole('search')
    const other = sites.find(({ value }) => value !== here)
    await app.goto(`${BOARD}?siteId=${String(other?.value)}`)
    await expect(filters).toContainText(nameOf((id) => id === other?.value))
    await hold.getByRole('button', { name: app.say.view('showIt') }).click()
    await expect(filters).toContainText(nameOf((id) => id === here))
    await hold.getByRole('button', { name: 'Release the seat' }).click()
    await expect(hold).toHaveCount(0)
  })

  test('says when the time of a seat that is kept is over, and keeps it no longer in sight', async ({ open }) => {
    // A window of a look of its own: its clock stays ahead, and windows of one look are used again.
    const app = await open({ as: ACCOUNT.scheduler, lang: 'en', width: 1439 })
    await app.page.clock.install()
    await (await waitingAtBoard(app)).click()
    await freeSeats(app).first().click()
    const hold = app.body.locator('.at-hold')
    const name = await hold.locator('span').first().innerText()
    await app.page.clock.fastForward('30:01')
    await expect(app.page.getByRole('alert')).toContainText(`${name}: the seat is free again`)
    await expect(hold).toHaveCount(0)
    // The clock of the studio has not moved: it is given back.
    const token = await tokenOf(ACCOUNT.scheduler)
    for (const { id } of await list('scheduling/getHoldSeat', { mine: 1 }, token))
      await call('scheduling/cancelHoldSeat', { id: Number(id) }, token)
  })

  test('offers the next free seats where another clerk was quicker: one press takes one', async ({ open }) => {
    const app = await open({ as: ACCOUNT.scheduler, lang: 'en' })
    await atBoard(app)
    const quicker = await tokenOf(ACCOUNT.manager)
    let held: { id: number } | undefined
    // The other clerk presses while this one's request is on its way.
    await app.page.route('**/api/scheduling/holdSeat.json', async (route) => {
      const { data } = route.request().postDataJSON() as { data: { seatId: number } }
      held ??= await call('scheduling/holdSeat', { seatId: data.seatId }, quicker)
      await route.continue()
    })
    await app.body.locator('.at-waiting-row').last().click()
    await freeSeats(app).last().click()
    const offers = app.body.locator('.at-carrying').filter({ hasText: app.say.view('nextFree') })
    await expect(offers).toBeVisible()
    await offers.getByRole('button').first().click()
    const hold = app.body.locator('.at-hold')
    await expect(hold).toHaveCount(1)
    await expect(offers).toHaveCount(0)
    await hold.getByRole('button', { name: 'Release the seat' }).click()
    await expect(hold).toHaveCount(0)
    await call('scheduling/cancelHoldSeat', { id: held?.id }, quicker)
  })

  test('says whose team is elsewhere at a seat that is kept, and books it with another', async ({ open }) => {
    const [first, second] = [await paidOrder(), await paidOrder()]
    await daysOpened()
    const [siteId, clerk] = [await demoSite(), await tokenOf(ACCOUNT.scheduler)]
    const date = dayOf(dayText(Date.now(), model.app.timezone), model.app.timezone) + 18 * DAY
    const board = () => call('schSetting/listSch', { siteId, date }, clerk)
    // Two groups whose teams share a make-up artist, and a third team that is free.
    const people = await Promise.all(
      (['sheying', 'sheying', 'huazhuang', 'sheying'] as const).map((role) =>
        freshRecord('employee', { workerRoles: [valueOf('worker_role', role)] }),
      ),
    )
    const [one, two, shared, other] = people.map(({ id }) => id)
    const team = async (name: string, slots: object): Promise<{ id: number; name: string }> => ({
      name,
      id: (await asAdministrator('team/add', { name, code: name, ...slots })).id,
    })
    const [mine, theirs, spare] = [
      await team(nextName('T'), { sheying: [one], huazhuang: [shared] }),
      await team(nextName('T'), { sheying: [two], dengguang: [shared] }),
      await team(nextName('T'), { sheying: [other] }),
    ]
    const { groups } = await board()
    const [here, there] = (groups ?? []).map(({ id }) => id)
    await asAdministrator('schSetting/editGroup', { id: here, teamId: mine.id })
    await asAdministrator('schSetting/editGroup', { id: there, teamId: theirs.id })
    const seats = ((await board()).seats ?? []).filter(({ isSpecial }) => isSpecial === 0)
    const at = seats.find(({ groupId }) => groupId === here)
    const beside = seats.find(({ groupId, startTime }) => groupId === there && startTime === at?.startTime)
    await call('scheduling/schedule', { seatId: at?.seatId, orderSessionId: first.sessions[0]?.id }, clerk)
    await call('scheduling/holdSeat', { seatId: beside?.seatId, orderSessionId: second.sessions[0]?.id }, clerk)

    const app = await open({ as: ACCOUNT.scheduler, lang: 'en' })
    await app.goto(`${BOARD}?siteId=${siteId}&date=${date}`)
    const hold = app.body.locator('.at-hold').filter({ hasText: second.customer })
    await expect(hold).toContainText(`${theirs.name} is at`)
    await hold.getByRole('button', { name: 'Book with another team…' }).click()
    await choose(app, app.dialog.locator('.ant-select').first(), spare.name)
    await app.dialog.locator('.at-dialog-foot .ant-btn-primary').click()
    await expect(hold).toHaveCount(0)
    await expect(app.dialog).toBeHidden()
    const seat = app.body.locator('.at-seat').filter({ hasText: second.customer })
    await expect(seat).toContainText(spare.name)
  })

  test('takes no press for the seats of a day while those of the next are on their way', async ({ open }) => {
    const app = await open({ as: ACCOUNT.scheduler, lang: 'en' })
    await atBoard(app)
    // The board asks anew, too, when others change seats: every request waits, however many there are.
    let release = () => {}
    const gate = new Promise<void>((open) => (release = open))
    await app.page.route('**/api/schSetting/listSch.json', (route) => gate.then(() => route.continue()))
    await app.body.getByRole('button', { name: app.say.view('stepOn') }).click()
    const seats = app.body.locator('.at-seatboard-seats')
    await expect(seats).toHaveAttribute('inert')
    release()
    await expect(seats).not.toHaveAttribute('inert')
    await expect(freeSeats(app).first()).toBeVisible()
  })

  test('shows what another clerk keeps, at once', async ({ open }) => {
    const [one, other] = [
      await open({ as: ACCOUNT.scheduler, lang: 'en' }),
      await open({ as: ACCOUNT.manager, lang: 'en' }),
    ]
    await atBoard(one)
    await atBoard(other)
    const seat = freeSeats(one).last()
    const place = (await seat.getAttribute('aria-label'))?.replace(/, Free$/, '') ?? ''
    await one.body.locator('.at-waiting-row').last().click()
    await seat.click()
    await expect(other.body.getByRole('button', { name: new RegExp(`^${place}, Held`) })).toBeVisible()
    await one.body.locator('.at-hold').getByRole('button', { name: 'Release the seat' }).first().click()
    await expect(other.body.getByRole('button', { name: `${place}, Free`, exact: true })).toBeVisible()
  })
})

suite('a seat that is taken', () => {
  test('changes places with another after a question that names both', async ({ open }) => {
    const token = await tokenOf(ACCOUNT.scheduler)
    await daysOpened()
    const type = valueOf('control_type', 'set')
    const siteId = await demoSite()
    const day = dayOf(dayText(Date.now(), model.app.timezone), model.app.timezone) + 16 * DAY
    const free = await list('scheduling/queryFree', { siteId, type, from: day, to: day }, token)
    const names: string[] = []
    for (const seat of free.slice(0, 2)) {
      const { customer, sessions } = await paidOrder()
      await call('scheduling/schedule', { seatId: seat.seatId, orderSessionId: sessions[0]?.id }, token)
      names.push(customer)
    }
    const app = await open({ as: ACCOUNT.scheduler, lang: 'en' })
    await app.goto(`${BOARD}?siteId=${siteId}&date=${dayText(day, model.app.timezone)}`)
    const seatOf = (name = ''): Locator => app.body.locator('.at-seat').filter({ hasText: name })
    const [one, other] = [seatOf(names[0]), seatOf(names[1])]
    const places = [await placeOf(one), await placeOf(other)]
    await one.focus()
    await app.page.keyboard.press('m')
    await other.click()
    const dialog = app.page.getByRole('dialog')
    await expect(dialog).toContainText(names[0] ?? '')
    // Who is there goes where the first one was, and both customers are told.
    await expect(dialog).toContainText(new RegExp(`${names[1]} · .* is there, and goes to .*${hourOf(places[0])}`))
    await expect(dialog).toContainText('Customers whose hour changes get a message')
    await dialog.getByRole('button', { name: 'Change the seat' }).click()
    await expect.poll(async () => [await placeOf(other), await placeOf(one)]).toEqual(places)

    // Put on another day it says which, beside the reason it asks for.
    await one.focus()
    await app.page.keyboard.press('m')
    await app.body.getByRole('button', { name: app.say.view('stepOn') }).click()
    await app.settled()
    await freeSeats(app).first().click()
    await expect(dialog).toContainText('Reason for the change')
    await expect(dialog.locator('.at-told')).toContainText(/ → .*\d{2}:\d{2}–\d{2}:\d{2}/)
  })
})

/** The time a place begins at, in its words. */
const hourOf = (place = ''): string => /\d{2}:\d{2}/.exec(place)?.[0] ?? ''

/** The group and time of a seat, as its label says them. */
const placeOf = async (seat: Locator): Promise<string> =>
  ((await seat.getAttribute('aria-label')) ?? '').split(',')[0] ?? ''

suite('entries of a calendar', () => {
  test('move to another day by dragging and by keys, with the reason asked', async ({ open }) => {
    const token = await tokenOf(ACCOUNT.scheduler)
    await daysOpened()
    const app = await open({ as: ACCOUNT.scheduler, lang: 'en' })
    const type = valueOf('control_type', 'set')
    const siteId = await demoSite()
    const from = dayOf(dayText(Date.now(), model.app.timezone), model.app.timezone) + 14 * DAY
    const [seat] = await list('scheduling/queryFree', { siteId, type, from, to: from }, token)
    const [session] = (await paidOrder()).sessions
    await call('scheduling/schedule', { seatId: seat?.seatId, orderSessionId: session?.id }, token)
    await app.goto(`/shooting/camera-calendar?on=${dayText(from, model.app.timezone)}&siteId=${siteId}`)
    const entry = app.body.locator('.at-slot').first()
    await expect(entry).toBeVisible()
    const columns = app.body.locator('.at-hours-day')
    const own = await columns.evaluateAll((all) => all.findIndex((one) => one.querySelector('.at-slot')))
    await entry.dragTo(columns.nth(own === 6 ? 5 : own + 1).locator('.at-hours-track'))
    const dialog = app.page.getByRole('dialog')
    await expect(dialog).toContainText('Reason for the change')
    // The dialog hears keys once it has the focus.
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await app.page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    await entry.focus()
    await app.page.keyboard.press('m')
    const carrying = app.body.locator('.at-carrying')
    await expect(carrying).toContainText('Moving')
    await carrying
      .getByRole('button')
      .nth(own === 0 ? 1 : 0)
      .press('Enter')
    await expect(dialog).toContainText('New seat')
  })
})

suite('a roster', () => {
  test('gives somebody a duty by one press and by keys', async ({ open }) => {
    const token = await tokenOf(ACCOUNT.administrator)
    const today = dayOf(dayText(Date.now(), model.app.timezone), model.app.timezone)
    const user = await person(token)
    const employeeIds = [user.employeeId]
    const duty = valueOf('duty_status', 'rest')
    await call('babyScheduling/setDuty', { rosterDate: today, employeeIds, duty }, token)
    const app = await open({ as: ACCOUNT.administrator, lang: 'en' })
    await app.goto('/babybusiness/baby-scheduling')
    // The own line: others are on the roster for the tests beside this one.
    const line = app.body
      .locator('.at-roster-row')
      .filter({ has: app.page.locator('.at-roster-name', { hasText: whole(user.realName) }) })
    await expect(line).toBeVisible()
    const heads = app.body.locator('.at-roster-head > span')
    const cell = line
      .locator('> *')
      .nth(await heads.evaluateAll((all) => all.findIndex((one) => one.className === 'at-roster-today')))
    await expect(cell).toContainText('Rest')
    await cell.click()
    await expect(cell).toContainText('On duty')
    await cell.focus()
    await app.page.keyboard.press('Enter')
    await expect(cell).toContainText('Rest')
    await app.page.keyboard.press('ArrowLeft')
    await app.page.keyboard.press('ArrowRight')
    await expect(app.body.locator('.at-roster-cell:focus')).toHaveCount(1)
  })
})

suite('a calendar', () => {
  test('leads from a day of a month to its board, and by keys from day to day', async ({ open }) => {
    const app = await open({ as: ACCOUNT.scheduler, lang: 'en' })
    await daysOpened()
    await app.goto('/shooting/work-calendar')
    const today = app.body.locator('.at-day-today')
    await expect(today).toHaveAccessibleName(/Booked \d+, Open seats \d+/)
    await today.focus()
    await app.page.keyboard.press('PageDown')
    const first = app.body.locator('.at-day[tabindex="0"]')
    await first.focus()
    await app.page.keyboard.press('ArrowRight')
    await expect(app.body.locator('.at-day:focus b')).toHaveText('2')
    await app.page.keyboard.press('Enter')
    await expect(app.page).toHaveURL(/camera-arrange\?.*siteId=/)
  })
})
