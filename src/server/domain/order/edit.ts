/** Changes of an order (rules 2.2): its remarks and delivery, and its end; its products are changed in `change.ts`. */
import { DAY } from '../../../model/zone.ts'
import { Span, type CallContext, type Handler, type Handlers, type Row } from '../../platform/call.ts'
import { LOT } from '../../platform/lot.ts'
import { openBillsOf } from '../cash/bill.ts'
import { payCommissions } from '../work/commissions.ts'
import { change } from './change.ts'
import { mustBeOpen, orderNow } from './state.ts'

const edit: Handler<'order/edit'> = async (c) => {
  const { id: _id, finish: finished, changes = [], reason, diffWay, orgId, salesId, ...values } = c.input
  mustBeOpen(c, c.row)
  if (finished && changes.length > 0)
    c.refuse('changes', { zh: '交易完成时不能同时变更产品', en: 'Products are not changed as the order is finished' })
  if (changes.length === 0 && (reason || diffWay))
    c.refuse('changes', { zh: '请填写变更的产品', en: 'Say which products are changed' })
  if (finished && !isAnySaid({ orgId, salesId, ...values })) return finish(c, c.row)
  await c.update('order', c.row, { ...values, orgId: orgId ?? c.row.orgId, salesId: salesId ?? c.row.salesId })
  if (finished) return finish(c, await orderNow(c, c.row.id))
  if (changes.length === 0) return { id: c.row.id }
  if (!reason) return c.refuse('reason', { zh: '请填写变更原因', en: 'Say why' })
  return change(c, await orderNow(c, c.row.id), changes, { reason, refundWay: diffWay ?? 'original' })
}

const isAnySaid = (values: object): boolean => Object.values(values).some((value) => value !== undefined)

/** The numbers of bills, refunds and add-ons of an order that are still open (I-38). */
async function openOf(c: CallContext, orderId: number): Promise<(string | null)[]> {
  const bills = await openBillsOf(c, orderId)
  const refunds = await c.select('refund', { orderId, status: ['applied', 'approved'] })
  const addOns = await c.select('orderAdd', { orderId, status: 'waitingPayment' })
  return [
    ...bills.map(({ billNo }) => billNo),
    ...refunds.map(({ refundNo }) => refundNo),
    ...addOns.map(({ addNo }) => addNo),
  ]
}

/** The transaction is complete: nothing due, and nothing open. */
async function finish(c: CallContext, order: Row<'order'>): Promise<{ id: number }> {
  const orderId = order.id
  const open = await openOf(c, orderId)
  if (open.length > 0)
    c.refuse(undefined, {
      zh: `订单还有未付账单、退款或加单：${open.join('、')}`,
      en: `A bill, a refund or an add-on of this order is still open: ${open.join(', ')}`,
    })
  await c.move('order', order, 'finish')
  await payCommissions(c, order.id)
  return { id: orderId }
}

/** Orders whose service was completed so many days ago that they finish by themselves (rules 2.2); 0: none does. */
const autoFinish: Handler<'order/autoFinish'> = async (c) => {
  const days = c.settings.auto_finish_days
  if (days <= 0) return { count: 0 }
  const served = { orderStatus: 'served', closeStatus: 'open', dueAmount: 0 } as const
  const serviceDoneTime = new Span(undefined, c.now - days * DAY)
  const rows = await c.select('order', { ...served, serviceDoneTime }, { lock: true, limit: LOT })
  let count = 0
  for (const order of rows) {
    if ((await openOf(c, order.id)).length > 0) continue
    await c.move('order', order, 'finish')
    await payCommissions(c, order.id)
    count += 1
  }
  return { count }
}

export const handlers: Handlers = { 'order/edit': edit, 'order/autoFinish': autoFinish }
