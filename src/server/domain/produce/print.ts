/** What goes with a product on paper: a label of 60 by 40 mm, and the sheet of a dispatch for its manufacturer. */
import { formatDate, formatDatetime } from '../../../model/format.ts'
import type { CallContext, Handler, Handlers, Row } from '../call.ts'
import { codeOf, escape, printed } from '../print.ts'

type Product = Row<'workProduct'>

const LABEL = `@page{size:60mm 40mm;margin:0}body{margin:0;font:3.2mm/1.35 system-ui,sans-serif;color:#000}
article{box-sizing:border-box;width:60mm;height:40mm;padding:2mm;display:flex;gap:1mm;overflow:hidden;break-after:page}
svg{flex:none;width:26mm;height:26mm;margin:-1mm}b{display:block;font-size:3.8mm}p{margin:0;overflow-wrap:anywhere}`

const SHEET = `@page{size:A4;margin:12mm}body{margin:0;font:12px/1.5 system-ui,sans-serif;color:#000}
header{display:flex;gap:6mm;align-items:center}header svg{width:24mm}h1{font-size:18px;margin:0}p{margin:0}
table{width:100%;border-collapse:collapse;margin-top:4mm}thead{display:table-header-group}tr{break-inside:avoid}
th,td{border:1px solid #000;padding:1mm 2mm;text-align:left;vertical-align:top}td svg{width:16mm;display:block}`

const WORDS = {
  zh: {
    sheet: '制作单',
    to: '收件',
    no: '单号',
    product: '产品',
    quantity: '数量',
    customer: '客户',
    attrs: '规格',
    why: '返工原因',
    due: '预计到件',
    printed: '打印',
    pieces: (count: number) => `共 ${count} 件`,
  },
  en: {
    sheet: 'Production sheet',
    to: 'Ship to',
    no: 'No.',
    product: 'Product',
    quantity: 'Quantity',
    customer: 'Customer',
    attrs: 'Specification',
    why: 'Reason for rework',
    due: 'Expected on',
    printed: 'Printed',
    pieces: (count: number) => `${count} ${count === 1 ? 'piece' : 'pieces'}`,
  },
} as const

const pageOf = (c: CallContext, title: string, style: string, body: string): string =>
  `<!doctype html><html lang="${c.actor.lang}"><meta charset="utf-8"><title>${escape(title)}</title><style>${style}</style>${body}</html>`

/** Who it is for and where it lies; no number of a phone stands on what lies about. */
const labelOf = (
  one: Product,
): string => `<article>${codeOf(`${one.workProductNo}`)}<div><b>${escape(one.workProductNo)}</b>
<p>${escape(one.productName)}${one.quantity > 1 ? ` × ${one.quantity}` : ''}</p><p>${escape(one.customerName)}</p><p>${escape(one.orderNo)}</p>
<b>${escape(one.storageNo)}</b></div></article>`

const labels: Handler<'workProduct/labels'> = async (c) =>
  printed(c, pageOf(c, `${c.rows[0]?.workProductNo}`, LABEL, c.rows.map(labelOf).join('')))

/** What was chosen of a product, in words. */
const attrsOf = ({ attrs }: Product): string =>
  attrs && typeof attrs === 'object'
    ? Object.entries(attrs)
        .map(([name, value]) => `${name}：${value}`)
        .join('，')
    : ''

const sheet: Handler<'produceSend/sheet'> = async (c) => {
  const { row } = c
  const words = WORDS[c.actor.lang]
  const products = await c.select('workProduct', { produceSendId: row.id })
  const maker = await c.mustRef(row, 'manufacturer')
  const place = await c.mustRef(row, 'address')
  const zone = c.model.app.timezone
  const heads = [words.no, words.product, words.quantity, words.customer, words.attrs, words.why, '']
  const lines = products.map((one) => {
    const cells = [one.workProductNo, one.productName, one.quantity, one.customerName, attrsOf(one), one.reworkReason]
    return `<tr>${cells.map((cell) => `<td>${escape(cell)}</td>`).join('')}<td>${codeOf(`${one.workProductNo}`)}</td></tr>`
  })
  const about = [
    `${maker.name} · ${words.pieces(products.length)}`,
    `${words.to}: ${[place.receiver, place.mobile, place.address].filter(Boolean).join(' ')}`,
    row.expectTime ? `${words.due}: ${formatDate(row.expectTime, zone)}` : '',
    `${words.printed}: ${formatDatetime(c.now, zone)} ${c.actor.realName ?? ''}`,
  ]
  const head = `<header>${codeOf(`${row.sendNo}`)}<div><h1>${words.sheet} ${escape(row.sendNo)}</h1>${about.map((line) => `<p>${escape(line)}</p>`).join('')}</div></header>`
  const table = `<table><thead><tr>${heads.map((one) => `<th>${one}</th>`).join('')}</tr></thead><tbody>${lines.join('')}</tbody></table>`
  return printed(c, pageOf(c, `${row.sendNo}`, SHEET, head + table))
}

export const handlers: Handlers = { 'workProduct/labels': labels, 'produceSend/sheet': sheet }
