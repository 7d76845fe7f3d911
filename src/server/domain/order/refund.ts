/** Refunds (rules 2.15): asked for, approved by somebody else, paid out at the desk; never more than was paid. */
import { formatMoney } from '../../../model/format.ts'
import type { Text } from '../../../model/model.ts'
import type { Cents } from '../../../model/units.ts'
import { closeCodes } from '../cash/code.ts'
import { onDuty } from '../cash/duty.ts'
import { isEnding } from '../cash/ending.ts'
import { openBill, openBillsOf } from '../cash/bill.ts'
import { sum, yuan } from '../cash/cents.ts'
import { mustAllowBack } from '../cash/invoice.ts'
import { writeRecords } from '../cash/records.ts'
import { wayName } from '../cash/ways.ts'
import type { Call, CallContext, Handler, Handlers, Row, Values } from '../../platform/call.ts'
import { tellHolders } from '../../platform/accounts/holders.ts'
import { mustBePositive, refuseUnknown } from '../../platform/refusals.ts'
import { accountOf, moveAccount, reserve } from '../vip/account.ts'
import { goesWith, withdrawable } from '../vip/payout.ts'
import { endSessions } from './cancel.ts'
import { isUnshot } from './sessions.ts'
import { refuseItems, takeOut } from './refundItems.ts'
import { serveWhenDone } from './served.ts'
import { orderNow, refundable, reserved } from './state.ts'
import { pointsFor, takeBack, takeFromAccount } from './takeBack.ts'
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
  if (asked.refundType === 'full' && asked.refundAmount === 0)
    c.refuse('refundType', {
      zh: '没有可退的款项；仅用现金券付款的，请冲销收款',
      en: 'There is no money to give back; where only coupons paid, reverse the receipt',
    })
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
  if (made.orderId && (await isEnding(c, made.orderId))) await closeCodes(c, await openBillsOf(c, made.orderId))
  const from = Math.round(c.settings.refund_approve_amount * 100)
  if (made.refundAmount < from) return approve(c, made, 'letPass')
  await tellHolders(
    c,
    { code: 'cash-003.approve', row: made },
    {
      title: { zh: '退款待审核', en: 'A refund to approve' },
      content: await aboutRefund(c, made),
      sourceType: 'refund',
      source: { id: made.id },
    },
  )
  return made
}

/** A refund in one line: its number, whose it is, how much. */
async function aboutRefund(c: CallContext, refund: Refund, why?: string | null): Promise<string> {
  const customer = (await c.ref(refund, 'customer'))?.realName
  return [refund.refundNo, customer, formatMoney(refund.refundAmount / 100), why].filter(Boolean).join(' ')
}

async function ofOrder(c: CallContext, asked: Asked): Promise<Values<'refund'>> {
  const { orderId, refundAmount, refundType, items = [], terminateSessionIds = [] } = asked
  if (!orderId) c.refuse('orderId', { zh: '请选择订单', en: 'Choose an order' })
  const order = await orderNow(c, orderId)
  const most = await refundable(c, order)
  mustBeWithin(c, refundAmount, most)
  if (refundType === 'full' && (await reserved(c, { orderId })) > 0)
    c.refuse('refundType', {
      zh: '订单有未完成的退款，请先处理',
      en: 'A refund of this order is under way; end it first',
    })
  if (refundType === 'full' && refundAmount < most)
    c.refuse('refundAmount', {
      zh: `全额退款须退 ${yuan(most)}，否则请选部分退款`,
      en: `A full refund is of ${yuan(most)}; choose a partial one for less`,
    })
  await refuseItems(c, order, items, refundAmount)
  await sessionsOf(c, order, terminateSessionIds)
  return { orderId, customerId: order.customerId, integralTakeBack: await pointsFor(c, order, refundAmount) }
}

/** The sessions to terminate: of the order, and not shot. */
async function sessionsOf(c: CallContext, order: Row<'order'>, ids: readonly number[]): Promise<Row<'orderSession'>[]> {
  const sessions = await c.select('orderSession', { id: ids, orderId: order.id }, { lock: true })
  if (sessions.length < new Set(ids).size || !sessions.every(isUnshot))
    c.refuse('terminateSessionIds', { zh: '只能终止未拍场次', en: 'Only sessions that were not shot' })
  return sessions
}

