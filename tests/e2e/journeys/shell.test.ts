/** Finding one's way: tabs, the search for screens and records, languages, a phone, a broken connection. */
import { ACCOUNT, freshToken } from '../page/api.ts'
import type { App } from '../page/app.ts'
import { chromeFaults } from '../page/chrome.ts'
import { Form } from '../page/form.ts'
import { fieldsOf, model } from '../page/model.ts'
import { paidOrder } from '../page/orders.ts'
import { freshRecord } from '../page/records.ts'
import { nextName } from '../page/samples.ts'
import { Screen } from '../page/screen.ts'
import { expect, suite, test } from '../page/test.ts'

const PHONE = { width: 390, height: 844 }
const titles = (app: App, ...routes: string[]): string[] =>
  routes.map((route) => model.screens[route]?.label[app.lang] ?? route)

suite('tabs', () => {
  test('are opened by visits, kept over a reload and closed in every way; the first one stays', async ({ open }) => {
    const app = await open({ as: ACCOUNT.administrator })
    await app.goto('/dashboard')
    const [home = ''] = titles(app, '/dashboard')
    const others = titles(app, '/system/users', '/system/roles', '/system/staff', '/system/positions')
    for (const title of others) await app.shell.choose(title, model.groups['/system']?.label.en)
    await expect(app.shell.tabs).toHaveText([home, ...others])
    await app.page.reload()
    await app.settled()
    await expect(app.shell.tabs).toHaveText([home, ...others])
    await expect(app.page).toHaveURL(/\/system\/positions/)

    await app.shell.tab(others[0] ?? '').click({ button: 'middle' })
    await expect(app.shell.tabs).toHaveText([home, ...others.slice(1)])
    // Without the one in sight, its neighbour comes into sight.
    await app.shell.tabAction(app.say.shell('closeThis'))
    await expect(app.shell.tabs).toHaveText([home, ...others.slice(1, 3)])
    await expect(app.page).toHaveURL(/\/system\/staff/)
    await app.shell.tabAction(app.say.shell('closeOthers'))
    await expect(app.shell.tabs).toHaveText([home, others[2] ?? ''])
    await app.shell.tabAction(app.say.shell('closeAll'))
    await expect(app.shell.tabs).toHaveText([home])
    await expect(app.page).toHaveURL(/\/dashboard/)
    await app.shell.tab(home).click({ button: 'middle' })
    await expect(app.shell.tabs).toHaveText([home])
    await expect(app.shell.tab(home).locator('.tab-close')).toHaveCount(0)
  })

  test('keep what was typed on a page, and ask before it is lost', async ({ open }) => {
    const app = await open({ as: ACCOUNT.administrator })
    await app.goto('/change-password')
    const [home = '', page = ''] = titles(app, '/dashboard', '/change-password')
    const input = () => app.body.locator('input[type=password]').first()
    await input().fill('Unsaved2026')
    await app.shell.tab(home).click()
    await expect(app.page).toHaveURL(/\/dashboard/)
    await app.shell.tab(page).locator('.tab-close').click()
    await app.answer(app.say.shell('cancel'))
    await app.shell.tab(page).locator('.tab-name').click()
    await expect(input()).toHaveValue('Unsaved2026')
    await app.shell.tab(page).locator('.tab-close').click()
    await expect(app.page.locator('.ant-modal-confirm')).toContainText(app.say.shell('closeUnsaved', { name: page }))
    await app.answer(app.say.shell('close'))
    await expect(app.shell.tabs).toHaveText([home])
  })

  test('ask with movement where the machine allows it', async ({ open }) => {
    const app = await open({ as: ACCOUNT.administrator, moving: true })
    await app.goto('/change-password')
    await app.body.locator('input[type=password]').first().fill('Unsaved2026')
    const [page = ''] = titles(app, '/change-password')
    const moved = app.page.evaluate(
      () => new Promise((resolve) => addEventListener('animationend', resolve, { capture: true, once: true })),
    )
    await app.shell.tab(page).locator('.tab-close').click()
    await moved
    const rest = () => app.page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)))
    await rest()
    await app.answer(app.say.shell('close'))
    await expect(app.shell.tab(page)).toHaveCount(0)
  })
})

