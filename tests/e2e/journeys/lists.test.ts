/** Lists as they are read and walked: figures are never cut, rows take little room, the keys lead on. */
import type { Locator } from 'playwright'
import { ACCOUNT, call, tokenOf } from '../page/api.ts'
import type { App } from '../page/app.ts'
import { choose } from '../page/controls.ts'
import { model, valueOf } from '../page/model.ts'
import { freshOrder } from '../page/orders.ts'
import { freshRecord } from '../page/records.ts'
import { nextMobile, nextName } from '../page/samples.ts'
import { Screen } from '../page/screen.ts'
import { expect, suite, test } from '../page/test.ts'

/** In the page: figures that are seen in part, since a fixed column lies over the rest of them. */
const cutFigures = (): string[] => {
  const inSight = [...document.querySelectorAll<HTMLElement>('section.page:not([hidden]) .at-table')].find((one) =>
    one.checkVisibility(),
  )
  const rows = [...(inSight?.querySelectorAll('.ant-table-row, .ant-table-summary tr') ?? [])]
  return rows.flatMap((row) => {
    const cells = [...row.querySelectorAll<HTMLElement>(':scope > .ant-table-cell')]
    const fixed = cells.filter((cell) => /ant-table-cell-fix-/.test(cell.className))
    // What lies beyond the innermost of these edges is covered.
    const at = (side: 'left' | 'right') => fixed.filter((cell) => cell.className.includes(`-fix-${side}`))
    const edges = [
      Math.max(...at('left').map((cell) => cell.getBoundingClientRect().right)),
      Math.min(...at('right').map((cell) => cell.getBoundingClientRect().left)),
    ]
    return cells.flatMap((cell) => {
      const text = cell.textContent.trim()
      if (fixed.includes(cell) || !/^[￥¥\d,.%:\- ]+$/.test(text) || text.length < 2) return []
      const range = document.createRange()
      range.selectNodeContents(cell)
      const { left, right } = range.getBoundingClientRect()
      const cut =
        edges.some((edge) => left < edge - 1 && right > edge + 1) || right > cell.getBoundingClientRect().right
      return cut && getComputedStyle(cell).color !== 'rgba(0, 0, 0, 0)' ? [text] : []
    })
  })
}

const scroller = (app: App) => app.body.locator('.at-table .ant-table-body, .at-table .ant-table-content').first()

suite('filters', () => {
  test('asks with all filters at Ctrl+Enter', async ({ open }) => {
    const app = await open({ as: ACCOUNT.administrator })
    await app.goto('/customer/list')
    await app.body.getByRole('button', { name: app.say.view('moreFilters') }).click()
    const { address } = model.resources.customer?.filters ?? {}
    await app.page
      .getByLabel(address?.label.en ?? '', { exact: true })
      .last()
      .fill('Nowhere 12')
    const { input } = await app.calling('customer/query', () => app.page.keyboard.press('Control+Enter'))
    expect(input).toMatchObject({ address: 'Nowhere 12', pageNO: 1 })
  })
})

suite('a list without an answer', () => {
  test('is asked for again once the network is back', async ({ open }) => {
    const { id, name } = await freshRecord('customer')
    const app = await open({ as: ACCOUNT.administrator })
    app.faults.allow(/ERR_INTERNET_DISCONNECTED|WebSocket connection/)
    await app.goto('/customer/list')
    const list = Screen.of(app, '/customer/list')
    await expect(list.rows.first()).toBeVisible()
    const box = app.body.getByLabel(model.resources.customer?.filters.nameOrTel?.label.en ?? '', { exact: true })
    await app.context.setOffline(true)
    await box.fill(name)
    await box.press('Enter')
    await expect(app.page.locator('.connection')).toContainText(app.say.shell('offline'))
    await app.context.setOffline(false)
    await expect(list.rows).toHaveCount(1)
    await expect(list.row(id)).toBeVisible()
  })
})

suite('tabs of a list', () => {
  test('scroll to the chosen one, also when counts make them longer', async ({ open }) => {
    const app = await open({ as: ACCOUNT.manager, width: 390 })
    await app.goto('/order/order-list?tab=cancelled')
    const chosen = app.body.getByRole('tab', { selected: true })
    await expect(chosen).toHaveText(/\d/)
    await expect(chosen).toBeInViewport({ ratio: 0.99 })
  })
})

