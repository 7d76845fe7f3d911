/** Money that came in on a bill, as told to what the bill is for. */
import type { Cents } from '../../../model/units.ts'
import type { Row } from '../../platform/call.ts'
import type { CallContext } from '../../platform/call.ts'

/** Money on one bill. */
export interface Payment {
  /** The bill as it is after the payment. */
  bill: Row<'bill'>
  /** Of this payment, on this bill. */
  amount: Cents
  /** Of these, new money: not consumption from a balance. */
  income: Cents
  records: Row<'cashRecord'>[]
}

/** Answers the status of the order where there is one. */
export type Paid = (c: CallContext, payment: Payment) => Promise<Row<'order'>['orderStatus'] | undefined>
