/** Friends whom customers and staff send (rules 2.16; I-55): put on file, reviewed, given out. */
import type { CallContext, Handler, Handlers } from '../legacy.ts'
import { tellOwner } from '../crm/assignment.ts'
import { target, targets } from '../rows.ts'
import { nameOf } from '../values.ts'
import { refuseUnknown } from '../refusals.ts'
import { rewardStep } from './award.ts'

/** What the server knows of who introduced; nobody introduces their own number. */
async function introducer(c: CallContext, referral: Record<string, unknown>): Promise<Record<string, unknown>> {
  const kind = nameOf(c, 'introd_type', referral.introdType) ?? 'customer'
  const known = await c.find(kind, Number(referral.introducerId))
  if (!known) return refuseUnknown(c, 'introducerId')
  if (known.mobile === referral.friendMobile)
    c.refuse('friendMobile', { zh: '不能推荐本人的手机号', en: 'Nobody introduces their own number' })
  return { introName: known.realName, introMobile: known.mobile }
}

const add: Handler = async (c) => c.standard(await introducer(c, c.input))

const edit: Handler = async (c) => c.standard(await introducer(c, { ...target(c), ...c.input }))

/** Passed or rejected, each once. What passes is worth its first award, if the parameters say so. */
const review: Handler = async (c) => {
  const rows = targets(c)
  if (rows.length === 0) refuseUnknown(c, 'ids')
  const passed = nameOf(c, 'review_status', c.input.result) === 'passed'
  for (const row of rows) {
    if (!passed) {
      await c.move('recommend', row, 'reject', { rejectReason: c.input.rejectReason })
      continue
    }
    await rewardStep(c, await c.move('recommend', row, 'pass'), 'validReferral')
  }
  return undefined
}

const allocate: Handler = async (c) => {
  const answer = await c.standard()
  await tellOwner(c, Number(c.input.employeeId), targets(c), 'recommend')
  return answer
}

/** The manager of the store hears of it. */
const alloToStore: Handler = async (c) => {
  const answer = await c.standard()
  const store = await c.find('store', Number(c.input.storeId))
  if (typeof store?.managerId === 'number') await tellOwner(c, store.managerId, targets(c), 'recommend')
  return answer
}

/** The entrance for referrals by WeChat, open or shut for the company. */
const wxSwitch: Handler = async (c) => {
  const [row] = await c.select('parameter', { code: 'wx_referral_switch' }, { limit: 1, lock: true })
  if (!row) return refuseUnknown(c, 'value')
  await c.update('parameter', row, { value: c.input.value === true ? '1' : '0' })
  return undefined
}

export const handlers: Handlers = {
  'recommend/add': add,
  'recommend/edit': edit,
  'recommend/review': review,
  'recommend/allocate': allocate,
  'recommend/alloToStore': alloToStore,
  'recommend/wxSwitch': wxSwitch,
}
