/** Lists that become files, and files that become rows. */
import type { DictionaryValues } from '../../../src/generated/dictionaries.ts'
import readXlsx from 'read-excel-file/node'
import { ACCOUNT, freshToken } from '../page/api.ts'
import type { FieldModel, FilterModel, Lang, ResourceModel } from '../../../src/model/model.ts'
import { missingText } from '../../../src/model/validate/index.ts'
import { midnightOf } from '../../../src/model/zone.ts'
import type { App } from '../page/app.ts'
import { choose, seek } from '../page/controls.ts'
import { Form } from '../page/form.ts'
import { model, valueOf } from '../page/model.ts'
import { asAdministrator, freshColleague } from '../page/people.ts'
import { freshRecord } from '../page/records.ts'
import { nextMobile, nextName } from '../page/samples.ts'
import { downloaded } from '../page/files.ts'
import { Screen } from '../page/screen.ts'
import { expect, suite, test } from '../page/test.ts'
import { journeyIn } from '../page/words.ts'

suite('a list', () => {
  test('is exported as it is filtered, in the language of the window', async ({ open }) => {
    const { name } = await freshRecord('customer', { realName: nextName('Export') })
    const app = await open({ as: ACCOUNT.administrator })
    await app.goto(`/customer/list?nameOrTel=${name}`)
    const [{ data: rows } = { data: [] }] = await readXlsx(
      await downloaded(app, () => Screen.of(app, '/customer/list').does('export')),
    )
    expect(rows).toHaveLength(2)
    expect(rows[0]).toContain(model.resources.customer?.fields.realName?.label.en)
    expect(rows[1]).toContain(name)
    const notice = app.page.locator('.ant-notification-notice')
    await expect(notice).toContainText(app.say.view('exportAgain'))
    // Where nothing is pressed: not over the buttons of the list.
    const [said, bar] = [await notice.boundingBox(), await app.body.locator('.at-bar').first().boundingBox()]
    expect(said?.y ?? NaN).toBeGreaterThan((bar?.y ?? NaN) + (bar?.height ?? NaN))
  })

  test('is exported as far as its rows were chosen', async ({ open }) => {
    const name = nextName('Chosen')
    for (const end of ['a', 'b']) await freshRecord('customer', { realName: name + end })
    const app = await open({ as: ACCOUNT.administrator })
    await app.goto(`/customer/list?nameOrTel=${name}`)
    await expect(app.body.locator('[data-row-key]')).toHaveCount(2)
    await app.body
      .locator('[data-row-key]')
      .filter({ hasText: `${name}b` })
      .getByRole('checkbox')
      .check()
    const button = app.body.locator('.at-chosen').getByRole('button', { name: 'Export' })
    const [{ data: rows } = { data: [] }] = await readXlsx(await downloaded(app, () => button.click()))
    expect(rows).toHaveLength(2)
    expect(rows[1]).toContain(`${name}b`)
  })

  test('takes rows from a file: shows them first, imports the good ones and says what is wrong with the others', async ({
    open,
  }) => {
    const org = await freshRecord('org')
    const [good, known] = [nextName('Import'), await freshRecord('employee', { mobile: nextMobile() })]
    const mobile = (await asAdministrator('employee/detail', { id: known.id })).mobile
    const app = await open({ as: ACCOUNT.administrator })
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
    const left = app.dialog.locator('tbody tr')
    await expect(left).toHaveText([
      new RegExp(`^3Mobile “${mobile}” exists already`),
      /^4Mobile “123”: Only mobile numbers of mainland China are supported/,
    ])
    // They are handed back as a file, each with what is wrong with it.
    const button = app.dialog.getByRole('button', { name: app.say.view('failedRows', { count: 2 }) })
    const text = (await downloaded(app, () => button.click(), 'Employee, rows left out.csv')).toString('utf8')
    expect(text.split('\r\n')).toHaveLength(3)
    expect(text).toContain(`Broken,123`)
    // Imported once more as it is, it says what is wrong now, not what was wrong before.
    await app.dialog
      .locator('.at-dialog-foot')
      .getByRole('button', { name: app.say.view('close') })
      .click()
    await staff.does('import')
    const again = Buffer.from(text.replace('Broken,123', `Mended,${nextMobile()}`))
    await app.dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'again.csv', mimeType: 'text/csv', buffer: again })
    await app.dialog.getByRole('button', { name: app.say.view('importRows', { count: 1 }) }).click()
    await expect(app.dialog).toContainText(app.say.view('importSum', { total: 2, success: 1, repeat: 1, fail: 0 }))
    await expect(app.dialog.locator('thead th').filter({ hasText: app.say.view('problem') })).toHaveCount(1)
    await app.dialog
      .locator('.at-dialog-foot')
      .getByRole('button', { name: app.say.view('close') })
      .click()
    const [row] = await asAdministrator('employee/query', {
      nameOrTel: good,
      keyword: good,
      pageNO: 1,
      pageRows: 10,
    })
    await expect(await staff.find(row?.id, good)).toBeVisible()
  })
})

