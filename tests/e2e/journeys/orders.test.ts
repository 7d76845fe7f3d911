/** Orders after they were made: what a refund, an upgrade and an add-on would be, told before they are. */
import { ACCOUNT, call, list, tokenOf } from '../page/api.ts'
import { Form } from '../page/form.ts'
import { fieldsOf, model, valueOf } from '../page/model.ts'
import { freshOrder, PACKAGE, paidOrder } from '../page/orders.ts'
import { Screen } from '../page/screen.ts'
import { Wizard } from '../page/wizard.ts'
import { choose } from '../page/controls.ts'
import { expect, suite, test } from '../page/test.ts'

suite('an order', () => {
  test('is not made of nothing', async ({ open }) => {
    const app = await open({ as: ACCOUNT.administrator })
    const { customer } = await freshOrder()
    await app.goto('/order/make-order')
    const view = model.screens['/order/make-order']?.view
    if (view?.view !== 'wizard') throw new Error('no wizard')
    const form = new Form(app, app.body, fieldsOf(view.steps.flatMap((step) => step.items)))
    await form.put({ customerId: customer, cityCode: '重庆' })
    const next = app.body.getByRole('button', { name: app.say.view('next'), exact: true })
    await next.click()
    await expect(form.item('packageId')).toBeVisible()
    await next.click()
    await expect(form.fault('packageId')).not.toBeEmpty()
    await expect(form.item('packageId')).toBeVisible()
  })

  test('is offered goods at the price of its city', async ({ open }) => {
    const token = await tokenOf(ACCOUNT.administrator)
    const named = { productName: '10寸水晶相册', status: [valueOf('shelf_status', 'on')] }
    const [goods] = await call('product/query', named, token)
    if (!goods) throw new Error('no goods')
    const itemType = valueOf('item_type', 'goods')
    await call('saleCityPrice/add', { cityCode: '510100', itemType, itemId: goods.id, price: 1234.5 }, token)
    const { customer } = await freshOrder()
    const app = await open({ as: ACCOUNT.administrator })
    await app.goto('/order/make-order')
    const steps = new Wizard(app, '/order/make-order')
    await steps.form.put({ customerId: customer, cityCode: '成都' })
    await steps.next()
    await steps.at('items')
    const rows = steps.form.item('items').locator('.at-rows')
    await rows.locator('.at-rows-add > button').first().click()
    const selects = rows.locator('tr.at-row-editing .ant-select')
    const { label } = model.dictionaries.item_type?.values.find(({ value }) => value === itemType) ?? {}
    await choose(app, selects.first(), label?.[app.lang])
    await selects.nth(1).click()
    await app.page.keyboard.type(goods.productName)
    await expect(app.page.locator('.ant-select-item-option').filter({ hasText: goods.productName })).toContainText(
      '￥1,234.50',
    )
  })

  test('is filled by pictures: a package at a press, and several goods at once', async ({ open }) => {
    const { customer } = await freshOrder()
    const app = await open({ as: ACCOUNT.administrator })
    await app.goto('/order/make-order')
    const steps = new Wizard(app, '/order/make-order')
    await steps.form.put({ customerId: customer, cityCode: '重庆' })
    await steps.next()
    await steps.at('items')
    const picker = app.page.locator('.at-picker')
    const cards = picker.locator('.at-picker-card')
    await steps.form
      .item('packageId')
      .getByRole('button', { name: app.say.view('byPicture') })
      .click()
    await expect(cards.first().locator('img')).toBeVisible()
    const name = (await cards.first().locator('strong').textContent()) ?? ''
    const contents = (await cards.first().locator('small').last().textContent()) ?? ''
    expect(contents).toContain(' · ')
    await cards.first().click()
    await expect(picker).toBeHidden()
    await expect(steps.form.item('packageId')).toContainText(name)

    const rows = steps.form.item('items').locator('.at-rows')
    await rows.getByRole('button', { name: app.say.view('byPicture') }).click()
    const goods = model.dictionaries.item_type?.values.find(({ value }) => value === valueOf('item_type', 'goods'))
    await picker.getByText(goods?.label[app.lang] ?? '', { exact: true }).click()
    await expect(cards.first().locator('img')).toBeVisible()
    const chosen = [0, 1].map((at) => cards.nth(at))
    const names: (string | null)[] = []
    for (const card of chosen) {
      names.push(await card.locator('strong').textContent())
      await card.click()
      await expect(card).toHaveAttribute('aria-pressed', 'true')
    }
    await picker.getByRole('button', { name: app.say.view('putIn', { count: 2 }) }).click()
    await expect(rows.locator('tbody tr')).toHaveCount(2)
    for (const one of names) await expect(steps.summary).toContainText(one ?? '')
    // What a package includes costs nothing, and says why.
    const [first = ''] = contents.split(' · ')
    const included = steps.summary.locator('li').filter({ hasText: first })
    await expect(included).toContainText('Included')
    await expect(included).not.toContainText('￥')
  })

  test('takes goods without being told that they are goods, and says what a row costs once it is left', async ({
    open,
  }) => {
    const { id } = await freshOrder()
    const app = await open({ as: ACCOUNT.administrator })
    await app.goto(`/order/add-goods?orderId=${id}`)
    const steps = new Wizard(app, '/order/add-goods')
    await steps.at('items')
    const rows = steps.form.item('items').locator('.at-rows')
    await rows.locator('.at-rows-add > button').first().click()
    // The kind is there, and typing begins with the item.
    await expect(rows.locator('tr.at-row-editing .ant-select').first()).toContainText('Goods')
    await app.page.keyboard.type('10寸水晶相册')
    const option = app.page.locator('.ant-select-item-option').filter({ hasText: '10寸水晶相册' })
    const price = /￥[\d,.]+/.exec((await option.textContent()) ?? '')?.[0] ?? ''
    await option.click()
    await rows.locator('tr.at-row-editing .at-row-tools button').first().click()
    await expect(rows.locator('tbody tr td').nth(3)).toHaveText(price)
    // By picture, too, goods are what is offered first.
    await rows.getByRole('button', { name: app.say.view('byPicture') }).click()
    await expect(app.page.locator('.at-picker .ant-segmented-item-selected')).toHaveText('Goods')
  })

  test('leads to its package, and says in lists that it is cancelled', async ({ open }) => {
    const { id, orderNo } = await freshOrder()
    const app = await open({ as: ACCOUNT.administrator })
    await app.goto(`/order/order-detail?id=${id}`)
    await expect(app.body.locator('a.at-ref').filter({ hasText: PACKAGE })).toHaveAttribute('href', /suit\/detail\?id=/)
    const token = await tokenOf(ACCOUNT.administrator)
    await call('order/del', { id, reason: 'test' }, token)
    await app.goto(`/order/order-list?orderNo=${orderNo}&tab=cancelled`)
    const row = app.body.locator('tbody tr[data-row-key]').filter({ hasText: orderNo })
    await expect(row).toContainText('Cancelled')
    await expect(row).not.toContainText('Submitted')
  })

  test('says what can be refunded, found by its number', async ({ open }) => {
    const { orderNo, customer } = await paidOrder()
    const app = await open({ as: ACCOUNT.administrator })
    await app.goto(`/order/re-fund?orderNo=${orderNo}`)
    await expect(Form.onPage(app, '/order/re-fund').item('orderId')).toContainText(orderNo)
    await expect(app.body.locator('.at-foreseen')).toContainText(customer)
    await expect(app.body.locator('.at-foreseen')).toContainText('￥3,980.00')
  })

  test('tells of the customer behind a name that the pointer or the cursor rests on', async ({ open }) => {
    const { id, customer } = await freshOrder()
    const app = await open({ as: ACCOUNT.administrator, lang: 'zh' })
    await app.goto(`/order/order-detail?id=${id}`)
    const name = app.body.locator('.at-head a.at-ref').filter({ hasText: customer })
    const card = app.page.getByRole('tooltip').filter({ hasText: customer })
    await name.hover()
    await expect(card).toContainText('余额')
    await app.page.keyboard.press('Escape')
    await expect(card).toHaveCount(0)
    await app.body.getByRole('tab', { selected: true }).focus()
    await app.page.keyboard.press('Shift+Tab')
    await name.focus()
    await expect(card).toContainText('余额')
    await expect(name).toHaveAccessibleDescription(/余额/)
    await name.press('Enter')
    await expect(app.page).toHaveURL(/customer\/detail/)
    await expect(card).toHaveCount(0)
  })

  test('is told in the language of the reader why it was changed', async ({ open }) => {
    const token = await tokenOf(ACCOUNT.administrator)
    const [goods] = await call('product/query', { productName: '10寸水晶相册' }, token)
    const gift = { itemType: valueOf('item_type', 'goods'), itemId: goods?.id, quantity: 1, isGift: 1 }
    const { id } = await freshOrder({ items: [gift] })
    const items = await list('orderDetail/query', { orderId: id, pageNO: 1, pageRows: 50 }, token)
    await call('orderDetail/del', { id: items.find((one) => one.isGift === 1)!.id }, token)
    for (const [lang, reason] of [
      ['en', 'Gift taken out'],
      ['zh', '取消赠品'],
    ] as const) {
      const app = await open({ as: ACCOUNT.administrator, lang })
      await app.goto(`/order/order-detail?id=${id}&part=changes`)
      await expect(app.body.getByRole('row').filter({ hasText: reason })).toHaveCount(1)
    }
  })

  test('says why its amounts are what they are, by keys, down to the rows', async ({ open }) => {
    const { id } = await freshOrder()
    const app = await open({ as: ACCOUNT.manager })
    await app.goto(`/order/order-detail?id=${id}`)
    const name = (label: string): string => app.say.view('whyNumber', { name: label })
    const facts = app.body.locator('.at-facts')
    const due = facts.getByRole('button', { name: name('Due') })
    await due.focus()
    await app.page.keyboard.press('Enter')
    const told = app.page.locator('.at-why-told')
    await expect(told).toContainText('Payable − Paid + Refunded')
    await app.page.keyboard.press('Escape')
    await expect(told).toHaveCount(0)
    await expect(due).toBeFocused()
    await facts.getByRole('button', { name: name('Prices agreed') }).click()
    await expect(told.locator('li').first()).toContainText('￥')
    // The package, and what is in it.
    expect(await told.locator('li').count()).toBeGreaterThan(1)
  })

  test('says in a list why an amount is what it is, where the pointer is', async ({ open }) => {
    const { orderNo } = await freshOrder()
    const app = await open({ as: ACCOUNT.manager })
    await app.goto(`/order/order-list?orderNo=${orderNo}`)
    const row = app.body.getByRole('row').filter({ hasText: orderNo })
    const told = app.page.locator('.at-why-told')
    const why = app.page.getByRole('button', { name: app.say.view('whyNumber', { name: 'Due' }) })
    await app.settled()
    // A row that is drawn anew under the pointer has its button again once the pointer moves.
    await expect(async () => {
      await row.locator('td').first().hover()
      await row.locator('[data-worked="dueAmount"]').hover()
      await why.click({ timeout: 2000 })
    }).toPass()
    await expect(told).toContainText('Payable − Paid + Refunded')
    await app.page.keyboard.press('Escape')
    await expect(told).toHaveCount(0)
    // The row itself was not opened by it.
    expect(app.page.url()).toContain('/order/order-list')
    await expect(row).toBeVisible()
  })

  test('says what an upgrade costs before it is made', async ({ open }) => {
    const { id } = await freshOrder()
    const app = await open({ as: ACCOUNT.administrator })
    await app.goto(`/order/order-detail?id=${id}`)
    const form = await Screen.of(app, '/order/order-detail').asks('upgrade', app.body.locator('.at-head'))
    const told = app.dialog.locator('.at-foreseen')
    await expect(told).toContainText('￥3,980.00')
    const field = fieldsOf(model.calls['orderUpgrade/add']?.form ?? []).find((one) => one.name === 'toPackageId')
    if (field) await form.fill(field, undefined)
    await expect(told).toContainText(/Difference\s*￥/)
    await form.leave()
  })
})
