/** The figures of the data centre over a million tasks, each asked alone as its block asks it. */
import { answering, timesFigure } from '../answering.ts'
import type { LoadProcess } from '../load.ts'
import type { Product } from '../product.ts'
import type { Asked } from '../questions.ts'
import type { Figure, Section } from '../report.ts'

const TASKS = 1_000_000
const ORDERS = 100_000
const CUSTOMERS = 10_000
const GOAL = 300
const FIGURES: [path: Asked['tasks of a month'], label: string][] = [
  ['workTaskRevision/countQuery', 'by person'],
  ['taskStats/byDay', 'finished by day'],
  ['taskStats/byState', 'by status'],
  ['taskStats/reworked', 'reworked'],
  ['order/leadTime', 'from order to delivery'],
]

export async function tasksPart(product: Product, load: LoadProcess): Promise<Section> {
  await product.fill(CUSTOMERS)
  await product.fillOrders(ORDERS)
  const span = await product.fillTasks(TASKS, ORDERS)
  return answering(product, async (job) => {
    const figures: Figure[] = []
    for (const [path, label] of FIGURES) {
      const ask = { connections: 1, ms: 2000 }
      const month = await load.run({ ...job('tasks of a month', [path], span), ...ask })
      figures.push({ ...timesFigure(`${label}, a month`, month.times), goal: GOAL })
      const all = await load.run({ ...job('tasks of all time', [path], span), ...ask })
      figures.push({ ...timesFigure(`${label}, three years`, all.times, 'reads every task of its kind'), goal: GOAL })
    }
    return {
      title: `The data centre over ${TASKS.toLocaleString('en-US')} tasks and ${ORDERS.toLocaleString('en-US')} orders`,
      figures,
    }
  })
}
