/** The counter in a hand: a customer's order, its changes and its money on a window as narrow as a phone. */
import type { Locator } from 'playwright'
import type { Lang } from '../../../src/model/model.ts'
import { ACCOUNT, call, person, tokenOf } from '../page/api.ts'
import type { App } from '../page/app.ts'
import { choose } from '../page/controls.ts'
import { Desk, yuan } from '../page/desk.ts'
import { valueOf } from '../page/model.ts'
import { freshOrder, PACKAGE } from '../page/orders.ts'
import { asAdministrator } from '../page/people.ts'
import { freshRecord } from '../page/records.ts'
import { nextName } from '../page/samples.ts'
import { Screen } from '../page/screen.ts'
import { expect, suite, test } from '../page/test.ts'
import { Wizard } from '../page/wizard.ts'
import { journeyIn } from '../page/words.ts'

const PHONE = { width: 390, height: 844 }
/** What a thumb needs, px. */
const THUMB = 44

/** An album of the demo: 980 yuan, 833 at the lowest. */
const ALBUM = { itemType: valueOf('item_type', 'goods'), itemId: '10寸水晶相册' }

/** Nothing is wider than the window. */
const fits = (app: App): Promise<boolean> =>
  app.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

/** Whether a tap in the middle of a thing reaches it. */
const isReached = (thing: Locator): Promise<boolean> =>
  thing.evaluate((element) => {
    element.scrollIntoView({ block: 'nearest' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return hit !== null && element.contains(hit)
  })

suite.each(journeyIn('zh'))('the counter on a phone, in %s', (lang: Lang) => {
  test('an order is made: each step from its top, its sum beside the button, its rows in order', async ({ open }) => {
    const customer = await freshRecord('customer', { realName: nextName('Chen'), cityCode: '500100' })
    const app = await open({ as: ACCOUNT.administrator, lang, ...PHONE })
    await app.goto('/order/make-order')
    const steps = new Wizard(app, '/order/make-order')
    await steps.next()
    await expect(steps.form.fault('cityCode')).toBeVisible()
    // What the customer brings along is not said to be missing any more.
    await steps.form.put({ customerId: customer.name })
    await expect(steps.form.fault('cityCode')).toHaveCount(0)
    await steps.next()
    await steps.at('items')
    await steps.form.put({ packageId: PACKAGE })
    await expect(app.body.locator('.at-foot-sum')).toContainText('3,980.00')

    await app.body.locator('.at-sheet .at-rows-add > button:visible').first().click()
    const row = app.body.locator('.at-sheet tr.at-row-editing')
    await steps.next()
    await expect(row.locator('.at-error').first()).toBeVisible()
    const marked = await row.locator('.ant-select-status-error, .ant-input-number-status-error').count()
    expect(await row.locator('.at-error').count()).toBe(marked)
    const quantity = row.locator('input[role=spinbutton]').first()
    await expect(quantity).toHaveAttribute('inputmode', 'numeric')
    const border = (input: Locator) =>
      input.evaluate((one) => getComputedStyle(one.closest('td > *') ?? one).borderColor)
    expect(await border(quantity)).not.toBe(await border(row.locator('.ant-select-status-error input').first()))
    const [edit, remove] = await Promise.all(
      [0, 1].map((at) => row.locator('.at-row-tools button').nth(at).boundingBox()),
    )
    expect(edit?.y).toBe(remove?.y)
    expect(edit?.height).toBeGreaterThanOrEqual(THUMB)
    await quantity.press('Enter')
    await expect(app.body.locator('.at-sheet .at-rows tbody tr')).toBeFocused()
    expect(await fits(app)).toBe(true)

    await app.body.locator('.at-sheet .at-row-tools button').nth(1).click()
    await app.page.mouse.wheel(0, 5000)
    await steps.next()
    await steps.at('discount')
    await expect(app.body.locator('.at-steps')).toBeInViewport()
  })

  test('a list of money says on its cards what each is, and above them what all are together', async ({ open }) => {
    const app = await open({ as: ACCOUNT.cashier, lang, ...PHONE })
    await app.goto('/cash/record')
    const totals = app.body.locator('.at-totals')
    await expect(totals).toContainText(/￥[\d,]+\.\d\d.*￥[\d,]+\.\d\d/)
    const cards = app.body.locator('.at-card')
    await expect(cards.first()).toContainText('￥')
    await cards.last().scrollIntoViewIfNeeded()
    await expect(totals).toBeInViewport()
    expect(await isReached(totals)).toBe(true)
    expect(await fits(app)).toBe(true)
  })

  test('a coupon that pays nothing is named beside the button of every step; the good one beside it counts', async ({
    open,
  }) => {
    const admin = await tokenOf(ACCOUNT.administrator)
    const customer = await freshRecord('customer', { realName: nextName('Chen'), cityCode: '500100' })
    const coupon = async (minSpend: number) => {
      const name = nextName('Coupon')
      const { id: couponId } = await call(
        'coupon/add',
        {
          ...{ name, code: name.slice(-20), faceValue: 150, minSpend, totalCount: 9 },
          ...{ validFrom: Date.now() - 86_400_000, validTo: Date.now() + 864_000_000 },
        },
        admin,
      )
      await call('coupon/give', { couponId, customerIds: [customer.id] }, admin)
      const held = await call('coupon/queryCustomer', { customerId: customer.id, pageNO: 1, pageRows: 9 }, admin)
      return String(held.find((one) => one.couponId === couponId)?.couponNo)
    }
    const [good, dear] = [await coupon(0), await coupon(999_999)]
    const app = await open({ as: ACCOUNT.administrator, lang, ...PHONE })
    await app.goto('/order/make-order')
    const steps = new Wizard(app, '/order/make-order')
    await steps.form.put({ customerId: customer.name })
    await steps.next()
    await steps.at('items')
    await steps.form.put({ packageId: PACKAGE })
    await steps.next()
    await steps.at('discount')
    for (const one of [good, dear]) await steps.form.put({ couponIds: one })
    const note = app.body.locator('.at-sheet-notes')
    for (const step of ['discount', 'people']) {
      await steps.at(step)
      await expect(note).toContainText(dear)
      await expect(note).not.toContainText(good)
      await expect(note).toBeInViewport()
      await expect(steps.summary).toContainText('150.00')
      if (step === 'discount') await steps.next()
    }
    expect(await fits(app)).toBe(true)
  })

  test('an order that is changed shows what it holds, and where it goes once it is sent', async ({ open }) => {
    const { id } = await freshOrder({ remark: 'Two albums' })
    const app = await open({ as: ACCOUNT.consultant, lang, ...PHONE })
    await app.goto(`/order/order-detail?id=${id}`)
    const order = Screen.of(app, '/order/order-detail', 'sessions')
    const form = await order.asks('alter', app.body.locator('.at-head-buttons'))
    await expect(form.item('remark').locator('input, textarea').first()).toHaveValue('Two albums')
    await form.put({ deliveryType: valueOf('delivery_type', 'express'), remark: '' })
    await form.group('deliveryAddress').put({ name: 'Li Yu', mobile: '13900000001', address: '1 Ice Street' })
    const save = form.root.locator('.at-dialog-foot .ant-btn-primary')
    expect((await save.boundingBox())?.height).toBeGreaterThanOrEqual(THUMB)
    await form.save()
    await form.dismiss()
    expect(await asAdministrator('order/detail', { id })).toMatchObject({
      deliveryAddress: { name: 'Li Yu', mobile: '13900000001', address: '1 Ice Street' },
      remark: null,
    })
  })

  test('below the lowest price the seller does not leave the row; what is right goes through', async ({ open }) => {
    const seller = await person(await tokenOf(ACCOUNT.consultant))
    const customer = await freshRecord('customer', {
      realName: nextName('Chen'),
      cityCode: '500100',
      salesId: seller.employeeId,
    })
    const app = await open({ as: ACCOUNT.consultant, lang, ...PHONE })
    await app.goto('/order/make-order')
    const steps = new Wizard(app, '/order/make-order')
    await steps.form.put({ customerId: customer.name })
    await steps.next()
    await steps.at('items')
    await steps.form.addEntry('items', { ...ALBUM, quantity: 1, price: 832.99 })
    const note = app.body.locator('.at-sheet-notes')
    await expect(note).toContainText('833.00')
    const why = await note.textContent()
    await steps.next()
    await expect(steps.form.fault('items')).toContainText(String(why))
    await steps.at('items')
    await app.body.locator('.at-sheet tr.at-row-editing td[data-label] .ant-input-number-input').last().fill('833')
    await steps.next()
    const { answer } = await steps.finish<{ id: number }>('discount', 'people')
    expect(await asAdministrator('order/detail', { id: answer.data.id })).toMatchObject({ payableAmount: 833 })
  })

  test('goods are added to an order; a discount that was too much is not any more once there is more', async ({
    open,
  }) => {
    const { id } = await freshOrder()
    const app = await open({ as: ACCOUNT.consultant, lang, ...PHONE })
    await app.goto(`/order/order-detail?id=${id}`)
    const order = Screen.of(app, '/order/order-detail', 'sessions')
    await order.does('addGoods', app.body.locator('.at-head-buttons'))
    await expect(app.body).toHaveAttribute('data-route', '/order/add-goods')
    const steps = new Wizard(app, '/order/add-goods')
    // The order is known: what is left begins with the goods.
    await steps.at('items')
    await steps.form.addEntry('items', { ...ALBUM, quantity: 1 })
    await steps.next()
    await steps.at('confirm')
    await steps.form.put({ discountAmount: 200 })
    const { answer: refused } = await steps.finish('confirm')
    expect(refused).toMatchObject({ status: 400, data: { field: 'discountAmount' } })
    await expect(steps.form.fault('discountAmount')).toHaveText(refused.msg)
    await app.body.locator('.at-sheet-foot button').first().click()
    await steps.at('items')
    await app.body.locator('.at-sheet tr.at-row-editing input[role=spinbutton]').first().fill('2')
    await steps.next()
    await expect(steps.form.fault('discountAmount')).toHaveCount(0)
    await expect(app.body.locator('.at-foot-sum')).toContainText('1,760.00')
    expect(await fits(app)).toBe(true)
    const { answer } = await steps.finish<{ id: number; billId: number }>('confirm')
    // Who may not go to the desk stays with the order.
    await expect(app.page).toHaveURL(new RegExp(`/order/order-detail\\?id=${id}`))
    const bill = await asAdministrator('bill/detail', { id: answer.data.billId })
    expect(bill).toMatchObject({ orderId: id, dueAmount: 1760 })
  })

  test('a better package is offered, and the difference is said', async ({ open }) => {
    const { id } = await freshOrder()
    const app = await open({ as: ACCOUNT.consultant, lang, ...PHONE })
    await app.goto(`/order/order-detail?id=${id}`)
    const form = await Screen.of(app, '/order/order-detail', 'sessions').asks(
      'upgrade',
      app.body.locator('.at-head-buttons'),
    )
    expect(await choose(app, form.item('toPackageId').locator('.ant-select'))).toBe(true)
    const { answer } = await app.calling<{ diffAmount: number }>('orderUpgrade/add', () => form.save())
    expect(answer.data.diffAmount).toBeGreaterThan(0)
    await form.dismiss()
  })

  test('money is taken: the till is led to, nothing stands over it, and a reference that is missing is said there', async ({
    open,
  }) => {
    const { customer } = await freshOrder()
    const app = await open({ as: ACCOUNT.cashier, lang, ...PHONE })
    await app.goto('/cash/register-station')
    await app.body.locator('[data-row-key] .ant-checkbox-input').first().check()
    const leap = app.body.locator('.at-leap')
    await leap.getByRole('button').click()
    await expect(leap).toHaveCount(0)
    await expect(app.body.locator('.at-till-due')).toBeInViewport()

    const desk = new Desk(app, '/cash/register-station')
    await desk.takes(customer)
    await desk.splits([
      { way: 'cash', amount: 980 },
      { way: 'wechat', amount: 3000 },
    ])
    const amount = app.body.locator('.at-split-line input').first()
    await expect(amount).toHaveAttribute('inputmode', 'decimal')
    const settle = desk.till.locator('> .ant-btn-primary')
    expect(await isReached(settle)).toBe(true)
    await settle.click()
    const reference = app.body.locator('.at-split-more')
    await expect(reference.locator('.at-error')).toBeVisible()
    await expect(reference.locator('input')).toBeFocused()
    await reference.locator('input').fill('4200001234')
    expect((await desk.settles()).answer).toMatchObject({ status: 200 })
    await expect(app.body.locator('.at-settled')).toContainText('3,980.00')
    expect(await fits(app)).toBe(true)
  })
})

suite('a form on a phone', () => {
  test('has fields for a thumb, whose letters do not enlarge the page', async ({ open }) => {
    const app = await open({ as: ACCOUNT.administrator, ...PHONE })
    await app.goto('/customer/list')
    const tools = await app.page.locator('.top .icon-button:visible').all()
    for (const tool of tools) expect((await tool.boundingBox())?.height).toBeGreaterThanOrEqual(THUMB)
    const { employeeId: salesId } = await person(await tokenOf(ACCOUNT.consultant))
    await freshRecord('customer', { salesId })
    const seller = await open({ as: ACCOUNT.consultant, ...PHONE })
    await seller.goto('/customer/list')
    const eye = seller.body.getByRole('button', { name: seller.say.view('showNumber') }).first()
    const { width = 0, height = 0 } = (await eye.boundingBox()) ?? {}
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(THUMB)
    expect(await isReached(eye)).toBe(true)
    await Screen.of(app, '/customer/list').asks('add')
    const lines = app.dialog.locator('.at-item input[type=text], .at-item .ant-select-selector')
    const sizes = await lines.evaluateAll((found) =>
      found
        .filter((one) => one.checkVisibility() && !one.closest('.ant-select-selection-search'))
        .map((one) => {
          const box = one.closest('.ant-input-affix-wrapper, .ant-picker, .ant-input-number') ?? one
          return { height: Math.round(box.getBoundingClientRect().height), letters: getComputedStyle(one).fontSize }
        }),
    )
    expect(sizes.length).toBeGreaterThan(3)
    for (const size of sizes) {
      expect(size.height).toBeGreaterThanOrEqual(THUMB)
      expect(size.letters).toBe('16px')
    }
  })

  test('the till takes money, gives change and shows a code within reach of a thumb', async ({ open }) => {
    const bills = await Promise.all(
      [80, 300].map((payableAmount) =>
        asAdministrator('cashRegister/otherAdd', {
          customerName: 'Li',
          title: 'Frame',
          payableAmount,
        }),
      ),
    )
    const app = await open({ as: ACCOUNT.cashier, ...PHONE })
    await app.goto('/cash/register-station')
    const desk = new Desk(app, '/cash/register-station')
    await desk.takes(bills[0]?.billNo ?? '')
    await desk.takesBy('cash')
    await app.page.keyboard.type('100', { delay: 120 })
    await expect(app.body.locator('.at-till-rest')).toContainText(yuan(20))
    for (const button of await desk.till.locator('button:visible:not([aria-hidden])').all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(THUMB)
    await desk.settles()
    await expect(app.body.locator('.at-settled')).toContainText(yuan(20))
    await desk.next()
    await desk.takes(bills[1]?.billNo ?? '')
    await desk.splits([{ way: 'cash', amount: 100 }])
    await desk.opensCode()
    await expect(desk.code).toContainText(yuan(200))
    expect(await fits(app)).toBe(true)
  })
})