suite('the bar at the top', () => {
  test('says who one is and where, and holds full screen, links, languages, colours and the own menu', async ({
    open,
  }) => {
    const app = await open({ token: await freshToken(ACCOUNT.administrator), lang: 'zh' })
    await app.page.route('**/api/pushMessage/queryIsReadSum.json', (route) =>
      route.fulfill({ json: { status: 200, msg: '', data: { count: 120 }, count: 120 } }),
    )
    await app.page.addInitScript(() => {
      localStorage.removeItem('atelier-theme')
      Object.defineProperty(document, 'fullscreenEnabled', { value: false })
    })
    await app.goto('/system/users')
    const bar = app.page.locator('header.top')
    const said = (key: Parameters<typeof app.say.shell>[0]) => app.say.shell(key)
    await expect(bar.locator('.user-name')).not.toBeEmpty()
    await expect(bar.locator('.crumbs li')).toHaveText([said('home'), '系统管理', '用户管理'])
    await expect(bar.getByTitle(said('documents'))).toHaveAttribute('href', '/help/manual.pdf')
    await expect(bar.getByTitle(said('help'))).toHaveAttribute('href', '/help/index.html')
    for (const link of ['documents', 'help'] as const) {
      const { status } = await app.page.evaluate(
        async (address) => ({ status: (await fetch(address)).status }),
        (await bar.getByTitle(said(link)).getAttribute('href')) ?? '',
      )
      expect(status).toBe(200)
    }
    await expect(bar.locator('.bell-count')).toHaveText('99+')
    await bar.getByTitle(said('fullScreen')).click()
    await app.hears('浏览器不支持')
    await bar.getByTitle(said('theme')).click()
    const swatches = app.page.locator('.theme-swatch')
    await expect(swatches.first()).toHaveAttribute('aria-label', '#409EFF')
    await expect(swatches.first()).toHaveAttribute('aria-pressed', 'true')
    await swatches.nth(1).click()
    await app.hears('换肤成功')
    await expect(swatches.nth(1)).toHaveAttribute('aria-pressed', 'true')
    await expect(app.page.locator('.ant-spin-spinning, #nprogress')).toHaveCount(0)
  })
})

suite('the sidebar', () => {
  test('folds and remembers it; one group is open at a time', async ({ open }) => {
    const app = await open({ as: ACCOUNT.administrator })
    await app.goto('/dashboard')
    const groups = app.shell.menu.locator('.ant-menu-submenu-open')
    for (const group of ['/system', '/cash']) await app.shell.openGroup(model.groups[group]?.label.en ?? '')
    await expect(groups).toHaveCount(1)
    await expect(groups).toContainText(model.groups['/cash']?.label.en ?? '')
    const collapsed = app.shell.menu.locator('.ant-menu-inline-collapsed')
    await app.page.getByTitle(app.say.shell('collapse')).click()
    await expect(collapsed).toBeVisible()
    await app.page.reload()
    await app.settled()
    await expect(collapsed).toBeVisible()
    await app.page.getByTitle(app.say.shell('expand')).click()
    await expect(collapsed).toHaveCount(0)
  })
})

suite('more pages than are kept', () => {
  const OTHERS = [
    '/system/organizations',
    '/system/positions',
    '/system/staff',
    '/system/roles',
    '/system/users',
    '/system/dictionary',
    '/system/bulletins',
    '/system/message-board',
    '/system/notes',
    '/system/menus',
    '/customer/account',
  ]
  const go = async (app: App, route: string) => {
    const { label, group } = model.screens[route] ?? {}
    await app.shell.choose(label?.en ?? '', model.groups[group ?? '']?.label.en)
  }

  test('come back as they were: filters, also those only typed, sheet of the list, place', async ({ open }) => {
    const route = '/cash/record'
    const app = await open({ as: ACCOUNT.administrator, height: 600 })
    await app.goto(`${route}?page=2`)
    await expect(Screen.of(app, route).rows.first()).toBeVisible()
    const page = app.page.locator(`section[data-route="${route}"]`)
    const body = page.locator('.ant-table-body, .ant-table-tbody-virtual-holder').first()
    await body.evaluate((element) => element.scrollTo({ top: 15 }))
    await expect.poll(() => body.evaluate((element) => element.scrollTop)).toBe(15)
    const typed = page.locator('.at-filters input:not([role="combobox"])').first()
    await typed.fill('half a wo')
    for (const other of OTHERS) await go(app, other)
    await expect(page).toHaveCount(0)
    const [title = ''] = titles(app, route)
    await app.shell.tab(title).locator('.tab-name').click()
    await expect(app.page).toHaveURL(/\/cash\/record\?page=2$/)
    await expect.poll(() => body.evaluate((element) => element.scrollTop)).toBe(15)
    await expect(typed).toHaveValue('half a wo')
  })
})

