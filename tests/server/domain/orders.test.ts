/** Orders and money (rules 2.2, 2.15; I-01…I-14, I-17, I-38): every sum to the cent, every refusal in place. */
import { createHash } from 'node:crypto'
import type { Requests } from '../../../src/generated/wire.ts'
import { DICT } from '../../../src/generated/dictionaries.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verify } from '../../../src/server/platform/invariants/index.ts'
import { pathOfKey } from '../../../src/server/files/names.ts'
import { rulesEngines } from '../db/engines.ts'
import { CITY, ITEM } from './catalogue.ts'
import { Counter } from './counter.ts'
import { DAY } from '../../../src/model/zone.ts'
import { Studio, TODAY } from './studio.ts'

describe.each(rulesEngines)('orders and money on $name', (engine) => {
  let studio: Studio
  let counter: Counter
  beforeAll(async () => {
    studio = await Studio.open(engine)
    counter = await Counter.open(studio, await studio.actor('admin'))
  })
  afterAll(() => studio.close())
  const order = (id: number) => counter.row('order', id)

  it('an order keeps its prices, its parts and one session for each time a service is shot', async () => {
    const made = await counter.order(3980)
    const row = await order(made.id)
    expect(row).toMatchObject({
      originAmount: 398000,
      payableAmount: 398000,
      dueAmount: 398000,
      paidAmount: 0,
      payStatus: DICT.pay_status.unpaid,
      orderStatus: DICT.order_status.submitted,
      pickQuota: 30,
      depositAmount: 79600,
    })
    const items = await counter.rows(
      'select "itemType", "fromPackage", "amount" from "orderItem" where "orderId" = $1 order by "id"',
      [made.id],
    )
    expect(items).toMatchObject([
      { itemType: ITEM.package, amount: 398000, fromPackage: false },
      { itemType: ITEM.service, amount: 0, fromPackage: true },
      { itemType: ITEM.goods, amount: 0, fromPackage: true },
    ])
    const sessions = await counter.rows(
      'select "orderSessionName", "sessionStatus", "seqNo" from "orderSession" where "orderId" = $1 order by "id"',
      [made.id],
    )
    expect(sessions.map((one) => [one.seqNo, one.sessionStatus])).toEqual([
      [1, DICT.session_status.unshot],
      [2, DICT.session_status.unshot],
    ])
    expect(await counter.row('bill', made.billId)).toMatchObject({
      billType: DICT.bill_type.order,
      payableAmount: 398000,
      dueAmount: 398000,
      billStatus: DICT.bill_status.unpaid,
    })
  })

  it('an order keeps the address it goes to, and only when it is sent there', async () => {
    const deliveryAddress = { name: '李雨', mobile: '13900000001', address: '冰街 1 号' }
    const [sent, fetched] = [
      await counter.order(1000, { deliveryType: DICT.delivery_type.express, deliveryAddress }),
      await counter.order(1000, { deliveryType: DICT.delivery_type.selfPickUp, deliveryAddress }),
    ]
    expect(await order(sent.id)).toMatchObject({ deliveryAddress })
    expect(await order(fetched.id)).toMatchObject({ deliveryAddress: null })

    // Whoever sees the number masked sends it back as shown: it stays what it was, and the rest is changed.
    const seller = await studio.actor('seller')
    await counter.must('order/edit', { id: sent.id, salesId: seller.employeeId })
    const seen = await studio.must(seller, 'order/detail', { id: sent.id })
    expect(seen.deliveryAddress).toEqual({ ...deliveryAddress, mobile: '139****0001' })
    const moved = { ...seen.deliveryAddress, address: '冰街 2 号' }
    await studio.must(seller, 'order/edit', {
      id: sent.id,
      deliveryType: DICT.delivery_type.express,
      deliveryAddress: moved,
    })
    expect(await order(sent.id)).toMatchObject({ deliveryAddress: { ...deliveryAddress, address: '冰街 2 号' } })
    const guessed = { ...seen.deliveryAddress, mobile: '138****0001' }
    const refused = await studio.call(seller, 'order/edit', {
      id: sent.id,
      deliveryType: DICT.delivery_type.express,
      deliveryAddress: guessed,
    })
    expect(refused.status).toBe(400)
    await counter.must('order/edit', { id: fetched.id, deliveryType: DICT.delivery_type.express, deliveryAddress })
    expect(await order(fetched.id)).toMatchObject({ deliveryType: DICT.delivery_type.express, deliveryAddress })
    await counter.must('order/edit', { id: fetched.id, remark: '先打电话' })
    expect(await order(fetched.id)).toMatchObject({
      deliveryType: DICT.delivery_type.express,
      deliveryAddress,
      remark: '先打电话',
    })
  })

  it('the price asked before is the price of the order, and nothing is written by asking (I-57)', async () => {
    const packageId = await counter.package(2980)
    const goods = await counter.shop.product({ salePrice: 198 })
    const wanted = {
      businessType: DICT.business_type.baby,
      cityCode: '500100',
      packageId,
      items: [{ itemType: ITEM.goods, itemId: goods, quantity: 2 }],
      discountAmount: 100,
    }
    const [before] = await counter.rows('select count(*) as n from "order"')
    const price = await counter.must('order/price', wanted)
    expect(price).toMatchObject({ originAmount: 3376, itemsAmount: 3376, discountAmount: 100, payableAmount: 3276 })
    expect(await counter.rows('select count(*) as n from "order"')).toEqual([before])
    const made = await counter.order(0, wanted)
    expect(await order(made.id)).toMatchObject({ originAmount: 337600, payableAmount: 327600 })
    await counter.must('product/edit', { id: goods, salePrice: 999 })
    expect(await order(made.id)).toMatchObject({ payableAmount: 327600 })
  })

  it('the full price is that of the list, whatever was agreed or given away; the order keeps it', async () => {
    const packageId = await counter.package(2980)
    const [lowered, present] = [
      await counter.shop.product({ salePrice: 46 }),
      await counter.shop.product({ salePrice: 128 }),
    ]
    const wanted = {
      businessType: DICT.business_type.baby,
      cityCode: '500100',
      packageId,
      items: [
        { itemType: ITEM.goods, itemId: lowered, quantity: 2, price: 1 },
        { itemType: ITEM.goods, itemId: present, quantity: 1, isGift: 1 },
      ],
    }
    const amounts = { originAmount: 3200, itemsAmount: 2982, payableAmount: 2982 }
    expect(await counter.must('order/price', wanted)).toMatchObject(amounts)
    const made = await counter.order(0, wanted)
    expect(await order(made.id)).toMatchObject({ originAmount: 320000, itemsAmount: 298200, payableAmount: 298200 })
  })

  it('unfinished work is found by whoever made it', async () => {
    const { id } = await counter.must('openOrder/add', { content: { values: {} } })
    const made = async (createBy: number) => (await counter.must('openOrder/query', { createBy })).map((one) => one.id)
    const me = counter.who.employeeId as number
    expect(await made(me)).toContain(id)
    expect(await made(me + 1)).not.toContain(id)
  })

  it('an order shows its customer to whoever sells it, and what is begun for a customer is found by whoever sees them', async () => {
    const salesId = await studio.colleague('开单的', '13600006601', counter.who.orgId, 'consultant')
    const seller = await studio.met('13600006601')
    const customerId = await counter.customer()
    const { id } = await counter.must('openOrder/add', { customerId, content: { values: {} } })
    const begun = async () => (await counter.must('openOrder/query', { customerId }, seller)).map((one) => one.id)
    expect((await counter.refused('customer/detail', { id: customerId }, seller)).status).toBe(403)
    expect(await begun()).toEqual([])
    await counter.order(500, { customerId, salesId })
    expect(await counter.must('customer/detail', { id: customerId }, seller)).toMatchObject({ id: customerId })
    expect(await begun()).toEqual([id])
  })

  it('unfinished work says its package, for as long as there is one', async () => {
    const [chosen] = await counter.must('photoPackage/query', { pageRows: 1 })
    const { id } = await counter.must('openOrder/add', { packageId: chosen!.id, content: {} })
    const said = async () => (await counter.must('openOrder/detail', { id })).packageName
    expect(await said()).toBe(chosen!.packageName)
    await counter.must('openOrder/edit', { id, packageId: null, content: {} })
    expect(await said()).toBeNull()
  })

  it('unfinished work is bounded: its size, how much of it there is, and what lists tell of it', async () => {
    const content = { values: { remark: 'x'.repeat(20_000) }, titles: {}, at: 0 }
    const { id } = await counter.must('openOrder/add', { content })
    await counter.must('openOrder/edit', { id, content: { ...content, at: 1 } })
    const [listed] = await counter.must('openOrder/query', { pageRows: 1 })
    expect(listed).toMatchObject({ id })
    expect(listed).not.toHaveProperty('content')
    expect(await counter.must('openOrder/detail', { id })).toMatchObject({ content: { at: 1 } })
    expect(await counter.refused('openOrder/add', { content: 'x'.repeat(131_072) })).toMatchObject({
      status: 400,
      data: { field: 'content' },
    })
    expect(await counter.rows(`select 1 from "operateLog" where "entity" = 'openOrder'`)).toEqual([])
    await Promise.all(Array.from({ length: 52 }, () => counter.must('openOrder/add', { content: {} })))
    const mine = { createBy: counter.who.employeeId, pageRows: 200 }
    expect(await counter.must('openOrder/query', mine)).toHaveLength(50)
    expect(await counter.row('openOrder', id)).toMatchObject({ isDel: true })
  })

  it('a cancelled order stands by itself, and owes nothing in the list', async () => {
    const made = await counter.order(1000)
    await counter.must('order/del', { id: made.id, reason: '不要了' })
    const found = async (filter: object) =>
      (await counter.must('order/query', { ...filter, pageRows: 200 })).some((one) => one.id === made.id)
    const stages = ['live', 'submitted', 'paid', 'inProgress', 'served', 'finished', 'terminated']
    expect(await Promise.all(stages.map((stage) => found({ stage })))).toEqual(stages.map(() => false))
    expect(await Promise.all([found({ stage: 'cancelled' }), found({ payment: 'due' })])).toEqual([true, false])
  })

  it('whoever is to be followed up today or was missed before is on one list', async () => {
    const { employeeId } = counter.who
    const person = { businessType: DICT.business_type.baby, employeeId }
    const chance = (realName: string, mobile: string, nextTrackDate: number) =>
      counter.must('chance/add', { ...person, realName, mobile, nextTrackDate })
    studio.clock.at -= DAY
    const missed = await chance('方圆', '13700010001', TODAY - DAY)
    studio.clock.at += DAY
    const later = await chance('方正', '13700010002', TODAY + DAY)
    const { customerId } = await counter.order(100)
    const spoken = (nextTrackDate: number) =>
      counter.must('track/add', {
        targetType: DICT.track_target.customer,
        targetId: customerId,
        trackMode: DICT.track_mode.phone,
        content: '再联系',
        nextTrackDate,
      })
    await spoken(TODAY)
    const due = async () => (await counter.list('followUp/due', {})).map((one) => [one.targetType, one.targetId])
    expect(await due()).toEqual(
      expect.arrayContaining([
        [DICT.track_target.chance, missed.id],
        [DICT.track_target.customer, customerId],
      ]),
    )
    expect(await due()).not.toContainEqual([DICT.track_target.chance, later.id])
    await spoken(TODAY + DAY)
    expect(await due()).not.toContainEqual([DICT.track_target.customer, customerId])
  })

  it('the first payment is a deposit at least; it sets the studio to work and makes a customer', async () => {
    const made = await counter.order(1000)
    const [bill] = await counter.must('cashRegister/query', { keyword: made.orderNo })
    expect(bill).toMatchObject({ leastAmount: 200 })
    const small = await counter.pay(made.billId, { cash: 199.99 })
    expect([small.status, small.msg]).toEqual([400, '首次收款不能低于订金 ￥200.00'])
    expect(await counter.pay(made.billId, { wechat: 200 })).toMatchObject({ status: 200 })
    expect(await order(made.id)).toMatchObject({
      paidAmount: 20000,
      dueAmount: 80000,
      payStatus: DICT.pay_status.depositPaid,
      orderStatus: DICT.order_status.submitted,
    })
    expect(await counter.row('customer', made.customerId)).toMatchObject({ status: DICT.customer_status.won })
    const work = await counter.rows('select t."taskType", t."taskStatus" from "workTask" t where t."orderId" = $1', [
      made.id,
    ])
    expect(work).toEqual([
      { taskType: DICT.task_type.appointment, taskStatus: DICT.task_status.toAssign },
      { taskType: DICT.task_type.appointment, taskStatus: DICT.task_status.toAssign },
    ])
  })

  it('never takes more than is due; three ways of paying are exact cents (I-03, I-04)', async () => {
    const made = await counter.order(100.3)
    const more = await counter.pay(made.billId, { cash: 100.31 })
    expect([more.status, more.msg]).toEqual([400, '收款金额不能大于未付金额'])
    expect(await counter.rows('select 1 as x from "cashRecord" where "billId" = $1', [made.billId])).toEqual([])
    const paid = await counter.pay(made.billId, { cash: 0.1, wechat: 0.2, card: 100 })
    expect(paid.status).toBe(200)
    const records = await counter.rows(
      'select "amount", "direction", "billType" from "cashRecord" where "billId" = $1 order by "id"',
      [made.billId],
    )
    expect(records.map((one) => one.amount)).toEqual([10, 20, 10000])
    expect(await order(made.id)).toMatchObject({
      paidAmount: 10030,
      dueAmount: 0,
      payStatus: DICT.pay_status.paidInFull,
      orderStatus: DICT.order_status.paid,
    })
    const late = await counter.pay(made.billId, { cash: 0.01 })
    expect(late.data).toMatchObject({ field: 'billIds' })
    expect(late.msg).toMatch(/^B\d+ 已由 .+ 收款 ￥100\.30（\d\d:\d\d）$/)
    // A till that the bill left says the same; of one that is still open there is nothing to say.
    expect(await counter.must('bill/became', { billIds: [made.billId] })).toEqual({ say: late.msg })
    const open = await counter.order(100)
    const became = () => counter.must('bill/became', { billIds: [open.billId] })
    expect(await became()).toEqual({ say: '' })
    // Of one that was paid in part somebody took some, unless something else happened to it since.
    await counter.pay(open.billId, { cash: 30.5 })
    expect(await became()).toEqual({
      say: expect.stringMatching(/^B\d+ 已由 .+ 收款 ￥30\.50（\d\d:\d\d），还剩 ￥69\.50$/),
    })
    await counter.rows('update "bill" set "updateTime" = "updateTime" + interval \'1 s\' where "id" = $1', [
      open.billId,
    ])
    expect(await became()).toEqual({ say: '' })
  })

  it('a repeat with the same number charges once (I-09)', async () => {
    const made = await counter.order(500)
    const first = await counter.pay(made.billId, { cash: 500 }, { requestNo: 'r-1' })
    const second = await counter.pay(made.billId, { cash: 500 }, { requestNo: 'r-1' })
    expect(second.data).toEqual(first.data)
    expect(await counter.rows('select count(*) as n from "cashRecord" where "billId" = $1', [made.billId])).toEqual([
      { n: 1 },
    ])
  })

  it('one payment for several bills fills them in order', async () => {
    const customerId = await counter.customer()
    const [a, b] = [await counter.order(100, { customerId }), await counter.order(300, { customerId })]
    expect(await counter.pay([a.billId, b.billId], { cash: 150, wechat: 50 })).toMatchObject({ status: 200 })
    expect([(await order(a.id)).paidAmount, (await order(b.id)).paidAmount]).toEqual([10000, 10000])
    const [sum] = await counter.rows('select sum("amount") as n from "cashRecord" where "billId" = any($1)', [
      [a.billId, b.billId],
    ])
    expect(Number(sum?.n)).toBe(20000)
  })

  it('that run are counted at their customer, who stays as long as one does; merged customers have those of both', async () => {
    const [from, to] = [await counter.customer(), await counter.customer()]
    const running = async (id: number): Promise<unknown> => (await counter.row('customer', id)).openOrders
    const first = await counter.order(100, { customerId: from })
    await counter.order(100, { customerId: to })
    expect([await running(from), await running(to)]).toEqual([1, 1])
    expect(await counter.refused('customer/del', { id: from })).toMatchObject({ msg: '客户还有未结束的订单' })
    await counter.must('customer_data/merge', { fromId: from, toId: to })
    expect([await running(from), await running(to)]).toEqual([0, 2])
    await counter.must('order/del', { id: first.id })
    expect(await running(to)).toBe(1)
  })

  it('one payment has one payer: bills of two are refused with the names of both', async () => {
    const bill = async (values: Record<string, unknown>) =>
      (await counter.must('cashRegister/otherAdd', { title: '相框', payableAmount: 50, ...values })).id
    const customerId = await counter.customer({ realName: '叶敏', mobile: '13900009991' })
    const [hers, phone, other, nobody] = [
      await bill({ customerId }),
      await bill({ customerName: '叶女士', mobile: '13900009991' }),
      await bill({ customerName: '叶敏', mobile: '13900009992' }),
      await bill({}),
    ]
    const refused = await counter.pay([hers, other], { cash: 100 })
    expect([refused.status, refused.data]).toEqual([400, { field: 'billIds' }])
    expect(refused.msg).toMatch(/^B\d+（叶敏）与 B\d+（叶敏）不是同一付款人，请分开收款$/)
    expect((await counter.pay([hers, nobody], { cash: 100 })).msg).toContain('未登记付款人')
    expect(await counter.pay([hers, phone], { cash: 100 })).toMatchObject({ status: 200 })
    expect(await counter.pay([nobody, await bill({})], { cash: 100 })).toMatchObject({ status: 200 })
  })

  it('whoever is no cashier on duty takes no money', async () => {
    const made = await counter.order(100)
    const manager = await studio.actor('manager')
    const told = await studio.call(manager, 'cashRegister/pay', {
      billIds: [made.billId],
      methods: [{ payMethodId: counter.ways.cash, amount: 100 }],
      requestNo: 'mine',
    })
    expect([told.status, told.msg]).toEqual([400, '当前员工不是可用的收银员'])
  })

  it('shares of a sale add up to what was paid, the last takes the rest (I-14)', async () => {
    const [a, b] = [counter.who.employeeId, (await studio.actor('manager')).employeeId]
    const wrong = await counter.refused('order/add', {
      customerId: await counter.customer(),
      packageId: await counter.package(10),
      businessType: DICT.business_type.baby,
      cityCode: '500100',
      orgId: counter.who.orgId,
      salesId: a,
      performanceSplit: [
        { employeeId: a, ratio: 0.6 },
        { employeeId: b, ratio: 0.5 },
      ],
    })
    expect(wrong).toMatchObject({ status: 400, data: { field: 'performanceSplit' } })
    const made = await counter.order(1000.01, {
      performanceSplit: [
        { employeeId: a, ratio: 0.6 },
        { employeeId: b, ratio: 0.4 },
      ],
    })
    await counter.pay(made.billId, { cash: 1000.01 })
    const rows = await counter.rows('select "perfAmount" from "performance" where "orderId" = $1 order by "id"', [
      made.id,
    ])
    expect(rows.map((one) => one.perfAmount)).toEqual([60001, 40000])
    // The log calls a record by its day as people write it.
    const [said] = await counter.rows(
      `select "message" from "operateLog" where "entity" = 'performance' order by "id" desc limit 1`,
    )
    expect(said?.message).toMatch(/^新增业绩「\d{4}-\d\d-\d\d」$/)
  })

  it('one payment is one line of the log, in both languages, with the records it changed below it', async () => {
    const { billId } = await counter.order(88)
    const [last] = await counter.rows(`select max("id") as "id" from "operateLog"`)
    await counter.pay(billId, { cash: 88 })
    const entries = await counter.rows(
      `select "id", "actId", "records", "entity" from "operateLog" where "id" > $1 order by "actId" nulls first`,
      [last?.id],
    )
    const [act, ...rest] = entries
    expect([entries.length > 3, act]).toMatchObject([true, { actId: null, records: entries.length }])
    expect(new Set(rest.map((one) => one.actId))).toEqual(new Set([act?.id]))
    const { bill } = studio.app.model.resources
    const listed = await counter.must('operatelogs/acts', {
      pageRows: 1,
      event: 'Take payment',
    })
    expect(listed[0]).toMatchObject({
      id: act?.id,
      event: '收款',
      eventEn: 'Take payment',
      moduleEn: bill?.label.en,
    })
    const parts = await counter.must('operatelogs/query', { actId: act?.id, pageRows: 50 })
    expect(parts.length).toBe(entries.length - 1)
    expect(parts.filter((one) => /[\u4e00-\u9fff]/.test(String(one.moduleEn)))).toEqual([])
  })

  /** A customer with so much on the account (yuan), the bonus given by an offer. */
  const charged = async (amount: number, giftAmount = 0): Promise<number> => {
    const customerId = await counter.customer()
    const rechargeActivityId = giftAmount > 0 ? await offer(amount, { giftAmount }) : undefined
    const { billId } = await counter.must('account/recharge', {
      customerId,
      amount,
      rechargeActivityId,
    })
    await counter.pay(billId, { cash: amount })
    return customerId
  }
  /** An offer that runs today. */
  const offer = async (rechargeAmount: number, values: Record<string, unknown>): Promise<number> => {
    const { id } = await counter.must('rechargeActivity/add', {
      name: `充值活动${++offers}`,
      rechargeAmount,
      startTime: studio.clock.at - 1,
      endTime: studio.clock.at + 86_400_000,
      ...values,
    })
    return id
  }
  let offers = 0

  describe('balances', () => {
    it('a discount below nothing is none', async () => {
      const made = await counter.order(100)
      const order = await counter.row('order', made.id)
      const asked = {
        ...{ customerId: made.customerId, businessType: order.businessType, cityCode: order.cityCode },
        discountAmount: -1,
      }
      for (const path of ['order/add', 'order/price'])
        expect(await studio.raw(counter.who, path, asked)).toMatchObject({
          status: 400,
          data: { field: 'discountAmount' },
        })
    })

    it('pay bills of their own customer only', async () => {
      const [mine, other] = [await charged(1000), await charged(1000)]
      const bills = [await counter.order(300, { customerId: mine }), await counter.order(300, { customerId: other })]
      const ids = bills.map((one) => one.billId)
      expect((await counter.pay(ids, { balance: 600 })).msg).toContain('不是同一付款人')
      for (const id of ids) expect(await counter.pay(id, { balance: 300 })).toMatchObject({ status: 200 })
    })

    it.each([
      ['all of it', [{ balance: 1000 }], 10],
      ['the rest after cash', [{ cash: 500 }, { balance: 500 }], 1],
      ['a part beside cash', [{ cash: 400, balance: 600 }], 1],
      ['all of it, in two parts', [{ balance: 400 }, { balance: 600 }], 10],
    ] as const)('%s: whether a bill counts as gold', async (_, payments, billType) => {
      const made = await counter.order(1000, { customerId: await charged(1000) })
      for (const methods of payments) expect(await counter.pay(made.billId, methods)).toMatchObject({ status: 200 })
      expect(await counter.row('bill', made.billId)).toMatchObject({ billType, billStatus: DICT.bill_status.paid })
    })

    it('get a bonus only where the offer holds: its city, its time, its amount', async () => {
      const customerId = await counter.customer()
      const ask = async (values: Record<string, unknown>, amount = 500) => {
        const rechargeActivityId = await offer(500, { giftAmount: 50, ...values })
        const told = await counter.refused('account/recharge', { customerId, amount, rechargeActivityId })
        return [told.status, told.msg]
      }
      const CANNOT = [400, '充值活动不可用']
      expect(await ask({ regionCode: [CITY.chengdu] })).toEqual(CANNOT)
      expect(await ask({ endTime: studio.clock.at })).toEqual(CANNOT)
      expect(await ask({ startTime: studio.clock.at + 1 })).toEqual(CANNOT)
      expect(await ask({}, 499.99)).toEqual([400, '未达到充值活动金额 ￥500.00'])
      expect(await ask({ regionCode: [CITY.chengdu, CITY.chongqing] })).toEqual([200, expect.anything()])
    })

    it('a recharge gives principal and bonus; spending takes principal first; money is counted once (I-06, I-07)', async () => {
      const customerId = await counter.customer()
      const offer = await counter.must('rechargeActivity/add', {
        name: `充千送百${customerId}`,
        rechargeAmount: 1000,
        giftAmount: 100,
        startTime: studio.clock.at - 1,
        endTime: studio.clock.at + 86_400_000,
      })
      const charged = await counter.must('account/recharge', {
        customerId,
        amount: 1000,
        rechargeActivityId: offer.id,
      })
      expect((await counter.row('bill', charged.billId)).title).toBe(`充值 ${charged.rechargeNo}`)
      expect((await counter.pay(charged.billId, { cash: 999 })).msg).toBe('充值须一次付清')
      expect(await counter.pay(charged.billId, { cash: 1000 })).toMatchObject({ status: 200 })
      const account = () =>
        studio.row<Record<string, number>>('select * from "account" where "customerId" = $1', [customerId])
      expect(await account()).toMatchObject({ balance: 110000, principalBalance: 100000, giftBalance: 10000 })
      const made = await counter.order(1050, { customerId })
      expect(await counter.pay(made.billId, { balance: 1050 })).toMatchObject({ status: 200 })
      expect(await account()).toMatchObject({ balance: 5000, principalBalance: 0, giftBalance: 5000 })
      expect(await counter.row('bill', made.billId)).toMatchObject({
        billType: DICT.bill_type.goldOrder,
        billStatus: DICT.bill_status.paid,
      })
      expect(await order(made.id)).toMatchObject({ paidAmount: 105000, orderStatus: DICT.order_status.paid })
      const again = await counter.order(51, { customerId })
      expect((await counter.pay(again.billId, { balance: 51 })).msg).toBe('余额不足，可用 ￥50.00')
      expect(await account()).toMatchObject({ balance: 5000 })
      const { id } = await account()
      const [moves] = await counter.rows(
        'select sum(("amount" + "giftAmount") * "direction") as n from "accountMovement" where "accountId" = $1',
        [id],
      )
      expect(Number(moves?.n)).toBe(5000)
    })

    it('what is frozen cannot be spent, handed on or paid out until it is released (I-07)', async () => {
      const [customerId, other] = [await counter.customer(), await counter.customer()]
      const { billId } = await counter.must('account/recharge', { customerId, amount: 300 })
      await counter.pay(billId, { cash: 300 })
      const account = () =>
        studio.row<Record<string, number>>('select * from "account" where "customerId" = $1', [customerId])
      const { id } = await account()
      const remark = '客户投诉处理中'
      expect(await counter.refused('account/freeze', { id, amount: 300.01, remark })).toMatchObject({
        status: 400,
        msg: '冻结金额不能大于可用余额',
        data: { field: 'amount' },
      })
      await counter.must('account/freeze', { id, amount: 200, remark })
      expect(await account()).toMatchObject({ balance: 30000, frozenAmount: 20000, available: 10000 })
      const handOn = (amount: number) => ({ fromCustomerId: customerId, toCustomerId: other, amount, reason: '姐妹' })
      expect((await counter.refused('balanceTransfer/add', handOn(100.01))).msg).toBe('余额不足，可用 ￥100.00')
      const back = {
        sourceType: DICT.refund_source.addOn,
        accountId: id,
        refundType: DICT.refund_type.partial,
        refundWay: DICT.refund_way.original,
        refundAmount: 100.01,
        reason: DICT.refund_reason.customer,
      }
      expect((await counter.refused('cashRefund/refund', back)).msg).toBe('退款金额不能大于可退金额 ￥100.00')
      await counter.must('balanceTransfer/add', handOn(100))
      expect((await counter.refused('account/unfreeze', { id, amount: 200.01, remark })).msg).toBe(
        '解冻金额不能大于冻结金额',
      )
      await counter.must('account/unfreeze', { id, amount: 50, remark })
      expect(await account()).toMatchObject({ balance: 20000, frozenAmount: 15000, available: 5000 })
      await counter.must('account/block', { id })
      expect((await counter.refused('balanceTransfer/add', handOn(50))).msg).toBe('账户已冻结')
      await counter.must('account/unblock', { id })
      await counter.must('balanceTransfer/add', handOn(50))
      expect(await account()).toMatchObject({ balance: 15000, frozenAmount: 15000, available: 0 })
    })

    it('an account is answered in wire form, by itself or by its customer, and by one of them', async () => {
      const customerId = await counter.customer()
      const { billId } = await counter.must('account/recharge', { customerId, amount: 300 })
      await counter.pay(billId, { cash: 300 })
      const told = await counter.must('account/getAccountInfo', { customerId })
      expect(told).toMatchObject({
        customerId,
        balance: 300,
        available: 300,
        frozenAmount: 0,
        status: DICT.account_status.normal,
      })
      expect(Object.keys(told)).not.toEqual(expect.arrayContaining(['companyId']))
      expect(await counter.must('account/getAccountInfo', { accountId: told.id })).toEqual(told)
      expect(await counter.refused('account/getAccountInfo', {})).toMatchObject({ data: { field: 'customerId' } })
    })

    it.each(['upgradeOrder/add', 'orderDetail/add', 'bill/addOther'] as const)(
      '%s is another name of a call',
      async (path) => {
        expect(await counter.refused(path, {})).toMatchObject({ status: 400, data: { field: expect.any(String) } })
      },
    )

    it('a transfer moves exactly the amount between two customers (I-08)', async () => {
      const [a, b] = [await counter.customer(), await counter.customer()]
      const { billId } = await counter.must('account/recharge', { customerId: a, amount: 300 })
      await counter.pay(billId, { cash: 300 })
      const balance = async (id: number) =>
        (await studio.row<{ balance: number }>('select "balance" from "account" where "customerId" = $1', [id])).balance
      await counter.must('balanceTransfer/add', { fromCustomerId: a, toCustomerId: b, amount: 120.5, reason: '姐妹' })
      expect([await balance(a), await balance(b)]).toEqual([17950, 12050])
      expect(
        (
          await counter.refused('balanceTransfer/add', {
            fromCustomerId: a,
            toCustomerId: b,
            amount: 179.51,
            reason: '多了',
          })
        ).msg,
      ).toBe('余额不足，可用 ￥179.50')
      expect(
        (
          await counter.refused('balanceTransfer/add', {
            fromCustomerId: a,
            toCustomerId: a,
            amount: 1,
            reason: '自己',
          })
        ).status,
      ).toBe(400)
      expect([await balance(a), await balance(b)]).toEqual([17950, 12050])
    })
  })

  describe('refunds', () => {
    const asked = (orderId: number, amount: number, more: Record<string, unknown> = {}) =>
      counter.refused('cashRefund/refund', {
        orderId,
        refundAmount: amount,
        refundType: DICT.refund_type.partial,
        refundWay: DICT.refund_way.original,
        reason: DICT.refund_reason.customer,
        ...more,
      })
    /** Approved by another than who asked, then paid out. */
    const goesOut = async (id: number) => {
      await studio.must('manager', 'cashRefund/confirm', { id, action: 'approve' })
      return paysOut(id)
    }
    const paysOut = (id: number) =>
      counter.refused('cashRefund/confirm', { id, action: 'pay', payMethodId: counter.ways.cash })

    it('are told of in the head of the order for as long as one is under way', async () => {
      const made = await counter.order(1000)
      await counter.pay(made.billId, { cash: 1000 })
      const state = async () => (await counter.must('order/detail', { id: made.id })).refundState
      expect(await state()).toBe(DICT.order_refund.none)
      const { id } = await counter.must('cashRefund/refund', {
        orderId: made.id,
        refundAmount: 100,
        refundType: DICT.refund_type.partial,
        refundWay: DICT.refund_way.original,
        reason: DICT.refund_reason.customer,
      })
      expect(await state()).toBe(DICT.order_refund.underWay)
      await goesOut(id)
      expect(await state()).toBe(DICT.order_refund.none)
    })

    it('in cash go to somebody: who, is asked and kept', async () => {
      const made = await counter.order(1000)
      await counter.pay(made.billId, { cash: 1000 })
      const cash = {
        orderId: made.id,
        refundAmount: 100,
        refundType: DICT.refund_type.partial,
        refundWay: DICT.refund_way.cash,
        reason: DICT.refund_reason.customer,
      }
      expect((await counter.refused('cashRefund/refund', cash)).msg).toBe('请输入收款人')
      const { id } = await counter.must('cashRefund/refund', { ...cash, payeeName: '张三' })
      expect(await counter.row('refund', id)).toMatchObject({ payeeName: '张三' })
    })

    it('say before what follows: an order that ends, and money that nobody pays any more', async () => {
      const made = await counter.order(1000)
      await counter.pay(made.billId, { cash: 200 })
      const follows = async (refundAmount: number) =>
        (await counter.must('cashRefund/limits', { orderId: made.id, refundAmount })).follows
      expect([await follows(100), await follows(200)]).toEqual([null, '退款后订单终止，未付的 ￥800.00 作废'])
      expect((await counter.pay(made.billId, { cash: 800 })).status).toBe(200)
      expect([await follows(999), await follows(1000)]).toEqual([null, '退款后订单终止'])
    })

    it('never more than was paid, reservations counted; nobody approves their own (I-02)', async () => {
      const made = await counter.order(1000)
      await counter.pay(made.billId, { cash: 1000 })
      expect((await asked(made.id, 1000.01)).msg).toBe('退款金额不能大于可退金额 ￥1,000.00')
      const first = await asked(made.id, 600)
      expect(first.status).toBe(200)
      expect(await counter.must('cashRefund/limits', { orderId: made.id })).toMatchObject({
        paidAmount: 1000,
        askedAmount: 600,
        refundableAmount: 400,
      })
      expect((await asked(made.id, 400.01)).msg).toBe('退款金额不能大于可退金额 ￥400.00')
      const { id } = first.data as { id: number }
      expect((await counter.refused('cashRefund/confirm', { id, action: 'approve' })).status).toBe(400)
      await studio.must('manager', 'cashRefund/confirm', { id, action: 'approve' })
      expect((await asked(made.id, 400.01)).msg).toBe('退款金额不能大于可退金额 ￥400.00')
      expect(await paysOut(id)).toMatchObject({ status: 200 })
      expect(await order(made.id)).toMatchObject({
        refundAmount: 60000,
        payStatus: DICT.pay_status.partlyRefunded,
        dueAmount: 0,
        payableAmount: 40000,
        closeStatus: DICT.order_close.open,
      })
      const [out] = await counter.rows(
        'select "amount", "direction", "billType" from "cashRecord" where "orderId" = $1 and "direction" = -1',
        [made.id],
      )
      expect(out).toMatchObject({ amount: 60000, billType: DICT.bill_type.refund })
      const perf = await counter.rows('select sum("perfAmount") as n from "performance" where "orderId" = $1', [
        made.id,
      ])
      expect(Number(perf[0]?.n)).toBe(40000)
    })

    it('lower what is payable and leave the discount as it was agreed', async () => {
      const made = await counter.order(1000, { discountAmount: 40 })
      await counter.pay(made.billId, { cash: 960 })
      const [item] = await counter.rows(
        'select "id", "quantity" from "orderItem" where "orderId" = $1 and not "fromPackage" order by "id"',
        [made.id],
      )
      for (const [amount, items, payable] of [
        [100, [], 86000],
        [500, [{ orderItemId: item?.id, quantity: item?.quantity, amount: 500 }], 36000],
        [360, [], 0],
      ] as const) {
        const told = await asked(made.id, amount, { items })
        expect(await goesOut((told.data as { id: number }).id)).toMatchObject({ status: 200 })
        expect(await order(made.id)).toMatchObject({ discountAmount: 4000, payableAmount: payable, dueAmount: 0 })
      }
      expect(await order(made.id)).toMatchObject({ closeStatus: DICT.order_close.terminated })
    })

    it('ends the sessions chosen, and the order when everything went back', async () => {
      const made = await counter.order(800)
      await counter.pay(made.billId, { cash: 800 })
      const sessions = (
        await counter.rows('select "id" from "orderSession" where "orderId" = $1 order by "id"', [made.id])
      ).map((one) => one.id)
      const told = await asked(made.id, 800, { refundType: DICT.refund_type.full, terminateSessionIds: [sessions[0]] })
      expect(await goesOut((told.data as { id: number }).id)).toMatchObject({ status: 200 })
      expect(await order(made.id)).toMatchObject({
        payStatus: DICT.pay_status.refunded,
        closeStatus: DICT.order_close.terminated,
        payableAmount: 0,
        dueAmount: 0,
      })
      const ended = await counter.rows('select "sessionStatus" from "orderSession" where "orderId" = $1', [made.id])
      expect(ended.map((one) => one.sessionStatus)).toEqual([
        DICT.session_status.terminated,
        DICT.session_status.terminated,
      ])
      const tasks = await counter.rows('select distinct "taskStatus" from "workTask" where "orderId" = $1', [made.id])
      expect(tasks).toEqual([{ taskStatus: DICT.task_status.terminated }])
    })

    it('a bonus goes back in proportion to the principal, rounded down to the cent (I-12)', async () => {
      const customerId = await charged(300, 100)
      const account = () => studio.row<{ id: number }>('select * from "account" where "customerId" = $1', [customerId])
      const { id: accountId } = await account()
      const { id } = await counter.must('cashRefund/refund', {
        sourceType: DICT.refund_source.recharge,
        accountId,
        refundAmount: 100,
        refundWay: DICT.refund_way.original,
        refundType: DICT.refund_type.partial,
        reason: DICT.refund_reason.customer,
      })
      // 100 × 100 / 300 = 33.33…
      expect(await counter.row('refund', id)).toMatchObject({ giftTakeBack: 3333 })
      expect(await goesOut(id)).toMatchObject({ status: 200 })
      expect(await account()).toMatchObject({ principalBalance: 20000, giftBalance: 6667 })
    })

    it('a recharge gives back principal at most, its bonus in proportion (I-12)', async () => {
      const customerId = await charged(1000, 100)
      const bought = await counter.order(300, { customerId })
      await counter.pay(bought.billId, { balance: 300 })
      const { id: accountId } = await studio.row<{ id: number }>('select "id" from "account" where "customerId" = $1', [
        customerId,
      ])
      const ask = (amount: number) =>
        counter.refused('cashRefund/refund', {
          sourceType: DICT.refund_source.recharge,
          accountId,
          refundAmount: amount,
          refundWay: DICT.refund_way.original,
          refundType: DICT.refund_type.partial,
          reason: DICT.refund_reason.customer,
        })
      expect((await ask(800)).status).toBe(400)
      const told = await ask(700)
      expect(told.status).toBe(200)
      expect(await goesOut((told.data as { id: number }).id)).toMatchObject({ status: 200 })
      expect(
        await studio.row('select "principalBalance", "giftBalance", "balance" from "account" where "id" = $1', [
          accountId,
        ]),
      ).toEqual({ principalBalance: 0, giftBalance: 3000, balance: 3000 })
    })
  })

  describe('what comes after the order', () => {
    it('an add-on is billed apart and part of the order once it is paid', async () => {
      const made = await counter.order(1000)
      await counter.pay(made.billId, { cash: 1000 })
      const goods = await counter.shop.product({ salePrice: 198 })
      const added = await counter.must('orderAdd/add', {
        orderId: made.id,
        addType: DICT.order_add_type.goods,
        items: [{ itemType: ITEM.goods, itemId: goods, quantity: 2 }],
      })
      expect(await order(made.id)).toMatchObject({ payableAmount: 100000 })
      expect(await counter.pay(added.billId, { cash: 396 })).toMatchObject({ status: 200 })
      expect(await order(made.id)).toMatchObject({
        payableAmount: 139600,
        paidAmount: 139600,
        dueAmount: 0,
        orderStatus: DICT.order_status.paid,
      })
      expect(await counter.row('orderAdd', added.id)).toMatchObject({
        status: DICT.order_add_status.paid,
        paidAmount: 39600,
      })
    })

    it('a service that is added or changed brings its photos along, as one that was ordered does (rules 2.3)', async () => {
      const made = await counter.order(1000)
      await counter.pay(made.billId, { cash: 1000 })
      const quota = async () => Number((await order(made.id)).pickQuota)
      const before = await quota()
      const itemId = await counter.shop.service({ salePrice: 200, pickQuota: 20 })
      const added = await counter.must('orderAdd/add', {
        orderId: made.id,
        addType: DICT.order_add_type.service,
        items: [{ itemType: ITEM.service, itemId, quantity: 2 }],
      })
      expect(await quota()).toBe(before)
      await counter.pay(added.billId, { cash: 400 })
      expect(await quota()).toBe(before + 40)
      const sold = await studio.row<{ id: number }>(
        'select "id" from "orderItem" where "orderId" = $1 and "itemId" = $2',
        [made.id, itemId],
      )
      const other = await counter.shop.service({ salePrice: 400, pickQuota: 15 })
      await counter.must('order/edit', {
        id: made.id,
        changes: [{ oldItemId: sold.id, itemType: ITEM.service, itemId: other, quantity: 1 }],
        reason: '换服务',
      })
      expect(await quota()).toBe(before + 15)
    })

    it('an add-on of a member brings its discount along, whatever the grade gives when it is paid (I-03)', async () => {
      const grade = await counter.must('memberConfig/add', {
        gradeName: '尊享',
        gradeCode: 'diamond',
        memberGrade: DICT.member_grade.privilegedMember,
        sortNum: 3,
        upgradeAmount: 4000,
        discount: 0.9,
      })
      const made = await counter.order(4000)
      await counter.pay(made.billId, { cash: 4000 })
      const items = [{ itemType: ITEM.goods, itemId: await counter.shop.product({ salePrice: 198 }), quantity: 2 }]
      // Said beforehand so that it adds up: what the items cost, less both discounts.
      expect(await counter.must('orderAdd/price', { orderId: made.id, items, discountAmount: 6.4 })).toMatchObject({
        itemsAmount: 396,
        discountAmount: 6.4,
        memberDiscount: 39.6,
        amount: 350,
      })
      const added = await counter.must('orderAdd/add', {
        orderId: made.id,
        addType: DICT.order_add_type.goods,
        items,
        discountAmount: 6.4,
      })
      expect(await counter.row('bill', added.billId)).toMatchObject({ payableAmount: 35000 })
      await counter.must('memberConfig/edit', { id: grade.id, discount: 0.8, status: DICT.enable_status.disabled })
      expect(await counter.pay(added.billId, { cash: 350 })).toMatchObject({ status: 200 })
      expect(await order(made.id)).toMatchObject({
        originAmount: 439600,
        memberDiscount: 3960,
        discountAmount: 640,
        payableAmount: 435000,
        dueAmount: 0,
        payStatus: DICT.pay_status.paidInFull,
      })
    })

    it('a member saves on what an upgrade or a change costs more; what was agreed before stays (rules 2.3, I-03)', async () => {
      const customerId = await counter.customer()
      const grade = await counter.must('memberConfig/add', {
        gradeName: '至尊',
        gradeCode: 'crown',
        memberGrade: DICT.member_grade.privilegedMember,
        sortNum: 4,
        upgradeAmount: 4000,
        discount: 0.9,
      })
      const before = await counter.order(1000, { customerId })
      await counter.pay(before.billId, { cash: 1000 })
      const spent = await counter.order(4000, { customerId })
      await counter.pay(spent.billId, { cash: 4000 })

      // The order was made before there was a membership: only the 600 more are discounted.
      const large = await counter.package(1600)
      const asked = { orderId: before.id, toPackageId: large }
      const foreseen = { fromAmount: 1000, toAmount: 1600, memberDiscount: 60, diffAmount: 540 }
      expect(await counter.must('orderUpgrade/price', asked)).toMatchObject(foreseen)
      const up = await counter.must('orderUpgrade/add', asked)
      expect(await counter.row('bill', up.billId)).toMatchObject({ payableAmount: 54000 })
      expect(await order(before.id)).toMatchObject({ memberDiscount: 6000, payableAmount: 154000, dueAmount: 54000 })

      const goods = await counter.shop.product({ salePrice: 200 })
      const [dear, cheap] = [
        await counter.shop.product({ salePrice: 300 }),
        await counter.shop.product({ salePrice: 100 }),
      ]
      const made = await counter.order(1000, {
        customerId,
        items: [{ itemType: ITEM.goods, itemId: goods, quantity: 1 }],
      })
      expect(await order(made.id)).toMatchObject({ memberDiscount: 12000, payableAmount: 108000 })
      const instead = async (itemId?: number) => {
        const [item] = await counter.rows(
          'select "id" from "orderItem" where "orderId" = $1 and "itemType" = $2 and not "fromPackage" and "status" = 1',
          [made.id, ITEM.goods],
        )
        const what = itemId === undefined ? {} : { itemType: ITEM.goods, itemId }
        const asked = { id: made.id, changes: [{ oldItemId: item?.id, ...what }] }
        const foreseen = await counter.must('order/priceChange', asked)
        const before = await order(made.id)
        const changed = await counter.must('order/edit', { ...asked, reason: '换' })
        const { memberDiscount, payableAmount } = await order(made.id)
        expect(foreseen).toMatchObject({
          diffAmount: changed.diffAmount,
          payableAmount: payableAmount / 100,
          dueAmount: payableAmount / 100,
        })
        expect(foreseen.memberDiscount ?? 0).toBe((memberDiscount - before.memberDiscount) / 100)
        expect(foreseen.backAmount ?? null).toBeNull()
        return [changed.diffAmount, memberDiscount, payableAmount]
      }
      expect(await instead(dear)).toEqual([90, 13000, 117000])
      expect(await instead(cheap)).toEqual([-180, 11000, 99000])
      // No member any longer: what was saved stays, and goes with what is taken out.
      await counter.must('memberConfig/edit', { id: grade.id, discount: 1 })
      expect(await instead(goods)).toEqual([100, 11000, 109000])
      expect(await instead()).toEqual([-190, 10000, 90000])
      await counter.must('memberConfig/edit', { id: grade.id, status: DICT.enable_status.disabled })
    })

    it('a part of a package is replaced by something dearer; what is billed is what the order then owes (I-03)', async () => {
      const made = await counter.order(1000)
      await counter.pay(made.billId, { cash: 1000 })
      const part = await studio.row<{ id: number }>(
        'select "id" from "orderItem" where "orderId" = $1 and "itemType" = $2',
        [made.id, ITEM.goods],
      )
      const itemId = await counter.shop.product({ salePrice: 50 })
      // 50 yuan more for three: 16.67 each.
      const asked = { id: made.id, changes: [{ oldItemId: part.id, itemType: ITEM.goods, itemId, quantity: 3 }] }
      expect(await counter.must('order/priceChange', asked)).toMatchObject({
        changes: [{ changeType: DICT.change_type.replace, diffAmount: 50.01 }],
        ...{ diffAmount: 50.01, payableAmount: 1050.01, dueAmount: 50.01 },
      })
      const changed = await counter.must('order/edit', { ...asked, reason: '换成小相册' })
      expect(changed.diffAmount).toBe(50.01)
      expect(await counter.row('bill', changed.billId)).toMatchObject({ dueAmount: 5001 })
      expect(await order(made.id)).toMatchObject({
        payableAmount: 105001,
        dueAmount: 5001,
        orderStatus: DICT.order_status.submitted,
      })
      expect(await counter.pay(changed.billId, { cash: 50.01 })).toMatchObject({ status: 200 })
      expect(await order(made.id)).toMatchObject({ dueAmount: 0, orderStatus: DICT.order_status.paid })
    })

    it('a service that is changed takes its sessions along; one that was begun stays (rules 1.7, 2.3)', async () => {
      const made = await counter.order(1000)
      await counter.pay(made.billId, { cash: 1000 })
      const partOf = (orderId: number) =>
        studio.row<{ id: number }>('select "id" from "orderItem" where "orderId" = $1 and "itemType" = $2', [
          orderId,
          ITEM.service,
        ])
      const other = await counter.shop.service({ sessionCount: 3 })
      const change = async (orderId: number) => ({
        id: orderId,
        changes: [{ oldItemId: (await partOf(orderId)).id, itemType: ITEM.service, itemId: other, quantity: 1 }],
        reason: '换套餐服务',
      })
      await counter.must('order/edit', await change(made.id))
      const sessions = await counter.rows(
        `select s."sessionStatus", w."workOrderStatus", count(*)::int as n
         from "orderSession" s left join "workOrder" w on w."id" = s."workOrderId"
         where s."orderId" = $1 group by 1, 2 order by 1`,
        [made.id],
      )
      expect(sessions).toEqual([
        { sessionStatus: DICT.session_status.unshot, workOrderStatus: DICT.work_order_status.untreated, n: 3 },
        { sessionStatus: DICT.session_status.cancelled, workOrderStatus: DICT.work_order_status.terminated, n: 2 },
      ])
      const begun = await counter.order(1000)
      await studio.row('update "orderSession" set "sessionStatus" = $2 where "orderId" = $1 returning "id"', [
        begun.id,
        DICT.session_status.shooting,
      ])
      expect(await counter.refused('order/edit', await change(begun.id))).toMatchObject({
        status: 400,
        data: { field: 'changes[0].oldItemId' },
      })
      await studio.row('update "orderSession" set "sessionStatus" = $2 where "orderId" = $1 returning "id"', [
        begun.id,
        DICT.session_status.unshot,
      ])
      // Nobody works for an order that was not paid: what is cancelled then has no work order later either.
      await counter.must('order/edit', await change(begun.id))
      const bill = await studio.row<{ id: number; dueAmount: number }>(
        'select "id", "dueAmount" from "bill" where "orderId" = $1 and "billStatus" = $2 order by "id" limit 1',
        [begun.id, DICT.bill_status.unpaid],
      )
      await counter.pay(bill.id, { cash: bill.dueAmount / 100 })
      const manned = await counter.rows(
        'select "sessionStatus", count("workOrderId")::int as n from "orderSession" where "orderId" = $1 group by 1 order by 1',
        [begun.id],
      )
      expect(manned).toEqual([
        { sessionStatus: DICT.session_status.unshot, n: 3 },
        { sessionStatus: DICT.session_status.cancelled, n: 0 },
      ])
    })

    it('what the customer chose of a product is among what it offers, and goes with it until it is made', async () => {
      const itemId = await counter.shop.product({
        salePrice: 100,
        attributes: [
          {
            attrName: '封面',
            options: [
              { value: 'white', label: '米白' },
              { value: 'brown', label: '真皮棕', extraPrice: 50 },
            ],
          },
        ],
      })
      const made = await counter.order(1000, { items: [{ itemType: ITEM.goods, itemId, quantity: 1 }] })
      const { id } = await studio.row<{ id: number }>(
        'select "id" from "orderItem" where "orderId" = $1 and "itemId" = $2 and "itemType" = $3',
        [made.id, itemId, ITEM.goods],
      )
      const choose = (...attrs: { attrName: string; value: string }[]) =>
        counter.refused('orderDetail/edit', { id, attrs, remark: '刻字：小满' })
      expect(await choose({ attrName: '封面', value: '米白' })).toMatchObject({ status: 200 })
      expect(await counter.row('orderItem', id)).toMatchObject({
        attrs: [{ attrName: '封面', value: '米白' }],
        remark: '刻字：小满',
      })
      expect(await choose({ attrName: '尺寸', value: '大' })).toMatchObject({ data: { field: 'attrs[0].attrName' } })
      expect(await choose({ attrName: '封面', value: '红' })).toMatchObject({ data: { field: 'attrs[0].value' } })
      expect(await choose({ attrName: '封面', value: '米白' }, { attrName: '封面', value: '米白' })).toMatchObject({
        status: 400,
        data: { field: 'attrs' },
      })
      // What must be chosen, and is not, is asked for.
      await studio.db.query('update "productAttr" set "required" = true where "productId" = $1', [itemId])
      expect(await choose()).toMatchObject({
        status: 400,
        data: { field: 'attrs' },
        msg: expect.stringContaining('封面'),
      })
      expect(await counter.list('orderDetail/choices', { id })).toEqual([
        {
          attrName: '封面',
          required: 1,
          options: [
            { value: '米白', extraPrice: null },
            { value: '真皮棕', extraPrice: 50 },
          ],
        },
      ])
    })

    it('what was chosen stays where it is not offered any more, or being made: it is only not changed', async () => {
      const attributes = [{ attrName: '封面', options: [{ value: 'white', label: '米白' }] }]
      const itemId = await counter.shop.product({ salePrice: 100, attributes })
      const made = await counter.order(1000, { items: [{ itemType: ITEM.goods, itemId, quantity: 1 }] })
      const { id } = await studio.row<{ id: number }>(
        'select "id" from "orderItem" where "orderId" = $1 and "itemId" = $2 and "itemType" = $3',
        [made.id, itemId, ITEM.goods],
      )
      const attrs = [{ attrName: '封面', value: '米白' }]
      const choose = (remark: string, chosen: typeof attrs) =>
        counter.refused('orderDetail/edit', { id, attrs: chosen, remark })
      await choose('', attrs)
      await studio.db.query('update "productAttr" set "attrName" = $2 where "productId" = $1', [itemId, '封面颜色'])
      const both = [...attrs, { attrName: '封面颜色', value: '米白' }]
      expect(await choose('', both)).toMatchObject({ status: 200 })
      expect(await counter.row('orderItem', id)).toMatchObject({ attrs: both })
      await studio.db.query(
        `insert into "workProduct" ("companyId", "orderId", "orderItemId", "workProductNo", "unitNo", "produceStatus") values (1, $1, $2, 'ZP-made', 1, $3)`,
        [made.id, id, DICT.produce_status.inProduction],
      )
      expect(await choose('急件', both)).toMatchObject({ status: 200 })
      expect(await choose('急件', attrs)).toMatchObject({ status: 400, data: { field: 'attrs' } })
      expect(await counter.row('orderItem', id)).toMatchObject({ remark: '急件', attrs: both })
      await studio.db.query('delete from "workProduct" where "orderItemId" = $1', [id])
    })

    it('a choice that costs more is billed, and one that costs less again takes the bill back', async () => {
      const attributes = [
        {
          attrName: '封面',
          options: [
            { value: 'white', label: '米白' },
            { value: 'brown', label: '真皮棕', extraPrice: 50 },
          ],
          required: 1,
        },
      ]
      const itemId = await counter.shop.product({ salePrice: 100, attributes })
      const made = await counter.order(1000, { items: [{ itemType: ITEM.goods, itemId, quantity: 2 }] })
      await counter.pay(made.billId, { cash: 1200 })
      const { id } = await studio.row<{ id: number }>(
        'select "id" from "orderItem" where "orderId" = $1 and "itemId" = $2 and "itemType" = $3',
        [made.id, itemId, ITEM.goods],
      )
      const choose = (value: string) => counter.must('orderDetail/edit', { id, attrs: [{ attrName: '封面', value }] })
      const bills = () =>
        counter.rows(
          'select "payableAmount", "billStatus" from "bill" where "orderId" = $1 and "id" > $2 order by "id"',
          [made.id, made.billId],
        )
      expect(await choose('米白')).toMatchObject({ diffAmount: 0, follows: '' })
      expect(await bills()).toEqual([])
      expect(await choose('真皮棕')).toMatchObject({ diffAmount: 100, follows: expect.stringContaining('100.00') })
      expect(await order(made.id)).toMatchObject({ payableAmount: 130000, dueAmount: 10000 })
      expect(await bills()).toEqual([{ payableAmount: 10000, billStatus: DICT.bill_status.unpaid }])
      expect(await choose('真皮棕')).toMatchObject({ diffAmount: 0 })
      expect(await choose('米白')).toMatchObject({ diffAmount: -100 })
      expect(await order(made.id)).toMatchObject({ payableAmount: 120000, dueAmount: 0 })
      expect((await bills()).map((bill) => bill.billStatus)).toEqual([DICT.bill_status.void])
      // Paid for and taken back: what was paid too much is to be refunded.
      const { billId } = await choose('真皮棕')
      await counter.pay(billId ?? 0, { cash: 100 })
      const { refundId } = await choose('米白')
      expect(await counter.row('refund', refundId ?? 0)).toMatchObject({ refundAmount: 10000 })
      // A present is given as it is.
      const gift = await counter.order(1000, { items: [{ itemType: ITEM.goods, itemId, quantity: 1, isGift: 1 }] })
      const given = await studio.row<{ id: number }>('select "id" from "orderItem" where "orderId" = $1 and "isGift"', [
        gift.id,
      ])
      expect(
        await counter.refused('orderDetail/edit', { id: given.id, attrs: [{ attrName: '封面', value: '真皮棕' }] }),
      ).toMatchObject({ status: 400, data: { field: 'attrs' }, msg: expect.stringContaining('50.00') })
    })

    it('a gift goes out of the order again as long as it is not made; nothing else does so', async () => {
      const itemId = await counter.shop.product({ salePrice: 100 })
      const made = await counter.order(1000, { items: [{ itemType: ITEM.goods, itemId, quantity: 1, isGift: 1 }] })
      const items = await counter.rows('select "id", "isGift" from "orderItem" where "orderId" = $1 order by "id"', [
        made.id,
      ])
      const gift = items.find((one) => one.isGift) as { id: number }
      const other = items.find((one) => !one.isGift) as { id: number }
      const before = await order(made.id)
      expect(await counter.refused('orderDetail/del', { id: other.id })).toMatchObject({ status: 400 })
      expect(await counter.refused('orderDetail/del', { id: gift.id, reason: '客户不要' })).toMatchObject({
        status: 200,
      })
      expect(await counter.row('orderItem', gift.id)).toMatchObject({ status: DICT.item_status.cancelled })
      const { payableAmount, dueAmount, orderStatus } = before
      expect(await order(made.id)).toMatchObject({ payableAmount, dueAmount, orderStatus })
      expect(
        await counter.rows('select "reason", "diffAmount" from "orderChange" where "orderId" = $1', [made.id]),
      ).toEqual([{ reason: '客户不要', diffAmount: 0 }])
      expect(await counter.refused('orderDetail/del', { id: gift.id })).toMatchObject({ status: 400 })
    })

    it('what is billed later says who pays for what, as the order does; what costs nothing has no bill', async () => {
      const mobile = '13900004321'
      const customerId = await counter.customer({ mobile, realName: '郑晴' })
      const made = await counter.order(0, { customerId, packageId: await counter.package(1000) })
      await counter.pay(made.billId, { cash: 1000 })
      const goods = await counter.shop.product({ salePrice: 60 })
      const addOn = (discountAmount: number) =>
        counter.must('orderAdd/add', {
          orderId: made.id,
          addType: DICT.order_add_type.service,
          items: [{ itemType: ITEM.goods, itemId: goods, quantity: 1 }],
          discountAmount,
        })
      const given = await addOn(60)
      expect(given).toEqual({ id: given.id, amount: 0 })
      expect(await counter.row('orderAdd', given.id)).toMatchObject({
        billId: null,
        status: DICT.order_add_status.paid,
      })
      const sold = await addOn(0)
      expect(await counter.pay(Number(sold.billId), { cash: 60 })).toMatchObject({ status: 200 })
      const toPackageId = await counter.package(1500)
      const up = await counter.must('orderUpgrade/add', {
        orderId: made.id,
        toPackageId,
      })
      const charged = await counter.must('account/recharge', { customerId, amount: 80 })
      const { orgId, employeeId: salesId } = counter.who
      const payer = { customerId, customerName: '郑晴', mobile, orgId, salesId }
      const bills = [
        [
          sold,
          {
            billType: DICT.bill_type.addOn,
            orderId: made.id,
            payableAmount: 6000,
            title: /^加单 JD/,
            titleEn: /^Add-on JD/,
          },
        ],
        [
          up,
          {
            billType: DICT.bill_type.order,
            orderId: made.id,
            payableAmount: 50000,
            title: /^升级 SJ/,
            titleEn: /^Upgrade SJ/,
          },
        ],
        [
          charged,
          {
            billType: DICT.bill_type.recharge,
            orderId: null,
            payableAmount: 8000,
            title: /^充值 CZ/,
            titleEn: /^Recharge CZ/,
          },
        ],
      ] as const
      for (const [{ id, billId }, { title, titleEn, ...expected }] of bills)
        expect(await counter.row('bill', Number(billId))).toMatchObject({
          ...payer,
          ...expected,
          sourceId: id,
          title: expect.stringMatching(title),
          titleEn: expect.stringMatching(titleEn),
        })
    })

    it('packages to upgrade to are found by what is typed, and by the value at hand', async () => {
      const named = (packageName: string, price: number) => counter.package(price, { packageName })
      const own = await named('起步套系', 1000)
      const made = await counter.order(0, { packageId: own })
      const [cheaper, alike] = [await named('便宜套系', 900), await named('同价套系', 1000)]
      const [forest, sea] = [await named('Forest 森林', 1700), await named('海边', 1800)]
      const found = async (sought: object): Promise<unknown[]> =>
        (await counter.list('upgradeOrder/query', { orderId: made.id, ...sought })).map(({ id }) => id)
      const offered = await found({})
      expect(offered).toEqual(expect.arrayContaining([forest, sea]))
      for (const one of [cheaper, alike, own]) expect(offered).not.toContain(one)
      expect(await found({ keyword: 'forest' })).toEqual([forest])
      expect(await found({ keyword: '起步' })).toEqual([])
      expect(await found({ value: sea })).toEqual([sea])
    })

    it('look-ups say the price that is charged: of the city while an order is made, of the order afterwards', async () => {
      const { chongqing, chengdu } = CITY
      const productId = await counter.shop.product({ salePrice: 58, productName: '钥匙扣甲' })
      const packageId = await counter.package(1000, { packageName: '城市价套系' })
      const there = (itemType: Requests['saleCityPrice/add']['itemType'], itemId: number, values: object) =>
        counter.must('saleCityPrice/add', { cityCode: chengdu, itemType, itemId, ...values })
      await there(ITEM.goods, productId, { price: 46 })
      await there(ITEM.package, packageId, { price: 800 })
      const shown = async (path: 'orderDetail/offers' | 'photoPackage/offers', asked: object) =>
        (await counter.list(path, { ...asked })).map(({ salePrice }) => salePrice)
      const goods = (where: object) =>
        shown('orderDetail/offers', { itemType: ITEM.goods, keyword: '钥匙扣甲', ...where })
      const packages = (cityCode: string) => shown('photoPackage/offers', { keyword: '城市价套系', cityCode })
      expect([await goods({ cityCode: chongqing }), await packages(chongqing)]).toEqual([[58], [1000]])
      expect([await goods({ cityCode: chengdu }), await packages(chengdu)]).toEqual([[46], [800]])
      const made = await counter.order(0, { packageId, cityCode: chengdu })
      expect(await goods({ orderId: made.id })).toEqual([46])
      const sold = await counter.must('orderAdd/add', {
        orderId: made.id,
        addType: DICT.order_add_type.goods,
        items: [{ itemType: ITEM.goods, itemId: productId, quantity: 1 }],
      })
      expect(sold.amount).toBe(46)
      await there(ITEM.goods, await counter.shop.product({ productName: '此城不卖' }), { price: 1, isOnSale: 0 })
      expect(
        await shown('orderDetail/offers', { itemType: ITEM.goods, keyword: '此城不卖', cityCode: chengdu }),
      ).toEqual([])
    })

    it('takes from the special sale at whose price it is sold, and gives back what is cancelled (I-19)', async () => {
      const [goods, large] = [await counter.shop.product({ salePrice: 300 }), await counter.package(1600)]
      const sale = await counter.must('specialSale/add', {
        name: '加购特卖',
        startTime: studio.clock.at - 1,
        endTime: studio.clock.at + 86_400_000,
        items: [
          { itemType: ITEM.goods, itemId: goods, originPrice: 300, salePrice: 100, limitCount: 4 },
          { itemType: ITEM.package, itemId: large, originPrice: 1600, salePrice: 1500, limitCount: 1 },
        ],
      })
      // A sale makes nothing dearer, whatever full price whoever asks says (I-57).
      for (const originPrice of [300, 5000, undefined])
        expect([
          originPrice,
          await counter.refused('specialSale/add', {
            name: `涨价${originPrice}`,
            startTime: studio.clock.at,
            endTime: studio.clock.at + 1,
            items: [{ itemType: ITEM.goods, itemId: goods, originPrice, salePrice: 300.01 }],
          }),
        ]).toMatchObject([originPrice, { status: 400, data: { field: 'items[0].salePrice' } }])
      const sold = async (): Promise<number[]> => {
        const rows = await counter.rows(
          'select "soldCount" as n from "specialSaleItem" where "specialSaleId" = $1 order by "itemType"',
          [sale.id],
        )
        return rows.map(({ n }) => Number(n))
      }
      const made = await counter.order(1000)
      const some = (quantity: number) => ({ items: [{ itemType: ITEM.goods, itemId: goods, quantity }] })
      const added = await counter.must('orderAdd/add', {
        orderId: made.id,
        addType: DICT.order_add_type.goods,
        ...some(2),
      })
      expect(await counter.row('bill', added.billId)).toMatchObject({ payableAmount: 20000 })
      expect(await sold()).toEqual([2, 0])
      await counter.must('orderAdd/edit', { id: added.id, ...some(4) })
      expect(await sold()).toEqual([4, 0])
      // Nothing is left: the next one costs what it costs without the sale.
      const late = await counter.must('orderAdd/add', {
        orderId: made.id,
        addType: DICT.order_add_type.goods,
        ...some(1),
      })
      expect(late.amount).toBe(300)
      await counter.must('orderAdd/del', { id: late.id })
      await counter.must('orderAdd/edit', { id: added.id, ...some(3) })
      expect(await sold()).toEqual([3, 0])
      expect(await counter.must('orderAdd/price', { orderId: made.id, ...some(2) })).toMatchObject({
        itemsAmount: 600,
        hintEn: expect.stringMatching(/^The special sale has 1 of .* left/),
      })
      const changed = await counter.must('order/edit', {
        id: made.id,
        changes: [{ itemType: ITEM.goods, itemId: goods, quantity: 1 }],
        reason: '加',
      })
      expect([changed.diffAmount, await sold()]).toEqual([100, [4, 0]])
      await counter.must('orderAdd/del', { id: added.id })
      expect(await sold()).toEqual([1, 0])
      await counter.must('orderUpgrade/add', { orderId: made.id, toPackageId: large })
      expect(await sold()).toEqual([1, 1])
      const waiting = { orderId: made.id, addType: DICT.order_add_type.goods, ...some(2) }
      await counter.must('orderAdd/add', waiting)
      expect(await sold()).toEqual([3, 1])
      await counter.must('order/del', { id: made.id, reason: '不要了' })
      expect(await sold()).toEqual([0, 0])

      // Paid, it stays sold, and the item says from which sale it came.
      const kept = await counter.order(1000)
      const paid = await counter.must('orderAdd/add', { ...waiting, orderId: kept.id })
      await counter.must('specialSale/edit', { id: sale.id, endTime: studio.clock.at + 1 })
      expect(await counter.pay(kept.billId, { cash: 1000 })).toMatchObject({ status: 200 })
      expect(await counter.pay(paid.billId, { cash: 200 })).toMatchObject({ status: 200 })
      expect(await sold()).toEqual([2, 0])
      const [item] = await counter.rows(
        'select "specialSaleItemId", "price" from "orderItem" where "orderId" = $1 and "itemId" = $2 and "itemType" = 2',
        [kept.id, goods],
      )
      expect(item).toMatchObject({ specialSaleItemId: expect.any(Number) as number, price: 10000 })
    })

    it('an upgrade costs the difference and rebuilds what was not shot', async () => {
      const small = await counter.package(1000)
      const large = await counter.package(1600)
      const made = await counter.order(0, { packageId: small })
      await counter.pay(made.billId, { cash: 1000 })
      const price = (values: object) => counter.must('orderUpgrade/price', { orderId: made.id, ...values })
      expect(await price({})).toMatchObject({ fromAmount: 1000 })
      const foreseen = await price({ toPackageId: large })
      expect(foreseen).toMatchObject({ fromAmount: 1000, toAmount: 1600, diffAmount: 600 })
      const up = await counter.must('orderUpgrade/add', {
        orderId: made.id,
        toPackageId: large,
      })
      expect(up.diffAmount).toBe(600)
      expect(await order(made.id)).toMatchObject({
        payableAmount: 160000,
        depositAmount: 32000,
        dueAmount: 60000,
        orderStatus: DICT.order_status.submitted,
        payStatus: DICT.pay_status.depositPaid,
        packageId: large,
      })
      expect(await counter.pay(up.billId, { cash: 600 })).toMatchObject({ status: 200 })
      expect(await order(made.id)).toMatchObject({
        dueAmount: 0,
        orderStatus: DICT.order_status.paid,
        payStatus: DICT.pay_status.paidInFull,
      })
      const live = await counter.rows(
        'select "sessionStatus", count(*) as n from "orderSession" where "orderId" = $1 group by 1 order by 1',
        [made.id],
      )
      expect(live).toEqual([
        { sessionStatus: DICT.session_status.unshot, n: 2 },
        { sessionStatus: DICT.session_status.cancelled, n: 2 },
      ])
      expect((await counter.refused('orderUpgrade/add', { orderId: made.id, toPackageId: small })).status).toBe(400)
    })

    it('an upgrade keeps the photos that were sold besides, and waits for add-ons to be paid', async () => {
      const [small, large] = [
        await counter.package(1000, { pickQuota: 30, extraPhotoPrice: 20 }),
        await counter.package(1600, { pickQuota: 50, extraPhotoPrice: 20 }),
      ]
      const made = await counter.order(0, { packageId: small })
      await counter.pay(made.billId, { cash: 1000 })
      const sold = await counter.must('orderAdd/add', {
        orderId: made.id,
        addType: DICT.order_add_type.service,
        photoCount: 4,
      })
      const upgrade = { orderId: made.id, toPackageId: large }
      expect(await counter.refused('orderUpgrade/add', upgrade)).toMatchObject({
        status: 400,
        msg: '订单还有未付款的加单',
      })
      await counter.pay(Number(sold.billId), { cash: 80 })
      expect(await order(made.id)).toMatchObject({ pickQuota: 34 })
      await counter.must('orderUpgrade/add', upgrade)
      expect(await order(made.id)).toMatchObject({ pickQuota: 54 })
    })

    it('an unpaid order is cancelled with its bill and sessions; a paid one is not', async () => {
      const made = await counter.order(500)
      await counter.must('order/del', { id: made.id, reason: '客户改期' })
      expect(await order(made.id)).toMatchObject({ closeStatus: DICT.order_close.cancelled })
      expect(await counter.row('bill', made.billId)).toMatchObject({ billStatus: DICT.bill_status.void })
      const paid = await counter.order(500)
      await counter.pay(paid.billId, { cash: 500 })
      expect((await counter.refused('order/del', { id: paid.id })).status).toBe(400)
    })

    describe('below the lowest price (I-11)', () => {
      const below = (least: string) => [400, `最低可成交 ￥${least}，更低须店长放行`]
      const BELOW = below('85.00')
      let goods = 0
      beforeAll(async () => {
        goods = await counter.shop.product({ salePrice: 100 })
        const { id: priceSystemId } = await counter.must('priceSystem/add', {
          name: '门市统一价',
          code: 'MS',
          startDate: TODAY,
          cityCodes: [],
        })
        const line = { itemType: ITEM.goods, itemId: goods, price: 100, minPrice: 85 }
        await counter.must('priceItem/add', { priceSystemId, ...line })
      })
      const told = ({ status, msg }: { status: number; msg: string }) => [status, msg]
      const sells = async (who: string, values: Record<string, unknown>, price?: number) => {
        const actor = await studio.actor(who)
        return counter.refused(
          'order/add',
          {
            businessType: DICT.business_type.baby,
            cityCode: '500100',
            orgId: actor.orgId,
            salesId: actor.employeeId,
            customerId: await counter.customer({ salesId: actor.employeeId }),
            items: [{ itemType: ITEM.goods, itemId: goods, quantity: 2, ...(price === undefined ? {} : { price }) }],
            ...values,
          },
          actor,
        )
      }

      it('is a gift, too, of what has a lowest price', async () => {
        const gift = { items: [{ itemType: ITEM.goods, itemId: goods, quantity: 1, isGift: 1 }] }
        const refused = await sells('seller', gift)
        expect([told(refused), refused.data]).toEqual([
          [400, '该项目有最低价，赠送须店长放行'],
          { field: 'items[0].isGift' },
        ])
        expect((await sells('manager', gift)).status).toBe(200)
      })

      it('a consultant agrees on the lowest price, a manager on less', async () => {
        const refused = await sells('seller', {}, 84.99)
        expect(told(refused)).toEqual(BELOW)
        expect(refused.data).toMatchObject({ field: 'items[0].price' })
        expect(await sells('seller', {}, 85)).toMatchObject({ status: 200 })
        expect(await sells('manager', {}, 84.99)).toMatchObject({ status: 200 })
      })

      it('a discount goes no further than the lowest prices of all that is sold', async () => {
        const refused = await sells('seller', { discountAmount: 30.01 })
        expect(told(refused)).toEqual(below('170.00'))
        expect(refused.data).toMatchObject({ field: 'discountAmount' })
        expect(await sells('seller', { discountAmount: 30 })).toMatchObject({ status: 200 })
        expect(await sells('manager', { discountAmount: 30.01 })).toMatchObject({ status: 200 })
      })

      it('the price says so while the order is put together', async () => {
        const asked = async (price: number, discountAmount = 0) =>
          counter.must(
            'order/price',
            {
              cityCode: '500100',
              items: [{ itemType: ITEM.goods, itemId: goods, quantity: 2, price }],
              discountAmount,
            },
            await studio.actor('seller'),
          )
        expect(await asked(84.99)).toMatchObject({
          hint: BELOW[1],
          hintEn: 'The lowest price is ￥85.00; a manager has to allow less',
          payableAmount: 169.98,
        })
        expect(await asked(100, 9999)).toMatchObject({ hint: '优惠不能大于原价' })
        expect(await asked(85)).not.toHaveProperty('hint')
      })

      it('nor does what is added to an order, or changed in it', async () => {
        const seller = await studio.actor('seller')
        const made = (await sells('seller', {})).data as { id: number; billId: number }
        await counter.pay(made.billId, { cash: 200 })
        const added = (price: number) =>
          counter.refused(
            'orderAdd/add',
            {
              orderId: made.id,
              addType: DICT.order_add_type.service,
              items: [{ itemType: ITEM.goods, itemId: goods, quantity: 1, price }],
            },
            seller,
          )
        expect(told(await added(84.99))).toEqual(BELOW)
        expect(await added(85)).toMatchObject({ status: 200 })
        const changes = [{ itemType: ITEM.goods, itemId: goods, quantity: 1, price: 84.99 }]
        const changed = (who: typeof seller) =>
          counter.refused('order/edit', { id: made.id, changes, reason: '加一本' }, who)
        expect(told(await changed(seller))).toEqual(BELOW)
        // Said beforehand as a hint, not as a refusal.
        const hint = (await studio.must(seller, 'order/priceChange', { id: made.id, changes })).hintEn
        expect(hint).toContain('The lowest price is')
        expect(await changed(await studio.actor('manager'))).toMatchObject({ status: 200 })
      })
    })

    it('a coupon is used once, and comes back with the order that is cancelled (I-11)', async () => {
      const customerId = await counter.customer()
      const { id: couponId } = await counter.must('coupon/add', {
        name: `券${customerId}`,
        code: `C${customerId}`,
        faceValue: 50,
        minSpend: 100,
        validFrom: studio.clock.at - 1,
        validTo: studio.clock.at + 86_400_000,
        totalCount: 10,
      })
      const held = await studio.row<{ id: number }>(
        'insert into "customerCoupon" ("companyId", "couponNo", "couponId", "customerId", "status", "validTo", "createTime", "updateTime", "version", "isDel") values (1, $2, $1, $3, 1, now() + interval \'1 year\', now(), now(), 1, false) returning "id"',
        [couponId, `Q${customerId}`, customerId],
      )
      const packageId = await counter.package(500)
      const again = () =>
        counter.refused('order/add', {
          customerId,
          packageId,
          businessType: DICT.business_type.baby,
          cityCode: '500100',
          orgId: counter.who.orgId,
          salesId: counter.who.employeeId,
          couponIds: [held.id],
        })
      await counter.must('coupon/edit', { id: couponId, validFrom: studio.clock.at + 3_600_000 })
      expect(await again()).toMatchObject({ status: 400, msg: '现金券未到使用时间' })
      await counter.must('coupon/edit', { id: couponId, validFrom: studio.clock.at - 1 })
      const made = await counter.order(500, { customerId, couponIds: [held.id] })
      expect(await order(made.id)).toMatchObject({ couponAmount: 5000, payableAmount: 45000 })
      const second = await again()
      expect([second.status, second.msg]).toEqual([400, '现金券已使用'])
      await counter.must('order/del', { id: made.id })
      expect(await counter.row('customerCoupon', held.id)).toMatchObject({ status: DICT.coupon_status.unused })
    })

    it('is finished only with nothing due and nothing open (I-38)', async () => {
      const made = await counter.order(100)
      await counter.pay(made.billId, { cash: 100 })
      expect((await counter.refused('order/edit', { id: made.id, finish: 1 })).status).toBe(400)
      const seller = await studio.actor('seller')
      expect((await counter.refused('order/edit', { id: made.id, finish: 1 }, seller)).status).toBe(403)
    })
  })

  describe('statements', () => {
    it('add up to the records, freeze them when reported, and count balances apart (I-05, I-10)', async () => {
      const customerId = await charged(500)
      studio.clock.at += 86_400_000
      const made = await counter.order(1000)
      await counter.pay(made.billId, { cash: 300, card: 700 })
      const gold = await counter.order(300, { customerId })
      await counter.pay(gold.billId, { balance: 300 })
      const added = await counter.must('orderAdd/add', {
        orderId: gold.id,
        addType: DICT.order_add_type.goods,
        items: [{ itemType: ITEM.goods, itemId: await counter.shop.product({ salePrice: 120 }), quantity: 1 }],
      })
      expect(await counter.pay(added.billId, { balance: 120 })).toMatchObject({ status: 200 })
      const sums = { receiptAmount: 100000, refundAmount: 0, netAmount: 100000, goldAmount: 42000 }
      expect(await studio.row('select * from "cashStatistics" order by "id" desc limit 1')).toMatchObject({
        ...sums,
        status: DICT.statement_status.open,
      })
      const day = studio.clock.at - ((studio.clock.at + 8 * 3_600_000) % 86_400_000)
      const counted = { accountDate: day, placeId: counter.placeId, cashInHand: 299 }
      const report = (values: Record<string, unknown>) =>
        counter.refused('cash_statistics/theReport', { ...counted, ...values })
      for (const [field, values] of [
        ['remark', {}],
        ['accountDate', { accountDate: day + 86_400_000, remark: '少收' }],
        ['accountDate', { accountDate: day - 400 * 86_400_000, remark: '少收' }],
      ] as const)
        expect(await report(values)).toMatchObject({ status: 400, data: { field } })
      expect((await counter.must('cash_statistics/places', {})).map(({ id }) => id)).toEqual([counter.placeId])
      const told = await counter.must('cash_statistics/theReport', {
        ...counted,
        remark: '找零少收一元',
      })
      expect(told.difference).toBe(-1)
      expect(await counter.row('cashStatistics', told.id)).toMatchObject({
        ...sums,
        status: DICT.statement_status.reported,
      })
      const [record] = await counter.rows(
        'select "id", "statementId" from "cashRecord" where "orderId" = $1 order by "id"',
        [made.id],
      )
      expect(record?.statementId).toBe(told.id)
      expect(await counter.refused('cashRecord/reverse', { id: record?.id, remark: '收错' })).toMatchObject({
        status: 200,
      })
      const [back] = await counter.rows('select "amount", "accountDate" from "cashRecord" where "reverseOf" = $1', [
        record?.id,
      ])
      expect(back).toMatchObject({ amount: -30000, accountDate: day + 86_400_000 })
      expect(await order(made.id)).toMatchObject({
        paidAmount: 70000,
        dueAmount: 30000,
        orderStatus: DICT.order_status.submitted,
      })
      expect(await counter.refused('cash_statistics/confirm', { id: told.id })).toMatchObject({
        status: 400,
        msg: '不能审核自己的日结单',
      })
      const finance = await studio.actor('finance')
      await studio.must(finance, 'cash_statistics/confirm', { id: told.id, return: 1, remark: '请复核零钱' })
      // What was given back is begun with as it was, and what finance said is told.
      expect(await counter.must('cash_statistics/today')).toMatchObject({
        ...{ accountDate: day, placeId: counter.placeId, cashInHand: 299, remark: '找零少收一元' },
      })
      expect(await counter.must('cash_statistics/foresee', counted)).toMatchObject({ confirmRemark: '请复核零钱' })
      expect(await counter.row('cashStatistics', told.id)).toMatchObject({
        notice: DICT.statement_notice.givenBack,
        difference: null,
      })
      // Another day has nothing of what was counted then.
      const { placeId } = counter
      expect(await counter.must('cash_statistics/today', { accountDate: day - 86_400_000, placeId })).toMatchObject({
        ...{ accountDate: day - 86_400_000, placeId, cashInHand: null, remark: null },
      })
      await counter.must('cash_statistics/theReport', { ...counted, remark: '找零少收一元' })
      expect(await counter.must('cash_statistics/foresee', counted)).toMatchObject({ hint: '该日已上报' })
      expect(await counter.refused('cash_statistics/theReport', counted)).toMatchObject({
        ...{ status: 400, msg: '该日已上报', data: { field: 'accountDate' } },
      })
      await studio.must(finance, 'cash_statistics/confirm', { id: told.id })
      expect(await counter.row('cashStatistics', told.id)).toMatchObject({
        status: DICT.statement_status.confirmed,
        remark: '找零少收一元',
        confirmRemark: '请复核零钱',
      })
      // Whoever is no cashier has no day to report.
      expect(await studio.call(finance, 'cash_statistics/theReport', counted)).toMatchObject({
        ...{ status: 400, msg: '当前员工不是可用的收银员' },
      })
    })

    it('a bill is found by the number of its order, its own, and the name and number of who pays', async () => {
      const customerId = await counter.customer({ realName: '寻账单', mobile: '13977770001' })
      const made = await counter.order(77, { customerId })
      const bill = await counter.row('bill', made.billId)
      for (const keyword of [made.orderNo, bill.billNo, '寻账单', '7770001']) {
        const rows = await counter.must('cashRegister/query', { keyword, pageNO: 1, pageRows: 10 })
        expect([keyword, rows.map((one) => one.id)]).toEqual([keyword, [made.billId]])
      }
    })

    it('an invoice is never for more than was paid (I-13)', async () => {
      const made = await counter.order(500)
      const { payRecordId } = (await counter.pay(made.billId, { cash: 500 })).data as { payRecordId: number }
      const issue = (amount: number, invoiceNo: string) =>
        counter.refused('pay_record/invoiceRegister', {
          payRecordId,
          invoiceStatus: DICT.invoice_status.issuedButNotCollected,
          invoiceNo,
          title: '星宝',
          amount,
        })
      expect(await issue(300, 'F1')).toMatchObject({ status: 200 })
      expect((await issue(201, 'F2')).status).toBe(400)
      expect(await issue(200, 'F3')).toMatchObject({ status: 200 })
    })

    it('prints a receipt of money that went out, and of each record again', async () => {
      const made = await counter.order(120)
      await counter
        .must('account/recharge', { customerId: made.customerId, amount: 50 })
        .then((paid) => counter.pay(Number(paid.billId), { cash: 50 }))
      const taken = await counter.pay(made.billId, { balance: 50, card: 70 })
      const pageOf = async (
        path: 'cashRecord/receipt' | 'file/turn/payBill',
        input: { id?: number; payRecordId?: number },
      ) => {
        const { url } = await counter.must(path, input)
        return String(await studio.files.get(pathOfKey(url.replace('/files/', ''))))
      }
      const { payRecordId, cashRecordIds } = taken.data as { payRecordId: number; cashRecordIds: number[] }
      const first = await pageOf('file/turn/payBill', { payRecordId })
      expect(first).toContain(`<td>订单号</td><td>${made.orderNo}</td>`)
      expect(first).toContain('<td>账户余额</td><td>￥0.00</td>')
      expect(await pageOf('cashRecord/receipt', { id: cashRecordIds[1] })).toBe(first)
      const { id } = await counter.must('cashRefund/refund', {
        orderId: made.id,
        sourceType: DICT.refund_source.order,
        refundType: DICT.refund_type.partial,
        refundWay: DICT.refund_way.original,
        refundAmount: 20,
        reason: DICT.refund_reason.customer,
      })
      await counter.must('cashRefund/confirm', { id, action: 'approve' }, await studio.actor('manager'))
      expect(await counter.must('cashRefund/ways', { id }, { ...counter.who, lang: 'en' })).toEqual({
        split: 'Card ￥20.00',
      })
      const { cashRecordId, split } = await counter.must('cashRefund/confirm', { id, action: 'pay', tradeNo: 'T-9' })
      expect(split).toBe('刷卡 ￥20.00')
      const page = await pageOf('cashRecord/receipt', { id: cashRecordId })
      for (const text of ['退款凭证', made.orderNo, '￥20.00', '客户签字']) expect(page).toContain(text)
    })

    it('prints all that a refund paid out, by each way', async () => {
      const made = await counter.order(120)
      await counter.pay(made.billId, { cash: 60, card: 60 })
      const { id } = await counter.must('cashRefund/refund', {
        ...{ orderId: made.id, sourceType: DICT.refund_source.order, refundType: DICT.refund_type.partial },
        ...{ refundWay: DICT.refund_way.original, refundAmount: 100, reason: DICT.refund_reason.customer },
      })
      await counter.must('cashRefund/confirm', { id, action: 'approve' }, await studio.actor('manager'))
      const { cashRecordId } = await counter.must('cashRefund/confirm', { id, action: 'pay', tradeNo: 'T-10' })
      const { url } = await counter.must('cashRecord/receipt', { id: cashRecordId })
      const page = String(await studio.files.get(pathOfKey(url.replace('/files/', ''))))
      for (const text of ['￥100.00', '￥60.00', '￥40.00', '现金', '刷卡']) expect(page).toContain(text)
    })

    it('names the payer of a bill in its payment, also one who is no customer', async () => {
      const { id } = await counter.must('cashRegister/otherAdd', {
        customerName: '柜台甲',
        title: '相框',
        payableAmount: 60,
      })
      const { payRecordId } = (await counter.pay(Number(id), { cash: 60 })).data as { payRecordId: number }
      const [found] = await counter.must('pay_record/query', { nameOrTel: '柜台甲', pageNO: 1, pageRows: 1 })
      expect(found).toMatchObject({ id: payRecordId, customerId: null, customerName: '柜台甲' })
      const known = await counter.order(40)
      await counter.pay(known.billId, { cash: 40 })
      const { realName } = await counter.row('customer', known.customerId)
      expect(
        await counter.must('pay_record/query', { nameOrTel: String(realName), pageNO: 1, pageRows: 1 }),
      ).toMatchObject([{ customerId: known.customerId, customerName: realName }])
    })

    it('prints a receipt of the payment', async () => {
      const store = { code: 'CQ-YB', name: '渝北店', storeType: DICT.store_type.retailStore, cityCode: '500100' }
      const { id: storeId } = await counter.must('store/add', { ...store, address: '北城路1号', phone: '023-67001234' })
      const { cashAddressId } = await counter.row('place', counter.placeId)
      await counter.must('cashAddress/edit', { id: Number(cashAddressId), storeId })
      const made = await counter.order(120)
      const { payRecordId } = (await counter.pay(made.billId, { cash: 120 })).data as { payRecordId: number }
      const { url } = await counter.must('file/turn/payBill', { payRecordId })
      expect(url).toMatch(/^\/files\/t[0-9a-f]{40}\.html$/)
      const page = String(await studio.files.get(pathOfKey(url.replace('/files/', ''))))
      const { realName } = await counter.row('employee', Number(counter.who.employeeId))
      expect(page).toContain(`<td>收银员</td><td>${String(realName)}</td>`)
      expect(page).toContain('<td>现金</td><td>￥120.00</td>')
      expect(page).toContain('<p>北城路1号</p><p>023-67001234</p>')
      // Whoever knows every word of a page does not know its address: that follows from what only the server has.
      const known = ['sha1', 'sha256', 'sha512'].flatMap((kind) =>
        [page, `${counter.who.companyId}/${page}`].map((text) =>
          createHash(kind).update(text).digest('hex').slice(0, 32),
        ),
      )
      expect(known.filter((stem) => url.includes(stem))).toEqual([])
      expect((await counter.must('file/turn/payBill', { payRecordId })).url).toBe(url)
      // The order itself goes on paper, too; its code is scanned at the till.
      const paper = await counter.must('order/sheet', { id: made.id }, { ...counter.who, lang: 'en' })
      const sheet = String(await studio.files.get(pathOfKey(paper.url.replace('/files/', ''))))
      for (const text of [`aria-label="${made.orderNo}"`, 'Payable: ￥120.00', 'Due: ￥0.00'])
        expect(sheet).toContain(text)
    })
  })

  describe('paid in full', () => {
    const referral = async (values: Record<string, unknown> = {}): Promise<number> => {
      const { id } = await counter.must('recommend/add', {
        introdType: DICT.introd_type.customer,
        introducerId: await counter.customer(),
        friendName: '朋友',
        friendMobile: `135${String(10_000_000 + ++friends)}`,
        businessType: DICT.business_type.baby,
        ...values,
      })
      return id
    }
    let friends = 0
    const passed = async (values: Record<string, unknown> = {}): Promise<number> => {
      const id = await referral(values)
      await counter.must('recommend/review', { ids: [id], result: DICT.review_status.passed })
      return id
    }
    const awards = (recommendId: number) =>
      counter.rows(
        'select "awardStep", "awardType", "amount", "integral", "sendStatus", "receiverCustomerId", "receiverEmployeeId", "receiverName" from "award" where "recommendId" = $1',
        [recommendId],
      )

    it('rewards whoever sent the customer, once: a member with points, others with cash to be paid out (I-55)', async () => {
      const introducer = await counter.customer()
      const grade = await counter.must('memberConfig/add', {
        gradeName: '会员',
        gradeCode: 'gold',
        memberGrade: DICT.member_grade.member,
        sortNum: 2,
        upgradeAmount: 5000,
      })
      const spent = await counter.order(5000, { customerId: introducer })
      await counter.pay(spent.billId, { cash: 5000 })
      const [member] = await counter.rows('select "id", "integral" from "members" where "customerId" = $1', [
        introducer,
      ])
      const recommendId = await passed({ introducerId: introducer })
      const made = await counter.order(1000, { recommendId })
      expect(await counter.row('recommend', recommendId)).toMatchObject({
        orderId: made.id,
        awardStatus: DICT.award_status.none,
      })
      await counter.pay(made.billId, { cash: 400 })
      expect(await awards(recommendId)).toEqual([])
      await counter.pay(made.billId, { cash: 600 })
      const points = {
        awardStep: DICT.award_step.signedOrder,
        awardType: DICT.award_type.integral,
        amount: 0,
        integral: 500,
        sendStatus: DICT.send_status.sent,
        receiverCustomerId: introducer,
        receiverEmployeeId: null,
        receiverName: (await counter.row('customer', introducer)).realName,
      }
      expect(await awards(recommendId)).toEqual([points])
      expect(await counter.row('members', Number(member?.id))).toMatchObject({
        integral: Number(member?.integral) + 500,
      })
      expect(await counter.row('recommend', recommendId)).toMatchObject({ awardStatus: DICT.award_status.sent })
      const again = await counter.order(300, { recommendId })
      await counter.pay(again.billId, { cash: 300 })
      expect(await awards(recommendId)).toEqual([points])

      const byEmployee = await passed({ introdType: DICT.introd_type.employee, introducerId: counter.who.employeeId })
      const { id: chanceId } = await counter.must('chance/add', {
        recommendId: byEmployee,
        businessType: DICT.business_type.baby,
      })
      const second = await counter.order(800, { chanceId })
      await counter.pay(second.billId, { cash: 800 })
      expect(await awards(byEmployee)).toEqual([
        {
          ...points,
          awardType: DICT.award_type.cash,
          amount: 10000,
          integral: 0,
          sendStatus: DICT.send_status.queued,
          receiverCustomerId: null,
          receiverEmployeeId: counter.who.employeeId,
          receiverName: (await counter.row('employee', Number(counter.who.employeeId))).realName,
        },
      ])
      expect(await counter.row('recommend', byEmployee)).toMatchObject({ awardStatus: DICT.award_status.toSend })
      await counter.must('memberConfig/edit', { id: grade.id, status: DICT.enable_status.disabled })
    })

    it('rewards nobody for a referral that was not passed', async () => {
      const recommendId = await referral()
      await counter.must('recommend/review', {
        ids: [recommendId],
        result: DICT.review_status.rejected,
        rejectReason: '重复推荐',
      })
      const made = await counter.order(200, { recommendId })
      await counter.pay(made.billId, { cash: 200 })
      expect(await awards(recommendId)).toEqual([])
    })

    it('tells the customer by the template of the scene; a template that wants what there is not fails alone', async () => {
      const { id } = await counter.must('smstemplate/add', {
        code: 'orderPaid',
        name: '付款成功',
        scene: DICT.sms_scene.paid,
        content: '${customerName}，订单${orderNo}已付清${amount}',
        signName: '星宝摄影',
      })
      const said = (orderId: number) =>
        counter.rows(
          'select "content", "sendStatus", "failReason" from "smsRecord" where "sourceType" = \'order\' and "sourceId" = $1',
          [orderId],
        )
      const made = await counter.order(1000)
      await counter.pay(made.billId, { cash: 400 })
      expect(await said(made.id)).toEqual([])
      await counter.pay(made.billId, { cash: 600 })
      const { realName } = await counter.row('customer', made.customerId)
      expect(await said(made.id)).toEqual([
        {
          content: `【星宝摄影】${String(realName)}，订单${made.orderNo}已付清￥1,000.00`,
          sendStatus: DICT.send_status.queued,
          failReason: null,
        },
      ])
      await counter.must('smstemplate/edit', { id, content: '${siteName}见' })
      const other = await counter.order(500)
      expect((await counter.pay(other.billId, { cash: 500 })).status).toBe(200)
      expect(await said(other.id)).toEqual([
        { content: '【星宝摄影】${siteName}见', sendStatus: DICT.send_status.failed, failReason: '缺少变量 siteName' },
      ])
      await counter.must('smstemplate/edit', { id, status: DICT.enable_status.disabled })
    })
  })

  describe('an order that is removed', () => {
    let channelTypeId = 0
    beforeAll(async () => {
      channelTypeId = (await counter.must('channeltype/add', { name: '妇产医院', code: 'FC' })).id
    })
    const won = async (mobile: string) => {
      const { id: clueId } = await counter.must('analysis/add', {
        realName: '陈雨',
        mobile,
        businessType: DICT.business_type.baby,
        channelTypeId,
        employeeId: counter.who.employeeId,
      })
      const { id: chanceId } = await counter.must('chance/add', { clueId, businessType: DICT.business_type.baby })
      const { customerId } = await counter.must('chance/transform', {
        id: chanceId,
        customer: { realName: '陈雨', mobile, cityCode: '500100' },
        openOrder: 0,
      })
      return { clueId, chanceId, ...(await counter.order(600, { chanceId, customerId })) }
    }
    const chance = (id: number) => counter.row('chance', id)
    const clue = (id: number) => counter.row('analysis', id)

    it('opens its won chance again, and its clue with it', async () => {
      const { clueId, chanceId, id } = await won('13600000001')
      expect(await chance(chanceId)).toMatchObject({ chanceStatus: DICT.chance_status.won, orderId: id })
      expect(await clue(clueId)).toMatchObject({ analysisStatus: DICT.analysis_status.won })
      await counter.must('order/del', { id })
      expect(await chance(chanceId)).toMatchObject({
        chanceStatus: DICT.chance_status.open,
        orderId: null,
        probability: DICT.win_probability.p90,
      })
      expect(await clue(clueId)).toMatchObject({ analysisStatus: DICT.analysis_status.turned })
    })

    it('leaves the chance won where another is open for that number by now', async () => {
      const { chanceId, id } = await won('13600000002')
      await counter.must('chance/add', {
        realName: '陈雨',
        mobile: '13600000002',
        businessType: DICT.business_type.baby,
      })
      await counter.must('order/del', { id })
      expect(await chance(chanceId)).toMatchObject({ chanceStatus: DICT.chance_status.won, orderId: null })
    })
  })

  it('leaves every invariant standing, whatever was done above', async () => {
    const verdicts = await verify(studio.db, studio.model)
    expect(verdicts.length).toBeGreaterThan(12)
    expect(
      verdicts.filter(({ broken }) => broken.length > 0).map(({ invariant, broken }) => [invariant.code, broken]),
    ).toEqual([])
  })

  it('an invariant that is broken is named, with the row', async () => {
    const [record] = await counter.rows(
      'select "id", "orderId" from "cashRecord" where "orderId" is not null order by "id" limit 1',
    )
    await studio.db.query('update "cashRecord" set "amount" = "amount" + 1 where "id" = $1', [record?.id])
    const verdicts = await verify(studio.db, studio.model)
    expect(verdicts.filter(({ broken }) => broken.length > 0).map(({ invariant }) => invariant.code)).toEqual(
      expect.arrayContaining(['I-01', 'I-04']),
    )
  })
})
