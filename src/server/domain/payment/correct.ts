/** What comes after money was taken: records that undo others (I-10). */
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { undoFee } from '../vip/membership.ts'
import { undoAddOn } from '../order/addOn.ts'
import { countSpent, orderNow, refundable, settleState, spentOf, unrefunded, unstampPurchase } from '../order/state.ts'
import { accountOf, moveAccount } from '../vip/account.ts'
import { isCoupon } from '../vip/coupons.ts'
import { kindWith, plainKind } from '../cash/bill.ts'
import { onDuty } from '../cash/duty.ts'
import { mustAllowUndoing } from '../cash/invoice.ts'
import { takeCredit } from '../cash/performance.ts'
import { writeRecords } from '../cash/records.ts'
import { unspendCoupon } from './coupon.ts'

const WANTED = {
  zh: '该收款已退款或有退款未完成，不能冲销',
  en: 'This money was refunded, or a refund of it is under way',
}

/** Undoes a record by one of the opposite amount; bill and order ask for the money again. Only while nothing was begun for it. */
const reverse: Handler<'cashRecord/reverse'> = async (c) => {
  const record = c.row
  const duty = await onDuty(c)
  const bill = await billOf(c, record)
  if (record.reverseOf || (await c.exists('cashRecord', { reverseOf: record.id })))
    c.refuse(undefined, { zh: '该记录已冲销', en: 'This record is reversed already' })
  const { amount, billType, direction, tradeNo, payDetailId: undoneId } = record
  const way = await c.mustRef(record, 'payMethod')
  await mustAllowUndoing(c, record, way)
  await refuseWanted(c, bill)
  const [made] = await writeRecords(c, duty, [
    {
      bill,
      billType,
      direction,
      amount: -amount,
      way,
      tradeNo,
      reverseOf: record.id,
      undoneId,
      remark: c.input.remark,
    },
  ])
  if (way.isIncome) await takeCredit(c, { amount, bill, cashRecordId: made?.id, accountDate: made?.accountDate })
  await giveBack(c, record)
  await unspendCoupon(c, way, record)
  const paidAmount = bill.paidAmount - amount
  await c.move('bill', bill, paidAmount > 0 ? 'undoPart' : 'undo', {
    paidAmount,
    billType: await kindWith(c, bill, paidAmount),
  })
  for (const upgrade of await c.select('orderUpgrade', { billId: bill.id, status: 'paid' }, { lock: true }))
    await c.move('orderUpgrade', upgrade, 'undo')
  if (bill.orderId) await mustBeThere(c, await orderNow(c, bill.orderId), amount, isCoupon(way))
  if (plainKind(record.billType) === 'addOn') await undoAddOn(c, bill, amount)
  else if (bill.orderId) await reopenOrder(c, bill.orderId, amount)
  else await undoFee(c, bill)
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

/** The difference of a change stays paid while what it was paid for goes back. */
async function refuseWanted(c: CallContext, bill: Row<'bill'>): Promise<void> {
  const changed = (await c.select('orderChange', { billId: bill.id })).flatMap(({ newItemId }) => newItemId ?? [])
  if (changed.length === 0) return
  const asked = await c.select('refund', { orderId: bill.orderId, status: ['applied', 'approved'] })
  if (asked.some(({ items }) => items.some(({ orderItemId }) => changed.includes(orderItemId))))
    c.refuse(undefined, WANTED)
}

async function reopenOrder(c: CallContext, orderId: number, amount: Cents): Promise<void> {
  const order = await orderNow(c, orderId)
  if (!['submitted', 'paid'].includes(order.orderStatus) || order.integralGiven > 0)
    c.refuse(undefined, { zh: '订单已进入后续流程，请走退款', en: 'The order has gone on; refund it instead' })
  const left = await settleState(c, order, { paidAmount: order.paidAmount - amount })
  await countSpent(c, left, Math.min(left.countedAmount, spentOf(left)))
  if (order.paidAmount === amount) await unstampPurchase(c, order)
}

/** What was refunded, or will be, cannot be undone; a coupon was not. */
async function mustBeThere(c: CallContext, order: Row<'order'>, amount: Cents, coupon: boolean): Promise<void> {
  if (amount > (await (coupon ? unrefunded(c, order) : refundable(c, order)))) c.refuse(undefined, WANTED)
}

export const handlers: Handlers = { 'cashRecord/reverse': reverse }
