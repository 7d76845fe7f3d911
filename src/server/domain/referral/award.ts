/**
 * What is given for a friend sent (rules 2.16, I-55): each step of a referral that was passed at most once. By
 * itself the first when it passes, if the parameters say so, and the second when the friend's order is paid in full.
 */
import { randomUUID } from 'node:crypto'
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { mustBePositive, refuseState, refuseUnknown } from '../refusals.ts'
import { isOneOf, value } from '../values.ts'
import { giveCoupon } from '../vip/coupons.ts'
import { memberOf, movePoints } from '../vip/points.ts'

type Step = DictionaryValues['award_step']

/** What somebody gets. `sent`: has got. */
interface Gift {
  awardType: string
  integral?: number
  /** Cents. */
  amount?: number
  couponId?: unknown
  sent: boolean
}

/** The settings that say what a step is worth: points, and cash in yuan. */
const WORTH: Record<Step, { integral: string; cash: string }> = {
  validReferral: { integral: 'referral_valid_integral', cash: 'referral_valid_cash' },
  signedOrder: { integral: 'referral_award_integral', cash: 'referral_award_cash' },
}

/** Rewards who introduced the customer of an order; nobody for a referral that was not passed. */
export async function rewardReferral(c: CallContext, order: Row): Promise<void> {
  const referral = order.recommendId ? await c.find('recommend', Number(order.recommendId), { lock: true }) : undefined
  if (referral && isOneOf(c, 'review_status', referral.reviewStatus, 'passed'))
    await rewardStep(c, referral, 'signedOrder')
}

/**
 * Gives what a step is worth, unless it was given already: a valid member points, at once; anybody else cash, which
 * is still to be paid out.
 */
export async function rewardStep(c: CallContext, referral: Row, step: Step): Promise<void> {
  if (await givenFor(c, referral, value(c, 'award_step', step))) return
  const gift = await worthOf(c, referral, step)
  if (gift) await note(c, referral, value(c, 'award_step', step), gift)
}

const givenFor = async (c: CallContext, referral: Row, awardStep: unknown): Promise<boolean> =>
  (await c.select('award', { recommendId: referral.id, awardStep }, { limit: 1 })).length > 0

const byCustomer = (c: CallContext, referral: Row): boolean =>
  isOneOf(c, 'introd_type', referral.introdType, 'customer')

const introducingMember = async (c: CallContext, referral: Row): Promise<Row | undefined> =>
  byCustomer(c, referral) ? memberOf(c, referral.introducerId) : undefined

async function worthOf(c: CallContext, referral: Row, step: Step): Promise<Gift | undefined> {
  const integral = Number(c.settings[WORTH[step].integral] ?? 0)
  const member = integral > 0 ? await introducingMember(c, referral) : undefined
  if (member) return await points(c, referral, member, integral)
  // Settings speak of yuan.
  const amount = Math.round(Number(c.settings[WORTH[step].cash] ?? 0) * 100)
  return amount > 0 ? { awardType: value(c, 'award_type', 'cash'), amount, sent: false } : undefined
}

async function points(c: CallContext, referral: Row, member: Row, integral: number): Promise<Gift> {
  await movePoints(c, member, { type: 'referral', change: integral, reason: String(referral.recommendNo) })
  return { awardType: value(c, 'award_type', 'integral'), integral, sent: true }
}

/** Writes an award down, and what the referral stands at. */
async function note(c: CallContext, referral: Row, awardStep: unknown, { sent, ...gift }: Gift): Promise<Row> {
  const award = await c.insert('award', {
    recommendId: referral.id,
    awardStep,
    receiverName: referral.introName,
    [byCustomer(c, referral) ? 'receiverCustomerId' : 'receiverEmployeeId']: referral.introducerId,
    ...gift,
    sendStatus: value(c, 'send_status', sent ? 'sent' : 'queued'),
    ...(sent ? { sendTime: c.now } : {}),
  })
  await tellStatus(c, referral)
  return award
}

/** To send while one of its awards is still to be paid out. */
async function tellStatus(c: CallContext, referral: Row): Promise<void> {
  const queued = await queuedOf(c, referral)
  const awardStatus = value(c, 'award_status', queued.length > 0 ? 'toSend' : 'sent')
  const now = (await c.find('recommend', referral.id)) as Row
  if (now.awardStatus !== awardStatus) await c.update('recommend', now, { awardStatus })
}

