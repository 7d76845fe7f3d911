/**
 * Taking money (rules 2.15, I-01…I-09): bills, ways of paying, the account, records, performance and what each
 * kind of bill sets going, in one transaction. A repeat with the same request number is the engine's matter (`once`).
 */
import type { Cents } from '../../../model/units.ts'
import type { Call, CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { accountOf, moveAccount, partsOf } from '../vip/account.ts'
import { isCoupon } from '../vip/coupons.ts'
import { goldKind, kindWith, plainKind } from '../cash/bill.ts'
import { fillInOrder, sum } from '../cash/cents.ts'
import { closeCodes } from '../cash/code.ts'
import { onDuty } from '../cash/duty.ts'
import type { Paid } from '../cash/payment.ts'
import { billsOf } from './bills.ts'
import { spendCoupon } from './coupon.ts'
import { PAID } from './paid.ts'
import { writeRecords, type Money } from '../cash/records.ts'
import { mustBePositive } from '../../platform/refusals.ts'

type Pay = Call<'cashRegister/pay'>

/** An amount by one way of paying. */
interface Way {
  row: Row<'payMethod'>
  amount: Cents
  tradeNo: string | null
  /** Where its reference was typed. */
  typedAs: 'tradeNo' | 'couponNo'
}

/** The ways of paying as typed, each checked. */
async function waysOf(c: Pay): Promise<Way[]> {
  const typed = c.input.methods
  const known = new Map(
    (await c.select('payMethod', { id: typed.map((one) => one.payMethodId) })).map((row) => [row.id, row]),
  )
  return typed.map(({ payMethodId, amount, tradeNo, couponNo }, at) => {
    const row = known.get(payMethodId)
    if (row?.status !== 'enabled')
      return c.refuse(`methods[${at}].payMethodId`, { zh: '支付方式已停用', en: 'This way of paying is disabled' })
    mustBePositive(c, `methods[${at}].amount`, amount)
    return couponNo && isCoupon(row)
      ? { row, amount, tradeNo: couponNo, typedAs: 'couponNo' }
      : { row, amount, tradeNo, typedAs: 'tradeNo' }
  })
}

const isBalance = ({ row }: Way): boolean => row.kind === 'accountBalance'

/** What a record of a bill is called: consumption from a balance is no new money (I-06). */
function recordType(c: CallContext, { billType }: Row<'bill'>, way: Way): Money['billType'] {
  if (!isBalance(way)) return plainKind(billType)
  const gold = goldKind(billType)
  return gold ?? c.refuse('methods', { zh: '该账单不能用账户余额支付', en: 'This bill cannot be paid from a balance' })
}

/** Each way spread over the bills in their order: one record a bill and way (I-04). */
function spread(c: CallContext, bills: readonly Row<'bill'>[], ways: readonly Way[], payRecordId: number): Money[] {
  const paid = fillInOrder(
    sum(ways.map((way) => way.amount)),
    bills.map((bill) => bill.dueAmount),
  )
  const left = ways.map((way) => way.amount)
  return bills.flatMap((bill, at) => {
    let wanted = paid[at] ?? 0
    return ways.flatMap((way, of): Money[] => {
      const amount = Math.min(wanted, left[of] ?? 0)
      if (amount <= 0) return []
      wanted -= amount
      left[of] = (left[of] ?? 0) - amount
      return [
        {
          bill,
          billType: recordType(c, bill, way),
          direction: 'in',
          amount,
          way: way.row,
          payDetailId: payRecordId,
          tradeNo: way.tradeNo,
        },
      ]
    })
  })
}

/** Takes what is paid from balances out of the customer's account: principal or bonus first, as the parameter says. */
async function spend(
  c: CallContext,
  bills: readonly Row<'bill'>[],
  records: readonly Row<'cashRecord'>[],
  ways: readonly Way[],
): Promise<void> {
  const balance = ways.filter((way) => isBalance(way))
  if (balance.length === 0) return
  const customers = new Set(bills.map((bill) => bill.customerId))
  const [customerId] = customers
  if (customers.size > 1 || !customerId)
    return c.refuse('methods', {
      zh: '账户余额只能支付同一客户的账单',
      en: 'A balance pays bills of one customer only',
    })
  let account = await accountOf(c, customerId)
  for (const record of records.filter((one) => balance.some((way) => way.row.id === one.payMethodId))) {
    const parts = await partsOf(c, account, record.amount)
    account = await moveAccount(c, account, {
      type: 'consume',
      direction: 'out',
      ...parts,
      billId: record.billId,
      orderId: record.orderId,
      cashRecordId: record.id,
    })
  }
}

/** Uses up the coupons that were paid with, each by the line it stands on. */
async function spendCoupons(
  c: CallContext,
  bills: readonly Row<'bill'>[],
  records: readonly Row<'cashRecord'>[],
  ways: readonly Way[],
): Promise<void> {
  for (const [at, { row, tradeNo, typedAs }] of ways.entries()) {
    if (!isCoupon(row)) continue
    const own = records.filter((one) => one.payMethodId === row.id && one.tradeNo === tradeNo)
    const bill = bills.find(({ id }) => id === own[0]?.billId)
    await spendCoupon(c, { bill, records: own, field: `methods[${at}].${typedAs}` })
  }
}

/** A bill after money came in. */
async function settleBill(
  c: CallContext,
  bill: Row<'bill'>,
  records: readonly Row<'cashRecord'>[],
): Promise<Row<'bill'>> {
  const paidAmount = bill.paidAmount + sum(records.map((record) => record.amount))
  const billType = await kindWith(c, bill, paidAmount)
  return c.move('bill', bill, paidAmount === bill.payableAmount ? 'payFull' : 'payPart', { paidAmount, billType })
}

/** What of records is new money, not consumption from a balance. */
const incomeOf = (records: readonly Row<'cashRecord'>[], ways: readonly Way[]): Cents =>
  sum(
    records
      .filter((record) => ways.find((way) => way.row.id === record.payMethodId)?.row.isIncome)
      .map((record) => record.amount),
  )

const pay: Handler<'cashRegister/pay'> = async (c) => {
  const duty = await onDuty(c, c.input.placeId)
  const bills = await billsOf(c, c.input.billIds)
  await closeCodes(c, bills)
  const ways = await waysOf(c)
  const total = sum(ways.map((way) => way.amount))
  if (total > sum(bills.map((bill) => bill.dueAmount)))
    c.refuse('methods', { zh: '收款金额不能大于未付金额', en: 'More than is due' })
  const [first] = bills
  const payRecord = await c.insert('payRecord', {
    billIds: bills.map((bill) => bill.id),
    orderNo: first && (await c.ref(first, 'order'))?.orderNo,
    customerId: first?.customerId,
    payerName: first?.customerName,
    totalAmount: total,
    leftAmount: sum(ways.filter(({ row }) => row.isIncome).map(({ amount }) => amount)),
    methods: ways.map(({ row, amount, tradeNo }) => ({ payMethodId: row.id, amount, tradeNo })),
    cashierId: duty.cashier.id,
    placeId: duty.place.id,
  })
  const records = await writeRecords(c, duty, spread(c, bills, ways, payRecord.id))
  await spend(c, bills, records, ways)
  await spendCoupons(c, bills, records, ways)
  let orderStatus: Awaited<ReturnType<Paid>>
  for (const before of bills) {
    const own = records.filter((record) => record.billId === before.id)
    if (own.length === 0) continue
    const bill = await settleBill(c, before, own)
    orderStatus =
      (await PAID[before.billType]?.(c, {
        bill,
        amount: sum(own.map((one) => one.amount)),
        income: incomeOf(own, ways),
        records: own,
      })) ?? orderStatus
  }
  return {
    payRecordId: payRecord.id,
    payNo: payRecord.payNo,
    cashRecordIds: records.map((record) => record.id),
    ...(orderStatus === undefined ? {} : { orderStatus }),
  }
}

export const handlers: Handlers = { 'cashRegister/pay': pay }
