/** A selector with a customer beside her: photos are kept, doubted and dropped by keys, and fill the products. */
import type { Lang } from '../../../src/model/model.ts'
import { ACCOUNT, call, list, person, raw, tokenOf } from '../page/api.ts'
import type { App } from '../page/app.ts'
import { valueOf } from '../page/model.ts'
import { Screen } from '../page/screen.ts'
import { shotSession } from '../page/shootings.ts'
import { expect, suite, test } from '../page/test.ts'
import { daysApart, journeyIn } from '../page/words.ts'

/** Days of their own for the sessions of this file. */
const AHEAD = 40
const MINE = '/choose-photos/my-assignment'
const [KEEP, MAYBE, DROP] = (['keep', 'maybe', 'drop'] as const).map((name) => valueOf('pick_type', name))

interface Film {
  id: number
  taskNo: string
  workTaskId: number
  orderSessionId: number
}

/** A selection that waits for somebody, in the selector's hands. */
async function assigned(ahead: number): Promise<Film> {
  const boss = await tokenOf(ACCOUNT.administrator)
  const workTaskId = await shotSession(ahead, 6)
  const films = await raw<Film[]>('selectTaskAll/query', { sort: ['-createTime'], pageNO: 1, pageRows: 20 }, boss)
  const film = films.find((one) => one.workTaskId === workTaskId)
  if (!film) throw new Error('the session has no selection')
  const who = await tokenOf(ACCOUNT.selector)
  const user = await person(who)
  const workers = [{ workerRole: 'xuanpian', employeeId: user.employeeId, isMain: 1 }]
  await call('worker/setWorkers', { workTaskIds: [film.workTaskId], workers }, boss)
  return film
}

const tile = (app: App, at: number) => app.body.locator('.at-shot').nth(at)

