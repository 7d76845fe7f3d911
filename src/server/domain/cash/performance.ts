/** Performance (rules 1.8, I-14): who sold what was paid, by the shares agreed; a refund writes the exact negative. */
import type { Cents, Millis } from '../../../model/units.ts'
import type { CallContext, Row } from '../../platform/call.ts'
import { splitByRatio } from './cents.ts'

type Shares = Row<'order'>['performanceSplit']

/** Money for which employees are credited. */
interface Sold {
  type: Row<'performance'>['perfType']
  /** Negative for a refund. */
  amount: Cents
  /** Employees with their shares, adding up to one. */
  shares: Shares
  orderId?: number
  bill?: Row<'bill'>
  cashRecordId?: number
  accountDate: Millis | null | undefined
}

/** The shares of an order: as agreed, else all to the salesperson. */
export const sharesOf = ({ performanceSplit, salesId }: Row<'order'>): Shares =>
  performanceSplit.length > 0 ? performanceSplit : [{ employeeId: salesId, ratio: 1 }]

/**
 * Takes back from those who were credited for a bill, by the shares they have: the exact negative (I-14). `type`: the
 * kind it was credited as, unless it is a refund.
 */
export async function takeCredit(
  c: CallContext,
  { type, amount, bill, ...more }: Omit<Sold, 'type' | 'shares'> & { bill: Row<'bill'>; type?: Sold['type'] },
): Promise<void> {
  const given = await c.select('performance', { billId: bill.id }, { sort: ['-id'] })
  const last = given.find((one) => one.perfType !== 'refund' && one.perfAmount !== null && one.perfAmount > 0)
  if (!last) return
  const shares = given
    .filter((one) => one.cashRecordId === last.cashRecordId && one.perfType === last.perfType)
    .map(({ employeeId, ratio }) => ({ employeeId, ratio }))
    .reverse()
  await credit(c, { ...more, type: type ?? last.perfType, amount: -amount, shares, bill })
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
      perfType: type,
      orderId: orderId ?? bill?.orderId,
      billId: bill?.id,
      cashRecordId,
      amount,
      ratio,
      perfAmount: parts[at],
      accountDate,
    })
  }
}
