/** Receipts: a small page for a printer of 80 mm, the same each time it is printed (file/turn/payBill). */
import { formatDatetime } from '../../../model/format.ts'
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { textOf } from '../../platform/values.ts'
import { escape, printed } from '../print.ts'
import { sum, yuan } from './cents.ts'
import { wayName } from './ways.ts'

const STYLE = `body{font:13px/1.5 system-ui,sans-serif;width:72mm;margin:0 auto;padding:4mm 0;color:#000}
h1{font-size:16px;text-align:center;margin:0 0 2mm}p{margin:0;text-align:center}hr{border:0;border-top:1px dashed #000;margin:2mm 0}
table{width:100%;border-collapse:collapse}td{padding:.5mm 0;vertical-align:top}td:last-child{text-align:right;white-space:nowrap}
.sum td{font-size:15px;font-weight:600}@page{size:80mm auto;margin:0}`

const WORDS = {
  zh: {
    payment: '收款凭证',
    refund: '退款凭证',
    no: '单号',
    order: '订单号',
    time: '时间',
    customer: '客户',
    place: '收银点',
    cashier: '收银员',
    total: '合计',
    tradeNo: '流水号',
    reversed: '已冲销',
    balance: '账户余额',
    thanks: '感谢您的光临',
    sign: '客户签字',
  },
  en: {
    payment: 'Receipt',
    refund: 'Refund receipt',
    no: 'No.',
    order: 'Order no.',
    time: 'Time',
    customer: 'Customer',
    place: 'Cash point',
    cashier: 'Cashier',
    total: 'Total',
    tradeNo: 'Reference',
    reversed: 'Reversed',
    balance: 'Balance left',
    thanks: 'Thank you',
    sign: 'Signature of the customer',
  },
} as const

type Line = readonly [label: string, value: string | null | undefined]

/** What a receipt says. */
interface Sheet {
  title: 'payment' | 'refund'
  no: string | null
  time: number
  orderNo: string | null | undefined
  customer: string | null | undefined
  bills: readonly Line[]
  total: Cents
  ways: readonly Line[]
  /** What of it was taken back since. */
  reversed?: Cents
  foot: 'thanks' | 'sign'
}

const line = ([label, value]: Line, mark = ''): string =>
  `<tr${mark}><td>${escape(label)}</td><td>${escape(value)}</td></tr>`
const table = (lines: readonly Line[], last = ''): string =>
  `<table>${lines.map((one) => line(one)).join('')}${last}</table><hr>`

/** What is known is said; the place and the cashier are those of the record of the money. */
async function pageOf(c: CallContext, records: readonly Row<'cashRecord'>[], sheet: Sheet): Promise<string> {
  const [record = c.refuse(undefined, { zh: '没有收银记录', en: 'There is no record of the money' })] = records
  const cashier = await c.ref(record, 'cashier')
  const place = await c.ref(record, 'place')
  const words = WORDS[c.actor.lang]
  const company = await c.seen('company', c.actor.companyId)
  const about: Line[] = [
    [words.no, sheet.no],
    [words.order, sheet.orderNo],
    [words.time, formatDatetime(sheet.time, c.model.app.timezone)],
    [words.customer, sheet.customer],
    [words.place, place?.name],
    [words.cashier, cashier && (await c.ref(cashier, 'employee'))?.realName],
  ]
  const left = await balanceLeft(c, records)
  const where = await whereIs(c, place)
  const ways: Line[] = [
    ...sheet.ways,
    [words.reversed, sheet.reversed ? yuan(-sheet.reversed) : null],
    [words.balance, left === undefined ? null : yuan(left)],
  ]
  const filledIn = (lines: readonly Line[]): readonly Line[] => lines.filter(([, value]) => value)
  return `<!doctype html><html lang="${c.actor.lang}"><meta charset="utf-8"><title>${escape(sheet.no)}</title><style>${STYLE}</style>
<h1>${escape(company?.name)}</h1><p>${words[sheet.title]}</p><hr>${table(filledIn(about))}
${table(sheet.bills, line([words.total, yuan(sheet.total)], ' class="sum"'))}
${table(filledIn(ways))}<p>${words[sheet.foot]}</p>${where.map((one) => `<p>${escape(one)}</p>`).join('')}</html>`
}

