/** A clock that is set back, as a server's is when it was wrong: nothing is lost, doubled or shut (check 29). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR } from '../../../src/model/zone.ts'
import { registerNightlyCalls } from '../../../src/server/platform/index.ts'
import { verify } from '../../../src/server/platform/invariants/index.ts'
import { rulesEngines } from '../db/engines.ts'
import { Counter } from './counter.ts'
import { Studio } from './studio.ts'

describe.each(rulesEngines)('a clock set back an hour on $name', (engine) => {
  let studio: Studio
  let counter: Counter
  beforeAll(async () => {
    studio = await Studio.open(engine)
    counter = await Counter.open(studio, await studio.actor('admin'))
    registerNightlyCalls(studio.jobs, { db: studio.db, app: studio.app })
  })
  afterAll(() => studio.close())
  const back = (): void => void (studio.clock.at -= HOUR)

  it('leaves people signed in, and lets them sign in', async () => {
    const { mobile } = await studio.row<{ mobile: string }>('select "mobile" from "user" where "id" = $1', [
      counter.who.userId,
    ])
    const before = await studio.signIn(mobile)
    back()
    const after = await studio.signIn(mobile)
    for (const token of [before, after])
      expect(await studio.auth.authenticate(token, '10.0.0.9')).toMatchObject({ userId: counter.who.userId })
  })

  it('gives no number twice, and takes money as before', async () => {
    const made = [await counter.order(100), await counter.order(100)]
    expect(await counter.pay(made[0]!.billId, { cash: 40 })).toMatchObject({ status: 200 })
    back()
    made.push(await counter.order(100))
    for (const { billId } of made)
      expect(await counter.pay(billId, { cash: billId === made[0]!.billId ? 60 : 100 })).toMatchObject({ status: 200 })
    for (const [table, number] of [
      ['order', 'orderNo'],
      ['bill', 'billNo'],
      ['cashRecord', 'recordNo'],
    ] as const)
      expect(await counter.rows(`select "${number}" from "${table}" group by 1 having count(*) > 1`)).toEqual([])
  })

  it('takes a payment code that still runs for what it is', async () => {
    const { billId } = await counter.order(50)
    const { codeId } = await counter.must('bill/getCode', { id: billId })
    back()
    expect(await counter.must('payCode/state', { id: codeId })).toMatchObject({ paid: 0 })
    studio.clock.at += HOUR + 301_000
    expect(await counter.must('payCode/state', { id: codeId })).toMatchObject({ paid: 0, secondsLeft: 0 })
  })

  it('makes no night twice', async () => {
    const nights = async (): Promise<number> => {
      await studio.jobs.runDue()
      const [row] = await counter.rows(`select count(*)::int as "n" from "job" where "kind" = 'order.autoFinish'`)
      return Number(row?.n)
    }
    studio.clock.at += 24 * HOUR
    const first = await nights()
    back()
    expect(await nights()).toBe(first)
    studio.clock.at += HOUR
    expect([first > 0, await nights()]).toEqual([true, first])
  })

  it('leaves every invariant standing', async () => {
    const broken = (await verify(studio.db, studio.model)).filter((one) => one.broken.length > 0)
    expect(broken.map(({ invariant, broken: rows }) => [invariant.code, rows])).toEqual([])
  })
})
