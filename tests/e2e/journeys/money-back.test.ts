/** Money that goes another way: part of an order back to the customer, a balance to a sister. */
import type { Requests } from '../../../src/generated/wire.ts'
import type { Lang } from '../../../src/model/model.ts'
import { ACCOUNT, call, raw, tokenOf } from '../page/api.ts'
import type { App } from '../page/app.ts'
import { Desk, wayName } from '../page/desk.ts'
import { Form } from '../page/form.ts'
import { model, valueOf } from '../page/model.ts'
import { freshOrder, paidOrder } from '../page/orders.ts'
import { asAdministrator } from '../page/people.ts'
import { freshRecord } from '../page/records.ts'
import { nextName } from '../page/samples.ts'
import { Screen } from '../page/screen.ts'
import { expect, suite, test } from '../page/test.ts'
import { journeyIn } from '../page/words.ts'

type Row = Record<string, unknown> & { id: number }

const listed = async (path: keyof Requests, input: object): Promise<Row[]> =>
  raw<Row[]>(path, { pageNO: 1, pageRows: 200, ...input }, await tokenOf(ACCOUNT.administrator))
const orderNow = (id: number) => asAdministrator('order/detail', { id })

/** Asks for money back on the form of the order. */
async function asks(app: App, orderId: number, values: Record<string, unknown>): Promise<Form> {
  await app.goto(`/order/order-detail?id=${orderId}`)
  await Screen.of(app, '/order/order-detail', 'sessions').does('refund', app.body.locator('.at-head-buttons'))
  await expect(app.page).toHaveURL(new RegExp(`/order/re-fund\\?orderId=${orderId}`))
  await app.settled()
  const form = Form.onPage(app, '/order/re-fund')
  await form.put({ reason: valueOf('refund_reason', 'customer'), ...values })
  return form
}

suite.each(journeyIn('zh'))('money goes back, in %s', (lang: Lang) => {
  test('for a session that will not be shot: asked for, approved by another, paid out, and no more than was paid', async ({
    open,
  }) => {
    const { id, orderNo, sessions } = await paidOrder()
    expect(sessions.map((one) => one.sessionStatus)).toEqual([1, 1])
    const last = sessions.at(-1) as Row
    const consultant = await open({ as: ACCOUNT.consultant, lang })
    const form = await asks(consultant, id, {
      refundWay: valueOf('refund_way', 'original'),
      refundAmount: 1980,
      terminateSessionIds: last.orderSessionName,
    })
    const { answer } = await consultant.calling<{ id: number; refundNo: string }>('cashRefund/refund', () =>
      form.save(),
    )
    expect(answer).toMatchObject({ status: 200 })
    // The list of refunds is not for everybody who asks for one: the form leads back to the order then.
    await expect(consultant.page).toHaveURL(new RegExp(`/order/order-detail\\?id=${id}`))
    const refund = () => asAdministrator('cashRefund/detail', { id: answer.data.id })
    expect(await refund()).toMatchObject({ status: 1, refundAmount: 1980 })

    const manager = await open({ as: ACCOUNT.manager, lang })
    await manager.goto('/cash/refund')
    const refunds = Screen.of(manager, '/cash/refund')
    await refunds.agrees('approve', await refunds.find(answer.data.id, orderNo))
    await expect.poll(async () => (await refund()).status).toBe(2)
    const [shot, ended] = await listed('orderSession/query', { orderId: id })
    expect([shot?.sessionStatus, ended?.sessionStatus].sort()).toEqual([1, 10])

    const cashier = await open({ as: ACCOUNT.cashier, lang })
    await cashier.goto('/cash/refund-station')
    const station = new Desk(cashier, '/cash/refund-station')
    await station.seeks(String((await orderNow(id)).customerName))
    await expect(station.till).toBeVisible()
    const till = new Form(cashier, station.till, fieldsOfDesk())
    await till.put({ payMethodId: wayName('cash', lang) })
    expect((await station.settles()).answer).toMatchObject({ status: 200 })
    expect(await refund()).toMatchObject({ status: 3 })
    expect(await orderNow(id)).toMatchObject({
      payableAmount: 2000,
      paidAmount: 3980,
      refundAmount: 1980,
      dueAmount: 0,
      payStatus: 3,
    })
    const out = (await listed('cashRecord/query', { orderNO: orderNo })).find(
      (one) => one.billType === valueOf('bill_type', 'refund'),
    )
    expect(out).toMatchObject({ amount: 1980, signed: -1980, direction: valueOf('direction', 'out') })

    const again = await asks(consultant, id, { refundAmount: 2000.01 })
    await again.save()
    await expect(again.fault('refundAmount')).toHaveText(
      lang === 'zh' ? '退款金额不能大于可退金额 ￥2,000.00' : 'At most ￥2,000.00 can be refunded',
    )
  })
})

