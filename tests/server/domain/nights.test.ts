/** What the calendar does by itself (rules 2.16, 5.9): each job once, whoever runs it again finds nothing to do. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DICT } from '../../../src/generated/dictionaries.ts'
import { DAY, HOUR } from '../../../src/model/zone.ts'
import { registerNightlyCalls } from '../../../src/server/platform/index.ts'
import { verify } from '../../../src/server/platform/invariants/index.ts'
import { rulesEngines } from '../db/engines.ts'
import { Counter } from './counter.ts'
import { Studio, TODAY } from './studio.ts'

/** Wire values by the names this file speaks of. */
const MEMBER = DICT.member_status
const CUSTOMER = DICT.customer_status
const COUPON = DICT.coupon_status
const POINTS = DICT.integral_type

describe.each(rulesEngines)('nights on $name', (engine) => {
  let studio: Studio
  let counter: Counter
  beforeAll(async () => {
    studio = await Studio.open(engine)
    counter = await Counter.open(studio, await studio.actor('admin'))
    registerNightlyCalls(studio.jobs, { db: studio.db, app: studio.app })
    await counter.must('memberConfig/add', {
      gradeName: '会员',
      gradeCode: 'gold',
      memberGrade: DICT.member_grade.member,
      sortNum: 2,
      upgradeAmount: 5000,
      discount: 0.9,
      validYears: 1,
    })
  })
  afterAll(() => studio.close())

  /** The night before the day so many days after Monday. */
  const night = async (day: number): Promise<void> => {
    studio.clock.at = TODAY + day * DAY + 3 * HOUR
    await studio.jobs.runDue()
  }
  const logged = async (entity: string): Promise<number> =>
    (await studio.row<{ n: number }>('select count(*) as "n" from "operateLog" where "entity" = $1', [entity])).n
  /** A customer who spent so much that the membership came by itself. */
  const spender = async (): Promise<{ customerId: number; memberId: number }> => {
    const { billId, customerId } = await counter.order(6000)
    await counter.pay(billId, { cash: 6000 })
    const { id } = await studio.row<{ id: number }>('select "id" from "members" where "customerId" = $1', [customerId])
    return { customerId, memberId: id }
  }
  const discountFor = async (customerId: number): Promise<unknown> =>
    (
      await counter.must('order/price', {
        cityCode: '500100',
        businessType: DICT.business_type.baby,
        customerId,
        packageId: await counter.package(1000),
      })
    ).memberDiscount

  it('a membership ends on its day: the customer is one who bought, and pays the full price', async () => {
    const { customerId, memberId } = await spender()
    expect(await counter.row('members', memberId)).toMatchObject({
      status: MEMBER.valid,
      expireTime: TODAY + 365 * DAY,
    })
    expect(await counter.row('customer', customerId)).toMatchObject({ status: CUSTOMER.member })
    expect(await discountFor(customerId)).toBe(100)
    await night(364)
    expect(await counter.row('members', memberId)).toMatchObject({ status: MEMBER.valid })
    await night(365)
    expect(await counter.row('members', memberId)).toMatchObject({ status: MEMBER.expired })
    expect(await counter.row('customer', customerId)).toMatchObject({
      status: CUSTOMER.won,
      memberGradeId: null,
      memberId,
    })
    expect(await discountFor(customerId)).toBe(0)
    const seen = await logged('members')
    expect(await counter.must('members/expire')).toEqual({ count: 0 })
    await night(366)
    expect(await logged('members')).toBe(seen)
  })

  it('a coupon nobody used runs out; one that was used, or is still good, stays what it is', async () => {
    const customerId = await counter.customer()
    const { id: couponId } = await counter.must('coupon/add', {
      name: '百元券',
      code: 'C100',
      faceValue: 100,
      validFrom: studio.clock.at,
      validTo: studio.clock.at + 90 * DAY,
      totalCount: 10,
    })
    const hold = async (couponNo: string, days: number): Promise<number> => {
      const { id } = await studio.row<{ id: number }>(
        'insert into "customerCoupon" ("companyId", "couponNo", "couponId", "customerId", "status", "validTo") values (1, $1, $2, $3, 1, $4) returning "id"',
        [couponNo, couponId, customerId, new Date(studio.clock.at + days * DAY)],
      )
      return id
    }
    const [short, long, used] = [await hold('Q1', 1), await hold('Q2', 30), await hold('Q3', 1)]
    await counter.order(1000, { customerId, couponIds: [used] })
    studio.clock.at += 2 * DAY
    await studio.jobs.runDue()
    const statusOf = async (id: number): Promise<unknown> => (await counter.row('customerCoupon', id)).status
    expect([await statusOf(short), await statusOf(long), await statusOf(used)]).toEqual([
      COUPON.expired,
      COUPON.unused,
      COUPON.used,
    ])
    const seen = await logged('customerCoupon')
    expect(await counter.must('customerCoupon/expire')).toEqual({ count: 0 })
    expect(await logged('customerCoupon')).toBe(seen)
    expect((await counter.refused('order/price', { customerId, cityCode: '500100', couponIds: [short] })).status).toBe(
      200,
    )
  })

  it('points older than the parameter allows are gone, what was spent counted against the oldest', async () => {
    const { memberId } = await spender()
    const gain = (change: number, daysAgo: number): Promise<unknown> =>
      studio.db.query(
        `with gained as (update "members" set "integral" = "integral" + $2, "totalIntegral" = "totalIntegral" + greatest($2, 0) where "id" = $1 returning "integral")
         insert into "integralMovement" ("companyId", "movementNo", "memberId", "integralType", "change", "balanceAfter", "createTime")
         select 1, $3, $1, ${POINTS.consume}, $2, "integral", $4 from gained`,
        [memberId, change, `T${memberId}-${daysAgo}`, new Date(studio.clock.at - daysAgo * DAY)],
      )
    await gain(300, 200)
    await gain(-100, 150)
    await gain(50, 10)
    await night((studio.clock.at - TODAY - 3 * HOUR) / DAY + 1)
    expect(await counter.row('members', memberId)).toMatchObject({ integral: 250 })
    await counter.must('parameter/save', { parameters: [{ code: 'integral_valid_months', value: '6' }] })
    expect(await counter.must('members/expirePoints')).toEqual({ count: 1 })
    expect(await counter.row('members', memberId)).toMatchObject({ integral: 50 })
    expect(
      await counter.rows(
        'select "integralType", "change", "balanceAfter" from "integralMovement" where "memberId" = $1 order by "id" desc limit 1',
        [memberId],
      ),
    ).toEqual([{ integralType: POINTS.expire, change: -200, balanceAfter: 50 }])
    expect(await counter.must('members/expirePoints')).toEqual({ count: 0 })
  })

  it('a birthday gives the points of the grade, once a year', async () => {
    const { memberId, customerId } = await spender()
    const day = Math.floor((studio.clock.at - TODAY) / DAY) + 1
    await counter.must('memberConfig/edit', {
      id: (await counter.row('members', memberId)).gradeId as number,
      birthdayIntegral: 88,
    })
    const born = new Date(TODAY + day * DAY + 8 * HOUR).toISOString().slice(5, 10)
    await studio.db.query(`update "customer" set "birthday" = ('1992-' || $2)::date where "id" = $1`, [
      customerId,
      born,
    ])
    const { integral } = await counter.row('members', memberId)
    await night(day)
    expect(await counter.row('members', memberId)).toMatchObject({ integral: Number(integral) + 88 })
    expect(await counter.must('members/birthdayPoints')).toEqual({ count: 0 })
  })

  it('each cashier on duty begins the day with an open statement, one', async () => {
    await night((studio.clock.at - TODAY - 3 * HOUR) / DAY + 3)
    const today = studio.clock.at - 3 * HOUR
    const statements = (): Promise<unknown> =>
      counter.rows(
        'select "cashierId", "placeId", "status", "netAmount" from "cashStatistics" where "accountDate" = $1',
        [new Date(today + 8 * HOUR).toISOString().slice(0, 10)],
      )
    const one = { cashierId: counter.cashierId, placeId: counter.placeId, status: 1, netAmount: 0 }
    expect(await statements()).toEqual([one])
    expect(await counter.must('cash_statistics/openDay')).toEqual({ count: 0 })
    const { billId } = await counter.order(500)
    await counter.pay(billId, { cash: 500 })
    expect(await statements()).toEqual([{ ...one, netAmount: 50000 }])
  })

  it('leaves every invariant standing', async () => {
    const verdicts = await verify(studio.db, studio.model)
    expect(verdicts.filter(({ broken }) => broken.length > 0)).toEqual([])
  })
})
