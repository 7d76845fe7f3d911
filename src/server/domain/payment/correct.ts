/** What comes after money was taken: invoices (I-13) and records that undo others (I-10). */
import type { Cents } from '../../../model/units.ts'
import type { Call, CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { undoFee } from '../vip/membership.ts'
import { undoAddOn } from '../order/addOn.ts'
import { countSpent, orderNow, refundable, settleState, unstampPurchase } from '../order/state.ts'
import { accountOf, moveAccount } from '../vip/account.ts'
import { kindWith, plainKind } from '../cash/bill.ts'
import { sum } from '../cash/cents.ts'
import { onDuty } from '../cash/duty.ts'
import { takeCredit } from '../cash/performance.ts'
import { writeRecords } from '../cash/records.ts'
import { mustBePositive } from '../../platform/refusals.ts'
import { unspendCoupon } from './coupon.ts'

/** Kinds of records that may be undone; what the others set going goes back by a refund. */
const UNDONE: readonly Row<'cashRecord'>['billType'][] = ['order', 'goldOrder', 'addOn', 'goldAddOn', 'other']
const REFUND_IT = { zh: '请走退款', en: 'Refund it instead' }

/** Undoes a record by one of the opposite amount; bill and order ask for the money again. Only while nothing was begun for it. */
const reverse: Handler<'cashRecord/reverse'> = async (c) => {
  const record = c.row
  const duty = await onDuty(c)
  const bill = await billOf(c, record)
  if (record.reverseOf || (await c.exists('cashRecord', { reverseOf: record.id })))
    c.refuse(undefined, { zh: '该记录已冲销', en: 'This record is reversed already' })
  if (!UNDONE.includes(record.billType)) c.refuse(undefined, REFUND_IT)
  await mustNotBeInvoiced(c, record)
  const { amount, billType, direction, tradeNo } = record
  const way = await c.mustRef(record, 'payMethod')
  const [made] = await writeRecords(c, duty, [
    { bill, billType, direction, amount: -amount, way, tradeNo, reverseOf: record.id, remark: c.input.remark },
  ])
  if (way.isIncome) await takeCredit(c, { amount, bill, cashRecordId: made?.id, accountDate: made?.accountDate })
  await giveBack(c, record)
  await unspendCoupon(c, way, record)
  const paidAmount = bill.paidAmount - amount
  await c.move('bill', bill, paidAmount > 0 ? 'undoPart' : 'undo', {
    paidAmount,
    billType: await kindWith(c, bill, paidAmount),
  })
  if (bill.orderId) await mustBeThere(c, await orderNow(c, bill.orderId), amount)
  if (plainKind(record.billType) === 'addOn') await undoAddOn(c, bill, amount)
  else if (bill.orderId) await reopenOrder(c, bill.orderId, amount)
  else await undoFee(c, bill)
  return { id: made?.id }
}

/** Refuses to undo money for which an invoice waits to be collected. */
async function mustNotBeInvoiced(c: CallContext, { payDetailId, amount }: Row<'cashRecord'>): Promise<void> {
  if (!payDetailId) return
  const invoices = await c.select('invoice', { payRecordId: payDetailId }, { lock: true })
  const waits = invoices.some((one) => one.invoiceStatus === 'issuedButNotCollected')
  if (waits && sum(invoices.map((one) => one.amount)) > (await stillPaid(c, payDetailId)) - amount)
    c.refuse(undefined, { zh: '该收款已开发票，请先作废发票', en: 'An invoice is out for this money; void it first' })
}

/** What of a payment was not undone. */
const stillPaid = (c: CallContext, payDetailId: number): Promise<Cents> =>
  c.sum('cashRecord', 'amount', { payDetailId, reversal: 'none' })

async function billOf(c: CallContext, record: Row<'cashRecord'>): Promise<Row<'bill'>> {
  const bill = await c.ref(record, 'bill', { lock: true })
  return bill ?? c.refuse(undefined, { zh: '账单不存在', en: 'There is no such bill' })
}

/** What was paid from a balance goes back to it, as it was taken. */
async function giveBack(c: CallContext, record: Row<'cashRecord'>): Promise<void> {
  if (!record.customerId || !['goldOrder', 'goldAddOn'].includes(record.billType)) return
  const [taken] = await c.select('accountMovement', { cashRecordId: record.id }, { limit: 1 })
  const gift = taken?.giftAmount ?? 0
  await moveAccount(c, await accountOf(c, record.customerId), {
    type: 'adjust',
    direction: 'in',
    principal: record.amount - gift,
    gift,
    orderId: record.orderId,
  })
}

async function reopenOrder(c: CallContext, orderId: number, amount: Cents): Promise<void> {
  const order = await orderNow(c, orderId)
  if (!['submitted', 'paid'].includes(order.orderStatus) || order.integralGiven > 0)
    c.refuse(undefined, { zh: '订单已进入后续流程，请走退款', en: 'The order has gone on; refund it instead' })
  await countSpent(c, order, 0)
  await settleState(c, order, { paidAmount: order.paidAmount - amount })
  if (order.paidAmount === amount) await unstampPurchase(c, order)
}

/** What was refunded, or will be, cannot be undone. */
async function mustBeThere(c: CallContext, order: Row<'order'>, amount: Cents): Promise<void> {
  if (amount > (await refundable(c, order)))
    c.refuse(undefined, {
      zh: '该收款已退款或有退款未完成，不能冲销',
      en: 'This money was refunded, or a refund of it is under way',
    })
}

type Register = Call<'pay_record/invoiceRegister'>
type Invoice = Row<'invoice'>

const invoiceRegister: Handler<'pay_record/invoiceRegister'> = async (c) => {
  const payment = await c.must('payRecord', c.input.payRecordId, 'payRecordId')
  const invoices = await c.select('invoice', { payRecordId: payment.id }, { lock: true })
  const id = await register(c, payment, invoices)
  await tellStatus(c, payment)
  return { id }
}

async function register(c: Register, payment: Row<'payRecord'>, invoices: readonly Invoice[]): Promise<number> {
  switch (c.input.invoiceStatus) {
    case 'issuedButNotCollected':
      return issue(c, payment, invoices)
    case 'collected':
      return collect(c, meant(c, invoices))
    default:
      return voidInvoice(c, meant(c, invoices))
  }
}

/** The invoice a call means: the one it names, else the only one that waits to be collected. */
function meant(c: Register, invoices: readonly Invoice[]): Invoice {
  const { invoiceId } = c.input
  const waiting = invoices.filter((one) => one.invoiceStatus === 'issuedButNotCollected')
  const [invoice, other] = invoiceId ? waiting.filter((one) => one.id === invoiceId) : waiting
  if (!invoice) return c.refuse('invoiceId', { zh: '没有待领取的发票', en: 'No invoice waits to be collected' })
  return other ? c.refuse('invoiceId', { zh: '请选择发票', en: 'Choose the invoice' }) : invoice
}

const INVOICED = { issuedButNotCollected: 'issue', collected: 'collect', notCollected: 'voidInvoice' } as const

/** What a payment says of its invoices: that one waits, else that there are some, else that there is none. */
async function tellStatus(c: Register, payment: Row<'payRecord'>): Promise<void> {
  const left = (await c.select('invoice', { payRecordId: payment.id })).map((one) => one.invoiceStatus)
  const found = (['issuedButNotCollected', 'collected'] as const).find((status) => left.includes(status))
  const invoiceStatus = found ?? 'notCollected'
  if (payment.invoiceStatus !== invoiceStatus) await c.move('payRecord', payment, INVOICED[invoiceStatus])
}

async function issue(c: Register, payment: Row<'payRecord'>, invoices: readonly Invoice[]): Promise<number> {
  const { invoiceNo, title, taxNo, invoiceStatus } = c.input
  const amount = c.input.amount ?? 0
  if (!title) return c.refuse('title', { zh: '请填写发票抬头', en: 'To whom is it made out?' })
  if (!invoiceNo) c.refuse('invoiceNo', { zh: '请填写发票号', en: 'The number of the invoice is required' })
  mustBePositive(c, 'amount', amount)
  if (amount + sum(invoices.map((one) => one.amount)) > (await stillPaid(c, payment.id)))
    c.refuse('amount', { zh: '开票金额不能大于支付金额', en: 'More than was paid' })
  const made = await c.insert('invoice', {
    payRecordId: payment.id,
    invoiceNo,
    title,
    taxNo,
    amount,
    invoiceStatus,
    issueTime: c.now,
  })
  return made.id
}

async function collect(c: Register, { id }: Invoice): Promise<number> {
  const { invoiceStatus, collector } = c.input
  await c.update('invoice', { id }, { invoiceStatus, collectTime: c.now, collector })
  return id
}

async function voidInvoice(c: Register, { id }: Invoice): Promise<number> {
  await c.remove('invoice', { id })
  return id
}

export const handlers: Handlers = { 'cashRecord/reverse': reverse, 'pay_record/invoiceRegister': invoiceRegister }
