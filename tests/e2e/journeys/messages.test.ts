/** What one window does and another hears of at once: bulletins, the message board, a record that others change. */
import { ACCOUNT, call, freshToken, person, tokenOf } from '../page/api.ts'
import type { App } from '../page/app.ts'
import { valueOf } from '../page/model.ts'
import { freshOrder } from '../page/orders.ts'
import { asAdministrator, freshColleague } from '../page/people.ts'
import { freshRecord } from '../page/records.ts'
import { nextName } from '../page/samples.ts'
import { Screen } from '../page/screen.ts'
import { begunShooting } from '../page/shootings.ts'
import { expect, suite, test } from '../page/test.ts'

suite('a notification', () => {
  test('leads from the list of all to what it is about, and is read', async ({ open }) => {
    const { id, name } = await freshRecord('analysis', { realName: nextName('Clue') })
    const { employeeId } = await person(await tokenOf(ACCOUNT.consultant))
    await call('analysis/setSales', { ids: [id], employeeId }, await tokenOf(ACCOUNT.administrator))
    const app = await open({ as: ACCOUNT.consultant })
    await app.goto('/other/notice')
    const row = app.body.locator('[data-row-key]:visible').filter({ hasText: name })
    const { answer } = await app.calling('pushMessage/updateIsRead', () => row.locator('td').nth(1).click())
    expect(answer.status).toBe(200)
    await expect(app.page).toHaveURL(new RegExp(`/clue-chance/clue-detail\\?id=${id}$`))
  })
})

suite('a bulletin', () => {
  test('is in the badge of another window the moment it is published, and read by a click', async ({ open }) => {
    // To one department: a notice to everybody would stand in the way of whatever runs beside this.
    const department = await freshRecord('org')
    const { mobile } = await freshColleague('consultant', department.id)
    const reader = await open({ token: await freshToken(mobile) })
    const { answer: unread } = await reader.calling<{ count: number }>('pushMessage/queryIsReadSum', () =>
      reader.goto('/customer/list'),
    )
    const before = unread.data.count
    await expect.poll(() => reader.shell.unread()).toBe(before)

    const app = await open({ as: ACCOUNT.administrator })
    await app.goto('/system/bulletins')
    const bulletins = Screen.of(app, '/system/bulletins')
    const title = nextName('News')
    const form = await bulletins.asks('add')
    await form.put({ title, content: 'Closed on Monday.', orgIds: department.name })
    const { answer } = await app.calling<{ id: number }>('bulletin/add', () => form.save())
    await form.dismiss()
    await bulletins.agrees('release', await bulletins.find(answer.data.id, title))
    await app.hears('Bulletin published')

    await expect.poll(() => reader.shell.unread()).toBe(before + 1)
    await expect(reader.page.locator('.ant-notification-notice')).toContainText(title)
    // A notice stays until it is closed, and lies over nothing that is pressed: on a wide window and on a phone.
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await reader.page.setViewportSize(size)
      await expect(reader.page.locator('.ant-notification-notice')).toBeVisible()
      await expect.poll(() => reader.coveredByNotices()).toEqual([])
      await expect
        .poll(async () => {
          const [page, notices] = await Promise.all(
            ['#main', '.notices'].map((part) => reader.page.locator(part).boundingBox()),
          )
          return page && notices && page.y + page.height <= notices.y
        })
        .toBe(true)
    }
    await reader.page.setViewportSize({ width: 1440, height: 900 })
    await expect(reader.page.locator('.ant-notification-notice-close svg')).toBeVisible()
    await reader.page.locator('.ant-notification-notice-close').click()
    await reader.shell.bell.click()
    await reader.page.locator('.messages .message').filter({ hasText: title }).click()
    await expect.poll(() => reader.shell.unread()).toBe(before)

    // Among all of them it is read in full.
    await reader.goto('/other/notice')
    await reader.body.locator('[data-row-key]:visible').filter({ hasText: title }).locator('td').nth(1).click()
    await expect(reader.page.locator('.ant-drawer:visible')).toContainText('Closed on Monday.')

    await bulletins.agrees('withdraw', await bulletins.find(answer.data.id, title))
    await app.hears('Bulletin withdrawn')
  })
})

/** Fetches what others changed. How many they were is not ours alone: other tests write on the same board. */
async function seeChanges({ body, say }: App): Promise<void> {
  await body.getByRole('button', { name: new RegExp(say.view('changed', { count: '\\d+' })) }).click()
}

suite('the message board', () => {
  test('takes a topic and replies, and no more once it is closed', async ({ open }) => {
    const asking = await open({ as: ACCOUNT.consultant })
    await asking.goto('/system/message-board')
    const mine = Screen.of(asking, '/system/message-board')
    const title = nextName('Topic')
    const topic = await mine.asks('add')
    await topic.put({ title, content: 'Could the lamps be warmer?' })
    const { answer } = await asking.calling<{ id: number }>('message/add', () => topic.save())
    await topic.dismiss()

    const app = await open({ as: ACCOUNT.administrator })
    await app.goto('/system/message-board')
    const board = Screen.of(app, '/system/message-board')
    const reply = await board.asks('reply', await board.find(answer.data.id, title))
    await reply.put({ content: 'They are ordered.' })
    await reply.save()
    await app.hears('Reply sent')
    await reply.dismiss()

    // The other window is told that the record changed, and fetches it when asked.
    await seeChanges(asking)
    await mine.open(mine.row(answer.data.id))
    await expect(asking.page.locator('.at-drawer')).toContainText('They are ordered.')
    await asking.page.locator('.at-drawer .ant-drawer-close').click()
    await mine.agrees('close', mine.row(answer.data.id))

    await seeChanges(app)
    await expect(board.row(answer.data.id)).toContainText('Closed')
    // Nothing is left to say to it.
    await expect(board.row(answer.data.id).getByRole('button', { name: board.label('reply') })).toHaveCount(0)
  })
})

