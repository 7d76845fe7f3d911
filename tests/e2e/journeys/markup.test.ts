/** Text that looks like markup is text wherever it is shown, and nothing of it runs. */
import { ACCOUNT, call, tokenOf } from '../page/api.ts'
import type { App } from '../page/app.ts'
import { asAdministrator } from '../page/people.ts'
import { freshRecord } from '../page/records.ts'
import { nextMobile, nextNumber } from '../page/samples.ts'
import { Screen } from '../page/screen.ts'
import { expect, suite, test } from '../page/test.ts'

/** Short enough for a name. */
const NAME = '<svg/onload=alert()>'
const IMAGE = '<img src=x onerror=document.title=`ran`>'
const SCRIPT = '<script>document.title="ran"</script>'
const LONG = `${IMAGE}${SCRIPT}${nextNumber()}`

/** Whatever a window would do if the text were taken for markup. */
async function nothingRan(app: App): Promise<void> {
  expect(await app.page.locator('img[src="x"], svg[onload]').count()).toBe(0)
  expect(await app.page.title()).not.toBe('ran')
}

async function shows(app: App, address: string, ...texts: string[]): Promise<void> {
  await app.goto(address)
  for (const text of texts) await expect(app.body.getByText(text, { exact: false }).first()).toBeVisible()
  await nothingRan(app)
}

suite('text stored as markup', () => {
  test('is text in lists, records, notices, dialogs, found records and receipts', async ({ open }) => {
    const mobile = nextMobile()
    const customer = await freshRecord('customer', { realName: NAME, mobile, remark: LONG, cityCode: '500100' })
    const { id: topic } = await asAdministrator('message/add', { title: IMAGE, content: LONG })
    const { id: bulletin } = await asAdministrator('bulletin/add', {
      title: LONG.slice(0, 60),
      content: LONG,
      orgIds: [(await freshRecord('org')).id],
    })
    const app = await open({ as: ACCOUNT.administrator })
    const asked: string[] = []
    app.page.on('dialog', (dialog) => {
      asked.push(dialog.message())
      void dialog.dismiss()
    })

    await shows(app, `/customer/list?nameOrTel=${mobile}`, NAME)
    const list = Screen.of(app, '/customer/list')
    const form = await list.asks('edit', list.row(customer.id))
    await expect(form.item('remark').locator('input, textarea').first()).toHaveValue(LONG)
    await expect(app.dialog).toContainText(NAME)
    await nothingRan(app)
    await form.leave()
    await shows(app, `/customer/detail?id=${customer.id}`, NAME, LONG)
    for (const [route, id] of [
      ['/system/message-board', topic],
      ['/system/bulletins', bulletin],
    ] as const) {
      await app.goto(route)
      const rows = Screen.of(app, route)
      const row = rows.row(id)
      await expect(row).toContainText(IMAGE)
      await rows.open(row)
      await expect(app.page.locator('.at-drawer')).toContainText(LONG)
      await nothingRan(app)
      await app.page.locator('.at-drawer .ant-drawer-close').click()
    }

    await app.page.keyboard.press('Control+k')
    await app.page.locator('dialog.palette input').fill(mobile)
    await expect(app.page.locator('.palette-hit').filter({ hasText: NAME }).first()).toBeVisible()
    await nothingRan(app)
    await app.page.keyboard.press('Escape')

    // A sheet runs no script at all, not even one of the test: its source says what a browser would make of it.
    const sheet = await (await app.context.request.get(await receiptOf(customer.id))).text()
    expect(sheet).toContain(IMAGE.replace('<', '&#60;').replace('>', '&#62;'))
    expect(sheet).not.toMatch(/<(img|script|svg)/)
    expect(asked).toEqual([])
  })
})

/** The printed sheet of a bill whose every text is markup. */
async function receiptOf(customerId: number): Promise<string> {
  const cashier = await tokenOf(ACCOUNT.cashier)
  const bill = await asAdministrator('cashRegister/otherAdd', {
    customerId,
    title: IMAGE,
    payableAmount: 1,
  })
  const [cash] = await call('payMethod/select', { keyword: '现金' }, cashier)
  const { payRecordId } = await call(
    'cashRegister/pay',
    { billIds: [bill.id], methods: [{ payMethodId: cash?.value, amount: 1 }], requestNo: IMAGE.slice(0, 40) },
    cashier,
  )
  return (await call('file/turn/payBill', { payRecordId }, cashier)).url
}
