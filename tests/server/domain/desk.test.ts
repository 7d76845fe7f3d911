/** What the cashier reads: names in the entries of lists, the day that money counts for, what was reversed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Requests } from '../../../src/generated/wire.ts'
import { DICT } from '../../../src/generated/dictionaries.ts'
import { rulesEngines } from '../db/engines.ts'
import { Counter } from './counter.ts'
import { Studio } from './studio.ts'

describe.each(rulesEngines)('what the cashier reads on $name', (engine) => {
  let studio: Studio
  let counter: Counter
  beforeAll(async () => {
    studio = await Studio.open(engine)
    counter = await Counter.open(studio, await studio.actor('admin'))
  })
  afterAll(() => studio.close())
  const payments = () => counter.list('pay_record/query', { pageNO: 1, pageRows: 50 })
  const recorded = (where: Requests['cashRecord/query'] = {}) =>
    counter.list('cashRecord/query', { pageNO: 1, pageRows: 50, ...where })

  it('a payment names its order and its ways of paying', async () => {
    const { billId, orderNo } = await counter.order(300)
    await counter.pay(billId, { cash: 100, wechat: 200 })
    const [payment] = await payments()
    expect(payment).toMatchObject({
      orderNo,
      methods: [
        { payMethodName: '现金', amount: 100 },
        { payMethodName: '微信', amount: 200 },
      ],
    })
  })

  it('a record that was reversed says so, and cannot be reversed again', async () => {
    const { billId } = await counter.order(300)
    await counter.pay(billId, { cash: 300 })
    const [record] = await recorded()
    expect(record).toMatchObject({ reversal: DICT.reversal.none })
    const { id } = await counter.must('cashRecord/reverse', { id: record?.id, remark: '错' })
    const [counterRecord, reversed] = await recorded()
    expect(counterRecord).toMatchObject({ id, reversal: DICT.reversal.reverses, reverseOf: record?.id })
    expect(reversed).toMatchObject({ id: record?.id, reversal: DICT.reversal.reversed })
    expect((await payments())[0]).toMatchObject({ reversal: DICT.reversal.reversed })
    expect(await counter.refused('cashRecord/reverse', { id: record?.id, remark: '错' })).toMatchObject({
      status: 400,
      msg: '该记录不能冲销',
    })
  })

  it('the cash that should lie in the drawer is its float and what came in; what was counted is kept', async () => {
    const clerk = await studio.actor('manager')
    const id = await counter.hire(clerk)
    const { placeId } = counter
    await counter.must('cashier/bind', { id, placeId, openingFloat: 500 })
    const { billId } = await counter.order(300)
    await counter.must(
      'cashRegister/pay',
      { billIds: [billId], methods: [{ payMethodId: counter.ways.cash, amount: 300 }], requestNo: 'float' },
      clerk,
    )
    const begun = await counter.must('cash_statistics/today', {}, clerk)
    expect(begun).toMatchObject({ cashTaken: 300, cashDue: 800 })
    expect(
      await counter.must('cash_statistics/foresee', { accountDate: begun.accountDate, placeId }, clerk),
    ).toMatchObject({ openingFloat: 500, cashDue: 800 })
    const report = { accountDate: begun.accountDate, placeId, cashCount: { n100: 7, n50: 1, c5: 3 } }
    const refused = await counter.refused('cash_statistics/theReport', report, clerk)
    expect(refused).toMatchObject({ status: 400, data: { field: 'remark' } })
    expect(refused.msg).toContain('-￥48.50')
    const { id: statementId } = await counter.must(
      'cash_statistics/theReport',
      { ...report, openingFloat: 450, remark: '少了零钱' },
      clerk,
    )
    expect(await counter.must('cash_statistics/detail', { id: statementId })).toMatchObject({
      openingFloat: 450,
      cashDue: 750,
      cashCount: { n100: 7, n50: 1, c5: 3 },
      cashInHand: 751.5,
      difference: 1.5,
      remark: '少了零钱',
    })
  })

  it('a report says beforehand what was taken at its place, and its pieces come to the cash counted', async () => {
    const { accountDate, placeId } = await counter.must('cash_statistics/today')
    const { id: elsewhere } = await counter.must('place/add', {
      name: '前台二',
      cashAddressId: (await counter.row('place', counter.placeId)).cashAddressId,
    })
    const cash = (await recorded()).filter(
      ({ payMethodName, placeId: at }) => payMethodName === '现金' && at === placeId,
    )
    const here = await counter.must('cash_statistics/foresee', { accountDate, placeId, cashInHand: 7 })
    expect(here.cashTaken).toBeGreaterThan(0)
    expect(cash.length).toBeGreaterThan(0)
    expect(here.difference).toBe(7 - Number(here.cashDue))
    const there = { accountDate, placeId: elsewhere, cashInHand: 7 }
    expect(await counter.must('cash_statistics/foresee', there)).toMatchObject({ cashTaken: 0, difference: 7 })
    // Nobody may stand there who is not allowed to, and nobody reports a till where they never stood.
    const { cashierId: id } = counter
    const report = () => counter.refused('cash_statistics/theReport', { ...there, remark: '多' })
    expect(await report()).toMatchObject({ status: 400, data: { field: 'placeId' } })
    await counter.must('cashier/binds', { id, placeIds: [placeId, elsewhere] })
    expect(await report()).toMatchObject({ status: 400, msg: '您当日未在该收银点收款' })
    expect(
      await counter.refused('cash_statistics/theReport', {
        ...{ accountDate, placeId, cashCount: { n100: 1 }, cashInHand: 7, remark: '多' },
      }),
    ).toMatchObject({ status: 400, msg: '点数合计 ￥100.00，与实点现金不符', data: { field: 'cashInHand' } })
    await counter.must('cashier/binds', { id, placeIds: [placeId] })
  })

  it('no money is taken at a place that is not used any more, or where the cashier may not see it', async () => {
    const { placeId, cashierId } = counter
    const { billId } = await counter.order(300)
    const edit = (status: 'enabled' | 'disabled') =>
      counter.must('place/edit', { id: placeId, status: DICT.enable_status[status] })
    await edit('disabled')
    expect(await counter.must('cashier/check')).toMatchObject({ ok: 0, reason: '该收银点已停用' })
    for (const more of [{}, { placeId }])
      expect(await counter.pay(billId, { cash: 300 }, more)).toMatchObject({ status: 400, data: { field: 'placeId' } })
    await edit('enabled')
    const { id: other } = await counter.must('place/add', {
      name: '前台三',
      cashAddressId: (await counter.row('place', placeId)).cashAddressId,
    })
    await counter.must('cashCashierSee/addOrEdit', { cashierId, placeIds: [other] })
    expect(await counter.pay(billId, { cash: 300 })).toMatchObject({ status: 400, data: { field: 'placeId' } })
    await counter.must('cashCashierSee/addOrEdit', { cashierId, placeIds: [] })
  })

  it('a shift is begun by the cashier, or for one by whoever keeps the cashiers', async () => {
    const { id: roleId } = await studio.row<{ id: number }>(
      'select "id" from "role" where "code" = $1 and "companyId" = $2',
      ['cashier', counter.who.companyId],
    )
    const till = { ...(await studio.actor('finance')), roleId }
    const own = await counter.hire(till)
    const { placeId, cashierId } = counter
    const bind = (id: number) => counter.refused('cashier/bind', { id, placeId, openingFloat: 7777 }, till)
    expect(await bind(own)).toMatchObject({ status: 200 })
    expect(await bind(cashierId)).toMatchObject({ status: 400, data: { field: 'id' } })
  })

  it('what a way of paying means stands once money was taken by it; a balance is no income', async () => {
    const { cash } = counter.ways
    const told = (values: Requests['payMethod/edit']) => counter.refused('payMethod/edit', { id: cash, ...values })
    const { version } = await counter.must('payMethod/detail', { id: cash })
    expect(await told({ version, isIncome: 0 })).toMatchObject({ status: 400, data: { field: 'isIncome' } })
    expect(await told({ version, kind: DICT.pay_kind.card })).toMatchObject({ status: 400, data: { field: 'kind' } })
    expect(await told({ version, nameEn: 'Cash' })).toMatchObject({ status: 200 })
    const balance = { name: '余额二', code: 'balance2', kind: DICT.pay_kind.accountBalance }
    expect(await counter.refused('payMethod/add', balance)).toMatchObject({ status: 400, data: { field: 'isIncome' } })
    expect(await counter.refused('payMethod/add', { ...balance, isIncome: 0 })).toMatchObject({ status: 200 })
  })

  it('the report of a day begins with today, the own place and the cash on the books; money after it counts for tomorrow', async () => {
    const begun = await counter.must('cash_statistics/today')
    expect(begun).toMatchObject({ placeId: counter.placeId, placeName: '前台一', cashDue: 100 })
    expect(
      await counter.must('cash_statistics/foresee', { accountDate: begun.accountDate, placeId: begun.placeId }),
    ).toMatchObject({
      openingFloat: 0,
    })
    expect((await counter.must('cashier/check')).notice ?? null).toBeNull()
    const { accountDate, placeId } = begun
    const { id } = await counter.must('cash_statistics/theReport', {
      accountDate,
      placeId,
      cashInHand: begun.cashDue,
    })
    const statement = await counter.must('cash_statistics/detail', { id })
    expect(statement.byMethod).toMatchObject([
      { payMethodName: '现金', count: 3 },
      { payMethodName: '微信', count: 1 },
    ])
    expect(await recorded({ statementId: id })).toHaveLength(4)
    expect((await counter.must('cashier/check')).notice).toMatch(/^今日已日结，款项计入 \d{4}-\d\d-\d\d$/)
  })

  it('a payment says that some of it was reversed', async () => {
    const { billId } = await counter.order(300)
    await counter.pay(billId, { cash: 100, wechat: 200 })
    expect((await payments())[0]).toMatchObject({ reversal: null })
    const [one, other] = await recorded()
    await counter.must('cashRecord/reverse', { id: one?.id, remark: '错' })
    expect((await payments())[0]).toMatchObject({ reversal: DICT.reversal.part })
    await counter.must('cashRecord/reverse', { id: other?.id, remark: '错' })
    expect((await payments())[0]).toMatchObject({ reversal: DICT.reversal.reversed })
  })
})
