/** The order list with six filters as its screen asks it, at ten thousand orders and at a million. */
import { answering, BUSY, growth, timesFigure } from '../answering.ts'
import type { LoadProcess } from '../load.ts'
import type { Product } from '../product.ts'
import type { Section } from '../report.ts'

/** Customers who ordered. */
const CUSTOMERS = 10_000
const FEW = 10_000
const MANY = 1_000_000
const MOST_TIMES = 2

const ASKED = [
  ['orders of a month', 'six filters, one of them a month'],
  ['orders of all time', 'six filters, none of them a time'],
] as const

export async function ordersPart(product: Product, load: LoadProcess): Promise<Section> {
  await product.fill(CUSTOMERS)
  const few = await timesAt(product, load, FEW)
  const many = await timesAt(product, load, MANY)
  return {
    title: `The order list as its screen asks it, counts of tabs and totals besides, ${BUSY} connections`,
    figures: ASKED.flatMap(([, label], i) => [
      timesFigure(`${label}, ${FEW.toLocaleString('en-US')} orders`, few[i] ?? []),
      timesFigure(`${label}, ${MANY.toLocaleString('en-US')} orders`, many[i] ?? []),
      ...growth(label, few[i] ?? [], many[i] ?? [], MOST_TIMES),
    ]),
  }
}

async function timesAt(product: Product, load: LoadProcess, count: number): Promise<number[][]> {
  const span = await product.fillOrders(count)
  return answering(product, async (job) => {
    const times: number[][] = []
    for (const [question] of ASKED) times.push((await load.run(job(question, ['order/query'], span))).times)
    return times
  })
}
