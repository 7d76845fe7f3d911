/** What goes with a product on paper: a label of 60 by 40 mm, and the sheet of a dispatch for its manufacturer. */
import { formatDate, formatDatetime, maskPhone } from '../../../model/format.ts'
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { textOf } from '../../platform/values.ts'
import { codeOf, escape, pageOf, printed, sheetOf } from '../print.ts'

type Product = Row<'workProduct'>

const LABEL = `@page{size:60mm 40mm;margin:0}body{margin:0;font:3.2mm/1.35 system-ui,sans-serif;color:#000}
article{box-sizing:border-box;width:60mm;height:40mm;padding:2mm;display:flex;gap:1mm;overflow:hidden;break-after:page}
svg{flex:none;width:26mm;height:26mm;margin:-1mm}b{display:block;font-size:3.8mm}p{margin:0;overflow-wrap:anywhere}`

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
    note: '交付单',
    parcel: '快递单号',
    place: '存放位置',
    signed: '签收人',
    on: '日期',
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
    note: 'Delivery note',
    parcel: 'Tracking no.',
    place: 'Stored at',
    signed: 'Received by',
    on: 'Date',
    pieces: (count: number) => `${count} ${count === 1 ? 'piece' : 'pieces'}`,
  },
} as const

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
  (attrs ?? []).map(({ attrName, value }) => `${attrName}：${value}`).join('，')

const sheet: Handler<'produceSend/sheet'> = async (c) => {
  const { row } = c
  const words = WORDS[c.actor.lang]
  const products = await c.select('workProduct', { produceSendId: row.id })
  const maker = await c.mustRef(row, 'manufacturer')
  const place = await c.mustRef(row, 'address')
  const zone = c.model.app.timezone
  return sheetOf(c, {
    title: words.sheet,
    no: `${row.sendNo}`,
    about: [
      `${maker.name} · ${words.pieces(products.length)}`,
      `${words.to}: ${[place.receiver, place.mobile, place.address].filter(Boolean).join(' ')}`,
      row.expectTime ? `${words.due}: ${formatDate(row.expectTime, zone)}` : '',
      printedBy(c),
    ],
    heads: [words.no, words.product, words.quantity, words.customer, words.attrs, words.why, ''],
    rows: products.map((one) => [
      ...[
        one.workProductNo,
        one.productName,
        one.quantity,
        one.customerName,
        attrsOf(one),
        textOf(c, 'workProduct', one, 'reworkReason'),
      ].map(escape),
      codeOf(`${one.workProductNo}`),
    ]),
  })
}

const printedBy = (c: CallContext): string =>
  `${WORDS[c.actor.lang].printed}: ${formatDatetime(c.now, c.model.app.timezone)} ${c.actor.realName ?? ''}`

/** What goes with a parcel, or over the counter: what is in it, and a line to sign on. No whole number of a phone stands on it. */
const note: Handler<'delivery/note'> = async (c) => {
  const { row } = c
  const words = WORDS[c.actor.lang]
  const items = await c.select('deliveryItem', { deliveryId: row.id })
  const products = await c.select('workProduct', { id: items.map(({ workProductId }) => workProductId) })
  const store = await c.ref(row, 'store')
  return sheetOf(c, {
    title: words.note,
    no: `${row.deliveryNo}`,
    about: [
      [row.orderNo, row.customerName].filter(Boolean).join(' · '),
      `${words.to}: ${[row.receiver, maskPhone(row.receiverMobile ?? ''), row.address ?? store?.name].filter(Boolean).join(' ')}`,
      row.expressNo ? `${words.parcel}: ${row.expressNo}` : '',
      printedBy(c),
    ],
    heads: [words.no, words.product, words.quantity, words.place],
    rows: items.map((item) => {
      const product = products.find(({ id }) => id === item.workProductId)
      return [product?.workProductNo, item.productName, item.quantity, product?.storageNo].map(escape)
    }),
    foot: `<footer><p>${words.signed}: ____________________</p><p>${words.on}: ____________________</p></footer>`,
  })
}

export const handlers: Handlers = { 'workProduct/labels': labels, 'produceSend/sheet': sheet, 'delivery/note': note }