suite('a table', () => {
  test('has as many rows as the window holds, until another number is chosen', async ({ open }) => {
    // More than the window holds at the usual density.
    for (let n = 0; n < 8; n++) await freshRecord('customer')
    const app = await open({ as: ACCOUNT.administrator, fit: true })
    await app.goto('/customer/list')
    const rows = app.body.locator('[data-row-key]')
    const size = app.body.locator('.at-foot .ant-select')
    await expect.poll(() => rows.count()).toBeGreaterThan(10)
    /** How much room the pages leave below the last row, px. */
    const room = async (): Promise<number> => {
      const [last, foot] = [await rows.last().boundingBox(), await app.body.locator('.at-foot').boundingBox()]
      return (foot?.y ?? NaN) - (last?.y ?? NaN) - (last?.height ?? NaN)
    }
    await expect.poll(room).toBeGreaterThan(0)
    await expect(size).toContainText('Fit the window')
    // Denser rows leave room for more, and still end above the pages.
    const usual = await rows.count()
    await app.body.getByRole('button', { name: app.say.view('columnSettings') }).click()
    await app.page.getByText(app.say.view('densityCompact'), { exact: true }).click()
    await expect.poll(() => rows.count()).toBeGreaterThan(usual)
    await app.page.keyboard.press('Escape')
    await expect(size).toContainText('Fit the window')
    await expect.poll(room).toBeGreaterThan(0)
    await choose(app, size, app.say.view('rowsOfPage', { count: 10 }))
    await expect(rows).toHaveCount(10)
    await app.goto('/customer/doc')
    await expect(size).toContainText(app.say.view('rowsOfPage', { count: 10 }))
  })

  test.for(['en', 'zh'] as const)('shows figures whole or not at all, in %s', async (lang, { open }) => {
    await freshOrder()
    const app = await open({ as: ACCOUNT.manager, lang })
    for (const route of ['/customer/list', '/order/order-list', '/clue-chance/clue-list', '/cash/record']) {
      await app.goto(route)
      for (const width of [1366, 1440, 1920]) {
        await app.page.setViewportSize({ width, height: 900 })
        for (const left of [0, 37, 90, 180, 4000]) {
          await scroller(app).evaluate((box, to) => void (box.scrollLeft = to), left)
          await expect
            .poll(() => app.page.evaluate(cutFigures), { message: `${route} ${width} at ${left}` })
            .toEqual([])
        }
        // As it opens, nothing is left blank either: an edge of a column lies at the fixed one.
        await scroller(app).evaluate((box) => void (box.scrollLeft = 0))
        await expect(app.body.locator('.at-table[data-covered]')).toHaveCount(0)
      }
    }
  })

  test('names the box that takes all its rows in the language of the reader', async ({ open }) => {
    const app = await open({ as: ACCOUNT.manager, lang: 'zh' })
    await app.goto('/customer/list')
    await app.body.getByRole('checkbox', { name: app.say.view('chooseAll'), exact: true }).check()
    await expect(app.body.locator('tbody .ant-checkbox-input:not(:checked)')).toHaveCount(0)
  })

  test('is denser when asked to be, with headings in line with cells', async ({ open }) => {
    const app = await open({ as: ACCOUNT.manager })
    await app.goto('/customer/list')
    const row = app.body.locator('.at-table .ant-table-row').first()
    const height = async () => (await row.boundingBox())?.height ?? 0
    const usual = await height()
    await app.body.getByRole('button', { name: app.say.view('columnSettings') }).click()
    await app.page.getByText(app.say.view('densityCompact'), { exact: true }).click()
    await expect.poll(height).toBeLessThan(usual - 5)
    const indents = await app.body.locator('.at-table').evaluate((table) =>
      ['th', 'tbody .ant-table-row td'].map((cell) => {
        const second = table.querySelectorAll(`${cell}.ant-table-cell:not(.ant-table-selection-column)`)[1]
        return second && getComputedStyle(second).paddingLeft
      }),
    )
    expect(indents[0]).toBe(indents[1])
  })

  test('is walked with the keys alone: from the page, from its search, and after coming back', async ({ open }) => {
    const app = await open({ as: ACCOUNT.manager })
    await app.goto('/customer/list')
    const row = (at: number) => app.body.locator('.at-table .ant-table-row').nth(at)
    const press = (key: string) => app.page.keyboard.press(key)
    await press('ArrowDown')
    await expect(row(0)).toBeFocused()
    await press('ArrowDown')
    await expect(row(1)).toBeFocused()
    await press('Enter')
    await expect(app.page).toHaveURL(/\/customer\/detail/)
    await app.page.goBack()
    await expect(row(1)).toBeFocused()

    // From the last row of a page the keys lead on to the next record and back, in the same tab, though the list grew.
    const last = app.body.locator('.at-table .ant-table-row').last()
    const count = await app.body.locator('.at-table .ant-table-row').count()
    await last.focus()
    await press('Enter')
    const steps = app.body.locator('.at-record-steps')
    await expect(steps).toContainText(`${count} /`)
    const [address, tabs] = [app.page.url(), await app.page.locator('.tabs-strip .tab').count()]
    await freshRecord('customer')
    await press('j')
    await expect(app.page).not.toHaveURL(address)
    await expect.poll(async () => parseInt(await steps.innerText(), 10)).toBeGreaterThan(count)
    await press('k')
    await expect(app.page).toHaveURL(address)
    expect(await app.page.locator('.tabs-strip .tab').count()).toBe(tabs)
    await app.page.goBack()
    await expect(last).toBeFocused()
    await row(1).focus()

    await press('/')
    await expect(app.body.locator('.at-filters input').first()).toBeFocused()
    await press('ArrowDown')
    await expect(row(1)).toBeFocused()
    await press('?')
    await expect(app.dialog).toContainText(app.say.shell('shortcuts'))
    await press('Escape')
  })
})

