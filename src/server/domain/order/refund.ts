/** Refunds (rules 2.15): asked for, approved by somebody else, paid out at the desk; never more than was paid. */
import type { Cents } from '../../../model/units.ts'
import { onDuty } from '../cash/duty.ts'
import { openBill } from '../cash/bill.ts'
import { sum } from '../cash/cents.ts'
import { credit, sharesOf } from '../cash/performance.ts'
import { writeRecords } from '../cash/records.ts'
import type { Call, CallContext, Handler, Handlers, Row, Values, Where } from '../call.ts'
import { mustBePositive, refuseUnknown } from '../refusals.ts'
import { accountOf, availableOf, moveAccount } from '../vip/account.ts'
import { membershipOf, movePoints } from '../vip/points.ts'
import { endSessions, unshotOf } from './cancel.ts'
import { isUnshot } from './sessions.ts'
import { orderNow, payStatusOf } from './state.ts'

type Refund = Row<'refund'>
type Asked = Values<'refund'> & { refundAmount: Cents }

const TOO_MUCH = { zh: '退款金额不能大于可退金额', en: 'More than can be refunded' }

const refund: Handler<'cashRefund/refund'> = async (c) => {
  const { id: _id, withdraw, refundAmount, reason, ...rest } = c.input
  if (withdraw) {
    const row = c.row ?? refuseUnknown(c, 'id')
    await c.move('refund', row, 'withdraw')
    return { id: row.id }
  }
  const asked = { ...rest, ...(reason ? { reason } : {}), refundAmount: refundAmount ?? 0 }
  mustBePositive(c, 'refundAmount', asked.refundAmount)
  const about = asked.accountId ? await ofAccount(c, asked) : await ofOrder(c, asked)
  const made = await c.insert('refund', { ...asked, ...about })
  return { id: made.id, refundNo: made.refundNo }
}

/** What is reserved by refunds under way. */
const reserved = (c: CallContext, where: Where<'refund'>): Promise<Cents> =>
  c.sum('refund', 'refundAmount', { ...where, status: ['applied', 'approved'] })

async function ofOrder(c: CallContext, asked: Asked): Promise<Values<'refund'>> {
  const { orderId, refundAmount, items = [], terminateSessionIds = [] } = asked
  if (!orderId) c.refuse('orderId', { zh: '请选择订单', en: 'Choose an order' })
  const order = await orderNow(c, orderId)
  const left = order.paidAmount - order.refundAmount - (await reserved(c, { orderId }))
  if (refundAmount > left) c.refuse('refundAmount', TOO_MUCH)
  await refuseItems(c, order, items, refundAmount)
  await sessionsOf(c, order, terminateSessionIds)
  return { orderId, customerId: order.customerId }
}

async function refuseItems(
  c: CallContext,
  order: Row<'order'>,
  items: Refund['items'],
  refundAmount: Cents,
): Promise<void> {
  for (const [at, item] of items.entries()) {
    const row = await c.find('orderItem', item.orderItemId)
    if (row?.orderId !== order.id || row.status !== 'active')
      c.refuse(`items[${at}].orderItemId`, { zh: '该明细不在订单中', en: 'This is not in the order' })
  }
  if (items.length > 0 && sum(items.map(({ amount }) => amount)) !== refundAmount)
    c.refuse('refundAmount', { zh: '退款金额与明细合计不一致', en: 'The amount differs from the sum of the items' })
}

/** The sessions to terminate: of the order, and not shot. */
async function sessionsOf(c: CallContext, order: Row<'order'>, ids: readonly number[]): Promise<Row<'orderSession'>[]> {
  const sessions: Row<'orderSession'>[] = []
  for (const id of ids) {
    const session = await c.find('orderSession', id, { lock: true })
    if (session?.orderId !== order.id || !isUnshot(session))
      return c.refuse('terminateSessionIds', { zh: '只能终止未拍场次', en: 'Only sessions that were not shot' })
    sessions.push(session)
  }
  return sessions
}

/** A recharge gives back principal at most; the bonus goes in proportion (I-12). */
async function ofAccount(c: CallContext, { accountId, refundAmount }: Asked): Promise<Values<'refund'>> {
  const account = await c.must('account', accountId, 'accountId')
  const most = Math.min(account.principalBalance, availableOf(account))
  if (refundAmount > most - (await reserved(c, { accountId }))) c.refuse('refundAmount', TOO_MUCH)
  return { customerId: account.customerId, giftTakeBack: await giftFor(c, account, refundAmount) }
}

/** Bonus taken back with principal: of what was charged, the same part; no more than there is. */
async function giftFor(c: CallContext, account: Row<'account'>, amount: Cents): Promise<Cents> {
  const recharges = { accountId: account.id, movementType: 'recharge' } as const
  const charged = await c.sum('accountMovement', 'amount', recharges)
  const given = await c.sum('accountMovement', 'giftAmount', recharges)
  return charged > 0 ? Math.min(Math.floor((given * amount) / charged), account.giftBalance) : 0
}

const confirm: Handler<'cashRefund/confirm'> = async (c) => {
  switch (c.input.action) {
    case 'approve':
      return approve(c, c.row)
    case 'reject': {
      const { status } = await c.move('refund', c.row, 'reject', { rejectReason: c.input.rejectReason })
      return { status }
    }
    default:
      return payOut(c)
  }
}

