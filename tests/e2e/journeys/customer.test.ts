/** A customer on a train: a link on a phone, the photos, a design page by page, and the signature under it. */
import { DICT } from '../../../src/generated/dictionaries.ts'
import type { Lang } from '../../../src/model/model.ts'
import { dayText, midnightOf } from '../../../src/model/zone.ts'
import { ACCOUNT, call, list, tokenOf } from '../page/api.ts'
import type { App } from '../page/app.ts'
import { designToConfirm, give, type Design } from '../page/designs.ts'
import { CODE } from '../page/login.ts'
import { model, valueOf } from '../page/model.ts'
import { freshOrder } from '../page/orders.ts'
import { freshRecord } from '../page/records.ts'
import { nextMobile } from '../page/samples.ts'
import { Screen } from '../page/screen.ts'
import { shotSession } from '../page/shootings.ts'
import { expect, suite, test } from '../page/test.ts'
import { daysApart, journeyIn } from '../page/words.ts'

const PHONE = { width: 390, height: 844 }
/** Days of their own for the sessions of this file. */
const AHEAD = 70

const administrator = () => tokenOf(ACCOUNT.administrator)

async function linkTo(
  { workTaskId }: Pick<Design, 'workTaskId'>,
  more: object = {},
): Promise<{ id: number; address: string; accessCode?: string }> {
  const asked = { workTaskId, accessType: valueOf('access_type', 'design'), ...more }
  return call('clientAccess/add', asked, await administrator())
}

/** Draws a line on the sheet; it is kept when the form is sent. */
async function sign({ page }: App): Promise<void> {
  const sheet = page.locator('.at-sign canvas')
  await sheet.hover({ position: { x: 20, y: 20 } })
  await page.mouse.down()
  for (const at of [1, 2, 3, 4]) await sheet.hover({ position: { x: 20 + 18 * at, y: 20 + 8 * at } })
  await page.mouse.up()
}

/** A customer who expects a child, and a class of one place in the days to come. */
async function mother({ mobile, course }: { mobile: string; course: string }): Promise<{ lessonId: number }> {
  const staff = await administrator()
  await call('customer/add', { realName: '客户孕', mobile }, staff)
  const expectdate = midnightOf(Date.now(), model.app.timezone, 90)
  const businessType = valueOf('business_type', 'pregnant')
  await call('lead/add', { businessType, motherName: '客户孕', mobile, expectdate }, staff)
  const club = await freshRecord('club')
  const { id: settingId } = await call(
    'clubClassSetting/add',
    { clubId: club.id, roomName: course, startTime: '10:00', endTime: '11:30', seats: [{ seatNo: 'A1' }] },
    staff,
  )
  const { id: subjectId } = await call('subject/add', { name: course, code: course }, staff)
  const classDate = midnightOf(Date.now(), model.app.timezone, 2)
  const { id: lessonId } = await call('clubClassSch/add', { settingId, classDate, subjectId }, staff)
  return { lessonId }
}

/** Signs in by the mobile of a customer, and opens the classes. */
async function toClasses(app: App, mobile: string): Promise<void> {
  const { page } = app
  await app.goto('/client/client-view-photos')
  await page.locator('input#mobile').fill(mobile)
  await page.locator('input#code').fill(CODE)
  await page.locator('.client-form button[type=submit]').click()
  await page.locator('.client-nav a[href="/client/client-class"]').click()
}

const fits = ({ page }: App): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

