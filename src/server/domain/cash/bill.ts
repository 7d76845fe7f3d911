/** Bills (rules 1.8): what is to be paid. */
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Handler, Handlers, Row, Values } from '../../platform/call.ts'
import { closeCodes } from './code.ts'
import { mustBePositive } from '../../platform/refusals.ts'

/** What is known of a bill when it is opened. */
type NewBill = Values<'bill'> & Required<Pick<Values<'bill'>, 'billType' | 'title' | 'payableAmount'>>

/** Opens a bill; payer's name and number are those of the customer unless given. */
export async function openBill(c: CallContext, bill: NewBill): Promise<Row<'bill'>> {
  const customer = await c.find('customer', bill.customerId)
  return c.insert('bill', {
    ...bill,
    customerName: bill.customerName ?? customer?.realName,
    mobile: bill.mobile ?? customer?.mobile,
    orgId: bill.orgId ?? c.actor.orgId,
    salesId: bill.salesId ?? c.actor.employeeId,
  })
}

/** Opens a bill over an amount of an order, in the name of its customer and seller. */
export function openOrderBill(
  c: CallContext,
  { id: orderId, customerId, orgId, salesId }: Row<'order'>,
  bill: Pick<NewBill, 'title' | 'titleEn' | 'payableAmount' | 'sourceId'>,
): Promise<Row<'bill'>> {
  return openBill(c, { ...bill, billType: 'order', orderId, customerId, orgId, salesId })
}

type Kind = Row<'bill'>['billType']

/** What a bill is for, whatever it is paid with. */
export function plainKind(kind: Kind): Kind {
  if (kind === 'goldOrder') return 'order'
  return kind === 'goldAddOn' ? 'addOn' : kind
}

/** What the money of a balance on such a bill is called; nothing for what a balance cannot pay. */
export function goldKind(kind: Kind): 'goldOrder' | 'goldAddOn' | undefined {
  switch (plainKind(kind)) {
    case 'order':
      return 'goldOrder'
    case 'addOn':
      return 'goldAddOn'
    default:
      return undefined
  }
}

/** The kind of a bill by the records on it: gold once it is paid, and all of it came from balances (I-06). */
export async function kindWith(c: CallContext, bill: Row<'bill'>, paidAmount: Cents): Promise<Kind> {
  const gold = goldKind(bill.billType)
  const plain = plainKind(bill.billType)
  if (!gold || paidAmount !== bill.payableAmount) return plain
  const fromBalances = await c.sum('cashRecord', 'amount', { billId: bill.id, billType: gold })
  return fromBalances === paidAmount ? gold : plain
}

/** Bills of an order that still want money. */
export const openBillsOf = (c: CallContext, orderId: number): Promise<Row<'bill'>[]> =>
  c.select('bill', { orderId, billStatus: ['unpaid', 'part'] }, { lock: true })

/** Voids a bill on which nothing was paid. */
export async function voidBill(c: CallContext, bill: Row<'bill'>, voidReason: string): Promise<Row<'bill'>> {
  await closeCodes(c, [bill])
  return c.move('bill', bill, 'cancel', { voidReason })
}

/** A bill for something that is neither order nor recharge. */
const otherAdd: Handler<'cashRegister/otherAdd'> = async (c) => {
  mustBePositive(c, 'payableAmount', c.input.payableAmount)
  const bill = await openBill(c, { billType: 'other', ...c.input })
  return { id: bill.id, billNo: bill.billNo }
}

/** `void` is the only change a bill knows from outside. */
const edit: Handler<'bill/edit'> = async (c) => {
  const bill = await voidBill(c, c.row, c.input.voidReason)
  if (bill.billType === 'recharge')
    for (const recharge of await c.select('accountRecharge', { billId: bill.id }, { lock: true }))
      await c.move('accountRecharge', recharge, 'cancel')
  return undefined
}

export const handlers: Handlers = {
  'cashRegister/otherAdd': otherAdd,
  'bill/edit': edit,
}
