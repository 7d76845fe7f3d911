/** A photographer's day on a phone: the shooting begins, its photos arrive, and it ends. */
import type { Route } from 'playwright'
import type { Locator } from 'playwright'
import type { Lang } from '../../../src/model/model.ts'
import { ACCOUNT, call, tokenOf } from '../page/api.ts'
import type { App } from '../page/app.ts'
import { begunShooting, photo } from '../page/shootings.ts'
import { model, valueOf } from '../page/model.ts'
import { expect, suite, test } from '../page/test.ts'
import { daysApart, journeyIn } from '../page/words.ts'

const PHONE = { width: 390, height: 844 }
/** Days of their own for the sessions of this file. */
const AHEAD = 50
const WALL = '/shooting-tasks/manage-photos'
const TASK_WALL = '/shooting-tasks/upload-image'

const tiles = (app: App): Locator => app.body.locator('.at-shot')
const add = (app: App, files: Awaited<ReturnType<typeof photo>>[]) =>
  app.body.locator('input[type=file]').first().setInputFiles(files)

suite.each(journeyIn('en'))('photos of a shooting, in %s', (lang: Lang) => {
  test('arrive on a phone over a line that breaks, once each, and end the shooting', async ({ open }) => {
    const task = await begunShooting(daysApart(lang) + AHEAD)
    const app = await open({ as: ACCOUNT.photographer, lang, ...PHONE })
    await app.goto(`${WALL}?workTaskId=${task}`)
    const files = await Promise.all(Array.from({ length: 7 }, (_, i) => photo(i)))

    // The line breaks, or the server takes no more now: what was not taken is sent again by itself.
    let broken = 2
    const busy = { status: 429, json: { status: 429, msg: 'busy', data: {} } }
    await app.page.route('**/api/upload/**', async (route) => {
      broken -= 1
      return broken === 1 ? route.abort() : broken === 0 ? route.fulfill(busy) : route.continue()
    })
    app.faults.allow(/ERR_FAILED|429/)
    await add(app, files)
    await expect(tiles(app)).toHaveCount(7)
    const line = app.body.locator('.at-taking')
    await expect(line).toContainText(app.say.view('uploadsDone', { count: 7 }))

    // After a reload the same files are chosen again, with one more.
    await app.page.reload()
    await app.settled()
    await add(app, [...files, await photo(7)])
    await expect(line).toContainText(app.say.view('uploadsKnown', { count: 7 }))
    await expect(tiles(app)).toHaveCount(8)

    // A reload in the middle: what did not arrive is told, and goes on when it is chosen again.
    await app.page.route('**/api/upload/**', (route) => route.abort())
    const late = await Promise.all([30, 31, 32].map(photo))
    await add(app, late)
    await expect(line).toContainText(app.say.view('uploadsWait', { done: 1, all: 3 }))
    await app.page.unrouteAll({ behavior: 'ignoreErrors' })
    app.page.once('dialog', (dialog) => void dialog.accept())
    await app.page.reload()
    await app.settled()
    const lacking = app.say.view('uploadsLacking', { count: 3 })
    await expect(app.body.getByText(lacking)).toBeVisible()
    await add(app, late)
    await expect(tiles(app)).toHaveCount(11)
    await expect(app.body.getByText(lacking)).toHaveCount(0)

    // One by one, as large as the window.
    await tiles(app).first().locator('.at-shot-picture').click()
    const loupe = app.page.locator('.ant-image-preview-wrap')
    await expect(loupe.locator('img')).toBeVisible()
    await app.page.keyboard.press('ArrowRight')
    await expect(app.page.locator('.ant-image-preview-progress')).toContainText('2 / 11')
    const bar = app.page.locator('.at-loupe-bar')
    // Stars that are given while the wall is on its way stay, though it does not know of them.
    let free: () => void = () => undefined
    const given = new Promise<void>((resolve) => (free = resolve))
    const afterwards = async (route: Route) => {
      const response = await route.fetch()
      await given
      await route.fulfill({ response })
    }
    await app.page.route('**/api/photo/query.json', afterwards, { times: 1 })
    await bar.getByRole('button', { name: labelOf('setCover', lang) }).click()
    const stars = bar.locator('.at-star-buttons button')
    await stars.nth(2).click()
    await expect(stars.nth(2)).toHaveAttribute('aria-pressed', 'true')
    free()
    await app.page.keyboard.press('Escape')
    await expect(tiles(app).nth(1).locator('.at-shot-stars')).toHaveText('★★★')
    await expect(tiles(app).nth(1).locator('.at-shot-marks')).toBeVisible()

    const input = { workTaskId: task, action: 'finish' as const, requestNo: `finish ${task}` }
    const done = await call('photography/record', input, await tokenOf(ACCOUNT.photographer))
    expect(done.sessionStatus).toBe(valueOf('session_status', 'done'))
  })

  test('get stars and another place by keys, at once and for good', async ({ open }) => {
    const task = await begunShooting(daysApart(lang) + AHEAD + 1)
    const app = await open({ as: ACCOUNT.photographer, lang })
    await app.goto(`${WALL}?workTaskId=${task}`)
    await add(app, await Promise.all([40, 41, 42].map(photo)))
    await expect(tiles(app)).toHaveCount(3)
    const names = () => app.body.locator('.at-shot-words b').allTextContents()
    await app.body.locator('.at-shot-picture').first().focus()
    await app.page.keyboard.press('Shift+Digit4')
    await expect(tiles(app).first().locator('.at-shot-stars')).toHaveText('★★★★')
    await app.page.keyboard.press('Alt+ArrowRight')
    await expect.poll(names).toEqual(['IMG_0041.jpg', 'IMG_0040.jpg', 'IMG_0042.jpg'])
    await tiles(app)
      .nth(2)
      .dragTo(tiles(app).first(), { targetPosition: { x: 4, y: 40 } })
    await expect.poll(names).toEqual(['IMG_0042.jpg', 'IMG_0041.jpg', 'IMG_0040.jpg'])
    // The rows of the wall are as high as the person wants them.
    const height = async () => (await tiles(app).first().boundingBox())?.height ?? 0
    const usual = await height()
    await app.body.getByRole('button', { name: app.say.view('columnSettings') }).click()
    await app.page.locator('.at-settings').getByText(app.say.view('densityRoomy')).click()
    await expect.poll(height).toBeGreaterThan(usual + 40)
    await app.settled()
    await app.page.reload()
    await app.settled()
    await expect.poll(names).toEqual(['IMG_0042.jpg', 'IMG_0041.jpg', 'IMG_0040.jpg'])
    await expect.poll(height).toBeGreaterThan(usual + 40)
    await expect(tiles(app).nth(2).locator('.at-shot-stars')).toHaveText('★★★★')
  })

  test('are chosen by keys and deleted together; a wall without a session says what to choose', async ({ open }) => {
    const task = await begunShooting(daysApart(lang) + AHEAD + 2)
    const app = await open({ as: ACCOUNT.photographer, lang })
    await app.goto(WALL)
    const button = app.body.getByRole('button', { name: labelOf('upload', lang) })
    await expect(button).toBeDisabled()
    // A wall that cannot be without one shows nothing at all.
    await app.goto(TASK_WALL)
    await expect(app.body.getByRole('heading', { name: lang === 'zh' ? '请先选择' : 'Choose first' })).toBeVisible()
    await expect(tiles(app)).toHaveCount(0)
    await app.goto(`${WALL}?workTaskId=${task}`)
    await add(app, await Promise.all([20, 21, 22].map(photo)))
    await expect(tiles(app)).toHaveCount(3)
    await app.body.locator('.at-shot-picture').first().focus()
    await app.page.keyboard.press(' ')
    await app.page.keyboard.press('ArrowRight')
    await app.page.keyboard.press('Shift+ ')
    await expect(app.body.locator('.at-shot-chosen')).toHaveCount(2)
    await app.body
      .locator('.at-chosen')
      .getByRole('button', { name: labelOf('delete', lang) })
      .click()
    await app.page
      .getByRole('dialog')
      .getByRole('button', { name: labelOf('delete', lang) })
      .last()
      .click()
    await expect(tiles(app)).toHaveCount(1)
    // What is pressed in the menu of a picture opens nothing else.
    await tiles(app)
      .first()
      .getByRole('button', { name: app.say.view('more') })
      .click()
    await app.page.getByRole('menuitem', { name: labelOf('setCover', lang) }).click()
    await app.settled()
    await expect(app.page.locator('.at-loupe-bar')).toHaveCount(0)
  })
})

/** What a button of the wall is called. */
function labelOf(key: string, lang: Lang): string {
  const view = model.screens[WALL]?.view
  if (view?.view !== 'gallery') throw new Error(`${WALL} is no gallery`)
  const action = [...view.actions, ...view.pictures.actions].find((one) => one.key === key)
  if (!action) throw new Error(`${WALL} has no button ${key}`)
  return action.label[lang]
}
