/** Daily statements (rules 1.8): the money of a cashier at a place on a day; from "reported" on its records stand. */
import { midnightOf } from '../../../model/zone.ts'
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { isOneOf, value } from '../values.ts'
import { sum } from './cents.ts'
import { onDuty, type Duty } from './duty.ts'
import { target } from '../rows.ts'

const NOTHING = { receiptAmount: 0, refundAmount: 0, goldAmount: 0 }

/** The statement that is open for a cashier at a place: of today, or of the first day after it that is not reported yet. */
export async function openStatement(c: CallContext, { cashier, place }: Duty): Promise<Row> {
  for (let shift = 0; ; shift += 1) {
    const accountDate = midnightOf(c.now, c.model.app.timezone, shift)
    const of = { accountDate, placeId: place.id, cashierId: cashier.id }
    const [known] = await c.select('cashStatistics', of, { limit: 1, lock: true })
    if (!known) return c.insert('cashStatistics', { ...of, ...NOTHING })
    if (isOneOf(c, 'statement_status', known.status, 'open')) return known
  }
}

/** The day begins: every cashier on duty has a statement to write into. */
const openDay: Handler = async (c) => {
  const accountDate = midnightOf(c.now, c.model.app.timezone)
  const status = value(c, 'enable_status', 'enabled')
  let count = 0
  for (const cashier of await c.select('cashier', { isOnDuty: true, status })) {
    if (!cashier.currentPlaceId) continue
    const of = { accountDate, placeId: cashier.currentPlaceId, cashierId: cashier.id }
    const [known] = await c.select('cashStatistics', of, { limit: 1 })
    if (known) continue
    await c.insert('cashStatistics', { ...of, ...NOTHING })
    count += 1
  }
  return { count }
}

/** Whether records of a statement may no longer change (I-10). */
export const isFrozen = (c: CallContext, statement: Row | undefined): boolean =>
  statement !== undefined && !isOneOf(c, 'statement_status', statement.status, 'open')

/** A record as a statement counts it. */
export interface Line {
  payMethodId: number
  billType: string
  direction: string
  amount: number
  isIncome: boolean
  kind: string
}

/** Records with what their ways of paying mean. */
export function linesOf(records: readonly Row[], ways: readonly Row[]): Line[] {
  const known = new Map(ways.map((way) => [way.id, way]))
  return records.map((record) => {
    const way = known.get(Number(record.payMethodId))
    return {
      payMethodId: Number(record.payMethodId),
      billType: String(record.billType),
      direction: String(record.direction),
      amount: Number(record.amount),
      isIncome: way?.isIncome === true,
      kind: String(way?.kind),
    }
  })
}

const signed = (line: Line): number => (line.direction === 'out' ? -line.amount : line.amount)

/** The sums of a statement (I-05): only ways that count as income; consumption from balances stands apart (I-06). */
function sumsOf(
  c: CallContext,
  lines: readonly Line[],
): { receiptAmount: number; refundAmount: number; goldAmount: number } {
  const income = lines.filter((line) => line.isIncome)
  const receipts = income.filter((line) => line.direction === 'in')
  const payouts = income.filter((line) => line.direction === 'out')
  const gold = lines.filter((line) => isOneOf(c, 'bill_type', line.billType, 'goldOrder', 'goldAddOn'))
  return {
    receiptAmount: sum(receipts.map((line) => line.amount)),
    refundAmount: sum(payouts.map((line) => line.amount)),
    goldAmount: sum(gold.map(signed)),
  }
}

/** The lines with the same key, in the order in which each came first. */
function grouped(lines: readonly Line[], key: 'payMethodId' | 'billType'): [string | number, Line[]][] {
  const groups = new Map<string | number, Line[]>()
  for (const line of lines) groups.set(line[key], [...(groups.get(line[key]) ?? []), line])
  return [...groups]
}

/** What a reported statement says: sums, by way of paying and by kind of bill. */
function figuresOf(c: CallContext, lines: readonly Line[]): Record<string, unknown> {
  return {
    ...sumsOf(c, lines),
    byMethod: grouped(lines, 'payMethodId').map(([payMethodId, of]) => ({
      payMethodId,
      receipts: sum(of.filter((line) => line.direction === 'in').map((line) => line.amount)),
      payouts: sum(of.filter((line) => line.direction === 'out').map((line) => line.amount)),
      count: of.length,
    })),
    byBillType: grouped(lines, 'billType').map(([billType, of]) => ({ billType, amount: sum(of.map(signed)) })),
  }
}

/** Adds new records, made in these ways of paying, to the sums of an open statement. */
export async function addToStatement(
  c: CallContext,
  statement: Row,
  records: readonly Row[],
  ways: readonly Row[],
): Promise<Row> {
  const added = sumsOf(c, linesOf(records, ways))
  const names = ['receiptAmount', 'refundAmount', 'goldAmount'] as const
  return c.update(
    'cashStatistics',
    statement,
    Object.fromEntries(names.map((name) => [name, Number(statement[name] ?? 0) + added[name]])),
  )
}

/** Cash that should lie in the drawer: receipts less payouts in cash. */
const cashOf = (c: CallContext, lines: readonly Line[]): number =>
  sum(lines.filter((line) => line.kind === value(c, 'pay_kind', 'cash')).map(signed))

/** The cashier closes the day: figures stand, counted cash is held against them. */
const theReport: Handler = async (c) => {
  const { accountDate, placeId, cashInHand, remark } = c.input
  const duty = await onDuty(c, placeId)
  const of = { accountDate, placeId: duty.place.id, cashierId: duty.cashier.id }
  const [known] = await c.select('cashStatistics', of, { limit: 1, lock: true })
  const statement = known ?? (await c.insert('cashStatistics', of))
  const lines = linesOf(await c.select('cashRecord', { statementId: statement.id }), await c.select('payMethod', {}))
  const difference = Number(cashInHand) - cashOf(c, lines)
  const values = { ...figuresOf(c, lines), cashInHand, difference, ...(remark ? { remark } : {}) }
  const reported = await c.move('cashStatistics', statement, 'report', values)
  return { id: reported.id, difference }
}

/** Finance confirms what was reported, or gives it back to be put right. */
const confirm: Handler = async (c) => {
  const statement = target(c)
  const { remark } = c.input
  await c.move('cashStatistics', statement, c.input.return ? 'return' : 'approve', remark ? { remark } : {})
  return undefined
}

export const handlers: Handlers = {
  'cash_statistics/theReport': theReport,
  'cash_statistics/confirm': confirm,
  'cash_statistics/openDay': openDay,
}
