/** Money that came in on a bill, as told to what the bill is for. */
import type { CallContext, Row } from '../legacy.ts'

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
