/** The product answering one call after the other, as in a busy shop. */
import type { Job } from './load.ts'
import type { Product, Span } from './product.ts'
import type { Asked, Question } from './questions.ts'
import { median, quantile, type Figure } from './report.ts'

/** Connections: nobody waits for anybody else's answer. */
export const BUSY = 4

/** The job of asking a question of the calls again and again. */
export type MakeJob = <Q extends Question>(question: Q, paths: readonly Asked[Q][], span?: Span) => Job

/** Serves the product while `work` asks. */
export async function answering<T>(product: Product, work: (job: MakeJob, token: string) => Promise<T>): Promise<T> {
  const served = await product.serve()
  try {
    const token = await product.signIn(served)
    const job: MakeJob = (question, paths, span = product.span) => ({
      port: served.port,
      paths: paths.map((path) => `/api/${path}.json`),
      tokens: [token],
      question,
      span,
      connections: BUSY,
      warm: 1500,
      ms: 3000,
    })
    return await work(job, token)
  } finally {
    await served.close()
  }
}

export const timesFigure = (label: string, times: readonly number[], note = ''): Figure => ({
  label: `${label}, p50`,
  value: median(times),
  unit: 'ms',
  note: [`p99 ${quantile(times, 0.99).toFixed(1)} ms`, ...(note ? [note] : [])].join('; '),
})

/** How many times as long the largest takes as the smallest, at the median and at the slow end. */
export function growth(label: string, smallest: readonly number[], largest: readonly number[], goal: number): Figure[] {
  const slow = (times: readonly number[]): number => quantile(times, 0.99)
  return [
    {
      label: `${label}: the largest against the smallest, p50`,
      value: median(largest) / median(smallest),
      unit: '×',
      goal,
    },
    {
      label: `${label}: the largest against the smallest, p99`,
      value: slow(largest) / slow(smallest),
      unit: '×',
      goal,
    },
  ]
}
