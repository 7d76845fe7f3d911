/** What a payment sets going, by kind of bill. */
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import type { CallContext, Row } from '../../types.ts'
import { addOnPaid } from '../order/addOn.ts'
import { orderPaid } from '../order/paid.ts'
import { rechargePaid } from '../vip/recharge.ts'

/** Money on one bill. */
export interface Payment {
  /** The bill as it is after the payment. */
  bill: Row
  /** Cents of this payment on this bill. */
  amount: number
  /** Of these, new money: not consumption from a balance. */
  income: number
  records: Row[]
}

/** Answers the status of the order where there is one. */
export type Paid = (c: CallContext, payment: Payment) => Promise<unknown>

export const PAID: Partial<Record<DictionaryValues['bill_type'], Paid>> = {
  order: orderPaid,
  goldOrder: orderPaid,
  addOn: addOnPaid,
  goldAddOn: addOnPaid,
  recharge: rechargePaid,
}
