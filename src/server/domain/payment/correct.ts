/** What comes after money was taken: invoices (I-13) and records that undo others (I-10). */
import { target } from '../rows.ts'
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { isOneOf, nameOf, value } from '../values.ts'
import { orderNow, settleState } from '../order/state.ts'
import { accountOf, moveAccount } from '../vip/account.ts'
import { sum } from '../cash/cents.ts'
import { onDuty } from '../cash/duty.ts'
import { writeRecords } from '../cash/records.ts'
import { mustBePositive } from '../refusals.ts'

/** Undoes a record by one of the opposite amount; bill and order ask for the money again. Only while nothing was begun for it. */
const reverse: Handler = async (c) => {
  const record = target(c)
  const duty = await onDuty(c)
  const bill = await billOf(c, record)
  const [undone] = await c.select('cashRecord', { reverseOf: record.id }, { limit: 1 })
  if (undone || record.reverseOf) c.refuse(undefined, { zh: '该记录已冲销', en: 'This record is reversed already' })
  if (!['order', 'goldOrder', 'other'].includes(nameOf(c, 'bill_type', record.billType) ?? ''))
    c.refuse(undefined, { zh: '请走退款', en: 'Refund it instead' })
  const amount = Number(record.amount)
  const [made] = await writeRecords(c, duty, [
    {
      bill,
      billType: String(record.billType),
      direction: String(record.direction),
      amount: -amount,
      way: (await c.find('payMethod', Number(record.payMethodId))) as Row,
      reverseOf: record.id,
      remark: c.input.remark,
    },
  ])
  await giveBack(c, record, amount)
  const paidAmount = Number(bill.paidAmount) - amount
  await c.move('bill', bill, paidAmount > 0 ? 'undoPart' : 'undo', { paidAmount })
  if (record.orderId) await reopenOrder(c, Number(record.orderId), amount)
  return { id: made?.id }
}

async function billOf(c: CallContext, record: Row): Promise<Row> {
  const bill = await c.find('bill', Number(record.billId), { lock: true })
  return bill ?? c.refuse(undefined, { zh: '账单不存在', en: 'There is no such bill' })
}

/** What was paid from a balance goes back to it, as it was taken. */
async function giveBack(c: CallContext, record: Row, amount: number): Promise<void> {
  if (!isOneOf(c, 'bill_type', record.billType, 'goldOrder', 'goldAddOn')) return
  const [taken] = await c.select('accountMovement', { cashRecordId: record.id }, { limit: 1 })
  const gift = Number(taken?.giftAmount ?? 0)
  await moveAccount(c, await accountOf(c, record.customerId), {
    type: 'adjust',
    direction: 'in',
    principal: amount - gift,
    gift,
    orderId: record.orderId,
  })
}

async function reopenOrder(c: CallContext, orderId: number, amount: number): Promise<void> {
  const order = await orderNow(c, orderId)
  if (!isOneOf(c, 'order_status', order.orderStatus, 'submitted', 'paid') || Number(order.integralGiven) > 0)
    c.refuse(undefined, { zh: '订单已进入后续流程，请走退款', en: 'The order has gone on; refund it instead' })
  await settleState(c, order, { paidAmount: Number(order.paidAmount) - amount })
}

const invoiceRegister: Handler = async (c) => {
  const payment =
    (await c.seen('payRecord', Number(c.input.payRecordId), { lock: true })) ??
    c.refuse('payRecordId', { zh: '支付单不存在', en: 'There is no such payment' })
  const invoices = await c.select('invoice', { payRecordId: payment.id }, { lock: true })
  const open = invoices.find((one) => isOneOf(c, 'invoice_status', one.invoiceStatus, 'issuedButNotCollected'))
  switch (nameOf(c, 'invoice_status', c.input.invoiceStatus)) {
    case 'issuedButNotCollected':
      return issue(c, payment, invoices)
    case 'collected':
      return collect(c, payment, open)
    default:
      return voidInvoice(c, payment, open)
  }
}

async function issue(c: CallContext, payment: Row, invoices: readonly Row[]): Promise<{ id: number }> {
  const { invoiceNo, title, taxNo } = c.input
  const amount = Number(c.input.amount ?? 0)
  if (!title) c.refuse('title', { zh: '请填写发票抬头', en: 'To whom is it made out?' })
  if (!invoiceNo) c.refuse('invoiceNo', { zh: '请填写发票号', en: 'The number of the invoice is required' })
  mustBePositive(c, 'amount', amount)
  if (amount + sum(invoices.map((one) => one.amount)) > Number(payment.totalAmount))
    c.refuse('amount', { zh: '开票金额不能大于支付金额', en: 'More than was paid' })
  const made = await c.insert('invoice', {
    payRecordId: payment.id,
    invoiceNo,
    title,
    taxNo,
    amount,
    invoiceStatus: c.input.invoiceStatus,
    issueTime: c.now,
  })
  await c.update('payRecord', payment, { invoiceStatus: c.input.invoiceStatus })
  return { id: made.id }
}

async function collect(c: CallContext, payment: Row, open: Row | undefined): Promise<{ id: number }> {
  const invoice = open ?? c.refuse(undefined, { zh: '没有待领取的发票', en: 'No invoice waits to be collected' })
  await c.update('invoice', invoice, {
    invoiceStatus: c.input.invoiceStatus,
    collectTime: c.now,
    collector: c.input.collector,
  })
  await c.update('payRecord', payment, { invoiceStatus: c.input.invoiceStatus })
  return { id: invoice.id }
}

async function voidInvoice(c: CallContext, payment: Row, open: Row | undefined): Promise<{ id: number }> {
  const invoice = open ?? c.refuse(undefined, { zh: '没有可作废的发票', en: 'No invoice can be voided' })
  await c.remove('invoice', invoice)
  await c.update('payRecord', payment, { invoiceStatus: value(c, 'invoice_status', 'notCollected') })
  return { id: invoice.id }
}

export const handlers: Handlers = { 'cashRecord/reverse': reverse, 'pay_record/invoiceRegister': invoiceRegister }
