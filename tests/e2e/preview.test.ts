/** The preview of the product, opened from a disk: no server answers, and every kind of screen works. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import type { App } from './page/app.ts'
import { expect, suite, test } from './page/test.ts'
import { wordsOf } from './page/words.ts'

const ROOT = join(import.meta.dirname, '../..')

suite('a preview', () => {
  const home = mkdtempSync(join(tmpdir(), 'atelier-preview-'))
  const address = (route: string): string => `${pathToFileURL(join(home, 'preview/index.html')).href}#${route}`

  beforeAll(() => {
    execFileSync(process.execPath, ['bin/atelier.mjs', 'preview', '--out', join(home, 'preview')], { cwd: ROOT })
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  const rows = ({ body }: App) => body.locator('[data-row-key]')

  test('lists, opens, adds and finds records', async ({ open }) => {
    const app = await open()
    const { page, body } = app
    await page.goto(address('/customer/list'))
    await expect(rows(app).first()).toBeVisible()
    await rows(app).first().click()
    await expect(page).toHaveURL(/#\/customer\/detail\?id=\d+/)
    await page.goto(address('/channel-management/channel-category'))
    await body.getByRole('button', { name: 'Add', exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Lantern fair')
    await dialog.getByLabel('Code').fill('fair')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(body.getByText('Lantern fair')).toBeVisible()
  })

  test('shows what a role may see, in both languages', async ({ open }) => {
    const app = await open()
    const { page } = app
    await page.goto(address('/customer/list'))
    await expect(rows(app).first()).toBeVisible()
    const choice = page.getByLabel('See as')
    await choice.selectOption({ label: 'Cashier' })
    await expect(page.getByRole('menuitem', { name: 'Cashier' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Retouching' })).toHaveCount(0)
    await page.goto(address('/cash/register-station'))
    await expect(rows(app).first()).toBeVisible()
    await page.getByRole('button', { name: wordsOf('en').shell('language') }).click()
    await page.getByRole('menuitem', { name: '中文' }).click()
    await expect(page.getByLabel('以此角色查看')).toHaveValue(/\d+/)
  })

  test('draws a wall, a board, a calendar and charts', async ({ open }) => {
    const app = await open({ width: 390, height: 844 })
    const { page, body } = app
    await page.goto(address('/blank/full-select-picture'))
    await page.goto(address('/shoot/camera-arrange'))
    await expect(body.getByText('09:00', { exact: false }).first()).toBeVisible()
    await page.goto(address('/pregnant-class/course-calendar'))
    await expect(body.getByText(/\d{4}/).first()).toBeVisible()
    await page.goto(address('/analysis/design-charts'))
    await expect(body.locator('canvas, svg').first()).toBeVisible()
  })
})
