/** Payments through the whole HTTP stack, as a share of a bare handler with the same SQL. */
import { encodeParameter } from '../../../src/server/db/parameters.ts'
import { serveBare, type BareCall, type BareStatement } from '../bare.ts'
import { FIRST } from '../bills.ts'
import { share, type Job, type LoadProcess } from '../load.ts'
import { CONNECTIONS, type Product, type Span } from '../product.ts'
import { QUESTIONS } from '../questions.ts'
import { median, quantile, type Section } from '../report.ts'

const BILLS = 40_000
const BUSY = 16
const ROUNDS = 5
/** As of adding a record: checks, rights and the making of rows against SQL that somebody else has thought out. */
const GOAL = 0.35
/** Bills that are paid while the statements are written down. */
const ASIDE = 1000
const PATH = 'cashRegister/pay'

export async function payPart(product: Product, load: LoadProcess): Promise<Section> {
  const { cashiers, ...span } = await product.fillBills(BILLS)
  const served = await product.serve()
  const tokens = await Promise.all(cashiers.map((mobile) => product.signIn(served, mobile)))
  const recorded = await tills(product, tokens, span)
  const bare = await serveBare(product.url, { '/pay': bareCall(recorded) }, CONNECTIONS)
  try {
    const job: Job = {
      port: served.port,
      paths: [`/api/${PATH}.json`],
      tokens,
      question: 'pay',
      span: { ...span, firstId: span.firstId + ASIDE },
      connections: BUSY,
      warm: 500,
      ms: 1500,
    }
    await load.run({ ...job, warm: 1500, ms: 1 })
    const found = await share(load, job, { ...job, port: bare.port, paths: ['/pay'] }, ROUNDS)
    const within = recorded[0]?.said.filter((one) => one.within).length ?? 0
    return {
      title: `Payments, ${BUSY} connections, ${recorded.length} tills open: share of a bare node:http + pg handler with the same SQL`,
      figures: [
        {
          label: 'pay',
          value: found.share,
          unit: '',
          goal: GOAL,
          more: true,
          note: `${Math.round(found.ours)} of ${Math.round(found.bare)} payments/s; p50 ${median(found.times).toFixed(1)} ms, p99 ${quantile(found.times, 0.99).toFixed(1)} ms; ${within} statements in the transaction`,
        },
      ],
    }
  } finally {
    await bare.close()
    await served.close()
  }
}

interface Recorded {
  asked: Record<string, unknown>
  said: BareStatement[]
}

/** What is said for one payment, once for each cashier at each place: each till has a statement of the day of its own. */
async function tills(product: Product, tokens: readonly string[], span: Span): Promise<Recorded[]> {
  const zone = product.model.app.timezone
  const found: Recorded[] = []
  let first = span.firstId
  for (const token of tokens)
    for (const place of span.places) {
      const ask = (): Record<string, unknown> => QUESTIONS.pay({ ...span, places: [place], firstId: first++ })
      const { asked, said } = await product.statementsOf(token, PATH, ask)
      const encoded = said.map((one) => ({
        ...one,
        parameters: one.parameters.map((value) => encodeParameter(value, zone)),
      }))
      found.push({ asked, said: encoded })
    }
  return found
}

const numberOf = ({ billIds }: Record<string, unknown>): number => Number((billIds as number[])[0]) - FIRST.bill

/** The recorded statements of the tills in turn, with the bill, order, customer, account and number of each request put in. */
function bareCall(recorded: readonly Recorded[]): BareCall {
  let turn = 0
  return {
    statements: (data) => {
      const { asked, said } = recorded[turn++ % recorded.length] as Recorded
      const [from, to] = [numberOf(asked), numberOf(data)]
      const names = Object.values(FIRST).map((first) => [String(first + from), String(first + to)] as const)
      const changes = [...names, [String(asked.requestNo), String(data.requestNo)] as const]
      const put = (value: unknown): unknown =>
        changes.reduce<unknown>(
          (one, [old, now]) => (typeof one === 'string' && one.includes(old) ? one.replaceAll(old, now) : one),
          value,
        )
      return said.map((one) => ({ ...one, parameters: one.parameters.map(put) }))
    },
  }
}