const fieldsOfDesk = () => {
  const view = model.screens['/cash/refund-station']?.view
  return view?.view === 'cashdesk' ? view.pay.form.flatMap((item) => (item.kind === 'field' ? [item.field] : [])) : []
}

suite('the refund station', () => {
  test('says at the reference that it is needed, and goes on saying it', async ({ open }) => {
    const { id: orderId, billId } = await freshOrder()
    const [cashier, consultant] = [await tokenOf(ACCOUNT.cashier), await tokenOf(ACCOUNT.consultant)]
    const by = async (code: 'cash' | 'card') =>
      (await call('payMethod/select', { keyword: wayName(code, 'zh') }, cashier))[0]?.value
    const methods = [
      { payMethodId: await by('cash'), amount: 2000 },
      { payMethodId: await by('card'), amount: 1980, tradeNo: 'K-1' },
    ]
    await call('cashRegister/pay', { billIds: [billId], methods, requestNo: crypto.randomUUID() }, cashier)
    const { id, refundNo } = await call(
      'cashRefund/refund',
      {
        ...{ orderId, refundAmount: 3000, reason: valueOf('refund_reason', 'customer') },
        refundType: valueOf('refund_type', 'partial'),
        refundWay: valueOf('refund_way', 'original'),
      },
      consultant,
    )
    await call('cashRefund/confirm', { id, action: 'approve' }, await tokenOf(ACCOUNT.manager))
    const app = await open({ as: ACCOUNT.cashier, lang: 'en' })
    await app.goto('/cash/refund-station')
    const station = new Desk(app, '/cash/refund-station')
    await station.takes(refundNo)
    const till = new Form(app, station.till, fieldsOfDesk())
    expect((await station.settles()).answer).toMatchObject({ status: 400, data: { field: 'tradeNo' } })
    await app.settled()
    await expect(till.fault('tradeNo')).toBeVisible()
    await till.put({ tradeNo: 'K-2' })
    expect((await station.settles()).answer).toMatchObject({ status: 200 })
  })
})

suite.each(journeyIn('en'))('a balance, in %s', (lang: Lang) => {
  test('is filled with a bonus, partly given to a sister, and never more than there is', async ({ open }) => {
    const [offer] = await listed('rechargeActivity/query', { keyword: '充2000送200' })
    if (!offer)
      await asAdministrator('rechargeActivity/add', {
        name: '充2000送200',
        rechargeAmount: 2000,
        giftAmount: 200,
        startTime: Date.now() - 86_400_000,
        endTime: Date.now() + 30 * 86_400_000,
      })
    const [one, sister] = [
      await freshRecord('customer', { realName: nextName('Chen') }),
      await freshRecord('customer', { realName: nextName('Sister') }),
    ]
    const app = await open({ as: ACCOUNT.cashier, lang })
    await app.goto('/customer/account-recharge')
    const form = await Screen.of(app, '/customer/account-recharge').asks('recharge')
    await form.put({ customerId: one.name, amount: 2000, rechargeActivityId: '充2000送200' })
    await form.save()
    await form.dismiss()
    await app.goto('/cash/register-station')
    const desk = new Desk(app, '/cash/register-station')
    await desk.takes(one.name)
    await desk.pays({ way: 'cash', amount: 2000 })
    const account = (customerId: number) => asAdministrator('account/getAccountInfo', { customerId })
    expect(await account(one.id)).toMatchObject({ principalBalance: 2000, giftBalance: 200, balance: 2200 })

    // From one account to another is for the manager to say.
    const manager = await open({ as: ACCOUNT.manager, lang })
    await manager.goto('/customer/balance-transfer')
    const transfers = Screen.of(manager, '/customer/balance-transfer')
    const transfer = await transfers.asks('add')
    const between = { fromCustomerId: one.name, toCustomerId: sister.name, reason: 'Sisters' }
    await transfer.put({ ...between, amount: 2200.01 })
    await transfer.save()
    await expect(transfer.fault('amount')).toHaveText(
      new RegExp(lang === 'zh' ? '余额不足，可用 ￥' : 'There is not enough money on the account: ￥'),
    )
    await transfer.put({ amount: 500 })
    await transfer.save()
    await transfer.dismiss()
    expect(await account(one.id)).toMatchObject({ balance: 1700 })
    expect(await account(sister.id)).toMatchObject({ balance: 500 })

    // Principal and bonus go in proportion.
    for (const [customer, kind] of [
      [one, 'transferOut'],
      [sister, 'transferIn'],
    ] as const) {
      const { id } = await account(customer.id)
      await app.goto(`/customer/account-detail?id=${id}&part=movements`)
      const label = model.dictionaries.account_movement?.values.find((value) => value.name === kind)?.label[lang] ?? ''
      const row = app.body.locator('[role=tabpanel]:visible [data-row-key]').filter({ hasText: label })
      for (const amount of ['454.54', '45.46']) await expect(row).toContainText(amount)
    }
  })
})
