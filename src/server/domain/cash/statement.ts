/** Daily statements (rules 1.8): the money of a cashier at a place on a day; from "reported" on its records stand. */
import { midnightOf } from '../../../model/zone.ts'
import type { Cents } from '../../../model/units.ts'
import { formatMoney } from '../../../model/format.ts'
import type { Call, CallContext, Handler, Handlers, Row, Values } from '../../platform/call.ts'
import { soughtOf } from '../../platform/sought.ts'
import { sum } from './cents.ts'
import { dutyNow, mustBeCashier, onDuty, type Duty } from './duty.ts'

const NOTHING = { receiptAmount: 0, refundAmount: 0, goldAmount: 0 }

/** A day that is open for a cashier at a place, with its statement where there is one. */
interface OpenDay {
  day: number
  statement?: Row<'cashStatistics'>
}

/** The day that money counts for: today, or the first day after it that is not reported yet. */
export async function accountDay(
  c: CallContext,
  { cashier, place }: Duty,
  options: { lock?: boolean } = {},
): Promise<OpenDay> {
  for (let shift = 0; ; shift += 1) {
    const day = midnightOf(c.now, c.model.app.timezone, shift)
    const of = { accountDate: day, placeId: place.id, cashierId: cashier.id }
    const [statement] = await c.select('cashStatistics', of, { limit: 1, ...options })
    if (!statement || statement.status === 'open') return { day, statement }
  }
}

/** The statement that is open for a cashier at a place. */
export async function openStatement(c: CallContext, duty: Duty): Promise<Row<'cashStatistics'>> {
  const { day, statement } = await accountDay(c, duty, { lock: true })
  const of = { accountDate: day, placeId: duty.place.id, cashierId: duty.cashier.id }
  return statement ?? c.insert('cashStatistics', { ...of, ...NOTHING })
}

/** Writes down with how much cash the day of a cashier at a place begins. */
export async function beginDrawer(c: CallContext, duty: Duty, openingFloat: Cents): Promise<void> {
  await c.update('cashStatistics', await openStatement(c, duty), { openingFloat })
}

/** The day begins: every cashier on duty has a statement to write into. */
const openDay: Handler<'cash_statistics/openDay'> = async (c) => {
  const accountDate = midnightOf(c.now, c.model.app.timezone)
  let count = 0
  for (const cashier of await c.select('cashier', { isOnDuty: true, status: 'enabled' })) {
    if (!cashier.currentPlaceId) continue
    const of = { accountDate, placeId: cashier.currentPlaceId, cashierId: cashier.id }
    if (await c.exists('cashStatistics', of)) continue
    await c.insert('cashStatistics', { ...of, ...NOTHING })
    count += 1
  }
  return { count }
}

/** A record with what its way of paying means. */
type Line = Row<'cashRecord'> & { way?: Row<'payMethod'> }

function linesOf(records: readonly Row<'cashRecord'>[], ways: readonly Row<'payMethod'>[]): Line[] {
  const known = new Map(ways.map((way) => [way.id, way]))
  return records.map((record) => ({ ...record, way: known.get(record.payMethodId) }))
}

const amountOf = (lines: readonly Line[], direction: Line['direction']): Cents =>
  sum(lines.filter((line) => line.direction === direction).map((line) => line.amount))

/** What came in less what went out. */
const netOf = (lines: readonly Line[]): Cents => sum(lines.map((line) => line.signed))

/** The lines that count as income (I-05). */
const incomeOf = (lines: readonly Line[]): Line[] => lines.filter((line) => line.way?.isIncome)

/** The lines with the same key, in the order in which each came first. */
function grouped<K extends 'payMethodId' | 'billType'>(lines: readonly Line[], key: K): [Line[K], Line[]][] {
  const groups = new Map<Line[K], Line[]>()
  for (const line of lines) groups.set(line[key], [...(groups.get(line[key]) ?? []), line])
  return [...groups]
}

/**
 * What a statement says: sums, by way of paying and by kind of bill, each making up the net; consumption from balances
 * stands apart (I-06).
 */
function figuresOf(lines: readonly Line[]): Values<'cashStatistics'> {
  const income = incomeOf(lines)
  return {
    receiptAmount: amountOf(income, 'in'),
    refundAmount: amountOf(income, 'out'),
    goldAmount: netOf(lines.filter((line) => ['goldOrder', 'goldAddOn'].includes(line.billType))),
    byMethod: grouped(income, 'payMethodId').map(([payMethodId, of]) => ({
      payMethodId,
      receipts: amountOf(of, 'in'),
      payouts: amountOf(of, 'out'),
      count: of.length,
    })),
    byBillType: grouped(income, 'billType').map(([billType, of]) => ({ billType, amount: netOf(of) })),
  }
}

