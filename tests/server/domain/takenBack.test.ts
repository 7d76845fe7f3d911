/** What money that goes back takes with it (rules 2.15, 2.16; I-11 … I-13): bonus, points, coupons, invoices, items. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Requests } from '../../../src/generated/wire.ts'
import { DICT } from '../../../src/generated/dictionaries.ts'
import type { Answer } from '../../../src/model/web.ts'
import { verify } from '../../../src/server/platform/invariants/index.ts'
import { rulesEngines } from '../db/engines.ts'
import { ITEM } from './catalogue.ts'
import { Counter } from './counter.ts'
import { Studio } from './studio.ts'

const DAY = 86_400_000
const WAY = DICT.refund_way

describe.each(rulesEngines)('what goes with money that goes back on $name', (engine) => {
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
  afterAll(async () => {
    expect((await verify(studio.db, studio.model)).filter(({ broken }) => broken.length > 0)).toEqual([])
    await studio.close()
  })

  const field = ({ status, data }: Answer) => [status, (data as { field?: string } | null)?.field]
  const during = () => ({ startTime: studio.clock.at - 1, endTime: studio.clock.at + DAY })
  const asks = (values: Requests['cashRefund/refund']) =>
    counter.refused('cashRefund/refund', {
      refundType: DICT.refund_type.partial,
      refundWay: WAY.original,
      reason: DICT.refund_reason.customer,
      ...values,
    })
  const approved = async (values: Requests['cashRefund/refund']): Promise<number> => {
    const told = await asks(values)
    if (told.status !== 200) throw new Error(told.msg)
    const { id } = told.data as { id: number }
    await studio.must('manager', 'cashRefund/confirm', { id, action: 'approve' })
    return id
  }
  const paysOut = (id: number, payMethodId?: number) =>
    counter.refused('cashRefund/confirm', { id, action: 'pay', ...(payMethodId ? { payMethodId } : {}) })
  const back = async (values: Requests['cashRefund/refund']) =>
    paysOut(await approved(values), values.accountId ? counter.ways.card : undefined)
  const accountOf = (customerId: number) =>
    studio.row<{ id: number; principalBalance: number; giftBalance: number }>(
      'select "id", "principalBalance", "giftBalance" from "account" where "customerId" = $1',
      [customerId],
    )
  const ofAccount = async (customerId: number, refundAmount: number) =>
    ({ sourceType: DICT.refund_source.recharge, accountId: (await accountOf(customerId)).id, refundAmount }) as const

  let made = 0
  const coupon = async (values: Requests['coupon/add'] = {}) => {
    const code = `T${++made}`
    const { id } = await counter.must('coupon/add', {
      ...{ name: `券${code}`, code, faceValue: 100, validFrom: studio.clock.at - 1, totalCount: 10 },
      validTo: studio.clock.at + DAY,
      ...values,
    })
    return id
  }
  const given = async (customerId: number, values: Requests['coupon/add'] = {}) => {
    const couponId = await coupon(values)
    await counter.must('coupon/give', { couponId, customerIds: [customerId] })
    return studio.row<{ id: number; couponNo: string }>(
      'select "id", "couponNo" from "customerCoupon" where "couponId" = $1',
      [couponId],
    )
  }
  const goods = (itemId: number, quantity = 1) => ({ itemType: ITEM.goods, itemId, quantity })
  /** The line of something sold. */
  const lineOf = (orderId: number, itemId: number, itemType: number = ITEM.goods) =>
    studio.row<{ id: number }>(
      'select "id" from "orderItem" where "orderId" = $1 and "itemId" = $2 and "itemType" = $3 order by "id"',
      [orderId, itemId, itemType],
    )
  const charged = async (amount: number, offer: Requests['rechargeActivity/add'] = {}) => {
    const customerId = await counter.customer()
    const gives = Object.keys(offer).length > 0
    const rechargeActivityId = gives
      ? (
          await counter.must('rechargeActivity/add', {
            ...{ name: `充值${++made}`, rechargeAmount: amount },
            ...during(),
            ...offer,
          })
        ).id
      : null
    const { id, billId } = await counter.must('account/recharge', { customerId, amount, rechargeActivityId })
    const { data } = await counter.pay(billId, { card: amount })
    return { customerId, rechargeId: id, ...(data as { payRecordId: number }) }
  }
  const issues = (payRecordId: number, amount: number) =>
    counter.refused('pay_record/invoiceRegister', {
      ...{ payRecordId, invoiceStatus: DICT.invoice_status.issuedButNotCollected, title: '星宝', amount },
      invoiceNo: `F${++made}`,
    })

  describe('a coupon for categories', () => {
    let frames = 0
    let below = 0
    let customerId = 0
    const category = (values: Requests['productCategory/add']) =>
      studio.add(counter.who, 'productCategory/add', { categoryKind: DICT.category_kind.goods, ...values })
    beforeAll(async () => {
      frames = await category({ categoryCode: 'KJ', categoryName: '画框' })
      below = await category({ categoryCode: 'KJ1', categoryName: '木框', parentId: frames })
    })
    beforeEach(async () => {
      customerId = await counter.customer()
    })

    it('pays what is in them or below them, in an order', async () => {
      const frame = await counter.shop.product({ categoryId: below, salePrice: 80 })
      const held = await given(customerId, { productCategoryIds: [frames] })
      const without = await counter.refused('order/add', {
        ...{ customerId, packageId: await counter.package(500), couponIds: [held.id], cityCode: '500100' },
        ...{ businessType: DICT.business_type.baby, orgId: counter.who.orgId, salesId: counter.who.employeeId },
      })
      expect([...field(without), without.msg]).toEqual([400, 'couponIds', '此券只能用于 画框'])
      const order = await counter.order(500, { customerId, couponIds: [held.id], items: [goods(frame)] })
      expect(await counter.row('order', order.id)).toMatchObject({ couponAmount: 8000, payableAmount: 50_000 })
    })

    it('two of them pay together no more than it costs', async () => {
      const frame = await counter.shop.product({ categoryId: frames, salePrice: 150 })
      const couponIds = []
      for (let i = 0; i < 2; i++) couponIds.push((await given(customerId, { productCategoryIds: [frames] })).id)
      const order = await counter.order(500, { customerId, couponIds, items: [goods(frame)] })
      expect(await counter.row('order', order.id)).toMatchObject({ couponAmount: 15_000, payableAmount: 50_000 })
    })

    it('two of them pay together no more than it costs at the till, too, and keep what they paid for', async () => {
      const frame = await counter.shop.product({ categoryId: frames, salePrice: 150 })
      const order = await counter.order(500, { customerId, items: [goods(frame)] })
      const held = [
        await given(customerId, { productCategoryIds: [frames] }),
        await given(customerId, { productCategoryIds: [frames] }),
      ]
      const pays = (amounts: [number, number], card: number) =>
        counter.refused('cashRegister/pay', {
          ...{ billIds: [order.billId], requestNo: `T-${++made}` },
          methods: [
            ...amounts.map((amount, at) => ({ payMethodId: couponWay, amount, tradeNo: held[at]?.couponNo ?? '' })),
            { payMethodId: counter.ways.card, amount: card },
          ],
        })
      expect(field(await pays([100, 51], 499))).toEqual([400, 'methods[1].tradeNo'])
      expect(await pays([100, 50], 500)).toMatchObject({ status: 200 })
      const line = await lineOf(order.id, frame)
      const cheaper = await counter.shop.product({ categoryId: frames, salePrice: 149 })
      const changes = [{ oldItemId: line.id, ...goods(cheaper) }]
      expect((await counter.must('order/priceChange', { id: order.id, changes })).hint).toMatch(/变更后只有 ￥49.00/)
      expect(field(await counter.refused('order/edit', { id: order.id, changes, reason: '换' }))).toEqual([
        400,
        'changes',
      ])
    })

    it('wants its least purchase of them', async () => {
      const frame = await counter.shop.product({ categoryId: frames, salePrice: 150 })
      const held = await given(customerId, { productCategoryIds: [frames], minSpend: 151 })
      const asked = { customerId, packageId: await counter.package(500), items: [goods(frame)], couponIds: [held.id] }
      const priced = await counter.must('order/price', { ...asked, cityCode: '500100' })
      expect(priced).toMatchObject({ couponAmount: 0, hint: '未达到现金券使用金额' })
    })

    it('pays at the till what an order or an add-on has of them', async () => {
      const frame = await counter.shop.product({ categoryId: frames, salePrice: 80 })
      const album = await counter.shop.product({ salePrice: 80 })
      const order = await counter.order(500, { customerId, items: [goods(frame)] })
      const held = await given(customerId, { productCategoryIds: [frames] })
      const pays = (billId: number, amount: number, card: number) =>
        counter.refused('cashRegister/pay', {
          ...{ billIds: [billId], requestNo: `T-${++made}` },
          methods: [
            { payMethodId: couponWay, amount, tradeNo: held.couponNo },
            { payMethodId: counter.ways.card, amount: card },
          ],
        })
      expect(field(await pays(order.billId, 100, 480))).toEqual([400, 'methods[0].tradeNo'])
      await counter.pay(order.billId, { card: 580 })
      const added = (item: number) =>
        counter.must('orderAdd/add', { orderId: order.id, addType: DICT.order_add_type.goods, items: [goods(item)] })
      const other = await added(album)
      expect(field(await pays(other.billId ?? 0, 79, 1))).toEqual([400, 'methods[0].tradeNo'])
      const fits = await added(frame)
      expect(await pays(fits.billId ?? 0, 79, 1)).toMatchObject({ status: 200 })
    })

    it('pays of an add-on what no other coupon paid, also once a balance paid a part', async () => {
      const { customerId: payer } = await charged(100)
      const frame = await counter.shop.product({ categoryId: frames, salePrice: 150 })
      const album = await counter.shop.product({ salePrice: 80 })
      const order = await counter.order(500, { customerId: payer })
      await counter.pay(order.billId, { card: 500 })
      const { billId = 0 } = await counter.must('orderAdd/add', {
        ...{ orderId: order.id, addType: DICT.order_add_type.goods, items: [goods(frame), goods(album)] },
      })
      const pay = async (way: number, amount: number, tradeNo?: string) =>
        counter.refused('cashRegister/pay', {
          ...{ billIds: [billId], requestNo: `T-${++made}` },
          methods: [{ payMethodId: way, amount, ...(tradeNo ? { tradeNo } : {}) }],
        })
      expect(await pay(counter.ways.balance, 20)).toMatchObject({ status: 200 })
      const [one, two] = [
        await given(payer, { productCategoryIds: [frames] }),
        await given(payer, { productCategoryIds: [frames] }),
      ]
      expect(await pay(couponWay, 100, one.couponNo)).toMatchObject({ status: 200 })
      expect(field(await pay(couponWay, 50.01, two.couponNo))).toEqual([400, 'methods[0].tradeNo'])
      expect(await pay(couponWay, 50, two.couponNo)).toMatchObject({ status: 200 })
    })
  })

  describe('items', () => {
    it('go back for what was to be paid for them: less their share of discount and coupons', async () => {
      const customerId = await counter.customer()
      const frame = await counter.shop.product({ salePrice: 500 })
      const held = await given(customerId)
      const order = await counter.order(500, {
        ...{ customerId, couponIds: [held.id], items: [goods(frame)], discountAmount: 100 },
      })
      await counter.pay(order.billId, { card: 800 })
      const { id } = await lineOf(order.id, frame)
      const of = (amount: number) => ({
        ...{ orderId: order.id, refundAmount: amount },
        items: [{ orderItemId: id, quantity: 1, amount }],
      })
      const offers = (): Promise<unknown> => counter.must('cashRefund/items', { orderId: order.id })
      expect(await offers()).toContainEqual(expect.objectContaining({ id, quantity: 1, amount: 400 }))
      expect(field(await asks(of(400.01)))).toEqual([400, 'items[0].amount'])
      expect(await back(of(400))).toMatchObject({ status: 200 })
      expect(await offers()).not.toContainEqual(expect.objectContaining({ id }))
    })

    it('that are presents go back for nothing, parts of a package for no more than they cost alone', async () => {
      const part = await counter.shop.product({ salePrice: 80 })
      const present = await counter.shop.product({ salePrice: 60 })
      const service = await counter.shop.service({ sessionCount: 1 })
      const packageId = await counter.shop.package([
        { itemType: ITEM.service, itemId: service, quantity: 1 },
        { itemType: ITEM.goods, itemId: part, quantity: 1, price: 80 },
      ])
      const order = await counter.order(1000, { packageId, items: [{ ...goods(present), isGift: 1 }] })
      await counter.pay(order.billId, { card: 1000 })
      const asked = async (itemId: number, amount: number) => ({
        ...{ orderId: order.id, refundAmount: amount },
        items: [{ orderItemId: (await lineOf(order.id, itemId)).id, quantity: 1, amount }],
      })
      const offers = await counter.must('cashRefund/items', { orderId: order.id })
      const offered = (itemId: number) => offers.find((one) => one.id === itemId)?.amount
      expect(offered((await lineOf(order.id, part)).id)).toBe(80)
      expect(offered((await lineOf(order.id, present)).id)).toBe(0)
      expect(field(await asks(await asked(present, 0.01)))).toEqual([400, 'items[0].amount'])
      expect(field(await asks(await asked(part, 80.01)))).toEqual([400, 'items[0].amount'])
      expect(await back(await asked(part, 80))).toMatchObject({ status: 200 })
    })

    it('gives back of a category what its coupons did not pay', async () => {
      const customerId = await counter.customer()
      const category = await studio.add(counter.who, 'productCategory/add', {
        ...{ categoryCode: 'GL', categoryName: '挂历', categoryKind: DICT.category_kind.goods },
      })
      const calendar = await counter.shop.product({ categoryId: category, salePrice: 268 })
      const album = await counter.shop.product({ salePrice: 980 })
      const held = await given(customerId, { productCategoryIds: [category], faceValue: 268 })
      const order = await counter.order(500, {
        ...{ customerId, couponIds: [held.id], items: [goods(calendar), goods(album)] },
      })
      await counter.pay(order.billId, { card: 1480 })
      const of = async (itemId: number, amount: number) => ({
        ...{ orderId: order.id, refundAmount: amount },
        items: [{ orderItemId: (await lineOf(order.id, itemId)).id, quantity: 1, amount }],
      })
      expect(field(await asks(await of(calendar, 0.01)))).toEqual([400, 'items[0].amount'])
      expect(await back(await of(album, 980))).toMatchObject({ status: 200 })
    })

    it.each([
      ['a coupon', { coupon: 100, discountAmount: 0 }],
      ['a discount', { coupon: 0, discountAmount: 100 }],
    ])('of an add-on give back less what %s took off it, those of the order all that they cost', async (_, off) => {
      const customerId = await counter.customer()
      const album = await counter.shop.product({ salePrice: 980 })
      const frame = await counter.shop.product({ salePrice: 500 })
      const order = await counter.order(500, { customerId, items: [goods(album)] })
      await counter.pay(order.billId, { card: 1480 })
      const { billId } = await counter.must('orderAdd/add', {
        ...{ orderId: order.id, addType: DICT.order_add_type.goods, items: [goods(frame, 2)] },
        discountAmount: off.discountAmount,
      })
      const held = await given(customerId)
      await counter.must('cashRegister/pay', {
        ...{ billIds: [billId ?? 0], requestNo: `T-${++made}` },
        methods: [
          { payMethodId: counter.ways.card, amount: 900 },
          ...(off.coupon > 0 ? [{ payMethodId: couponWay, amount: off.coupon, tradeNo: held.couponNo }] : []),
        ],
      })
      const of = async (itemId: number, amount: number) => ({
        ...{ orderId: order.id, refundAmount: amount },
        items: [{ orderItemId: (await lineOf(order.id, itemId)).id, quantity: 1, amount }],
      })
      expect(field(await asks(await of(frame, 450.01)))).toEqual([400, 'items[0].amount'])
      expect(await back(await of(frame, 450))).toMatchObject({ status: 200 })
      // What is left of the line is no less of the add-on than what went.
      expect(field(await asks(await of(frame, 450.01)))).toEqual([400, 'items[0].amount'])
      expect(await back(await of(album, 980))).toMatchObject({ status: 200 })
    })

    it('that take the place of what an add-on brought give back as much as these', async () => {
      const customerId = await counter.customer()
      const [frame, other] = [
        await counter.shop.product({ salePrice: 500 }),
        await counter.shop.product({ salePrice: 500 }),
      ]
      const order = await counter.order(500, { customerId })
      await counter.pay(order.billId, { card: 500 })
      const { billId } = await counter.must('orderAdd/add', {
        ...{ orderId: order.id, addType: DICT.order_add_type.goods, items: [goods(frame)], discountAmount: 100 },
      })
      await counter.pay(billId ?? 0, { card: 400 })
      await counter.must('order/edit', {
        ...{ id: order.id, reason: '换' },
        changes: [{ oldItemId: (await lineOf(order.id, frame)).id, ...goods(other) }],
      })
      const of = async (amount: number) => ({
        ...{ orderId: order.id, refundAmount: amount },
        items: [{ orderItemId: (await lineOf(order.id, other)).id, quantity: 1, amount }],
      })
      expect(field(await asks(await of(400.01)))).toEqual([400, 'items[0].amount'])
      expect(await back(await of(400))).toMatchObject({ status: 200 })
    })

    it('that took the place of others go back once their difference is paid', async () => {
      const [frame, dear] = [
        await counter.shop.product({ salePrice: 100 }),
        await counter.shop.product({ salePrice: 300 }),
      ]
      const order = await counter.order(500, { items: [goods(frame)] })
      await counter.pay(order.billId, { card: 600 })
      const { billId = 0 } = await counter.must('order/edit', {
        ...{ id: order.id, reason: '换' },
        changes: [{ oldItemId: (await lineOf(order.id, frame)).id, ...goods(dear) }],
      })
      const [row] = await counter.rows('select "billId" from "orderChange" where "orderId" = $1', [order.id])
      expect(row?.billId).toBe(billId)
      const { id } = await lineOf(order.id, dear)
      const of = { orderId: order.id, refundAmount: 300, items: [{ orderItemId: id, quantity: 1, amount: 300 }] }
      expect(field(await asks(of))).toEqual([400, 'items[0].orderItemId'])
      await counter.pay(billId, { card: 200 })
      expect(await back(of)).toMatchObject({ status: 200 })
    })

    it('of a package and its parts give together no more than the package cost, and it is not upgraded', async () => {
      const part = await counter.shop.product({ salePrice: 300 })
      const service = await counter.shop.service({ sessionCount: 1 })
      const packageId = await counter.shop.package([
        { itemType: ITEM.service, itemId: service, quantity: 1 },
        { itemType: ITEM.goods, itemId: part, quantity: 1, price: 300 },
      ])
      const order = await counter.order(1000, { packageId, items: [goods(await counter.shop.product())] })
      await counter.pay(order.billId, { card: 1100 })
      const [one, whole] = [await lineOf(order.id, part), await lineOf(order.id, packageId, ITEM.package)]
      const of = (...items: [{ id: number }, number][]) => ({
        ...{ orderId: order.id, refundAmount: items.reduce((all, [, amount]) => all + amount, 0) },
        items: items.map(([{ id }, amount]) => ({ orderItemId: id, quantity: 1, amount })),
      })
      expect(field(await asks(of([one, 300], [whole, 700.01])))).toEqual([400, 'items[1].amount'])
      expect(await back(of([one, 300]))).toMatchObject({ status: 200 })
      const toPackageId = await counter.package(2000)
      expect(field(await counter.refused('orderUpgrade/add', { orderId: order.id, toPackageId }))).toEqual([
        400,
        'orderId',
      ])
      expect(field(await asks(of([whole, 700.01])))).toEqual([400, 'items[0].amount'])
      expect(await back(of([whole, 700]))).toMatchObject({ status: 200 })
    })

    it('a package goes back with what was taken instead of its parts, and not before its upgrade is paid', async () => {
      const order = await counter.order(1000)
      await counter.pay(order.billId, { card: 1000 })
      const [part] = await counter.rows<{ id: number }>(
        'select "id" from "orderItem" where "orderId" = $1 and "fromPackage" and "itemType" = $2',
        [order.id, ITEM.goods],
      )
      const dear = await counter.shop.product({ salePrice: 900 })
      const { billId } = await counter.must('order/edit', {
        ...{ id: order.id, reason: '换' },
        changes: [{ oldItemId: part?.id ?? 0, ...goods(dear) }],
      })
      await counter.pay(billId ?? 0, { card: 800 })
      const whole = await studio.row<{ id: number }>(
        'select "id" from "orderItem" where "orderId" = $1 and "itemType" = $2',
        [order.id, ITEM.package],
      )
      const of = (items: { id: number }[], refundAmount: number) => ({
        ...{ orderId: order.id, refundAmount },
        items: items.map(({ id }, at) => ({ orderItemId: id, quantity: 1, amount: at === 0 ? 1000 : 800 })),
      })
      expect(field(await asks(of([whole], 1000)))).toEqual([400, 'items[0].orderItemId'])
      const toPackageId = await counter.package(3000)
      const upgrades = () => counter.refused('orderUpgrade/add', { orderId: order.id, toPackageId })
      expect(field(await upgrades())).toEqual([400, 'orderId'])
      await counter.must('order/edit', {
        ...{ id: order.id, reason: '不换了' },
        changes: [{ oldItemId: (await lineOf(order.id, dear)).id }],
      })
      const { billId: upgrade } = (await upgrades()).data as { billId: number }
      const larger = await studio.row<{ id: number }>(
        'select "id" from "orderItem" where "orderId" = $1 and "itemType" = $2 and "status" = $3',
        [order.id, ITEM.package, DICT.item_status.active],
      )
      expect((await asks(of([larger], 1000))).msg).toBe('套系的升级还未付款，请先收款或取消升级')
      await counter.pay(upgrade, { card: 2000 })
      expect(await asks(of([larger], 1000))).toMatchObject({ status: 200 })
      const [part2] = await counter.rows<{ id: number }>(
        'select "id" from "orderItem" where "orderId" = $1 and "fromPackage" and "status" = $2',
        [order.id, DICT.item_status.active],
      )
      const changes = [{ oldItemId: part2?.id ?? 0, ...goods(dear) }]
      expect(field(await counter.refused('order/edit', { id: order.id, changes, reason: '换' }))).toEqual([
        400,
        'changes[0].oldItemId',
      ])
    })

    it('with a package go its parts and what was not shot', async () => {
      const order = await counter.order(1000, { items: [goods(await counter.shop.product({ salePrice: 100 }))] })
      await counter.pay(order.billId, { card: 1100 })
      const items = () =>
        counter.rows<{ id: number; itemType: number; fromPackage: boolean; status: number }>(
          'select "id", "itemType", "fromPackage", "status" from "orderItem" where "orderId" = $1 order by "id"',
          [order.id],
        )
      const whole = (await items()).find(({ itemType }) => itemType === ITEM.package)
      await approved({
        ...{ orderId: order.id, refundAmount: 1000 },
        items: [{ orderItemId: whole?.id ?? 0, quantity: 1, amount: 1000 }],
      })
      const { active, refunded } = DICT.item_status
      for (const { id, fromPackage, status } of await items())
        expect([id, status]).toEqual([id, fromPackage || id === whole?.id ? refunded : active])
      const sessions = await counter.rows('select "sessionStatus" from "orderSession" where "orderId" = $1', [order.id])
      expect(sessions).toHaveLength(2)
      for (const { sessionStatus } of sessions) expect(sessionStatus).toBe(DICT.session_status.terminated)
    })
  })

  it('with services go their sessions that were not shot, as many as go back', async () => {
    const service = await counter.shop.service({ sessionCount: 2, salePrice: 200 })
    const order = await counter.order(1000, {
      items: [{ itemType: ITEM.service, itemId: service, quantity: 2 }],
    })
    await counter.pay(order.billId, { card: 1400 })
    const line = await lineOf(order.id, service, ITEM.service)
    const sessions = () =>
      counter.rows<{ id: number; sessionStatus: number }>(
        'select "id", "sessionStatus" from "orderSession" where "orderItemId" = $1 order by "id"',
        [line.id],
      )
    const [first] = await sessions()
    await approved({
      ...{ orderId: order.id, refundAmount: 200, terminateSessionIds: [first?.id ?? 0] },
      items: [{ orderItemId: line.id, quantity: 1, amount: 200 }],
    })
    const { unshot, terminated } = DICT.session_status
    expect((await sessions()).map(({ sessionStatus }) => sessionStatus)).toEqual([
      terminated,
      unshot,
      unshot,
      terminated,
    ])
  })

  it('an order of which a refund waits is not upgraded, nor ended beside it', async () => {
    const order = await counter.order(1000)
    await counter.pay(order.billId, { card: 1000 })
    const whole = await studio.row<{ id: number }>(
      'select "id" from "orderItem" where "orderId" = $1 and "itemType" = $2',
      [order.id, ITEM.package],
    )
    await asks({
      ...{ orderId: order.id, refundAmount: 900 },
      items: [{ orderItemId: whole.id, quantity: 1, amount: 900 }],
    })
    const toPackageId = await counter.package(2000)
    expect(field(await counter.refused('orderUpgrade/add', { orderId: order.id, toPackageId }))).toEqual([
      400,
      'orderId',
    ])
    const full = { orderId: order.id, refundType: DICT.refund_type.full }
    expect(field(await asks(full))).toEqual([400, 'refundType'])
    expect((await counter.must('cashRefund/limits', full)).follows).toBe('订单有未完成的退款，请先处理')
  })

  it('nothing is paid of an order while all that was paid goes back, by a full refund or another; afterwards it is', async () => {
    const order = await counter.order(1880)
    await counter.pay(order.billId, { card: 1000 })
    const { codeId } = await counter.must('bill/getCode', { id: order.billId })
    const { id: row } = (await asks({ orderId: order.id, refundAmount: 1000 })).data as { id: number }
    expect(await counter.row('payCode', codeId ?? 0)).toMatchObject({ status: DICT.pay_code_status.cancelled })
    const ends = '订单已付的款项正在全部退回'
    expect((await counter.refused('bill/getCode', { id: order.billId })).msg).toBe(ends)
    expect((await counter.pay(order.billId, { card: 80 })).msg).toBe(ends)
    await counter.must('cashRefund/refund', { id: row, withdraw: 1 })
    expect(await counter.pay(order.billId, { card: 80 })).toMatchObject({ status: 200 })
    const id = await approved({ orderId: order.id, refundType: DICT.refund_type.full })
    expect((await counter.pay(order.billId, { card: 800 })).msg).toBe(ends)
    expect(await paysOut(id)).toMatchObject({ status: 200 })
    expect(await counter.row('order', order.id)).toMatchObject({ closeStatus: DICT.order_close.terminated })
  })

  it('an order does not become less than what went back of it, and the preview says so', async () => {
    const frame = await counter.shop.product({ salePrice: 804 })
    const order = await counter.order(980, { items: [goods(frame)] })
    await counter.pay(order.billId, { card: 1784 })
    expect(await back({ orderId: order.id, refundAmount: 1000 })).toMatchObject({ status: 200 })
    const line = await lineOf(order.id, frame)
    const asked = { id: order.id, changes: [{ oldItemId: line.id }] }
    const hint = '订单已退或退款中 ￥1,000.00，变更后的金额不能再少'
    expect(await counter.must('order/priceChange', asked)).toMatchObject({ hint, payableAmount: 0 })
    const told = await counter.refused('order/edit', { ...asked, reason: '不要了' })
    expect([told.status, told.msg]).toEqual([400, hint])
  })

  it('items go back no more often and for no more than they are in the order', async () => {
    const frame = await counter.shop.product({ salePrice: 598 })
    const order = await counter.order(1000, { items: [goods(frame, 2)] })
    await counter.pay(order.billId, { card: 2196 })
    const item = await lineOf(order.id, frame)
    const of = (quantity: number, amount: number) => ({
      ...{ orderId: order.id, refundAmount: amount },
      items: [{ orderItemId: item.id, quantity, amount }],
    })
    expect(await back(of(1, 598))).toMatchObject({ status: 200 })
    const lines = () =>
      counter.rows(
        'select "quantity", "status" from "orderItem" where "orderId" = $1 and "itemId" = $2 and not "fromPackage" order by "id"',
        [order.id, frame],
      )
    const { active, refunded } = DICT.item_status
    expect(await lines()).toEqual([
      { quantity: 1, status: active },
      { quantity: 1, status: refunded },
    ])
    expect(await counter.row('order', order.id)).toMatchObject({ itemsAmount: 159_800, payableAmount: 159_800 })
    expect(field(await asks(of(2, 598)))).toEqual([400, 'items[0].quantity'])
    expect(field(await asks(of(1, 598.01)))).toEqual([400, 'items[0].amount'])
    const { data } = await asks(of(1, 598))
    const changes = [{ oldItemId: item.id }]
    expect(field(await asks(of(1, 1)))).toEqual([400, 'items[0].quantity'])
    const changed = () => counter.refused('order/edit', { id: order.id, changes, reason: '不要了' })
    expect(field(await changed())).toEqual([400, 'changes[0].oldItemId'])
    await counter.must('cashRefund/refund', { id: (data as { id: number }).id, withdraw: 1 })
    const refund = (await changed()).data as { refundId: number }
    expect(await counter.row('refund', refund.refundId)).toMatchObject({ refundAmount: 59_800 })
  })

  it('pieces that go back are not made', async () => {
    const frame = await counter.shop.product({ salePrice: 100 })
    const order = await counter.order(1000, { items: [goods(frame, 3)] })
    await counter.pay(order.billId, { card: 1300 })
    const item = await lineOf(order.id, frame)
    await studio.db.query(
      `insert into "workProduct" ("companyId", "orderId", "orderItemId", "workProductNo", "unitNo", "produceStatus")
       select 1, $1, $2, 'ZP-' || n, n, $3 from generate_series(1, 3) n`,
      [order.id, item.id, DICT.produce_status.toDispatch],
    )
    const units = () =>
      counter.rows(
        'select "unitNo", "orderItemId" = $2 as "kept", "produceStatus" from "workProduct" where "orderId" = $1 order by "id"',
        [order.id, item.id],
      )
    await approved({
      ...{ orderId: order.id, refundAmount: 200 },
      items: [{ orderItemId: item.id, quantity: 2, amount: 200 }],
    })
    const { toDispatch, cancelled } = DICT.produce_status
    expect(await units()).toEqual([
      { unitNo: 1, kept: true, produceStatus: toDispatch },
      { unitNo: 1, kept: false, produceStatus: cancelled },
      { unitNo: 2, kept: false, produceStatus: cancelled },
    ])
  })

  describe('a change of products', () => {
    it('keeps what its coupons want to be bought', async () => {
      const frame = await counter.shop.product({ salePrice: 980 })
      const customerId = await counter.customer()
      const held = await given(customerId, { minSpend: 2000 })
      const order = await counter.order(500, { customerId, couponIds: [held.id], items: [goods(frame, 2)] })
      const item = await lineOf(order.id, frame)
      const asked = { id: order.id, changes: [{ oldItemId: item.id }] }
      const hint = (await counter.must('order/priceChange', asked)).hint
      expect(hint).toMatch(/适用金额不能少于 ￥2,000.00，变更后只有 ￥500.00/)
      const told = await counter.refused('order/edit', { ...asked, reason: '不要了' })
      expect([told.status, told.msg]).toEqual([400, hint])
    })

    it('takes each product once', async () => {
      const frame = await counter.shop.product({ salePrice: 980 })
      const order = await counter.order(500, { items: [goods(frame, 2)] })
      const item = await lineOf(order.id, frame)
      const asked = { id: order.id, changes: [{ oldItemId: item.id }, { oldItemId: item.id }] }
      const { hint } = await counter.must('order/priceChange', asked)
      expect(hint).toMatch(/只能变更一次/)
      expect(await counter.refused('order/edit', { ...asked, reason: '不要了' })).toMatchObject({
        status: 400,
        msg: hint,
        data: { field: 'changes[1].oldItemId' },
      })
    })

    const taken = async () => {
      const frame = await counter.shop.product({ salePrice: 598 })
      const order = await counter.order(980, { items: [goods(frame)] })
      await counter.pay(order.billId, { card: 1578 })
      const item = await lineOf(order.id, frame)
      const gone = { id: order.id, changes: [{ oldItemId: item.id }], reason: '不要了' }
      const { refundId } = await counter.must('order/edit', gone)
      return { order, frame, refundId: refundId ?? 0 }
    }
    const adds = (id: number, itemId: number) => ({ id, changes: [goods(itemId)] })

    it('whose difference goes back cannot be denied it', async () => {
      const { refundId } = await taken()
      const denied = await studio.call('manager', 'cashRefund/confirm', {
        ...{ id: refundId, action: 'reject', rejectReason: '不同意' },
      })
      expect([denied.status, denied.msg]).toEqual([400, '产品已变更，差额须退还；如不同意，请先在订单里改回'])
      expect((await counter.refused('cashRefund/refund', { id: refundId, withdraw: 1 })).status).toBe(400)
    })

    it('that is taken back is settled with the difference that waits', async () => {
      const { order, frame, refundId } = await taken()
      const back = await counter.shop.product({ salePrice: 200 })
      expect(await counter.must('order/priceChange', adds(order.id, back))).toMatchObject({
        ...{ diffAmount: 200, payableAmount: 1180, dueAmount: 0 },
      })
      expect(await counter.must('order/edit', { ...adds(order.id, back), reason: '加回' })).not.toHaveProperty('billId')
      expect(await counter.row('refund', refundId)).toMatchObject({ refundAmount: 39_800 })
      expect(await counter.must('order/priceChange', adds(order.id, frame))).toMatchObject({ dueAmount: 200 })
      const { billId } = await counter.must('order/edit', { ...adds(order.id, frame), reason: '加回' })
      expect(await counter.row('bill', billId ?? 0)).toMatchObject({ dueAmount: 20_000 })
      expect(await counter.row('refund', refundId)).toMatchObject({ status: DICT.refund_status.withdrawn })
      expect(await counter.row('order', order.id)).toMatchObject({ payableAmount: 177_800, dueAmount: 20_000 })
    })

    it('says before what the order will cost once all that goes back is paid out', async () => {
      const { order, frame } = await taken()
      const items = await counter.rows<{ id: number; itemId: number }>(
        'select "id", "itemId" from "orderItem" where "orderId" = $1 and "status" = $2 and not "fromPackage"',
        [order.id, DICT.item_status.active],
      )
      const [whole] = items
      void frame
      const foreseen = await counter.must('order/priceChange', {
        id: order.id,
        changes: [{ oldItemId: whole?.id ?? 0 }],
      })
      expect(foreseen).toMatchObject({ payableAmount: 0, backAmount: 980 })
    })
  })

  it('a full refund is of everything that can go back, and says so by itself', async () => {
    const order = await counter.order(1000)
    await counter.pay(order.billId, { card: 800 })
    const full = { orderId: order.id, refundType: DICT.refund_type.full }
    expect(await counter.must('cashRefund/limits', full)).toMatchObject({
      refundableAmount: 800,
      follows: '退款后订单终止，未付的 ￥200.00 作废',
    })
    const less = await asks({ ...full, refundAmount: 100 })
    expect([...field(less), less.msg]).toEqual([400, 'refundAmount', '全额退款须退 ￥800.00，否则请选部分退款'])
    const id = await approved(full)
    expect(await counter.row('refund', id)).toMatchObject({ refundAmount: 80_000 })
    expect(await paysOut(id)).toMatchObject({ status: 200 })
    expect(await counter.row('order', order.id)).toMatchObject({ closeStatus: DICT.order_close.terminated })
  })

  it('money of another customer is not paid out, but spent or transferred back (I-12)', async () => {
    const { customerId } = await charged(2000, { giftAmount: 300 })
    const toCustomerId = await counter.customer()
    const transfer = (from: number, to: number, amount: number) =>
      counter.must('balanceTransfer/add', { fromCustomerId: from, toCustomerId: to, amount, reason: '家人' })
    await transfer(customerId, toCustomerId, 2000)
    const { id: accountId } = await accountOf(toCustomerId)
    expect(await counter.must('cashRefund/limits', { accountId })).toMatchObject({
      ...{ refundableAmount: 0, follows: '他人转入的余额不退款' },
    })
    expect(field(await asks(await ofAccount(toCustomerId, 0.01)))).toEqual([400, 'refundAmount'])
    await transfer(toCustomerId, customerId, 2000)
    expect(await back(await ofAccount(customerId, 2000))).toMatchObject({ status: 200 })
    expect(await accountOf(customerId)).toMatchObject({ principalBalance: 0, giftBalance: 0 })
  })

  it('a recharge goes back by the ways it came, no more by each than came by it', async () => {
    const customerId = await counter.customer()
    const { billId } = await counter.must('account/recharge', { customerId, amount: 5000 })
    await counter.pay(billId, { cash: 2000, wechat: 3000 })
    const id = await approved(await ofAccount(customerId, 4600))
    expect((await counter.must('cashRefund/ways', { id })).split).toBe('微信 ￥3,000.00、现金 ￥1,600.00')
    expect(await counter.refused('cashRefund/confirm', { id, action: 'pay' })).toMatchObject({ status: 200 })
    const rest = await approved(await ofAccount(customerId, 400))
    expect((await counter.must('cashRefund/ways', { id: rest })).split).toBe('现金 ￥400.00')
    // Another way takes all of it, with a reason.
    const card = { id: rest, payMethodId: counter.ways.card }
    expect(await counter.refused('cashRefund/confirm', { ...card, action: 'pay' })).toMatchObject({
      ...{ status: 400, data: { field: 'wayReason' } },
    })
    expect((await counter.must('cashRefund/ways', card)).split).toBe('刷卡 ￥400.00')
  })

  it('what came from a balance goes back to it, whatever way other money went back by (I-12)', async () => {
    const { customerId } = await charged(2000, { giftAmount: 300 })
    const order = await counter.order(4860, { customerId })
    await counter.pay(order.billId, { balance: 2300, wechat: 2560 })
    const inCash = async (refundAmount: number) => {
      const id = await approved({ orderId: order.id, refundAmount })
      const cash = { id, payMethodId: counter.ways.cash }
      const split = (await counter.must('cashRefund/ways', cash)).split
      expect(
        await counter.refused('cashRefund/confirm', { ...cash, action: 'pay', wayReason: '要现金' }),
      ).toMatchObject({
        status: 200,
      })
      return split
    }
    expect(await inCash(1560)).toBe('现金 ￥1,560.00')
    expect(await inCash(3300)).toBe('账户余额 ￥2,300.00、现金 ￥1,000.00'.split('、').reverse().join('、'))
    expect(await accountOf(customerId)).toMatchObject({ principalBalance: 200_000, giftBalance: 30_000 })
  })

  it('bonus goes along with what is transferred: there and a part back leaves no more of it than before (I-12)', async () => {
    const { customerId } = await charged(2000, { giftAmount: 300 })
    const toCustomerId = await counter.customer()
    const transfer = (from: number, to: number, amount: number) =>
      counter.must('balanceTransfer/add', { fromCustomerId: from, toCustomerId: to, amount, reason: '家人' })
    await transfer(customerId, toCustomerId, 2300)
    await transfer(toCustomerId, customerId, 1150)
    expect(await accountOf(customerId)).toMatchObject({ principalBalance: 100_000, giftBalance: 15_000 })
    expect(await back(await ofAccount(customerId, 1000))).toMatchObject({ status: 200 })
    expect(await accountOf(customerId)).toMatchObject({ principalBalance: 0, giftBalance: 0 })
  })

  it('bonus that was earned by spending stays, whatever money goes through the account later (I-12)', async () => {
    const { customerId, rechargeId } = await charged(2000, { giftAmount: 300 })
    const bought = await counter.order(2000, { customerId })
    await counter.pay(bought.billId, { balance: 2000 })
    const other = await counter.order(1000, { customerId })
    await counter.pay(other.billId, { card: 1000 })
    expect(await back({ orderId: other.id, refundAmount: 1000, refundWay: WAY.balance })).toMatchObject({ status: 200 })
    expect(await accountOf(customerId)).toMatchObject({ principalBalance: 100_000, giftBalance: 30_000 })
    expect(await back(await ofAccount(customerId, 1000))).toMatchObject({ status: 200 })
    expect(await accountOf(customerId)).toMatchObject({ principalBalance: 0, giftBalance: 30_000 })
    // Nor is it taken off the recharge, whose points and coupon stay.
    expect(await counter.row('accountRecharge', rechargeId)).toMatchObject({ backAmount: 0 })
  })

  it('a recharge that goes back in parts leaves no cent of its bonus', async () => {
    const { customerId } = await charged(2000, { giftAmount: 300 })
    for (const amount of [1999.99, 0.01])
      expect(await back(await ofAccount(customerId, amount))).toMatchObject({ status: 200 })
    expect(await accountOf(customerId)).toMatchObject({ principalBalance: 0, giftBalance: 0 })
  })

  describe('what the offer of a recharge gave', () => {
    it('is told before, and cannot be used meanwhile', async () => {
      const { customerId } = await charged(2000, { giftCouponId: await coupon(), giftAmount: 300 })
      const [held] = await counter.rows<{ id: number; couponNo: string }>(
        'select "id", "couponNo" from "customerCoupon" where "customerId" = $1',
        [customerId],
      )
      const { sourceType, ...asked } = await ofAccount(customerId, 1)
      expect(await counter.must('cashRefund/limits', asked)).toMatchObject({
        ...{ giftTakeBack: 0.15, follows: `现金券 ${held?.couponNo} 作废` },
      })
      const { id } = (await asks({ sourceType, ...asked })).data as { id: number }
      const order = await counter.must('order/price', {
        ...{ customerId, packageId: await counter.package(500), couponIds: [held?.id ?? 0], cityCode: '500100' },
      })
      expect(order).toMatchObject({ couponAmount: 0, hint: expect.stringContaining('赠送此券的充值正在退款') })
      await counter.must('cashRefund/refund', { id, withdraw: 1 })
      await counter.order(500, { customerId, couponIds: [held?.id ?? 0] })
      expect(await counter.must('cashRefund/limits', asked)).toMatchObject({
        follows: `现金券 ${held?.couponNo} 已使用，不再收回`,
      })
    })

    it('its points go in proportion to the principal, and the refund says how many', async () => {
      const gradeId = await studio.add(counter.who, 'memberConfig/add', {
        ...{ gradeName: '亲友卡', gradeCode: 'QY', memberGrade: DICT.member_grade.privilegedMember },
        ...{ discount: 1, integralRate: 1, validYears: 1 },
      })
      const { customerId } = await charged(100)
      await counter.must('members/register', { customerId, gradeId })
      const { id: rechargeActivityId } = await counter.must('rechargeActivity/add', {
        ...{ name: '充2000送100分', rechargeAmount: 2000, giftIntegral: 100 },
        ...during(),
      })
      const { billId } = await counter.must('account/recharge', { customerId, amount: 2000, rechargeActivityId })
      await counter.pay(billId, { card: 2000 })
      const points = async () =>
        (
          await studio.row<{ integral: number }>('select "integral" from "members" where "customerId" = $1', [
            customerId,
          ])
        ).integral
      expect(await points()).toBe(100)
      const refunded = async (amount: number) => {
        const id = await approved(await ofAccount(customerId, amount))
        await paysOut(id)
        return [(await counter.row('refund', id)).integralTakeBack, await points()]
      }
      expect(await refunded(519)).toEqual([25, 75])
      expect(await refunded(1581)).toEqual([75, 0])
    })

    it('its coupon is lost when less is left than the offer begins at, also where it comes back from an order', async () => {
      const giftCouponId = await coupon()
      const { customerId } = await charged(2000, { giftCouponId })
      const [held] = await counter.rows<{ id: number; rechargeId: number }>(
        'select "id", "rechargeId" from "customerCoupon" where "customerId" = $1',
        [customerId],
      )
      const order = await counter.order(500, { customerId, couponIds: [held?.id ?? 0] })
      expect(await back(await ofAccount(customerId, 0.01))).toMatchObject({ status: 200 })
      await counter.must('order/del', { id: order.id })
      expect(await counter.row('customerCoupon', held?.id ?? 0)).toMatchObject({ status: DICT.coupon_status.void })
    })

    it('its coupon stays while as much is left as the offer begins at', async () => {
      const { customerId } = await charged(2000, { giftCouponId: await coupon(), rechargeAmount: 1500 })
      expect(await back(await ofAccount(customerId, 500))).toMatchObject({ status: 200 })
      const status = async () =>
        (
          await studio.row<{ status: number }>('select "status" from "customerCoupon" where "customerId" = $1', [
            customerId,
          ])
        ).status
      expect(await status()).toBe(DICT.coupon_status.unused)
      expect(await back(await ofAccount(customerId, 0.01))).toMatchObject({ status: 200 })
      expect(await status()).toBe(DICT.coupon_status.void)
    })
  })

  describe('an invoice (I-13)', () => {
    it('holds money of an order that would go to the balance', async () => {
      const order = await counter.order(1000)
      const { payRecordId } = (await counter.pay(order.billId, { card: 1000 })).data as { payRecordId: number }
      expect(await issues(payRecordId, 1000)).toMatchObject({ status: 200 })
      const id = await approved({ orderId: order.id, refundAmount: 400, refundWay: WAY.balance })
      expect((await paysOut(id)).msg).toMatch(/请先作废发票$/)
    })

    it('is not made out for what went to the balance, and what came there is paid out', async () => {
      const order = await counter.order(1000)
      const { payRecordId } = (await counter.pay(order.billId, { card: 1000 })).data as { payRecordId: number }
      expect(await back({ orderId: order.id, refundAmount: 400, refundWay: WAY.balance })).toMatchObject({
        status: 200,
      })
      expect(field(await issues(payRecordId, 600.01))).toEqual([400, 'amount'])
      expect(await issues(payRecordId, 600)).toMatchObject({ status: 200 })
      expect(await back(await ofAccount(order.customerId, 400))).toMatchObject({ status: 200 })
    })
  })
})