suite('a table of a report', () => {
  test('has its figures in sight beside what they are of', async ({ open }) => {
    const app = await open({ as: ACCOUNT.manager, width: 1366 })
    await app.goto('/cash/report')
    const block = app.body.locator('.at-block-table')
    const right = async (of: ReturnType<typeof block.locator>) => {
      const box = await of.boundingBox()
      return (box?.x ?? 0) + (box?.width ?? 0)
    }
    const net = block.getByRole('columnheader', { name: 'Net', exact: true }).first()
    expect(await right(net)).toBeLessThan(await right(block))
  })
})

suite('a record opened from a list', () => {
  test('leads on to the next and back, as the list has them', async ({ open }) => {
    const app = await open({ as: ACCOUNT.administrator, lang: 'en' })
    await app.goto('/customer/list')
    const rows = app.body.locator('tbody [data-row-key]')
    await expect(rows.nth(1)).toBeVisible()
    const keyOf = (at: number) => rows.nth(at).getAttribute('data-row-key')
    const [first, second] = [await keyOf(0), await keyOf(1)]
    await app.body
      .locator(`[data-row-key="${first}"] td`)
      .nth(2)
      .click({ position: { x: 4, y: 4 } })
    await expect(app.page).toHaveURL(new RegExp(`detail\\?id=${first}`))
    await expect(app.body.locator('.at-record-steps')).toContainText('1 /')
    await app.page.keyboard.press('j')
    await expect(app.page).toHaveURL(new RegExp(`detail\\?id=${second}`))
    await expect(app.body.locator('.at-record-steps')).toContainText('2 /')
    await app.page.keyboard.press('k')
    await expect(app.page).toHaveURL(new RegExp(`detail\\?id=${first}`))
  })
})

