/** Refunds (rules 2.15): asked for, approved by somebody else, paid out at the desk; never more than was paid. */
import { onDuty } from '../cash/duty.ts'
import { openBill } from '../cash/bill.ts'
import { sum } from '../cash/cents.ts'
import { credit, sharesOf } from '../cash/performance.ts'
import { writeRecords } from '../cash/records.ts'
import { target } from '../rows.ts'
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { isOneOf, value } from '../values.ts'
import { accountOf, availableOf, moveAccount } from '../vip/account.ts'
import { membershipOf, movePoints } from '../vip/points.ts'
import { endSessions } from './cancel.ts'
import { isUnshot } from './sessions.ts'
import { orderNow, payStatusOf } from './state.ts'
import { mustBePositive } from '../refusals.ts'

const TOO_MUCH = { zh: '退款金额不能大于可退金额', en: 'More than can be refunded' }

interface Item {
  orderItemId: number
  quantity: number
  amount: number
}

const refund: Handler = async (c) => {
  if (c.input.withdraw) return withdraw(c)
  const amount = Number(c.input.refundAmount)
  mustBePositive(c, 'refundAmount', amount)
  const { id: _id, withdraw: _withdraw, ...values } = c.input
  const about = values.accountId ? await ofAccount(c, values, amount) : await ofOrder(c, values, amount)
  const made = await c.insert('refund', { ...values, ...about, refundAmount: amount })
  return { id: made.id, refundNo: made.refundNo }
}

async function withdraw(c: CallContext): Promise<{ id: number }> {
  const row = target(c)
  await c.move('refund', row, 'withdraw')
  return { id: row.id }
}

/** What is reserved by refunds under way, cents. */
async function reserved(c: CallContext, where: Record<string, unknown>): Promise<number> {
  const open = [value(c, 'refund_status', 'applied'), value(c, 'refund_status', 'approved')]
  return sum((await c.select('refund', { ...where, status: open })).map((one) => one.refundAmount))
}

async function ofOrder(
  c: CallContext,
  values: Record<string, unknown>,
  amount: number,
): Promise<Record<string, unknown>> {
  if (!values.orderId) c.refuse('orderId', { zh: '请选择订单', en: 'Choose an order' })
  const order = await orderNow(c, values.orderId)
  const left = Number(order.paidAmount) - Number(order.refundAmount) - (await reserved(c, { orderId: order.id }))
  if (amount > left) c.refuse('refundAmount', TOO_MUCH)
  await refuseItems(c, order, (values.items ?? []) as Item[], amount)
  await sessionsOf(c, order, (values.terminateSessionIds ?? []) as number[])
  return { orderId: order.id, customerId: order.customerId }
}

async function refuseItems(c: CallContext, order: Row, items: readonly Item[], amount: number): Promise<void> {
  for (const [at, item] of items.entries()) {
    const row = await c.find('orderItem', item.orderItemId)
    if (!row || row.orderId !== order.id || !isOneOf(c, 'item_status', row.status, 'active'))
      c.refuse(`items[${at}].orderItemId`, { zh: '该明细不在订单中', en: 'This is not in the order' })
  }
  if (items.length > 0 && sum(items.map((one) => one.amount)) !== amount)
    c.refuse('refundAmount', { zh: '退款金额与明细合计不一致', en: 'The amount differs from the sum of the items' })
}

/** The sessions to terminate: of the order, and not shot. */
async function sessionsOf(c: CallContext, order: Row, ids: readonly number[]): Promise<Row[]> {
  const sessions: Row[] = []
  for (const id of ids) {
    const session = await c.find('orderSession', id, { lock: true })
    if (!session || session.orderId !== order.id || !isUnshot(c, session))
      return c.refuse('terminateSessionIds', { zh: '只能终止未拍场次', en: 'Only sessions that were not shot' })
    sessions.push(session)
  }
  return sessions
}

/** A recharge gives back principal at most; the bonus goes in proportion (I-12). */
async function ofAccount(
  c: CallContext,
  values: Record<string, unknown>,
  amount: number,
): Promise<Record<string, unknown>> {
  const account =
    (await c.seen('account', Number(values.accountId), { lock: true })) ??
    c.refuse('accountId', { zh: '账户不存在', en: 'There is no such account' })
  const most = Math.min(Number(account.principalBalance), availableOf(account))
  if (amount > most - (await reserved(c, { accountId: account.id }))) c.refuse('refundAmount', TOO_MUCH)
  return { accountId: account.id, customerId: account.customerId, giftTakeBack: await giftFor(c, account, amount) }
}

/** Bonus taken back with principal: of what was charged, the same part; no more than there is. */
async function giftFor(c: CallContext, account: Row, amount: number): Promise<number> {
  const recharges = await c.select('accountMovement', {
    accountId: account.id,
    movementType: value(c, 'account_movement', 'recharge'),
  })
  const [charged, given] = [sum(recharges.map((one) => one.amount)), sum(recharges.map((one) => one.giftAmount))]
  return charged > 0 ? Math.min(Math.floor((given * amount) / charged), Number(account.giftBalance)) : 0
}

const confirm: Handler = async (c) => {
  const row = target(c)
  switch (c.input.action) {
    case 'approve':
      return approve(c, row)
    case 'reject':
      return { status: (await c.move('refund', row, 'reject', { rejectReason: c.input.rejectReason })).status }
    default:
      return payOut(c, row)
  }
}

