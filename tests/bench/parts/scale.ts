/** The same list with more and more rows behind it, and searching at the largest size. */
import { answering, timesFigure } from '../answering.ts'
import type { LoadProcess } from '../load.ts'
import type { Product } from '../product.ts'
import { QUESTIONS, type Question } from '../questions.ts'
import type { Figure } from '../report.ts'

export const SIZES = [10_000, 100_000, 1_000_000] as const
const PATH = ['customer/query'] as const
const MOST_TIMES = 2

export interface Sized {
  rows: number
  page: number[]
  screen: number[]
}

/** Times of the first page with its count, and of what the screen asks: counts of tabs and totals besides. */
export async function sized(product: Product, load: LoadProcess, rows: number): Promise<Sized> {
  await product.fill(rows)
  return answering(product, async (job) => ({
    rows,
    page: (await load.run(job('page', PATH))).times,
    screen: (await load.run(job('screen', PATH))).times,
  }))
}

export function scaleFigures(found: readonly Sized[]): Figure[] {
  return [
    ...figuresOf(found, 'page', 'first page with its count'),
    ...figuresOf(found, 'screen', 'as the screen asks: tab counts and totals besides'),
  ]
}

function figuresOf(found: readonly Sized[], kind: 'page' | 'screen', label: string): Figure[] {
  const lines = found.map((one) => timesFigure(`${label}, ${one.rows.toLocaleString('en-US')} rows`, one[kind]))
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

/** What a person who types does not notice, ms. */
const SEARCH_GOAL = 100

const SEARCHES = [
  ['name', 'two-character name, often met'],
  ['rare name', 'two-character name, seldom met'],
  ['phone', 'last four digits of a phone'],
] as const

/** Searches: how long they take, and whether the database reads every row for them. */
export function searches(product: Product, load: LoadProcess): Promise<Figure[]> {
  return answering(product, async (job, token) => {
    const figures: Figure[] = []
    for (const [question, label] of SEARCHES) {
      const { times } = await load.run(job(question, PATH))
      const scans = await readsEverything(product, token, question)
      const figure = timesFigure(label, times, scans ? 'reads every row' : 'by index')
      figures.push({ ...figure, goal: SEARCH_GOAL })
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
