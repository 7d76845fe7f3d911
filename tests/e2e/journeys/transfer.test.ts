/** Lists that become files, and files that become rows. */
import readXlsx from 'read-excel-file/node'
import { ACCOUNT } from '../page/api.ts'
import type { Lang } from '../../../src/model/model.ts'
import type { App } from '../page/app.ts'
import { choose } from '../page/controls.ts'
import { model } from '../page/model.ts'
import { asAdministrator } from '../page/people.ts'
import { freshRecord } from '../page/records.ts'
import { nextMobile, nextName } from '../page/samples.ts'
import { downloaded } from '../page/files.ts'
import { Screen } from '../page/screen.ts'
import { expect, suite, test } from '../page/test.ts'

suite('a list', () => {
  test('is exported as it is filtered, in the language of the window', async ({ open }) => {
    const { name } = await freshRecord('customer', { realName: nextName('Export') })
    const app = await open({ as: ACCOUNT.administrator, still: true })
    await app.goto(`/customer/list?nameOrTel=${name}`)
    const [{ data: rows } = { data: [] }] = await readXlsx(
      await downloaded(app, () => Screen.of(app, '/customer/list').does('export')),
    )
    expect(rows).toHaveLength(2)
    expect(rows[0]).toContain(model.resources.customer?.fields.realName?.label.en)
    expect(rows[1]).toContain(name)
    await expect(app.page.locator('.ant-notification-notice')).toContainText(app.say.view('exportAgain'))
  })

  test('takes rows from a file: shows them first, imports the good ones and says what is wrong with the others', async ({
    open,
  }) => {
    const org = await freshRecord('org')
    const [good, known] = [nextName('Import'), await freshRecord('employee', { mobile: nextMobile() })]
    const mobile = (await asAdministrator<{ mobile: string }>('employee/detail', { id: known.id })).mobile
    const app = await open({ as: ACCOUNT.administrator, still: true })
    await app.goto('/system/staff')
    const staff = Screen.of(app, '/system/staff')
    await staff.does('import')
    const fields = Object.values(model.calls).find((one) => one.path === 'employee/import')?.import?.fields ?? []
    const line = (values: Record<string, string>) => fields.map((field) => values[field.name] ?? '').join(',')
    const csv = [
      fields.map((field) => field.label.en).join(','),
      line({ realName: good, mobile: nextMobile(), orgId: org.name }),
      line({ realName: known.name, mobile, orgId: org.name }),
      line({ realName: 'Broken', mobile: '123', orgId: org.name }),
    ].join('\n')
    await app.dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${csv}`) })
    await expect(app.dialog).toContainText(app.say.view('previewSum', { total: 3, valid: 1, repeat: 1, fail: 1 }))
    await expect(app.dialog.locator('tr.at-import-wrong').filter({ hasText: 'Broken' })).toBeVisible()
    await app.dialog.getByRole('button', { name: app.say.view('importRows', { count: 1 }) }).click()
    await expect(app.dialog).toContainText(app.say.view('importSum', { total: 3, success: 1, repeat: 1, fail: 1 }))
    // The rows are counted as a spreadsheet shows them, the heading is the first.
    await expect(app.dialog.locator('tbody tr')).toHaveText(['4Only mobile numbers of mainland China are supported'])
    await app.dialog
      .locator('.at-dialog-foot')
      .getByRole('button', { name: app.say.view('close') })
      .click()
    const [row] = await asAdministrator<{ id: number }[]>('employee/query', {
      nameOrTel: good,
      keyword: good,
      pageNO: 1,
      pageRows: 10,
    })
    await expect(await staff.find(row?.id, good)).toBeVisible()
  })
})

/** So many rows of a file are good, come twice, or are wrong. */
const STORY = { good: 40, twice: 5, wrong: 5 }

suite.each(['en', 'zh'] as const)('a list of clues from elsewhere, in %s', (lang: Lang) => {
  test('is looked at, taken in with a report of every row left out, and adds nothing the second time', async ({
    open,
  }) => {
    const app = await open({ as: ACCOUNT.telemarketer, lang, still: true })
    await app.goto('/clue-chance/clue-pool')
    const pool = Screen.of(app, '/clue-chance/clue-pool')
    const file = clues(lang)
    const total = STORY.good + STORY.twice + STORY.wrong

    await offers(app, pool, file)
    await expect(app.dialog).toContainText(
      app.say.view('previewSum', { total, valid: STORY.good, repeat: STORY.twice, fail: STORY.wrong }),
    )
    await app.dialog.getByRole('button', { name: app.say.view('importRows', { count: STORY.good }) }).click()
    await expect(app.dialog).toContainText(
      app.say.view('importSum', { total, success: STORY.good, repeat: STORY.twice, fail: STORY.wrong }),
    )
    // The heading is the first row of a spreadsheet.
    await expect(app.dialog.locator('tbody tr')).toHaveCount(STORY.wrong)
    await expect(app.dialog.locator('tbody tr').first()).toContainText(String(STORY.good + STORY.twice + 2))
    await app.dialog
      .locator('.at-dialog-foot')
      .getByRole('button', { name: app.say.view('close') })
      .click()
    const taken = () =>
      asAdministrator<{ id: number }[]>('analysis/query', { nameOrTel: file.name, pageNO: 1, pageRows: 200 })
    const [first] = await taken()
    await expect(await pool.find(first?.id, file.name)).toBeVisible()

    await offers(app, pool, file)
    await expect(app.dialog).toContainText(
      app.say.view('previewSum', { total, valid: 0, repeat: STORY.good + STORY.twice, fail: STORY.wrong }),
    )
    expect(await taken()).toHaveLength(1)
  })
})

async function offers(app: App, screen: Screen, { csv }: { csv: string }): Promise<void> {
  await screen.does('import')
  // What the file does not say is asked before it is taken.
  await expect(app.dialog.locator('input[type=file]')).toBeDisabled()
  await choose(app, app.dialog.locator('.ant-select').first())
  await app.dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'clues.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${csv}`) })
}

/** Such a file in a language; `name`: what the first of them is called. */
function clues(lang: Lang): { csv: string; name: string } {
  const fields = Object.values(model.calls).find((one) => one.path === 'analysis/import')?.import?.fields ?? []
  const baby = model.dictionaries.business_type?.values.find((one) => one.name === 'baby')?.label[lang] ?? ''
  const line = (values: Record<string, string>) =>
    fields.map((field) => ({ businessType: baby, ...values })[field.name] ?? '').join(',')
  const rows = Array.from({ length: STORY.good }, () => ({ realName: nextName('Clue'), mobile: nextMobile() }))
  const wrong: Record<string, string>[] = [
    { realName: 'Short', mobile: '123' },
    { realName: 'Landline', mobile: '02312345678' },
    { realName: 'Long', mobile: '139000000001' },
    { mobile: nextMobile() },
    { realName: 'Dateless', mobile: nextMobile(), businessDate: '2026-13-45' },
  ]
  const lines = [...rows, ...rows.slice(0, STORY.twice), ...wrong].map(line)
  return {
    csv: [fields.map((field) => field.label[lang]).join(','), ...lines].join('\n'),
    name: rows[0]?.realName ?? '',
  }
}
