/** The second product of this repository, checked, filled, verified and clicked through: the engine knows no other. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { Login } from './page/login.ts'
import { expect, suite, test } from './page/test.ts'
import { startServer, type Served } from './server.ts'

const ROOT = join(import.meta.dirname, '../..')
const CLINIC = join(ROOT, 'examples/clinic')
const PASSWORD = 'Quayside7'
const RECEPTION = '+4940100002'

suite('the clinic', () => {
  const home = mkdtempSync(join(tmpdir(), 'atelier-clinic-'))
  const dataDir = join(home, 'data')
  let served: Served
  const atelier = (...args: string[]): string =>
    execFileSync(process.execPath, [join(ROOT, 'bin/atelier.mjs'), ...args], {
      cwd: CLINIC,
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    })

  beforeAll(async () => {
    atelier('generate')
    atelier('seed')
    served = await startServer(dataDir, CLINIC)
  })
  afterAll(async () => {
    await served.stop()
    rmSync(home, { recursive: true, force: true })
  })

  test('has no problem, and names nothing of the studio', () => {
    expect(atelier('check')).toMatch(/: no problem/)
    const files = readdirSync(CLINIC, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.(json|ts)$/.test(name) && !/^(generated|dist|data)\//.test(name),
    )
    expect(files.length).toBeGreaterThan(20)
    expect(
      files.filter((name) => /studio|photo|cashier|shoot/i.test(readFileSync(join(CLINIC, name), 'utf8'))),
    ).toEqual([])
  })

  test('takes a visit from the door to its payment', async ({ open }) => {
    const app = await open()
    const { body, page } = app
    await page.goto(`${served.origin}/login`)
    await new Login(app).byPassword(RECEPTION, PASSWORD)
    await expect(page).toHaveURL(/\/clinic\/visits/)
    await expect(page.getByText('中文')).toHaveCount(0)
    await body.getByRole('tab', { name: /Booked/ }).click()
    await app.settled()
    const key = await body.locator('[data-row-key]').first().getAttribute('data-row-key')
    await body.locator(`[data-row-key="${key}"]`).getByRole('button', { name: 'Arrived', exact: true }).click()
    await app.hears('the patient is here')

    await body.getByRole('tab', { name: /Arrived/ }).click()
    await app.settled()
    await body.locator(`[data-row-key="${key}"]`).getByRole('button', { name: 'Write findings', exact: true }).click()
    await app.dialog.locator('textarea').first().fill('A cold.')
    await app.dialog.locator('.ant-btn-primary').last().click()
    await expect(app.page.locator('.ant-modal:visible')).toHaveCount(0)

    await body.getByRole('tab', { name: /Treated/ }).click()
    await app.settled()
    const row = body.locator(`[data-row-key="${key}"]`)
    await row.getByRole('button', { name: 'Take payment', exact: true }).click()
    const amount = app.dialog.locator('input[role=spinbutton]').first()
    await expect(app.dialog.getByText('€').first()).toBeVisible()
    await amount.fill('9999')
    await app.dialog.locator('.ant-btn-primary').last().click()
    await expect(app.dialog.getByText(/^Only €[\d.]+ is owed$/)).toBeVisible()
    const owed = /€([\d.]+)/.exec(await app.dialog.getByText(/^Only €/).innerText())?.[1] ?? ''
    await amount.fill(owed)
    await app.dialog.locator('.ant-btn-primary').last().click()
    await expect(page.getByText(/ is taken$/)).toBeVisible()
    await body.getByRole('tab', { name: /Settled/ }).click()
    await app.settled()
    await expect(body.locator(`[data-row-key="${key}"]`)).toContainText('Settled')
  })

  test('holds what must hold', async () => {
    await served.stop()
    const told = atelier('verify')
    expect(told).toMatch(/^holds /m)
    expect(told).not.toMatch(/BROKEN/)
  })
})
