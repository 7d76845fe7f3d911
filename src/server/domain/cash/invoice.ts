/** Invoices (rules 2.16, I-13): they stand for money that came in and did not go back; what is voided is kept. */
import type { Cents } from '../../../model/units.ts'
import type { Call, CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { mustBePositive } from '../../platform/refusals.ts'
import { sum, yuan } from './cents.ts'

type Invoice = Row<'invoice'>
type CashRecord = Row<'cashRecord'>

/** Payments that hang together by the orders they were made for, or as recharges of one customer, with what came of them and what stands for it. */
interface Account {
  payments: number[]
  /** Records by ways that count as income. */
  income: CashRecord[]
  /** Invoices that stand. */
  invoices: Invoice[]
  /** What no invoice stands for. */
  left: Cents
}

const isStanding = ({ invoiceStatus }: Invoice): boolean => invoiceStatus !== 'void'
const amountsOf = (invoices: readonly Invoice[]): Cents => sum(invoices.map(({ amount }) => amount))
const net = (records: readonly CashRecord[]): Cents => sum(records.map(({ signed }) => signed))

/** What an account begins with. `rechargedBy`: customers whose recharges are meant. */
interface Start {
  orderIds?: number[]
  payRecordIds?: number[]
  rechargedBy?: number[]
}

/** The ways of the company that are balances of customers. */
const balanceWays = async (c: CallContext): Promise<number[]> =>
  (await c.select('payMethod', { kind: 'accountBalance' })).map(({ id }) => id)

/** What went from orders to balances beyond what had come from them: it left the orders, and belongs to the accounts. */
function goneToBalance(records: readonly CashRecord[], ways: readonly number[]): Cents {
  const orders = new Map<number, Cents>()
  for (const { orderId, payMethodId, signed } of records)
    if (orderId && ways.includes(payMethodId)) orders.set(orderId, (orders.get(orderId) ?? 0) + signed)
  return sum([...orders.values()].map((one) => Math.max(-one, 0)))
}

/** Records of a recharge, and of what went back of one: a refund without an order. */
const ofRecharge = ({ billType, orderId }: CashRecord): boolean =>
  billType === 'recharge' || (billType === 'refund' && orderId === null)

/**
 * Everything that hangs together with an order or a payment: one payment may be for several orders, one order have
 * several. What was charged to an account goes back of all of its recharges, so these hang together too.
 */
async function accountOf(c: CallContext, of: Start): Promise<Account> {
  const orders = new Set(of.orderIds)
  const payments = new Set(of.payRecordIds)
  const chargers = new Set(of.rechargedBy)
  const records = new Map<number, CashRecord>()
  const size = (): number => orders.size + payments.size + chargers.size
  for (let known = -1; known < size();) {
    known = size()
    for (const record of [
      ...(await c.select('cashRecord', { orderId: [...orders] })),
      ...(await c.select('cashRecord', { payDetailId: [...payments] })),
      ...(await c.select('cashRecord', { customerId: [...chargers], billType: ['recharge', 'refund'] })).filter(
        ofRecharge,
      ),
    ]) {
      records.set(record.id, record)
      if (record.orderId) orders.add(record.orderId)
      if (record.payDetailId) payments.add(record.payDetailId)
      if (record.customerId && ofRecharge(record)) chargers.add(record.customerId)
    }
  }
  for (const record of await c.select('cashRecord', { reverseOf: [...records.keys()] })) records.set(record.id, record)
  const ways = new Set((await c.select('payMethod', { isIncome: true })).map(({ id }) => id))
  const income = [...records.values()].filter((record) => ways.has(record.payMethodId))
  const invoices = (await c.select('invoice', { payRecordId: [...payments] })).filter(isStanding)
  const balances = await balanceWays(c)
  const gone = goneToBalance([...records.values()], balances)
  const came = goneToBalance(
    await c.select('cashRecord', { customerId: [...chargers], payMethodId: balances }),
    balances,
  )
  return { payments: [...payments], income, invoices, left: net(income) - gone + came - amountsOf(invoices) }
}

/** What may still be invoiced of a payment: its own money, as far as it is not needed for what went back of its orders. */
function leftOf({ income, invoices, left }: Account, payRecordId: number): Cents {
  const own = income.filter((record) => record.payDetailId === payRecordId)
  const ids = new Set(own.map(({ id }) => id))
  const undone = income.filter(({ reverseOf }) => reverseOf && ids.has(reverseOf))
  const mine = net(own) + net(undone) - amountsOf(invoices.filter((one) => one.payRecordId === payRecordId))
  return Math.max(Math.min(mine, left), 0)
}

/** Keeps on each payment what may still be invoiced of it. */
async function tellLeft(c: CallContext, account: Account): Promise<void> {
  for (const payment of await c.select('payRecord', { id: account.payments })) {
    const leftAmount = leftOf(account, payment.id)
    if (payment.leftAmount !== leftAmount) await c.update('payRecord', payment, { leftAmount })
  }
}

/** After money was written down: what went out, or was undone, is not there to be invoiced. */
export async function tellInvoiceable(c: CallContext, records: readonly CashRecord[]): Promise<void> {
  const orderIds = [...new Set(records.flatMap(({ orderId }) => orderId ?? []))]
  const goes = ({ amount, direction }: CashRecord) => amount < 0 || direction === 'out'
  const rechargedBy = records.filter(ofRecharge).flatMap(({ customerId }) => customerId ?? [])
  const went =
    records.some(goes) ||
    (await c.exists('cashRecord', { orderId: orderIds, direction: 'out' })) ||
    (rechargedBy.length > 0 &&
      (await c.exists('cashRecord', { customerId: rechargedBy, orderId: null, direction: 'out' })))
  if (!went) return
  const undone = await c.select('cashRecord', { id: records.flatMap(({ reverseOf }) => reverseOf ?? []) })
  const payRecordIds = [...records, ...undone].flatMap(({ payDetailId }) => payDetailId ?? [])
  await tellLeft(c, await accountOf(c, { orderIds, payRecordIds, rechargedBy }))
}

/** Nobody else issues an invoice, or pays out, for these orders meanwhile. */
const lockOrders = async (c: CallContext, orderIds: readonly number[]): Promise<unknown> =>
  c.select('order', { id: [...new Set(orderIds)] }, { lock: true })

/** Refuses what would leave invoices for more than there is. */
function refuseInvoiced(c: CallContext, invoices: readonly Invoice[]): never {
  const [numbers, all] = [invoices.map(({ invoiceNo }) => invoiceNo), yuan(amountsOf(invoices))]
  return c.refuse(undefined, {
    zh: `发票 ${numbers.join('、')} 已开 ${all}，请先作废发票`,
    en:
      numbers.length > 1
        ? `Invoices ${numbers.join(', ')} stand for ${all}; void them first`
        : `Invoice ${numbers.join(', ')} stands for ${all}; void it first`,
  })
}

/**
 * Refuses to pay out money of an order, or of the recharges of a customer, for which invoices stand. `leaving`: what goes
 * out by ways that count as income, and what goes from the order to a balance. It is asked before the records of the
 * payout are written.
 */
export async function mustAllowBack(
  c: CallContext,
  { orderId, customerId }: Row<'refund'>,
  leaving: Cents,
): Promise<void> {
  if (leaving <= 0) return
  await lockOrders(c, orderId ? [orderId] : [])
  const { invoices, left } = await accountOf(c, orderId ? { orderIds: [orderId] } : { rechargedBy: [customerId] })
  if (invoices.length > 0 && leaving > left) refuseInvoiced(c, invoices)
}

/** Refuses to undo a record of money for which an invoice stands. */
export async function mustAllowUndoing(c: CallContext, record: CashRecord, way: Row<'payMethod'>): Promise<void> {
  const { payDetailId, orderId, amount } = record
  if (!payDetailId || !way.isIncome) return
  await lockOrders(c, orderId ? [orderId] : [])
  const account = await accountOf(c, { payRecordIds: [payDetailId] })
  const own = account.invoices.filter((one) => one.payRecordId === payDetailId)
  const invoices = own.length > 0 ? own : account.invoices
  if (invoices.length > 0 && amount > leftOf(account, payDetailId)) refuseInvoiced(c, invoices)
}

type Register = Call<'pay_record/invoiceRegister'>

const invoiceRegister: Handler<'pay_record/invoiceRegister'> = async (c) => {
  const payment = await c.must('payRecord', c.input.payRecordId, 'payRecordId')
  const records = await c.select('cashRecord', { payDetailId: payment.id })
  await lockOrders(
    c,
    records.flatMap(({ orderId }) => orderId ?? []),
  )
  const invoices = (await c.select('invoice', { payRecordId: payment.id }, { lock: true })).filter(isStanding)
  const id = await register(c, payment, invoices)
  await tellStatus(c, payment)
  await tellLeft(c, await accountOf(c, { payRecordIds: [payment.id] }))
  return { id }
}

async function register(c: Register, payment: Row<'payRecord'>, invoices: readonly Invoice[]): Promise<number> {
  switch (c.input.invoiceStatus) {
    case 'issuedButNotCollected':
      return issue(c, payment)
    case 'collected':
      return collect(
        c,
        meant(
          c,
          invoices.filter((one) => one.invoiceStatus === 'issuedButNotCollected'),
          { zh: '没有待领取的发票', en: 'No invoice waits to be collected' },
        ),
      )
    default:
      return voidInvoice(c, meant(c, invoices, { zh: '没有可作废的发票', en: 'There is no invoice to void' }))
  }
}

/** The invoice a call means: the one it names, else the only one that it may mean. */
function meant(c: Register, invoices: readonly Invoice[], none: { zh: string; en: string }): Invoice {
  const { invoiceId } = c.input
  const [invoice, other] = invoiceId ? invoices.filter((one) => one.id === invoiceId) : invoices
  if (!invoice) return c.refuse('invoiceId', none)
  return other ? c.refuse('invoiceId', { zh: '请选择发票', en: 'Choose the invoice' }) : invoice
}

const INVOICED = { issuedButNotCollected: 'issue', collected: 'collect', notCollected: 'voidInvoice' } as const

/** What a payment says of its invoices: that one waits, else that there are some, else that there is none. */
async function tellStatus(c: Register, payment: Row<'payRecord'>): Promise<void> {
  const left = (await c.select('invoice', { payRecordId: payment.id })).map((one) => one.invoiceStatus)
  const found = (['issuedButNotCollected', 'collected'] as const).find((status) => left.includes(status))
  const invoiceStatus = found ?? 'notCollected'
  if (payment.invoiceStatus !== invoiceStatus) await c.move('payRecord', payment, INVOICED[invoiceStatus])
}

async function issue(c: Register, payment: Row<'payRecord'>): Promise<number> {
  const { invoiceNo, title, taxNo } = c.input
  const amount = c.input.amount ?? 0
  if (!title) return c.refuse('title', { zh: '请填写发票抬头', en: 'To whom is it made out?' })
  if (!invoiceNo) c.refuse('invoiceNo', { zh: '请填写发票号', en: 'The number of the invoice is required' })
  mustBePositive(c, 'amount', amount)
  const left = leftOf(await accountOf(c, { payRecordIds: [payment.id] }), payment.id)
  if (amount > left)
    c.refuse('amount', {
      zh: `开票金额不能大于可开票金额 ${yuan(left)}（实收，不含券、余额和退款）`,
      en: `At most ${yuan(left)}: money that was taken and not given back, without coupons and balances`,
    })
  const made = await c.insert('invoice', {
    payRecordId: payment.id,
    invoiceNo,
    title,
    taxNo,
    amount,
    invoiceStatus: 'issuedButNotCollected',
    issueTime: c.now,
  })
  return made.id
}

async function collect(c: Register, invoice: Invoice): Promise<number> {
  const { collector } = c.input
  await c.update('invoice', invoice, { invoiceStatus: 'collected', collectTime: c.now, collector })
  return invoice.id
}

/** A voided invoice is kept: its number was given out. */
async function voidInvoice(c: Register, invoice: Invoice): Promise<number> {
  const { voidReason } = c.input
  if (!voidReason) c.refuse('voidReason', { zh: '请填写作废原因', en: 'Say why it is voided' })
  await c.update('invoice', invoice, {
    invoiceStatus: 'void',
    voidReason,
    voidTime: c.now,
    voidId: c.actor.employeeId,
  })
  return invoice.id
}

export const handlers: Handlers = { 'pay_record/invoiceRegister': invoiceRegister }
