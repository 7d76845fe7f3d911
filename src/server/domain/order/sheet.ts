/** An order on paper: what the customer buys, what it costs, and a line to sign on. */
import { formatDate, formatDatetime } from '../../../model/format.ts'
import type { Handler, Handlers, Row } from '../../platform/call.ts'
import { yuan } from '../cash/cents.ts'
import { escape, sheetOf } from '../print.ts'

const WORDS = {
  zh: {
    title: '订单',
    sales: '销售',
    signed: '签单时间',
    shoot: '期望拍摄',
    heads: ['项目', '数量', '单价', '金额'],
    included: '套系含',
    gift: '赠送',
    originAmount: '原价合计',
    discountAmount: '优惠',
    memberDiscount: '会员折扣',
    couponAmount: '券抵扣',
    payableAmount: '应付',
    paidAmount: '已付',
    dueAmount: '未付',
    customer: '客户签字',
    on: '日期',
  },
  en: {
    title: 'Order',
    sales: 'Salesperson',
    signed: 'Signed at',
    shoot: 'Wished for',
    heads: ['Item', 'Quantity', 'Price', 'Amount'],
    included: 'Included',
    gift: 'Gift',
    originAmount: 'Full price',
    discountAmount: 'Discount',
    memberDiscount: 'Member discount',
    couponAmount: 'Coupons',
    payableAmount: 'Payable',
    paidAmount: 'Paid',
    dueAmount: 'Due',
    customer: 'Signature of the customer',
    on: 'Date',
  },
} as const

type Words = (typeof WORDS)['zh' | 'en']

/** Sums that are said where they are not zero, and those that always are. */
const MAY_BE = ['discountAmount', 'memberDiscount', 'couponAmount'] as const
const ALWAYS = ['payableAmount', 'paidAmount', 'dueAmount'] as const

function lineOf(item: Row<'orderItem'>, words: Words): string[] {
  const free = item.isGift ? words.gift : item.fromPackage ? words.included : undefined
  const amount = item.extraPrice > 0 ? yuan(item.amount) : (free ?? yuan(item.amount))
  return [item.itemName, item.quantity, free ?? yuan(item.price ?? 0), amount].map(escape)
}

const sheet: Handler<'order/sheet'> = async (c) => {
  const { row } = c
  const words = WORDS[c.actor.lang]
  const zone = c.model.app.timezone
  const items = await c.select('orderItem', { orderId: row.id, status: 'active' })
  const company = await c.seen('company', c.actor.companyId)
  const sums = [
    ['originAmount', row.originAmount] as const,
    ...MAY_BE.filter((name) => row[name] !== 0).map((name) => [name, row[name]] as const),
    ...ALWAYS.map((name) => [name, row[name]] as const),
  ].map(([name, cents]) => `<p>${words[name]}: ${escape(yuan(cents))}</p>`)
  return sheetOf(c, {
    title: words.title,
    no: `${row.orderNo}`,
    about: [
      [company?.name, (await c.ref(row, 'customer'))?.realName, (await c.ref(row, 'package'))?.packageName]
        .filter(Boolean)
        .join(' · '),
      `${words.sales}: ${(await c.ref(row, 'sales'))?.realName ?? ''}`,
      `${words.signed}: ${formatDatetime(row.createTime, zone)}`,
      row.expectShootDate ? `${words.shoot}: ${formatDate(row.expectShootDate, zone)}` : '',
    ],
    heads: words.heads,
    rows: items.toSorted((a, b) => a.id - b.id).map((item) => lineOf(item, words)),
    foot: `${sums.join('')}<footer><p>${words.customer}: ____________________</p><p>${words.on}: ____________________</p></footer>`,
  })
}

export const handlers: Handlers = { 'order/sheet': sheet }
