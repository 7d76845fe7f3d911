/** Payment codes: the customer scans one and pays, and the bill is paid as by any payment. */
import { randomInt } from 'node:crypto'
import { formatMoney } from '../../../model/format.ts'
import type { Cents } from '../../../model/units.ts'
import type { Answers } from '../../../generated/calls.ts'
import { Span, type CallContext, type Handler, type Handlers, type Row } from '../../platform/call.ts'
import { LOT } from '../../platform/lot.ts'
import { ProviderSilent, providerOf, type CodeState, type PaymentProvider } from './provider.ts'

type Code = Row<'payCode'>

const SECONDS = 300
const DIGITS = 12
const SILENT = { zh: '支付服务没有应答，请稍后再试', en: 'The payment service does not answer; try again in a moment' }

/** What the provider answers; a provider that is silent is a refusal. */
async function told<T>(c: CallContext, ask: (provider: PaymentProvider) => Promise<T>): Promise<T> {
  try {
    return await ask(providerOf())
  } catch (error) {
    if (error instanceof ProviderSilent) return c.refuse(undefined, SILENT)
    throw error
  }
}

/** A code under which so much of these bills can be paid for five minutes; the codes they had before end. */
export async function openCode(
  c: CallContext,
  bills: readonly Row<'bill'>[],
  amount: Cents,
): Promise<Answers['bill/getCode']> {
  const { byHand } = providerOf()
  await closeCodes(c, bills)
  const code = Array.from({ length: DIGITS }, () => randomInt(10)).join('')
  const title = bills.map((bill) => bill.title).join('、')
  const address = await told(c, (provider) => provider.open({ code, amount, title, seconds: SECONDS }))
  const made = await c.insert('payCode', {
    code,
    billIds: bills.map((bill) => bill.id),
    amount,
    expireTime: c.now + SECONDS * 1000,
  })
  for (const bill of bills) await c.update('bill', bill, { payCode: code })
  return { payCode: code, expireSeconds: SECONDS, codeId: made.id, amount, address, byHand }
}

/** Ends the codes of bills that are about to be paid otherwise, or to be void. One that somebody paid stands. */
export async function closeCodes(c: CallContext, bills: readonly Row<'bill'>[]): Promise<void> {
  const numbers = [...new Set(bills.flatMap(({ payCode }) => payCode ?? []))]
  if (numbers.length === 0) return
  for (const code of await c.select('payCode', { code: numbers, status: 'waiting' }, { lock: true })) {
    const { paid } = await told(c, (provider) => provider.close(code.code ?? ''))
    if (paid)
      c.refuse('billIds', {
        zh: `收款码 ${code.code} 刚刚已支付，请等待入账`,
        en: `Payment code ${code.code} was just paid; wait until it is booked`,
      })
    await c.move('payCode', code, 'cancel')
  }
}

interface Way {
  payMethodId: number
  tradeNo?: string | null
}

/** Pays the bills of a code as any payment does, for the person at the till. */
async function book(c: CallContext, code: Code, way: Way): Promise<Standing> {
  const settled = await c.move('payCode', code, 'settle')
  await c.call('cashRegister/pay', {
    billIds: code.billIds,
    methods: [{ ...way, amount: yuan(code.amount) }],
    requestNo: `code-${code.code}`,
  })
  const [record] = await c.select('cashRecord', { billId: code.billIds }, { sort: ['-id'], limit: 1 })
  return standing(c, await c.update('payCode', settled, { payRecordId: record?.payDetailId }))
}

const yuan = (cents: Cents): number => cents / 100

/** Books what the provider says was paid. */
async function bookFound(c: CallContext, code: Code, found: Extract<CodeState, { paid: true }>): Promise<Standing> {
  const [way] = await c.select('payMethod', { code: found.way, status: 'enabled' }, { limit: 1 })
  if (!way)
    return c.refuse(undefined, { zh: `没有支付方式 ${found.way}`, en: `There is no way of paying ${found.way}` })
  return book(c, code, { payMethodId: way.id, tradeNo: found.tradeNo })
}

type Standing = Answers['payCode/state']