/** So many rows of a file are good, come twice, or are wrong. */
const CLUES = { good: 40, twice: 5, wrong: 5 }

suite.each(journeyIn('zh'))('a list of clues from elsewhere, in %s', (lang: Lang) => {
  test('is looked at, taken in with a report of every row left out, and adds nothing the second time', async ({
    open,
  }) => {
    // The demo's own telemarketer is told of clues meanwhile, and notices stay until they are closed.
    const { mobile } = await freshColleague('telemarketer')
    const app = await open({ token: await freshToken(mobile), lang })
    await app.goto('/clue-chance/clue-pool')
    const pool = Screen.of(app, '/clue-chance/clue-pool')
    const { good, twice, wrong } = CLUES
    const total = good + twice + wrong
    const businessType = labelOf('business_type', 'baby', lang)
    const people = Array.from({ length: good }, () => ({ realName: nextName('Clue'), mobile: nextMobile() }))
    const name = people[0]?.realName ?? ''
    const rows: Record<string, string>[] = [
      ...people,
      ...people.slice(0, twice),
      { realName: 'Short', mobile: '123' },
      { realName: 'Landline', mobile: '02312345678' },
      { realName: 'Long', mobile: '139000000001' },
      { mobile: nextMobile() },
      { realName: 'Dateless', mobile: nextMobile(), businessDate: '2026-13-45' },
    ]
    const file = fileOf(
      'analysis/import',
      lang,
      rows.map((row) => ({ businessType, ...row })),
    )
    const offers = async () => {
      await pool.does('import')
      // The file may be chosen first; it is looked at once what it does not say was asked.
      await app.dialog.locator('input[type=file]').setInputFiles(file)
      await choose(app, app.dialog.locator('.ant-select').first())
    }

    await offers()
    await expect(app.dialog).toContainText(
      app.say.view('previewSum', { total, valid: good, repeat: twice, fail: wrong }),
    )
    await takesIn(app, good)
    await expect(app.dialog).toContainText(
      app.say.view('importSum', { total, success: good, repeat: twice, fail: wrong }),
    )
    await expect(app.dialog.locator('tbody tr')).toHaveCount(twice + wrong)
    await expect(app.dialog.locator('tbody tr').first()).toContainText(String(good + HEADING + 1))
    await closes(app)
    const taken = () => asAdministrator('analysis/query', { nameOrTel: name, pageNO: 1, pageRows: 200 })
    const [first] = await taken()
    await expect(await pool.find(first?.id, name)).toBeVisible()

    await offers()
    await expect(app.dialog).toContainText(
      app.say.view('previewSum', { total, valid: 0, repeat: good + twice, fail: wrong }),
    )
    expect(await taken()).toHaveLength(1)
  })
})

/** The story of the leads: so many good, repeated and wrong rows, and so many leads for each on duty. */
const LEADS = { good: 225, twice: 10, wrong: 5, limit: 30 }

