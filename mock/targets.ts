/** What people are to reach this month, as their manager said: sales, leads, tasks. */
import { monthStart } from '../src/model/zone.ts'
import type { Organisation } from './organisation.ts'
import type { Seeder, Values } from './seeder.ts'

/** Position, measure, amount. */
const GOALS = [
  ['门市顾问', 'orderAmount', 120_000],
  ['门市顾问', 'orderCount', 24],
  ['渠道专员', 'leadsCollected', 30],
  ['电销专员', 'leadsCollected', 20],
  ['选片师', 'tasksDone', 20],
  ['设计师', 'tasksDone', 16],
  ['修图师', 'tasksDone', 16],
] as const

export async function seedTargets(s: Seeder, org: Organisation, values: Values): Promise<void> {
  const month = monthStart(s.now, 'Asia/Shanghai')
  await s.addAll(
    'target',
    GOALS.flatMap(([position, measure, amount]) =>
      (org.byPosition[position] ?? []).map((employeeId) => ({
        ...{ month, employeeId, amount },
        measure: values('target_measure', measure),
      })),
    ),
  )
}
