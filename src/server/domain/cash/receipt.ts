/** Receipts: a small page for a printer of 80 mm, made once for each payment (file/turn/payBill). */
import { createHash } from 'node:crypto'
import { formatDatetime } from '../../../model/format.ts'
import type { Cents } from '../../../model/units.ts'
import { pathOfKey } from '../../files/names.ts'
import type { CallContext, Handler, Handlers, Row } from '../call.ts'
import { sum, yuan } from './cents.ts'

const escape = (text: unknown): string => String(text ?? '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const STYLE = `body{font:13px/1.5 system-ui,sans-serif;width:72mm;margin:0 auto;padding:4mm 0;color:#000}
h1{font-size:16px;text-align:center;margin:0 0 2mm}p{margin:0;text-align:center}hr{border:0;border-top:1px dashed #000;margin:2mm 0}
table{width:100%;border-collapse:collapse}td{padding:.5mm 0;vertical-align:top}td:last-child{text-align:right;white-space:nowrap}
.sum td{font-size:15px;font-weight:600}@page{size:80mm auto;margin:0}`

const WORDS = {
  zh: {
    title: '收款凭证',
    no: '单号',
    time: '时间',
    customer: '客户',
    place: '收银点',
    cashier: '收银员',
    total: '合计',
    thanks: '感谢您的光临',
  },
  en: {
    title: 'Receipt',
    no: 'No.',
    time: 'Time',
    customer: 'Customer',
    place: 'Cash point',
    cashier: 'Cashier',
    total: 'Total',
    thanks: 'Thank you',
  },
} as const

const line = (label: unknown, value: unknown, mark = ''): string =>
  `<tr${mark}><td>${escape(label)}</td><td>${escape(value)}</td></tr>`

async function pageOf(c: CallContext, payment: Row<'payRecord'>): Promise<string> {
  const words = WORDS[c.actor.lang]
  const bills = await c.select('bill', { id: payment.billIds })
  const records = await c.select('cashRecord', { payDetailId: payment.id })
  const ways = new Map((await c.select('payMethod', {})).map((way) => [way.id, way.name]))
  const [company, place, cashier] = [
    await c.seen('company', c.actor.companyId),
    await c.ref(payment, 'place'),
    await c.ref(payment, 'cashier'),
  ]
  const person = cashier && (await c.ref(cashier, 'employee'))
  const about = [
    [words.no, payment.payNo],
    [words.time, formatDatetime(payment.createTime, c.model.app.timezone)],
    [words.customer, bills[0]?.customerName],
    [words.place, place?.name],
    [words.cashier, person?.realName],
  ]
  const paid = (of: Row<'bill'>): Cents => sum(records.filter((one) => one.billId === of.id).map((one) => one.amount))
  return `<!doctype html><html lang="${c.actor.lang}"><meta charset="utf-8"><title>${escape(payment.payNo)}</title><style>${STYLE}</style>
<h1>${escape(company?.name)}</h1><p>${words.title}</p><hr><table>${about.map(([label, value]) => line(label, value)).join('')}</table><hr>
<table>${bills.map((bill) => line(bill.title, yuan(paid(bill)))).join('')}${line(words.total, yuan(payment.totalAmount), ' class="sum"')}</table><hr>
<table>${payment.methods.map((one) => line(ways.get(one.payMethodId), yuan(one.amount))).join('')}</table><hr><p>${words.thanks}</p></html>`
}

const payBill: Handler<'file/turn/payBill'> = async (c) => {
  const payment =
    (await c.seen('payRecord', c.input.payRecordId)) ??
    c.refuse('payRecordId', { zh: '支付单不存在', en: 'There is no such payment' })
  const page = await pageOf(c, payment)
  const key = `${createHash('sha1').update(`${c.actor.companyId}/${page}`).digest('hex')}.html`
  if (!(await c.files.stat(pathOfKey(key))))
    await c.files.put(pathOfKey(key), Buffer.from(page), 'text/html; charset=utf-8')
  return { url: `/files/${key}` }
}

export const handlers: Handlers = { 'file/turn/payBill': payBill }