suite.each(journeyIn('en'))('leads from a hospital, in %s', (lang: Lang) => {
  test('are taken into the pool but for the rows told by name, and given to those on duty and nobody else', async ({
    open,
  }) => {
    const app = await open({ as: ACCOUNT.manager, lang })
    const { good, twice, wrong, limit } = LEADS
    const total = good + twice + wrong
    const channelType = await freshRecord('channelType', { name: nextName('Ward') })
    const [first, second, resting] = await onTheRoster(channelType.id)

    await app.goto('/babybusiness/baby-collection')
    await Screen.of(app, '/babybusiness/baby-collection').does('import')
    // The business is that of the screen; where the leads come from is asked once for all of them.
    await expect(app.dialog.locator('.at-item')).toHaveCount(2)
    await seek(app, app.dialog.locator('.ant-select').first(), channelType.name)
    const family = nextName('Family')
    // That a baby has a birthday, and need not be due, follows from the screen: the columns and the preview say so.
    const { birthday: born, expectdate: due } = leadModel.fields
    const columns = app.dialog.locator('.at-import')
    await expect(columns).toContainText(`${born?.label[lang]}*`)
    await expect(columns).not.toContainText(`${due?.label[lang]}*`)
    await app.dialog.locator('input[type=file]').setInputFiles(leadsFile(lang, family))
    await expect(app.dialog).toContainText(
      app.say.view('previewSum', { total, valid: good, repeat: twice, fail: wrong }),
    )
    await takesIn(app, good)
    await expect(app.dialog).toContainText(
      app.say.view('importSum', { total, success: good, repeat: twice, fail: wrong }),
    )
    const wrongRows = app.dialog.locator('tbody tr')
    await expect(wrongRows).toHaveCount(twice + wrong)
    const numbers = Array.from({ length: twice + wrong }, (_, i) => String(good + HEADING + 1 + i))
    await expect(wrongRows.locator('td:first-child')).toHaveText(numbers)
    const { birthday } = leadModel.fields
    await expect(wrongRows.last()).toContainText(missingText(birthday as FieldModel)[lang])
    await closes(app)

    await app.goto('/babybusiness/unsigned-babies?part=pool')
    const pool = Screen.of(app, '/babybusiness/unsigned-babies', 'pool')
    const { answer: waiting } = await pool.fetching(() => pool.set(leadModel.filters.nameOrTel as FilterModel, family))
    expect(waiting.total).toBe(good)

    const { answer } = await app.calling<{ allocated: number; skipped: number }>('lead/autoAllocationNew', () =>
      pool.agrees('autoAllocateAll'),
    )
    await app.hears(
      lang === 'zh'
        ? `已分配 ${answer.data.allocated} 条，剩余 ${answer.data.skipped} 条`
        : `${answer.data.allocated} allocated, ${answer.data.skipped} left`,
    )
    const leads = await leadsOf(family)
    const given = leads.filter((one) => one.salesId !== null)
    expect(leads).toHaveLength(good)
    expect(new Set(given.map((one) => one.salesId))).toEqual(new Set([first, second].map((one) => one.employeeId)))
    expect(given.every((one) => one.bizState === valueOf('lead_biz_state', 'inHand'))).toBe(true)
    const roster = await asAdministrator('babyScheduling/query', { pageNO: 1, pageRows: 200, sortField: 'id' })
    const got = (one: OnRoster) => roster.find((row) => row.id === one.id)?.allocatedCount
    expect([got(first), got(second), got(resting)]).toEqual([limit, limit, 0])

    const [example] = given
    await app.goto(`/babybusiness/baby-detail?id=${example?.id}`)
    await app.body.locator('[role=tab][data-tab=allocation]').click()
    await app.settled()
    const hands = app.body.locator('[role=tabpanel]:visible .at-timeline > li')
    await expect(hands).toHaveCount(1)
    await expect(hands).toContainText(labelOf('alloc_mode', 'auto', lang))
    await expect(hands).toContainText([first, second].find((one) => one.employeeId === example?.salesId)?.name ?? '')
  })
})

/** A file of leads of one family name, with this many good rows and one without a birthday. */
function familyFile(lang: Lang, family: string, good: number): Sheet {
  const mother = (i: number) => ({ motherName: `${family} ${i}`, mobile: nextMobile(), birthday: '2026-03-16' })
  const rows = Array.from({ length: good }, (_, i) => mother(i))
  return fileOf('lead/leadImport', lang, [{ ...mother(good), birthday: '' }, ...rows])
}

