/** Performance (rules 1.8, I-14): who sold what was paid, by the shares agreed; a refund writes the exact negative. */
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import type { CallContext, Row } from '../legacy.ts'
import { value } from '../values.ts'
import { splitByRatio } from './cents.ts'

export interface Sold {
  type: DictionaryValues['perf_type']
  /** Cents; negative for a refund. */
  amount: number
  /** Employees with their shares, adding up to one. */
  shares: readonly { employeeId: number; ratio: number }[]
  orderId?: unknown
  bill?: Row
  cashRecordId?: unknown
  accountDate: unknown
}

/** The shares of an order: as agreed, else all to the salesperson. */
export function sharesOf(order: Row): { employeeId: number; ratio: number }[] {
  const agreed = (order.performanceSplit ?? []) as { employeeId: number; ratio: number }[]
  return agreed.length > 0 ? agreed : [{ employeeId: Number(order.salesId), ratio: 1 }]
}

/** Writes what each is credited with. Nothing is written for nothing. */
export async function credit(
  c: CallContext,
  { type, amount, shares, orderId, bill, cashRecordId, accountDate }: Sold,
): Promise<void> {
  if (amount === 0 || shares.length === 0) return
  const parts = splitByRatio(
    amount,
    shares.map((one) => one.ratio),
  )
  for (const [at, { employeeId, ratio }] of shares.entries()) {
    const employee = await c.find('employee', employeeId)
    await c.insert('performance', {
      employeeId,
      orgId: employee?.orgId,
      perfType: value(c, 'perf_type', type),
      orderId,
      billId: bill?.id,
      cashRecordId,
      amount,
      ratio,
      perfAmount: parts[at],
      accountDate,
    })
  }
}
