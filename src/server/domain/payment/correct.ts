/** What comes after money was taken: invoices (I-13) and records that undo others (I-10). */
import type { Cents } from '../../../model/units.ts'
import type { Call, CallContext, Handler, Handlers, Row } from '../call.ts'
import { orderNow, settleState } from '../order/state.ts'
import { accountOf, moveAccount } from '../vip/account.ts'
import { sum } from '../cash/cents.ts'
import { onDuty } from '../cash/duty.ts'
import { writeRecords } from '../cash/records.ts'
import { mustBePositive } from '../refusals.ts'

/** Undoes a record by one of the opposite amount; bill and order ask for the money again. Only while nothing was begun for it. */
const reverse: Handler<'cashRecord/reverse'> = async (c) => {
  const record = c.row
  const duty = await onDuty(c)
  const bill = await billOf(c, record)
  if (record.reverseOf || (await c.exists('cashRecord', { reverseOf: record.id })))
    c.refuse(undefined, { zh: '该记录已冲销', en: 'This record is reversed already' })
  if (!['order', 'goldOrder', 'other'].includes(record.billType))
    c.refuse(undefined, { zh: '请走退款', en: 'Refund it instead' })
  const { amount, billType, direction } = record
  const [made] = await writeRecords(c, duty, [
    {
      bill,
      billType,
      direction,
      amount: -amount,
      way: await c.mustRef(record, 'payMethod'),
      reverseOf: record.id,
      remark: c.input.remark,
    },
  ])
  await giveBack(c, record)
  const paidAmount = bill.paidAmount - amount
  await c.move('bill', bill, paidAmount > 0 ? 'undoPart' : 'undo', { paidAmount })
  if (record.orderId) await reopenOrder(c, record.orderId, amount)
  return { id: made?.id }
}

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

async function reopenOrder(c: Call<'cashRecord/reverse'>, orderId: number, amount: Cents): Promise<void> {
  const order = await orderNow(c, orderId)
  if (!['submitted', 'paid'].includes(order.orderStatus) || order.integralGiven > 0)
    c.refuse(undefined, { zh: '订单已进入后续流程，请走退款', en: 'The order has gone on; refund it instead' })
  await settleState(c, order, { paidAmount: order.paidAmount - amount })
}

const invoiceRegister: Handler<'pay_record/invoiceRegister'> = async (c) => {
  const payment = await c.must('payRecord', c.input.payRecordId, 'payRecordId')
  const invoices = await c.select('invoice', { payRecordId: payment.id }, { lock: true })
  const open = invoices.find((one) => one.invoiceStatus === 'issuedButNotCollected')
  switch (c.input.invoiceStatus) {
    case 'issuedButNotCollected':
      return issue(c, payment, invoices)
    case 'collected':
      return collect(c, payment, open)
    default:
      return voidInvoice(c, payment, open)
  }
}

type Register = Call<'pay_record/invoiceRegister'>

async function issue(
  c: Register,
  payment: Row<'payRecord'>,
  invoices: readonly Row<'invoice'>[],
): Promise<{ id: number }> {
  const { invoiceNo, title, taxNo, invoiceStatus } = c.input
  const amount = c.input.amount ?? 0
  if (!title) return c.refuse('title', { zh: '请填写发票抬头', en: 'To whom is it made out?' })
  if (!invoiceNo) c.refuse('invoiceNo', { zh: '请填写发票号', en: 'The number of the invoice is required' })
  mustBePositive(c, 'amount', amount)
  if (amount + sum(invoices.map((one) => one.amount)) > (payment.totalAmount ?? 0))
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
  await c.update('payRecord', payment, { invoiceStatus: c.input.invoiceStatus })
  return { id: made.id }
}

async function collect(c: Register, payment: Row<'payRecord'>, open?: Row<'invoice'>): Promise<{ id: number }> {
  const invoice = open ?? c.refuse(undefined, { zh: '没有待领取的发票', en: 'No invoice waits to be collected' })
  await c.update('invoice', invoice, {
    invoiceStatus: c.input.invoiceStatus,
    collectTime: c.now,
    collector: c.input.collector,
  })
  await c.update('payRecord', payment, { invoiceStatus: c.input.invoiceStatus })
  return { id: invoice.id }
}

async function voidInvoice(c: CallContext, payment: Row<'payRecord'>, open?: Row<'invoice'>): Promise<{ id: number }> {
  const invoice = open ?? c.refuse(undefined, { zh: '没有可作废的发票', en: 'No invoice can be voided' })
  await c.remove('invoice', invoice)
  await c.update('payRecord', payment, { invoiceStatus: 'notCollected' })
  return { id: invoice.id }
}

export const handlers: Handlers = { 'cashRecord/reverse': reverse, 'pay_record/invoiceRegister': invoiceRegister }