suite('an import that takes its time', () => {
  const [route, lang] = ['/babybusiness/baby-collection', 'zh'] as const
  /** The manager takes in a file of leads, one of them without a birthday. */
  async function begun(open: (visit: { as: string; lang: Lang }) => Promise<App>) {
    const app = await open({ as: ACCOUNT.manager, lang })
    await app.goto(route)
    const screen = Screen.of(app, route)
    await screen.does('import')
    const [family, good] = [nextName('Family'), 150]
    await app.dialog.locator('input[type=file]').setInputFiles(familyFile(lang, family, good))
    await takesIn(app, good)
    return { app, screen, of: leadModel.label[lang], family, good }
  }

  test('goes on in the background, says what came of it with the way back to it, and the list asks anew', async ({
    open,
  }) => {
    const { app, screen, of, family, good } = await begun(open)
    const button = (name: 'goOn' | 'stopImport') => app.dialog.getByRole('button', { name: app.say.view(name) })
    await button('goOn').click()
    // Whoever asks for the import again meanwhile sees this one.
    await screen.does('import')
    await expect(button('stopImport')).toBeVisible()
    await button('goOn').click()
    const notice = app.page.locator('.ant-notification-notice', { hasText: app.say.view('importOver', { of }) })
    const sum = app.say.view('importSum', { total: good + 1, success: good, repeat: 0, fail: 1 })
    await expect(notice).toContainText(sum)
    await expect(app.body.locator('tbody tr', { hasText: family }).first()).toBeVisible()
    await notice.click()
    await expect(app.dialog).toContainText(sum)
    await expect(app.dialog.locator('tbody tr')).toHaveCount(1)
    const save = app.dialog.getByRole('button', { name: app.say.view('failedRows', { count: 1 }) })
    const text = (await downloaded(app, () => save.click(), `${of} 未导入的行.csv`)).toString('utf8')
    expect(text).toContain(`${family} ${good}`)
    await closes(app)
    // What was looked at is not shown again.
    await screen.does('import')
    await expect(app.dialog.locator('.at-import-file')).toBeVisible()
  })

  test('may be put into the background before its call has answered: the list asks anew all the same', async ({
    open,
  }) => {
    const app = await open({ as: ACCOUNT.manager, lang })
    await app.goto(route)
    await Screen.of(app, route).does('import')
    const family = nextName('Family')
    await app.dialog.locator('input[type=file]').setInputFiles(familyFile(lang, family, 3))
    await expect(app.dialog).toContainText(app.say.view('previewSum', { total: 4, valid: 3, repeat: 0, fail: 1 }))
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    await app.page.route('**/api/lead/leadImport.json', async (way) => {
      await held
      await way.continue()
    })
    await app.dialog.getByRole('button', { name: app.say.view('importRows', { count: 3 }) }).click()
    await app.dialog.getByRole('button', { name: app.say.view('goOn') }).click()
    await expect(app.dialog).toHaveCount(0)
    answer()
    await expect(app.body.locator('tbody tr', { hasText: family })).toHaveCount(3)
  })

  test('is stopped: what is in stays, and the other rows are handed back', async ({ open }) => {
    const { app, of, family, good } = await begun(open)
    const stop = app.dialog.getByRole('button', { name: app.say.view('stopImport') })
    await stop.click()
    await app.settled()
    await stop.click()
    await expect(app.dialog).toContainText(app.say.view('importStopped', { of }))
    const leads = await leadsOf(family)
    expect(leads.length).toBeLessThan(good)
    const left = good + 1 - leads.length
    await expect(app.dialog).toContainText(
      `${app.say.view('importSum', { total: good + 1, success: leads.length, repeat: 0, fail: 1 })}${app.say.view('importRest', { rest: left - 1 })}`,
    )
    const save = app.dialog.getByRole('button', { name: app.say.view('failedRows', { count: left }) })
    const text = (await downloaded(app, () => save.click(), `${of} 未导入的行.csv`)).toString('utf8')
    expect(text.trim().split('\r\n')).toHaveLength(left + 1)
    expect(text).toContain(app.say.view('notComeTo'))
  })
})

type Row = Record<string, unknown> & { id: number }

const leadModel = model.resources.lead as ResourceModel

/** The heading is the first row of a spreadsheet. */
const HEADING = 1

interface OnRoster {
  id: number
  employeeId: number
  name: string
}

