/** The report of a month over a million cash records: the three charts of its screen, asked at once. */
import { answering, BUSY, timesFigure } from '../answering.ts'
import { YEARS } from '../cash.ts'
import type { LoadProcess } from '../load.ts'
import type { Product } from '../product.ts'
import type { Section } from '../report.ts'

const RECORDS = 1_000_000
const CUSTOMERS = 10_000
const GOAL = 300
const CHARTS = ['cashRecord/byDay', 'cashRecord/byMethod', 'cashRecord/byType'] as const

export async function reportPart(product: Product, load: LoadProcess): Promise<Section> {
  await product.fill(CUSTOMERS)
  const span = await product.fillCashRecords(RECORDS)
  return answering(product, async (job) => {
    const month = await load.run({ ...job('report of a month', CHARTS, span), connections: 1 })
    const busy = await load.run(job('report of a month', CHARTS, span))
    const all = await load.run({ ...job('report of all time', CHARTS, span), connections: 1 })
    return {
      title: `The cash report over ${RECORDS.toLocaleString('en-US')} records of ${YEARS} years: by day, by way of paying and by kind of bill, at once`,
      figures: [
        { ...timesFigure('a month', month.times), goal: GOAL },
        { ...timesFigure(`a month, ${BUSY} people at once`, busy.times), goal: GOAL },
        timesFigure(`all ${YEARS} years`, all.times, 'reads every record three times'),
      ],
    }
  })
}