suite('two windows on one record', () => {
  test('the later one sees what differs, and keeps its own or takes the other', async ({ open }) => {
    const { id, name } = await freshRecord('customer', { realName: nextName('Two') })
    const one = await open({ as: ACCOUNT.administrator })
    const two = await open({ as: ACCOUNT.manager })
    const list = { one: Screen.of(one, '/customer/list'), two: Screen.of(two, '/customer/list') }
    for (const window of [one, two]) await window.goto(`/customer/list?nameOrTel=${name}`)

    const mine = await list.one.asks('edit', list.one.row(id))
    const theirs = await list.two.asks('edit', list.two.row(id))
    await mine.put({ wechat: 'mine' })
    await theirs.put({ wechat: 'theirs', remark: 'Calls in the evening' })
    await theirs.save()
    await theirs.dismiss()
    await mine.save()
    const conflict = one.page.locator('.ant-modal').filter({ hasText: one.say.view('conflictTitle') })
    await expect(conflict.locator('tbody tr').filter({ hasText: 'WeChat' })).toContainText(/theirs.*mine/)
    const other = conflict.locator('tbody tr').filter({ hasText: 'Calls in the evening' })
    await expect(other.locator('td').last()).toHaveText(one.say.view('untouched'))
    await conflict.getByRole('button', { name: one.say.view('keepMine') }).click()
    await one.hears('Saved')
    await mine.dismiss()

    // The other window has an old version again, and this time gives way.
    const late = await list.two.asks('edit', list.two.row(id))
    const first = await list.one.asks('edit', list.one.row(id))
    await late.put({ wechat: 'late' })
    await first.put({ wechat: 'first' })
    await first.save()
    await first.dismiss()
    await late.save()
    await two.page.getByRole('button', { name: two.say.view('takeTheirs') }).click()
    await expect(late.item('wechat').locator('input')).toHaveValue('first')
    await late.leave()
  })
})

suite('two windows on one order', () => {
  test('the later one is told, and what it did not touch stays as the other left it', async ({ open }) => {
    const { id } = await freshOrder()
    const one = await open({ as: ACCOUNT.administrator })
    const two = await open({ as: ACCOUNT.manager })
    for (const window of [one, two]) await window.goto(`/order/order-detail?id=${id}`)
    const asked = async (window: App) =>
      Screen.of(window, '/order/order-detail').asks('alter', window.body.locator('.at-head'))
    const mine = await asked(one)
    const theirs = await asked(two)
    await mine.put({ remark: 'Mine' })
    await theirs.put({ remark: 'Theirs', expectShootDate: Date.parse('2030-05-01T00:00:00+08:00') })
    await theirs.save()
    await theirs.dismiss()
    await mine.save()
    const conflict = one.page.locator('.ant-modal').filter({ hasText: one.say.view('conflictTitle') })
    await expect(conflict.locator('tbody tr').filter({ hasText: 'Theirs' })).toContainText('Mine')
    await conflict.getByRole('button', { name: one.say.view('keepMine') }).click()
    await mine.dismiss()
    const order = await call('order/detail', { id }, await tokenOf(ACCOUNT.administrator))
    expect([order.remark, order.expectShootDate !== null]).toEqual(['Mine', true])
  })
})

suite('the home page', () => {
  test('counts at once what somebody is told of', async ({ open }) => {
    const { mobile, employeeId } = await freshColleague('photographer')
    await asAdministrator('employee/edit', { id: employeeId, workerRoles: [valueOf('worker_role', 'sheying')] })
    const app = await open({ as: mobile, lang: 'en' })
    await app.goto('/')
    const mine = app.body.locator('.at-block').filter({ has: app.page.getByRole('heading', { name: 'My tasks' }) })
    const rows = mine.locator('[data-row-key]')
    await expect(rows.or(mine.getByText('No task waits for you')).first()).toBeVisible()
    const task = await begunShooting(33)
    const workers = [{ workerRole: 'sheying', employeeId, isMain: 1 }]
    await asAdministrator('worker/setWorkers', { workTaskIds: [task], workers })
    await expect(rows).toHaveCount(1)
  })

  test('asks anew for what the server says in a language', async ({ open }) => {
    const app = await open({ as: ACCOUNT.cashier, lang: 'zh' })
    await app.goto('/cash/record')
    const rows = app.body.locator('[data-row-key]:visible')
    await expect(rows.filter({ hasText: /现金|微信|支付宝/ }).first()).toBeVisible()
    await app.shell.language('en')
    await expect(rows.filter({ hasText: /Cash|WeChat|Alipay/ }).first()).toBeVisible()
    await expect(rows.filter({ hasText: /现金|微信|支付宝/ })).toHaveCount(0)
  })
})
