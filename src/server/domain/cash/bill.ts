/** Bills (rules 1.8): what is to be paid. */
import { randomInt } from 'node:crypto'
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { target } from '../rows.ts'
import { value } from '../values.ts'
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import { mustBePositive } from '../refusals.ts'

export interface NewBill {
  type: DictionaryValues['bill_type']
  title: string
  /** Cents. */
  payableAmount: number
  customerId?: unknown
  customerName?: unknown
  mobile?: unknown
  orderId?: number
  sourceId?: number
  orgId?: unknown
  salesId?: unknown
  remark?: unknown
}

/** Opens a bill; payer's name and number are those of the customer unless given. */
export async function openBill(c: CallContext, { type, ...bill }: NewBill): Promise<Row> {
  const customer = bill.customerId ? await c.find('customer', Number(bill.customerId)) : undefined
  return c.insert('bill', {
    ...bill,
    billType: value(c, 'bill_type', type),
    customerName: bill.customerName ?? customer?.realName,
    mobile: bill.mobile ?? customer?.mobile,
    orgId: bill.orgId ?? c.actor.orgId,
    salesId: bill.salesId ?? c.actor.employeeId,
  })
}

/** Bills of an order that still want money. */
export async function openBillsOf(c: CallContext, orderId: number): Promise<Row[]> {
  const bills = await c.select('bill', { orderId }, { lock: true })
  const open = ['unpaid', 'part']
  return bills.filter((bill) => open.includes(String(bill.billStatus)))
}

/** Voids a bill on which nothing was paid. */
export const voidBill = (c: CallContext, bill: Row, voidReason: string): Promise<Row> =>
  c.move('bill', bill, 'cancel', { voidReason })

/** A bill for something that is neither order nor recharge. */
const otherAdd: Handler = async (c) => {
  const { title, payableAmount, ...rest } = c.input
  mustBePositive(c, 'payableAmount', Number(payableAmount))
  const bill = await openBill(c, { type: 'other', title: String(title), payableAmount: Number(payableAmount), ...rest })
  return { id: bill.id, billNo: bill.billNo }
}

const CODE_SECONDS = 300
const CODE_DIGITS = 12

/** A code under which the bill can be paid for five minutes. */
const getCode: Handler = async (c) => {
  const bill = target(c)
  const payCode = Array.from({ length: CODE_DIGITS }, () => randomInt(10)).join('')
  await c.update('bill', bill, { payCode })
  return { payCode, expireSeconds: CODE_SECONDS }
}

/** `void` is the only change a bill knows from outside. */
const edit: Handler = async (c) => {
  await voidBill(c, target(c), String(c.input.voidReason))
  return undefined
}

export const handlers: Handlers = {
  'cashRegister/otherAdd': otherAdd,
  'bill/getCode': getCode,
  'bill/edit': edit,
}