/** The records of a statement with what their ways of paying mean. */
const linesIn = async (c: CallContext, { id }: Row<'cashStatistics'>): Promise<Line[]> =>
  linesOf(await c.select('cashRecord', { statementId: id }), await c.select('payMethod', {}))

/** Brings the figures of an open statement, which is locked, up to its records. */
export const countAnew = async (c: CallContext, statement: Row<'cashStatistics'>): Promise<Row<'cashStatistics'>> =>
  c.update('cashStatistics', statement, figuresOf(await linesIn(c, statement)))

/** Cash that came into the drawer: receipts less payouts in cash. */
const cashOf = (lines: readonly Line[]): Cents => netOf(lines.filter((line) => line.way?.kind === 'cash'))

/** With how much cash the drawer of a cashier at a place began that day, and what came into it since. */
async function drawerOf(
  c: CallContext,
  of: { accountDate: number; placeId: number; cashierId: number },
): Promise<{ openingFloat: Cents; cashTaken: Cents; known: Row<'cashStatistics'> | undefined }> {
  const lines = linesOf(await c.select('cashRecord', of), await c.select('payMethod', {}))
  const [known] = await c.select('cashStatistics', of, { limit: 1 })
  return { openingFloat: known?.openingFloat ?? 0, cashTaken: cashOf(lines), known }
}

/** The oldest statement that finance gave back to a cashier, as it was reported. */
const givenBack = async (c: CallContext, cashierId: number): Promise<Row<'cashStatistics'> | undefined> =>
  (await c.select('cashStatistics', { cashierId, status: 'open' }, { sort: ['accountDate'] })).find(isGivenBack)

const isGivenBack = ({ status, reportTime }: Row<'cashStatistics'>): boolean => status === 'open' && reportTime !== null

/** Where and when a report is made that names neither: where one stands, today, or what finance gave back. */
async function usualReport(c: CallContext, cashierId: number): Promise<{ accountDate: number; placeId?: number }> {
  const back = await givenBack(c, cashierId)
  if (back) return { accountDate: back.accountDate, placeId: back.placeId }
  const duty = await dutyNow(c)
  const accountDate = midnightOf(c.now, c.model.app.timezone)
  return 'place' in duty ? { accountDate, placeId: duty.place.id } : { accountDate }
}

/**
 * What the dialog of a report begins with: a statement that was given back, as it was; else today, the own place, and
 * the cash that should lie there. Of a day and a place that are named, what stands of these.
 */
const today: Handler<'cash_statistics/today'> = async (c) => {
  const cashier = await mustBeCashier(c, 'placeId')
  const usual = await usualReport(c, cashier.id)
  const accountDate = c.input.accountDate ?? usual.accountDate
  const place = await c.seen('place', c.input.placeId ?? usual.placeId)
  if (!place) return { accountDate }
  const of = { accountDate, placeId: place.id, cashierId: cashier.id }
  const { openingFloat, cashTaken, known } = await drawerOf(c, of)
  const back = known && isGivenBack(known) ? known : undefined
  return {
    ...{ accountDate, placeId: place.id, placeName: place.name },
    ...{ cashTaken, cashDue: openingFloat + cashTaken },
    ...{ cashCount: back?.cashCount, cashInHand: back?.cashInHand, remark: back?.remark },
  }
}

/** The cash points whose day the person asking may report. */
const places: Handler<'cash_statistics/places'> = async (c) => {
  const duty = await dutyNow(c)
  if (!duty.cashier) return []
  const open = await c.select('cashStatistics', { cashierId: duty.cashier.id, status: 'open' })
  const standing = 'missing' in duty ? [] : [duty.place.id]
  const ids = [...new Set([...standing, ...open.map(({ placeId }) => placeId)])]
  const offers = (await c.select('place', { id: ids })).map(({ id, name }) => ({ id, label: name }))
  const sought = soughtOf(offers, c.input, ({ id, label }) => ({ value: id, words: [label] }))
  c.answer({ total: sought.length })
  return sought
}

/** The statement to report: of today, or of a day before whose statement is open. */
async function toReport(c: Call<'cash_statistics/theReport'>): Promise<Row<'cashStatistics'>> {
  const { accountDate, placeId } = c.input
  const today = midnightOf(c.now, c.model.app.timezone)
  const duty = await onDuty(c, placeId)
  const of = { accountDate, placeId: duty.place.id, cashierId: duty.cashier.id }
  const [known] = await c.select('cashStatistics', of, { limit: 1, lock: true })
  if (isReported(known)) c.refuse('accountDate', REPORTED)
  if (known) return known
  if (accountDate < today) c.refuse('accountDate', { zh: '该日没有日结单', en: 'There is no statement of this day' })
  // A day without money is reported where the shift began, not for a till where the cashier never stood.
  if (duty.place.id !== duty.cashier.currentPlaceId)
    c.refuse('placeId', { zh: '您当日未在该收银点收款', en: 'You took no money at this cash point that day' })
  return c.insert('cashStatistics', of)
}

