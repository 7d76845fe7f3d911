/** Refunds (rules 2.15): asked for, approved by somebody else, paid out at the desk; never more than was paid. */
import { formatMoney } from '../../../model/format.ts'
import type { Cents } from '../../../model/units.ts'
import { onDuty } from '../cash/duty.ts'
import { openBill, openBillsOf } from '../cash/bill.ts'
import { share, sum, yuan } from '../cash/cents.ts'
import { mustAllowBack } from '../cash/invoice.ts'
import { writeRecords } from '../cash/records.ts'
import { wayName } from '../cash/ways.ts'
import type { Call, CallContext, Handler, Handlers, Row, Values } from '../../platform/call.ts'
import { mustBePositive, refuseUnknown } from '../../platform/refusals.ts'
import { accountOf, moveAccount, reserve } from '../vip/account.ts'
import { giftFor, goesWith, withdrawable } from '../vip/payout.ts'
import { endSessions } from './cancel.ts'
import { isUnshot } from './sessions.ts'
import { serveWhenDone } from './served.ts'
import { orderNow, refundable, reserved } from './state.ts'
import { moveUnits, unmake } from './unmake.ts'
import { takeBack, takeFromAccount } from './takeBack.ts'
import { giftBack, newOnBalance, partsOut, wayBack, wayOf } from './wayBack.ts'
import { words } from '../../platform/values.ts'

type Refund = Row<'refund'>
type Asked = Values<'refund'> & { refundAmount: Cents }

/** Refuses more than can go back, and says how much that is. */
function mustBeWithin(c: CallContext, amount: Cents, most: Cents): void {
  const left = yuan(Math.max(most, 0))
  if (amount > most)
    c.refuse('refundAmount', { zh: `退款金额不能大于可退金额 ${left}`, en: `At most ${left} can be refunded` })
}

const refund: Handler<'cashRefund/refund'> = async (c) => {
  const { id: _id, withdraw, refundAmount, reason, ...rest } = c.input
  if (withdraw) {
    const row = c.row ?? refuseUnknown(c, 'id')
    const said = (['refundAmount', 'reason', 'remark'] as const).find((name) => c.input[name])
    if (said) c.refuse(said, { zh: '撤回时不能同时修改', en: 'Nothing else is said as it is withdrawn' })
    await c.move('refund', row, 'withdraw')
    await reserve(c, row, true)
    return { id: row.id }
  }
  const asked = { ...rest, ...(reason ? { reason } : {}), refundAmount: refundAmount ?? (await wholeOf(c)) }
  mustBePositive(c, 'refundAmount', asked.refundAmount)
  const about = asked.accountId ? await ofAccount(c, asked) : await ofOrder(c, asked)
  const made = await request(c, { ...asked, ...about })
  return { id: made.id, refundNo: made.refundNo }
}

/** What a full refund of an order gives back: everything that can go back. Nothing for any other. */
async function wholeOf(c: Call<'cashRefund/refund' | 'cashRefund/limits'>): Promise<Cents> {
  const order = c.input.refundType === 'full' ? await c.seen('order', c.input.orderId) : undefined
  return order ? refundable(c, order) : 0
}

/** Puts a refund on file, with the way it goes back. One below the amount that needs approval is approved by itself (rules 2.0). */
export async function request(c: CallContext, asked: Asked): Promise<Refund> {
  const made = await c.insert('refund', { ...asked, ...(await wayBack(c, asked)) })
  await reserve(c, made)
  const from = Math.round(c.settings.refund_approve_amount * 100)
  return made.refundAmount < from ? approve(c, made, 'letPass') : made
}

async function ofOrder(c: CallContext, asked: Asked): Promise<Values<'refund'>> {
  const { orderId, refundAmount, refundType, items = [], terminateSessionIds = [] } = asked
  if (!orderId) c.refuse('orderId', { zh: '请选择订单', en: 'Choose an order' })
  const order = await orderNow(c, orderId)
  const most = await refundable(c, order)
  mustBeWithin(c, refundAmount, most)
  if (refundType === 'full' && refundAmount < most)
    c.refuse('refundAmount', {
      zh: `全额退款须退 ${yuan(most)}，否则请选部分退款`,
      en: `A full refund is of ${yuan(most)}; choose a partial one for less`,
    })
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
  const waiting = (await c.select('refund', { orderId: order.id, status: 'applied' })).flatMap((one) => one.items)
  for (const [at, item] of items.entries()) {
    const row = await c.find('orderItem', item.orderItemId)
    if (row?.orderId !== order.id || row.status !== 'active')
      return c.refuse(`items[${at}].orderItemId`, { zh: '该明细不在订单中', en: 'This is not in the order' })
    const taken = [...waiting, ...items.slice(0, at)].filter((one) => one.orderItemId === row.id)
    const left = row.quantity - sum(taken.map(({ quantity }) => quantity))
    if (item.quantity > left)
      c.refuse(`items[${at}].quantity`, {
        zh: `数量最多 ${left}，其余已退或退款中`,
        en: `At most ${left} can still go back`,
      })
    const most = (row.price ?? 0) * item.quantity
    if (item.amount > most && !row.fromPackage && !row.isGift)
      c.refuse(`items[${at}].amount`, {
        zh: `该明细最多可退 ${yuan(most)}`,
        en: `At most ${yuan(most)} of this can go back`,
      })
  }
  if (items.length > 0 && sum(items.map(({ amount }) => amount)) !== refundAmount)
    c.refuse('refundAmount', { zh: '退款金额与明细合计不一致', en: 'The amount differs from the sum of the items' })
}

