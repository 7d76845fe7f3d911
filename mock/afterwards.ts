/** What becomes of an order that was paid: add-ons, dearer packages, other products, invoices, money back. */
import { pay, type Counter } from './counter.ts'
import { between, pick, weighted } from '../src/samples/chance.ts'
import type { Row, Seeder } from './seeder.ts'

/** References of payouts are counted on from here. */
const REFERENCES = 60_000_000

/** An order paid in full. */
interface Paid {
  id: number
  /** What was paid, in yuan. */
  due: number
  payRecordId: number
  /** Old enough for a change of mind. */
  old: boolean
}

export async function afterwards(counter: Counter, s: Seeder, order: Paid): Promise<void> {
  const { random } = counter
  const what = weighted(random, [
    ['nothing', 57],
    ['addOn', 15],
    ['change', 10],
    ['invoice', 8],
    ['upgrade', 5],
    ['refund', 5],
  ] as const)
  if (what === 'addOn') await addOn(counter, s, order.id)
  if (what === 'change') await change(counter, s, order.id)
  if (what === 'invoice') await invoice(counter, s, order)
  if (what === 'upgrade') await upgrade(counter, s, order.id)
  if (what === 'refund' && order.old) await refund(counter, s, order)
}

async function addOn(counter: Counter, s: Seeder, orderId: number): Promise<void> {
  const { values, random, goods } = counter
  const item = { itemType: values('item_type', 'goods'), itemId: pick(random, goods).id, quantity: 1 }
  const { id, billId }: { id: number; billId?: number } = await s.call('orderAdd/add', {
    orderId,
    addType: values('order_add_type', 'goods'),
    items: [item],
  })
  if (!billId || random() >= 0.9) return
  const { amount } = await s.call('orderAdd/detail', { id })
  await pay(counter, s, billId, amount ?? 0)
}

/** A product of the package is made another; what it costs more is paid. */
async function change(counter: Counter, s: Seeder, orderId: number): Promise<void> {
  const { values, random, goods } = counter
  const goodsType = values('item_type', 'goods')
  const { items }: { items: Row<'orderItem'>[] } = await s.call('order/detail', { id: orderId })
  const old = items.find((one) => one.itemType === goodsType && one.fromPackage)
  const dearer = goods.filter((one) => Number(one.salePrice) > Number(old?.originPrice))
  if (!old || dearer.length === 0) return
  const { billId }: { billId?: number } = await s.call('order/edit', {
    id: orderId,
    reason: pick(random, ['客户想换大一号的相册', '相框颜色不喜欢', '改成挂历送老人']),
    changes: [{ oldItemId: old.id, itemType: goodsType, itemId: pick(random, dearer).id, quantity: old.quantity }],
  })
  if (billId) await pay(counter, s, billId, await dueOf(s, billId))
}

/** A larger package for the difference. */
async function upgrade(counter: Counter, s: Seeder, orderId: number): Promise<void> {
  const [dearer] = await s.list('upgradeOrder/query', { orderId })
  if (!dearer) return
  const { billId }: { billId: number } = await s.call('orderUpgrade/add', { orderId, toPackageId: dearer.id })
  if (counter.random() < 0.9) await pay(counter, s, billId, await dueOf(s, billId))
}

export async function dueOf(s: Seeder, billId: number): Promise<number> {
  const { dueAmount }: { dueAmount: number } = await s.call('bill/detail', { id: billId })
  return dueAmount
}

async function invoice({ random, values }: Counter, s: Seeder, { payRecordId }: Paid): Promise<void> {
  const { leftAmount: amount } = await s.call('pay_record/detail', { id: payRecordId })
  if (!amount) return
  await s.call('pay_record/invoiceRegister', {
    payRecordId,
    invoiceStatus: values('invoice_status', 'issuedButNotCollected'),
    invoiceNo: String(between(random, 10_000_000, 99_999_999)),
    title: '个人',
    amount,
  })
  if (random() < 0.7)
    await s.call('pay_record/invoiceRegister', {
      payRecordId,
      invoiceStatus: values('invoice_status', 'collected'),
      collector: '本人',
    })
}

/** Money back: asked for by the seller, approved by the manager, paid out at a desk; some of it still under way. */
async function refund(counter: Counter, s: Seeder, { id: orderId, due }: Paid): Promise<void> {
  const { random, values, approver } = counter
  const end = weighted(random, [
    ['allBack', 18],
    ['partBack', 8],
    ['approved', 4],
    ['applied', 8],
    ['rejected', 5],
    ['withdrawn', 3],
  ] as const)
  const refundAmount = end === 'allBack' ? due : Math.floor(due * 0.2)
  const { id }: { id: number } = await s.call('cashRefund/refund', {
    sourceType: values('refund_source', 'order'),
    orderId,
    refundType: values('refund_type', end === 'allBack' ? 'full' : 'partial'),
    refundWay: values('refund_way', 'original'),
    refundAmount,
    reason: values('refund_reason', pick(random, ['customer', 'dissatisfied', 'quality'])),
  })
  if (end === 'applied') return
  const manager = s.as(approver)
  if (end === 'withdrawn') await s.call('cashRefund/refund', { id, withdraw: 1 })
  else if (end === 'rejected')
    await manager.call('cashRefund/confirm', { id, action: 'reject', rejectReason: '已拍摄，不符合退款条件' })
  else await manager.call('cashRefund/confirm', { id, action: 'approve' })
  if (end === 'allBack' || end === 'partBack') await payOut(counter, s, id, orderId)
}

async function payOut(
  { random, cashiers, ways, drawers, values }: Counter,
  s: Seeder,
  id: number,
  orderId: number,
): Promise<void> {
  const desk = pick(random, cashiers)
  const { originMethodId }: Row<'refund'> = await s.call('cashRefund/detail', { id })
  const payMethodId = originMethodId ?? ways.cash
  await s.as(desk.employeeId).call('cashRefund/confirm', {
    id,
    action: 'pay',
    payMethodId,
    tradeNo: String(REFERENCES + id),
  })
  // A refund goes back by each way that paid: only a part of it may be cash.
  const inCash: Row<'cashRecord'>[] = await s.call('cashRecord/query', { orderId, payMethodId: ways.cash })
  const out = inCash.filter((record) => record.direction === values('direction', 'out'))
  drawers.add(s.now, desk.placeId, -out.reduce((sum, record) => sum + record.amount, 0))
}
