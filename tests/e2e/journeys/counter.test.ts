/** A day's first yuan: an order made step by step, its draft kept, deposit and balance at the desk, money back. */
import type { CashdeskView, WizardView } from '../../../src/model/model.ts'
import type { Lang } from '../../../src/model/model.ts'
import { ACCOUNT, call, tokenOf } from '../page/api.ts'
import type { App } from '../page/app.ts'
import { Form } from '../page/form.ts'
import { fieldsOf, model } from '../page/model.ts'
import { freshRecord } from '../page/records.ts'
import { nextName } from '../page/samples.ts'
import { expect, suite, test } from '../page/test.ts'

const wizard = model.screens['/order/make-order']?.view as WizardView
const desk = model.screens['/cash/register-station']?.view as CashdeskView

interface Package {
  value: number
  label: string
  salePrice: number
}

/** The wizard's form, and its way from step to step. */
class Steps {
  readonly form: Form
  private readonly app: App
  constructor(app: App) {
    this.app = app
    this.form = new Form(app, app.body.locator('.at-sheet'), fieldsOf(wizard.steps.flatMap((step) => step.items)))
  }
  get summary() {
    return this.app.body.locator('.at-summary')
  }
  async next(): Promise<void> {
    await this.app.body.locator('.at-sheet-foot .ant-btn-primary').click()
  }
  async at(key: string): Promise<void> {
    const label = wizard.steps.find((step) => step.key === key)?.label[this.app.lang] ?? ''
    await expect(this.app.body.locator('.at-steps [aria-current=step]')).toContainText(label)
  }
}

const yuan = (amount: number): string => amount.toLocaleString('en-US', { minimumFractionDigits: 2 })

/** Finds a bill by what is typed into the box, which chooses the only one found. */
async function takes(app: App, text: string): Promise<void> {
  await app.body.locator('.at-find input').fill(text)
  await app.body.locator('.at-find input').press('Enter')
  await expect(app.body.locator('.at-till')).toBeVisible()
}

async function pays(app: App, way: string, amount: number): Promise<void> {
  await app.body.locator('.at-ways').getByRole('button', { name: way, exact: true }).click()
  const line = app.body.locator('.at-split-line').filter({ hasText: way })
  await line.locator('input').first().fill(String(amount))
  await line.locator('input').first().press('Tab')
  const { answer } = await app.calling(desk.pay.call, () => app.body.locator('.at-till > .ant-btn-primary').click())
  expect(answer).toMatchObject({ status: 200 })
  await expect(app.body.locator('.at-settled')).toContainText(yuan(amount))
}

suite.each(['en', 'zh'] as const)('at the counter, in %s', (lang: Lang) => {
  test('an order from its first step to the last yuan', async ({ open }) => {
    const admin = await tokenOf(ACCOUNT.administrator)
    const customer = await freshRecord('customer', { realName: nextName('Chen'), cityCode: '500100' })
    const packages = await call<Package[]>('photoPackage/select', { businessType: 3 }, admin)
    const chosen = packages[0] as Package

    const app = await open({ as: ACCOUNT.administrator, lang, still: true })
    await app.goto('/order/make-order')
    const steps = new Steps(app)
    await steps.next()
    await steps.at('customer')
    await expect(steps.form.fault('customerId')).toBeVisible()
    await steps.form.put({ customerId: customer.name })
    await steps.next()
    await steps.at('items')
    await steps.form.put({ packageId: chosen.label })
    await expect(steps.summary).toContainText(chosen.label)
    await expect(app.body.locator('.at-foot-note')).toBeVisible()

    // Left behind by accident: the work is offered again where it was.
    await app.page.reload()
    await app.settled()
    await app.body
      .locator('.at-drafts li')
      .filter({ hasText: customer.name })
      .getByRole('button', { name: app.say.view('goOnWith') })
      .click()
    await steps.at('items')
    await expect(steps.summary).toContainText(customer.name)
    await steps.next()
    await steps.at('discount')
    await steps.next()
    await steps.at('people')
    const { answer } = await app.calling<{ id: number; orderNo: string }>('order/add', () => steps.next())
    expect(answer).toMatchObject({ status: 200 })
    await expect(app.page).toHaveURL(new RegExp(`/order/order-detail\\?id=${answer.data.id}`))
    await app.settled()
    const order = () => call<Record<string, number>>('order/detail', { id: answer.data.id }, admin)
    const { payableAmount, depositAmount } = (await order()) as { payableAmount: number; depositAmount: number }

    const { orderNo } = answer.data
    const cashier = await open({ as: ACCOUNT.cashier, lang, still: true })
    await cashier.goto('/cash/register-station')
    await takes(cashier, orderNo)
    await expect(cashier.body.locator('.at-till-due')).toContainText(yuan(payableAmount))
    const deposit = Math.ceil(depositAmount)
    await pays(cashier, '现金', deposit)
    await expect(cashier.body.getByRole('button', { name: cashier.say.view('receipt') })).toBeVisible()
    await cashier.body.getByRole('button', { name: cashier.say.view('nextCustomer') }).click()
    await expect(cashier.body.locator('.at-find input')).toBeFocused()
    expect(await order()).toMatchObject({ paidAmount: deposit, payStatus: 1, orderStatus: 1 })
    await takes(cashier, orderNo)
    await pays(cashier, '现金', payableAmount - deposit)
    expect(await order()).toMatchObject({ paidAmount: payableAmount, dueAmount: 0, payStatus: 2, orderStatus: 2 })
    await app.page.reload()
    await app.settled()
    await expect(app.body.locator('.at-head')).toContainText(lang === 'en' ? 'Paid' : '已付款')
  })
})

