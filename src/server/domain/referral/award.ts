/**
 * What is given for a friend sent (rules 2.16, I-55): each step of a referral that was passed at most once. By
 * itself the first when it passes, if the parameters say so, and the second when the friend's order is paid in full.
 */
import { randomUUID } from 'node:crypto'
import type { Settings } from '../../../generated/records.ts'
import type { Text } from '../../../model/model.ts'
import {
  Span,
  type Call,
  type CallContext,
  type Handler,
  type Handlers,
  type Row,
  type Values,
  type Place,
} from '../../platform/call.ts'
import { mustBePositive, refuseState, refuseUnknown } from '../../platform/refusals.ts'
import { giveCoupon } from '../vip/coupons.ts'
import { memberOf, movePoints } from '../vip/points.ts'

type Referral = Row<'recommend'>
type Step = Row<'award'>['awardStep']

/** What somebody gets. `sent`: has got. */
interface Gift extends Pick<Values<'award'>, 'integral' | 'amount' | 'couponId'> {
  awardType: Row<'award'>['awardType']
  sent: boolean
}

/** What a step is worth: points, and cash in yuan. */
const WORTH: Record<Step, (settings: Settings) => { integral: number; cash: number }> = {
  validReferral: ({ referral_valid_integral: integral, referral_valid_cash: cash }) => ({ integral, cash }),
  signedOrder: ({ referral_award_integral: integral, referral_award_cash: cash }) => ({ integral, cash }),
}

/** Rewards who introduced the customer of an order; nobody for a referral that was not passed. */
export async function rewardReferral(c: CallContext, order: Row<'order'>): Promise<void> {
  const referral = await c.ref(order, 'recommend', { lock: true })
  if (referral?.reviewStatus === 'passed') await rewardStep(c, referral, 'signedOrder')
}

/**
 * Gives what a step is worth, unless it was given already: a valid member points, at once; anybody else cash, which
 * is still to be paid out.
 */
export async function rewardStep(c: CallContext, referral: Referral, awardStep: Step): Promise<void> {
  if (await givenFor(c, referral, awardStep)) return
  const gift = await worthOf(c, referral, awardStep)
  if (gift) await note(c, referral, awardStep, gift)
}

const givenFor = (c: CallContext, { id: recommendId }: Referral, awardStep: Step): Promise<boolean> =>
  c.exists('award', { recommendId, awardStep })

const introducingMember = async (c: CallContext, referral: Referral): Promise<Row<'members'> | undefined> =>
  referral.introdType === 'customer' ? memberOf(c, referral.introducerId) : undefined

async function worthOf(c: CallContext, referral: Referral, step: Step): Promise<Gift | undefined> {
  const { integral, cash } = WORTH[step](c.settings)
  const member = integral > 0 ? await introducingMember(c, referral) : undefined
  if (member) return points(c, referral, member, integral)
  const amount = Math.round(cash * 100)
  return amount > 0 ? { awardType: 'cash', amount, sent: false } : undefined
}

async function points(c: CallContext, referral: Referral, member: Row<'members'>, integral: number): Promise<Gift> {
  await movePoints(c, member, { type: 'referral', change: integral, reason: referral.recommendNo })
  return { awardType: 'integral', integral, sent: true }
}

/** Writes an award down, and what the referral stands at. */
async function note(
  c: CallContext,
  referral: Referral,
  awardStep: Step,
  { sent, ...gift }: Gift,
): Promise<Row<'award'>> {
  const award = await c.insert('award', {
    recommendId: referral.id,
    awardStep,
    receiverName: referral.introName,
    [referral.introdType === 'customer' ? 'receiverCustomerId' : 'receiverEmployeeId']: referral.introducerId,
    ...gift,
    ...(sent ? { sendStatus: 'sent', sendTime: c.now } : { sendStatus: 'queued' }),
  })
  await tellStatus(c, referral)
  return award
}

/** To send while one of its awards is still to be paid out. */
async function tellStatus(c: CallContext, { id }: Referral): Promise<void> {
  const awardStatus = (await queuedOf(c, id)).length > 0 ? 'toSend' : 'sent'
  const now = await c.find('recommend', id)
  if (now && now.awardStatus !== awardStatus)
    await c.move('recommend', now, awardStatus === 'sent' ? 'reward' : 'queue')
}

const queuedOf = (c: CallContext, recommendId: number): Promise<Row<'award'>[]> =>
  c.select('award', { recommendId, sendStatus: 'queued' }, { lock: true, sort: ['awardStep'] })