/** Two on duty today and one at rest, and a rule that leads of a channel category are for the three. */
async function onTheRoster(channelTypeId: number): Promise<[OnRoster, OnRoster, OnRoster]> {
  const rosterDate = midnightOf(Date.now(), model.app.timezone)
  const put = async (duty: DictionaryValues['duty_status']): Promise<OnRoster> => {
    const { employeeId, name } = await freshColleague('telemarketer')
    const dailyLimit = LEADS.limit
    const values = { rosterDate, employeeId, dailyLimit, duty: valueOf('duty_status', duty) }
    const { id } = await asAdministrator('babyScheduling/add', values)
    return { id, employeeId, name }
  }
  const [first, second, resting] = [await put('onDuty'), await put('onDuty'), await put('rest')]
  await freshRecord('allocationRule', {
    name: nextName('Rule'),
    businessType: valueOf('business_type', 'baby'),
    channelTypeIds: [channelTypeId],
    employeeIds: [first, second, resting].map((one) => one.employeeId),
    dailyLimit: LEADS.limit,
    priority: 1000,
  })
  return [first, second, resting]
}

/** The file of the story; `family`: what all mothers are called. */
function leadsFile(lang: Lang, family: string): Sheet {
  const { good, twice } = LEADS
  const mother = (i: number) => ({ motherName: `${family} ${i}`, mobile: nextMobile(), birthday: '2026-03-16' })
  const mothers = Array.from({ length: good }, (_, i) => mother(i))
  return fileOf('lead/leadImport', lang, [
    ...mothers,
    ...mothers.slice(0, twice),
    { ...mother(good), mobile: '123' },
    { ...mother(good), mobile: '139000000001' },
    { ...mother(good), motherName: '' },
    { ...mother(good), birthday: '2026-13-45' },
    { ...mother(good), birthday: '' },
  ])
}

const leadsOf = async (family: string): Promise<Row[]> => {
  const page = (pageNO: number) =>
    asAdministrator('lead/query', { nameOrTel: family, sortField: 'id', pageNO, pageRows: 200 })
  return [...(await page(1)), ...(await page(2))]
}

/** Lets the import begin. */
async function takesIn(app: App, count: number): Promise<void> {
  await app.dialog.getByRole('button', { name: app.say.view('importRows', { count }) }).click()
}

async function closes(app: App): Promise<void> {
  await app.dialog
    .locator('.at-dialog-foot')
    .getByRole('button', { name: app.say.view('close') })
    .click()
}

interface Sheet {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A file as an import of the product takes it, its headings in a language. */
function fileOf(path: string, lang: Lang, rows: Record<string, string>[]): Sheet {
  const fields = Object.values(model.calls).find((one) => one.path === path)?.import?.fields ?? []
  const lines = [
    fields.map((field) => field.label[lang]),
    ...rows.map((row) => fields.map((field) => row[field.name] ?? '')),
  ]
  const text = lines.map((line) => line.join(',')).join('\n')
  return { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${text}`) }
}

const labelOf = (dictionary: string, name: string, lang: Lang): string =>
  model.dictionaries[dictionary]?.values.find((one) => one.name === name)?.label[lang] ?? ''

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

suite('pictures of a record', () => {
  test('are taken up to five; one that fails says so, and the others stay', async ({ open }) => {
    const app = await open({ as: ACCOUNT.administrator, lang: 'zh' })
    await app.goto('/product/goods/detail')
    const field = Form.onPage(app, '/product/goods/detail').item('images')
    const there = field.locator('.at-upload:not(.at-upload-coming)')
    const chosen = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ name: `p${i}.png`, mimeType: 'image/png', buffer: PIXEL }))
    const choose = (count: number) => field.locator('input[type=file]').setInputFiles(chosen(count))
    const answers = (json: object | undefined) =>
      app.page.route('**/api/upload/uploadImage.json', (route) => (json ? route.fulfill({ json }) : route.abort()))

    await answers({ status: 400, msg: '图片太大' })
    await choose(1)
    await app.hears('上传失败：图片太大')
    await app.page.unrouteAll()
    await answers({ status: 200, msg: '', data: {} })
    await choose(1)
    await app.hears(/上传失败$/)
    await app.page.unrouteAll()
    app.faults.allow(/ERR_FAILED/)
    await answers(undefined)
    await choose(1)
    await app.hears('上传错误,请稍后再试')
    await app.page.unrouteAll()
    await choose(6)
    await app.hears('最多上传 5 个文件')
    await app.hears('上传成功！')
    await expect(there).toHaveCount(5)
  })
})