/** The sessions to terminate: of the order, and not shot. */
async function sessionsOf(c: CallContext, order: Row<'order'>, ids: readonly number[]): Promise<Row<'orderSession'>[]> {
  const sessions = await c.select('orderSession', { id: ids, orderId: order.id }, { lock: true })
  if (sessions.length < new Set(ids).size || !sessions.every(isUnshot))
    c.refuse('terminateSessionIds', { zh: '只能终止未拍场次', en: 'Only sessions that were not shot' })
  return sessions
}

/** What a refund does beside giving money back: that of all that was paid ends the order, and voids what was not paid. */
async function endOf(c: CallContext, order: Row<'order'>, amount: Cents): Promise<string | null> {
  if (amount < (await refundable(c, order)) || order.closeStatus !== 'open') return null
  const unpaid = sum((await openBillsOf(c, order.id)).map((bill) => bill.dueAmount))
  const texts =
    unpaid > 0
      ? {
          zh: `退款后订单终止，未付的 ${yuan(unpaid)} 作废`,
          en: `The order ends, and the ${yuan(unpaid)} not paid yet are void`,
        }
      : { zh: '退款后订单终止', en: 'The order ends' }
  return texts[c.actor.lang]
}

/** What can go back, before it is asked for: the same figures that the request is held against. */
const limits: Handler<'cashRefund/limits'> = async (c) => {
  const order = await c.seen('order', c.input.orderId)
  const account = await c.seen('account', c.input.accountId)
  const found = order ?? account
  if (!found) return {}
  const { id } = found
  const asked = c.input.refundAmount ?? (await wholeOf(c))
  return {
    customerName: (await c.find('customer', found.customerId))?.realName,
    ...(order ? { paidAmount: order.paidAmount, backAmount: order.refundAmount } : {}),
    askedAmount: await reserved(c, order ? { orderId: id } : { accountId: id }),
    refundableAmount: Math.max(order ? await refundable(c, order) : account ? await withdrawable(c, account) : 0, 0),
    ...(order && asked > 0 ? { follows: await endOf(c, order, asked) } : {}),
    ...(account && !order && asked > 0 ? await goesWith(c, account, asked) : {}),
  }
}

/** A recharge gives back principal at most; the bonus goes in proportion (I-12). */
async function ofAccount(c: CallContext, { accountId, refundAmount, refundWay }: Asked): Promise<Values<'refund'>> {
  if (refundWay === 'balance')
    c.refuse('refundWay', { zh: '充值不能退至账户', en: 'A recharge is not paid back to the account itself' })
  const account = await c.must('account', accountId, 'accountId')
  mustBeWithin(c, refundAmount, await withdrawable(c, account))
  return { customerId: account.customerId, giftTakeBack: await giftFor(c, account, refundAmount) }
}

/** How a refund would go back, before it is paid out. */
const ways: Handler<'cashRefund/ways'> = async (c) => {
  const way = await c.find('payMethod', c.input.payMethodId ?? c.row.originMethodId)
  if (!way) return {}
  return { split: splitOf(c, await partsOut(c, c.row, way)) }
}

/** The ways of a payout with their amounts, in words. */
function splitOf(c: CallContext, parts: Awaited<ReturnType<typeof partsOut>>): string {
  const said = parts.map((part) => `${wayName(c, part.way)} ${formatMoney(part.amount / 100)}`)
  return said.join(c.actor.lang === 'zh' ? '、' : ', ')
}

const confirm: Handler<'cashRefund/confirm'> = async (c) => {
  switch (c.input.action) {
    case 'approve':
      return { status: (await approve(c, c.row, 'approve')).status }
    case 'reject': {
      const { rejectReason } = c.input
      if (!rejectReason) c.refuse('rejectReason', { zh: '请填写驳回原因', en: 'Say why it is rejected' })
      const { status } = await c.move('refund', c.row, 'reject', { rejectReason })
      await reserve(c, c.row, true)
      return { status }
    }
    default:
      return payOut(c)
  }
}

/** Approved: sessions end, what goes back of the items is out of the order. What is payable falls when the money goes out. */
async function approve(c: CallContext, row: Refund, move: 'approve' | 'letPass'): Promise<Refund> {
  const order = await c.ref(row, 'order', { lock: true })
  if (order) {
    await endSessions(
      c,
      await sessionsOf(c, order, row.terminateSessionIds),
      'terminate',
      words(c, 'written', 'refunded'),
    )
    await takeOut(c, order, row.items)
    await serveWhenDone(c, order.id)
  }
  return c.move('refund', row, move)
}

