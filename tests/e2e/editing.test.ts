/** A page is edited by an analyst in the browser: the change is in the schemas, and on the page at once (docs/EDITING.md). */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Response } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import type { App } from './page/app.ts'
import { Login } from './page/login.ts'
import { expect, suite, test } from './page/test.ts'
import { startServer, type Served } from './server.ts'

const ROOT = join(import.meta.dirname, '../..')
const PASSWORD = 'Quayside7'
const RECEPTION = '+4940100002'

suite('a page in development', () => {
  const home = mkdtempSync(join(tmpdir(), 'atelier-editing-'))
  const product = join(home, 'clinic')
  let served: Served | undefined
  const origin = (): string => served?.origin ?? ''
  beforeAll(async () => {
    cpSync(join(ROOT, 'examples/clinic'), product, { recursive: true })
    mkdirSync(join(product, 'node_modules'))
    symlinkSync(ROOT, join(product, 'node_modules/atelier'))
    served = await startServer(join(home, 'data'), product, 'dev')
  })
  afterAll(async () => {
    await served?.stop()
    rmSync(home, { recursive: true, force: true })
  })

  const file = (name: string): string => readFileSync(join(product, 'schemas', name), 'utf8')
  const LIST = 'screens/clinic/patients.json'

  async function patients(open: () => Promise<App>): Promise<App> {
    const app = await open()
    await app.page.goto(`${origin()}/login`)
    await new Login(app).byPassword(RECEPTION, PASSWORD)
    await app.page.goto(`${origin()}/clinic/patients`)
    await app.page.getByRole('button', { name: 'Edit this page' }).click()
    await expect(app.page.locator('.ed-part').first()).toBeVisible()
    return app
  }
  const headings = ({ page }: App) => page.locator('thead:visible th')

  test('has its columns moved by keys and by hand, renamed, taken out and put in, and taken back', async ({ open }) => {
    const before = file(LIST)
    const app = await patients(open)
    const { page } = app
    const panel = page.locator('.ed')
    const columns = panel.locator('.ed-list').first()
    const part = (name: string) => columns.locator(`[data-part="${name}"]`)
    const names = () =>
      columns.locator('.ed-part').evaluateAll((all) => all.map((one) => one.getAttribute('data-part')))
    await part('name').locator('.ed-grip').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(names).toEqual(['name', 'patientNo', 'birthday', 'phone', 'insurer', 'visitCount'])
    expect(file(LIST)).toContain('"columns": ["name", "patientNo", "birthday", "phone", "insurer", "visitCount"],')
    await part('insurer').dragTo(part('birthday'))
    await expect.poll(names).toEqual(['name', 'patientNo', 'insurer', 'birthday', 'phone', 'visitCount'])
    await part('insurer').locator('.ed-label').dblclick()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Insured by')
    await page.keyboard.press('Enter')
    await expect(headings(app).filter({ hasText: 'Insured by' })).toHaveCount(1)
    expect(file('resources/clinic/patient.json')).toContain('"label": { "en": "Insured by" }')
    await part('birthday').getByRole('button', { name: 'Remove Born on' }).click()
    await expect(headings(app).filter({ hasText: 'Born on' })).toHaveCount(0)
    await columns.getByRole('combobox').fill('remark')
    await page.keyboard.press('Enter')
    await expect(part('remark')).toBeVisible()
    await expect(headings(app).filter({ hasText: 'Remark' })).toHaveCount(1)
    const undo = panel.getByRole('button', { name: 'Undo the last change' })
    const isUndo = (answer: Response): boolean => answer.request().postData()?.includes('"undo"') === true
    for (let left = 5; left > 0; left -= 1) await Promise.all([page.waitForResponse(isUndo), undo.click()])
    await expect(undo).toBeDisabled()
    expect(file(LIST)).toBe(before)
    expect(file('resources/clinic/patient.json')).toContain('"label": { "en": "Insurer" }')
    await expect(headings(app).filter({ hasText: 'Born on' })).toHaveCount(1)
  })

  test('says where each thing is written, and calls it otherwise on this page alone', async ({ open }) => {
    const app = await patients(open)
    const { page } = app
    const marked = page.locator('.ed-part[data-marked=true]')
    await headings(app)
      .filter({ hasText: 'Insurer' })
      .click({ modifiers: ['Alt'] })
    await expect(marked).toHaveAttribute('data-part', 'insurer')
    await expect(marked.locator('a')).toHaveAttribute(
      'href',
      /^vscode:\/\/file\/.*schemas\/resources\/clinic\/patient\.json:\d+$/,
    )
    await page
      .getByRole('button', { name: 'Book a visit' })
      .first()
      .click({ modifiers: ['Alt'] })
    await expect(marked).toHaveAttribute('data-part', 'book')
    // The button was pointed at, not pressed.
    await expect(page.locator('.ant-modal:visible')).toHaveCount(0)
    await page.locator('.ed').getByText('This page', { exact: true }).click()
    const insurer = page.locator('.ed-list').first().locator('[data-part=insurer]')
    await insurer.getByRole('button', { name: 'Rename Insurer' }).click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Payer')
    await page.keyboard.press('Enter')
    await expect(headings(app).filter({ hasText: 'Payer' })).toHaveCount(1)
    expect(file(LIST)).toContain('{ "field": "insurer", "label": { "en": "Payer" } }')
  })

  test('is edited by nobody who is not signed in, and in no other way', async () => {
    const ask = (init: RequestInit) => fetch(`${origin()}/dev/editing`, init)
    const body = JSON.stringify({ do: 'show', route: '/clinic/patients' })
    const json = { 'content-type': 'application/json' }
    expect((await ask({ method: 'POST', headers: json, body })).status).toBe(401)
    expect((await ask({ method: 'POST', headers: { ...json, authorization: 'Bearer x' }, body })).status).toBe(401)
    expect((await ask({ method: 'POST', body })).status).toBe(405)
    expect((await ask({ method: 'GET' })).status).toBe(405)
  })
})