/** The referral a call names, in scope and locked. */
const referralOf = async (c: CallContext, id: number): Promise<Referral> =>
  (await c.seen('recommend', id, { lock: true })) ?? refuseUnknown(c, 'recommendId')

/** Refuses the award of a signed order before an order of the friend was paid in full. */
async function mustBeEarned(c: CallContext, { id: recommendId }: Referral, step: Step): Promise<void> {
  if (step === 'signedOrder' && !(await c.exists('order', { recommendId, paidTime: new Span(0, undefined) })))
    c.refuse('awardStep', { zh: '好友的订单付清后才能发放', en: 'Only after an order of the friend is paid in full' })
}

/** Refuses more than the parameters say that a step is worth. */
function mustBeWorth(c: CallContext, field: Place, given: number, worth: number, unit: Text): void {
  if (given > worth)
    c.refuse(field, {
      zh: `该阶段奖励最多 ${worth} ${unit.zh}`,
      en: `This step is worth at most ${worth} ${unit.en}`,
    })
}
const YUAN: Text = { zh: '元', en: 'yuan' }
const POINTS: Text = { zh: '积分', en: 'points' }

/** An award chosen by hand. Once a step: a second one is refused by the uniqueness of the award. */
const send: Handler<'award/send'> = async (c) => {
  const { recommendId, awardStep } = c.input
  const referral = await referralOf(c, recommendId)
  if (referral.reviewStatus !== 'passed') refuseState(c)
  if (await givenFor(c, referral, awardStep))
    c.refuse('awardStep', { zh: '该阶段奖励已发放', en: 'The award of this step was given already' })
  await mustBeEarned(c, referral, awardStep)
  const award = await note(c, referral, awardStep, await chosen(c, referral))
  return { id: award.id }
}

async function chosen(c: Call<'award/send'>, referral: Referral): Promise<Gift> {
  const { awardStep, awardType, amount, integral, couponId } = c.input
  const worth = WORTH[awardStep](c.settings)
  switch (awardType) {
    case 'cash':
      mustBePositive(c, 'amount', amount)
      mustBeWorth(c, 'amount', amount / 100, worth.cash, YUAN)
      return { awardType, amount, sent: false }
    case 'integral': {
      if (integral <= 0) c.refuse('integral', { zh: '积分必须大于 0', en: 'The points must be more than 0' })
      mustBeWorth(c, 'integral', integral, worth.integral, POINTS)
      const member = await introducingMember(c, referral)
      return member
        ? points(c, referral, member, integral)
        : c.refuse('awardType', { zh: '介绍人不是有效会员', en: 'Whoever introduced is no valid member' })
    }
    case 'coupon':
      if (referral.introdType !== 'customer')
        c.refuse('awardType', { zh: '现金券只能发给客户', en: 'Coupons are given to customers only' })
      mustBeWorth(c, 'couponId', ((await c.find('coupon', couponId))?.faceValue ?? 0) / 100, worth.cash, YUAN)
      if (!(await giveCoupon(c, couponId, referral.introducerId)))
        c.refuse('couponId', { zh: '该券已发完', en: 'None of this coupon are left' })
      return { awardType, couponId, sent: true }
    default:
      // A gift is handed over.
      return { awardType, sent: true }
  }
}

/** Pays out the oldest award in cash that is still to be sent. WeChat itself is not asked: the transfer is recorded. */
const cashBonus: Handler<'wx/CashBonus'> = async (c) => {
  const referral = await referralOf(c, c.input.recommendId)
  const [award] = await queuedOf(c, referral.id)
  if (!award) return c.refuse(undefined, { zh: '没有待发放的现金奖励', en: 'There is no cash award to pay out' })
  const yuan = (award.amount / 100).toFixed(2)
  if (award.amount !== c.input.amount) c.refuse('amount', { zh: `应发 ${yuan} 元`, en: `The award is ¥${yuan}` })
  const wxTradeNo = randomUUID().replaceAll('-', '')
  await c.update('award', award, { wxTradeNo, sendStatus: 'sent', sendTime: c.now })
  await tellStatus(c, referral)
  return { tradeNo: wxTradeNo }
}

/** Whether a number, a WeChat account, or whoever made a referral is bound to WeChat. */
const queryBind: Handler<'wx/queryBind'> = async (c) => {
  const { openId, recommendId } = c.input
  const mobile = recommendId ? (await referralOf(c, recommendId)).introMobile : c.input.mobile
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
