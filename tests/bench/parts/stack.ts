/** List, detail and add through the whole HTTP stack, as a share of a bare handler with the same SQL. */
import { encodeParameter } from '../../../src/server/db/parameters.ts'
import { serveBare, type BareCall, type BareStatement } from '../bare.ts'
import { share, type Job, type LoadProcess } from '../load.ts'
import { CONNECTIONS, type Product } from '../product.ts'
import { QUESTIONS, type Asked } from '../questions.ts'
import { median, quantile, type Figure, type Section } from '../report.ts'

export const ROWS = 200_000
const BUSY = 16
const ROUNDS = 5
const GOALS = { list: 0.7, detail: 0.5, add: 0.35 } as const
type Kind = keyof typeof GOALS

const PATHS: { [K in Kind]: Asked[K] } = { list: 'customer/query', detail: 'customer/detail', add: 'customer/add' }

export async function stack(product: Product, load: LoadProcess, kinds: readonly Kind[]): Promise<Section> {
  await product.fill(ROWS)
  const served = await product.serve()
  const token = await product.signIn(served)
  const calls = await bareCalls(product, token)
  const bare = await serveBare(product.url, calls, CONNECTIONS)
  const figures: Figure[] = []
  try {
    for (const kind of kinds) {
      const job: Job = {
        port: served.port,
        paths: [`/api/${PATHS[kind]}.json`],
        tokens: [token],
        question: kind,
        span: product.span,
        connections: BUSY,
        warm: 500,
        ms: 1500,
      }
      await load.run({ ...job, warm: 1500, ms: 1 })
      figures.push(figureOf(kind, await share(load, job, { ...job, port: bare.port, paths: [`/${kind}`] }, ROUNDS)))
      if (kind === 'add')
        figures.push({
          ...figureOf(kind, await share(load, job, { ...job, port: bare.port, paths: ['/insert'] }, ROUNDS)),
          label: 'add, against the insert alone (no number, check, audit, push)',
          goal: undefined,
        })
    }
  } finally {
    await bare.close()
    await served.close()
  }
  return {
    title: `A plain resource of ${ROWS / 1000} thousand rows, ${BUSY} connections: share of a bare node:http + pg handler with the same SQL`,
    figures,
  }
}

function figureOf(kind: Kind, found: Awaited<ReturnType<typeof share>>): Figure {
  const { ours, bare, times } = found
  return {
    label: kind,
    value: found.share,
    unit: '',
    goal: GOALS[kind],
    more: true,
    note: `${Math.round(ours)} of ${Math.round(bare)} requests/s; p50 ${median(times).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`,
  }
}

/** The engine's own statements, with the values of each request put in where the recorded ones stood. */
export async function bareCalls(product: Product, token: string): Promise<Record<string, BareCall>> {
  const zone = product.model.app.timezone
  const record = async (kind: Kind): Promise<{ asked: Record<string, unknown>; said: BareStatement[] }> => {
    const { asked, said } = await product.statementsOf(token, PATHS[kind], () => QUESTIONS[kind](product.span))
    return {
      asked,
      said: said.map((one) => ({ ...one, parameters: one.parameters.map((value) => encodeParameter(value, zone)) })),
    }
  }
  const [list, detail, add] = [await record('list'), await record('detail'), await record('add')]
  const [from, to] = (list.asked.createTime as number[]).map((ms) => encodeParameter(new Date(ms), zone))
  const { mobile } = add.asked
  const put = (statements: readonly BareStatement[], values: Map<unknown, unknown>): BareStatement[] =>
    statements.map(({ parameters, ...one }) => ({
      ...one,
      parameters: parameters.map((one) => (values.has(one) ? values.get(one) : one)),
    }))
  const inserts = add.said.filter(({ sql }) => /^insert into "customer"/.test(sql))
  return {
    '/list': {
      statements: ({ createTime }) => {
        const [a, b] = (createTime as number[]).map((ms) => new Date(ms).toISOString())
        return put(
          list.said,
          new Map([
            [from, a],
            [to, b],
          ]),
        )
      },
    },
    '/detail': { statements: ({ id }) => put(detail.said, new Map([[String(detail.asked.id), String(id)]])) },
    '/add': { statements: (data) => put(add.said, new Map([[mobile, data.mobile]])) },
    '/insert': { statements: (data) => put(inserts, new Map([[mobile, data.mobile]])) },
  }
}