suite.each(journeyIn('en'))('choosing photos, in %s', (lang: Lang) => {
  test('keeps, doubts and drops by keys, and fills a product', async ({ open }) => {
    const film = await assigned(daysApart(lang) + AHEAD)
    const app = await open({ as: ACCOUNT.selector, lang })
    await app.goto(MINE)
    const mine = Screen.of(app, MINE)
    await mine.does('startPick', await mine.find(film.id, film.taskNo))
    await expect(app.page).toHaveURL(new RegExp(`/choose-photos/my-choose-photos\\?.*selectedFilmId=${film.id}`))
    await tile(app, 0).locator('[data-at]').focus()
    for (const key of ['1', '3', '2', '1']) await app.page.keyboard.press(key)
    await expect(tile(app, 1).locator('.at-judged')).toHaveText(lang === 'zh' ? '不要' : 'Drop')
    const picked = app.body.locator('.at-counter > div:not(.at-counter-words) dd').first()
    await expect(picked).toHaveText('2')
    const who = await tokenOf(ACCOUNT.administrator)
    const photosOf = async () => {
      const photos = { orderSessionId: film.orderSessionId, photoStage: valueOf('photo_stage', 'raw') }
      return call('photo/query', { ...photos, pageNO: 1, pageRows: 50 }, who)
    }
    const said = (await photosOf()).map(({ pickType }) => pickType)
    expect(said.slice(0, 5)).toEqual([KEEP, DROP, MAYBE, KEEP, null])

    const place = app.body.locator('.at-place').first()
    await place.locator('.at-place-head').click()
    await expect(place.locator('.at-place-head')).toHaveAttribute('aria-pressed', 'true')
    await tile(app, 4).locator('[data-at]').focus()
    await app.page.keyboard.press('5')
    await expect(place.locator('.at-placed li')).toHaveCount(1)
    await expect(picked).toHaveText('3')
    await place.locator('.at-placed button').click()
    await expect(place.locator('.at-placed li')).toHaveCount(0)

    // Steps are taken back, the last first: the place is filled again, and empty again, and nothing is thought of it.
    for (const count of [1, 0]) {
      await app.page.keyboard.press('Control+z')
      await expect(place.locator('.at-placed li')).toHaveCount(count)
    }
    await expect(picked).toHaveText('2')
    await expect(tile(app, 4).locator('.at-judged')).toHaveCount(0)
    // What was taken back is done again, and taken back anew; the keys say so.
    for (const [key, count] of [
      ['Control+Shift+z', 1],
      ['Control+z', 0],
    ] as const) {
      await app.page.keyboard.press(key)
      await expect(place.locator('.at-placed li')).toHaveCount(count)
    }
    await app.page.keyboard.press('?')
    await expect(app.page.locator('.at-keys dd')).toContainText([lang === 'zh' ? '重做' : 'Redo'])
    await app.page.keyboard.press('Escape')
    await expect(app.page.locator('.at-keys')).toBeHidden()
    // Photos of a product are put in another order: dragged, or by Alt and an arrow.
    const shown = () => place.locator('.at-placed img').evaluateAll((all) => all.map((one) => one.getAttribute('src')))
    for (const n of [4, 5]) {
      await tile(app, n).locator('[data-at]').focus()
      await app.page.keyboard.press('5')
      await expect(place.locator('.at-placed li')).toHaveCount(n - 3)
    }
    const [one, two] = await shown()
    await place.locator('.at-placed li').nth(1).dragTo(place.locator('.at-placed li').nth(0))
    await expect.poll(shown).toEqual([two, one])
    await place.locator('.at-placed button').nth(0).focus()
    await app.page.keyboard.press('Alt+ArrowRight')
    await expect.poll(shown).toEqual([one, two])
    for (const order of [[two, one], [one, two], [one], []]) {
      await app.page.keyboard.press('Control+z')
      await expect.poll(shown).toEqual(order)
    }
    // What another said of a photo since is not taken back.
    const at = (await photosOf())[3]?.id
    await call('photo/pickForProduct', { selectedFilmId: film.id, photoId: at, pickType: MAYBE }, who)
    await app.page.keyboard.press('Control+z')
    await app.hears(lang === 'zh' ? '未撤销' : 'it was not taken back')
    expect((await photosOf())[3]?.pickType).toBe(MAYBE)
    // The other's word is on the wall by itself.
    await expect(tile(app, 3)).toHaveClass(/at-judged-1/)

    // The large view has the same keys, and the wall stands at the photo that was looked at last.
    await tile(app, 4).locator('[data-at]').focus()
    await app.page.keyboard.press('Enter')
    await expect(app.page.locator('.at-loupe-bar')).toBeVisible()
    await app.page.keyboard.press('1')
    await expect(tile(app, 4).locator('.at-judged')).toHaveCount(1)
    await app.page.keyboard.press('Escape')
    await expect(app.page.locator('.at-loupe-bar')).toHaveCount(0)
    await expect(tile(app, 5).locator('[data-at]')).toBeFocused()
  })

  test('keeps what is said while the connection is broken, through a reload, and says it when it is back', async ({
    open,
  }) => {
    const film = await assigned(daysApart(lang) + AHEAD + 4)
    const app = await open({ as: ACCOUNT.selector, lang })
    await app.goto(MINE)
    const mine = Screen.of(app, MINE)
    await mine.does('startPick', await mine.find(film.id, film.taskNo))
    await expect(tile(app, 0)).toBeVisible()
    const picked = app.body.locator('.at-counter > div:not(.at-counter-words) dd').first()
    await app.page.route('**/photo/pickForProduct.json', (route) => route.abort())
    app.faults.allow(/ERR_FAILED/)
    await tile(app, 0).locator('[data-at]').focus()
    for (const key of ['1', '1']) await app.page.keyboard.press(key)
    await expect(app.body.locator('.at-words-wait')).toContainText('2')
    for (const at of [0, 1]) await expect(tile(app, at)).toHaveClass(/at-judged-0/)
    await expect(picked).toHaveText('0')
    await app.page.reload()
    for (const at of [0, 1]) await expect(tile(app, at)).toHaveClass(/at-judged-0/)
    await app.page.unroute('**/photo/pickForProduct.json')
    await app.page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(app.body.locator('.at-words-wait')).toHaveCount(0)
    await expect(picked).toHaveText('2')
    await app.page.reload()
    await expect(picked).toHaveText('2')
  })

  test('loses no key that is pressed before the wall has gone on to the next photo', async ({ open }) => {
    const film = await assigned(daysApart(lang) + AHEAD + 6)
    const app = await open({ as: ACCOUNT.selector, lang })
    await app.goto(MINE)
    const mine = Screen.of(app, MINE)
    await mine.does('startPick', await mine.find(film.id, film.taskNo))
    await tile(app, 0).locator('[data-at]').focus()
    await tile(app, 0)
      .locator('[data-at]')
      .evaluate((one) => {
        // At once: nothing is drawn between them.
        for (const key of ['1', '3', '1']) one.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      })
    for (const [at, word] of [KEEP, DROP, KEEP].entries())
      await expect(tile(app, at)).toHaveClass(new RegExp(`at-judged-${word === KEEP ? 0 : 2}`))
    await expect(tile(app, 3).locator('[data-at]')).toBeFocused()
  })

  test('shows photos side by side, one after the other, and on a second screen', async ({ open }) => {
    const film = await assigned(daysApart(lang) + AHEAD + 2)
    const app = await open({ as: ACCOUNT.selector, lang })
    await app.goto(MINE)
    const mine = Screen.of(app, MINE)
    await mine.does('startPick', await mine.find(film.id, film.taskNo))
    const { keyboard } = app.page
    await tile(app, 0).locator('[data-at]').focus()
    for (const key of [' ', 'ArrowRight', 'ArrowRight', ' ', 'c']) await keyboard.press(key)
    const panes = app.page.locator('.at-pane')
    await expect(panes).toHaveCount(2)
    await expect(panes.first().locator('.at-pane-picture')).toBeFocused()
    for (const key of ['ArrowRight', '2']) await keyboard.press(key)
    await expect(panes.nth(1).locator('.at-judged')).toBeVisible()
    await keyboard.press('+')
    const scales = panes.locator('img')
    for (const one of [0, 1]) await expect(scales.nth(one)).toHaveAttribute('style', /scale\(1\.25\)/)
    await keyboard.press('Escape')
    await expect(panes).toHaveCount(0)
    await expect(tile(app, 2).locator('.at-judged')).toBeVisible()
    // The keys go on where they were.
    await expect(tile(app, 2).locator('[data-at]')).toBeFocused()

    // The second window shows the photo in sight here, and what the slide show is at.
    await tile(app, 1).locator('[data-at]').focus()
    const opened = app.page.waitForEvent('popup')
    await keyboard.press('o')
    const second = await opened
    const nameAt = (at: number) => tile(app, at).locator('.at-shot-words b').textContent()
    const seen = second.locator('img')
    await expect(seen).toHaveAttribute('alt', (await nameAt(1)) ?? '')
    await app.page.bringToFront()
    await tile(app, 1).locator('[data-at]').focus()
    await keyboard.press('ArrowRight')
    await expect(seen).toHaveAttribute('alt', (await nameAt(2)) ?? '')
    await keyboard.press('s')
    const show = app.page.locator('.at-show')
    await expect(show).toBeFocused()
    await keyboard.press(' ')
    await keyboard.press('End')
    await expect(show).toHaveAttribute('aria-label', /6 \/ 6$/)
    await expect(seen).toHaveAttribute('alt', (await nameAt(5)) ?? '')
    await keyboard.press('Escape')
    await expect(show).toHaveCount(0)
    // A window that is not the one in front has no focus to show.
    await app.page.bringToFront()
    await expect(tile(app, 2).locator('[data-at]')).toBeFocused()
    await app.body.getByRole('button', { name: app.say.view('second') }).click()
    await expect.poll(() => second.isClosed()).toBe(true)
  })

  test('says who put a photo away, and takes back what was refused', async ({ open }) => {
    const film = await assigned(daysApart(lang) + AHEAD + 1)
    const boss = await tokenOf(ACCOUNT.administrator)
    await call('photo/startPick', { workTaskId: film.workTaskId }, boss)
    const app = await open({ as: ACCOUNT.selector, lang })
    await app.goto(MINE)
    const mine = Screen.of(app, MINE)
    await mine.does('startPick', await mine.find(film.id, film.taskNo))
    await expect(tile(app, 0)).toBeVisible()
    const photos = { orderSessionId: film.orderSessionId, photoStage: valueOf('photo_stage', 'raw') }
    const [first] = await call('photo/query', { ...photos, pageNO: 1, pageRows: 50 }, boss)
    const [product] = await list('photo/queryProduct', { selectedFilmId: film.id }, boss)
    const into = { orderItemId: product?.orderItemId, unitNo: product?.unitNo }
    await call('photo/pickForProduct', { selectedFilmId: film.id, photoId: first?.id, ...into }, boss)
    await expect(app.body.locator('.at-placed li')).toHaveCount(1)
    await tile(app, 0).locator('[data-at]').focus()
    await app.page.keyboard.press('3')
    await app.hears(lang === 'zh' ? '请先取出' : 'take it out first')
    await expect(tile(app, 0).locator('.at-judged')).not.toHaveText(lang === 'zh' ? '不要' : 'Drop')
  })
})