/** What goes back of the items is out of the order; what it cost stays payable for now. */
async function takeOut(c: CallContext, order: Row<'order'>, items: Refund['items']): Promise<void> {
  const reason = words(c, 'written', 'refunded')
  const quantities = new Map<number, number>()
  for (const one of items) quantities.set(one.orderItemId, (quantities.get(one.orderItemId) ?? 0) + one.quantity)
  let out: Cents = 0
  const gone: number[] = []
  const rows = await c.select('orderItem', { id: [...quantities.keys()], status: 'active' }, { lock: true })
  for (const item of rows) {
    const quantity = quantities.get(item.id) ?? 0
    const whole = quantity >= item.quantity
    const line = whole ? await c.update('orderItem', item, { status: 'refunded' }) : await splitOff(c, item, quantity)
    gone.push(line.id)
    out += line.amount ?? 0
  }
  if (gone.length > 0) await unmake(c, order.id, gone, reason)
  const now = await orderNow(c, order.id)
  if (out !== 0) await c.update('order', now, { reducedAmount: now.reducedAmount - out })
}

/** The last pieces of an item become a line of their own, which is out of the order. */
async function splitOff(c: CallContext, item: Row<'orderItem'>, quantity: number): Promise<Row<'orderItem'>> {
  const { orderId, itemType, itemId, itemName, categoryId, attrs, originPrice, price, minPrice } = item
  const { fromPackage, isGift, photoQuota, sourceType, specialSaleItemId } = item
  const memberDiscount = share(item.memberDiscount, quantity / item.quantity)
  const from = item.quantity - quantity
  const line = await c.insert('orderItem', {
    ...{ orderId, itemType, itemId, itemName, categoryId, attrs, originPrice, price, minPrice },
    ...{ fromPackage, isGift, photoQuota, sourceType, specialSaleItemId },
    ...{ quantity, memberDiscount, status: 'refunded' },
  })
  const left = { quantity: from, memberDiscount: item.memberDiscount - memberDiscount }
  await moveUnits(c, await c.update('orderItem', item, left), { to: line, from })
  return line
}

/** The money goes out: a bill and a record in the other direction, and everything it had earned goes back. */
async function payOut(
  c: Call<'cashRefund/confirm'>,
): Promise<{ status: Refund['status']; cashRecordId: number; split: string }> {
  const { row } = c
  const { tradeNo, wayReason } = c.input
  const duty = await onDuty(c)
  const amount = row.refundAmount
  const way = await wayOf(c)
  const parts = await partsOut(c, row, way)
  if (!tradeNo && parts.some((one) => one.way.needTradeNo))
    c.refuse('tradeNo', { zh: '请填写流水号', en: 'The reference is required' })
  const income = sum(parts.filter((part) => part.way.isIncome).map((part) => part.amount))
  await mustAllowBack(c, row, income + (await newOnBalance(c, row, parts)))
  const order = await c.ref(row, 'order', { lock: true })
  const opened = await openBill(c, {
    billType: 'refund',
    title: `退款 ${row.refundNo}`,
    titleEn: `Refund ${row.refundNo}`,
    payableAmount: -amount,
    customerId: row.customerId,
    orderId: order?.id,
    sourceId: row.id,
    orgId: order?.orgId,
    salesId: order?.salesId,
  })
  const bill = await c.move('bill', opened, 'payFull', { paidAmount: -amount })
  const toBalance = parts.filter((part) => part.way.kind === 'accountBalance')
  const gift = await giftBack(c, row, sum(toBalance.map((part) => part.amount)))
  const written = await writeRecords(
    c,
    duty,
    parts.map((part) => ({
      ...part,
      bill,
      billType: 'refund',
      direction: 'out',
      tradeNo: parts.length === 1 || part.way.needTradeNo ? tradeNo : null,
    })),
  )
  const record = written[0] ?? refuseUnknown(c, 'id')
  const integralTakeBack = order
    ? await takeBack(c, order, row, { record, income })
    : await takeFromAccount(c, row, { record, income })
  if (order)
    for (const [i, part] of parts.entries())
      if (part.way.kind === 'accountBalance')
        await moveAccount(c, await accountOf(c, order.customerId), {
          type: 'refundIn',
          direction: 'in',
          principal: part.amount - gift,
          gift,
          billId: bill.id,
          orderId: order.id,
          cashRecordId: written[i]?.id ?? record.id,
        })
  const { status } = await c.move('refund', row, 'pay', {
    payMethodId: way.id,
    ...(wayReason ? { wayReason } : {}),
    cashierId: duty.cashier.id,
    cashRecordId: record.id,
    integralTakeBack,
  })
  return { status, cashRecordId: record.id, split: splitOf(c, parts) }
}

export const handlers: Handlers = {
  'cashRefund/limits': limits,
  'cashRefund/ways': ways,
  'cashRefund/refund': refund,
  'cashRefund/confirm': confirm,
}
