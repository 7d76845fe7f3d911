/** How a refund goes back (rules 2.15): the way the money came, unless there is a reason. */
import type { Cents } from '../../../model/units.ts'
import type { Call, CallContext, Row, Values } from '../call.ts'
import { isCoupon } from '../vip/coupons.ts'

type CashRecord = Row<'cashRecord'>

/** What was paid for what is refunded: for the order, or onto the account. */
async function cameIn(c: CallContext, { orderId, accountId }: Values<'refund'>): Promise<CashRecord[]> {
  if (orderId) return c.select('cashRecord', { orderId, direction: 'in' })
  const account = await c.find('account', accountId)
  return account ? c.select('cashRecord', { customerId: account.customerId, billType: 'recharge' }) : []
}

/** The way by which most came; coupons are no money and never go back. */
async function mainWay(c: CallContext, records: readonly CashRecord[]): Promise<Row<'payMethod'> | undefined> {
  const sums = new Map<number, Cents>()
  for (const { payMethodId, amount } of records) sums.set(payMethodId, (sums.get(payMethodId) ?? 0) + amount)
  const ways = (await c.select('payMethod', { id: [...sums.keys()] })).filter((way) => !isCoupon(way))
  const of = ({ id }: Row<'payMethod'>): Cents => sums.get(id) ?? 0
  return ways.filter((way) => of(way) > 0).sort((a, b) => of(b) - of(a))[0]
}

/** The way a refund goes back by itself; what came from a balance goes back to it. */
export async function wayBack(c: CallContext, asked: Values<'refund'>): Promise<Values<'refund'>> {
  if ((asked.refundWay ?? 'original') !== 'original') return {}
  const way = await mainWay(c, await cameIn(c, asked))
  if (!way) return {}
  return way.kind === 'accountBalance' && asked.orderId ? { refundWay: 'balance' } : { originMethodId: way.id }
}

/** How a refund is paid out: to the balance by the way that stands for balances; else as it came, or another way with a reason. */
export async function wayOf(c: Call<'cashRefund/confirm'>): Promise<Row<'payMethod'>> {
  const { refundWay, originMethodId } = c.row
  const { payMethodId = originMethodId, wayReason } = c.input
  const ways = await c.select('payMethod', { status: 'enabled' })
  const toBalance = refundWay === 'balance'
  const way = ways.find((one) => (toBalance ? one.kind === 'accountBalance' : one.id === payMethodId))
  if (!way || (!toBalance && (way.kind === 'accountBalance' || isCoupon(way))))
    return c.refuse('payMethodId', { zh: '请选择支付方式', en: 'Choose how it is paid out' })
  if (!toBalance && originMethodId && way.id !== originMethodId && !wayReason)
    c.refuse('wayReason', { zh: '未按原支付方式退款，请说明原因', en: 'Not the way it was paid: say why' })
  return way
}
