/** The same list with more and more rows behind it, and searching at the largest size. */
import type { Job, LoadProcess } from '../load.ts'
import type { Product, Served } from '../product.ts'
import { QUESTIONS, type Question } from '../questions.ts'
import { median, quantile, type Figure } from '../report.ts'

export const SIZES = [10_000, 100_000, 1_000_000] as const
/** As many as a busy shop: nobody waits for anybody else's answer. */
const BUSY = 4
const MOST_TIMES = 2

export interface Sized {
  rows: number
  page: number[]
  screen: number[]
}

/** Times of the first page with its count, and of what the screen asks: counts of tabs and totals besides. */
export async function sized(product: Product, load: LoadProcess, rows: number): Promise<Sized> {
  await product.fill(rows)
  return during(product, async (served, token) => ({
    rows,
    page: (await load.run(jobOf(product, served, token, 'page'))).times,
    screen: (await load.run(jobOf(product, served, token, 'screen'))).times,
  }))
}

async function during<T>(product: Product, work: (served: Served, token: string) => Promise<T>): Promise<T> {
  const served = await product.serve()
  try {
    return await work(served, await product.signIn(served))
  } finally {
    await served.close()
  }
}

const jobOf = (product: Product, served: Served, token: string, question: Question): Job => ({
  port: served.port,
  path: '/api/customer/query.json',
  token,
  question,
  span: product.span,
  connections: BUSY,
  warm: 1500,
  ms: 3000,
})

export function scaleFigures(found: readonly Sized[]): Figure[] {
  return [
    ...figuresOf(found, 'page', 'first page with its count'),
    ...figuresOf(found, 'screen', 'as the screen asks: tab counts and totals besides'),
  ]
}

function figuresOf(found: readonly Sized[], kind: 'page' | 'screen', label: string): Figure[] {
  const lines = found.map((one): Figure => ({
    label: `${label}, ${one.rows.toLocaleString('en-US')} rows, p50`,
    value: median(one[kind]),
    unit: 'ms',
    note: `p99 ${quantile(one[kind], 0.99).toFixed(1)} ms`,
  }))
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last || first === last) return lines
  return [
    ...lines,
    {
      label: `${label}: the largest against the smallest`,
      value: last.value / first.value,
      unit: '×',
      goal: MOST_TIMES,
    },
  ]
}

const SEARCHES: [Question, string][] = [
  ['name', 'two-character name, often met'],
  ['rare name', 'two-character name, seldom met'],
  ['phone', 'last four digits of a phone'],
]

/** Searches: how long they take, and whether the database reads every row for them. */
export function searches(product: Product, load: LoadProcess): Promise<Figure[]> {
  return during(product, async (served, token) => {
    const figures: Figure[] = []
    for (const [question, label] of SEARCHES) {
      const { times } = await load.run(jobOf(product, served, token, question))
      const scans = await readsEverything(product, token, question)
      figures.push({
        label: `${label}, p50`,
        value: median(times),
        unit: 'ms',
        goal: scans ? 0 : undefined,
        note: `p99 ${quantile(times, 0.99).toFixed(1)} ms; ${scans ? 'reads every row' : 'by index'}`,
      })
    }
    return figures
  })
}

async function readsEverything(product: Product, token: string, question: Question): Promise<boolean> {
  const { said } = await product.statementsOf(token, 'customer/query', () => QUESTIONS[question](product.span))
  const plans = await Promise.all(
    said.map(({ sql, parameters }) => product.db.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, parameters)),
  )
  return plans.flat().some((line) => /Seq Scan on "?customer"?/.test(line['QUERY PLAN']))
}