/** The address and the telephone of the store where it was paid. */
async function whereIs(c: CallContext, place: Row<'place'> | undefined): Promise<string[]> {
  if (!place) return []
  const address = await c.ref(place, 'cashAddress')
  const store = (await c.ref(place, 'store')) ?? (address && (await c.ref(address, 'store')))
  return [store?.address ?? address?.address, store?.phone].flatMap((one) => one || [])
}

/** What was left on the customer's account when its money was moved with these records. */
async function balanceLeft(c: CallContext, records: readonly Row<'cashRecord'>[]): Promise<Cents | undefined> {
  const moved = await c.select('accountMovement', { cashRecordId: records.map(({ id }) => id) })
  return moved.at(-1)?.balanceAfter ?? undefined
}

/** Each way of paying with its amount, and the reference below it. */
function waysOf(
  c: CallContext,
  ways: readonly Row<'payMethod'>[],
  paid: readonly { payMethodId: number; amount: Cents; tradeNo?: string | null }[],
): Line[] {
  const { tradeNo: word } = WORDS[c.actor.lang]
  const nameOf = (id: number): string => {
    const way = ways.find((one) => one.id === id)
    return way ? wayName(c, way) : ''
  }
  return paid.flatMap(({ payMethodId, amount, tradeNo }): Line[] => [
    [nameOf(payMethodId), yuan(amount)],
    [word, tradeNo],
  ])
}

/** What a bill is for, in the language of who prints it. */
const titleOf = (c: CallContext, bill: Row<'bill'>): string => textOf(c, 'bill', bill, 'title')

async function paymentPage(c: CallContext, payment: Row<'payRecord'>): Promise<string> {
  const bills = await c.select('bill', { id: payment.billIds })
  const records = await c.select('cashRecord', { payDetailId: payment.id })
  const paid = (of: Row<'bill'>): Cents => sum(records.filter((one) => one.billId === of.id).map((one) => one.amount))
  return pageOf(c, records, {
    title: 'payment',
    no: payment.payNo,
    time: payment.createTime,
    orderNo: payment.orderNo,
    customer: bills[0]?.customerName,
    bills: bills.map((bill): Line => [titleOf(c, bill), yuan(paid(bill))]),
    total: payment.totalAmount ?? 0,
    ways: waysOf(c, await c.select('payMethod', {}), payment.methods),
    reversed: payment.reversedAmount,
    foot: 'thanks',
  })
}

/** Money that went out, by each way it went: signed by whoever took it. */
async function refundPage(c: CallContext, record: Row<'cashRecord'>): Promise<string> {
  const bill = await c.mustRef(record, 'bill')
  const refund = await c.find('refund', bill.sourceId)
  const out = { billId: bill.id, payDetailId: null, reverseOf: null }
  const records = record.reverseOf === null ? await c.select('cashRecord', out) : [record]
  const total = sum(records.map(({ amount }) => amount))
  return pageOf(c, records, {
    title: 'refund',
    no: refund?.refundNo ?? record.recordNo,
    time: record.createTime,
    orderNo: (await c.ref(record, 'order'))?.orderNo,
    customer: record.payerName,
    bills: [[titleOf(c, bill), yuan(total)]],
    total,
    ways: waysOf(c, await c.select('payMethod', {}), records),
    foot: 'sign',
  })
}

const payBill: Handler<'file/turn/payBill'> = async (c) => {
  const payment =
    (await c.seen('payRecord', c.input.payRecordId)) ??
    c.refuse('payRecordId', { zh: '支付单不存在', en: 'There is no such payment' })
  return printed(c, await paymentPage(c, payment))
}

/** The receipt that a record of money stands on. */
const receipt: Handler<'cashRecord/receipt'> = async (c) => {
  const payment = await c.ref(c.row, 'payDetail')
  return printed(c, payment ? await paymentPage(c, payment) : await refundPage(c, c.row))
}

export const handlers: Handlers = { 'file/turn/payBill': payBill, 'cashRecord/receipt': receipt }
