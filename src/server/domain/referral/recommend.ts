/** Friends whom customers and staff send (rules 2.16; I-55): put on file, reviewed, given out. */
import type { CallContext, Handler, Handlers, Row, Values } from '../../platform/call.ts'
import { refuseUnknown } from '../../platform/refusals.ts'
import { rewardStep } from './award.ts'

/** What the server knows of who introduced; nobody introduces their own number. */
async function introducer(
  c: CallContext,
  { introdType, introducerId, friendMobile }: Pick<Row<'recommend'>, 'introdType' | 'introducerId' | 'friendMobile'>,
): Promise<Values<'recommend'>> {
  const found = (await c.find(introdType, introducerId)) ?? refuseUnknown(c, 'introducerId')
  if (found.mobile === friendMobile)
    c.refuse('friendMobile', { zh: '不能推荐本人的手机号', en: 'Nobody introduces their own number' })
  return { introName: found.realName, introMobile: found.mobile }
}

const add: Handler<'recommend/add'> = async (c) => c.standard(await introducer(c, c.input))

const edit: Handler<'recommend/edit'> = async (c) => {
  const { introdType, introducerId, friendMobile } = c.input
  const asked = {
    introdType: introdType ?? c.row.introdType,
    introducerId: introducerId ?? c.row.introducerId,
    friendMobile: friendMobile ?? c.row.friendMobile,
  }
  return c.standard(await introducer(c, asked))
}

/** A customer names a friend, who is reviewed like any other. */
const introduce: Handler<'recommend/introduce'> = async (c) => {
  const introducerId = c.actor.customerId ?? refuseUnknown(c, 'friendName')
  const friend = { introdType: 'customer', introducerId, ...c.input } as const
  await c.insert('recommend', { ...friend, ...(await introducer(c, friend)) })
  return {}
}

/** Passed or rejected, each once. What passes is worth its first award, if the parameters say so. */
const review: Handler<'recommend/review'> = async (c) => {
  const { result, rejectReason } = c.input
  if (c.rows.length === 0) refuseUnknown(c, 'ids')
  for (const row of c.rows) {
    if (result === 'passed') await rewardStep(c, await c.move('recommend', row, 'pass'), 'validReferral')
    else await c.move('recommend', row, 'reject', { rejectReason })
  }
  return undefined
}

/** The entrance for referrals by WeChat, open or shut for the company. */
const wxSwitch: Handler<'recommend/wxSwitch'> = async (c) => {
  const [row] = await c.select('parameter', { code: 'wx_referral_switch' }, { limit: 1, lock: true })
  if (!row) return refuseUnknown(c, 'value')
  await c.update('parameter', row, { value: c.input.value ? '1' : '0' })
  return undefined
}

export const handlers: Handlers = {
  'recommend/add': add,
  'recommend/edit': edit,
  'recommend/introduce': introduce,
  'recommend/review': review,
  'recommend/wxSwitch': wxSwitch,
}
