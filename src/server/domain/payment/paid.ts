/** What a payment sets going, by kind of bill. */
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import type { Paid } from '../cash/payment.ts'
import { addOnPaid } from '../order/addOn.ts'
import { orderPaid } from '../order/paid.ts'
import { rechargePaid } from '../vip/recharge.ts'

export const PAID: Partial<Record<DictionaryValues['bill_type'], Paid>> = {
  order: orderPaid,
  goldOrder: orderPaid,
  addOn: addOnPaid,
  goldAddOn: addOnPaid,
  recharge: rechargePaid,
}