suite('a record in a sheet', () => {
  test('leads over the end of a page and back by the same button, and closes at Escape wherever the cursor went', async ({
    open,
  }) => {
    const app = await open({ as: ACCOUNT.administrator, lang: 'en' })
    await app.goto('/system/users')
    const rows = app.body.locator('tbody [data-row-key]')
    await rows.nth(9).locator('td').nth(2).click()
    const steps = app.page.locator('.at-record-steps')
    await expect(steps).toContainText('10 /')
    const next = app.page.getByRole('button', { name: app.say.view('nextRecord') })
    await app.calling('user/query', () => next.click())
    await app.settled()
    await expect(steps).toContainText('11 /')
    await expect(app.page).toHaveURL(/page=2/)
    await expect(next).toBeFocused()
    await app.calling('user/query', () => app.page.keyboard.press('k'))
    await expect(steps).toContainText('10 /')
    await app.settled()
    // What had the keys goes with the record it belonged to.
    await app.page.locator('.at-drawer').getByRole('tab').last().press('k')
    await expect(steps).toContainText('9 /')
    await app.page.keyboard.press('Escape')
    await expect(app.page.locator('.at-drawer article.at-detail')).toHaveCount(0)
  })
})

suite('more filters', () => {
  test('stand beside the menu, not over it', async ({ open }) => {
    const app = await open({ as: ACCOUNT.telemarketer, lang: 'zh' })
    await app.goto('/clue-chance/clue-list')
    await app.body.getByRole('button', { name: app.say.view('moreFilters') }).click()
    const panel = app.page.locator('.at-filter-panel')
    await expect(panel).toBeVisible()
    const left = (await app.body.boundingBox())?.x ?? NaN
    await expect.poll(async () => (await panel.boundingBox())?.x).toBeGreaterThanOrEqual(left)
  })
})

suite('a list beside another', () => {
  test('begins with the rows of the first one, and shows all when that is let go', async ({ open }) => {
    const app = await open({ as: ACCOUNT.administrator, lang: 'en' })
    const asked: unknown[] = []
    app.page.on('request', (request) => {
      if (request.url().includes('/dictItem/query'))
        asked.push((request.postDataJSON() as { data: { dictId?: number } }).data.dictId)
    })
    await app.goto('/system/dictionary')
    const chosen = app.body.locator('.at-left .ant-tree-treenode-selected')
    await expect(chosen).toHaveCount(1)
    await expect(app.body.locator('tbody [data-row-key]').first()).toBeVisible()
    expect(asked.map((one) => typeof one)).toEqual(['number'])
    await chosen.locator('.ant-tree-node-content-wrapper').click()
    await expect(chosen).toHaveCount(0)
    await expect.poll(() => asked.at(-1)).toBeUndefined()
  })
})

suite('a saved view', () => {
  test('is shared with a role, followed as a link, and opens the list of whoever wants it so', async ({ open }) => {
    const name = `W${Date.now()}`
    const manager = await open({ as: ACCOUNT.manager })
    const views = (app: App) => app.body.getByRole('button', { name: new RegExp(`^${app.say.view('savedViews')}`) })
    const panel = (app: App) => app.page.locator('.at-views')
    const search = (app: App) => app.body.locator('.at-filters input').first()
    await manager.goto('/customer/list')
    await search(manager).fill('王')
    await search(manager).press('Enter')
    await expect(manager.page).toHaveURL(/nameOrTel/)
    await views(manager).click()
    await panel(manager).getByLabel(manager.say.view('viewName')).fill(name)
    await panel(manager)
      .getByRole('combobox', { name: manager.say.view('shareView') })
      .click()
    await manager.page.locator('.ant-select-item-option').filter({ hasText: 'consultant' }).click()
    await panel(manager)
      .getByRole('button', { name: manager.say.view('saveView') })
      .click()
    await manager.hears(name)
    await expect(manager.page).toHaveURL(/\?view=[\w-]+$/)
    const link = new URL(manager.page.url())
    await manager.page.keyboard.press('Escape')
    await search(manager).fill('')
    await expect(manager.page).not.toHaveURL(/view=/)

    const consultant = await open({ as: ACCOUNT.consultant })
    await consultant.goto(link.pathname + link.search)
    await expect(search(consultant)).toHaveValue('王')
    await views(consultant).click()
    const line = panel(consultant).locator('li').filter({ hasText: name })
    const usual = line.getByRole('button', { name: new RegExp(name) }).and(consultant.page.locator('[aria-pressed]'))
    await usual.click()
    await expect(usual).toHaveAttribute('aria-pressed', 'true')
    await expect(line.getByRole('button', { name: consultant.say.view('dropView', { name }) })).toHaveCount(0)
    const { input } = await consultant.calling('customer/query', () => consultant.page.goto('/customer/list'))
    expect(input).toMatchObject({ nameOrTel: '王' })
    await expect(consultant.page).toHaveURL(link.href)

    await views(consultant).click()
    await usual.click()
    await expect(usual).toHaveAttribute('aria-pressed', 'false')
    await views(manager).click()
    await panel(manager)
      .getByRole('button', { name: manager.say.view('dropView', { name }) })
      .click()
    await expect(panel(manager)).not.toContainText(name)
  })
})

