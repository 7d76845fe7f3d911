/** A day's first yuan: an order made step by step, its draft kept, deposit and balance at the desk, money back. */
import type { Locator, Route } from 'playwright'
import type { Lang } from '../../../src/model/model.ts'
import { ACCOUNT, call, list, tokenOf } from '../page/api.ts'
import { Desk, wayName, yuan } from '../page/desk.ts'
import { valueOf } from '../page/model.ts'
import { freshOrder, PACKAGE, paidOrder } from '../page/orders.ts'
import { freshRecord } from '../page/records.ts'
import { nextName } from '../page/samples.ts'
import { Screen } from '../page/screen.ts'
import { origin } from '../page/stage.ts'
import { expect, suite, test } from '../page/test.ts'
import { Wizard } from '../page/wizard.ts'
import { journeyIn } from '../page/words.ts'

/** Takes cash for a bill as the cashier does in another window. */
async function paysElsewhere(billId: number, amount: number): Promise<void> {
  const token = await tokenOf(ACCOUNT.cashier)
  const [cash] = await call('payMethod/select', { keyword: '现金' }, token)
  const methods = [{ payMethodId: cash?.value, amount }]
  const response = await fetch(`${origin()}/api/cashRegister/pay.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'x-window': 'another' },
    body: JSON.stringify({ data: { billIds: [billId], methods, requestNo: crypto.randomUUID() } }),
  })
  expect(((await response.json()) as { status: number }).status).toBe(200)
}

suite.each(journeyIn('en'))('at the counter, in %s', (lang: Lang) => {
  test('an order from its first step to the last yuan', async ({ open }) => {
    const admin = await tokenOf(ACCOUNT.administrator)
    const customer = await freshRecord('customer', { realName: nextName('Chen'), cityCode: '500100' })
    const [chosen] = await call('photoPackage/select', { keyword: PACKAGE }, admin)
    if (!chosen) throw new Error('there is no such package')

    const app = await open({ as: ACCOUNT.administrator, lang })
    await app.goto('/order/make-order')
    const steps = new Wizard(app, '/order/make-order')
    await steps.next()
    await steps.at('customer')
    await expect(steps.form.fault('customerId')).toBeVisible()
    await steps.form.put({ customerId: customer.name })
    await steps.next()
    await steps.at('items')
    await steps.keeps('packageId', () => steps.form.put({ packageId: chosen.label }))
    await expect(steps.summary).toContainText(chosen.label)
    await expect(app.body.locator('.at-foot-note')).toBeVisible()

    // Left behind by accident: the work is offered again where it was, and says what it is.
    await app.page.reload()
    await app.settled()
    await app.body
      .locator('.at-drafts li')
      .filter({ hasText: customer.name })
      .filter({ hasText: chosen.label })
      .getByRole('button', { name: app.say.view('goOnWith') })
      .click()
    await steps.at('items')
    await expect(steps.summary).toContainText(customer.name)
    await steps.next()
    const { answer } = await steps.finish<{ id: number; orderNo: string }>('discount', 'people')
    expect(answer).toMatchObject({ status: 200 })
    await expect(app.page).toHaveURL(new RegExp(`/order/order-detail\\?id=${answer.data.id}`))
    await app.settled()
    const order = () => call('order/detail', { id: answer.data.id }, admin)
    const { payableAmount, depositAmount } = (await order()) as { payableAmount: number; depositAmount: number }

    const { orderNo } = answer.data
    const cashier = await open({ as: ACCOUNT.cashier, lang })
    await cashier.goto('/cash/register-station')
    const desk = new Desk(cashier, '/cash/register-station')
    await desk.takes(orderNo)
    await expect(cashier.body.locator('.at-till-due')).toContainText(yuan(payableAmount))
    await expect(cashier.body.locator('.at-till-least')).toContainText(yuan(depositAmount))
    const deposit = Math.ceil(depositAmount)
    await desk.pays({ way: 'cash', amount: deposit })
    await expect(cashier.body.getByRole('button', { name: cashier.say.view('receipt') })).toBeVisible()
    await desk.next()
    expect(await order()).toMatchObject({ paidAmount: deposit, payStatus: 1, orderStatus: 1 })
    await desk.takes(orderNo)
    await desk.pays({ way: 'cash', amount: payableAmount - deposit })
    expect(await order()).toMatchObject({ paidAmount: payableAmount, dueAmount: 0, payStatus: 2, orderStatus: 2 })
    await app.page.reload()
    await app.settled()
    await expect(app.body.locator('.at-head')).toContainText(lang === 'en' ? 'Paid' : '已付款')
  })
})

suite('a wizard', () => {
  test('waits for what its address fills in before it finds anything missing', async ({ open }) => {
    const { id } = await freshRecord('customer', { realName: nextName('Deng'), cityCode: '500100' })
    const app = await open({ as: ACCOUNT.administrator, lang: 'en' })
    const held: Route[] = []
    await app.page.route('**/api/**', async (route) => {
      if (route.request().postData()?.includes(`"value":${id}`)) held.push(route)
      else await route.continue()
    })
    await app.goto(`/order/make-order?customerId=${id}`)
    const steps = new Wizard(app, '/order/make-order')
    await expect.poll(() => held.length).toBeGreaterThan(0)
    await steps.next()
    for (const route of held) await route.continue()
    await steps.at('items')
    await steps.form.addEntry('items', { itemType: valueOf('item_type', 'goods'), itemId: '10寸水晶相册', quantity: 1 })
  })
})

suite('an order', () => {
  test('that somebody began for a customer is offered where that customer is', async ({ open }) => {
    const manager = await tokenOf(ACCOUNT.manager)
    const [mine, other] = [
      await freshRecord('customer', { realName: nextName('Xie'), cityCode: '500100' }),
      await freshRecord('customer', { realName: nextName('Yan'), cityCode: '500100' }),
    ]
    const content = { values: { customerId: mine.id, cityCode: '500100' }, titles: { customerName: mine.name }, at: 1 }
    await call('openOrder/add', { customerId: mine.id, step: 1, content }, manager)
    const app = await open({ as: ACCOUNT.administrator, lang: 'en' })
    const drafts = app.body.locator('.at-drafts li')
    await app.goto(`/order/make-order?customerId=${other.id}`)
    await expect(new Wizard(app, '/order/make-order').form.item('customerId')).toContainText(other.name)
    await expect(drafts).toHaveCount(0)
    await app.goto(`/order/make-order?customerId=${mine.id}`)
    await expect(drafts).toHaveCount(1)
    await expect(drafts).toContainText(mine.name)
    await drafts.getByRole('button', { name: app.say.view('goOnWith') }).click()
    const steps = new Wizard(app, '/order/make-order')
    await steps.at('items')
    await expect(steps.summary).toContainText(mine.name)
  })

  test('is named above its change, and in the tab', async ({ open }) => {
    const { id, orderNo, customer } = await freshOrder()
    const app = await open({ as: ACCOUNT.administrator, lang: 'en' })
    await app.goto(`/order/edit-order?id=${id}`)
    await expect(app.body.locator('.at-wizard-of')).toHaveText(`${orderNo} ${customer}`)
    await expect(app.page.locator('.tabs-strip .tab[data-active=true]')).toContainText(orderNo)
  })
})

suite('the cash desk', () => {
  test('is led to by the order, also when it is open already', async ({ open }) => {
    const { id, orderNo } = await freshOrder()
    const app = await open({ as: ACCOUNT.cashier, lang: 'en' })
    await app.goto('/cash/register-station')
    await app.page.goto(`/order/order-detail?id=${id}`)
    await app.settled()
    await Screen.of(app, '/order/order-detail', 'sessions').does('pay', app.body.locator('.at-head-buttons'))
    await expect(app.body.locator('.at-find input')).toHaveValue(orderNo)
    await expect(app.body.locator('.at-till-rows li')).toHaveCount(1)
  })

  test('shows what is too much at once, gives change for cash, and keeps the ways in their places', async ({
    open,
  }) => {
    const app = await open({ as: ACCOUNT.cashier, lang: 'en' })
    await app.goto('/cash/register-station')
    const { billNo } = await freshBill({ payableAmount: 50 })
    const desk = new Desk(app, '/cash/register-station')
    await desk.takes(billNo)
    const settle = desk.till.locator('> .ant-btn-primary')
    const rest = app.body.locator('.at-till-rest')

    // A double press is one way of paying.
    await desk.way('wechat').dblclick()
    await expect(desk.lines).toHaveCount(1)
    await expect(desk.way('wechat')).toHaveAttribute('aria-pressed', 'true')
    const amount = desk.lines.locator('input').first()
    await expect(amount).toHaveValue('50.00')
    await expect(amount).toBeFocused()
    await app.page.keyboard.type('50.01', { delay: 120 })
    await expect(amount).toHaveValue('50.01')
    await expect(rest).toContainText(app.say.view('tooMuch'))
    await expect(settle).toBeDisabled()

    // What is nothing is left out, and asks for no reference.
    await amount.press('Tab')
    await amount.click()
    await app.page.keyboard.type('0', { delay: 120 })
    const cash = await desk.takesBy('cash')
    await expect(cash).toHaveValue('50.00')
    await app.page.keyboard.type('60', { delay: 120 })
    await expect(rest).toContainText(app.say.view('giveChange'))
    await expect(rest).toContainText('10.00')
    await expect(settle).toContainText('50.00')

    // Enter leads to the button and takes nothing.
    await cash.press('Enter')
    await expect(settle).toBeFocused()
    const { answer, input } = await desk.settles<{ payRecordId: number }>()
    expect(answer).toMatchObject({ status: 200 })
    expect(input).toMatchObject({ methods: [{ amount: 50 }] })
    await expect(app.body.locator('.at-settled .at-change')).toContainText('10.00')
  })

  test('hears a scanner anywhere, charges nothing for it, and asks before what is begun is lost', async ({ open }) => {
    const app = await open({ as: ACCOUNT.cashier, lang: 'en' })
    await app.goto('/cash/register-station')
    const [one, other] = [await freshBill({ payableAmount: 300 }), await freshBill({ payableAmount: 70 })]
    const desk = new Desk(app, '/cash/register-station')
    await desk.takes(one.billNo)
    await desk.way('cash').click()
    const note = desk.till.locator('.at-form input, .at-form textarea').last()
    await note.fill('gift')
    await note.press('Enter')
    await app.scans(other.billNo)
    await expect(app.dialog).toContainText(app.say.view('dropSplit'))
    await app.answer(app.say.view('cancel'))
    await expect(note).toHaveValue('gift')
    await expect(desk.lines).toHaveCount(1)
    // The number of a slip is scanned, too: into the field that asks for it.
    await desk.way('wechat').click()
    const reference = desk.lines.locator('.at-split-more input')
    await reference.click()
    await app.scans('4200001234567890')
    await expect(reference).toHaveValue('4200001234567890')
    await expect(desk.lines).toHaveCount(2)
    await reference.click()
    await app.scans(other.billNo)
    await expect(app.dialog).toContainText(app.say.view('dropSplit'))
    await app.answer(app.say.view('cancel'))
    await expect(reference).toHaveValue('4200001234567890')
    await note.click()
    await app.scans(other.billNo)
    await app.answer(app.say.view('dropIt'))
    await expect(app.body.locator('.at-till-rows li')).toContainText(other.billNo)
    await expect(desk.lines).toHaveCount(0)
    for (const { id } of [one, other])
      expect(await call('bill/detail', { id }, await tokenOf(ACCOUNT.administrator))).toMatchObject({ paidAmount: 0 })
  })

  test('on a phone shows what to give back where it was paid', async ({ open }) => {
    const { billNo } = await freshBill({ payableAmount: 80 })
    const app = await open({ as: ACCOUNT.cashier, width: 390, height: 844 })
    await app.goto('/cash/register-station')
    const desk = new Desk(app, '/cash/register-station')
    await desk.takes(billNo)
    await (await desk.takesBy('cash')).fill('100')
    await desk.settles()
    await expect(app.body.locator('[data-row-key]').nth(3)).toBeAttached()
    await expect(app.body.locator('.at-settled .at-change')).toBeInViewport()
  })

  test('takes cash by a scanner and number keys alone', async ({ open }) => {
    const { id, billNo } = await freshBill({ payableAmount: 50 })
    const app = await open({ as: ACCOUNT.cashier, lang: 'en' })
    app.faults.allow(/ERR_INTERNET_DISCONNECTED|WebSocket connection/)
    await app.goto('/cash/register-station')
    await app.page.evaluate(() => addEventListener('mousedown', () => (document.title += ' pressed'), true))
    const desk = new Desk(app, '/cash/register-station')
    const { keyboard } = app.page
    await app.scans(billNo)
    await expect(app.body.locator('.at-till-rows li')).toContainText(billNo)
    // What was found leads on to the first way, so that the keys of numbers do.
    await expect(desk.way('cash')).toBeFocused()
    await keyboard.press('Enter')
    await expect(desk.lines.locator('input')).toBeFocused()
    await keyboard.type('60', { delay: 120 })
    await expect(app.body.locator('.at-till-rest')).toContainText('10.00')
    await keyboard.press('Enter')
    await expect(desk.till.locator('> .ant-btn-primary')).toBeFocused()
    // Without a network nothing is lost, a second press is safe, and what was said ends with the break.
    await app.context.setOffline(true)
    await keyboard.press('Enter')
    const why = desk.till.getByRole('alert')
    await expect(why).toContainText(app.say.view('sendAgain', { why: app.say.shell('offline') }))
    await app.context.setOffline(false)
    await expect(why).toHaveCount(0)
    await desk.till.locator('> .ant-btn-primary').focus()
    await keyboard.press('Enter')
    await expect(app.body.locator('.at-settled .at-change')).toContainText('10.00')
    expect(await call('bill/detail', { id }, await tokenOf(ACCOUNT.administrator))).toMatchObject({ paidAmount: 50 })
    await keyboard.press('Enter')
    await expect(desk.box).toBeFocused()
    expect(await app.page.title()).not.toContain('pressed')
  })

  test('is led to from a bill found anywhere, and takes its ways by keys', async ({ open }) => {
    const { billNo } = await freshBill({ payableAmount: 80 })
    const app = await open({ as: ACCOUNT.cashier, lang: 'en' })
    await app.goto('/cash/record')
    await app.page.keyboard.press('Control+k')
    await app.page.locator('[aria-controls="palette-hits"]').fill(billNo)
    await app.page.getByRole('option', { name: billNo }).click()
    await app.settled()
    const rows = app.body.locator('[data-row-key]:visible')
    await expect(rows).toHaveCount(1)
    await rows.getByRole('button', { name: 'Take payment' }).click()
    const desk = new Desk(app, '/cash/register-station')
    await expect(app.body.locator('.at-till-rows li')).toContainText(billNo)
    await expect(desk.way('cash')).toBeVisible()
    await desk.box.focus()
    await app.page.keyboard.press('Alt+Digit1')
    await expect(desk.lines).toContainText(wayName('cash', 'en'))
    await expect(desk.lines.locator('input')).toBeFocused()
  })

  test('and what came of it are found anywhere by their numbers', async ({ open }) => {
    const token = await tokenOf(ACCOUNT.cashier)
    const [record] = await list('cashRecord/query', { pageRows: 1 }, token)
    const [payment] = await list('pay_record/query', { pageRows: 1 }, token)
    const [refund] = await list('cashRefund/query', { pageRows: 1 }, token)
    const [statement] = await list('cash_statistics/query', { pageRows: 1 }, token)
    const app = await open({ as: ACCOUNT.cashier, lang: 'en' })
    await app.goto('/cash/setting')
    for (const number of [record?.recordNo, payment?.payNo, refund?.refundNo, statement?.statementNo]) {
      if (!number) throw new Error('the demo has none')
      await app.page.keyboard.press('Control+k')
      await app.page.locator('[aria-controls="palette-hits"]').fill(number)
      await app.page.getByRole('option', { name: number }).click()
      await app.settled()
      await expect(app.body.locator('[data-row-key]:visible')).toHaveCount(1)
      await expect(app.body.locator('[data-row-key]:visible')).toContainText(number)
    }
  })

  test('proposes the way a refund came, by its name, and asks for the reference it needs', async ({ open }) => {
    const admin = await tokenOf(ACCOUNT.administrator)
    const cashier = await tokenOf(ACCOUNT.cashier)
    const { id: customerId } = await freshRecord('customer', { realName: nextName('Tan') })
    const { accountId } = await call('customer/detail', { id: customerId }, admin)
    const recharge = await call('account/recharge', { customerId, amount: 90 }, cashier)
    const [wechat] = await call('payMethod/select', { keyword: '微信' }, cashier)
    const methods = [{ payMethodId: wechat?.value, amount: 90, tradeNo: 'W-1' }]
    await call('cashRegister/pay', { billIds: [recharge.billId], methods, requestNo: crypto.randomUUID() }, cashier)
    const refund = {
      sourceType: valueOf('refund_source', 'recharge'),
      accountId,
      refundType: valueOf('refund_type', 'partial'),
      refundWay: valueOf('refund_way', 'original'),
      refundAmount: 90,
      reason: valueOf('refund_reason', 'customer'),
    }
    const { id, refundNo } = await call('cashRefund/refund', refund, admin)
    await call('cashRefund/confirm', { id, action: 'approve' }, await tokenOf(ACCOUNT.manager)).catch(() => undefined)
    const app = await open({ as: ACCOUNT.cashier, lang: 'en' })
    await app.goto('/cash/refund-station')
    // Scanned is what stands on the paper.
    await app.scans(refundNo)
    const till = app.body.locator('.at-till')
    const way = till.locator('.ant-select').first()
    await expect(way).toContainText(wayName('wechat', 'en'))
    // Nothing is paid out to a balance or a coupon.
    await way.click()
    const offered = app.page.locator('.ant-select-item-option:visible')
    await expect(offered.filter({ hasText: wayName('cash', 'en') })).toHaveCount(1)
    for (const other of ['balance', 'coupon'] as const)
      await expect(offered.filter({ hasText: wayName(other, 'en') })).toHaveCount(0)
    await app.page.keyboard.press('Escape')
    await till.locator('.at-form input:not([role])').last().fill('W-2')
    await till.locator('> .ant-btn-primary').click()
    await expect(app.body.locator('.at-settled')).toContainText(`Refunded ￥90.00: ${wayName('wechat', 'en')} ￥90.00`)
    await expect(app.body.getByRole('button', { name: app.say.view('receipt') })).toBeVisible()
  })

  test('offers the ways that may pay the bill, asks for the number of a coupon, and forgets a refusal with its way', async ({
    open,
  }) => {
    const { id: customerId } = await freshRecord('customer', { realName: nextName('Guo') })
    const token = await tokenOf(ACCOUNT.cashier)
    const { billId } = await call('account/recharge', { customerId, amount: 40 }, token)
    const { billNo } = await call('bill/detail', { id: billId }, token)
    const app = await open({ as: ACCOUNT.cashier, lang: 'en', theme: 'dark' })
    await app.goto('/cash/register-station')
    const desk = new Desk(app, '/cash/register-station')
    await desk.takes(billNo)
    await expect(desk.way('cash')).toBeVisible()
    for (const other of ['balance', 'coupon'] as const) await expect(desk.way(other)).toHaveCount(0)
    await desk.takes((await freshOrder()).orderNo)
    await expect(desk.way('balance')).toBeVisible()
    await desk.way('coupon').click()
    await expect(desk.lines).toContainText('Coupon number')
    const number = desk.lines.locator('.at-split-more input')
    await expect(number).toBeFocused()
    await number.fill('XQ0')
    // Read in the dark as well: at least 4.5 to 1.
    expect(await contrastOf(desk.way('coupon'))).toBeGreaterThanOrEqual(4.5)
    const refused = desk.till.getByRole('alert')
    await expect(refused).toContainText("This coupon is not the customer's")
    await expect(desk.till.locator('> .ant-btn-primary')).toBeDisabled()
    await desk.lines.locator('button').first().click()
    await expect(refused).toHaveCount(0)
  })

  test('takes of a coupon what it pays as soon as its number is known; what is proposed in cash is less then', async ({
    open,
  }) => {
    const admin = await tokenOf(ACCOUNT.administrator)
    const { id, orderNo } = await freshOrder()
    const { customerId } = await call('order/detail', { id }, admin)
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
      await call('coupon/give', { couponId, customerIds: [Number(customerId)] }, admin)
      const held = await call('coupon/queryCustomer', { customerId, pageNO: 1, pageRows: 9 }, admin)
      return { name, no: String(held.find((one) => one.couponId === couponId)?.couponNo) }
    }
    const [good, dear] = [await coupon(0), await coupon(999_999)]
    const app = await open({ as: ACCOUNT.cashier, lang: 'en' })
    await app.goto('/cash/register-station')
    const desk = new Desk(app, '/cash/register-station')
    await desk.takes(orderNo)
    await desk.way('cash').click()
    await desk.way('coupon').click()
    const line = desk.lines.filter({ hasText: 'Coupon number' })
    const [amount, number] = [line.locator('[data-amount] input'), line.locator('.at-split-more input')]
    await expect(amount).toHaveValue('')
    await number.fill(dear.no)
    await expect(line.getByRole('alert')).toContainText('The purchase is too small for this coupon')
    await expect(desk.till.locator('> .ant-btn-primary')).toBeDisabled()
    // The payer's own that pay are offered.
    await expect(line.locator('.at-offers button')).toHaveCount(1)
    await line.getByRole('button', { name: good.name }).click()
    await expect(number).toHaveValue(good.no)
    await expect(amount).toHaveValue('150.00')
    const rest = desk.till.locator('.at-till-rest')
    await expect(rest).toContainText('0.00')
    await expect(rest).not.toContainText('change', { ignoreCase: true })
    await amount.fill('151')
    await expect(desk.till.locator('> .ant-btn-primary')).toBeDisabled()
    // The same as typed by hand.
    await number.fill('')
    await expect(amount).toHaveValue('')
    await number.fill(good.no)
    await expect(amount).toHaveValue('150.00')
    expect((await desk.settles()).answer).toMatchObject({ status: 200 })
    await expect(app.body.locator('.at-settled')).toContainText('Coupon ￥150.00')
  })

  test('shows what the payer has on account, and takes no more by it', async ({ open }) => {
    const order = await freshOrder()
    const { customerId } = await call('order/detail', { id: order.id }, await tokenOf(ACCOUNT.administrator))
    const token = await tokenOf(ACCOUNT.cashier)
    const [cash] = await call('payMethod/select', { keyword: '现金' }, token)
    const recharge = await call('account/recharge', { customerId, amount: 500 }, token)
    const methods = [{ payMethodId: cash?.value, amount: 500 }]
    await call('cashRegister/pay', { billIds: [recharge.billId], methods, requestNo: crypto.randomUUID() }, token)
    const app = await open({ as: ACCOUNT.cashier, lang: 'en' })
    await app.goto('/cash/register-station')
    const desk = new Desk(app, '/cash/register-station')
    await desk.takes(order.orderNo)
    await expect(desk.way('balance')).toContainText('500.00')
    await desk.way('balance').click()
    const amount = desk.lines.locator('input')
    await expect(amount).toHaveValue('500.00')
    await amount.fill('501')
    await expect(desk.till.locator('> .ant-btn-primary')).toBeDisabled()
  })

  test('proposes what the notes and coins come to, until the cash counted is typed', async ({ open }) => {
    const app = await open({ as: ACCOUNT.cashier, lang: 'en' })
    await app.goto('/cash/statement')
    const form = await Screen.of(app, '/cash/statement').asks('theReport')
    const counted = form.item('cashInHand').locator('input')
    await form.group('cashCount').put({ n100: 7, n50: 1, c5: 3 })
    await expect(counted).toHaveValue('751.50')
    await form.put({ cashInHand: 750 })
    await form.group('cashCount').put({ n100: 8 })
    await expect(counted).toHaveValue('750.00')
    // How much it differs is seen before it is sent, and asks for a reason then.
    const said = async (label: string) => {
      const text = await app.dialog.locator('.at-foreseen > div', { hasText: label }).locator('dd').textContent()
      return Number((text ?? '').replaceAll(/[^-\d.]/g, ''))
    }
    await form.group('cashCount').put({ n100: 7, n50: 1, c5: 0 })
    const float = await said('Opening float')
    await expect.poll(async () => 750 - float - (await said('Taken in cash'))).toBeCloseTo(await said('Difference'), 2)
    const differs = await said('Difference')
    await form.group('cashCount').put({ n100: 0, n50: 0 })
    await form.put({ cashInHand: 750 - differs + 1 })
    await form.save()
    await expect(form.fault('remark')).toBeVisible()
  })

  test('shows a code over what the other ways leave, and takes what was paid by it', async ({ open }) => {
    const app = await open({ as: ACCOUNT.cashier, lang: 'en' })
    let asked = 0
    app.page.on('request', (request) => (asked += request.url().includes('payMethod/select') ? 1 : 0))
    await app.goto('/cash/register-station')
    const { id, billNo } = await freshBill({ payableAmount: 300 })
    const paid = async () => (await call('bill/detail', { id }, await tokenOf(ACCOUNT.administrator))).paidAmount
    const desk = new Desk(app, '/cash/register-station')
    // The ways of paying are asked for with the page, not with each bill.
    await desk.takes((await freshBill({ payableAmount: 5 })).billNo)
    await expect(desk.way('cash')).toBeVisible()
    await desk.takes(billNo)
    await desk.splits([{ way: 'cash', amount: 100 }])
    expect(asked).toBe(1)
    await desk.opensCode()
    await expect(desk.code).toContainText('200.00')
    await expect(desk.code.locator('canvas')).toBeVisible()
    await expect(desk.code.getByRole('timer')).toHaveText(/[45]:\d\d/)
    await expect(desk.way('wechat')).toBeDisabled()
    await desk.saysPaid('wechat', 'WX-1')
    await expect(desk.code.getByRole('status')).toHaveText(app.say.view('codePaid'))
    await expect(app.body.locator('.at-till-due')).toContainText('100.00')
    expect(await paid()).toBe(200)

    // The cash that was typed stands; the rest is paid by a code too, after one was given up.
    await expect(desk.lines).toHaveCount(1)
    await desk.lines.locator('button').click()
    await desk.code.getByRole('button', { name: app.say.view('close') }).click()
    await desk.opensCode()
    await desk.code.getByRole('button', { name: app.say.view('cancelCode') }).click()
    await expect(desk.code).toHaveCount(0)
    await desk.opensCode()
    await desk.saysPaid('wechat', 'WX-2')
    await expect(app.body.locator('.at-settled')).toContainText('100.00')
    await expect(app.body.getByRole('button', { name: app.say.view('receipt') })).toBeVisible()
    expect(await paid()).toBe(300)
  })

  test('says who pays and does not mix two; once settled all is listed anew', async ({ open }) => {
    const app = await open({ as: ACCOUNT.cashier, lang: 'zh' })
    await app.goto('/cash/register-station')
    const name = nextName('Ye')
    const bills = [
      await freshBill({ payableAmount: 40 }, { realName: `${name}a` }),
      await freshBill({ payableAmount: 60 }, { realName: `${name}b` }),
    ]
    const desk = new Desk(app, '/cash/register-station')
    await desk.seeks(name)
    for (const { billNo } of bills) await desk.chooses(billNo)
    const till = app.body.locator('.at-till-rows li')
    await expect(till).toHaveCount(2)
    await expect(till.first()).toContainText(`${name}a`)
    await expect(desk.till.getByRole('alert')).toContainText(`${name}b`)
    await expect(desk.till.locator('> .ant-btn-primary')).toBeDisabled()
    await app.body
      .locator('[data-row-key]')
      .filter({ hasText: bills[1]?.billNo })
      .locator('.ant-checkbox-input')
      .uncheck()
    await desk.pays({ way: 'cash', amount: 40 })
    await expect(desk.box).toHaveValue('')
    await expect(app.body.locator('[data-row-key]').filter({ hasText: bills[0]?.billNo })).toHaveCount(0)
    await expect(app.body.locator('[data-row-key]').first()).toBeVisible()
  })

  test('leads whoever is no cashier to where cashiers are kept', async ({ open }) => {
    const app = await open({ as: ACCOUNT.manager, lang: 'zh' })
    await app.goto('/cash/register-station')
    await expect(app.body.locator('.at-duty')).toContainText('当前员工不是可用的收银员')
    await app.body.locator('.at-duty button').click()
    await expect(app.page).toHaveURL(/cash\/setting/)
    await expect(app.body.getByRole('tab', { selected: true })).toContainText('收银员')
  })

  test('lets go of what leaves the list, and says so', async ({ open }) => {
    const app = await open({ as: ACCOUNT.cashier, lang: 'zh' })
    await app.goto('/cash/register-station')
    const desk = new Desk(app, '/cash/register-station')
    const mine = await freshBill({ payableAmount: 30 })
    await desk.takes(mine.billNo)
    const form = await desk.asks('void')
    await form.put({ voidReason: 'Typed twice' })
    await form.save()
    await expect(desk.till).toHaveCount(0)
    await expect(app.body.locator('.at-gone')).toContainText(mine.billNo)
    // By somebody else, while an amount is typed.
    const theirs = await freshBill({ payableAmount: 30 })
    await desk.takes(theirs.billNo)
    await expect(app.body.locator('.at-gone')).toHaveCount(0)
    await desk.way('cash').click()
    const token = await tokenOf(ACCOUNT.administrator)
    await call('bill/edit', { id: theirs.id, action: 'void', voidReason: 'Typed twice' }, token)
    await expect(app.body.locator('.at-gone')).toContainText(theirs.billNo)
    await expect(desk.till).toHaveCount(0)
    // In another window, where it was paid: whoever took the money is named.
    const paid = await freshBill({ payableAmount: 30 })
    await desk.takes(paid.billNo)
    await expect(app.body.locator('.at-gone')).toHaveCount(0)
    await paysElsewhere(paid.id, 30)
    await expect(app.body.locator('.at-gone')).toContainText(/已由 .+ 收款 ￥30\.00/)
  })

  test('takes up what was paid of a bill meanwhile, and says who took it', async ({ open }) => {
    const app = await open({ as: ACCOUNT.cashier, lang: 'en' })
    await app.goto('/cash/register-station')
    const { id, billNo } = await freshBill({ payableAmount: 1000 })
    const desk = new Desk(app, '/cash/register-station')
    await desk.takes(billNo)
    const amount = await desk.takesBy('card')
    await expect(amount).toHaveValue('1000.00')
    await paysElsewhere(id, 300)
    const news = app.body.locator('.at-till-news')
    await expect(news).toContainText(`took ￥300.00 of ${billNo}`)
    await expect(news).toContainText('￥700.00 is left')
    await expect(desk.till.locator('.at-till-due')).toContainText('700.00')
    // What was only proposed is less, too; what was typed stays, and is too much then.
    await expect(amount).toHaveValue('700.00')
    await amount.fill('600')
    await amount.press('Tab')
    await expect(desk.till.locator('.at-till-rest')).toContainText('100.00')
    // Nobody told this window: the refusal does.
    const token = await tokenOf(ACCOUNT.cashier)
    const [cash] = await call('payMethod/select', { keyword: '现金' }, token)
    const methods = [{ payMethodId: cash?.value, amount: 200 }]
    await call('cashRegister/pay', { billIds: [id], methods, requestNo: crypto.randomUUID() }, token)
    await desk.lines.locator('.at-split-more input').fill('T1')
    expect((await desk.settles()).answer).toMatchObject({ status: 400 })
    await expect(news).toContainText('￥500.00 is left')
    await expect(desk.till.locator('.at-till-rest')).toContainText('100.00')
    await expect(desk.till.locator('> .ant-btn-primary')).toBeDisabled()
    await amount.fill('500')
    expect((await desk.settles()).answer).toMatchObject({ status: 200 })
    await expect(app.body.locator('.at-settled')).toContainText('500.00')
    await expect(news).toHaveCount(0)
  })

  test('tells the second cashier who was quicker', async ({ open }) => {
    const app = await open({ as: ACCOUNT.cashier, lang: 'zh' })
    await app.goto('/cash/register-station')
    const { id, billNo } = await freshBill({ payableAmount: 1000 })
    const desk = new Desk(app, '/cash/register-station')
    await desk.takes(billNo)
    await desk.way('cash').click()
    const token = await tokenOf(ACCOUNT.cashier)
    const [cash] = await call('payMethod/select', { keyword: '现金' }, token)
    const methods = [{ payMethodId: cash?.value, amount: 1000 }]
    await call('cashRegister/pay', { billIds: [id], methods, requestNo: crypto.randomUUID() }, token)
    expect((await desk.settles()).answer).toMatchObject({ status: 400 })
    await expect(app.body.locator('.at-gone')).toContainText(/已由 .+ 收款 ￥1,000\.00/)
    await expect(app.body.locator('[data-row-key]').filter({ hasText: billNo })).toHaveCount(0)
  })
})

/** How well the text of something can be read on what lies behind it. */
const contrastOf = (of: Locator): Promise<number> =>
  of.evaluate((element) => {
    const partsOf = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number)
    const lightOf = (colour: string): number => {
      const [r = 0, g = 0, b = 0] = partsOf(colour).map((part) => {
        const share = part / 255
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    let behind: Element | null = element
    while (behind && (partsOf(getComputedStyle(behind).backgroundColor)[3] ?? 1) === 0) behind = behind.parentElement
    const lights = [getComputedStyle(element).color, getComputedStyle(behind ?? document.body).backgroundColor]
    const [lighter = 0, darker = 0] = lights.map((colour) => lightOf(colour)).sort((a, b) => b - a)
    return (lighter + 0.05) / (darker + 0.05)
  })

suite('the page of an order', () => {
  test('says in the menu why it cannot be cancelled, and does not warn in red', async ({ open }) => {
    const { id } = await paidOrder()
    const app = await open({ as: ACCOUNT.administrator, lang: 'en' })
    await app.goto(`/order/order-detail?id=${id}`)
    await app.body.locator('.at-head-buttons .at-more').click()
    const item = app.page.getByRole('menuitem', { name: 'Cancel order' })
    await expect(item).toBeVisible()
    await expect(item).toHaveAttribute('title', /.+/)
    await expect(item).not.toHaveClass(/danger/)
  })
})

/** A bill for something else, of a customer of its own. */
async function freshBill(values: object, of: object = {}): Promise<{ id: number; billNo: string }> {
  const customer = await freshRecord('customer', { realName: nextName('Li'), ...of })
  const bill = { customerId: customer.id, title: 'Frame', payableAmount: 10, ...values }
  return call('cashRegister/otherAdd', bill, await tokenOf(ACCOUNT.administrator))
}

suite('a price list', () => {
  test('takes a price of goods, chosen after their kind, and no higher one for members', async ({ open }) => {
    const goods = await freshRecord('product')
    const [prices] = await call('priceSystem/select', { pageNO: 1, pageRows: 1 }, await tokenOf(ACCOUNT.administrator))
    const app = await open({ as: ACCOUNT.manager, lang: 'en' })
    await app.goto('/product/pricing-list')
    const list = Screen.of(app, '/product/pricing-list')
    const form = await list.asks('add')
    await form.item('itemId').locator('.ant-select').click()
    await expect(app.page.locator('.ant-select-dropdown:visible')).toHaveText(app.say.view('chooseKind'))
    await form.put({ priceSystemId: prices?.label, itemType: valueOf('item_type', 'goods'), itemId: goods.name })
    await form.put({ price: 880, memberPrice: 881 })
    await form.save()
    await expect(form.fault('memberPrice')).toHaveText('Members cannot pay more')
    await form.put({ memberPrice: 780 })
    const { answer } = await app.calling<{ id: number }>('priceItem/add', () => form.save())
    await form.dismiss()
    const row = await list.find(answer.data.id, goods.name)
    await expect(row).toContainText('880.00')
    const takesOut = async () => {
      await list.press(row, list.label('del'))
      await app.answer(list.label('del'))
      await expect(row).toHaveCount(0)
    }
    await takesOut()
    // Taken back by the key, the button of the message has nothing to do any more.
    const undo = app.page.locator('.ant-message').getByRole('button', { name: app.say.view('undo') })
    await expect(undo).toBeVisible()
    await app.page.keyboard.press('Control+z')
    await expect(app.page.locator('.ant-message')).toContainText(app.say.view('undone'))
    await expect(undo).toHaveCount(0, { timeout: 2000 })
    await expect(row).toHaveCount(1)
    await takesOut()
  })
})
