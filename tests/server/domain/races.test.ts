/** Many at once (issue of every counter on a Saturday): exactly as many succeed as may, and every sum still stands. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DICT } from '../../../src/generated/dictionaries.ts'
import type { Answer } from '../../../src/model/web.ts'
import { verify } from '../../../src/server/platform/invariants/index.ts'
import { DAY } from '../../../src/model/zone.ts'
import { rulesEngines } from '../db/engines.ts'
import { ITEM } from './catalogue.ts'
import { Counter } from './counter.ts'
import { Studio, TODAY } from './studio.ts'

const MANY = 64

describe.each(rulesEngines)('many at once on $name', (engine) => {
  let studio: Studio
  let counter: Counter
  beforeAll(async () => {
    studio = await Studio.open(engine)
    counter = await Counter.open(studio, await studio.actor('admin'))
  })
  afterAll(() => studio.close())
  const atOnce = (act: (i: number) => Promise<Answer>): Promise<Answer[]> =>
    Promise.all(Array.from({ length: MANY }, (_, i) => act(i)))
  const succeeded = (answers: Answer[]): number => answers.filter((one) => one.status === 200).length
  /** Whoever came too late is told so, and nothing broke. */
  const onlyRefused = (answers: Answer[]): number[] =>
    [...new Set(answers.map((one) => one.status))].filter((status) => status !== 200 && status !== 400)

  it('one bill is paid once', async () => {
    const made = await counter.order(640)
    const answers = await atOnce(() => counter.pay(made.billId, { cash: 640 }))
    expect([succeeded(answers), onlyRefused(answers)]).toEqual([1, []])
    expect(await counter.row('order', made.id)).toMatchObject({ paidAmount: 64000, dueAmount: 0 })
  })

  it('one bill in as many parts takes them all, and not one more', async () => {
    const made = await counter.order(630, { packageId: await counter.package(630, { minDeposit: 0 }) })
    expect((await counter.pay(made.billId, { cash: 126 })).status).toBe(200)
    const answers = await atOnce(() => counter.pay(made.billId, { cash: 8 }))
    expect([succeeded(answers), onlyRefused(answers)]).toEqual([63, []])
    expect(await counter.row('order', made.id)).toMatchObject({ paidAmount: 63000, dueAmount: 0 })
  })

  it('one coupon is used once', async () => {
    const customerId = await counter.customer()
    const packageId = await counter.package(500)
    const { id: couponId } = await counter.must('coupon/add', {
      name: `争用${customerId}`,
      code: `R${customerId}`,
      faceValue: 50,
      minSpend: 0,
      validFrom: studio.clock.at - 1,
      validTo: studio.clock.at + 86_400_000,
      totalCount: 10,
    })
    const held = await studio.row<{ id: number }>(
      'insert into "customerCoupon" ("companyId", "couponNo", "couponId", "customerId", "status", "validTo", "createTime", "updateTime", "version", "isDel") values (1, $2, $1, $3, 1, now() + interval \'1 year\', now(), now(), 1, false) returning "id"',
      [couponId, `R${customerId}`, customerId],
    )
    const answers = await atOnce(() =>
      counter.refused('order/add', {
        customerId,
        packageId,
        businessType: DICT.business_type.baby,
        cityCode: '500100',
        orgId: counter.who.orgId,
        salesId: counter.who.employeeId,
        couponIds: [held.id],
      }),
    )
    expect([succeeded(answers), onlyRefused(answers)]).toEqual([1, []])
  })

  it('of a special sale no more are sold than there are (I-19)', async () => {
    const LIMIT = 5
    const goods = await counter.shop.product({ salePrice: 300 })
    const sale = await counter.must('specialSale/add', {
      name: `特卖${goods}`,
      startTime: studio.clock.at - 1,
      endTime: studio.clock.at + 86_400_000,
      items: [{ itemType: ITEM.goods, itemId: goods, originPrice: 300, salePrice: 100, limitCount: LIMIT }],
    })
    const customerId = await counter.customer()
    const answers = await atOnce(() =>
      counter.refused('order/add', {
        customerId,
        businessType: DICT.business_type.baby,
        cityCode: '500100',
        orgId: counter.who.orgId,
        salesId: counter.who.employeeId,
        items: [{ itemType: ITEM.goods, itemId: goods, quantity: 1 }],
      }),
    )
    expect(onlyRefused(answers)).toEqual([])
    const [sold] = await counter.rows('select "soldCount" from "specialSaleItem" where "specialSaleId" = $1', [sale.id])
    expect(Number(sold?.soldCount)).toBe(LIMIT)
    const cheap = await counter.rows(
      'select count(*) as n from "orderItem" where "itemId" = $1 and "itemType" = 2 and "price" = 10000',
      [goods],
    )
    expect(Number(cheap[0]?.n)).toBe(LIMIT)
  })

  it('one balance is spent once', async () => {
    const customerId = await counter.customer()
    const { billId } = await counter.must('account/recharge', { customerId, amount: 100 })
    await counter.pay(billId, { cash: 100 })
    const packageId = await counter.package(100)
    const orders = await Promise.all(Array.from({ length: 8 }, () => counter.order(0, { customerId, packageId })))
    const answers = await Promise.all(orders.map((one) => counter.pay(one.billId, { balance: 100 })))
    expect([succeeded(answers), onlyRefused(answers)]).toEqual([1, []])
  })

  it('balances that cross each other never wait for ever, and add up', async () => {
    const [a, b] = [await counter.customer(), await counter.customer()]
    for (const customerId of [a, b]) {
      const { billId } = await counter.must('account/recharge', { customerId, amount: 1000 })
      await counter.pay(billId, { cash: 1000 })
    }
    const answers = await atOnce((i) =>
      counter.refused('balanceTransfer/add', {
        fromCustomerId: i % 2 ? a : b,
        toCustomerId: i % 2 ? b : a,
        amount: 1 + (i % 7),
        reason: '互转',
      }),
    )
    expect([succeeded(answers), onlyRefused(answers)]).toEqual([MANY, []])
    const [sum] = await counter.rows('select sum("balance") as n from "account" where "customerId" = any($1)', [[a, b]])
    expect(Number(sum?.n)).toBe(200000)
  })

  it('a day is reported once, with all that was taken until then', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => counter.order(30)))
    const begun = await counter.must('cash_statistics/today')
    const { accountDate, placeId } = begun
    const [reports, pays] = await Promise.all([
      Promise.all(
        Array.from({ length: 8 }, () =>
          counter.refused('cash_statistics/theReport', { accountDate, placeId, cashInHand: 0, remark: '并发上报' }),
        ),
      ),
      Promise.all(made.map((one) => counter.pay(one.billId, { cash: 30 }))),
    ])
    expect([succeeded(reports), onlyRefused(reports)]).toEqual([1, []])
    expect(succeeded(pays)).toBe(made.length)
    const [sums] = await counter.rows(
      `select (select sum("netAmount") from "cashStatistics") as "told", (select sum("signed") from "cashRecord" r join "payMethod" m on m."id" = r."payMethodId" where m."isIncome" and r."billType" not in (10, 11)) as "taken"`,
    )
    expect(Number(sums?.told)).toBe(Number(sums?.taken))
  })

  // The embedded database runs one transaction at a time.
  describe.runIf(engine.name === 'postgres')(
    'whoever waits for one of several records holds none of those behind it',
    () => {
      const bills = async (): Promise<number[]> => {
        const customerId = await counter.customer()
        const packageId = await counter.package(100)
        const orders = [
          await counter.order(100, { customerId, packageId }),
          await counter.order(100, { customerId, packageId }),
        ]
        return orders.map(({ billId }) => billId)
      }
      let storeId = 0
      let duty: number[] = []
      const assistants = async (): Promise<number[]> => {
        if (duty.length > 0) return duty
        const store = { code: 'RACE', name: '争用店', cityCode: '500100', address: '冰街 2 号' }
        storeId = (await counter.must('store/add', store)).id
        const people = [await studio.actor('admin'), await studio.actor('manager')]
        const made = people.map(({ employeeId }) =>
          counter.must('assistant/add', {
            employeeId,
            storeId,
            assistantType: DICT.assistant_type.classAssistant,
          }),
        )
        duty = (await Promise.all(made)).map(({ id }) => id)
        return duty
      }
      /** A call that names two records, the later one first. */
      const calls: [
        name: string,
        table: string,
        made: () => Promise<number[]>,
        act: (low: number, high: number) => Promise<Answer>,
      ][] = [
        ['a payment', 'bill', bills, (low, high) => counter.pay([high, low], { cash: 200 })],
        [
          'a payment code',
          'bill',
          bills,
          (low, high) => counter.refused('bill/getCode', { id: high, billIds: [high, low] }),
        ],
        [
          'the order of a queue',
          'assistant',
          assistants,
          (low, high) => counter.refused('assistant/dutySort', { storeId, assistantIds: [high, low] }),
        ],
        [
          'a table of duties',
          'assistant',
          assistants,
          (low, high) => {
            const day = { dutyDate: TODAY, duty: DICT.duty_status.rest }
            const days = [high, low].map((assistantId) => ({ assistantId, ...day }))
            return counter.refused('assistant/schedule', { storeId, month: TODAY - 15 * DAY, days })
          },
        ],
      ]
      it.each(calls)('%s', async (_name, table, made, act) => {
        const [low = 0, high = 0] = (await made()).sort((a, b) => a - b)
        const lock = `select "id" from "${table}" where "id" = $1 for no key update skip locked`
        const answer = await studio.db.transaction(async (tx) => {
          await tx.query(lock, [low])
          const acting = act(low, high)
          const waits = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
          await expect.poll(async () => (await studio.row<{ n: number }>(waits)).n).toBe(1)
          expect(await tx.query(lock, [high])).toHaveLength(1)
          return { acting }
        })
        expect(await answer.acting).toMatchObject({ status: 200 })
      })
    },
  )

  it('leaves every invariant standing', async () => {
    const broken = (await verify(studio.db, studio.model)).filter((one) => one.broken.length > 0)
    expect(broken.map(({ invariant, broken: rows }) => [invariant.code, rows])).toEqual([])
  })
})
