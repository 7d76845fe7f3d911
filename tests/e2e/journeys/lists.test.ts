/** Lists as they are read and walked: figures are never cut, rows take little room, the keys lead on. */
import { ACCOUNT } from '../page/api.ts'
import type { App } from '../page/app.ts'
import { freshOrder } from '../page/orders.ts'
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

suite('a table', () => {
  const sizes = [1366, 1440, 1920].flatMap((width) => (['en', 'zh'] as const).map((lang) => ({ width, lang })))
  test.for(sizes)('shows figures whole or not at all: $width px, $lang', async ({ width, lang }, { open }) => {
    await freshOrder()
    const app = await open({ as: ACCOUNT.manager, width, lang, still: true })
    for (const route of ['/customer/list', '/order/order-list', '/clue-chance/clue-list', '/cash/record']) {
      await app.goto(route)
      for (const left of [0, 37, 90, 180, 4000]) {
        await scroller(app).evaluate((box, to) => void (box.scrollLeft = to), left)
        await expect.poll(() => app.page.evaluate(cutFigures), { message: `${route} at ${left}` }).toEqual([])
      }
      // As it opens, nothing is left blank either: an edge of a column lies at the fixed one.
      await scroller(app).evaluate((box) => void (box.scrollLeft = 0))
      await expect(app.body.locator('.at-table[data-covered]')).toHaveCount(0)
    }
  })

  test('is denser when asked to be, with headings in line with cells', async ({ open }) => {
    const app = await open({ as: ACCOUNT.manager, still: true })
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
    const app = await open({ as: ACCOUNT.manager, still: true })
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

    await press('/')
    await expect(app.body.locator('.at-filters input').first()).toBeFocused()
    await press('ArrowDown')
    await expect(row(1)).toBeFocused()
    await press('?')
    await expect(app.dialog).toContainText(app.say.shell('shortcuts'))
    await press('Escape')
  })
})