const UNDER_WAY = { zh: '订单有未完成的退款，请先处理', en: 'A refund of this order is under way; end it first' }

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
  const account = order ? undefined : await c.seen('account', c.input.accountId)
  const customer = await c.find('customer', (order ?? account)?.customerId)
  const asked = c.input.refundAmount ?? (await wholeOf(c))
  const waits = order ? await reserved(c, { orderId: order.id }) : 0
  const isRefused = waits > 0 && c.input.refundType === 'full'
  if (order)
    return {
      customerName: customer?.realName,
      paidAmount: order.paidAmount,
      backAmount: order.refundAmount,
      askedAmount: waits,
      refundableAmount: Math.max(await refundable(c, order), 0),
      ...(asked > 0 ? { integralTakeBack: await pointsFor(c, order, asked) } : {}),
      ...(isRefused
        ? { follows: UNDER_WAY[c.actor.lang] }
        : asked > 0
          ? { follows: await endOf(c, order, asked) }
          : {}),
    }
  if (!account) return {}
  return {
    customerName: customer?.realName,
    askedAmount: await reserved(c, { accountId: account.id }),
    refundableAmount: await withdrawable(c, account),
    ...(await goesWith(c, account, asked)),
  }
}

/** A recharge gives back principal at most; the bonus goes in proportion (I-12). */
async function ofAccount(c: CallContext, { accountId, refundAmount, refundWay }: Asked): Promise<Values<'refund'>> {
  if (refundWay === 'balance')
    c.refuse('refundWay', { zh: '充值不能退至账户', en: 'A recharge is not paid back to the account itself' })
  const account = await c.must('account', accountId, 'accountId')
  mustBeWithin(c, refundAmount, await withdrawable(c, account))
  const { giftTakeBack, integralTakeBack } = await goesWith(c, account, refundAmount)
  return { customerId: account.customerId, giftTakeBack, integralTakeBack }
}

/** How a refund would go back, before it is paid out. */
const ways: Handler<'cashRefund/ways'> = async (c) => {
  const way =
    c.row.refundWay === 'balance'
      ? (await c.select('payMethod', { kind: 'accountBalance', status: 'enabled' }, { limit: 1 }))[0]
      : await c.find('payMethod', c.input.payMethodId ?? c.row.originMethodId)
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
    case 'approve': {
      const { status } = await approve(c, c.row, 'approve')
      await tellApplicant(c, c.row, { zh: '退款已同意', en: 'Refund approved' })
      return { status }
    }
    case 'reject': {
      const { rejectReason } = c.input
      if (!rejectReason) c.refuse('rejectReason', { zh: '请填写驳回原因', en: 'Say why it is rejected' })
      const { status } = await c.move('refund', c.row, 'reject', { rejectReason })
      await reserve(c, c.row, true)
      await tellApplicant(c, c.row, { zh: '退款已驳回', en: 'Refund rejected' }, rejectReason)
      return { status }
    }
    default: {
      const paid = await payOut(c)
      await tellApplicant(c, c.row, { zh: '退款已付出', en: 'Refund paid out' })
      return paid
    }
  }
}

/** Whoever asked for a refund learns what became of it. */
async function tellApplicant(c: CallContext, refund: Refund, title: Text, why?: string | null): Promise<void> {
  if (!refund.createBy || refund.createBy === c.actor.employeeId) return
  const leads = refund.orderId
    ? { sourceType: 'order' as const, source: { id: refund.orderId } }
    : { sourceType: 'refund' as const, source: { id: refund.id } }
  await c.notify(refund.createBy, { title, content: await aboutRefund(c, refund, why), ...leads })
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
  const approved = await c.move('refund', row, move)
  const cashiers = await c.select('cashier', { status: 'enabled' })
  await tellHolders(
    c,
    { code: 'cash-005.pay', row: approved, among: cashiers.map(({ employeeId }) => employeeId) },
    {
      title: { zh: '退款待付出', en: 'A refund to pay out' },
      content: await aboutRefund(c, approved),
      sourceType: 'payOut',
      source: { id: approved.id, keyword: approved.refundNo },
    },
  )
  return approved
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
