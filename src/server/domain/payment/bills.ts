/** The bills of a payment: open, and of one payer; what the cashier may not see, there is not. */
import { dayText, timeText } from '../../../model/zone.ts'
import { formatMoney } from '../../../model/format.ts'
import type { Text } from '../../../model/model.ts'
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { sum } from '../cash/cents.ts'
import { ENDS, isEnding } from '../cash/ending.ts'
import { refuseState } from '../../platform/refusals.ts'

type Bill = Row<'bill'>

const OPEN: readonly Bill['billStatus'][] = ['unpaid', 'part']

/** The bills to be paid, locked in the order of their ids so that two desks never wait for each other. */
export async function billsOf(c: CallContext, ids: readonly number[]): Promise<Bill[]> {
  const bills = await c.mustAll('bill', ids, 'billIds')
  await refuseClosed(
    c,
    bills.find(({ billStatus }) => !OPEN.includes(billStatus)),
  )
  refuseStrangers(c, bills)
  for (const { orderId } of bills) if (orderId && (await isEnding(c, orderId))) c.refuse('billIds', ENDS)
  return bills
}

/**
 * Who took the money of a bill that is paid, and when; of one that is paid in part, if that was the last that happened to
 * it. Nothing where no money was taken.
 */
async function takenText(c: CallContext, bill: Bill): Promise<Text | undefined> {
  const { billStatus } = bill
  const isPaid = billStatus === 'paid' || billStatus === 'part'
  const records = isPaid ? await c.select('cashRecord', { billId: bill.id, direction: 'in' }) : []
  const last = records.at(-1)
  if (!last || (billStatus === 'part' && last.createTime < bill.updateTime)) return undefined
  const amount = formatMoney(
    sum(records.filter((one) => one.payDetailId === last.payDetailId).map((one) => one.amount)) / 100,
  )
  const { timezone } = c.model.app
  const day = dayText(last.createTime, timezone)
  const at = `${day === dayText(c.now, timezone) ? '' : `${day} `}${timeText(last.createTime, timezone)}`
  const cashier = await c.ref(last, 'cashier')
  const who = (cashier && (await c.ref(cashier, 'employee'))?.realName) ?? ''
  const due = formatMoney(bill.dueAmount / 100)
  if (billStatus === 'part')
    return {
      zh: `${bill.billNo} 已由 ${who} 收款 ${amount}（${at}），还剩 ${due}`,
      en: `${who} took ${amount} of ${bill.billNo} (${at}): ${due} is left`,
    }
  return {
    zh: `${bill.billNo} 已由 ${who} 收款 ${amount}（${at}）`,
    en: `${bill.billNo} is paid: ${who} took ${amount} (${at})`,
  }
}

async function refuseClosed(c: CallContext, bill: Bill | undefined): Promise<void> {
  if (!bill) return
  const taken = await takenText(c, bill)
  if (taken) c.refuse('billIds', taken)
  refuseState(c, 'billIds')
}

/** What became of bills that stand or stood at a till: who was paid, for those that were, all or in part. */
const became: Handler<'bill/became'> = async (c) => {
  const bills = await c.select('bill', { id: c.input.billIds }, { seen: true })
  const texts: string[] = []
  for (const bill of bills) {
    const taken = await takenText(c, bill)
    if (taken) texts.push(taken[c.actor.lang])
  }
  return { say: texts.join(c.actor.lang === 'zh' ? '；' : '; ') }
}

/** Whether two bills are of one payer: the first thing that both say of theirs decides; bills that say nothing are. */
function samePayer(a: Bill, b: Bill): boolean {
  const said = ({ customerId, mobile, customerName }: Bill) =>
    [customerId, mobile, customerName].map((one) => one || null)
  const others = said(b)
  const both = said(a).findIndex((one, at) => one !== null && others[at] !== null)
  if (both >= 0) return said(a)[both] === others[both]
  return [...said(a), ...others].every((one) => one === null)
}

/** One payment has one payer: two customers pay one after the other. */
function refuseStrangers(c: CallContext, [first, ...others]: readonly Bill[]): void {
  const other = first && others.find((bill) => !samePayer(first, bill))
  if (!other) return
  const nobody = { zh: '未登记付款人', en: 'nobody named' }
  const name = (bill: Bill, lang: 'zh' | 'en'): string => bill.customerName || nobody[lang]
  c.refuse('billIds', {
    zh: `${first.billNo}（${name(first, 'zh')}）与 ${other.billNo}（${name(other, 'zh')}）不是同一付款人，请分开收款`,
    en: `${first.billNo} (${name(first, 'en')}) and ${other.billNo} (${name(other, 'en')}) are not of one payer; take them one after the other`,
  })
}

export const handlers: Handlers = { 'bill/became': became }