suite('the search for everything', () => {
  test('finds a screen by its name, with the keyboard alone', async ({ open }) => {
    const app = await open({ as: ACCOUNT.administrator })
    await app.goto('/dashboard')
    await app.page.keyboard.press('Control+k')
    const field = app.page.locator('dialog.palette input')
    await expect(field).toBeFocused()
    await field.pressSequentially('Positions')
    await expect(app.page.locator('.palette-hit[aria-selected=true]')).toContainText('Positions')
    await app.page.keyboard.press('Enter')
    await expect(app.page).toHaveURL(/\/system\/positions/)
    await app.page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await app.page.keyboard.press('Escape')
    await expect(app.page.locator('dialog.palette')).toHaveCount(0)
  })

  test('finds a record by its name, and nothing of what a role may not see', async ({ open }) => {
    const { id, name } = await freshRecord('customer', { realName: nextName('Seek') })
    const app = await open({ as: ACCOUNT.administrator })
    await app.goto('/dashboard')
    await app.page.keyboard.press('Control+k')
    await app.page.locator('dialog.palette input').fill(name)
    // Whoever it is comes before what they have. A hit says what tells it from its namesakes: how it stands, for one.
    const hit = app.page.locator('.palette-hit').filter({ hasText: name }).first()
    await expect(hit).toContainText('Potential')
    await hit.click()
    await expect(app.page).toHaveURL(new RegExp(`/customer/detail\\?id=${id}$`))
    await expect(app.body.getByRole('heading', { name })).toBeVisible()

    const other = await open({ as: ACCOUNT.limited })
    await other.goto('/dashboard')
    await other.page.keyboard.press('Control+k')
    await other.page.locator('dialog.palette input').fill(name)
    await expect(other.page.locator('.palette-note')).toHaveText(other.say.shell('paletteNothing', { typed: name }))
  })
})

suite('the menu', () => {
  test('leads back to a list as it stands open, with its filters', async ({ open }) => {
    const app = await open({ as: ACCOUNT.administrator })
    await app.goto('/customer/list?nameOrTel=Chen')
    const [home = '', list = ''] = titles(app, '/dashboard', '/customer/list')
    await app.shell.choose(home)
    await app.shell.choose(list, model.groups['/customer']?.label.en)
    await expect(app.page).toHaveURL(/nameOrTel=Chen/)
    await app.shell.choose(list, model.groups['/customer']?.label.en)
    await expect(app.page).toHaveURL(/nameOrTel=Chen/)
  })

  test('two records of one name are told apart in their tabs', async ({ open }) => {
    const realName = nextName('Twin')
    const twins = [await freshRecord('customer', { realName }), await freshRecord('customer', { realName })]
    const app = await open({ as: ACCOUNT.administrator })
    for (const { id } of twins) await app.goto(`/customer/detail?id=${id}`)
    const names = async () => (await app.shell.tabs.allInnerTexts()).filter((name) => name.startsWith(realName))
    await expect.poll(names).toHaveLength(2)
    await expect.poll(async () => new Set(await names()).size).toBe(2)
  })

  test('a form that was only opened for a record counts as unchanged', async ({ open }) => {
    const { id } = await paidOrder()
    const app = await open({ as: ACCOUNT.administrator })
    await app.goto(`/order/re-fund?orderId=${id}`)
    await expect(app.body.locator('.at-item').first().locator('.ant-select-selection-item')).toBeVisible()
    await app.settled()
    await expect(app.page.locator('.tabs-strip .tab-dirty')).toHaveCount(0)
    await app.body.locator('.at-item').last().locator('input').fill('Changed')
    await expect(app.page.locator('.tabs-strip .tab-dirty')).toHaveCount(1)
  })
})

suite('the search of a role', () => {
  test('asks only for what the role may look up', async ({ open }) => {
    const app = await open({ as: ACCOUNT.telemarketer })
    await app.goto('/dashboard')
    const refused: string[] = []
    app.page.on('response', (response) => {
      if (!response.url().endsWith('/select.json')) return
      void response.json().then((answer: { status: number }) => answer.status !== 200 && refused.push(response.url()))
    })
    await app.page.keyboard.press('Control+k')
    const [answer] = await Promise.all([
      app.page.waitForResponse((one) => one.url().endsWith('/chance/select.json')),
      app.page.locator('dialog.palette input').fill('Chen'),
    ])
    expect(((await answer.json()) as { status: number }).status).toBe(200)
    await expect(app.page.locator('.palette-note')).not.toHaveText(app.say.shell('searching'))
    expect(refused).toEqual([])
  })
})