const queuedOf = (c: CallContext, referral: Row): Promise<Row[]> =>
  c.select(
    'award',
    { recommendId: referral.id, sendStatus: value(c, 'send_status', 'queued') },
    { lock: true, sort: ['awardStep'] },
  )

/** The referral a call names, in scope and locked. */
const referralOf = async (c: CallContext): Promise<Row> =>
  (await c.seen('recommend', Number(c.input.recommendId), { lock: true })) ?? refuseUnknown(c, 'recommendId')

/** An award chosen by hand. Once a step: a second one is refused by the uniqueness of the award. */
const send: Handler = async (c) => {
  const referral = await referralOf(c)
  if (!isOneOf(c, 'review_status', referral.reviewStatus, 'passed')) refuseState(c)
  if (await givenFor(c, referral, c.input.awardStep))
    c.refuse('awardStep', { zh: '该阶段奖励已发放', en: 'The award of this step was given already' })
  const award = await note(c, referral, c.input.awardStep, await chosen(c, referral))
  return { id: award.id }
}

async function chosen(c: CallContext, referral: Row): Promise<Gift> {
  const { awardType, amount, integral, couponId } = c.input
  const kind = { awardType: String(awardType) }
  if (isOneOf(c, 'award_type', awardType, 'cash')) {
    mustBePositive(c, 'amount', Number(amount))
    return { ...kind, amount: Number(amount), sent: false }
  }
  if (isOneOf(c, 'award_type', awardType, 'integral')) {
    if (Number(integral) <= 0) c.refuse('integral', { zh: '积分必须大于 0', en: 'The points must be more than 0' })
    const member = await introducingMember(c, referral)
    if (!member) return c.refuse('awardType', { zh: '介绍人不是有效会员', en: 'Whoever introduced is no valid member' })
    return await points(c, referral, member, Number(integral))
  }
  if (isOneOf(c, 'award_type', awardType, 'coupon')) {
    if (!byCustomer(c, referral))
      c.refuse('awardType', { zh: '现金券只能发给客户', en: 'Coupons are given to customers only' })
    if (!(await giveCoupon(c, Number(couponId ?? 0), referral.introducerId)))
      c.refuse('couponId', { zh: '该券已发完', en: 'None of this coupon are left' })
    return { ...kind, couponId, sent: true }
  }
  // A gift is handed over.
  return { ...kind, sent: true }
}

/** Pays out the oldest award in cash that is still to be sent. WeChat itself is not asked: the transfer is recorded. */
const cashBonus: Handler = async (c) => {
  const referral = await referralOf(c)
  const [award] = await queuedOf(c, referral)
  if (!award) return c.refuse(undefined, { zh: '没有待发放的现金奖励', en: 'There is no cash award to pay out' })
  if (Number(award.amount) !== Number(c.input.amount))
    c.refuse('amount', {
      zh: `应发 ${(Number(award.amount) / 100).toFixed(2)} 元`,
      en: `The award is ¥${(Number(award.amount) / 100).toFixed(2)}`,
    })
  const wxTradeNo = randomUUID().replaceAll('-', '')
  await c.update('award', award, { wxTradeNo, sendStatus: value(c, 'send_status', 'sent'), sendTime: c.now })
  await tellStatus(c, referral)
  return { tradeNo: wxTradeNo }
}

/** Whether a number, a WeChat account, or whoever made a referral is bound to WeChat. */
const queryBind: Handler = async (c) => {
  const { openId, recommendId } = c.input
  const mobile = recommendId ? (await referralOf(c)).introMobile : c.input.mobile
  if (!openId && !mobile)
    c.refuse('mobile', { zh: '请输入手机号或微信OpenID', en: 'Enter a mobile number or a WeChat OpenID' })
  const [bind] = await c.select('wxBind', openId ? { openId } : { mobile }, { limit: 1 })
  return { bound: bind !== undefined, nickname: bind?.nickname ?? null }
}

export const handlers: Handlers = {
  'award/send': send,
  'wx/CashBonus': cashBonus,
  'wx/queryBind': queryBind,
}
