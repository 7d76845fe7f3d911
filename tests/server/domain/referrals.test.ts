/** Friends whom customers and staff send (rules 2.16, I-55): reviewed, given out, invited, and what is given for them. */
import type { Requests } from '../../../src/generated/wire.ts'
import { DICT, type Code } from '../../../src/generated/dictionaries.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verify } from '../../../src/server/platform/invariants/index.ts'
import type { Actor } from '../../../src/server/types.ts'
import { rulesEngines } from '../db/engines.ts'
import { Counter } from './counter.ts'
import { Studio, type Ask } from './studio.ts'

type Values = Record<string, unknown>

/** Wire values by the names this file speaks of. */
const REVIEW = DICT.review_status
const STEP = { valid: DICT.award_step.validReferral, signed: DICT.award_step.signedOrder }
const AWARD = DICT.award_type
const STATUS = DICT.award_status
const WRONG_STATE = '当前状态不能执行该操作'

describe.each(rulesEngines)('referrals on $name', (engine) => {
  let studio: Studio
  let counter: Counter
  let n = 0
  beforeAll(async () => {
    studio = await Studio.open(engine)
    counter = await Counter.open(studio, await studio.actor('admin'))
  })
  afterAll(() => studio.close())

  const friend = (): string => `137${String(20_000_000 + ++n)}`
  const referral = async (values: Requests['recommend/add'] = {}): Promise<number> => {
    const made = await counter.must('recommend/add', {
      introdType: DICT.introd_type.customer,
      introducerId: values.introducerId ?? (await counter.customer()),
      friendName: `朋友${n}`,
      friendMobile: friend(),
      businessType: DICT.business_type.baby,
      ...values,
    })
    return made.id
  }
  const review = (
    ids: number[],
    result: Code<'review_status', 'passed' | 'rejected'>,
    more: Requests['recommend/review'] = {},
  ) => counter.refused('recommend/review', { ids, result, ...more })
  const passed = async (values: Requests['recommend/add'] = {}): Promise<number> => {
    const id = await referral(values)
    expect(await review([id], REVIEW.passed)).toMatchObject({ status: 200 })
    return id
  }
  const row = (id: number) => counter.row('recommend', id)
  const awards = (id: number): Promise<Values[]> =>
    counter.rows('select * from "award" where "recommendId" = $1 order by "awardStep"', [id])
  const setting = async (code: string, value: string): Promise<void> => {
    await counter.must('parameter/save', { parameters: [{ code, value }] })
  }
  /** A customer with a card. */
  const member = async (): Promise<number> => {
    const [known] = await counter.rows('select 1 as "known" from "memberConfig" limit 1', [])
    if (!known)
      await counter.must('memberConfig/add', {
        gradeName: '会员',
        gradeCode: 'gold',
        memberGrade: DICT.member_grade.member,
        sortNum: 2,
        upgradeAmount: 1000,
      })
    const customerId = await counter.customer()
    const made = await counter.order(1000, { customerId })
    await counter.pay(made.billId, { cash: 1000 })
    return customerId
  }
  const pointsOf = async (customerId: number): Promise<number> =>
    Number((await counter.rows('select "integral" from "members" where "customerId" = $1', [customerId]))[0]?.integral)

  it('know who introduced; nobody introduces their own number, and a friend is sent once', async () => {
    const introducerId = await counter.customer()
    const { realName, mobile } = await counter.row('customer', introducerId)
    const id = await referral({ introducerId })
    expect(await row(id)).toMatchObject({ introName: realName, introMobile: mobile, reviewStatus: REVIEW.waiting })
    const own = {
      introdType: DICT.introd_type.customer,
      introducerId,
      friendName: '本人',
      friendMobile: mobile,
      businessType: DICT.business_type.baby,
    }
    expect(await counter.refused('recommend/add', own)).toMatchObject({
      status: 400,
      msg: '不能推荐本人的手机号',
      data: { field: 'friendMobile' },
    })
    expect(await counter.refused('recommend/edit', { id, friendMobile: mobile })).toMatchObject({ status: 400 })
    const { friendMobile } = await row(id)
    expect(await counter.refused('recommend/add', { ...own, friendMobile })).toMatchObject({
      status: 400,
      msg: '该被介绍人已存在',
    })
    const other = await counter.customer()
    await counter.must('recommend/edit', { id, introducerId: other })
    expect(await row(id)).toMatchObject({ introName: (await counter.row('customer', other)).realName })
  })

  it('are passed or rejected once, with a reason', async () => {
    const [good, bad] = [await referral(), await referral()]
    expect(await review([bad], REVIEW.rejected)).toMatchObject({ status: 400, data: { field: 'rejectReason' } })
    expect(await counter.raw('recommend/review', { ids: [bad], result: REVIEW.waiting })).toMatchObject({
      status: 400,
      data: { field: 'result' },
    })
    await review([bad], REVIEW.rejected, { rejectReason: '已是客户' })
    expect(await row(bad)).toMatchObject({ reviewStatus: REVIEW.rejected, rejectReason: '已是客户' })
    expect(await counter.refused('recommend/review', { id: good, result: REVIEW.passed })).toMatchObject({
      status: 200,
    })
    expect(await row(good)).toMatchObject({ reviewStatus: REVIEW.passed, reviewTime: studio.clock.at })
    for (const id of [good, bad])
      expect(await review([id], REVIEW.passed)).toMatchObject({ status: 400, msg: WRONG_STATE })
    // One that cannot be passed takes the others with it.
    const third = await referral()
    expect(await review([third, bad], REVIEW.passed)).toMatchObject({ status: 400, msg: WRONG_STATE })
    expect(await row(third)).toMatchObject({ reviewStatus: REVIEW.waiting })
    const { data } = await counter.refused('recommend/queryReview', { reviewStatus: [REVIEW.waiting], pageRows: 200 })
    expect((data as Values[]).map((one) => one.id)).toContain(third)
    expect((data as Values[]).map((one) => one.id)).not.toContain(good)
  })

  it('are given out and invited only when they passed; a chance is an invitation', async () => {
    const seller = await studio.actor('seller')
    const zhou = await studio.actor('zhou')
    const waiting = await referral()
    const refusals: Ask[] = [
      ['recommend/allocate', { ids: [waiting], employeeId: seller.employeeId }],
      ['recommend/edit', { id: waiting, inviteStatus: DICT.invite_status.invited }],
    ]
    for (const [path, input] of refusals) expect((await counter.raw(path, input)).status, path).toBe(400)
    expect(await row(waiting)).toMatchObject({
      isAllocate: DICT.allocate_status.unallocated,
      inviteStatus: DICT.invite_status.notInvited,
    })

    const store = await counter.must('store/add', {
      code: 'S9',
      name: '九号店',
      cityCode: '500100',
      address: '1号',
      managerId: seller.employeeId,
    })
    const [first, second] = [await passed(), await passed()]
    // Who has no page of referrals is given none.
    expect(await counter.raw('recommend/allocate', { ids: [first], employeeId: zhou.employeeId })).toMatchObject({
      ...{ status: 400, data: { field: 'employeeId' } },
    })
    await counter.must('recommend/allocate', { ids: [first], employeeId: seller.employeeId })
    await counter.must('recommend/alloToStore', { ids: [first, second], storeId: store.id })
    expect(await row(first)).toMatchObject({
      employeeId: seller.employeeId,
      storeId: store.id,
      isAllocate: DICT.allocate_status.allocated,
    })
    expect(await row(second)).toMatchObject({
      employeeId: null,
      storeId: store.id,
      isAllocate: DICT.allocate_status.allocated,
    })
    const told = await counter.rows('select "content" from "pushMessage" where "receiverId" = $1 order by "id"', [
      seller.employeeId,
    ])
    expect(told.map((one) => String(one.content))).toEqual([
      expect.stringContaining(String((await row(first)).friendName)),
      expect.stringContaining('2 条'),
    ])

    await counter.must('recommend/edit', { id: first, inviteStatus: DICT.invite_status.invited })
    expect(await row(first)).toMatchObject({ inviteStatus: DICT.invite_status.invited, inviteTime: studio.clock.at })
    const chance = await counter.must('chance/add', { recommendId: second, businessType: DICT.business_type.baby })
    expect(await row(second)).toMatchObject({ inviteStatus: DICT.invite_status.invited, chanceId: chance.id })
  })

  it('are worth their first award when they pass, if the parameters say so, and each step once (I-55)', async () => {
    const introducerId = await member()
    const before = await pointsOf(introducerId)
    expect(await awards(await passed({ introducerId }))).toEqual([])
    await setting('referral_valid_integral', '50')
    await setting('referral_valid_cash', '20')
    const id = await passed({ introducerId })
    expect(await awards(id)).toMatchObject([{ awardStep: STEP.valid, awardType: AWARD.integral, integral: 50 }])
    expect(await pointsOf(introducerId)).toBe(before + 50)
    expect(await row(id)).toMatchObject({ awardStatus: STATUS.sent })

    const noMember = await passed()
    expect(await awards(noMember)).toMatchObject([{ awardStep: STEP.valid, awardType: AWARD.cash, amount: 2000 }])
    expect(await row(noMember)).toMatchObject({ awardStatus: STATUS.toSend })
    expect(await awards(await referral({ introducerId }))).toEqual([])
    // An employee is no member, also where a customer has the same number.
    await counter.rows(
      'update "members" set "customerId" = $2, "version" = "version" + 1 where "customerId" = $1 returning 1 as "moved"',
      [introducerId, counter.who.employeeId],
    )
    const colleague = { introdType: DICT.introd_type.employee, introducerId: counter.who.employeeId }
    expect(await awards(await passed(colleague))).toMatchObject([{ awardType: AWARD.cash, amount: 2000 }])
    await counter.rows('update "members" set "customerId" = $1 where "customerId" = $2 returning 1 as "moved"', [
      introducerId,
      counter.who.employeeId,
    ])
    await setting('referral_valid_integral', '0')
    await setting('referral_valid_cash', '0')

    const again = { recommendId: id, awardStep: STEP.valid, awardType: AWARD.gift }
    expect(await counter.refused('award/send', again)).toMatchObject({
      status: 400,
      msg: '该阶段奖励已发放',
      data: { field: 'awardStep' },
    })
    const signed = { ...again, awardStep: STEP.signed }
    expect(await counter.refused('award/send', signed)).toMatchObject({ status: 400, data: { field: 'awardStep' } })
    const { billId } = await counter.order(1000, { recommendId: id })
    await counter.pay(billId, { cash: 400 })
    expect(await counter.refused('award/send', signed)).toMatchObject({ status: 400, data: { field: 'awardStep' } })
    await counter.pay(billId, { cash: 600 })
    expect(await awards(id)).toMatchObject([{}, { awardStep: STEP.signed, integral: 500 }])
    expect(
      (await verify(studio.db, studio.model)).flatMap(({ invariant, broken }) => broken.map(() => invariant.code)),
    ).toEqual([])
  })

  it('are rewarded by hand with what is there: points of members, coupons that are left, cash that WeChat pays', async () => {
    const [rejected, plain] = [await referral(), await passed()]
    // What is worth nothing when it is earned is not given by itself.
    await setting('referral_award_integral', '0')
    await setting('referral_award_cash', '0')
    const { billId } = await counter.order(1000, { recommendId: plain })
    await counter.pay(billId, { cash: 1000 })
    expect(await awards(plain)).toEqual([])
    await setting('referral_award_cash', '88')
    await setting('referral_valid_integral', '10')
    await setting('referral_valid_cash', '50')
    await review([rejected], REVIEW.rejected, { rejectReason: '重复' })
    const send = (values: Values) =>
      counter.refused('award/send', { recommendId: plain, awardStep: STEP.valid, ...values })
    expect(await send({ recommendId: rejected, awardType: AWARD.gift })).toMatchObject({ msg: WRONG_STATE })
    expect(await send({ awardType: AWARD.cash })).toMatchObject({ status: 400, data: { field: 'amount' } })
    expect(await send({ awardType: AWARD.integral, integral: 0 })).toMatchObject({ data: { field: 'integral' } })
    expect(await send({ awardType: AWARD.integral, integral: 10 })).toMatchObject({ data: { field: 'awardType' } })
    expect(await send({ awardType: AWARD.integral, integral: 11 })).toMatchObject({ data: { field: 'integral' } })
    expect(await send({ awardType: AWARD.cash, amount: 50.01 })).toMatchObject({
      msg: '该阶段奖励最多 50 元',
      data: { field: 'amount' },
    })

    const couponWorth = (faceValue: number) =>
      counter.must('coupon/add', {
        code: `Q${faceValue}`,
        name: `礼券${faceValue}`,
        faceValue,
        totalCount: 1,
        validFrom: studio.clock.at,
        validTo: studio.clock.at + 86_400_000,
      })
    const [coupon, dear] = [await couponWorth(50), await couponWorth(51)]
    expect(await send({ awardType: AWARD.coupon, couponId: dear.id })).toMatchObject({ data: { field: 'couponId' } })
    expect(await send({ awardType: AWARD.coupon, couponId: coupon.id })).toMatchObject({ status: 200 })
    expect(await counter.row('coupon', coupon.id)).toMatchObject({ issuedCount: 1 })
    const { introducerId } = await row(plain)
    expect(
      await counter.rows('select "couponId" from "customerCoupon" where "customerId" = $1', [introducerId]),
    ).toEqual([{ couponId: coupon.id }])
    expect(await send({ awardStep: STEP.signed, awardType: AWARD.coupon, couponId: coupon.id })).toMatchObject({
      msg: '该券已发完',
    })
    expect(await awards(plain)).toHaveLength(1)

    expect(await send({ awardStep: STEP.signed, awardType: AWARD.cash, amount: 88 })).toMatchObject({ status: 200 })
    expect(await row(plain)).toMatchObject({ awardStatus: STATUS.toSend })
    const pay = (amount: number) => counter.refused('wx/CashBonus', { recommendId: plain, amount })
    expect(await pay(80)).toMatchObject({ status: 400, data: { field: 'amount' } })
    const { data } = await pay(88)
    const { tradeNo } = data as { tradeNo: string }
    expect((await awards(plain))[1]).toMatchObject({ wxTradeNo: tradeNo, sendTime: studio.clock.at })
    expect(await row(plain)).toMatchObject({ awardStatus: STATUS.sent })
    expect(await pay(88)).toMatchObject({ status: 400 })
  })

  it('say whether who introduced is bound to WeChat, and the entrance is opened and shut', async () => {
    const id = await referral()
    expect(await counter.must('wx/queryBind', { recommendId: id })).toEqual({ bound: 0, nickname: null })
    const { introMobile } = await row(id)
    await studio.db.query(
      'insert into "wxBind" ("openId", "mobile", "nickname", "createTime", "updateTime") values ($1, $2, $3, now(), now())',
      ['o-1', introMobile, '小雨妈妈'],
    )
    const ways: Requests['wx/queryBind'][] = [{ recommendId: id }, { mobile: introMobile }, { openId: 'o-1' }]
    for (const input of ways)
      expect(await counter.must('wx/queryBind', input)).toEqual({ bound: 1, nickname: '小雨妈妈' })
    expect(await counter.refused('wx/queryBind')).toMatchObject({ status: 400 })

    const open = async () =>
      (
        await counter.rows('select "value" from "parameter" where "code" = $1 and "companyId" = 1', [
          'wx_referral_switch',
        ])
      )[0]
    const customerId = await counter.customer()
    const guest: Actor = { kind: 'client', companyId: 1, customerId, lang: 'zh' }
    const friendOf = { friendName: '小夏', friendMobile: friend(), businessType: DICT.business_type.pregnant }
    const names = (input: Requests['recommend/introduce']) => studio.call(guest, 'recommend/introduce', input)
    await counter.must('recommend/wxSwitch', { value: 0 })
    expect(await open()).toEqual({ value: '0' })
    expect(await names(friendOf)).toMatchObject({ status: 400, msg: '暂未开放推荐' })
    await counter.must('recommend/wxSwitch', { value: 1 })
    expect(await open()).toEqual({ value: '1' })
    expect(await names(friendOf)).toMatchObject({ status: 200 })
    const [named] = await counter.rows('select * from "recommend" where "friendMobile" = $1', [friendOf.friendMobile])
    expect(named).toMatchObject({ introducerId: customerId, reviewStatus: REVIEW.waiting, inviteStatus: 0 })
    expect(await names(friendOf)).toMatchObject({ status: 400 })
  })

  it('leave every invariant standing', async () => {
    const verdicts = await verify(studio.db, studio.model)
    expect(verdicts.length).toBeGreaterThan(0)
    expect(verdicts.filter((one) => one.broken.length > 0)).toEqual([])
  })
})