suite('the language', () => {
  test('changes at once, everywhere, and nobody loses their place or what they typed', async ({ open }) => {
    const app = await open({ as: ACCOUNT.administrator, lang: 'en' })
    await app.goto('/system/users')
    const users = Screen.of(app, '/system/users')
    await users.does('add')
    const form = await Form.inDialog(
      app,
      fieldsOf((model.screens['/system/users']?.view.actions ?? []).find((one) => one.key === 'add')?.form ?? []),
    )
    await form.put({ mobile: '13912345678' })
    await form.leave()
    await app.body.locator('.at-filter input').first().fill('138')
    await app.body.locator('.at-filter input').first().press('Enter')
    await expect(app.page).toHaveURL(/nameOrTel|keyword|mobile|138/)
    const address = app.page.url()
    await app.shell.language('zh')
    await app.hears('switch language success')
    await expect(app.page).toHaveURL(address)
    await expect(app.body.locator('.at-filter input').first()).toHaveValue('138')
    await expect(app.shell.tabs).toHaveText(titles(app, '/dashboard', '/system/users'))
    await expect.poll(() => chromeFaults(app)).toEqual([])
    await app.page.reload()
    await app.settled()
    expect(await chromeFaults(app)).toEqual([])
  })
})

suite('a form on a page', () => {
  test('says nothing of a field only passed through, and what is wrong in the language of the moment', async ({
    open,
  }) => {
    const app = await open({ as: ACCOUNT.administrator, lang: 'en' })
    await app.goto('/change-password')
    const form = Form.onPage(app, '/change-password')
    const old = form.item('oldPassword').locator('input')
    await expect(old).toBeFocused()
    await old.press('Tab')
    await app.shell.language('zh')
    await expect(app.body.locator('.at-error')).toHaveCount(0)
    await app.body.locator('.at-sheet-foot .ant-btn-primary').click()
    await expect(form.fault('oldPassword')).toHaveText(/[\u4e00-\u9fff]/)
    await app.shell.language('en')
    await expect(form.fault('oldPassword')).toHaveText(/^[ -~]+$/)
    expect(await chromeFaults(app)).toEqual([])
    await old.fill('x')
    await old.fill('')
    await old.press('Tab')
    await expect(form.fault('oldPassword')).toBeVisible()
  })
})

suite('on a phone', () => {
  test('the menu comes out of the edge, a list is cards, a dialog fills the window', async ({ open }) => {
    const app = await open({ as: ACCOUNT.administrator, ...PHONE })
    await app.goto('/dashboard')
    for (const route of [
      '/customer/list',
      '/system/users',
      '/system/staff',
      '/system/bulletins',
      '/business/SMS-template-setting',
    ]) {
      const screen = model.screens[route]
      const group = model.groups[screen?.group ?? '']
      await app.page.getByRole('button', { name: app.say.shell('openMenu') }).click()
      await app.shell.choose(screen?.label.en ?? '', group?.label.en)
      await expect(app.page.locator('.side-drawer .ant-drawer-content')).toBeHidden()
      await expect(app.body).toHaveAttribute('data-route', route)
      await expect(app.body.locator('article.at-card').first()).toBeVisible()
      await expect(app.body.locator('table')).toHaveCount(0)
      expect(await app.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      expect(await chromeFaults(app)).toEqual([])
      const form = await Screen.of(app, route).asks('add')
      const box = await app.dialog.boundingBox()
      expect(box?.width).toBe(PHONE.width)
      expect(box?.height).toBeGreaterThan(PHONE.height * 0.9)
      await form.leave()
    }
  })
})

suite('a broken connection', () => {
  test('is said, keeps what was typed, and heals by itself', async ({ open }) => {
    const app = await open({ token: await freshToken(ACCOUNT.administrator) })
    app.faults.allow(/ERR_INTERNET_DISCONNECTED|WebSocket connection/)
    await app.goto('/change-password')
    const input = app.body.locator('input[type=password]').first()
    await input.fill('Unsaved2026')
    await app.context.setOffline(true)
    await expect(app.page.locator('.connection')).toContainText(app.say.shell('offline'))
    await app.shell.choose(model.screens['/system/users']?.label.en ?? '', model.groups['/system']?.label.en)
    await expect(app.body).toContainText(new RegExp(`${app.say.view('notLoaded')}|${app.say.shell('pageNotLoaded')}`))
    await app.context.setOffline(false)
    await expect(app.page.locator('.connection')).toHaveCount(0)
    // Rows are asked for again by themselves, a page by its button.
    const again = app.body.getByRole('button', { name: app.say.view('tryAgain') })
    const row = app.body.locator('[data-row-key]').first()
    await expect(again.or(row).first()).toBeVisible()
    if (await again.isVisible()) await again.click()
    await expect(row).toBeVisible()
    await app.shell
      .tab(titles(app, '/change-password')[0] ?? '')
      .locator('.tab-name')
      .click()
    await expect(input).toHaveValue('Unsaved2026')
  })
})
