/** Asking for a payment code: only for what a payment would take, since who scans it pays at once (rules 2.15). */
import { formatMoney } from '../../../model/format.ts'
import type { Text } from '../../../model/model.ts'
import type { Cents } from '../../../model/units.ts'
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { fillInOrder, sum } from '../cash/cents.ts'
import { openCode } from '../cash/code.ts'
import { tooLittleFirst } from '../order/paid.ts'
import { WHOLE_RECHARGE } from '../vip/recharge.ts'
import { billsOf } from './bills.ts'

type Bill = Row<'bill'>

/** Why a bill takes no part of what is due, or not so small a one. */
type Least = (c: CallContext, bill: Bill, amount: Cents) => Promise<Text | undefined> | Text | undefined

const ofOrder: Least = async (c, bill, amount) => {
  const order = await c.ref(bill, 'order')
  return order && tooLittleFirst(order, amount)
}

const LEAST: Partial<Record<DictionaryValues['bill_type'], Least>> = {
  order: ofOrder,
  goldOrder: ofOrder,
  recharge: (_c, bill, amount) => (amount < bill.dueAmount ? WHOLE_RECHARGE : undefined),
}

/** Refuses an amount that would be too little for one of the bills it is spread over. */
async function refuseTooLittle(c: CallContext, bills: readonly Bill[], amount: Cents): Promise<void> {
  const amounts = fillInOrder(
    amount,
    bills.map((bill) => bill.dueAmount),
  )
  for (const [at, bill] of bills.entries()) {
    const own = amounts[at] ?? 0
    const why = own > 0 ? await LEAST[bill.billType]?.(c, bill, own) : undefined
    if (why) c.refuse('amount', why)
  }
}

/** A code for the bill it is asked for, and for those that stand at the till with it. */
const getCode: Handler<'bill/getCode'> = async (c) => {
  const bills = await billsOf(c, [c.row.id, ...(c.input.billIds ?? [])])
  const due = sum(bills.map((bill) => bill.dueAmount))
  const amount = c.input.amount ?? due
  if (amount > due)
    c.refuse('amount', {
      zh: `金额不能大于未付金额 ${formatMoney(due / 100)}`,
      en: `More than is due: ${formatMoney(due / 100)}`,
    })
  await refuseTooLittle(c, bills, amount)
  return openCode(c, bills, amount)
}

export const handlers: Handlers = { 'bill/getCode': getCode }
