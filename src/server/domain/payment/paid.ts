/** What a payment sets going, by kind of bill. */
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import type { Paid } from '../cash/payment.ts'
import { addOnPaid } from '../order/addOn.ts'
import { orderPaid } from '../order/paid.ts'
import { selectionPaid } from '../selection/sign.ts'
import { feePaid } from '../vip/membership.ts'
import { rechargePaid } from '../vip/recharge.ts'

/** Photos beyond the quota are add-ons: the selection that waited for the money goes on. */
const addOnAndSelectionPaid: Paid = async (c, payment) => {
  const status = await addOnPaid(c, payment)
  await selectionPaid(c, payment.bill)
  return status
}

export const PAID: Partial<Record<DictionaryValues['bill_type'], Paid>> = {
  order: orderPaid,
  goldOrder: orderPaid,
  addOn: addOnAndSelectionPaid,
  goldAddOn: addOnAndSelectionPaid,
  recharge: rechargePaid,
  other: feePaid,
}
