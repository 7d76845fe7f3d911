/** What items of an order bear of discounts and coupons, and what changes, choices and upgrades do to it (rules 2.3, 2.15). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DICT } from '../../../src/generated/dictionaries.ts'
import type { Requests } from '../../../src/generated/wire.ts'
import type { Answer } from '../../../src/model/web.ts'
import { DAY } from '../../../src/model/zone.ts'
import { verify } from '../../../src/server/platform/invariants/index.ts'
import { rulesEngines } from '../db/engines.ts'
import { CITY, ITEM } from './catalogue.ts'
import { Counter } from './counter.ts'
import { Studio } from './studio.ts'

describe.each(rulesEngines)('what items bear on $name', (engine) => {
  let studio: Studio
  let counter: Counter
  let couponWay = 0
  let made = 0
  beforeAll(async () => {
    studio = await Studio.open(engine)
    counter = await Counter.open(studio, await studio.actor('admin'))
    const way = { name: '现金券', code: 'coupon', kind: DICT.pay_kind.voucher, isIncome: 0 } as const
    couponWay = (await counter.must('payMethod/add', way)).id
  })
  afterAll(async () => {
    expect((await verify(studio.db, studio.model)).filter(({ broken }) => broken.length > 0)).toEqual([])
    await studio.close()
  })

  const field = ({ status, data }: Answer) => [status, (data as { field?: string } | null)?.field]
  const goods = (itemId: number, quantity = 1) => ({ itemType: ITEM.goods, itemId, quantity })
  const product = (salePrice: number, categoryId?: number) =>
    counter.shop.product({ salePrice, ...(categoryId ? { categoryId } : {}) })
  interface Line {
    id: number
    itemId: number
    quantity: number
    amount: number
    fromPackage: boolean
    extraPrice: number
  }
  const active = (orderId: number) =>
    counter.rows<Line>('select * from "orderItem" where "orderId" = $1 and "status" = $2 order by "id"', [
      orderId,
      DICT.item_status.active,
    ])
  const lineOf = async (orderId: number, itemId: number): Promise<Line> => {
    const line = (await active(orderId)).find((one) => one.itemId === itemId)
    if (!line) throw new Error(`no line of ${itemId}`)
    return line
  }
  const wholeOf = async (orderId: number): Promise<number> =>
    (
      await counter.rows<Line>(
        'select "id" from "orderItem" where "orderId" = $1 and "itemType" = $2 and "status" = $3',
        [orderId, ITEM.package, DICT.item_status.active],
      )
    )[0]?.id ?? 0
  const asksFor = (orderId: number, ...items: [id: number, quantity: number, amount: number][]) =>
    counter.refused('cashRefund/refund', {
      ...{ refundType: DICT.refund_type.partial, refundWay: DICT.refund_way.original, orderId },
      reason: DICT.refund_reason.customer,
      refundAmount: items.reduce((all, [, , amount]) => all + amount, 0),
      items: items.map(([orderItemId, quantity, amount]) => ({ orderItemId, quantity, amount })),
    })
  const goesBack = async (orderId: number, ...items: [id: number, quantity: number, amount: number][]) => {
    const told = await asksFor(orderId, ...items)
    if (told.status !== 200) throw new Error(told.msg)
    const { id } = told.data as { id: number }
    await studio.must('manager', 'cashRefund/confirm', { id, action: 'approve' })
    const messages = `select 1 from "pushMessage" m join "refund" r on r."createBy" = m."receiverId"
      where r."id" = $1 and m."title" in ('退款已同意', 'Refund approved')`
    expect(await counter.rows(messages, [id])).not.toEqual([])
    await counter.must('cashRefund/confirm', { id, action: 'pay' })
  }
  const sells = async (orderId: number, items: ReturnType<typeof goods>[], discountAmount = 0) => {
    const told = await counter.must('orderAdd/add', {
      ...{ orderId, addType: DICT.order_add_type.goods, items, discountAmount },
    })
    return { id: told.id, billId: told.billId ?? 0 }
  }
  const changes = (orderId: number, ...all: (Partial<ReturnType<typeof goods>> & { oldItemId?: number })[]) =>
    counter.must('order/edit', { id: orderId, reason: '变更', changes: all })
  const paysWith = async (billId: number, coupon: { no: string; amount: number }, card: number) =>
    counter.must('cashRegister/pay', {
      ...{ billIds: [billId], requestNo: `B-${++made}` },
      methods: [
        ...(card > 0 ? [{ payMethodId: counter.ways.card, amount: card }] : []),
        { payMethodId: couponWay, amount: coupon.amount, tradeNo: coupon.no },
      ],
    })
  const given = async (customerId: number, values: Requests['coupon/add'] = {}): Promise<string> => {
    const code = `B${++made}`
    const validity = { validFrom: studio.clock.at - 1, validTo: studio.clock.at + DAY }
    const { id: couponId } = await counter.must('coupon/add', {
      ...{ name: `券${code}`, code, faceValue: 100, totalCount: 10, ...validity, ...values },
    })
    await counter.must('coupon/give', { couponId, customerIds: [customerId] })
    const [held] = await counter.rows<{ couponNo: string }>(
      'select "couponNo" from "customerCoupon" where "couponId" = $1',
      [couponId],
    )
    return held?.couponNo ?? ''
  }
  const refundsOf = (orderId: number) =>
    counter.rows<{ id: number; refundAmount: number; status: number }>(
      'select "id", "refundAmount", "status" from "refund" where "orderId" = $1 order by "id"',
      [orderId],
    )
  const bill = (id: number) => counter.row('bill', id)
  const order = (id: number) => counter.row('order', id)
  /** A package of a service with two sessions and so many of a product. */
  const packageOf = async (
    itemId: number,
    { quantity, price, salePrice }: { quantity: number; price: number; salePrice: number },
  ): Promise<number> => {
    const service = await counter.shop.service({ sessionCount: 2 })
    return counter.shop.package(
      [
        { itemType: ITEM.service, itemId: service, quantity: 1 },
        { itemType: ITEM.goods, itemId, quantity, price },
      ],
      { salePrice },
    )
  }
  /** An order of a package, paid. */
  const paid = async (price = 1580, values: Requests['order/add'] = {}) => {
    const one = await counter.order(price, values)
    const { payableAmount } = await order(one.id)
    await counter.pay(one.billId, { card: payableAmount / 100 })
    return one
  }

  describe('a discount', () => {
    it('goes with what it was given for, wholly or as much cheaper as that becomes', async () => {
      const { id } = await paid()
      const [frame, ring] = [await product(1980), await product(198)]
      await counter.pay((await sells(id, [goods(frame)], 500)).billId, { card: 1480 })
      const { id: oldItemId } = await lineOf(id, frame)
      const preview = await counter.must('order/priceChange', { id, changes: [{ oldItemId, ...goods(ring) }] })
      expect(preview).toMatchObject({ diffAmount: -1332, backAmount: 1332, payableAmount: 1728 })
      await changes(id, { oldItemId, ...goods(ring) })
      expect(await refundsOf(id)).toMatchObject([{ refundAmount: 133_200 }])
      expect(await order(id)).toMatchObject({ discountAmount: 5000 })
      await changes(id, { oldItemId: (await lineOf(id, ring)).id })
      expect(await refundsOf(id)).toMatchObject([{ refundAmount: 133_200 }, { refundAmount: 14_800 }])
      expect(await order(id)).toMatchObject({ discountAmount: 0 })
    })

    it('is what it was once something dearer became what it was before', async () => {
      const [frame, dear, half] = [await product(980), await product(1880), await product(490)]
      const { id } = await counter.order(980, { items: [goods(frame)], discountAmount: 100 })
      const before = await order(id)
      await changes(id, { oldItemId: (await lineOf(id, frame)).id, ...goods(dear) })
      expect(await order(id)).toMatchObject({ discountAmount: 10_000 })
      await changes(id, { oldItemId: (await lineOf(id, dear)).id, ...goods(frame) })
      expect(await order(id)).toMatchObject({ discountAmount: 10_000, payableAmount: before.payableAmount })
      await changes(id, { oldItemId: (await lineOf(id, frame)).id, ...goods(dear) })
      await changes(id, { oldItemId: (await lineOf(id, dear)).id, ...goods(half) })
      expect(await order(id)).toMatchObject({ discountAmount: 7500 })
    })

    it('is borne by what is left as before, once a piece went back and the others were changed', async () => {
      const { id } = await paid()
      const [frame, other, dear] = [await product(198), await product(198), await product(1980)]
      await counter.pay((await sells(id, [goods(frame, 3), goods(other)], 200)).billId, { card: 592 })
      await goesBack(id, [(await lineOf(id, frame)).id, 2, 296])
      const { billId = 0 } = await changes(id, { oldItemId: (await lineOf(id, frame)).id, ...goods(dear) })
      await counter.pay(billId, { card: 1782 })
      await goesBack(id, [(await lineOf(id, dear)).id, 1, 1930], [(await lineOf(id, other)).id, 1, 148])
      expect(await order(id)).toMatchObject({ refundAmount: 237_400, payableAmount: 158_000, dueAmount: 0 })
    })
  })

  it('pieces one by one give back no more than all together', async () => {
    const { id } = await paid()
    const frame = await product(198)
    await counter.pay((await sells(id, [goods(frame, 3)], 152.89)).billId, { card: 441.11 })
    const line = (await lineOf(id, frame)).id
    await goesBack(id, [line, 1, 147.04])
    await goesBack(id, [line, 1, 147.03])
    expect(field(await asksFor(id, [line, 1, 147.05]))).toEqual([400, 'items[0].amount'])
    await goesBack(id, [line, 1, 147.04])
  })

  describe('a coupon', () => {
    it('that pays the difference of a change is of what came by it', async () => {
      const category = await studio.add(counter.who, 'productCategory/add', {
        ...{ categoryCode: 'XK', categoryName: '相框', categoryKind: DICT.category_kind.goods },
      })
      const { id, customerId } = await paid()
      const [small, frame] = [await product(198), await product(598, category)]
      await counter.pay((await sells(id, [goods(small)])).billId, { card: 198 })
      const { billId = 0 } = await changes(id, { oldItemId: (await lineOf(id, small)).id, ...goods(frame) })
      const no = await given(customerId, { faceValue: 300, productCategoryIds: [category] })
      await paysWith(billId, { no, amount: 300 }, 100)
      const line = (await lineOf(id, frame)).id
      expect(field(await asksFor(id, [line, 1, 298.01]))).toEqual([400, 'items[0].amount'])
      await goesBack(id, [line, 1, 298], [await wholeOf(id), 1, 1580])
    })

    it('is borne no more once its payment is reversed', async () => {
      const { id, billId, customerId } = await counter.order(1580)
      await paysWith(billId, { no: await given(customerId), amount: 100 }, 1480)
      const borne = async () =>
        (
          await counter.rows<{ n: string }>('select sum("couponShare") as "n" from "orderItem" where "orderId" = $1', [
            id,
          ])
        )[0]?.n
      expect(Number(await borne())).toBe(10_000)
      const [record] = await counter.rows('select "id" from "cashRecord" where "billId" = $1 and "payMethodId" = $2', [
        billId,
        couponWay,
      ])
      await counter.must('cashRecord/reverse', { id: record?.id ?? 0, remark: '冲销' })
      expect(Number(await borne())).toBe(0)
    })

    it('that is reversed leaves another one what it is for', async () => {
      const category = await studio.add(counter.who, 'productCategory/add', {
        ...{ categoryCode: 'HK', categoryName: '画框', categoryKind: DICT.category_kind.goods },
      })
      const frame = await product(598, category)
      const { id, billId, customerId } = await counter.order(2000, { items: [goods(frame, 2)] })
      await paysWith(billId, { no: await given(customerId, { faceValue: 150 }), amount: 150 }, 1000)
      const no = await given(customerId, { faceValue: 300, productCategoryIds: [category] })
      await paysWith(billId, { no, amount: 300 }, 1746)
      const [record] = await counter.rows('select "id" from "cashRecord" where "billId" = $1 and "amount" = 15000', [
        billId,
      ])
      await counter.must('cashRecord/reverse', { id: record?.id ?? 0, remark: '冲销' })
      expect(await counter.row('orderItem', await wholeOf(id))).toMatchObject({ couponShare: 0 })
      expect(await counter.row('orderItem', (await lineOf(id, frame)).id)).toMatchObject({ couponShare: 30_000 })
    })

    it('does not hold up a full refund of an order paid in part', async () => {
      const { id, billId, customerId } = await counter.order(1580)
      await paysWith(billId, { no: await given(customerId), amount: 100 }, 500)
      const { id: refundId } = await counter.must('cashRefund/refund', {
        ...{ refundType: DICT.refund_type.full, refundWay: DICT.refund_way.original, orderId: id },
        ...{ reason: DICT.refund_reason.customer, refundAmount: 500 },
      })
      await studio.must('manager', 'cashRefund/confirm', { id: refundId, action: 'approve' })
      await counter.must('cashRefund/confirm', { id: refundId, action: 'pay' })
      expect(await order(id)).toMatchObject({ closeStatus: DICT.order_close.terminated, dueAmount: 0 })
    })
  })

  it('a package itself is not changed: it would leave its parts behind', async () => {
    const { id } = await paid()
    const oldItemId = await wholeOf(id)
    for (const change of [{ oldItemId }, { oldItemId, ...goods(await product(58)) }])
      expect(field(await counter.refused('order/edit', { id, reason: '变更', changes: [change] }))).toEqual([
        400,
        'changes[0].oldItemId',
      ])
  })

  it('a package is no item among others: it would bring none of its parts', async () => {
    const item = { itemType: ITEM.package, itemId: await counter.package(2580), quantity: 1 }
    const made = {
      businessType: DICT.business_type.baby,
      cityCode: CITY.chongqing,
      items: [{ ...item, isGift: 0 as const }],
      orgId: counter.who.orgId,
      salesId: counter.who.employeeId,
    }
    const customerId = await counter.customer()
    expect(field(await counter.refused('order/add', { ...made, customerId }))).toEqual([400, 'items[0].itemType'])
    const { id: orderId } = await paid()
    const add = { orderId, addType: DICT.order_add_type.goods, items: [item] }
    expect(field(await counter.refused('orderAdd/add', add))).toEqual([400, 'items[0].itemType'])
  })

  describe('a part of a package', () => {
    const swapped = async () => {
      const [part, dear, dearest] = [await product(198), await product(328), await product(358)]
      const packageId = await packageOf(part, { quantity: 1, price: 198, salePrice: 1580 })
      const one = await paid(1580, { packageId })
      const { billId = 0 } = await changes(one.id, { oldItemId: (await lineOf(one.id, part)).id, ...goods(dear) })
      expect(await bill(billId)).toMatchObject({ payableAmount: 13_000 })
      return { ...one, part, dear, dearest, billId }
    }

    it('that was made a dearer one is made another for their difference, and itself again for all of it', async () => {
      const { id, part, dear, dearest, billId } = await swapped()
      await counter.pay(billId, { card: 130 })
      const more = await changes(id, { oldItemId: (await lineOf(id, dear)).id, ...goods(dearest) })
      expect(more).toMatchObject({ diffAmount: 30 })
      await counter.pay(more.billId ?? 0, { card: 30 })
      expect(await lineOf(id, dearest)).toMatchObject({ fromPackage: true, amount: 16_000 })
      expect(await changes(id, { oldItemId: (await lineOf(id, dearest)).id, ...goods(part) })).toMatchObject({
        diffAmount: -160,
      })
      expect(await lineOf(id, part)).toMatchObject({ fromPackage: true, amount: 0, extraPrice: 0 })
      expect(await refundsOf(id)).toMatchObject([{ refundAmount: 16_000 }])
    })

    it('for which more was paid goes back with the package, and holds up an upgrade', async () => {
      const { id, dear, billId } = await swapped()
      await counter.pay(billId, { card: 130 })
      // There is more in the order than goes back.
      await counter.pay((await sells(id, [goods(await product(100))])).billId, { card: 100 })
      const [whole, line] = [await wholeOf(id), (await lineOf(id, dear)).id]
      expect(field(await asksFor(id, [whole, 1, 1580]))).toEqual([400, 'items[0].orderItemId'])
      expect(field(await asksFor(id, [whole, 1, 1580], [line, 1, 130.01]))).toEqual([400, 'items[1].amount'])
      const toPackageId = await counter.package(2580)
      expect(field(await counter.refused('orderUpgrade/add', { orderId: id, toPackageId }))).toEqual([400, 'orderId'])
      await goesBack(id, [whole, 1, 1580], [line, 1, 130])
      expect(await active(id)).toMatchObject([{ amount: 10_000 }])
    })

    it('goes with the package in all its pieces, and not while a refund of a part waits', async () => {
      const [part, dear] = [await product(198), await product(328)]
      const packageId = await packageOf(part, { quantity: 3, price: 198, salePrice: 2000 })
      const { id } = await paid(2000, { packageId })
      const { billId = 0 } = await changes(id, { oldItemId: (await lineOf(id, part)).id, ...goods(dear, 3) })
      await counter.pay(billId, { card: 390 })
      const [whole, line] = [await wholeOf(id), (await lineOf(id, dear)).id]
      expect(field(await asksFor(id, [whole, 1, 2000], [line, 2, 260]))).toEqual([400, 'items[0].orderItemId'])
      const { id: waits } = (await asksFor(id, [line, 1, 300])).data as { id: number }
      expect(field(await asksFor(id, [whole, 1, 1000], [line, 2, 260]))).toEqual([400, 'items[0].orderItemId'])
      await studio.must('manager', 'cashRefund/confirm', { id: waits, action: 'reject', rejectReason: '不退' })
      await goesBack(id, [whole, 1, 2000], [line, 3, 390])
      expect(await order(id)).toMatchObject({ closeStatus: DICT.order_close.terminated, refundAmount: 239_000 })
    })

    it('that was made a cheaper one is itself again for nothing, and a present stays one', async () => {
      const [part, present, cheap, dear] = [
        await product(198),
        await product(160),
        await product(128),
        await product(320),
      ]
      const packageId = await packageOf(part, { quantity: 3, price: 198, salePrice: 1580 })
      const { id } = await paid(1580, { packageId, items: [{ ...goods(present), isGift: 1 }] })
      const become = async (from: number, to: number, quantity = 1) =>
        changes(id, { oldItemId: (await lineOf(id, from)).id, ...goods(to, quantity) })
      expect(await become(part, cheap)).toMatchObject({ diffAmount: 0 })
      expect(await become(cheap, part, 3)).toMatchObject({ diffAmount: 0 })
      expect(await become(present, dear)).toMatchObject({ diffAmount: 160 })
      expect(await counter.refused('orderDetail/del', { id: (await lineOf(id, dear)).id })).toMatchObject({
        status: 400,
        msg: '赠品有补差，请先改回',
      })
      expect(await become(dear, present)).toMatchObject({ diffAmount: -160 })
      expect(field(await asksFor(id, [(await lineOf(id, present)).id, 1, 0.01]))).toEqual([400, 'items[0].amount'])
    })

    it('is a part of it still with a dearer choice, until a refund of it waits', async () => {
      const options = [
        { value: 'w', label: '米白' },
        { value: 'b', label: '真皮棕', extraPrice: 50 },
      ]
      const part = await counter.shop.product({ salePrice: 560, attributes: [{ attrName: '封面', options }] })
      const packageId = await packageOf(part, { quantity: 1, price: 560, salePrice: 1580 })
      const { id } = await paid(1580, { packageId })
      const line = (await lineOf(id, part)).id
      const choose = (value: string) =>
        counter.refused('orderDetail/edit', { id: line, attrs: [{ attrName: '封面', value }] })
      const told = await choose('真皮棕')
      expect(told).toMatchObject({ status: 200, data: { diffAmount: 50 } })
      await counter.pay((told.data as { billId: number }).billId, { card: 50 })
      const whole = await wholeOf(id)
      expect(field(await asksFor(id, [whole, 1, 1580]))).toEqual([400, 'items[0].orderItemId'])
      expect(await choose('米白')).toMatchObject({ status: 200, data: { diffAmount: -50 } })
      expect(await lineOf(id, part)).toMatchObject({ fromPackage: true, amount: 0 })
      expect(field(await asksFor(id, [line, 1, 560.01]))).toEqual([400, 'items[0].amount'])
      expect(await asksFor(id, [line, 1, 560])).toMatchObject({ status: 200 })
      expect(field(await choose('真皮棕'))).toEqual([400, 'attrs'])
    })
  })

  describe('a dearer change', () => {
    it('that is not paid holds up the refund of what came by it, also after a further change', async () => {
      const { id } = await paid()
      const [one, dear, middle] = [await product(198), await product(358), await product(268)]
      await counter.pay((await sells(id, [goods(one, 2)])).billId, { card: 396 })
      const first = await changes(id, { oldItemId: (await lineOf(id, one)).id, ...goods(dear, 2) })
      await changes(id, { oldItemId: (await lineOf(id, dear)).id, ...goods(middle, 2) })
      expect(await bill(first.billId ?? 0)).toMatchObject({ dueAmount: 14_000 })
      const line = (await lineOf(id, middle)).id
      expect(field(await asksFor(id, [line, 2, 396]))).toEqual([400, 'items[0].orderItemId'])
      await counter.pay(first.billId ?? 0, { card: 140 })
      expect(await asksFor(id, [line, 2, 536])).toMatchObject({ status: 200 })
    })

    it('stays paid while what came by it goes back', async () => {
      const { id } = await paid()
      const [one, dear] = [await product(198), await product(328)]
      await counter.pay((await sells(id, [goods(one)])).billId, { card: 198 })
      const { billId = 0 } = await changes(id, { oldItemId: (await lineOf(id, one)).id, ...goods(dear) })
      await counter.pay(billId, { card: 130 })
      expect(await asksFor(id, [(await lineOf(id, dear)).id, 1, 328])).toMatchObject({ status: 200 })
      const [record] = await counter.rows('select "id" from "cashRecord" where "billId" = $1', [billId])
      expect(await counter.refused('cashRecord/reverse', { id: record?.id ?? 0, remark: '冲销' })).toMatchObject({
        status: 400,
        msg: '该收款已退款或有退款未完成，不能冲销',
      })
    })
  })

  it('a cheaper change lowers what the order is to pay, never an add-on that waits, and ends codes over more', async () => {
    const { id } = await paid()
    const [one, dear, less, frame] = [await product(198), await product(598), await product(398), await product(1980)]
    await counter.pay((await sells(id, [goods(one)])).billId, { card: 198 })
    const addOn = await sells(id, [goods(frame)])
    const { billId = 0 } = await changes(id, { oldItemId: (await lineOf(id, one)).id, ...goods(dear) })
    const { codeId } = await counter.must('bill/getCode', { id: billId })
    await changes(id, { oldItemId: (await lineOf(id, dear)).id, ...goods(less) })
    expect(await bill(billId)).toMatchObject({ payableAmount: 20_000, dueAmount: 20_000 })
    expect(await bill(addOn.billId)).toMatchObject({ payableAmount: 198_000, dueAmount: 198_000 })
    expect(await counter.must('payCode/state', { id: codeId })).toMatchObject({ secondsLeft: 0 })
  })

  it('an add-on that is changed ends the codes over what it was', async () => {
    const { id } = await paid()
    const addOn = await sells(id, [goods(await product(1980))])
    const { codeId } = await counter.must('bill/getCode', { id: addOn.billId })
    await counter.must('orderAdd/edit', { id: addOn.id, items: [goods(await product(128))] })
    expect(await counter.must('payCode/state', { id: codeId })).toMatchObject({ secondsLeft: 0 })
  })

  describe('an upgrade that is not paid', () => {
    it('is taken back: the old package stands again, with its sessions, and owes nothing', async () => {
      const { id } = await paid(1580, { discountAmount: 100 })
      const before = await order(id)
      const sessions = async (): Promise<number> => {
        const open = [DICT.session_status.cancelled, DICT.session_status.terminated]
        const all = await counter.rows<{ sessionStatus: number }>(
          'select "sessionStatus" from "orderSession" where "orderId" = $1',
          [id],
        )
        return all.filter(({ sessionStatus }) => !open.some((one) => one === sessionStatus)).length
      }
      const [lines, shoots] = [await active(id), await sessions()]
      const told = await counter.must('orderUpgrade/add', { orderId: id, toPackageId: await counter.package(2580) })
      const part = (await active(id)).find((one) => one.fromPackage)
      expect(field(await asksFor(id, [part?.id ?? 0, 1, 1]))).toEqual([400, 'items[0].orderItemId'])
      await counter.must('orderUpgrade/del', { id: told.id })
      expect((await active(id)).map((one) => one.id)).toEqual(lines.map((one) => one.id))
      expect(await sessions()).toBe(shoots)
      expect(await bill(told.billId ?? 0)).toMatchObject({ billStatus: DICT.bill_status.void })
      const { packageId, payableAmount, pickQuota, orderStatus, payStatus } = before
      expect(await order(id)).toMatchObject({
        packageId,
        payableAmount,
        pickQuota,
        orderStatus,
        payStatus,
        dueAmount: 0,
      })
      expect(await counter.row('orderItem', await wholeOf(id))).toMatchObject({ discountShare: 10_000 })
      expect(await counter.refused('orderUpgrade/del', { id: told.id })).toMatchObject({ status: 400 })
    })

    it('taken back leaves what a new one is to shoot and to make', async () => {
      const made = await product(100)
      await studio.db.query('update "product" set "needProduction" = true, "photoQuota" = 0 where "id" = $1', [made])
      const packageId = await packageOf(made, { quantity: 1, price: 100, salePrice: 1580 })
      const { id } = await paid(1580, { packageId })
      const open = async () =>
        (
          await counter.rows<{ sessionStatus: number }>(
            'select "sessionStatus" from "orderSession" where "orderId" = $1 and "sessionStatus" <> $2',
            [id, DICT.session_status.cancelled],
          )
        ).length
      const units = () => counter.must('workProduct/initProduct', { orderId: id })
      expect(await units()).toMatchObject({ created: 1 })
      const toPackageId = await counter.package(2580)
      const first = await counter.must('orderUpgrade/add', { orderId: id, toPackageId })
      await counter.must('orderUpgrade/del', { id: first.id })
      expect([await open(), await units()]).toEqual([2, { created: 1 }])
      const again = await counter.must('orderUpgrade/add', { orderId: id, toPackageId })
      await counter.pay(again.billId ?? 0, { card: 1000 })
      expect(await open()).toBe(2)
    })

    it('is one again when its payment is reversed: it can be paid again, or taken back', async () => {
      const { id } = await paid()
      const told = await counter.must('orderUpgrade/add', { orderId: id, toPackageId: await counter.package(2580) })
      const status = async () => (await counter.row('orderUpgrade', told.id)).status
      const reverse = async () => {
        const all = await counter.rows('select "id" from "cashRecord" where "billId" = $1 order by "id" desc', [
          told.billId ?? 0,
        ])
        await counter.must('cashRecord/reverse', { id: all[0]?.id ?? 0, remark: '冲销' })
      }
      for (let n = 0; n < 2; n++) {
        await counter.pay(told.billId ?? 0, { card: 1000 })
        expect(await status()).toBe(DICT.order_add_status.paid)
        await reverse()
        expect(await status()).toBe(DICT.order_add_status.waitingPayment)
      }
      await counter.must('orderUpgrade/del', { id: told.id })
      expect(await order(id)).toMatchObject({ payableAmount: 158_000, dueAmount: 0 })
    })

    it('gives back what a change took off it, or is paid once that was all', async () => {
      const [frame, ring] = [await product(598), await product(46)]
      const { id } = await paid(1580, { items: [goods(frame)] })
      const toPackageId = await counter.package(2580)
      const first = await counter.must('orderUpgrade/add', { orderId: id, toPackageId })
      expect(field(await counter.refused('orderUpgrade/add', { orderId: id, toPackageId }))).toEqual([400, 'orderId'])
      await changes(id, { oldItemId: (await lineOf(id, frame)).id, ...goods(ring) })
      expect(await bill(first.billId ?? 0)).toMatchObject({ dueAmount: 44_800 })
      await counter.must('orderUpgrade/del', { id: first.id })
      expect(await refundsOf(id)).toMatchObject([{ refundAmount: 55_200 }])
      const other = await paid(1580, { items: [goods(frame, 2)] })
      const second = await counter.must('orderUpgrade/add', { orderId: other.id, toPackageId })
      await changes(other.id, { oldItemId: (await lineOf(other.id, frame)).id, ...goods(ring) })
      expect(await counter.row('orderUpgrade', second.id)).toMatchObject({ status: DICT.order_add_status.paid })
      expect(await order(other.id)).toMatchObject({ dueAmount: 0 })
    })

    it('not once money was taken for it', async () => {
      const { id } = await paid()
      const told = await counter.must('orderUpgrade/add', { orderId: id, toPackageId: await counter.package(2580) })
      await counter.pay(told.billId ?? 0, { card: 10 })
      expect(await counter.refused('orderUpgrade/del', { id: told.id })).toMatchObject({ status: 400 })
    })
  })

  describe('what a customer spent', () => {
    const spent = async (customerId: number) => {
      const { consumeCount, consumeAmount } = await counter.row('customer', customerId)
      return [consumeCount, consumeAmount]
    }
    it('falls by what a reversal takes, and not to nothing', async () => {
      const { id, customerId } = await paid()
      const { billId = 0 } = await changes(id, goods(await product(260)))
      await counter.pay(billId, { card: 60 })
      await counter.pay(billId, { card: 200 })
      expect(await spent(customerId)).toEqual([1, 184_000])
      const [, last] = await counter.rows('select "id" from "cashRecord" where "billId" = $1 order by "id"', [billId])
      await counter.must('cashRecord/reverse', { id: last?.id ?? 0, remark: '冲销' })
      expect(await spent(customerId)).toEqual([1, 164_000])
    })

    it('counts once nothing is due, also by a cheaper change', async () => {
      const [frame, less] = [await product(398), await product(128)]
      const { id, billId, customerId } = await counter.order(1580, { items: [goods(frame)] })
      await counter.pay(billId, { card: 1708 })
      expect(await spent(customerId)).toEqual([0, 0])
      await changes(id, { oldItemId: (await lineOf(id, frame)).id, ...goods(less) })
      expect(await spent(customerId)).toEqual([1, 170_800])
      await counter.pay((await sells(id, [goods(less)])).billId, { card: 128 })
      expect(await spent(customerId)).toEqual([1, 183_600])
    })
  })
})
