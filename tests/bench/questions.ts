/** What the load asks, request by request. Both servers are asked the same questions. */
import type { Span } from './product.ts'

export type Question = 'list' | 'page' | 'screen' | 'detail' | 'add' | 'name' | 'rare name' | 'phone'

/** The payload of one request. */
export type Ask = (span: Span) => Record<string, unknown>

const below = (most: number): number => Math.floor(Math.random() * most)
/** How wide a list of about 150 rows is. */
const SPAN_MS = 75 * 60_000

let mobile = 15_000_000_000 + below(900_000_000)

/** A bound before all rows that is never the same: counts of equal questions are kept for a second, these are counted each time. */
const everything = (span: Span): [number, null] => [span.from - 1 - below(1e9), null]

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
  }),
  detail: (span) => ({ id: span.firstId + below(span.lastId - span.firstId) }),
  add: () => ({ realName: '张三', mobile: String(mobile++) }),
  name: (span) => ({ pageNO: 1, pageRows: 20, nameOrTel: '王伟', createTime: everything(span) }),
  'rare name': (span) => ({ pageNO: 1, pageRows: 20, nameOrTel: '樊璇', createTime: everything(span) }),
  phone: (span) => ({ pageNO: 1, pageRows: 20, nameOrTel: String(1000 + below(9000)), createTime: everything(span) }),
}
