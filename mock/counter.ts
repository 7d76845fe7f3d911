/** The counter of a demo store: its desks, its ways of paying, and what is in its drawers. */
import { dayOf } from './customers.ts'
import type { Offer } from './marketing.ts'
import type { Organisation } from './organisation.ts'
import { between, pick, weighted } from '../src/samples/chance.ts'
import type { Row, Seeder, Values } from './seeder.ts'

export class Drawers {
  private readonly sums = new Map<string, number>()

  /** Cash in or out at a desk, on the day of the moment; nothing counts too. */
  add(moment: number, placeId: number, sum: number): void {
    this.sums.set(this.at(moment, placeId), (this.of(moment, placeId) ?? 0) + sum)
  }

  of(moment: number, placeId: number): number | undefined {
    return this.sums.get(this.at(moment, placeId))
  }

  private at(moment: number, placeId: number): string {
    return `${dayOf(moment)}/${placeId}`
  }
}

/** What the counter works with. */
export interface Counter {
  s: Seeder
  org: Organisation
  values: Values
  random: () => number
  cashiers: { employeeId: number; placeId: number }[]
  /** Ways of paying by code. */
  ways: Record<string, number>
  goods: Row<'product'>[]
  /** The service by which a film is shot. */
  film: number | undefined
  approver: number
  offers: Offer[]
  /** Cash by day and desk, in yuan; a desk is there once it took or paid anything. */
  drawers: Drawers
  /** What customers have on their accounts by now, in yuan. */
  balances: Map<number, number>
}

/** Money at one of the desks; some of it in two ways. */
export async function pay(
  { random, cashiers, ways, drawers }: Counter,
  s: Seeder,
  billId: number,
  amount: number,
  only?: string,
): Promise<number> {
  const desk = pick(random, cashiers)
  const way = (code: string, sum: number) => ({
    payMethodId: ways[code],
    amount: sum,
    ...(['wechat', 'alipay', 'card', 'transfer'].includes(code)
      ? { tradeNo: String(between(random, 10_000_000, 99_999_999)) }
      : {}),
  })
  const code =
    only ??
    weighted(random, [
      ['wechat', 45],
      ['alipay', 20],
      ['card', 20],
      ['cash', 12],
      ['transfer', 3],
    ] as const)
  const part = !only && random() < 0.15 ? Math.floor(amount * 0.4) : 0
  const methods =
    part > 0
      ? [way('cash', part), way(code === 'cash' ? 'card' : code, Math.round((amount - part) * 100) / 100)]
      : [way(code, amount)]
  const { payRecordId }: { payRecordId: number } = await s.as(desk.employeeId).call('cashRegister/pay', {
    billIds: [billId],
    methods,
    placeId: desk.placeId,
    requestNo: `${billId}-${s.now}`,
  })
  for (const { payMethodId, amount: sum } of methods)
    drawers.add(s.now, desk.placeId, payMethodId === ways.cash ? sum : 0)
  return payRecordId
}