/** What the till is told of a code. */
async function standing(c: CallContext, code: Code): Promise<Standing> {
  const payment = await c.ref(code, 'payRecord')
  const left = code.status === 'waiting' ? Math.ceil(((code.expireTime ?? 0) - c.now) / 1000) : 0
  return {
    paid: code.status === 'paid',
    secondsLeft: Math.max(0, left),
    payRecordId: payment?.id,
    payNo: payment?.payNo,
  }
}

/** What became of a code; what was paid meanwhile is booked, what ran out is closed. */
const state: Handler<'payCode/state'> = async (c) => {
  const code = c.row
  if (code.status !== 'waiting') return standing(c, code)
  const over = (code.expireTime ?? 0) <= c.now
  const found = await told(c, (provider) => provider[over ? 'close' : 'ask'](code.code ?? ''))
  if (found.paid) return bookFound(c, code, found)
  return standing(c, over ? await c.move('payCode', code, 'expire') : code)
}

/** Nobody can pay it any more; what was paid already is booked. */
const cancel: Handler<'payCode/cancel'> = async (c) => {
  const code = c.row
  if (code.status !== 'waiting') return standing(c, code)
  const found = await told(c, (provider) => provider.close(code.code ?? ''))
  return found.paid ? bookFound(c, code, found) : standing(c, await c.move('payCode', code, 'cancel'))
}

/** A person says that the money came; only where the provider cannot know. */
const paid: Handler<'payCode/paid'> = async (c) => {
  if (!providerOf().byHand)
    c.refuse(undefined, { zh: '由支付服务确认，不能人工确认', en: 'The payment service says whether it was paid' })
  const { payMethodId, tradeNo } = c.input
  return book(c, c.row, { payMethodId, tradeNo })
}

/** So many silences one after the other, and the provider is asked no more in this call. */
const SILENCES = 3

/**
 * Codes that ran out while nobody was at the till. What somebody paid is told to the cashier, who takes it as a payment.
 * A code of which the provider says nothing waits for the next night, and holds up no other.
 */
const expire: Handler<'payCode/expire'> = async (c) => {
  let [count, silences] = [0, 0]
  for (const code of await lapsed(c)) {
    const found = await answered(code)
    silences = found ? 0 : silences + 1
    if (silences === SILENCES) break
    if (!found) continue
    await c.move('payCode', code, found.paid ? 'settle' : 'expire')
    if (found.paid) await tellUnbooked(c, code, found.tradeNo)
    count += 1
  }
  return { count }
}

/** The codes that ran out last, the last one first; locked in the order of their ids. */
async function lapsed(c: CallContext): Promise<Code[]> {
  const over = { status: 'waiting', expireTime: new Span(undefined, c.now) } as const
  const some = await c.select('payCode', over, { limit: LOT, sort: ['-expireTime'] })
  const codes = await c.select('payCode', { ...over, id: some.map(({ id }) => id) }, { lock: true })
  return codes.sort((a, b) => (b.expireTime ?? 0) - (a.expireTime ?? 0))
}

/** What became of a code that ran out; nothing where the provider is silent. */
async function answered({ code }: Code): Promise<CodeState | undefined> {
  try {
    return await providerOf().close(code ?? '')
  } catch (error) {
    if (error instanceof ProviderSilent) return undefined
    throw error
  }
}

async function tellUnbooked(c: CallContext, code: Code, tradeNo: string): Promise<void> {
  const [bill] = await c.select('bill', { id: code.billIds }, { limit: 1 })
  if (!bill || !code.createBy) return
  const amount = formatMoney(yuan(code.amount))
  await c.notify(code.createBy, {
    title: { zh: '收款码已支付，尚未入账', en: 'A payment code was paid and is not booked' },
    content: {
      zh: `账单 ${bill.billNo} 的收款码已支付 ${amount}（流水号 ${tradeNo}），请到收银台收款登记`,
      en: `${amount} of bill ${bill.billNo} was paid by code (reference ${tradeNo}); book it at the register station`,
    },
    sourceType: 'cash',
    source: { keyword: bill.billNo },
  })
}

export const handlers: Handlers = {
  'payCode/state': state,
  'payCode/cancel': cancel,
  'payCode/paid': paid,
  'payCode/expire': expire,
}