/** Approved: sessions end, the items are out of the order. */
async function approve(c: CallContext, row: Row): Promise<{ status: unknown }> {
  if (row.orderId) {
    const order = await orderNow(c, row.orderId)
    await endSessions(
      c,
      await sessionsOf(c, order, (row.terminateSessionIds ?? []) as number[]),
      'terminate',
      '退款终止',
    )
  }
  const moved = await c.move('refund', row, 'approve')
  return { status: moved.status }
}

/** The money goes out: a bill and a record in the other direction, and everything it had earned goes back. */
async function payOut(c: CallContext, row: Row): Promise<Record<string, unknown>> {
  const duty = await onDuty(c)
  const amount = Number(row.refundAmount)
  const toBalance = isOneOf(c, 'refund_way', row.refundWay, 'balance')
  const way = await wayOf(c, toBalance)
  if (way.needTradeNo && !c.input.tradeNo) c.refuse('tradeNo', { zh: '请填写流水号', en: 'The reference is required' })
  const order = row.orderId ? await orderNow(c, row.orderId) : undefined
  const opened = await openBill(c, {
    billType: 'refund',
    title: `退款 ${String(row.refundNo)}`,
    payableAmount: amount,
    customerId: row.customerId,
    ...(order ? { orderId: order.id } : {}),
    sourceId: row.id,
    orgId: order?.orgId,
    salesId: order?.salesId,
  })
  const bill = await c.move('bill', opened, 'payFull', { paidAmount: amount })
  const [record] = await writeRecords(c, duty, [
    {
      bill,
      billType: value(c, 'bill_type', 'refund'),
      direction: value(c, 'direction', 'out'),
      amount,
      way,
      tradeNo: c.input.tradeNo,
    },
  ])
  const integralTakeBack = order
    ? await takeBack(c, order, row, record as Row, way)
    : await takeFromAccount(c, row, record as Row)
  if (toBalance && order)
    await moveAccount(c, await accountOf(c, order.customerId), {
      type: 'refundIn',
      direction: 'in',
      principal: amount,
      gift: 0,
      billId: bill.id,
      orderId: order.id,
      cashRecordId: record?.id,
    })
  const paid = await c.move('refund', row, 'pay', {
    payMethodId: way.id,
    cashierId: duty.cashier.id,
    cashRecordId: record?.id,
    integralTakeBack,
  })
  return { status: paid.status, cashRecordId: record?.id }
}

/** How it is paid out; to the balance by the way that stands for balances. */
async function wayOf(c: CallContext, toBalance: boolean): Promise<Row> {
  const ways = await c.select('payMethod', { status: value(c, 'enable_status', 'enabled') })
  const way = toBalance
    ? ways.find((one) => isOneOf(c, 'pay_kind', one.kind, 'accountBalance'))
    : ways.find((one) => one.id === c.input.payMethodId)
  if (!way || (!toBalance && isOneOf(c, 'pay_kind', way.kind, 'accountBalance')))
    return c.refuse('payMethodId', { zh: '请选择支付方式', en: 'Choose how it is paid out' })
  return way
}

/** Amounts, points and performance of an order after money went back (rules 2.2: what is due does not rise). */
async function takeBack(c: CallContext, order: Row, row: Row, record: Row, way: Row): Promise<number> {
  const amount = Number(row.refundAmount)
  const payable = Number(order.payableAmount) - amount
  for (const item of (row.items ?? []) as Item[]) {
    const held = await c.find('orderItem', item.orderItemId, { lock: true })
    if (held && isOneOf(c, 'item_status', held.status, 'active'))
      await c.update('orderItem', held, { status: value(c, 'item_status', 'refunded') })
  }
  const now = await orderNow(c, order.id)
  const discountAmount = Number(now.originAmount) - Number(now.memberDiscount) - Number(now.couponAmount) - payable
  const changed = await c.update('order', now, { refundAmount: Number(now.refundAmount) + amount, discountAmount })
  await c.update('order', changed, { payStatus: payStatusOf(c, changed) })
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
async function pointsBack(c: CallContext, order: Row, amount: number): Promise<number> {
  const given = Number(order.integralGiven ?? 0)
  const member = given > 0 ? await membershipOf(c, order.customerId) : undefined
  if (!member) return 0
  const points = Math.min(Math.floor((given * amount) / Number(order.paidAmount)), Number(member.integral))
  await movePoints(c, member, { type: 'refund', change: -points, orderId: order.id })
  return points
}

/** An order of which everything went back, or nothing is left to shoot, is terminated. */
async function closeIfAllBack(c: CallContext, orderId: number): Promise<void> {
  const order = await orderNow(c, orderId)
  if (Number(order.refundAmount) < Number(order.paidAmount) || !isOneOf(c, 'order_close', order.closeStatus, 'open'))
    return
  const sessions = await c.select('orderSession', { orderId }, { lock: true })
  await endSessions(
    c,
    sessions.filter((one) => isUnshot(c, one)),
    'terminate',
    '订单终止',
  )
  await c.move('order', order, 'terminate')
}

/** Principal out of the account, the bonus that came with it taken back. */
async function takeFromAccount(c: CallContext, row: Row, record: Row): Promise<number> {
  const account =
    (await c.find('account', Number(row.accountId), { lock: true })) ??
    c.refuse('accountId', { zh: '账户不存在', en: 'There is no such account' })
  await moveAccount(c, account, {
    type: 'withdraw',
    direction: 'out',
    principal: Number(row.refundAmount),
    gift: Number(row.giftTakeBack ?? 0),
    cashRecordId: record.id,
  })
  return 0
}

export const handlers: Handlers = { 'cashRefund/refund': refund, 'cashRefund/confirm': confirm }