/** Approved: sessions end, the items are out of the order. */
async function approve(c: CallContext, row: Refund): Promise<{ status: Refund['status'] }> {
  const order = await c.ref(row, 'order', { lock: true })
  if (order) await endSessions(c, await sessionsOf(c, order, row.terminateSessionIds), 'terminate', '退款终止')
  const { status } = await c.move('refund', row, 'approve')
  return { status }
}

/** The money goes out: a bill and a record in the other direction, and everything it had earned goes back. */
async function payOut(c: Call<'cashRefund/confirm'>): Promise<{ status: Refund['status']; cashRecordId: number }> {
  const { row } = c
  const { tradeNo } = c.input
  const duty = await onDuty(c)
  const amount = row.refundAmount
  const way = await wayOf(c)
  if (way.needTradeNo && !tradeNo) c.refuse('tradeNo', { zh: '请填写流水号', en: 'The reference is required' })
  const order = await c.ref(row, 'order', { lock: true })
  const opened = await openBill(c, {
    billType: 'refund',
    title: `退款 ${row.refundNo}`,
    payableAmount: amount,
    customerId: row.customerId,
    orderId: order?.id,
    sourceId: row.id,
    orgId: order?.orgId,
    salesId: order?.salesId,
  })
  const bill = await c.move('bill', opened, 'payFull', { paidAmount: amount })
  const written = await writeRecords(c, duty, [{ bill, billType: 'refund', direction: 'out', amount, way, tradeNo }])
  const record = written[0] ?? refuseUnknown(c, 'id')
  const integralTakeBack = order ? await takeBack(c, order, row, { record, way }) : 0
  if (!order) await takeFromAccount(c, row, record)
  else if (row.refundWay === 'balance')
    await moveAccount(c, await accountOf(c, order.customerId), {
      type: 'refundIn',
      direction: 'in',
      principal: amount,
      gift: 0,
      billId: bill.id,
      orderId: order.id,
      cashRecordId: record.id,
    })
  const { status } = await c.move('refund', row, 'pay', {
    payMethodId: way.id,
    cashierId: duty.cashier.id,
    cashRecordId: record.id,
    integralTakeBack,
  })
  return { status, cashRecordId: record.id }
}

/** How it is paid out; to the balance by the way that stands for balances. */
async function wayOf(c: Call<'cashRefund/confirm'>): Promise<Row<'payMethod'>> {
  const ways = await c.select('payMethod', { status: 'enabled' })
  const toBalance = c.row.refundWay === 'balance'
  const way = ways.find((one) => (toBalance ? one.kind === 'accountBalance' : one.id === c.input.payMethodId))
  if (!way || (!toBalance && way.kind === 'accountBalance'))
    return c.refuse('payMethodId', { zh: '请选择支付方式', en: 'Choose how it is paid out' })
  return way
}

/** What a refund was paid out with. */
interface Paid {
  record: Row<'cashRecord'>
  way: Row<'payMethod'>
}

/** Amounts, points and performance of an order after money went back (rules 2.2: what is due does not rise). Answers the points. */
async function takeBack(c: CallContext, order: Row<'order'>, row: Refund, { record, way }: Paid): Promise<number> {
  const amount = row.refundAmount
  const payable = order.payableAmount - amount
  for (const { orderItemId } of row.items) {
    const item = await c.find('orderItem', orderItemId, { lock: true })
    if (item?.status === 'active') await c.update('orderItem', item, { status: 'refunded' })
  }
  const now = await orderNow(c, order.id)
  const changed = await c.update('order', now, {
    refundAmount: now.refundAmount + amount,
    discountAmount: now.originAmount - now.memberDiscount - now.couponAmount - payable,
  })
  await c.update('order', changed, { payStatus: payStatusOf(changed) })
  if (way.isIncome)
    await credit(c, {
      type: 'refund',
      amount: -amount,
      shares: sharesOf(order),
      orderId: order.id,
      cashRecordId: record.id,
      accountDate: record.accountDate,
    })
  const points = await pointsBack(c, order, amount)
  await closeIfAllBack(c, order.id)
  return points
}

/** Points go back in proportion, rounded down, and never below nothing (I-17). */
async function pointsBack(c: CallContext, order: Row<'order'>, amount: Cents): Promise<number> {
  const member = order.integralGiven > 0 ? await membershipOf(c, order.customerId) : undefined
  if (!member) return 0
  const points = Math.min(Math.floor((order.integralGiven * amount) / order.paidAmount), member.integral)
  await movePoints(c, member, { type: 'refund', change: -points, orderId: order.id })
  return points
}

/** An order of which everything went back, or nothing is left to shoot, is terminated. */
async function closeIfAllBack(c: CallContext, orderId: number): Promise<void> {
  const order = await orderNow(c, orderId)
  if (order.refundAmount < order.paidAmount || order.closeStatus !== 'open') return
  await endSessions(c, await unshotOf(c, orderId), 'terminate', '订单终止')
  await c.move('order', order, 'terminate')
}

/** Principal out of the account, the bonus that came with it taken back. */
async function takeFromAccount(c: CallContext, row: Refund, record: Row<'cashRecord'>): Promise<void> {
  const account = await c.mustRef(row, 'account', { lock: true })
  await moveAccount(c, account, {
    type: 'withdraw',
    direction: 'out',
    principal: row.refundAmount,
    gift: row.giftTakeBack,
    cashRecordId: record.id,
  })
}

export const handlers: Handlers = { 'cashRefund/refund': refund, 'cashRefund/confirm': confirm }