suite.each(journeyIn('zh'))('a customer on a phone, in %s', (lang: Lang) => {
  test('opens a link, looks at photos, and confirms a design', async ({ open }) => {
    const design = await designToConfirm(daysApart(lang) + AHEAD)
    const app = await open({ lang, ...PHONE })
    const { page } = app
    await app.goto((await linkTo(design, { allowDownload: 1 })).address)
    await expect(page).toHaveURL(/\/client\/client-design$/)
    await expect(page.locator('.at-shot').first()).toBeVisible()
    expect(await fits(app)).toBe(true)

    await page.locator('.client-nav a[href="/client/client-view-photos"]').click()
    await expect(page.locator('.at-shot img').first()).toBeVisible()
    await page.locator('[data-at="0"]').click()
    await expect(page.locator('.at-page-picture img')).toHaveAttribute('src', /^\/files\/[\w-]{60,}\.webp$/)
    // Who may not choose is not told of it.
    expect(await app.said()).toEqual([])
    expect(await fits(app)).toBe(true)

    // A word is pinned to a place on a page by arrows and Enter, and taken back.
    await app.goto(`/client/client-design-detail?designTaskId=${design.id}`)
    await page.getByRole('button', { name: app.say.view('pinHere') }).click()
    await expect(page.locator('.at-aim')).toBeFocused()
    for (const key of ['ArrowRight', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
    await app.dialog.locator('textarea, input').first().fill('换一张')
    await app.dialog.locator('.ant-btn-primary').click()
    const pins = page.locator('.at-pin-layer .at-pin')
    await expect(pins).toHaveAttribute('style', /left: 52%; top: 48%/)
    await expect(page.locator('.at-pin-words li')).toContainText('换一张')
    expect(await fits(app)).toBe(true)
    await page.locator('.at-pin-words li button').click()
    await expect(pins).toHaveCount(0)
    const heard = () => page.waitForResponse((answer) => answer.url().includes('designPage/look'))
    const next = page.locator('.at-page-bar button').last()
    for (let at = 1; at <= design.pageCount; at += 1) {
      await expect(page.locator('.at-page-bar output')).toHaveText(`${at} / ${design.pageCount}`)
      if (at < design.pageCount) await Promise.all([heard(), next.click()])
    }
    await page.locator('.at-head-buttons button').first().click()
    await expect(page).toHaveURL(/client-design-form/)
    await page.locator('.ant-radio-wrapper, [role="radio"]').first().click()
    await sign(app)
    await page.locator('.at-sheet-foot .ant-btn-primary').click()
    await expect(page).toHaveURL(/\/client\/client-design$/)
    const said = await call('designTask/detail', { id: design.id }, await administrator())
    expect(said.designStatus).toBe(valueOf('design_status', 'confirmed'))

    await app.goto(`/client/photo-album-detail?designTaskId=${design.id}`)
    const saved = page.waitForEvent('download')
    await page.locator('.at-head-buttons button').first().click()
    expect((await saved).suggestedFilename()).toMatch(/\.zip$/)
    expect(await fits(app)).toBe(true)
  })

  test('is given a link that staff can pass on: it stays in sight whole, and is copied by a button', async ({
    open,
  }) => {
    const { id, customer } = await freshOrder()
    const app = await open({ as: ACCOUNT.administrator, lang })
    await app.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await app.goto(`/order/order-detail?id=${id}&part=links`)
    const screen = Screen.of(app, '/order/order-detail', 'links')
    const form = await screen.asks('add', app.body)
    await form.put({ accessType: valueOf('access_type', 'photos') })
    await form.save()
    // Others are told of other things meanwhile.
    const notice = app.page.locator('.ant-notification-notice').filter({ hasText: '/client/client-view-photos' })
    const address = /http:\/\/\S+\/client\/client-view-photos\?t=\S+/.exec(await notice.innerText())?.[0] ?? ''
    await notice.getByRole('button', { name: app.say.view('copy') }).click()
    expect((await app.page.evaluate(() => navigator.clipboard.readText())).split('\n')).toContain(address)
    const guest = await open({ lang, ...PHONE })
    await guest.goto(address)
    await expect(guest.page.locator('.client')).toContainText(customer)
  })

  test('is asked for the code of a link, chooses, fills products and signs, and is told that the link was withdrawn', async ({
    open,
  }) => {
    const workTaskId = await shotSession(daysApart(lang) + AHEAD + 1, 2)
    await give(workTaskId, 'xuanpian', ACCOUNT.selector)
    const photos = { accessType: valueOf('access_type', 'selection'), allowPick: 1, allowSign: 1, withCode: 1 }
    const { id, address, accessCode = '' } = await linkTo({ workTaskId }, photos)
    const app = await open({ lang, ...PHONE })
    const { page } = app
    await app.goto(address)
    await page.locator('.client-form input').fill(accessCode)
    await page.locator('.client-form button').click()
    await expect(page.locator('.at-shot').first()).toBeVisible()
    const counted = page.locator('.at-counter dd')
    await expect(counted).toHaveCount(6)
    await expect(counted.nth(1)).toHaveText('0')
    await page.locator('[data-at="0"]').click()
    await page.locator('.at-page-buttons button').first().click()
    await expect(counted.nth(1)).toHaveText('1')
    expect(await fits(app)).toBe(true)
    // Each product takes the photo that is in sight.
    const PUT_INTO = app.say.view('putInto', { place: '' }).trim()
    await expect(page.locator('.at-place').first()).toBeVisible()
    for (const place of await page.locator('.at-place').all()) {
      await place.locator('.at-place-head').click()
      await page.locator('.at-page-buttons button').filter({ hasText: PUT_INTO }).click()
      await expect(place.locator('.at-placed li')).toHaveCount(1)
      await place.locator('.at-place-head').click()
    }
    await page.locator('.client-nav a[href="/client/client-view-photos"]').click()
    await app.goto('/client/client-view-photos?pick=1&sign=1')
    await expect(page.locator('.at-placed li').first()).toBeVisible()
    expect(await fits(app)).toBe(true)
    await page.locator('.at-head-buttons button, .at-rows-buttons button').first().click()
    await sign(app)
    await app.dialog.locator('.ant-btn-primary').last().click()
    await expect(page.locator('.at-counter')).toHaveCount(0)
    const films = await call(
      'selectTaskAll/query',
      { sort: ['-createTime'], pageNO: 1, pageRows: 20 },
      await administrator(),
    )
    expect(films.find((one) => one.workTaskId === workTaskId)?.selectionStatus).toBe(
      valueOf('selection_status', 'done'),
    )
    await call('clientAccess/edit', { id, status: DICT.enable_status.disabled }, await administrator())
    await app.goto(address)
    await expect(page.locator('.client-ended')).toBeVisible()
    await expect(page.locator('.at-shot')).toHaveCount(0)
  })

  test('who expects a child signs in, books a class, and gives her place back', async ({ open }) => {
    const staff = await administrator()
    const mobile = nextMobile()
    const ready = { mobile, course: `T${mobile.slice(-6)}` }
    await mother(ready)
    const app = await open({ lang, ...PHONE })
    const { page } = app
    await toClasses(app, mobile)
    const lesson = page.locator('[data-row-key]:visible').filter({ hasText: ready.course })
    const press = async (id: string): Promise<void> =>
      lesson.getByRole('button', { name: model.calls[id]?.label[lang] ?? id }).click()
    await press('clubClassSch/bookMine')
    await app.dialog.locator('.ant-btn-primary').click()
    const isBooked = ({ name }: { name: string }): boolean => name === 'booked'
    const bookingStatus = model.dictionaries.client_class_state?.values.find(isBooked)?.label[lang] ?? ''
    await expect(lesson).toContainText(bookingStatus)
    expect(await fits(app)).toBe(true)
    await page.getByRole('tab').nth(1).click()
    await expect(page.locator('[data-row-key]:visible').first()).toContainText(bookingStatus)
    await page.getByRole('tab').first().click()
    await press('clubClassSch/cancelMine')
    await page.locator('.ant-modal-confirm .ant-btn-primary, .ant-popconfirm .ant-btn-primary').click()
    await expect(lesson).not.toContainText(bookingStatus)
    // What she gave back is behind her.
    await page.getByRole('tab').last().click()
    await expect(lesson).toBeVisible()
    const [booking] = await list('courseBooking/query', { nameOrTel: mobile, pageNO: 1, pageRows: 5 }, staff)
    expect(booking?.bookingStatus).toBe(valueOf('course_booking_status', 'cancelled'))
    // At a desk they are cards, too.
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(lesson).toBeVisible()
    expect(await fits(app)).toBe(true)
  })

  test('is asked of which day, is told when another was quicker, and then sees that she may wait', async ({ open }) => {
    const staff = await administrator()
    const mobile = nextMobile()
    const ready = { mobile, course: `T${mobile.slice(-6)}` }
    const { lessonId: classSchId } = await mother(ready)
    const app = await open({ lang, ...PHONE })
    await toClasses(app, mobile)
    const lesson = app.page.locator('[data-row-key]:visible').filter({ hasText: ready.course })
    const button = (id: string) => lesson.getByRole('button', { name: model.calls[id]?.label[lang] ?? id })
    await button('clubClassSch/bookMine').click()
    const day = dayText(midnightOf(Date.now(), model.app.timezone, 2), model.app.timezone)
    await expect(app.dialog).toContainText(ready.course)
    await expect(app.dialog).toContainText(day)
    const another = {
      motherName: '别人',
      mobile: nextMobile(),
      expectdate: midnightOf(Date.now(), model.app.timezone, 9),
    }
    const businessType = valueOf('business_type', 'pregnant')
    const { id: leadId } = await call('lead/add', { ...another, businessType }, staff)
    await call('clubClassSch/booking', { classSchId, leadId }, staff)
    await app.dialog.locator('.ant-btn-primary').click()
    await expect(app.dialog.getByRole('alert')).toContainText(lang === 'zh' ? '名额已满' : 'It is full')
    await app.page.keyboard.press('Escape')
    await expect(app.dialog).toHaveCount(0)
    await expect(button('clubClassSch/waitMine')).toBeVisible()
    await expect(button('clubClassSch/bookMine')).toHaveCount(0)
  })
})