suite('a list in a tab', () => {
  test('keeps its filters in the address while it is in sight, and shows them again', async ({ open }) => {
    const app = await open({ as: ACCOUNT.administrator })
    const search = app.body.locator('[role=tabpanel]:visible .at-filters input').first()
    const tab = (part: string) => app.body.locator(`[role=tab][data-tab="${part}"]`)
    const seek = async (text: string) => {
      await search.fill(text)
      await search.press('Enter')
    }
    await app.goto('/system/system-log')
    await seek('张')
    await expect(app.page).toHaveURL((url) => url.searchParams.get('realname') === '张')
    await app.page.reload()
    await app.settled()
    await expect(search).toHaveValue('张')

    await tab('all').click()
    await expect(app.page).toHaveURL(
      (url) => url.searchParams.get('part') === 'all' && !url.searchParams.has('realname'),
    )
    await expect(search).toHaveValue('')
    await seek('王')
    await expect(app.page).toHaveURL((url) => url.searchParams.get('realname') === '王')

    const { input } = await app.calling('operatelogs/acts', async () => {
      await tab('acts').click()
      await app.page.locator('[role=tabpanel]:visible .at-filters input').first().press('Enter')
    })
    expect(input).toMatchObject({ realname: '张' })
    await expect(app.page).toHaveURL(
      (url) => !url.searchParams.has('part') && url.searchParams.get('realname') === '张',
    )
    await expect(search).toHaveValue('张')

    // A link says more than what the tab showed before.
    await app.goto('/system/system-log?part=all&realname=%E8%B5%B5')
    await expect(search).toHaveValue('赵')
  })
})

suite('a list in two windows of one person', () => {
  test('says in one what was done in the other, and nothing of what was done in itself', async ({ open }) => {
    const { id } = await freshRecord('subject')
    const [here, there] = [await open({ as: ACCOUNT.manager }), await open({ as: ACCOUNT.manager })]
    const route = '/pregnant-class/pregnant-course'
    for (const app of [here, there]) await app.goto(route)
    const told = (app: App) => app.body.getByRole('button', { name: app.say.view('changed', { count: 1 }) })
    const list = Screen.of(here, route)
    const form = await list.asks('edit', here.body.locator(`[data-row-key="${id}"]`))
    await form.put({ teacher: '李老师' })
    await form.save()
    await form.closed()
    await expect(told(there)).toBeVisible()
    await told(there).click()
    await expect(there.body.locator(`[data-row-key="${id}"]`)).toContainText('李老师')
    await expect(told(here)).toHaveCount(0)
  })
})

suite('columns of a list', () => {
  test('are fields that the screen does not name, too, and stay when the page is loaded again', async ({ open }) => {
    const app = await open({ as: ACCOUNT.manager })
    await app.goto('/customer/list')
    const say = app.say.view
    const heading = app.body.getByRole('columnheader', { name: 'Address' })
    await expect(heading).toHaveCount(0)
    await app.body.getByRole('button', { name: say('columnSettings') }).click()
    const further = app.page.getByRole('combobox', { name: say('addColumn') })
    await further.fill('Addr')
    await further.press('Enter')
    await expect(heading).toBeVisible()
    await expect(further).toBeFocused()
    await app.page.reload()
    await expect(heading).toBeVisible()
    await app.body.getByRole('button', { name: say('columnSettings') }).click()
    await app.page.getByRole('checkbox', { name: 'Address' }).uncheck()
    await expect(heading).toHaveCount(0)
  })
})