/** What each note and coin of a count is worth, in cents. */
const PIECES = { n100: 10_000, n50: 5000, n20: 2000, n10: 1000, n5: 500, n1: 100, c5: 50, c1: 10 } as const

/** The cash that was counted; a count by pieces comes to the same. */
function countedCash(c: Call<'cash_statistics/theReport'>): Cents {
  const { cashInHand, cashCount } = c.input
  const pieces = Object.entries(PIECES) as [keyof typeof PIECES, Cents][]
  const counted = sum(pieces.map(([name, worth]) => (cashCount?.[name] ?? 0) * worth))
  if (counted > 0 && counted !== cashInHand)
    c.refuse('cashInHand', {
      zh: `点数合计 ${formatMoney(counted / 100)}，与实点现金不符`,
      en: `The pieces counted come to ${formatMoney(counted / 100)}`,
    })
  return cashInHand
}

const REPORTED = { zh: '该日已上报', en: 'This day is reported already' }

const isReported = (statement: Row<'cashStatistics'> | undefined): boolean =>
  statement !== undefined && statement.status !== 'open'

/** What a report would say as it is typed so far: the cash taken that day at that place, and by how much the count differs. */
const foresee: Handler<'cash_statistics/foresee'> = async (c) => {
  const { accountDate, placeId, openingFloat, cashInHand } = c.input
  const duty = await dutyNow(c)
  if ('missing' in duty || !accountDate || !placeId) return {}
  const drawer = await drawerOf(c, { accountDate, placeId, cashierId: duty.cashier.id })
  const { cashTaken } = drawer
  const float = openingFloat ?? drawer.openingFloat
  const cashDue = float + cashTaken
  const isCounted = cashInHand !== null && cashInHand !== undefined
  return {
    ...{ cashTaken, cashDue, openingFloat: float, confirmRemark: drawer.known?.confirmRemark },
    ...(isReported(drawer.known) ? { hint: REPORTED[c.actor.lang] } : {}),
    ...(isCounted ? { difference: cashInHand - cashDue } : {}),
  }
}

/** The cashier closes the day: figures stand, counted cash is held against the float and what came in. */
const theReport: Handler<'cash_statistics/theReport'> = async (c) => {
  const { cashCount, remark } = c.input
  const cashInHand = countedCash(c)
  const statement = await toReport(c)
  const openingFloat = c.input.openingFloat ?? statement.openingFloat ?? 0
  const lines = await linesIn(c, statement)
  const cashDue = openingFloat + cashOf(lines)
  const difference = cashInHand - cashDue
  if (difference !== 0 && !remark)
    c.refuse('remark', {
      zh: `实点现金与账面相差 ${formatMoney(difference / 100)}，请说明原因`,
      en: `The cash counted differs by ${formatMoney(difference / 100)}; say why`,
    })
  const drawer = { openingFloat, cashDue, cashCount: cashCount ?? null, cashInHand, difference }
  const values = { ...figuresOf(lines), ...drawer, ...(remark ? { remark } : {}) }
  const reported = await c.move('cashStatistics', statement, 'report', values)
  return { id: reported.id, difference }
}

/** Finance confirms what was reported, or gives it back to be put right. */
const confirm: Handler<'cash_statistics/confirm'> = async (c) => {
  const { remark } = c.input
  const cashier = await c.mustRef(c.row, 'cashier')
  if (cashier.employeeId === c.actor.employeeId)
    c.refuse(undefined, { zh: '不能审核自己的日结单', en: 'Not your own statement' })
  const said = remark ? { confirmRemark: remark } : {}
  if (!c.input.return) {
    await c.move('cashStatistics', c.row, 'approve', said)
    return undefined
  }
  if (!remark) c.refuse('remark', { zh: '请填写退回原因', en: 'Say why it is given back' })
  // What was counted stays, to be put right; how far it was off is to be found anew.
  const { statementNo } = await c.move('cashStatistics', c.row, 'return', { ...said, difference: null })
  await c.notify(cashier.employeeId, {
    title: { zh: '日结单被退回', en: 'Statement given back' },
    content: { zh: `${statementNo}${remark ? `：${remark}` : ''}`, en: `${statementNo}${remark ? `: ${remark}` : ''}` },
    sourceType: 'cash',
    source: { keyword: statementNo },
  })
  return undefined
}

export const handlers: Handlers = {
  'cash_statistics/places': places,
  'cash_statistics/theReport': theReport,
  'cash_statistics/today': today,
  'cash_statistics/foresee': foresee,
  'cash_statistics/confirm': confirm,
  'cash_statistics/openDay': openDay,
}
