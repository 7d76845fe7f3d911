/** Points and grades (rules 2.0, I-15, I-17, I-18): given once, taken back in proportion, and nobody falls. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DICT, type Code } from '../../../src/generated/dictionaries.ts'
import { DAY } from '../../../src/model/zone.ts'
import { verify } from '../../../src/server/platform/invariants/index.ts'
import { rulesEngines } from '../db/engines.ts'
import { ITEM } from './catalogue.ts'
import { Counter } from './counter.ts'
import { Studio, TODAY } from './studio.ts'

/** Kinds of movement of points. */
const KIND = DICT.integral_type

describe.each(rulesEngines)('points and grades on $name', (engine) => {
  let studio: Studio
  let counter: Counter
  const grades: Record<'silver' | 'gold' | 'crown', number> = { silver: 0, gold: 0, crown: 0 }
  beforeAll(async () => {
    studio = await Studio.open(engine)
    counter = await Counter.open(studio, await studio.actor('admin'))
    const grade = (gradeName: string, memberGrade: Code<'member_grade'>, values: object) =>
      counter.must('memberConfig/add', {
        gradeName,
        gradeCode: gradeName,
        memberGrade,
        discount: 1,
        integralRate: 1.2,
        validYears: 1,
        ...values,
      })
    grades.silver = (await grade('银卡', DICT.member_grade.member, { sortNum: 1, upgradeAmount: 2000 })).id
    grades.gold = (await grade('金卡', DICT.member_grade.privilegedMember, { sortNum: 2, upgradeAmount: 6000 })).id
    grades.crown = (await grade('皇冠', DICT.member_grade.privilegedMember, { sortNum: 3 })).id
  })
  afterAll(() => studio.close())

  const memberOf = async (customerId: number): Promise<Record<string, unknown> & { id: number }> =>
    studio.row('select * from "members" where "customerId" = $1', [customerId])
  const movements = (memberId: number) =>
    counter.rows(
      'select "integralType", "change", "balanceAfter" from "integralMovement" where "memberId" = $1 order by "id"',
      [memberId],
    )
  /** Who spent 2,500 became a member by it; the order that made one gives no points. */
  const member = async (): Promise<{ customerId: number; memberId: number }> => {
    const { customerId, billId } = await counter.order(2500)
    expect(await counter.pay(billId, { cash: 2500 })).toMatchObject({ status: 200 })
    return { customerId, memberId: (await memberOf(customerId)).id }
  }
  /** No call gives a grade that was not reached; a grade of old data is written as a migration would, with the counts it moves. */
  const crowned = async (memberId: number) => {
    await studio.db.query('update "members" set "gradeId" = $2 where "id" = $1', [memberId, grades.crown])
    await studio.db.query(
      `update "memberConfig" g set "memberCount" =
        (select count(*) from "members" m where m."gradeId" = g."id" and not m."isDel" and m."status" = 1)`,
    )
  }
  const refunds = async (orderId: number, refundAmount: number) => {
    const { id } = await counter.must('cashRefund/refund', {
      orderId,
      refundAmount,
      refundType: DICT.refund_type.partial,
      refundWay: DICT.refund_way.original,
      reason: DICT.refund_reason.customer,
    })
    await studio.must('manager', 'cashRefund/confirm', { id, action: 'approve' })
    await counter.must('cashRefund/confirm', { id, action: 'pay', payMethodId: counter.ways.cash })
  }

  describe('points (I-15, I-17)', () => {
    it('come once, with the last yuan, rounded down', async () => {
      const { customerId, memberId } = await member()
      const made = await counter.order(1000.99, { customerId })
      await counter.pay(made.billId, { cash: 500 })
      expect(await movements(memberId)).toEqual([])
      await counter.pay(made.billId, { wechat: 500.99 })
      // 1000.99 × 1.2 = 1201.188
      const given = { integralType: KIND.consume, change: 1201, balanceAfter: 1201 }
      expect(await movements(memberId)).toEqual([given])
      expect(await counter.row('order', made.id)).toMatchObject({ integralGiven: 1201 })
      // More is bought: the order owes again, and is paid in full a second time.
      const item = { itemType: ITEM.goods, itemId: await counter.shop.product(), quantity: 1 }
      const changed = await counter.must('order/edit', {
        id: made.id,
        changes: [item],
        reason: '加一本',
      })
      expect(await counter.pay(changed.billId, { cash: 100 })).toMatchObject({ status: 200 })
      expect(await counter.row('order', made.id)).toMatchObject({
        orderStatus: DICT.order_status.paid,
        integralGiven: 1201,
      })
      expect(await movements(memberId)).toEqual([given])
    })

    it('go back in proportion to the money, rounded down, all of them with the last of it', async () => {
      const { customerId, memberId } = await member()
      const made = await counter.order(999, { customerId })
      await counter.pay(made.billId, { cash: 999 })
      expect(await memberOf(customerId)).toMatchObject({ integral: 1198 })
      await refunds(made.id, 333)
      // 1198 × 333 / 999 = 399.33
      await refunds(made.id, 666)
      // What is left of 1198.
      expect((await movements(memberId)).slice(1)).toEqual([
        { integralType: KIND.refund, change: -399, balanceAfter: 799 },
        { integralType: KIND.refund, change: -799, balanceAfter: 0 },
      ])
    })

    it('go back by what was paid, not by the price before a discount', async () => {
      const { customerId, memberId } = await member()
      const made = await counter.order(1200, { customerId, discountAmount: 300 })
      await counter.pay(made.billId, { cash: 900 })
      await refunds(made.id, 300)
      // 900 × 1.2 = 1080, of which 300 / 900
      expect((await movements(memberId)).map((one) => one.change)).toEqual([1080, -360])
      expect(await memberOf(customerId)).toMatchObject({ integral: 720, totalIntegral: 1080 })
    })

    it('never go below nothing where they are spent by then', async () => {
      const { customerId, memberId } = await member()
      const made = await counter.order(1000, { customerId })
      await counter.pay(made.billId, { cash: 1000 })
      await studio.db.query(
        `with spent as (update "members" set "integral" = 100 where "id" = $1 returning "integral")
         insert into "integralMovement" ("companyId", "movementNo", "memberId", "integralType", "change", "balanceAfter")
         select 1, $2, $1, ${KIND.giftExchange}, -1100, "integral" from spent`,
        [memberId, `X${memberId}`],
      )
      await refunds(made.id, 1000)
      expect(await memberOf(customerId)).toMatchObject({ integral: 0 })
      expect((await movements(memberId)).at(-1)).toEqual({ integralType: KIND.refund, change: -100, balanceAfter: 0 })
    })

    it('are not given to who is no member', async () => {
      const made = await counter.order(1000)
      await counter.pay(made.billId, { cash: 1000 })
      expect(await counter.row('order', made.id)).toMatchObject({ integralGiven: 0 })
    })
  })

  describe('a grade (I-18)', () => {
    const spends = async (customerId: number, amount: number) => {
      const { billId } = await counter.order(amount, { customerId })
      await counter.pay(billId, { cash: amount })
    }

    it('comes and rises with what was spent; the membership gets no shorter by it', async () => {
      const { customerId, memberId } = await member()
      expect(await memberOf(customerId)).toMatchObject({ gradeId: grades.silver, expireTime: TODAY + 365 * DAY })
      const far = TODAY + 900 * DAY
      await studio.db.query('update "members" set "expireTime" = $2 where "id" = $1', [memberId, new Date(far)])
      await spends(customerId, 3499)
      expect(await memberOf(customerId)).toMatchObject({ gradeId: grades.silver, expireTime: far })
      await spends(customerId, 1)
      expect(await memberOf(customerId)).toMatchObject({ gradeId: grades.gold, expireTime: far })
      expect(await counter.row('customer', customerId)).toMatchObject({ memberGradeId: grades.gold })
    })

    it('does not fall to one that spending has reached', async () => {
      const { customerId, memberId } = await member()
      await crowned(memberId)
      await spends(customerId, 4000)
      expect(await memberOf(customerId)).toMatchObject({ gradeId: grades.crown })
    })
  })

  it('leave every invariant standing', async () => {
    const broken = (await verify(studio.db, studio.model)).filter((verdict) => verdict.broken.length > 0)
    expect(broken).toEqual([])
  })
})