suite('the cash desk', () => {
  test('is led to by the order, also when it is open already', async ({ open }) => {
    const admin = await tokenOf(ACCOUNT.administrator)
    const customer = await freshRecord('customer', { realName: nextName('Wu'), cityCode: '500100' })
    const [chosen] = await call<Package[]>('photoPackage/select', { businessType: 3 }, admin)
    const { userDO } = await call<{ userDO: { orgId: number; employeeId: number } }>('index/init', {}, admin)
    const { id, orderNo } = await call<{ id: number; orderNo: string }>(
      'order/add',
      {
        customerId: customer.id,
        packageId: chosen?.value,
        businessType: 3,
        cityCode: '500100',
        orgId: userDO.orgId,
        salesId: userDO.employeeId,
      },
      admin,
    )
    const app = await open({ as: ACCOUNT.cashier, lang: 'en', still: true })
    await app.goto('/cash/register-station')
    await app.page.goto(`/order/order-detail?id=${id}`)
    await app.settled()
    const pay = model.screens['/order/order-detail']?.view.actions.find((one) => one.key === 'pay')?.label.en ?? ''
    const button = app.body.locator('.at-head-buttons').getByRole('button', { name: pay })
    if ((await button.count()) > 0) await button.click()
    else {
      await app.body
        .locator('.at-head-buttons')
        .getByRole('button', { name: app.say.view('more') })
        .click()
      await app.page.getByRole('menuitem', { name: pay }).click()
    }
    await expect(app.body.locator('.at-find input')).toHaveValue(orderNo)
    await expect(app.body.locator('.at-till-rows li')).toHaveCount(1)
  })

  test('takes no more than is due, and says so before asking', async ({ open }) => {
    const app = await open({ as: ACCOUNT.cashier, lang: 'en', still: true })
    await app.goto('/cash/register-station')
    const customer = await freshRecord('customer', { realName: nextName('Li') })
    const { billNo } = await call<{ billNo: string }>(
      'cashRegister/otherAdd',
      { customerId: customer.id, title: 'Frame', payableAmount: 88.8 },
      await tokenOf(ACCOUNT.administrator),
    )
    await takes(app, billNo)
    await app.body.locator('.at-ways').getByRole('button', { name: '现金', exact: true }).click()
    const amount = app.body.locator('.at-split-line input').first()
    await expect(amount).toHaveValue('88.80')
    await amount.fill('88.81')
    await amount.press('Control+Enter')
    await expect(app.body.locator('.at-till .ant-alert')).toContainText(app.say.view('tooMuch'))
    await amount.fill('88.8')
    await amount.press('Tab')
    await app.body.locator('.at-till > .ant-btn-primary').click()
    await expect(app.body.locator('.at-settled')).toContainText('88.80')
  })
})
