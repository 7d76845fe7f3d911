/** A customer from the first call on: put on file, family, follow-up, tags, and made one with a double. */
import { ACCOUNT } from '../page/api.ts'
import { model } from '../page/model.ts'
import { freshRecord } from '../page/records.ts'
import { nextMobile, nextName } from '../page/samples.ts'
import { Screen } from '../page/screen.ts'
import { Wizard } from '../page/wizard.ts'
import { expect, suite, test } from '../page/test.ts'

suite('a customer', () => {
  test('changed on its page is shown so in the list that was left for it', async ({ open }) => {
    const { id, name } = await freshRecord('customer', { realName: nextName('Before') })
    const app = await open({ as: ACCOUNT.administrator })
    await app.goto('/customer/list')
    const row = await Screen.of(app, '/customer/list').find(id, name)
    await Screen.of(app, '/customer/list').open(row)
    await expect(app.page).toHaveURL(/\/customer\/detail/)
    await app.settled()
    const form = await Screen.of(app, '/customer/detail').asks('edit', app.body.locator('.at-head'))
    const after = nextName('After')
    await form.put({ realName: after })
    await form.save()
    await form.closed()
    await app.page.goBack()
    await expect(app.page).toHaveURL(/\/customer\/list/)
    await expect(app.body.locator(`[data-row-key="${id}"]:visible`)).toContainText(after)
  })

  test('is put on file, followed up, tagged, and made one with a double', async ({ open }) => {
    const double = await freshRecord('customer', { realName: nextName('Double') })
    const tag = await freshRecord('tags', {
      category: model.dictionaries.tag_category?.values.find((one) => one.name === 'customer')?.value,
    })
    const app = await open({ as: ACCOUNT.administrator })
    await app.goto('/customer/list')
    const list = Screen.of(app, '/customer/list')
    const name = nextName('Chen')
    const form = await list.asks('add')
    await form.put({ realName: name, mobile: nextMobile() })
    const { answer } = await app.calling<{ id: number }>('customer/add', () => form.save())
    // The dialog closes by itself a second after it has saved.
    await form.closed()

    await list.open(await list.find(answer.data.id, name))
    await expect(app.page).toHaveURL(new RegExp(`/customer/detail\\?id=${answer.data.id}`))
    await app.settled()
    const head = app.body.locator('.at-head')
    const tab = (part: string) => app.body.locator(`[role=tab][data-tab="${part}"]`)
    const record = Screen.of(app, '/customer/detail')

    const track = await record.asks('track', head)
    // What was said comes first, in as many lines as it takes; the next time is a click away.
    await expect(track.item('content').locator('textarea')).toBeFocused()
    await track
      .item('nextTrackDate')
      .getByRole('button', { name: app.say.view('tomorrow') })
      .click()
    await expect(track.item('nextTrackDate').locator('input')).not.toHaveValue('')
    // Nothing is followed up in the past: such days cannot be chosen.
    await track.item('nextTrackDate').locator('.ant-picker').click()
    const days = app.page.locator('.ant-picker-dropdown:visible')
    await expect(days.locator('.ant-picker-cell-today')).not.toHaveClass(/disabled/)
    await days.locator('.ant-picker-header-prev-btn').click()
    await expect(days.locator('.ant-picker-cell-in-view').first()).toBeVisible()
    await expect(days.locator('.ant-picker-cell-in-view:not(.ant-picker-cell-disabled)')).toHaveCount(0)
    await app.page.keyboard.press('Escape')
    // A day is typed as people write it; what cannot be taken is told, and changes nothing.
    const day = track.item('nextTrackDate').locator('input')
    await day.fill('2030/1/5')
    await day.press('Tab')
    await expect(day).toHaveValue('2030-01-05')
    await day.fill('2030-01-05 10:00')
    await day.press('Tab')
    await app.hears(/is no day that can be chosen|不是这里可选的日期/)
    await expect(day).toHaveValue('2030-01-05')
    await track.put({ content: 'Wants the hundred-day set.' })
    // While it is saved, nothing can be typed, and nothing moves.
    const height = async () => (await app.dialog.boundingBox())?.height
    const before = await height()
    let goOn: () => void = () => undefined
    const held = new Promise<void>((resolve) => (goOn = resolve))
    await app.page.route('**/track/add.json', async (call) => {
      await held
      await call.continue()
    })
    const saved = track.save()
    await expect(track.item('content').locator('textarea')).toBeDisabled()
    expect(await height()).toBe(before)
    goOn()
    await saved
    await app.page.unroute('**/track/add.json')
    await track.dismiss()
    await tab('tracks').click()
    await expect(app.body.locator('[role=tabpanel]:visible')).toContainText('Wants the hundred-day set.')
    // The first follow-up says that the customer is interested.
    await expect(head).toContainText('Intended')

    await tab('family').click()
    await expect(app.body.locator('[role=tabpanel]:visible [data-row-key]')).toContainText(name)

    const tags = await record.asks('tag', head)
    await tags.put({ tags: tag.name })
    await tags.save()
    await tags.dismiss()
    await tab('fields').click()
    await expect(app.body.locator('[role=tabpanel]:visible')).toContainText(tag.name)

    await record.agrees('invalidate', head)
    await expect(head).toContainText('Invalid')
    await record.does('restore', head)
    await expect(head).toContainText('Potential')

    const merge = await record.asks('merge', head)
    await merge.put({ toId: double.name })
    await merge.save()
    await merge.dismiss()
    await app.goto(`/customer/detail?id=${double.id}&part=tracks`)
    await expect(app.body.locator('[role=tabpanel]:visible')).toContainText('Wants the hundred-day set.')
    await app.goto(`/customer/list?nameOrTel=${name}`)
    await expect(app.body.getByText(app.say.view('clearFilters'))).toBeVisible()
    await expect(list.row(answer.data.id)).toHaveCount(0)
  })

  test('gets what is typed before the dialog stands that was asked for', async ({ open }) => {
    const { id } = await freshRecord('customer', { realName: nextName('Early'), cityCode: '500100' })
    const app = await open({ as: ACCOUNT.administrator })
    await app.goto(`/customer/detail?id=${id}`)
    const record = Screen.of(app, '/customer/detail')
    const doors: (() => void)[] = []
    await app.page.route('**/customer/detail.json', async (route) => {
      await new Promise<void>((open) => doors.push(open))
      await route.continue()
    })
    const come = async (): Promise<void> => {
      await expect.poll(() => doors.length).toBe(1)
      for (const open of doors.splice(0)) open()
    }
    const head = app.body.locator('.at-head')
    await record.does('edit', head)
    await app.page.keyboard.type('Madam x')
    await app.page.keyboard.press('Backspace')
    // What follows Tab or Enter is meant for something else.
    await app.page.keyboard.press('Tab')
    await app.page.keyboard.type('other')
    await come()
    const dialog = app.page.getByRole('dialog')
    const first = dialog.getByRole('textbox').first()
    await expect(first).toBeFocused()
    await expect(first).toHaveValue(/Madam /)
    await expect(first).not.toHaveValue(/other/)
    await app.page.keyboard.press('Escape')
    await app.answer(app.say.shell('ok'))
    await expect(dialog).toHaveCount(0)

    // Whoever does not want it any more need not wait for it.
    await record.does('edit', head)
    await app.page.keyboard.press('Escape')
    await come()
    await app.settled()
    await expect(dialog).toHaveCount(0)
  })

  test('is followed up by one click, a text and Enter, and buys a package in at most eight clicks', async ({
    open,
  }) => {
    const realName = nextName('Swift')
    const { id } = await freshRecord('customer', { realName, cityCode: '500100' })
    const app = await open({ as: ACCOUNT.administrator })
    await app.goto(`/customer/detail?id=${id}`)
    await app.page.evaluate(() => {
      document.body.dataset.clicks = '0'
      const count = (event: MouseEvent) => {
        if (event.detail > 0) document.body.dataset.clicks = String(Number(document.body.dataset.clicks) + 1)
      }
      addEventListener('click', count, true)
    })
    const clicks = async (): Promise<number> => Number(await app.page.evaluate(() => document.body.dataset.clicks))
    const record = Screen.of(app, '/customer/detail')
    const head = app.body.locator('.at-head')
    const track = await record.asks('track', head)
    await expect(track.item('content').locator('textarea')).toBeFocused()
    await app.page.keyboard.type('Will come on Friday.')
    const { answer } = await app.calling('track/add', () => app.page.keyboard.press('Enter'))
    expect(answer).toMatchObject({ status: 200 })
    await track.closed()
    expect(await clicks()).toBe(1)

    await record.does('order', head)
    const steps = new Wizard(app, '/order/make-order')
    await steps.at('customer')
    await expect(app.page.locator('.tabs-strip .tab[data-active=true]')).toContainText(realName)
    await steps.next()
    await steps.at('items')
    await steps.form
      .item('packageId')
      .getByRole('button', { name: app.say.view('byPicture') })
      .click()
    await app.page.locator('.at-picker-card').first().click()
    await expect(app.page.locator('.at-picker')).toBeHidden()
    await steps.next()
    const made = await steps.finish<{ id: number }>('discount', 'people')
    expect(made.answer).toMatchObject({ status: 200 })
    await expect(app.page).toHaveURL(new RegExp(`/order/order-detail\\?id=${made.answer.data.id}`))
    expect((await clicks()) - 1).toBeLessThanOrEqual(8)
  })

  test('is asked for in a dialog that Escape closes only when nothing is open in it', async ({ open }) => {
    const app = await open({ as: ACCOUNT.administrator })
    await app.goto('/customer/list')
    await Screen.of(app, '/customer/list').asks('add')
    const popup = app.page.locator('.ant-picker-dropdown:visible, .ant-select-dropdown:visible')
    for (const kind of ['.ant-picker', '.ant-tree-select', '.ant-select:not(.ant-tree-select)']) {
      await app.dialog.locator(kind).first().click()
      await expect(popup).toHaveCount(1)
      await app.page.keyboard.press('Escape')
      await expect(popup).toHaveCount(0)
      await expect(app.dialog).toBeVisible()
    }
    await app.page.keyboard.press('Escape')
    await expect(app.dialog).toBeHidden()
  })

  test('half typed is not lost by closing the dialog or leaving the page', async ({ open }) => {
    const app = await open({ as: ACCOUNT.administrator })
    await app.goto('/customer/list')
    const form = await Screen.of(app, '/customer/list').asks('add')
    await form.put({ realName: 'Half' })
    await app.page.keyboard.press('Escape')
    await expect(app.page.locator('.ant-modal-confirm')).toContainText(app.say.view('closeDialogAsk'))
    await app.answer(app.say.shell('cancel'))
    await app.hears(app.say.view('closeCancelled'))
    await expect(form.item('realName').locator('input')).toHaveValue('Half')
    await form.leave()
  })
})
