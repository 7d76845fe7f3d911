/** Memberships, gifts and campaigns (rules 2.16; I-15, I-16, I-19; story H): what is paid, given, and given back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DICT, type Code } from '../../../src/generated/dictionaries.ts'
import type { Requests, Sent, Told } from '../../../src/generated/wire.ts'
import { DAY } from '../../../src/model/zone.ts'
import { verify } from '../../../src/server/platform/invariants/index.ts'
import type { Answer } from '../../../src/model/web.ts'
import { rulesEngines } from '../db/engines.ts'
import { CITY } from './catalogue.ts'
import { Counter } from './counter.ts'
import { Studio } from './studio.ts'

const MEMBER = DICT.member_status
const CUSTOMER = DICT.customer_status
const EXCHANGE = DICT.exchange_status
const GRADE = DICT.member_grade
const SHELF = DICT.shelf_status
const YEAR = 365 * DAY

describe.each(rulesEngines)('members on $name', (engine) => {
  let studio: Studio
  let counter: Counter
  let gold: number
  let free: number
  let n = 0
  beforeAll(async () => {
    studio = await Studio.open(engine)
    counter = await Counter.open(studio, await studio.actor('admin'))
    const grade = async (
      gradeName: string,
      memberGrade: Code<'member_grade'>,
      values: Requests['memberConfig/add'],
    ): Promise<number> =>
      (
        await must('memberConfig/add', {
          gradeName,
          gradeCode: gradeName,
          memberGrade,
          discount: 1,
          integralRate: 1,
          validYears: 1,
          ...values,
        })
      ).id
    gold = await grade('金卡', GRADE.member, { sortNum: 1, tollPrice: 199 })
    free = await grade('亲友卡', GRADE.privilegedMember, { sortNum: 2 })
  })
  afterAll(() => studio.close())

  const must = <P extends keyof Requests, K extends string>(path: P, input: Sent<P, K>): Promise<Told[P]> =>
    counter.must(path, input)
  const told = <P extends keyof Requests, K extends string>(path: P, input: Sent<P, K>): Promise<Answer> =>
    counter.refused(path, input)
  const row: Counter['row'] = (table, id) => counter.row(table, id)
  const pay = async (billId: number | null | undefined, cash: number): Promise<Answer> =>
    counter.pay(billId ?? 0, { cash })

  /** A member with points. */
  async function member(
    points = 0,
    values: Requests['customer/add'] = {},
    gradeId = free,
  ): Promise<{ id: number; customerId: number }> {
    const customerId = await counter.customer(values)
    const { id, billId } = await must('members/register', { customerId, gradeId })
    if (billId) expect(await pay(billId, 199)).toMatchObject({ status: 200 })
    if (points > 0) await must('integral/change', { memberId: id, change: points, reason: '补登' })
    return { id, customerId }
  }
  const gift = async (values: Requests['goods/add'] = {}): Promise<number> =>
    (await must('goods/add', { name: `礼品${(n += 1)}`, integralPrice: 100, stock: 10, ...values })).id
  const exchange = (memberId: number, giftId: number, quantity = 1): Promise<Answer> =>
    told('members/exchangeGift', { memberId, giftId, quantity })

  describe('a card', () => {
    it('has its annual fee set, and keeps what was not touched', async () => {
      const { id } = await must('memberConfig/add', {
        ...{ gradeName: '铂金卡', gradeCode: '铂金卡', memberGrade: GRADE.member, discount: 1, integralRate: 1 },
        ...{ validYears: 1, sortNum: 9, tollPrice: 599 },
      })
      await must('memberConfig/tollPrice', { gradeId: id, validYears: 2 })
      expect(await must('memberConfig/detail', { id })).toMatchObject({ tollPrice: 599, validYears: 2 })
      await must('memberConfig/tollPrice', { gradeId: id, cityPrices: [{ cityCode: '510100', tollPrice: 560 }] })
      expect(await must('memberConfig/detail', { id })).toMatchObject({ tollPrice: 599, validYears: 2 })
      await must('memberConfig/tollPrice', { gradeId: id, tollPrice: 0 })
      expect(await must('memberConfig/detail', { id })).toMatchObject({ tollPrice: 0, validYears: 2 })
    })

    it('is good once its fee is paid, and is taken back with the payment', async () => {
      const { customerId, billId: order } = await counter.order(100)
      await counter.pay(order, { cash: 100 })
      expect((await row('customer', customerId)).status).toBe(CUSTOMER.won)
      const { id, billId, fee } = await must('members/register', { customerId, gradeId: gold, years: 2 })
      expect(fee).toBe(398)
      expect(await row('bill', billId ?? 0)).toMatchObject({
        billType: DICT.bill_type.other,
        payableAmount: 39_800,
        customerId,
      })
      expect((await row('members', id)).status).toBe(MEMBER.unpaid)
      expect(await must('members/foresee', { customerId })).toMatchObject({
        hintEn: expect.stringMatching(/has the card V\d+; renew it/),
      })
      expect(await told('members/edit', { id, renewYears: 1 })).toMatchObject({ status: 400 })
      await pay(billId, 98)
      expect((await row('members', id)).status).toBe(MEMBER.unpaid)
      await pay(billId, 300)
      const paid = await row('members', id)
      expect(paid.status).toBe(MEMBER.valid)
      expect(Number(paid.expireTime)).toBeGreaterThan(studio.clock.at + 2 * YEAR - DAY)
      expect(await row('customer', customerId)).toMatchObject({
        status: CUSTOMER.member,
        memberId: id,
        memberGradeId: gold,
      })
      const [record] = await counter.rows(
        'select "id" from "cashRecord" where "billId" = $1 order by "id" desc limit 1',
        [billId],
      )
      await must('cashRecord/reverse', { id: record?.id, remark: '输错' })
      expect((await row('members', id)).status).toBe(MEMBER.unpaid)
      expect((await row('customer', customerId)).status).toBe(CUSTOMER.won)
    })

    it('is called by its member in the log', async () => {
      const { id } = await member(0, { realName: '甄嬛' })
      const [made] = await counter.rows(
        'select "messageEn" from "operateLog" where "entity" = \'members\' and "entityId" = $1 order by "id"',
        [id],
      )
      expect(made?.messageEn).toContain('“甄嬛”')
    })

    it('runs on from its end when it is renewed, and is opened once', async () => {
      const { id, customerId } = await member(0, {}, gold)
      const before = Number((await row('members', id)).expireTime)
      const foreseen = await must('members/foreseeRenewal', { id, renewYears: 1 })
      expect(foreseen).toMatchObject({ fee: 199 })
      const { billId } = await must('members/edit', { id, renewYears: 1 })
      await pay(billId, 199)
      expect(Number((await row('members', id)).expireTime)).toBeGreaterThanOrEqual(before + YEAR)
      expect((await row('members', id)).expireTime).toBe(foreseen.newExpireTime)
      expect(await told('members/register', { customerId, gradeId: gold })).toMatchObject({
        status: 400,
        data: { field: 'customerId' },
      })
    })

    it('is undone from the last payment on, and had its end before', async () => {
      const { id, customerId } = await member(0, {}, gold)
      const first = await row('members', id)
      const { billId } = await must('members/edit', { id, renewYears: 2 })
      await pay(billId, 398)
      const ways = await counter.rows(
        'select r."id", r."billId" from "cashRecord" r where r."customerId" = $1 order by r."id"',
        [customerId],
      )
      const [old, last] = ways as [{ id: number }, { id: number }]
      expect(await told('cashRecord/reverse', { id: old.id, remark: '输错' })).toMatchObject({
        status: 400,
        msg: '之后又续过费，请先冲销后一笔',
      })
      await must('cashRecord/reverse', { id: last.id, remark: '输错' })
      expect(await row('members', id)).toMatchObject({ expireTime: first.expireTime, status: MEMBER.valid })
      expect(await told('members/edit', { id, renewYears: 1 })).toMatchObject({ status: 400 })
      expect(await row('customer', customerId)).toMatchObject({ memberId: id, memberGradeId: gold })
    })

    it('that has ended runs from the day it is renewed; its grade is nobody’s until then', async () => {
      const { id, customerId } = await member(0, {}, gold)
      const end = Number((await row('members', id)).expireTime)
      const before = studio.clock.at
      studio.clock.at = end + 30 * DAY
      try {
        // The night has not ended it yet: years are added to the day, not to an end that is past.
        const { billId: early } = await must('members/edit', { id, renewYears: 1 })
        await pay(early, 199)
        expect(Number((await row('members', id)).expireTime)).toBeGreaterThanOrEqual(studio.clock.at + YEAR)
        studio.clock.at += 2 * YEAR
        await must('members/expire', {})
        expect((await row('members', id)).status).toBe(MEMBER.expired)
        await must('members/edit', { id, gradeId: free })
        expect(await row('customer', customerId)).toMatchObject({ memberGradeId: gold })
        await must('members/edit', { id, gradeId: gold })
        const { billId } = await must('members/edit', { id, renewYears: 1 })
        await pay(billId, 199)
        const { expireTime, joinTime } = await row('members', id)
        expect(Number(expireTime)).toBeGreaterThanOrEqual(studio.clock.at + YEAR)
        expect(Number(joinTime)).toBeLessThan(end)
        await must('members/edit', { id, gradeId: free })
        expect(await row('customer', customerId)).toMatchObject({ memberGradeId: free })
      } finally {
        studio.clock.at = before
      }
    })

    it('of a grade that is given no more is refused', async () => {
      const { id } = await must('memberConfig/add', {
        ...{ gradeName: '旧卡', gradeCode: '旧卡', memberGrade: GRADE.member, discount: 1, integralRate: 1 },
        ...{ validYears: 1, sortNum: 9, status: DICT.enable_status.disabled },
      })
      const customerId = await counter.customer()
      expect(await told('members/register', { customerId, gradeId: id })).toMatchObject({
        status: 400,
        data: { field: 'gradeId' },
      })
    })

    it('costs what its grade costs in the city of the customer', async () => {
      await must('memberConfig/tollPrice', {
        gradeId: gold,
        tollPrice: 199,
        cityPrices: [{ cityCode: CITY.chengdu, tollPrice: 99 }],
      })
      const listed = (await must('memberConfig/query', {})).find(({ id }) => id === gold)
      expect(listed?.cityPrices).toMatchObject([{ cityCodeName: '成都', tollPrice: 99 }])
      const customerId = await counter.customer({ cityCode: CITY.chengdu })
      expect(await must('members/foresee', { customerId, gradeId: gold, years: 3 })).toMatchObject({ fee: 297 })
      expect((await must('members/register', { customerId, gradeId: gold })).fee).toBe(99)
      const twice = [1, 2].map((tollPrice) => ({ cityCode: CITY.chengdu, tollPrice }))
      expect(await told('memberConfig/tollPrice', { gradeId: gold, cityPrices: twice })).toMatchObject({ status: 400 })
    })

    it('that was cancelled asks for no fee any more, and begins anew once it is registered again', async () => {
      const customerId = await counter.customer()
      const { id, billId } = await must('members/register', { customerId, gradeId: gold })
      await must('members/cancel', { id })
      expect(await row('bill', billId)).toMatchObject({ billStatus: DICT.bill_status.void, voidReason: '会员注销' })
      expect((await must('members/foresee', { customerId, gradeId: gold })).hint ?? null).toBeNull()
      const again = await must('members/register', { customerId, gradeId: gold })
      expect(again.id).toBe(id)
      await pay(again.billId, Number(again.fee))
      expect(await row('members', id)).toMatchObject({ status: MEMBER.valid, integral: 0 })
      expect(await told('members/register', { customerId, gradeId: gold })).toMatchObject({
        ...{ status: 400, data: { field: 'customerId' } },
      })
    })

    it('that is cancelled ends its points', async () => {
      const { id } = await member(500)
      await must('members/cancel', { id })
      expect(await row('members', id)).toMatchObject({ status: MEMBER.cancelled, integral: 0 })
      for (const path of ['members/cancel', 'members/edit'] as const)
        expect(await told(path, { id })).toMatchObject({ status: 400 })
    })
  })

  describe('points and gifts', () => {
    it('points are adjusted with a reason, never below nothing (I-15)', async () => {
      const { id: memberId, customerId } = await member(100)
      expect(await told('integral/change', { memberId, change: -101, reason: '多扣' })).toMatchObject({
        status: 400,
        data: { field: 'change' },
      })
      expect(await told('integral/change', { memberId, change: 1 })).toMatchObject({
        status: 400,
        data: { field: 'reason' },
      })
      expect(await must('integral/change', { memberId, change: -40, reason: '补扣' })).toEqual({ balanceAfter: 60 })
      for (const change of [10_001, -10_001])
        expect(await told('integral/change', { memberId, change, reason: '输错' })).toMatchObject({
          ...{ status: 400, msg: '一次最多调整 10000 分', data: { field: 'change' } },
        })
      expect(await must('integral/getIntegral', { customerId })).toEqual({ integral: 60, totalIntegral: 100 })
    })

    it('an exchange takes points and stock; cancelled, both come back; handed out, it stays (I-16)', async () => {
      const { id: memberId } = await member(500)
      const giftId = await gift()
      const made = (await exchange(memberId, giftId, 2)).data as { id: number }
      expect(await row('goods', giftId)).toMatchObject({ stock: 8, exchangedCount: 2 })
      expect((await row('members', memberId)).integral).toBe(300)
      await must('presentexchange/edit', { id: made.id, status: EXCHANGE.cancelled, cancelReason: '不要了' })
      expect(await row('goods', giftId)).toMatchObject({ stock: 10, exchangedCount: 0 })
      expect((await row('members', memberId)).integral).toBe(500)
      const [back] = await counter.rows(
        'select "reason" from "integralMovement" where "exchangeId" = $1 order by "id" desc',
        [made.id],
      )
      expect(back).toEqual({ reason: '不要了' })
      const other = await must('presentexchange/add', { memberId, giftId, quantity: 1 })
      await must('presentexchange/edit', { id: other.id, status: EXCHANGE.issued })
      expect(
        await told('presentexchange/edit', { id: other.id, status: EXCHANGE.cancelled, cancelReason: '晚了' }),
      ).toMatchObject({ status: 400 })
      expect((await row('presentExchange', other.id)).deliverTime).not.toBeNull()
    })

    it('refuses what is not for the member, off the shelf, or too dear', async () => {
      const { id: memberId } = await member(150)
      const field = async (answer: Promise<Answer>): Promise<unknown> => {
        const { status, data } = await answer
        return status === 400 ? (data as { field: string }).field : status
      }
      expect(await field(exchange(memberId, await gift(), 2))).toBe('quantity')
      expect(await field(exchange(memberId, await gift({ stock: 0 })))).toBe('giftId')
      expect(await field(exchange(memberId, await gift({ status: SHELF.off })))).toBe('giftId')
      expect(await field(exchange(memberId, await gift({ cityCode: CITY.chengdu })))).toBe('giftId')
      expect(await field(exchange(memberId, await gift({ gradeIds: [gold] })))).toBe('giftId')
      expect(await field(exchange(memberId, await gift({ gradeIds: [free], cityCode: CITY.chongqing })))).toBe(200)
    })

    it('the last gift is given once (I-16)', async () => {
      const giftId = await gift({ stock: 1 })
      const members = [await member(100), await member(100), await member(100)]
      const told = await Promise.all(members.map(({ id }) => exchange(id, giftId)))
      expect(told.filter(({ status }) => status === 200)).toHaveLength(1)
      expect((await row('goods', giftId)).stock).toBe(0)
    })
  })

  describe('campaigns and coupons', () => {
    const coupon = async (values: Requests['coupon/add'] = {}): Promise<number> =>
      (
        await must('coupon/add', {
          code: `C${(n += 1)}`,
          name: `券${n}`,
          faceValue: 50,
          totalCount: 2,
          validFrom: studio.clock.at - DAY,
          validTo: studio.clock.at + DAY,
          ...values,
        })
      ).id
    const campaign = async (values: Requests['activity/add'] = {}): Promise<number> =>
      (
        await must('activity/add', {
          name: `活动${(n += 1)}`,
          activityType: DICT.activity_type.vipGift,
          userType: [GRADE.privilegedMember],
          regionCode: [CITY.chongqing],
          startTime: studio.clock.at - DAY,
          endTime: studio.clock.at + DAY,
          ...values,
        })
      ).id

    it('gives its presents to whom it is meant for, so often as it says', async () => {
      const [giftId, couponId] = [await gift(), await coupon()]
      const activityId = await campaign({ giftIds: [giftId], couponIds: [couponId] })
      const { customerId } = await member()
      await must('activity/give', { activityId, customerId })
      expect(await row('goods', giftId)).toMatchObject({ stock: 9, exchangedCount: 1 })
      expect(await row('activity', activityId)).toMatchObject({ giveCount: 1 })
      expect(await told('activity/give', { activityId, customerId })).toMatchObject({
        status: 400,
        data: { field: 'customerId' },
      })
      const strangers = [
        await counter.customer(),
        (await member(0, {}, gold)).customerId,
        (await member(0, { cityCode: CITY.chengdu })).customerId,
      ]
      for (const stranger of strangers)
        expect(await told('activity/give', { activityId, customerId: stranger })).toMatchObject({
          status: 400,
          data: { field: 'customerId' },
        })
    })

    it('gives to all members at once or to nobody, and to each but once', async () => {
      const couponId = await coupon({ totalCount: 200 })
      const activityId = await campaign({ couponIds: [couponId] })
      const { count } = await must('activity/present', { activityId })
      expect(count).toBeGreaterThan(2)
      expect(await must('activity/present', { activityId })).toEqual({ count: 0 })
      const tooFew = await campaign({ couponIds: [await coupon({ totalCount: 1 })] })
      expect(await told('activity/present', { activityId: tooFew })).toMatchObject({ status: 400 })
      expect(await counter.rows('select 1 from "activityGive" where "activityId" = $1', [tooFew])).toEqual([])
    })

    it('gives nothing before, after, or while it is stopped', async () => {
      const { customerId } = await member()
      const give = async (values: Requests['activity/add']): Promise<number> =>
        (
          await told('activity/give', {
            activityId: await campaign({ giftIds: [await gift()], ...values }),
            customerId,
          })
        ).status
      expect(await give({ startTime: studio.clock.at + 1, endTime: studio.clock.at + DAY })).toBe(400)
      expect(await give({ startTime: studio.clock.at - DAY, endTime: studio.clock.at })).toBe(400)
      expect(await give({ disabled: 1 })).toBe(400)
      expect(await give({})).toBe(200)
    })

    it('coupons are given to all who are named or to nobody, no more than there are (I-19)', async () => {
      const couponId = await coupon()
      const customers = [await counter.customer(), await counter.customer(), await counter.customer()]
      expect(await told('coupon/give', { couponId, customerIds: customers })).toMatchObject({
        status: 400,
        data: { field: 'customerIds' },
      })
      expect(await must('coupon/give', { couponId, customerIds: customers.slice(0, 2) })).toEqual({ count: 2 })
      const [held] = await counter.rows('select "id" from "customerCoupon" where "couponId" = $1', [couponId])
      await must('customerCoupon/void', { ids: [held?.id ?? 0] })
      expect(await told('customerCoupon/void', { ids: [held?.id ?? 0] })).toMatchObject({ status: 400 })
      const local = await coupon({ regionCode: [CITY.chengdu] })
      expect(await told('coupon/give', { couponId: local, customerIds: customers })).toMatchObject({ status: 400 })
    })
  })

  it('keeps every invariant', async () => {
    expect((await verify(studio.db, studio.model)).filter(({ broken }) => broken.length > 0)).toEqual([])
  })
})
