/** What the load asks, request by request. Both servers are asked the same questions. */
import { DICT } from '../../src/generated/dictionaries.ts'
import type { Requests } from '../../src/generated/wire.ts'
import type { Span } from './product.ts'

type Report = 'cashRecord/byDay' | 'cashRecord/byMethod' | 'cashRecord/byType'
type Tasks =
  | 'workTaskRevision/countQuery'
  | 'taskStats/byDay'
  | 'taskStats/byState'
  | 'taskStats/reworked'
  | 'order/leadTime'

/** Questions, each with the calls that are asked it. */
export interface Asked {
  list: 'customer/query'
  page: 'customer/query'
  screen: 'customer/query'
  detail: 'customer/detail'
  add: 'customer/add'
  name: 'customer/query'
  'rare name': 'customer/query'
  phone: 'customer/query'
  'orders of a month': 'order/query'
  'orders of all time': 'order/query'
  'report of a month': Report
  'report of all time': Report
  'tasks of a month': Tasks
  'tasks of all time': Tasks
  pay: 'cashRegister/pay'
  pick: 'photo/pickForProduct'
}
export type Question = keyof Asked

/** The payload of one request; `who`: the how manieth of those who ask at once. */
type Ask<P extends keyof Requests> = (span: Span, who?: number) => Requests[P]

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

const KINDS = Object.values(DICT.business_type)

/** Five filters of the order list, and what its screen asks besides. The prices differ each time, so that nothing is answered from memory. */
function orders({ people }: Span): Requests['order/query'] {
  const { orgId, realName } = people[below(people.length)] ?? {}
  return {
    pageNO: 1,
    pageRows: 20,
    orgId,
    nameOrTel: realName,
    businessType: KINDS[below(KINDS.length)],
    priceMin: 1000 + below(1000),
    priceMax: 15_000 + below(1000),
    payment: DICT.order_payment.clear,
    counts: 'orderStatus',
    totals: { payableAmount: 'sum', paidAmount: 'sum', dueAmount: 'sum' },
    quick: 1,
  }
}

/** Midnights of the zone of the demo. */
const midnight = (at: number): number => Math.floor((at + 8 * 3_600_000) / DAY_MS) * DAY_MS - 8 * 3_600_000

let paid = 0

/** What remains of a bill that nobody else pays: a part from the balance, the rest in cash. */
function payment({ firstId, places, ways }: Span): Requests['cashRegister/pay'] {
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

/** Selections of the bench and their photos: those of selector n are the n-th so many. */
export const FIRST_FILM = 8_000_000_000
export const PHOTOS = 120
const WORDS = Object.values(DICT.pick_type)

/** A word about some photo of one's own selection. */
const pick: Ask<'photo/pickForProduct'> = (_span, who = 0) => ({
  selectedFilmId: FIRST_FILM + 1 + who,
  photoId: FIRST_FILM + 1 + who * PHOTOS + below(PHOTOS),
  pickType: WORDS[below(WORDS.length)],
})

export const QUESTIONS: { [Q in Question]: Ask<Asked[Q]> } = {
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
  pick,
  detail: (span) => ({ id: span.firstId + below(span.lastId - span.firstId) }),
  add: () => ({ realName: '张三', mobile: String(mobile++) }),
  name: (span) => ({ pageNO: 1, pageRows: 20, nameOrTel: '王伟', createTime: everything(span) }),
  'rare name': (span) => ({ pageNO: 1, pageRows: 20, nameOrTel: '樊璇', createTime: everything(span) }),
  phone: (span) => ({ pageNO: 1, pageRows: 20, nameOrTel: String(1000 + below(9000)), createTime: everything(span) }),
}
