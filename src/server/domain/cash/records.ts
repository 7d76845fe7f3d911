/** Cash records (rules 1.8): the only trace of money; never changed, only reversed. */
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Row } from '../../platform/call.ts'
import type { Duty } from './duty.ts'
import { tellInvoiceable } from './invoice.ts'
import { countAnew, openStatement } from './statement.ts'

/** Money that came or went, as it is written down. */
export interface Money {
  bill: Row<'bill'>
  billType: Row<'cashRecord'>['billType']
  direction: Row<'cashRecord'>['direction']
  /** Negative only in a reverse record. */
  amount: Cents
  /** The way of paying. */
  way: Row<'payMethod'>
  payDetailId?: number
  tradeNo?: string | null
  reverseOf?: number
  /** The payment that is taken back. */
  undoneId?: number | null
  remark?: string
}

/** Writes records of money at a place into the open statement of the cashier there. */
export async function writeRecords(c: CallContext, duty: Duty, monies: readonly Money[]): Promise<Row<'cashRecord'>[]> {
  const statement = await openStatement(c, duty)
  const records = await c.insertMany(
    'cashRecord',
    monies.map(({ bill, way, ...money }) => ({
      ...money,
      payMethodId: way.id,
      billId: bill.id,
      orderId: bill.orderId,
      customerId: bill.customerId,
      payerName: bill.customerName,
      payerMobile: bill.mobile,
      cashierId: duty.cashier.id,
      placeId: duty.place.id,
      storeId: duty.place.storeId,
      accountDate: statement.accountDate,
      statementId: statement.id,
    })),
  )
  await countAnew(c, statement)
  await tellInvoiceable(c, records)
  return records
}
