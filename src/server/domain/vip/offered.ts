/** What the offers of recharges gave, as their principal goes back (rules 2.15). */
import type { Text } from '../../../model/model.ts'
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Row } from '../../platform/call.ts'

type Recharge = Row<'accountRecharge'>

/** A recharge before and after some of it goes back. */
interface TakenOff {
  before: Recharge
  after: Recharge
}

/**
 * The recharges that an amount is taken off, the last one first. `skip`: what refunds under way will take before it;
 * `until`: those that were made later are left out.
 */
export async function takenOff(
  c: CallContext,
  accountId: number,
  amount: Cents,
  { skip = 0, until = Infinity }: { skip?: Cents; until?: number } = {},
): Promise<TakenOff[]> {
  const all = await c.select('accountRecharge', { accountId, status: 'paid' }, { sort: ['-id'], lock: true })
  const recharges = all.filter(({ createTime }) => createTime <= until)
  let [first, left] = [skip, amount]
  const found: TakenOff[] = []
  for (const recharge of recharges) {
    const skipped = Math.min(first, recharge.amount - recharge.backAmount)
    const before = { ...recharge, backAmount: recharge.backAmount + skipped }
    const part = Math.min(left, before.amount - before.backAmount)
    first -= skipped
    left -= part
    if (part > 0) found.push({ before, after: { ...before, backAmount: before.backAmount + part } })
  }
  return found
}

/** The points of a recharge that went with what was paid back of it: in proportion. */
export const pointsOff = ({ giftIntegral, backAmount, amount }: Recharge): number =>
  Math.floor((giftIntegral * backAmount) / amount)

/** Whether what is left of a recharge is as much as its offer begins at. */
export async function isEarned(c: CallContext, recharge: Recharge): Promise<boolean> {
  const offer = await c.ref(recharge, 'rechargeActivity')
  return recharge.backAmount < recharge.amount && recharge.amount - recharge.backAmount >= (offer?.rechargeAmount ?? 0)
}

/** Whether refunds under way will take the recharge that gave a coupon. */
export async function isWanted(c: CallContext, held: Row<'customerCoupon'>): Promise<boolean> {
  const accountId = (await c.ref(held, 'recharge'))?.accountId
  if (!accountId) return false
  const amount = await c.sum('refund', 'refundAmount', { accountId, status: ['applied', 'approved'] })
  const own = (await takenOff(c, accountId, amount)).find(({ after }) => after.id === held.rechargeId)
  return own !== undefined && !(await isEarned(c, own.after))
}

/** What comes of the coupons of these offers, in words: unused ones are void, used ones stay used. */
export async function tellCoupons(c: CallContext, off: readonly TakenOff[]): Promise<Text | undefined> {
  const lost: number[] = []
  for (const { after } of off) if (!(await isEarned(c, after))) lost.push(after.id)
  const held = await c.select('customerCoupon', { rechargeId: lost, status: ['unused', 'used'] })
  const numbers = (status: 'unused' | 'used'): string[] =>
    held.filter((one) => one.status === status).map(({ couponNo }) => couponNo)
  const [gone, used] = [numbers('unused'), numbers('used')]
  if (held.length === 0) return undefined
  const zh = [
    gone.length > 0 && `现金券 ${gone.join('、')} 作废`,
    used.length > 0 && `现金券 ${used.join('、')} 已使用，不再收回`,
  ]
  const en = [
    gone.length > 0 && `Coupon ${gone.join(', ')} is void then`,
    used.length > 0 && `Coupon ${used.join(', ')} was used, and is not taken back`,
  ]
  return { zh: zh.filter(Boolean).join('；'), en: en.filter(Boolean).join('; ') }
}
