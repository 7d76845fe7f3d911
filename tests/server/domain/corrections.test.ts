/** Money that is more than a payment (rules 2.2, 2.3, 2.15): coupons, parts, what is undone, refunded, changed; and who sees it. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Requests } from '../../../src/generated/wire.ts'
import { DICT } from '../../../src/generated/dictionaries.ts'
import type { Answer } from '../../../src/model/web.ts'
import { verify } from '../../../src/server/platform/invariants/index.ts'
import type { Actor } from '../../../src/server/types.ts'
import { rulesEngines } from '../db/engines.ts'
import { CITY, ITEM } from './catalogue.ts'
import { Counter } from './counter.ts'
import { Studio, type Stored } from './studio.ts'

type Values = Record<string, unknown>
const DAY = 86_400_000

describe.each(rulesEngines)('corrections of money on $name', (engine) => {
  let studio: Studio
  let counter: Counter
  let couponWay = 0
  beforeAll(async () => {
    studio = await Studio.open(engine)
    counter = await Counter.open(studio, await studio.actor('admin'))
    couponWay = (
      await counter.must('payMethod/add', { name: '现金券', code: 'coupon', kind: DICT.pay_kind.voucher, isIncome: 0 })
    ).id
  })
  afterAll(() => studio.close())
  const order = (id: number) => counter.row('order', id)
  const told = ({ status, msg }: Answer) => [status, msg]

  let coupons = 0
  const coupon = async (
    customerId: number,
    faceValue = 50,
    minSpend = 0,
  ): Promise<{ id: number; couponNo: string }> => {
    const code = `K${++coupons}`
    const { id: couponId } = await counter.must('coupon/add', {
      name: `券${code}`,
      code,
      faceValue,
      minSpend,
      validFrom: studio.clock.at - 1,
      validTo: studio.clock.at + DAY,
      totalCount: 10,
    })
    return studio.row(
      'insert into "customerCoupon" ("companyId", "couponNo", "couponId", "customerId", "status", "validTo", "createTime", "updateTime", "version", "isDel") values (1, $2, $1, $3, 1, now() + interval \'1 year\', now(), now(), 1, false) returning "id", "couponNo"',
      [couponId, code, customerId],
    )
  }
  const offered = async (rechargeAmount: number, giftAmount: number): Promise<Values> => {
    const values = { name: `充${rechargeAmount}送${giftAmount}`, rechargeAmount, giftAmount }
    const during = { startTime: studio.clock.at - 1, endTime: studio.clock.at + DAY }
    const { id } = await counter.must('rechargeActivity/add', { ...values, ...during })
    return { rechargeActivityId: id }
  }
  const charged = async (amount: number, gift = 0): Promise<number> => {
    const customerId = await counter.customer()
    const offer = gift > 0 ? await offered(amount, gift) : {}
    const { billId } = await counter.must('account/recharge', { customerId, amount, ...offer })
    await counter.pay(billId, { card: amount })
    return customerId
  }
  const records = (billId: number) =>
    counter.rows<Stored<'cashRecord'>>('select * from "cashRecord" where "billId" = $1 order by "id"', [billId])
  const undo = (id: number | undefined) => counter.refused('cashRecord/reverse', { id, remark: '收错' })
  const asks = (values: Values) =>
    counter.refused('cashRefund/refund', {
      refundType: DICT.refund_type.partial,
      refundWay: DICT.refund_way.original,
      reason: DICT.refund_reason.customer,
      ...values,
    })
  const approved = async (values: Values): Promise<number> => {
    const { id } = (await asks(values)).data as { id: number }
    await studio.must('manager', 'cashRefund/confirm', { id, action: 'approve' })
    return id
  }
  const paysOut = (id: number, values: Values = {}) =>
    counter.refused('cashRefund/confirm', { id, action: 'pay', ...values })

  describe('coupons', () => {
    const paysBy = (billIds: number[], lines: [number, number, string?][]) =>
      counter.refused('cashRegister/pay', {
        billIds,
        methods: lines.map(([payMethodId, amount, tradeNo]) => ({ payMethodId, amount, tradeNo })),
        requestNo: randomUUID(),
      })

    it('pay several at once, each by its line; what they ask for is the whole bill, not what is still due', async () => {
      const made = await counter.order(500)
      expect((await counter.pay(made.billId, { cash: 100 })).status).toBe(200)
      const [one, two] = [await coupon(made.customerId, 50, 500), await coupon(made.customerId, 30, 500)]
      const lines: [number, number, string][] = [
        [couponWay, 50, one.couponNo],
        [couponWay, 30, two.couponNo],
      ]
      expect(told(await paysBy([made.billId], lines))).toMatchObject([200, expect.anything()])
      for (const { id } of [one, two])
        expect(await counter.row('customerCoupon', id)).toMatchObject({ status: DICT.coupon_status.used })
      expect(await order(made.id)).toMatchObject({ paidAmount: 18_000 })
    })

    it('belong to their customer: whoever sees the customer sees them, and may use them', async () => {
      const seller = await studio.actor('seller')
      const customerId = await counter.customer({ salesId: seller.employeeId })
      const { id } = await coupon(customerId)
      const other = await coupon(await counter.customer())
      const offered = async (of: number) =>
        (await studio.must(seller, 'customerCoupon/select', { customerId: of })).map((one) => one.value)
      expect(await offered(customerId)).toEqual([id])
      const { customerId: hidden } = await counter.row('customerCoupon', other.id)
      expect(await offered(Number(hidden))).toEqual([])
      const made = await studio.must(seller, 'order/add', {
        customerId,
        packageId: await counter.package(500),
        businessType: DICT.business_type.baby,
        cityCode: CITY.chongqing,
        orgId: seller.orgId,
        salesId: seller.employeeId,
        couponIds: [id],
      })
      expect(await order(made.id)).toMatchObject({ couponAmount: 5000 })
    })

    it('say what they pay of a bill before they are paid with, and why not, as paying would', async () => {
      const made = await counter.order(500)
      const { customerId, billId } = made
      const [small, large] = [await coupon(customerId), await coupon(customerId, 700)]
      const dear = await coupon(customerId, 50, 500.01)
      const theirs = await coupon(await counter.customer())
      const told = async (couponNo?: string, billIds = [billId]) =>
        (await counter.must('bill/coupons', { billIds, ...(couponNo ? { couponNo } : {}) })) as unknown as Values[]
      expect((await told()).map((one) => [one.couponNo, one.pays])).toEqual([
        [small.couponNo, 50],
        [large.couponNo, 500],
      ])
      expect(await told(small.couponNo)).toMatchObject([{ label: `券${small.couponNo}`, pays: 50 }])
      const whyOf = async (no: string, billIds?: number[]) =>
        (await told(no, billIds)).map(({ pays, why }) => [pays, why])
      expect(await whyOf(dear.couponNo)).toEqual([[0, '未达到现金券使用金额']])
      expect(await whyOf(theirs.couponNo)).toEqual([[0, '现金券不属于该客户']])
      expect(await whyOf('nothing')).toEqual([[0, '现金券不属于该客户']])
      const { billId: recharge } = await counter.must('account/recharge', { customerId, amount: 100 })
      expect(await whyOf(small.couponNo, [Number(recharge)])).toEqual([[0, '该账单不能用现金券支付']])
      expect(await told(undefined, [Number(recharge)])).toEqual([])
      // Nothing is used up by asking; no more than is still due is proposed.
      expect((await counter.pay(billId, { cash: 480 })).status).toBe(200)
      expect(await told(small.couponNo)).toMatchObject([{ pays: 20 }])
      expect(await counter.row('customerCoupon', small.id)).toMatchObject({ status: DICT.coupon_status.unused })
    })

    it('that pay nothing of an order are named where there are several, and the others count', async () => {
      const customerId = await counter.customer()
      const [good, dear, theirs] = [
        await coupon(customerId),
        await coupon(customerId, 50, 500.01),
        await coupon(await counter.customer()),
      ]
      const packageId = await counter.package(500)
      const asked = { customerId, packageId, cityCode: CITY.chongqing, businessType: DICT.business_type.baby }
      const price = (...couponIds: number[]) => counter.must('order/price', { ...asked, couponIds })
      const WHY = '未达到现金券使用金额'
      expect(await price(dear.id)).toMatchObject({ couponAmount: 0, hint: WHY })
      expect(await price(good.id, dear.id, theirs.id)).toMatchObject({
        couponAmount: 50,
        payableAmount: 450,
        hint: `${dear.couponNo} 券${dear.couponNo}：${WHY}；${theirs.couponNo} 券${theirs.couponNo}：现金券不属于该客户`,
      })
      const { orgId, employeeId: salesId } = counter.who
      const couponIds = [good.id, dear.id]
      expect(await counter.refused('order/add', { ...asked, orgId, salesId, couponIds })).toMatchObject({
        status: 400,
        data: { field: 'couponIds' },
        msg: `${dear.couponNo} 券${dear.couponNo}：${WHY}`,
      })
    })

    it('pay only as a coupon of the payer, once, no more than its worth; undone, it may be used again (I-11)', async () => {
      const made = await counter.order(500)
      const [mine, theirs] = [await coupon(made.customerId), await coupon(await counter.customer())]
      const dear = await coupon(made.customerId, 50, 500.01)
      const pays = (amount: number, no?: string) =>
        paysBy(
          [made.billId],
          [
            [counter.ways.cash, 100],
            [couponWay, amount, no],
          ],
        )
      const NO_NUMBER = { status: 400, data: { field: 'methods[1].tradeNo' } }
      expect(await pays(50)).toMatchObject({
        status: 400,
        data: { field: 'methods[1].couponNo' },
        msg: '请输入现金券券号',
      })
      const named = { payMethodId: couponWay, amount: 50, couponNo: theirs.couponNo }
      const byName = { billIds: [made.billId], methods: [named], requestNo: randomUUID() }
      expect(await counter.refused('cashRegister/pay', byName)).toMatchObject({
        status: 400,
        data: { field: 'methods[0].couponNo' },
        msg: '现金券不属于该客户',
      })
      expect(await pays(50, 'nothing')).toMatchObject(NO_NUMBER)
      expect(await pays(50, theirs.couponNo)).toMatchObject({ ...NO_NUMBER, msg: '现金券不属于该客户' })
      expect(await pays(50, dear.couponNo)).toMatchObject({ ...NO_NUMBER, msg: '未达到现金券使用金额' })
      expect(await pays(50.01, mine.couponNo)).toMatchObject({ ...NO_NUMBER, msg: '支付金额不能大于现金券面值' })
      expect(await pays(50, mine.couponNo)).toMatchObject({ status: 200 })
      expect(await counter.row('customerCoupon', mine.id)).toMatchObject({
        status: DICT.coupon_status.used,
        orderId: made.id,
      })
      expect(await paysBy([made.billId], [[couponWay, 50, mine.couponNo]])).toMatchObject({
        status: 400,
        msg: '现金券已使用',
      })
      const [, record] = await records(made.billId)
      expect(await undo(record?.id)).toMatchObject({ status: 200 })
      expect(await counter.row('customerCoupon', mine.id)).toMatchObject({
        status: DICT.coupon_status.unused,
        orderId: null,
      })
      expect(await paysBy([made.billId], [[couponWay, 30, mine.couponNo]])).toMatchObject({ status: 200 })
    })

    it('pay one bill each, and no recharge', async () => {
      const customerId = await counter.customer()
      const [a, b] = [await counter.order(100, { customerId }), await counter.order(100, { customerId })]
      const { couponNo } = await coupon(customerId, 150)
      expect(told(await paysBy([a.billId, b.billId], [[couponWay, 150, couponNo]]))).toEqual([
        400,
        '一张现金券只能用一次，支付一张账单',
      ])
      const { billId } = await counter.must('account/recharge', { customerId, amount: 100 })
      expect(told(await paysBy([billId], [[couponWay, 100, couponNo]]))).toEqual([400, '该账单不能用现金券支付'])
    })
  })

  describe('a record that is undone', () => {
    it('leaves a bill that was paid from a balance as it was before: cash counts as cash then (I-06)', async () => {
      const made = await counter.order(400, { customerId: await charged(1000) })
      await counter.pay(made.billId, { balance: 400 })
      expect(await counter.row('bill', made.billId)).toMatchObject({ billType: DICT.bill_type.goldOrder })
      const [record] = await records(made.billId)
      expect(await undo(record?.id)).toMatchObject({ status: 200 })
      expect(await counter.row('bill', made.billId)).toMatchObject({
        billType: DICT.bill_type.order,
        billStatus: DICT.bill_status.unpaid,
      })
      await counter.pay(made.billId, { cash: 400 })
      expect((await records(made.billId)).map((one) => [one.billType, one.amount])).toEqual([
        [DICT.bill_type.goldOrder, 40000],
        [DICT.bill_type.goldOrder, -40000],
        [DICT.bill_type.order, 40000],
      ])
    })

    it('is undone once, and what undid it not at all', async () => {
      const made = await counter.order(400)
      await counter.pay(made.billId, { cash: 400 })
      const [record] = await records(made.billId)
      expect(await undo(record?.id)).toMatchObject({ status: 200 })
      await counter.pay(made.billId, { cash: 400 })
      const [, undoing] = await records(made.billId)
      const again = '该记录不能冲销'
      expect([await undo(record?.id), await undo(undoing?.id)].map(({ msg }) => msg)).toEqual([again, again])
    })

    it('gives back to the balance what was taken from it, principal and bonus each (I-07)', async () => {
      const customerId = await charged(1000, 100)
      const account = () =>
        studio.row('select "balance", "principalBalance", "giftBalance" from "account" where "customerId" = $1', [
          customerId,
        ])
      const before = await account()
      const made = await counter.order(1050, { customerId })
      expect(await counter.pay(made.billId, { balance: 1050 })).toMatchObject({ status: 200 })
      expect(await account()).toEqual({ balance: 5000, principalBalance: 0, giftBalance: 5000 })
      const [record] = await records(made.billId)
      expect(await undo(record?.id)).toMatchObject({ status: 200 })
      expect(await account()).toEqual(before)
    })

    it('takes back what was credited for it, and what the customer spent (I-14)', async () => {
      const made = await counter.order(1000)
      await counter.pay(made.billId, { cash: 1000 })
      expect(await counter.row('customer', made.customerId)).toMatchObject({ consumeCount: 1, consumeAmount: 100000 })
      const [record] = await records(made.billId)
      await undo(record?.id)
      expect(
        await counter.rows('select "perfAmount" from "performance" where "billId" = $1 order by "id"', [made.billId]),
      ).toEqual([{ perfAmount: 100000 }, { perfAmount: -100000 }])
      expect(await counter.row('customer', made.customerId)).toMatchObject({
        consumeCount: 0,
        consumeAmount: 0,
        lastConsumeTime: null,
      })
    })

    it('is refused where a refund wants the money (I-02)', async () => {
      const made = await counter.order(1000)
      await counter.pay(made.billId, { cash: 400 })
      await counter.pay(made.billId, { cash: 600 })
      const id = await approved({ orderId: made.id, refundAmount: 600 })
      const [first, second] = await records(made.billId)
      expect(told(await undo(second?.id))).toEqual([400, '该收款已退款或有退款未完成，不能冲销'])
      expect(await undo(first?.id)).toMatchObject({ status: 200 })
      expect(await paysOut(id)).toMatchObject({ status: 200 })
    })
  })

  describe('a refund', () => {
    it('of everything leaves no bill paid, nothing due, and the customer as one who bought nothing', async () => {
      const made = await counter.order(800)
      await counter.pay(made.billId, { cash: 800 })
      const added = await counter.must('orderAdd/add', {
        orderId: made.id,
        addType: DICT.order_add_type.goods,
        items: [{ itemType: ITEM.goods, itemId: await counter.shop.product({ salePrice: 50 }), quantity: 1 }],
      })
      expect(
        await paysOut(await approved({ orderId: made.id, refundAmount: 800, refundType: DICT.refund_type.full })),
      ).toMatchObject({
        status: 200,
      })
      expect(await order(made.id)).toMatchObject({
        closeStatus: DICT.order_close.terminated,
        payableAmount: 0,
        dueAmount: 0,
        payStatus: DICT.pay_status.refunded,
      })
      expect(await counter.row('bill', made.billId)).toMatchObject({ billStatus: DICT.bill_status.refunded })
      expect(await counter.row('bill', added.billId)).toMatchObject({ billStatus: DICT.bill_status.void })
      expect(await counter.row('orderAdd', added.id)).toMatchObject({ status: DICT.order_add_status.cancelled })
      expect(await counter.row('customer', made.customerId)).toMatchObject({
        consumeCount: 0,
        consumeAmount: 0,
        lastConsumeTime: null,
      })
    })

    it('of a part leaves what is paid for later spent in all, and what is paid ahead not yet (I-17)', async () => {
      const made = await counter.order(800)
      await counter.pay(made.billId, { cash: 800 })
      const spent = async () => (await counter.row('customer', made.customerId)).consumeAmount
      const adds = async (salePrice: number): Promise<number> => {
        const goods = { itemType: ITEM.goods, itemId: await counter.shop.product({ salePrice }), quantity: 1 }
        const add = { orderId: made.id, addType: DICT.order_add_type.goods, items: [goods] }
        return (await counter.must('orderAdd/add', add)).billId ?? 0
      }
      await counter.pay(await adds(50), { cash: 50 })
      expect(await spent()).toBe(85_000)
      const ahead = await adds(200)
      await counter.pay(ahead, { cash: 20 })
      expect(await spent()).toBe(85_000)
      await paysOut(await approved({ orderId: made.id, refundAmount: 300 }))
      expect(await spent()).toBe(55_000)
      const [record] = await records(ahead)
      expect(await undo(record?.id)).toMatchObject({ status: 200 })
      expect(await spent()).toBe(55_000)
      await counter.pay(ahead, { cash: 200 })
      expect(await spent()).toBe(75_000)
      const changes = [{ itemType: ITEM.goods, itemId: await counter.shop.product({ salePrice: 100 }), quantity: 1 }]
      const { billId } = await counter.must('order/edit', { id: made.id, reason: '加', changes })
      await counter.pay(billId ?? 0, { cash: 60 })
      expect(await spent()).toBe(75_000)
      await counter.pay(billId ?? 0, { cash: 40 })
      expect(await spent()).toBe(85_000)
    })

    it('of a part is spent less; of a deposit asks for the rest no more', async () => {
      const made = await counter.order(800)
      await counter.pay(made.billId, { cash: 800 })
      await paysOut(await approved({ orderId: made.id, refundAmount: 300 }))
      expect(await counter.row('customer', made.customerId)).toMatchObject({ consumeCount: 1, consumeAmount: 50000 })
      expect(await counter.row('bill', made.billId)).toMatchObject({ billStatus: DICT.bill_status.paid })
      const begun = await counter.order(1000)
      await counter.pay(begun.billId, { cash: 200 })
      await paysOut(await approved({ orderId: begun.id, refundAmount: 200, refundType: DICT.refund_type.deposit }))
      expect(await order(begun.id)).toMatchObject({
        closeStatus: DICT.order_close.terminated,
        payableAmount: 0,
        dueAmount: 0,
      })
      expect(await counter.row('bill', begun.billId)).toMatchObject({
        billStatus: DICT.bill_status.void,
        voidReason: '订单终止',
      })
    })

    it('takes its items out when it is approved; what is payable falls when the money goes out', async () => {
      const goods = await counter.shop.product({ salePrice: 100 })
      const made = await counter.order(1000, { items: [{ itemType: ITEM.goods, itemId: goods, quantity: 2 }] })
      await counter.pay(made.billId, { cash: 1200 })
      const item = await studio.row<{ id: number }>(
        'select "id" from "orderItem" where "orderId" = $1 and "itemId" = $2 and not "fromPackage"',
        [made.id, goods],
      )
      const asked = (quantity: number, amount: number) => ({
        orderId: made.id,
        refundAmount: amount,
        items: [{ orderItemId: item.id, quantity, amount }],
      })
      expect(await asks(asked(3, 200))).toMatchObject({ status: 400, data: { field: 'items[0].quantity' } })
      const other = await counter.order(300)
      const [theirs] = await counter.rows('select "id" from "orderItem" where "orderId" = $1', [other.id])
      const [session] = await counter.rows('select "id" from "orderSession" where "orderId" = $1', [other.id])
      for (const [field, values] of [
        ['items[0].orderItemId', { items: [{ orderItemId: theirs?.id, quantity: 1, amount: 100 }] }],
        ['refundAmount', { refundAmount: 90 }],
        ['terminateSessionIds', { terminateSessionIds: [session?.id] }],
      ] as const)
        expect([field, await asks({ ...asked(1, 100), ...values })]).toMatchObject([
          field,
          { status: 400, data: { field } },
        ])
      const half = await approved(asked(1, 100))
      expect(await counter.row('orderItem', item.id)).toMatchObject({ status: DICT.item_status.active })
      expect(await asks(asked(2, 100))).toMatchObject({ status: 400, data: { field: 'items[0].quantity' } })
      expect(await asks(asked(1, 100.01))).toMatchObject({ status: 400, data: { field: 'items[0].amount' } })
      const rest = await approved(asked(1, 100))
      expect(await counter.row('orderItem', item.id)).toMatchObject({ status: DICT.item_status.refunded })
      expect(await asks(asked(1, 50))).toMatchObject({ status: 400, data: { field: 'items[0].orderItemId' } })
      expect(await order(made.id)).toMatchObject({ itemsAmount: 100000, payableAmount: 120000, dueAmount: 0 })
      for (const id of [half, rest]) expect(await paysOut(id)).toMatchObject({ status: 200 })
      expect(await order(made.id)).toMatchObject({ payableAmount: 100000, refundAmount: 20000, dueAmount: 0 })
    })

    it('goes back the way the money came; another way wants a reason; it counts as money that went', async () => {
      const made = await counter.order(1000)
      await counter.pay(made.billId, { card: 700, cash: 300 })
      const id = await approved({ orderId: made.id, refundAmount: 500 })
      expect(await counter.row('refund', id)).toMatchObject({ originMethodId: counter.ways.card })
      expect(await paysOut(id, { payMethodId: counter.ways.cash })).toMatchObject({
        status: 400,
        data: { field: 'wayReason' },
      })
      expect(await paysOut(id, { payMethodId: counter.ways.cash, wayReason: '卡已注销' })).toMatchObject({
        status: 200,
      })
      expect(await counter.row('refund', id)).toMatchObject({ payMethodId: counter.ways.cash, wayReason: '卡已注销' })
      expect(
        await studio.row(
          'select "payableAmount", "paidAmount", "dueAmount" from "bill" where "sourceId" = $1 and "billType" = 9',
          [id],
        ),
      ).toEqual({
        payableAmount: -50000,
        paidAmount: -50000,
        dueAmount: 0,
      })
      const again = await approved({ orderId: made.id, refundAmount: 100 })
      expect(await paysOut(again)).toMatchObject({ status: 200 })
      expect(await counter.row('refund', again)).toMatchObject({ payMethodId: counter.ways.card })
      const coupons = await approved({ orderId: made.id, refundAmount: 100 })
      for (const payMethodId of [couponWay, counter.ways.balance])
        expect(await paysOut(coupons, { payMethodId, wayReason: '试' })).toMatchObject({
          status: 400,
          msg: expect.stringContaining('退款不能付到'),
          data: { field: 'payMethodId' },
        })
    })

    it('goes back by each way no more than came by it', async () => {
      const customerId = await charged(1000)
      const made = await counter.order(1500, { customerId })
      expect(await counter.pay(made.billId, { card: 700, balance: 500, cash: 300 })).toMatchObject({ status: 200 })
      const went = (id: number) =>
        counter.rows(
          'select r."payMethodId" as "way", r."amount" from "cashRecord" r join "bill" b on b."id" = r."billId" where b."sourceId" = $1 and b."billType" = 9 order by r."id"',
          [id],
        )
      const { card, balance, cash } = counter.ways
      const first = await approved({ orderId: made.id, refundAmount: 800 })
      expect(await counter.must('cashRefund/ways', { id: first })).toEqual({
        split: '刷卡 ￥700.00、账户余额 ￥100.00',
      })
      await paysOut(first)
      expect(await went(first)).toEqual([
        { way: card, amount: 70000 },
        { way: balance, amount: 10000 },
      ])
      const rest = await approved({ orderId: made.id, refundAmount: 700 })
      expect(await counter.row('refund', rest)).toMatchObject({ originMethodId: cash })
      await paysOut(rest)
      expect(await went(rest)).toEqual([
        { way: cash, amount: 30000 },
        { way: balance, amount: 40000 },
      ])
      expect(await studio.row('select "balance" from "account" where "customerId" = $1', [customerId])).toEqual({
        balance: 100000,
      })
    })

    it('of what a balance paid goes back to the balance', async () => {
      const customerId = await charged(1000)
      const made = await counter.order(600, { customerId })
      await counter.pay(made.billId, { balance: 600 })
      const id = await approved({ orderId: made.id, refundAmount: 600, refundType: DICT.refund_type.full })
      expect(await paysOut(id, { payMethodId: counter.ways.cash })).toMatchObject({ status: 200 })
      expect(await studio.row('select "balance" from "account" where "customerId" = $1', [customerId])).toEqual({
        balance: 100000,
      })
      expect(await counter.row('refund', id)).toMatchObject({ payMethodId: counter.ways.balance })
    })

    it('of a recharge takes the performance of who sold it, and goes to no balance (I-14)', async () => {
      const customerId = await charged(1000)
      const { id: accountId } = await studio.row<{ id: number }>('select "id" from "account" where "customerId" = $1', [
        customerId,
      ])
      const of = { sourceType: 3, accountId, refundAmount: 400 }
      expect(await asks({ ...of, refundWay: DICT.refund_way.balance })).toMatchObject({
        status: 400,
        data: { field: 'refundWay' },
      })
      const id = await approved(of)
      expect(await counter.row('refund', id)).toMatchObject({ originMethodId: counter.ways.card })
      expect(await paysOut(id)).toMatchObject({ status: 200 })
      const bill = await studio.row<{ id: number }>(
        'select "id" from "bill" where "customerId" = $1 and "billType" = 3',
        [customerId],
      )
      expect(
        await counter.rows(
          'select "employeeId", "perfType", "perfAmount" from "performance" where "billId" = $1 order by "id"',
          [bill.id],
        ),
      ).toEqual([
        { employeeId: counter.who.employeeId, perfType: DICT.perf_type.recharge, perfAmount: 100000 },
        { employeeId: counter.who.employeeId, perfType: DICT.perf_type.refund, perfAmount: -40000 },
      ])
    })

    it('of a balance sets the money aside until it ends: it is neither spent nor frozen meanwhile (rules 2.15, I-12)', async () => {
      const customerId = await charged(300, 30)
      const { id: accountId } = await studio.row<{ id: number }>('select "id" from "account" where "customerId" = $1', [
        customerId,
      ])
      const account = () => counter.row('account', accountId)
      const id = await approved({ sourceType: 3, accountId, refundAmount: 200 })
      expect(await account()).toMatchObject({ balance: 33_000, reservedAmount: 22_000, available: 11_000 })
      const freezes = (amount: number) =>
        counter.refused('account/freeze', { id: accountId, amount, remark: '客户投诉处理中' })
      expect(await freezes(110.01)).toMatchObject({ status: 400, data: { field: 'amount' } })
      const made = await counter.order(200, { customerId })
      expect(told(await counter.pay(made.billId, { balance: 110.01 }))).toEqual([400, '余额不足，可用 ￥110.00'])
      // Principal is spent first, but not the part that is to go back.
      expect(await counter.pay(made.billId, { balance: 105 })).toMatchObject({ status: 200 })
      expect(await account()).toMatchObject({ principalBalance: 20_000, giftBalance: 2_500 })
      expect(await paysOut(id)).toMatchObject({ status: 200 })
      expect(await account()).toMatchObject({ balance: 500, reservedAmount: 0 })

      const other = await charged(100)
      const { id: theirs } = await studio.row<{ id: number }>('select "id" from "account" where "customerId" = $1', [
        other,
      ])
      const aside = async () => (await counter.row('account', theirs)).reservedAmount
      for (const end of ['withdraw', 'reject'] as const) {
        const asked = (await asks({ sourceType: 3, accountId: theirs, refundAmount: 60 })).data as { id: number }
        expect(await aside()).toBe(6000)
        if (end === 'withdraw') await counter.must('cashRefund/refund', { id: asked.id, withdraw: 1 })
        else
          await studio.must('manager', 'cashRefund/confirm', { id: asked.id, action: 'reject', rejectReason: '再想想' })
        expect([end, await aside()]).toEqual([end, 0])
      }
    })

    it('of a balance gives back no more than is available with the bonus that goes with it (I-12)', async () => {
      const customerId = await charged(400, 40)
      const { id: accountId } = await studio.row<{ id: number }>('select "id" from "account" where "customerId" = $1', [
        customerId,
      ])
      await counter.must('account/freeze', { id: accountId, amount: 100, remark: '客户投诉处理中' })
      // 309.09 and a bonus of 30.90 are available; with one cent more it would be 340.01.
      expect(await counter.must('cashRefund/limits', { accountId })).toMatchObject({ refundableAmount: 309.09 })
      expect(await asks({ sourceType: 3, accountId, refundAmount: 309.1 })).toMatchObject({
        status: 400,
        data: { field: 'refundAmount' },
      })
      const id = await approved({ sourceType: 3, accountId, refundAmount: 309.09 })
      expect(await counter.row('account', accountId)).toMatchObject({ reservedAmount: 33_999, available: 1 })
      expect(await paysOut(id)).toMatchObject({ status: 200 })
      expect(await counter.row('account', accountId)).toMatchObject({ balance: 10_001, available: 1 })
    })

    it('gives back no money for what a coupon paid (I-02, I-11, I-14)', async () => {
      const customerId = await counter.customer()
      const made = await counter.order(500, { customerId })
      const { couponNo } = await coupon(customerId)
      const methods = [
        { payMethodId: couponWay, amount: 50, tradeNo: couponNo },
        { payMethodId: counter.ways.cash, amount: 450 },
      ]
      await counter.must('cashRegister/pay', { billIds: [made.billId], methods, requestNo: randomUUID() })
      expect(await counter.must('cashRefund/limits', { orderId: made.id })).toMatchObject({ refundableAmount: 450 })
      const full = { orderId: made.id, refundType: DICT.refund_type.full }
      expect(told(await asks({ ...full, refundAmount: 450.01 }))).toEqual([400, '退款金额不能大于可退金额 ￥450.00'])
      expect(await paysOut(await approved({ ...full, refundAmount: 450 }))).toMatchObject({ status: 200 })
      expect(await order(made.id)).toMatchObject({
        closeStatus: DICT.order_close.terminated,
        payStatus: DICT.pay_status.refunded,
        ...{ refundAmount: 45_000, countedAmount: 0, dueAmount: 0 },
      })
      expect(await counter.row('customer', customerId)).toMatchObject({ consumeCount: 0, consumeAmount: 0 })
      const earned = 'select sum("perfAmount")::int as "left" from "performance" where "orderId" = $1'
      expect(await studio.row(earned, [made.id])).toEqual({ left: 0 })
    })

    it('gives bonus back as bonus, never in cash (I-12)', async () => {
      const customerId = await charged(1000, 200)
      const account = () =>
        studio.row('select "principalBalance", "giftBalance" from "account" where "customerId" = $1', [customerId])
      const made = await counter.order(1500, { customerId })
      await counter.pay(made.billId, { cash: 400, balance: 1100 })
      expect(await account()).toEqual({ principalBalance: 0, giftBalance: 10_000 })
      const byCash = { refundWay: DICT.refund_way.cash, payeeName: '林晓', payeeAccount: '62220001' }
      const part = await approved({ ...byCash, orderId: made.id, refundAmount: 950 })
      expect(await counter.must('cashRefund/ways', { id: part, payMethodId: counter.ways.cash })).toEqual({
        split: '现金 ￥400.00、账户余额 ￥550.00',
      })
      // It was approved to her account at the bank: who hands it out in cash says why.
      const inHand = { payMethodId: counter.ways.cash }
      expect(await paysOut(part, inHand)).toMatchObject({ status: 400, data: { field: 'wayReason' } })
      expect(await paysOut(part, { ...inHand, wayReason: '顾客要求现金' })).toMatchObject({ status: 200 })
      // Of 1,100 from the balance 100 were bonus: half of it comes back with half of the money.
      expect(await account()).toEqual({ principalBalance: 50_000, giftBalance: 15_000 })
      // Nothing but what came from the balance is left.
      const rest = { orderId: made.id, refundAmount: 550 }
      expect(await asks({ ...rest, ...byCash })).toMatchObject({ status: 400, data: { field: 'refundWay' } })
      expect(await paysOut(await approved(rest))).toMatchObject({ status: 200 })
      expect(await account()).toEqual({ principalBalance: 100_000, giftBalance: 20_000 })
    })

    it('of a recharge leaves its bill refunded once all of it went back, the last recharge first', async () => {
      const customerId = await charged(1000)
      const account = await studio.row<{ id: number }>('select "id" from "account" where "customerId" = $1', [
        customerId,
      ])
      const more = await counter.must('account/recharge', { customerId, amount: 300 })
      expect((await counter.pay(more.billId, { card: 300 })).status).toBe(200)
      const back = async (refundAmount: number) =>
        expect(await paysOut(await approved({ sourceType: 3, accountId: account.id, refundAmount }))).toMatchObject({
          status: 200,
        })
      const bills = async () =>
        (
          await counter.rows<{ billStatus: number }>(
            'select "billStatus" from "bill" where "customerId" = $1 and "billType" = 3 order by "id"',
            [customerId],
          )
        ).map((bill) => bill.billStatus)
      const { paid, refunded } = DICT.bill_status
      await back(299.99)
      expect(await bills()).toEqual([paid, paid])
      await back(0.01)
      expect(await bills()).toEqual([paid, refunded])
      await back(999)
      expect(await bills()).toEqual([paid, refunded])
      await back(1)
      expect(await bills()).toEqual([refunded, refunded])
    })

    it('of less than the last recharge leaves an earlier, smaller one paid', async () => {
      const customerId = await charged(100)
      const more = await counter.must('account/recharge', { customerId, amount: 300 })
      expect((await counter.pay(more.billId, { card: 300 })).status).toBe(200)
      const account = await studio.row<{ id: number }>('select "id" from "account" where "customerId" = $1', [
        customerId,
      ])
      expect(await paysOut(await approved({ sourceType: 3, accountId: account.id, refundAmount: 150 }))).toMatchObject({
        status: 200,
      })
      const bills = await counter.rows<{ billStatus: number }>(
        'select "billStatus" from "bill" where "customerId" = $1 and "billType" = 3',
        [customerId],
      )
      expect(bills.map((bill) => bill.billStatus)).toEqual([DICT.bill_status.paid, DICT.bill_status.paid])
    })

    it('of a recharge takes back the unused coupon of its offer, once less is left than the offer begins at', async () => {
      const { id: giftCouponId } = await counter.must('coupon/add', {
        ...{ name: '充值券', code: 'CZ', faceValue: 50, validFrom: studio.clock.at - 1, totalCount: 10 },
        validTo: studio.clock.at + DAY,
      })
      const customerId = await counter.customer()
      const before = await counter.order(100, { customerId })
      await counter.pay(before.billId, { cash: 100 })
      const { id: offer } = await counter.must('rechargeActivity/add', {
        ...{ name: '充500送券', rechargeAmount: 500, giftIntegral: 30, giftCouponId },
        ...{ startTime: studio.clock.at - 1, endTime: studio.clock.at + DAY },
      })
      const { billId } = await counter.must('account/recharge', { customerId, amount: 500, rechargeActivityId: offer })
      await counter.pay(billId, { card: 500 })
      const held = () => studio.row('select "status" from "customerCoupon" where "customerId" = $1', [customerId])
      expect(await held()).toEqual({ status: DICT.coupon_status.unused })
      const { id: accountId } = await studio.row<{ id: number }>('select "id" from "account" where "customerId" = $1', [
        customerId,
      ])
      await paysOut(await approved({ sourceType: 3, accountId, refundAmount: 0.01 }))
      expect(await held()).toEqual({ status: DICT.coupon_status.void })
    })

    it('is not rejected without a reason', async () => {
      const made = await counter.order(500)
      await counter.pay(made.billId, { cash: 500 })
      const { id } = (await asks({ orderId: made.id, refundAmount: 100 })).data as { id: number }
      expect(await studio.call('manager', 'cashRefund/confirm', { id, action: 'reject' })).toMatchObject({
        status: 400,
        data: { field: 'rejectReason' },
      })
    })

    it('below the amount of the parameter needs no approval', async () => {
      const made = await counter.order(1000)
      await counter.pay(made.billId, { cash: 1000 })
      const parameter = await studio.row<{ id: number }>(
        'select "id" from "parameter" where "code" = \'refund_approve_amount\' and "companyId" = 1',
      )
      await counter.must('parameter/edit', { id: parameter.id, value: '200' })
      const status = async (amount: number) => {
        const { id } = (await asks({ orderId: made.id, refundAmount: amount })).data as { id: number }
        return (await counter.row('refund', id)).status
      }
      expect([await status(199.99), await status(200)]).toEqual([
        DICT.refund_status.approved,
        DICT.refund_status.applied,
      ])
      await counter.must('parameter/edit', { id: parameter.id, value: '0' })
      expect(await status(1)).toBe(DICT.refund_status.applied)
    })
  })

  it('a recharge offer gives its bonus as often as the amount holds it, and no more', async () => {
    const customerId = await counter.customer()
    const offer = await offered(100, 10)
    const bonusOf = async (amount: number) => {
      const { id } = await counter.must('account/recharge', { customerId, amount, ...offer })
      return (await counter.row('accountRecharge', id)).giftAmount
    }
    expect(await bonusOf(199.99)).toBe(1000)
    expect(await bonusOf(200)).toBe(2000)
  })

  it('a way of paying that is disabled takes no money', async () => {
    const { billId } = await counter.order(100)
    const { id } = await counter.must('payMethod/add', { name: '旧方式', code: 'old', kind: DICT.pay_kind.online })
    const pay = () =>
      counter.refused('cashRegister/pay', {
        ...{ billIds: [billId], methods: [{ payMethodId: id, amount: 40 }], requestNo: randomUUID() },
      })
    expect(await pay()).toMatchObject({ status: 200 })
    await counter.must('payMethod/edit', { id, status: DICT.enable_status.disabled })
    expect(await pay()).toMatchObject({ status: 400, data: { field: 'methods[0].payMethodId' } })
  })

  it('bills paid in part together are paid in the order they are named (I-04)', async () => {
    const customerId = await counter.customer()
    const [first, second] = [await counter.order(300, { customerId }), await counter.order(300, { customerId })]
    expect(await counter.pay([second.billId, first.billId], { cash: 400 })).toMatchObject({ status: 200 })
    const paid = [await counter.row('bill', second.billId), await counter.row('bill', first.billId)]
    expect(paid.map((one) => one.paidAmount)).toEqual([30000, 10000])
  })

  it('an add-on may be paid in parts; the order gets it when it is paid (I-01, I-03)', async () => {
    const made = await counter.order(1000)
    await counter.pay(made.billId, { cash: 400 })
    const goods = await counter.shop.product({ salePrice: 300 })
    const added = await counter.must('orderAdd/add', {
      orderId: made.id,
      addType: DICT.order_add_type.goods,
      items: [{ itemType: ITEM.goods, itemId: goods, quantity: 1 }],
    })
    expect(await counter.pay(added.billId, { cash: 100 })).toMatchObject({ status: 200 })
    expect(await order(made.id)).toMatchObject({
      paidAmount: 50000,
      payableAmount: 110000,
      dueAmount: 60000,
      advanceAmount: 10000,
    })
    expect(await counter.row('orderAdd', added.id)).toMatchObject({
      status: DICT.order_add_status.waitingPayment,
      paidAmount: 10000,
    })
    expect((await counter.refused('orderAdd/del', { id: added.id })).status).toBe(400)
    const [part] = await records(added.billId)
    expect(await undo(part?.id)).toMatchObject({ status: 200 })
    expect(await order(made.id)).toMatchObject({
      paidAmount: 40000,
      payableAmount: 100000,
      dueAmount: 60000,
      advanceAmount: 0,
    })
    await counter.pay(added.billId, { cash: 100 })
    expect(await counter.pay(added.billId, { card: 200 })).toMatchObject({ status: 200 })
    expect(await order(made.id)).toMatchObject({
      paidAmount: 70000,
      payableAmount: 130000,
      dueAmount: 60000,
      advanceAmount: 0,
    })
    expect(await counter.row('orderAdd', added.id)).toMatchObject({
      status: DICT.order_add_status.paid,
      paidAmount: 30000,
    })
    const last = (await records(added.billId)).at(-1)
    expect((await undo(last?.id)).msg).toBe('请走退款')
  })

  it('extra photos of an add-on are counted once, however often it is edited', async () => {
    const made = await counter.order(1000, { packageId: await counter.package(1000, { extraPhotoPrice: 30 }) })
    const added = await counter.must('orderAdd/add', {
      orderId: made.id,
      addType: DICT.order_add_type.service,
      photoCount: 4,
    })
    for (const discountAmount of [0, 10]) await counter.must('orderAdd/edit', { id: added.id, discountAmount })
    expect(await counter.row('orderAdd', added.id)).toMatchObject({ amount: 11000 })
    const goods = await counter.shop.product({ salePrice: 50 })
    await counter.must('orderAdd/edit', { id: added.id, items: [{ itemType: ITEM.goods, itemId: goods, quantity: 1 }] })
    expect(await counter.row('bill', added.billId)).toMatchObject({ payableAmount: 16000 })
  })

  describe('a change', () => {
    const changed = async (made: { id: number }, from: number, values: Values = {}) => {
      const old = await studio.row<{ id: number }>(
        'select "id" from "orderItem" where "orderId" = $1 and "itemId" = $2',
        [made.id, from],
      )
      const itemId = await counter.shop.product({ salePrice: 58 })
      const asked = { id: made.id, changes: [{ oldItemId: old.id, itemType: ITEM.goods, itemId, quantity: 1 }] }
      const { backAmount } = await counter.must('order/priceChange', asked)
      const { data } = await counter.refused('order/edit', { ...asked, reason: '换小的', ...values })
      return { backAmount, data }
    }
    const withAlbum = async () => {
      const album = await counter.shop.product({ salePrice: 980 })
      return {
        album,
        made: await counter.order(1000, { items: [{ itemType: ITEM.goods, itemId: album, quantity: 1 }] }),
      }
    }

    it('to something cheaper asks for the refund of what was paid too much', async () => {
      const { album, made } = await withAlbum()
      await counter.pay(made.billId, { cash: 1980 })
      const { data, backAmount } = await changed(made, album)
      const { refundId } = data as { refundId: number }
      expect(backAmount).toBe(922)
      expect(await counter.row('refund', refundId)).toMatchObject({
        refundType: DICT.refund_type.priceAdjustment,
        refundAmount: 92200,
        status: DICT.refund_status.applied,
      })
      expect(await order(made.id)).toMatchObject({
        itemsAmount: 105800,
        payableAmount: 198000,
        dueAmount: 0,
        orderStatus: DICT.order_status.paid,
      })
      // What stands under the list of items is what the order counts: the replaced one is not in it.
      expect(
        await studio.row('select sum("countedAmount") as "counted" from "orderItem" where "orderId" = $1', [made.id]),
      ).toEqual({ counted: 105800 })
      await studio.must('manager', 'cashRefund/confirm', { id: refundId, action: 'approve' })
      expect(await paysOut(refundId)).toMatchObject({ status: 200 })
      expect(await order(made.id)).toMatchObject({
        payableAmount: 105800,
        refundAmount: 92200,
        dueAmount: 0,
        closeStatus: DICT.order_close.open,
      })
    })

    it('may give it as a credit; what was not paid yet is only due less', async () => {
      const first = await withAlbum()
      await counter.pay(first.made.billId, { cash: 1500 })
      const { refundId } = (await changed(first.made, first.album, { diffWay: DICT.refund_way.balance })).data as {
        refundId: number
      }
      expect(await counter.row('refund', refundId)).toMatchObject({
        refundWay: DICT.refund_way.balance,
        refundAmount: 44200,
      })
      expect(await counter.row('bill', first.made.billId)).toMatchObject({
        billStatus: DICT.bill_status.paid,
        payableAmount: 150000,
      })
      expect(await order(first.made.id)).toMatchObject({ dueAmount: 0, orderStatus: DICT.order_status.paid })
      const second = await withAlbum()
      await counter.pay(second.made.billId, { cash: 500 })
      expect((await changed(second.made, second.album)).data).not.toHaveProperty('refundId')
      expect(await order(second.made.id)).toMatchObject({ payableAmount: 105800, dueAmount: 55800 })
    })

    it('that costs more is credited as a sale of the order, not as an upgrade', async () => {
      const made = await counter.order(1000)
      await counter.pay(made.billId, { cash: 1000 })
      const itemId = await counter.shop.product({ salePrice: 60 })
      const { billId } = await counter.must('order/edit', {
        id: made.id,
        reason: '加一本',
        changes: [{ itemType: ITEM.goods, itemId, quantity: 1 }],
      })
      await counter.pay(billId, { cash: 60 })
      expect(await counter.rows('select "perfType" from "performance" where "billId" = $1', [billId])).toEqual([
        { perfType: DICT.perf_type.orderSale },
      ])
    })
  })

  it('an order that is sent needs to know where', async () => {
    const asked = {
      customerId: await counter.customer(),
      packageId: await counter.package(100),
      businessType: DICT.business_type.baby,
      cityCode: CITY.chongqing,
      orgId: counter.who.orgId,
      salesId: counter.who.employeeId,
      deliveryType: DICT.delivery_type.express,
    }
    expect(await counter.refused('order/add', asked)).toMatchObject({ status: 400, data: { field: 'deliveryAddress' } })
    const made = await counter.order(100)
    expect(
      await counter.refused('order/edit', { id: made.id, deliveryType: DICT.delivery_type.express }),
    ).toMatchObject({
      status: 400,
      data: { field: 'deliveryAddress' },
    })
    expect(await counter.refused('order/edit', { id: made.id, remark: '先打电话' })).toMatchObject({ status: 200 })
  })

  it('the tables of a statement make up its net while it is open: no coupons, no balances, refunds below nothing', async () => {
    studio.clock.at += 40 * DAY
    const customerId = await charged(300)
    const made = await counter.order(500, { customerId })
    const { couponNo } = await coupon(customerId)
    const { ways } = counter
    await counter.must('cashRegister/pay', {
      billIds: [made.billId],
      methods: [
        { payMethodId: ways.card, amount: 300 },
        { payMethodId: ways.balance, amount: 150 },
        { payMethodId: couponWay, amount: 50, tradeNo: couponNo },
      ],
      requestNo: randomUUID(),
    })
    const back = await approved({ orderId: made.id, refundAmount: 120 })
    expect(await paysOut(back)).toMatchObject({ status: 200 })
    const [found] = await counter.list('cash_statistics/query', { pageNO: 1, pageRows: 1 })
    expect(await counter.must('cash_statistics/detail', { id: found?.id })).toMatchObject({
      status: DICT.statement_status.open,
      netAmount: 480,
      goldAmount: 150,
      byMethod: [{ payMethodName: '刷卡', receipts: 600, payouts: 120, count: 3 }],
      byBillType: [
        { billType: DICT.bill_type.recharge, amount: 300 },
        { billType: DICT.bill_type.order, amount: 300 },
        { billType: DICT.bill_type.refund, amount: -120 },
      ],
    })
    const [record, ...more] = await counter.list('cashRecord/query', {
      statementId: found?.id,
      billTypes: [DICT.bill_type.goldOrder],
      pageNO: 1,
      pageRows: 9,
    })
    expect([record?.amount, record?.netAmount, more]).toEqual([150, 0, []])
  })

  it('money for which an invoice stands is not paid out; what is left may be (I-13)', async () => {
    const made = await counter.order(1000)
    const { data } = await counter.pay(made.billId, { cash: 700, card: 300 })
    const { payRecordId } = data as { payRecordId: number }
    const invoice = { payRecordId, invoiceStatus: DICT.invoice_status.issuedButNotCollected, title: '星宝' }
    const { id: invoiceId } = await counter.must('pay_record/invoiceRegister', {
      ...invoice,
      ...{ invoiceNo: 'T1', amount: 900 },
    })
    const asked = await approved({ orderId: made.id, refundAmount: 100.01 })
    expect(told(await paysOut(asked))).toEqual([400, '发票 T1 已开 ￥900.00，请先作废发票'])
    const voided = { payRecordId, invoiceId, invoiceStatus: DICT.invoice_status.notCollected, voidReason: '退款' }
    await counter.must('pay_record/invoiceRegister', voided)
    expect(await paysOut(asked)).toMatchObject({ status: 200 })
    expect(
      await counter.refused('pay_record/invoiceRegister', { ...invoice, invoiceNo: 'T2', amount: 900 }),
    ).toMatchObject({ status: 400, data: { field: 'amount' } })
  })

  it('money of a recharge for which an invoice stands is not paid out, and what went back is not invoiced (I-13)', async () => {
    const customerId = await charged(1000)
    const { id: accountId } = await studio.row<{ id: number }>('select "id" from "account" where "customerId" = $1', [
      customerId,
    ])
    const { id: payRecordId } = await studio.row<{ id: number }>(
      'select "id" from "payRecord" where "customerId" = $1',
      [customerId],
    )
    const issues = (invoiceNo: string, amount: number) =>
      counter.refused('pay_record/invoiceRegister', {
        ...{ payRecordId, invoiceStatus: DICT.invoice_status.issuedButNotCollected, title: '星宝', invoiceNo, amount },
      })
    const first = await approved({ sourceType: 3, accountId, refundAmount: 300 })
    expect(await paysOut(first)).toMatchObject({ status: 200 })
    expect(await issues('R1', 700.01)).toMatchObject({ status: 400, data: { field: 'amount' } })
    expect(await issues('R1', 700)).toMatchObject({ status: 200 })
    const second = await approved({ sourceType: 3, accountId, refundAmount: 100 })
    expect(told(await paysOut(second))).toEqual([400, '发票 R1 已开 ￥700.00，请先作废发票'])
  })

  it('each invoice of a payment is voided or collected by itself; the payment says what is left', async () => {
    const made = await counter.order(500)
    const { payRecordId } = (await counter.pay(made.billId, { cash: 500 })).data as { payRecordId: number }
    const does = (
      invoiceStatus: Requests['pay_record/invoiceRegister']['invoiceStatus'],
      values: Requests['pay_record/invoiceRegister'] = {},
    ) => counter.refused('pay_record/invoiceRegister', { payRecordId, invoiceStatus, ...values })
    const issue = async (invoiceNo: string) =>
      (
        (await does(DICT.invoice_status.issuedButNotCollected, { invoiceNo, title: '星宝', amount: 100 })).data as {
          id: number
        }
      ).id
    const [a, b, third] = [await issue('V1'), await issue('V2'), await issue('V3')]
    const status = async () => (await counter.row('payRecord', payRecordId)).invoiceStatus
    const voids = (values: Requests['pay_record/invoiceRegister']) =>
      does(DICT.invoice_status.notCollected, { voidReason: '抬头写错', ...values })
    expect(await voids({})).toMatchObject({ status: 400, data: { field: 'invoiceId' } })
    expect(await does(DICT.invoice_status.notCollected, { invoiceId: b })).toMatchObject({
      status: 400,
      data: { field: 'voidReason' },
    })
    expect(await voids({ invoiceId: b })).toMatchObject({ status: 200 })
    expect(await voids({ invoiceId: b })).toMatchObject({ status: 400, data: { field: 'invoiceId' } })
    const kept = { invoiceStatus: DICT.invoice_status.void, voidReason: '抬头写错', voidId: counter.who.employeeId }
    expect(await counter.list('invoice/query', { invoiceNo: 'V2', pageNO: 1, pageRows: 9 })).toMatchObject([kept])
    expect(
      await does(DICT.invoice_status.issuedButNotCollected, { invoiceNo: 'V2', title: '星宝', amount: 1 }),
    ).toMatchObject({
      status: 400,
    })
    expect(await counter.row('payRecord', payRecordId)).toMatchObject({ leftAmount: 30_000 })
    expect(await status()).toBe(DICT.invoice_status.issuedButNotCollected)
    expect(await counter.row('invoice', a)).toMatchObject({
      isDel: false,
      invoiceStatus: DICT.invoice_status.issuedButNotCollected,
    })
    expect(await does(DICT.invoice_status.collected, { invoiceId: b, collector: '本人' })).toMatchObject({
      status: 400,
    })
    expect(await does(DICT.invoice_status.collected, { invoiceId: third, collector: '本人' })).toMatchObject({
      status: 200,
    })
    expect(await status()).toBe(DICT.invoice_status.issuedButNotCollected)
    expect(await voids({ invoiceId: a })).toMatchObject({ status: 200, data: { id: a } })
    expect(await status()).toBe(DICT.invoice_status.collected)
    // One that was collected is taken back and voided, too.
    expect(await voids({})).toMatchObject({ status: 200, data: { id: third } })
    expect(await status()).toBe(DICT.invoice_status.notCollected)
  })

  it('an invoice is for money that was not undone, and money is undone once no invoice of it waits', async () => {
    const made = await counter.order(500)
    const { payRecordId } = (await counter.pay(made.billId, { cash: 300, card: 200 })).data as { payRecordId: number }
    const issue = (amount: number, invoiceNo: string) =>
      counter.refused('pay_record/invoiceRegister', {
        payRecordId,
        invoiceStatus: DICT.invoice_status.issuedButNotCollected,
        invoiceNo,
        title: '星宝',
        amount,
      })
    const [cash, card] = await records(made.billId)
    expect(await issue(250, 'W1')).toMatchObject({ status: 200 })
    expect(told(await undo(cash?.id))).toEqual([400, '该收款已开发票，请先作废发票'])
    expect(await undo(card?.id)).toMatchObject({ status: 200 })
    expect(await issue(100, 'W2')).toMatchObject({ status: 400, data: { field: 'amount' } })
    expect(await issue(50, 'W3')).toMatchObject({ status: 200 })
  })

  describe('an invoice', () => {
    let numbers = 0
    const issues = (payRecordId: number | undefined, amount: number) =>
      counter.refused('pay_record/invoiceRegister', {
        payRecordId,
        invoiceStatus: DICT.invoice_status.issuedButNotCollected,
        invoiceNo: `M${++numbers}`,
        title: '星宝',
        amount,
      })
    const left = async (payRecordId: number | undefined) =>
      Number((await counter.must('pay_record/detail', { id: payRecordId })).leftAmount)

    it('is for money: not for coupons, and not for what came from a balance', async () => {
      const customerId = await charged(300)
      const made = await counter.order(500, { customerId })
      const { couponNo } = await coupon(customerId)
      const { payRecordId } = await counter.must('cashRegister/pay', {
        billIds: [made.billId],
        methods: [
          { payMethodId: counter.ways.card, amount: 200 },
          { payMethodId: counter.ways.balance, amount: 250 },
          { payMethodId: couponWay, amount: 50, tradeNo: couponNo },
        ],
        requestNo: randomUUID(),
      })
      expect(await left(payRecordId)).toBe(200)
      const refused = await issues(payRecordId, 200.01)
      expect(refused).toMatchObject({ status: 400, data: { field: 'amount' } })
      expect(refused.msg).toContain('￥200.00')
      expect(await issues(payRecordId, 200)).toMatchObject({ status: 200 })
      expect(await left(payRecordId)).toBe(0)
      // No invoice can stand for the rest, and none is told of there.
      const { issuedButNotCollected, notCollected } = DICT.invoice_status
      const states = await counter.list('cashRecord/query', { orderNO: made.orderNo, pageNO: 1, pageRows: 9 })
      expect(new Map(states.map((one) => [one.payMethodId, one.invoiceStatus]))).toEqual(
        new Map([
          [counter.ways.card, issuedButNotCollected],
          [counter.ways.balance, null],
          [couponWay, null],
        ]),
      )
      for (const [invoiceStatus, amounts] of [
        [issuedButNotCollected, [200]],
        [notCollected, []],
      ] as const) {
        const found = await counter.list('cashRecord/query', {
          ...{ orderNO: made.orderNo, invoiceStatus, pageNO: 1, pageRows: 9 },
        })
        expect(found.map((one) => one.amount)).toEqual(amounts)
      }
    })

    it('stands, with all others for the same orders, for no more than was not refunded', async () => {
      const made = await counter.order(1000)
      const { payRecordId: first } = (await counter.pay(made.billId, { card: 600 })).data as { payRecordId: number }
      const { payRecordId: second } = (await counter.pay(made.billId, { card: 400 })).data as { payRecordId: number }
      expect(await paysOut(await approved({ orderId: made.id, refundAmount: 500 }))).toMatchObject({ status: 200 })
      expect([await left(first), await left(second)]).toEqual([500, 400])
      expect(await issues(first, 500.01)).toMatchObject({ status: 400, data: { field: 'amount' } })
      expect(await issues(first, 200)).toMatchObject({ status: 200 })
      expect([await left(first), await left(second)]).toEqual([300, 300])
      expect(await issues(second, 300)).toMatchObject({ status: 200 })
      expect([await left(first), await left(second)]).toEqual([0, 0])
      expect(await issues(first, 1)).toMatchObject({ status: 400, data: { field: 'amount' } })
    })

    it('of two orders paid at once counts for both', async () => {
      const one = await counter.order(300)
      const other = await counter.order(200, { customerId: one.customerId })
      const paid = await counter.pay([one.billId, other.billId], { card: 500 })
      const { payRecordId } = paid.data as { payRecordId: number }
      expect(await paysOut(await approved({ orderId: one.id, refundAmount: 100 }))).toMatchObject({ status: 200 })
      expect(await left(payRecordId)).toBe(400)
      expect(await issues(payRecordId, 400)).toMatchObject({ status: 200 })
      const [record] = await records(other.billId)
      expect(told(await undo(record?.id))).toEqual([400, '该收款已开发票，请先作废发票'])
    })
  })

  it('an order that is finished keeps what is said with it, and its products', async () => {
    const made = await counter.order(100)
    await counter.pay(made.billId, { cash: 100 })
    await studio.db.query('update "order" set "orderStatus" = 4 where "id" = $1', [made.id])
    const [item] = await counter.must('orderDetail/list', { orderId: made.id })
    const changes = [{ oldItemId: item?.id, itemType: ITEM.goods, itemId: item?.itemId, quantity: 2 }]
    const reason = '换产品'
    expect(await counter.refused('order/edit', { id: made.id, finish: 1, changes, reason })).toMatchObject({
      status: 400,
      data: { field: 'changes' },
    })
    await counter.must('order/edit', { id: made.id, finish: 1, remark: '已交付' })
    expect(await counter.row('order', made.id)).toMatchObject({
      orderStatus: DICT.order_status.finished,
      remark: '已交付',
    })
  })

  it('an order finishes by itself so many days after its service', async () => {
    const [old, fresh, owing] = [await counter.order(100), await counter.order(100), await counter.order(100)]
    for (const made of [old, fresh, owing]) await counter.pay(made.billId, { cash: 100 })
    await asks({ orderId: owing.id, refundAmount: 50 })
    for (const [made, days] of [
      [old, 7.1],
      [fresh, 6.9],
      [owing, 7.1],
    ] as const) {
      // Written past the engine, so what is worked out of it is written, too.
      await studio.db.query(
        'update "order" set "orderStatus" = 4, "serviceDoneTime" = $2, "leadDays" = $3 where "id" = $1',
        [made.id, new Date(studio.clock.at - days * DAY), -days],
      )
      // Nothing is left to shoot, to do or to make (I-38).
      await studio.db.query(
        'update "product" set "needProduction" = false where "id" in (select "itemId" from "orderItem" where "orderId" = $1 and "itemType" = 2)',
        [made.id],
      )
      await studio.db.query('update "orderSession" set "sessionStatus" = 3 where "orderId" = $1', [made.id])
      await studio.db.query('update "workTask" set "taskStatus" = 5 where "orderId" = $1', [made.id])
    }
    expect(await counter.must('order/autoFinish')).toMatchObject({ count: 1 })
    expect([
      (await order(old.id)).orderStatus,
      (await order(fresh.id)).orderStatus,
      (await order(owing.id)).orderStatus,
    ]).toEqual([DICT.order_status.finished, DICT.order_status.served, DICT.order_status.served])
  })

  it('an activity is what the clock says, unless it is disabled', async () => {
    const at = studio.clock.at
    const activity = async (name: string, from: number, to: number, values: Values = {}) =>
      (
        await counter.must('activity/add', {
          name,
          activityType: DICT.activity_type.vipGift,
          userType: [DICT.member_grade.member],
          regionCode: [CITY.chongqing],
          startTime: at + from * DAY,
          endTime: at + to * DAY,
          ...values,
        })
      ).id
    const ids = [
      await activity('明天', 1, 2),
      await activity('今天', -1, 1),
      await activity('昨天', -2, -1, { status: 2 }),
      await activity('停用', -1, 1, { disabled: 1 }),
    ]
    const status = async (id: number) => (await counter.must('activity/detail', { id })).status
    expect(await Promise.all(ids.map(status))).toEqual([
      DICT.activity_status.notStarted,
      DICT.activity_status.running,
      DICT.activity_status.ended,
      DICT.activity_status.disabled,
    ])
    const { notStarted, running, ended, disabled } = DICT.activity_status
    for (const [i, one] of [notStarted, running, ended, disabled].entries()) {
      const rows = await counter.must('activity/query', { status: one, pageNO: 1, pageRows: 10 })
      expect(rows.map((row) => row.id)).toEqual([ids[i]])
    }
    const offered = await counter.must('activity/select', {})
    expect(offered.map((one) => one.value)).toEqual([ids[1]])
  })

  it('who entered a referral sees it, before and after it is given to somebody', async () => {
    const seller = await studio.actor('seller')
    const enters = async (who: Actor, friendMobile: string) => {
      const friend = { friendName: '朋友', friendMobile, businessType: DICT.business_type.baby }
      const by = { introdType: DICT.introd_type.employee, introducerId: seller.employeeId }
      return (await studio.must(who, 'recommend/add', { ...by, ...friend })).id
    }
    const id = await enters(seller, '13512340001')
    const other = await enters(counter.who, '13512340002')
    const seen = async () =>
      (await studio.must(seller, 'recommend/queryReview', { pageNO: 1, pageRows: 50 })).map((one) => one.id)
    expect(await seen()).toEqual([id])
    await counter.must('recommend/review', { ids: [id], result: DICT.review_status.passed })
    await counter.must('recommend/allocate', { ids: [id], employeeId: (await studio.actor('manager')).employeeId })
    expect(await seen()).toEqual([id])
    await counter.must('recommend/review', { ids: [other], result: DICT.review_status.passed })
    await counter.must('recommend/allocate', { ids: [other], employeeId: seller.employeeId })
    expect((await seen()).sort()).toEqual([id, other])
  })

  it('the refund of a recharge is asked for by those who sell, take or manage money', async () => {
    const customerId = await charged(300)
    const { id: accountId } = await studio.row<{ id: number }>('select "id" from "account" where "customerId" = $1', [
      customerId,
    ])
    const of = {
      ...{ sourceType: DICT.refund_source.recharge, accountId, refundAmount: 10 },
      ...{ refundWay: DICT.refund_way.original, reason: DICT.refund_reason.customer },
    }
    const asked = async (who: string, more = {}) => [
      who,
      (await studio.call(who, 'cashRefund/refund', { ...of, ...more })).status,
    ]
    for (const who of ['manager', 'finance']) expect(await asked(who)).toEqual([who, 200])
    expect(await asked('lin')).toEqual(['lin', 403])
    // A default that is said aloud asks for the same; anything else that their button does not ask is refused.
    expect(await asked('finance', { refundType: DICT.refund_type.partial })).toEqual(['finance', 200])
    expect(await asked('finance', { refundType: DICT.refund_type.full })).toEqual(['finance', 403])
  })

  describe('what a cashier may see', () => {
    let clerk: Actor
    let clerkId: number
    let recharged: number
    let bought: { id: number; billId: number }
    let elsewhere: number
    beforeAll(async () => {
      clerk = await studio.actor('finance')
      clerkId = await counter.hire(clerk)
      const { id: addressId } = await studio.row<{ id: number }>('select "id" from "cashAddress" limit 1')
      elsewhere = (await counter.must('place/add', { name: '前台二', cashAddressId: addressId })).id
      await counter.must('cashier/edit', { id: clerkId, placeIds: [counter.placeId, elsewhere] })
      bought = await counter.order(100)
      recharged = (
        await counter.must('account/recharge', {
          customerId: await counter.customer(),
          amount: 100,
        })
      ).billId
      await counter.must('cashCashierSee/addOrEdit', {
        cashierId: clerkId,
        billTypes: [DICT.bill_type.recharge],
        placeIds: [counter.placeId],
      })
    })
    const listed = <P extends 'cashRegister/query' | 'cashRecord/query'>(path: P, who = clerk) =>
      counter.list(path, {}, who)
    const taken = (who: Actor) => counter.list('pay_record/query', { pageRows: 200 }, who)

    it('is in every list, and nothing else is', async () => {
      for (const path of ['cashRegister/query', 'cashRecord/query'] as const) {
        expect((await listed(path, counter.who)).some((one) => one.billType !== DICT.bill_type.recharge)).toBe(true)
        const kinds = new Set((await listed(path)).map((one) => one.billType))
        expect([path, [...kinds]]).toEqual([path, [DICT.bill_type.recharge]])
      }
      // An invoice is seen with the bills of its payment, further than one reference away.
      const sold = await counter.order(10)
      const put = await counter.must('account/recharge', { customerId: await counter.customer(), amount: 10 })
      const payments: number[] = []
      for (const { billId } of [sold, put]) {
        expect((await counter.pay(billId, { cash: 10 })).status).toBe(200)
        const [record] = await counter.rows<{ payDetailId: number }>(
          'select "payDetailId" from "cashRecord" where "billId" = $1',
          [billId],
        )
        payments.push(record?.payDetailId ?? 0)
      }
      const credited = async (who: Actor) => [
        ...new Set((await counter.list('performance/query', {}, who)).map((one) => one.perfType)),
      ]
      expect((await credited(counter.who)).length).toBeGreaterThan(1)
      expect(await credited(clerk)).toEqual([DICT.perf_type.recharge])
      const [theirs, mine] = payments
      for (const payment of payments)
        await counter.rows(
          'insert into "invoice" ("companyId", "payRecordId", "invoiceNo", "title", "amount", "invoiceStatus", "createTime", "updateTime", "version", "isDel") values (1, $1, $2, $2, 100, 1, now(), now(), 1, false)',
          [payment, `SEEN${payment}`],
        )
      const invoices = async (who?: Actor) =>
        (await counter.list('invoice/query', { invoiceNo: 'SEEN' }, who ?? clerk)).map((one) => one.payRecordId)
      expect(new Set(await invoices(counter.who))).toEqual(new Set(payments))
      expect(await invoices()).toEqual([mine])
      const recharges = async (who = clerk) => (await counter.list('account/queryAccountRecharge', {}, who)).length
      expect(await recharges()).toBe(await recharges(counter.who))
      // What is not spoken of stays.
      const { id } = await counter.must('cashCashierSee/addOrEdit', {
        cashierId: clerkId,
        billTypes: [DICT.bill_type.order],
      })
      expect(await counter.row('cashCashierSee', id)).toMatchObject({ placeIds: [counter.placeId] })
      expect(await recharges()).toBe(0)
      expect(await invoices()).toEqual([theirs])
      await counter.must('cashCashierSee/addOrEdit', {
        cashierId: clerkId,
        billTypes: [DICT.bill_type.recharge],
        placeIds: [counter.placeId],
      })
      const shown = await taken(clerk)
      expect(shown.length).toBeGreaterThan(0)
      expect(shown.length).toBeLessThan((await taken(counter.who)).length)
      const places = await counter.must('cashCashierSee/casherSee', {}, clerk)
      expect(places.map((one) => one.value)).toEqual([counter.placeId])
    })

    it('is what money may be taken for, and where', async () => {
      const pays = (billId: number, placeId: number) =>
        counter.refused(
          'cashRegister/pay',
          {
            billIds: [billId],
            methods: [{ payMethodId: counter.ways.cash, amount: 100 }],
            placeId,
            requestNo: randomUUID(),
          },
          clerk,
        )
      expect((await pays(bought.billId, counter.placeId)).status).toBe(403)
      expect(await pays(recharged, elsewhere)).toMatchObject({ status: 400, data: { field: 'placeId' } })
      expect((await pays(recharged, counter.placeId)).status).toBe(200)
    })

    it('is told to the cashier', async () => {
      expect(await counter.must('cashCashierSee/casherSeeQuery', {}, clerk)).toEqual({
        orgIds: [],
        placeIds: [counter.placeId],
        billTypes: [DICT.bill_type.recharge],
      })
    })

    it('shows refunds to whoever sees bills of refunds, of the departments of their orders; that of a recharge is of none', async () => {
      const made = await counter.order(100)
      await counter.pay(made.billId, { cash: 100 })
      const { id: accountId } = await studio.row<{ id: number }>('select "id" from "account" where "customerId" = $1', [
        await charged(100),
      ])
      const refunds = [
        await approved({ orderId: made.id, refundAmount: 10 }),
        await approved({ accountId, refundAmount: 10, sourceType: DICT.refund_source.recharge }),
      ]
      const seen = async () => {
        const rows = await counter.list('cashRefund/query', { status: DICT.refund_status.approved }, clerk)
        return refunds.map((id) => rows.some((one) => one.id === id))
      }
      expect(await seen()).toEqual([false, false])
      expect(await counter.refused('cashRefund/detail', { id: refunds[0] as number }, clerk)).toMatchObject({
        status: 403,
      })
      await counter.must('cashCashierSee/addOrEdit', { cashierId: clerkId, billTypes: [DICT.bill_type.refund] })
      expect(await seen()).toEqual([true, true])
      const { orgId } = await studio.row<{ orgId: number }>('select "orgId" from "order" where "id" = $1', [made.id])
      const { id: other } = await studio.row<{ id: number }>(
        'select "id" from "org" where "companyId" = 1 and "id" <> $1 limit 1',
        [orgId],
      )
      await counter.must('cashCashierSee/addOrEdit', { cashierId: clerkId, orgIds: [other] })
      expect(await seen()).toEqual([false, true])
      await counter.must('cashCashierSee/addOrEdit', {
        ...{ cashierId: clerkId, orgIds: [] },
        billTypes: [DICT.bill_type.recharge],
      })
    })
  })

  it('leaves every invariant standing, whatever was done above', async () => {
    const verdicts = await verify(studio.db, studio.model)
    expect(
      verdicts
        .filter(({ broken }) => broken.length > 0)
        .map(({ invariant, broken }) => [invariant.code, invariant.says, broken]),
    ).toEqual([])
  })
})