suite('a cell', () => {
  const pencil = (row: Locator, heading: string) => row.getByRole('button', { name: `Edit ${heading}:` })

  test('is changed beside the page that its row opens, and by keys', async ({ open }) => {
    const { id, name } = await freshRecord('customer', { level: valueOf('customer_level', 'bNormal') })
    const app = await open({ as: ACCOUNT.manager })
    await app.goto('/customer/list')
    const row = await Screen.of(app, '/customer/list').find(id, name)
    const pen = pencil(row, 'Customer grade')
    await pen.focus()
    await app.page.keyboard.press('Enter')
    await expect(app.page.getByTitle('A, key')).toBeVisible()
    await app.page.keyboard.press('Escape')
    await app.page.keyboard.press('Escape')
    await expect(pen).toBeFocused()
    await pen.click()
    const { input } = await app.calling('customer/edit', () => app.page.getByTitle('A, key').click())
    expect(input).toEqual({ id, version: expect.any(Number), level: valueOf('customer_level', 'aKey') })
    await expect(row).toContainText('A, key')
    await expect(pen).toBeFocused()
    await app.page.keyboard.press('Enter')
    await expect(app.page.getByTitle('B, normal')).toBeVisible()
    // The same again is no change.
    await app.page.keyboard.press('Enter')
    await expect(pen).toBeFocused()
    await app.page.keyboard.press('Enter')
    await expect(app.page.getByTitle('B, normal')).toBeVisible()
    await app.page.keyboard.press('ArrowDown')
    await app.page.keyboard.press('Enter')
    await expect(row).toContainText('B, normal')
    await expect(pen).toBeFocused()
    expect(new URL(app.page.url()).pathname).toBe('/customer/list')
    // A row that comes back takes the cursor from nobody.
    const box = app.body.getByLabel(model.resources.customer?.filters.nameOrTel?.label.en ?? '', { exact: true })
    await box.fill('Nobody at all')
    await box.press('Enter')
    await expect(row).toHaveCount(0)
    await box.fill(name)
    await box.press('Enter')
    await expect(row).toBeVisible()
    await expect(box).toBeFocused()
  })

  test('that somebody changed meanwhile is refused and shown as it is', async ({ open }) => {
    const { id, name } = await freshRecord('customer', { level: valueOf('customer_level', 'bNormal') })
    const app = await open({ as: ACCOUNT.manager })
    await app.goto('/customer/list')
    const row = await Screen.of(app, '/customer/list').find(id, name)
    const token = await tokenOf(ACCOUNT.administrator)
    const { version } = await call('customer/detail', { id }, token)
    await call('customer/edit', { id, version, level: valueOf('customer_level', 'cLow') }, token)
    await pencil(row, 'Customer grade').click()
    await app.page.getByTitle('A, key').click()
    await expect(row).toContainText('C, low')
    await expect(pencil(row, 'Customer grade')).toBeVisible()
  })

  test('is changed by whoever has its button, where it may be pressed', async ({ open }) => {
    const { id, name } = await freshRecord('chance', { realName: nextName('机会'), mobile: nextMobile() })
    await call(
      'chance/lose',
      { id, lostCause: valueOf('lost_cause', 'tooExpensive') },
      await tokenOf(ACCOUNT.administrator),
    )
    const app = await open({ as: ACCOUNT.manager })
    await app.goto('/clue-chance/chance')
    const row = await Screen.of(app, '/clue-chance/chance').find(id, name)
    await expect(pencil(row, 'Expected amount')).toHaveCount(1)
    await expect(pencil(row, 'Followed up by')).toHaveCount(0)
    const running = await freshRecord('chance', { realName: nextName('机会'), mobile: nextMobile() })
    const other = await Screen.of(app, '/clue-chance/chance').find(running.id, running.name)
    await pencil(other, 'Followed up by').click()
    // What can be chosen is there without another press.
    const choice = app.page.locator('.ant-select-dropdown:visible .ant-select-item-option').first()
    const { input } = await app.calling('chance/setSales', () => choice.click())
    expect(input).toEqual({ ids: [running.id], version: expect.any(Number), employeeId: expect.any(Number) })
    await expect(pencil(other, 'Followed up by')).toBeVisible()
    const till = await open({ as: ACCOUNT.cashier })
    await till.goto('/customer/list')
    await expect(Screen.of(till, '/customer/list').rows.first()).toBeVisible()
    await expect(till.body.locator('.at-pencil')).toHaveCount(0)
  })
})
