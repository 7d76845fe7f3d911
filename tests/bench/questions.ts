/** What the load asks, request by request. Both servers are asked the same questions. */
import type { Span } from './product.ts'

export type Question =
  | 'list'
  | 'page'
  | 'screen'
  | 'detail'
  | 'add'
  | 'name'
  | 'rare name'
  | 'phone'
  | 'orders of a month'
  | 'orders of all time'
  | 'report of a month'
  | 'report of all time'
  | 'tasks of a month'
  | 'tasks of all time'
  | 'pay'

/** The payload of one request. */
export type Ask = (span: Span) => Record<string, unknown>

const below = (most: number): number => Math.floor(Math.random() * most)
/** How wide a list of about 150 rows is. */
const SPAN_MS = 75 * 60_000

let mobile = 15_000_000_000 + below(900_000_000)

/** A bound before all rows that is never the same: counts of equal questions are kept for a second, these are counted each time. */
const everything = (span: Span): [number, null] => [span.from - 1 - below(1e9), null]

const DAY_MS = 86_400_000
const MONTH_MS = 30 * DAY_MS

/** A month somewhere in the span. */
function month({ from, to }: Span): [number, number] {
  const start = from + below(Math.max(to - from - MONTH_MS, 1))
  return [start, start + MONTH_MS]
}

/** Five filters of the order list, and what its screen asks besides. The prices differ each time, so that nothing is answered from memory. */
function orders({ people }: Span): Record<string, unknown> {
  const { orgId, realName } = people[below(people.length)] ?? {}
  return {
    pageNO: 1,
    pageRows: 20,
    orgId,
    nameOrTel: realName,
    businessType: 1 + below(3),
    priceMin: 1000 + below(1000),
    priceMax: 15_000 + below(1000),
    payment: 'clear',
    counts: 'orderStatus',
    totals: { payableAmount: 'sum', paidAmount: 'sum', dueAmount: 'sum' },
    quick: 1,
  }
}

/** Midnights of the zone of the demo. */
const midnight = (at: number): number => Math.floor((at + 8 * 3_600_000) / DAY_MS) * DAY_MS - 8 * 3_600_000

let paid = 0

/** What remains of a bill that nobody else pays: a part from the balance, the rest in cash. */
function payment({ firstId, places, ways }: Span): Record<string, unknown> {
  const bill = firstId + paid++
  return {
    billIds: [bill],
    placeId: places[below(places.length)],
    methods: [
      { payMethodId: ways.balance, amount: 500 },
      { payMethodId: ways.cash, amount: 2200 },
    ],
    requestNo: `bench-${bill}-${below(1e9)}`,
  }
}

export const QUESTIONS: Record<Question, Ask> = {
  list: (span) => {
    const from = span.from + below(span.to - span.from - SPAN_MS)
    return { pageNO: 1, pageRows: 20, createTime: [from, from + SPAN_MS] }
  },
  page: (span) => ({ pageNO: 1, pageRows: 20, createTime: everything(span) }),
  screen: (span) => ({
    pageNO: 1,
    pageRows: 20,
    createTime: everything(span),
    counts: 'status',
    totals: { accountBalance: 'sum', consumeAmount: 'sum' },
    quick: 1,
  }),
  'orders of a month': (span) => ({ ...orders(span), createTime: month(span) }),
  'orders of all time': (span) => ({ ...orders(span), cityCode: span.cities[below(span.cities.length)] }),
  'report of a month': (span) => ({ accountDate: month(span).map(midnight) }),
  'report of all time': (span) => ({ accountDate: [midnight(span.from) - DAY_MS * (1 + below(1000)), null] }),
  'tasks of a month': (span) => ({ createTime: month(span) }),
  'tasks of all time': (span) => ({ createTime: everything(span) }),
  pay: payment,
  detail: (span) => ({ id: span.firstId + below(span.lastId - span.firstId) }),
  add: () => ({ realName: '张三', mobile: String(mobile++) }),
  name: (span) => ({ pageNO: 1, pageRows: 20, nameOrTel: '王伟', createTime: everything(span) }),
  'rare name': (span) => ({ pageNO: 1, pageRows: 20, nameOrTel: '樊璇', createTime: everything(span) }),
  phone: (span) => ({ pageNO: 1, pageRows: 20, nameOrTel: String(1000 + below(9000)), createTime: everything(span) }),
}
