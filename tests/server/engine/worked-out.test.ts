/** Stored computed fields of rows that were there before the field, or before its formula. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Model } from '../../../src/model/model.ts'
import { formatPlan, migrate, planMigration } from '../../../src/server/db/schema/migrate.ts'
import { valueChecks } from '../../../src/server/db/schema/checks.ts'
import type { Database } from '../../../src/server/types.ts'
import { engines } from '../db/engines.ts'
import { extended, openShop, shopModel, type Shop } from './shop.ts'

const label = { zh: '数', en: 'Figure' }

/** The shop with figures worked out of others: across records, of child rows, of a counted field. */
const computed = (amount = 'row.quantity * row.price'): Model =>
  shopModel({
    ...extended('item', {
      amount: { type: 'money', label, value: amount },
      words: { type: 'string', label, value: "row.product + ' × ' + row.product" },
      dear: { type: 'bool', label, value: 'row.amount > 20' },
      level: { type: 'enum', of: 'level', label, value: "row.price > 15 ? 'high' : 'low'" },
    }),
    ...extended('order', {
      half: { type: 'money', label, value: 'row.due * 0.5' },
      dearItems: { type: 'int', label, value: 'row.items.filter(i, i.dear).size()' },
      shippedOn: { type: 'date', label, value: 'row.payTime.or(row.createTime)' },
    }),
    ...extended('customer', {
      spent: { type: 'money', label, sum: { of: 'order.customerId', value: 'row.total' } },
      doubled: { type: 'money', label, value: 'row.spent * 2' },
    }),
  })

describe.each(engines)('computed fields of old rows on $name', (engine) => {
  let shop: Shop
  let order: number
  beforeAll(async () => {
    shop = await openShop(engine)
    const added = async (path: string, input: Record<string, unknown>): Promise<number> => {
      const answer = await shop.post('ada', path, input)
      expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 })
      return (answer.data as { id: number }).id
    }
    const customerId = await added('customer/add', { realName: '老客', mobile: '13500000001' })
    const items = [
      { product: '相册', price: 10.05, quantity: 3 },
      { product: '相框', price: 19.99, quantity: 1 },
    ]
    order = await added('order/add', { customerId, discount: 0.01, items })
  })
  afterAll(() => shop.close())

  const stands = async (): Promise<unknown[]> => [
    await shop.rows('select "amount", "words", "dear", "level" from "item" order by "id"'),
    await shop.rows(
      'select "total", "due", "half", "dearItems", "shippedOn" = "createTime"::date as "day" from "order"',
    ),
    await shop.rows(`select "spent", "doubled" from "customer" where "mobile" = '13500000001'`),
  ]

  it('are worked out when the database is brought along, as a write would', async () => {
    const plan = formatPlan(await planMigration(shop.db, computed()))
    expect(plan).toContain('+ work out order.half anew (1 rows)')
    expect(plan).toContain('+ work out item.words anew (2 rows)')
    expect(plan).not.toContain('work out order.total')
    await migrate(shop.db, computed())
    const found = await stands()
    expect(found).toEqual([
      [
        { amount: 3015, words: '相册 × 相册', dear: true, level: 1 },
        { amount: 1999, words: '相框 × 相框', dear: false, level: 3 },
      ],
      [{ total: 5014, due: 5013, half: 2507, dearItems: 1, day: true }],
      [{ spent: 5014, doubled: 10028 }],
    ])
    expect((await planMigration(shop.db, computed())).steps).toEqual([])
  })

  it('follow a changed formula, and what is worked out or counted from it follows too', async () => {
    const dearer = computed('row.quantity * row.price * 2')
    const plan = formatPlan(await planMigration(shop.db, dearer))
    for (const changed of ['item.amount', 'item.dear', 'order.total', 'order.half', 'customer.doubled'])
      expect(plan).toContain(`work out ${changed} anew`)
    expect(plan).toContain('count customer.spent anew')
    expect(plan).not.toContain('item.words')
    await migrate(shop.db, dearer)
    expect(await stands()).toEqual([
      [
        { amount: 6030, words: '相册 × 相册', dear: true, level: 1 },
        { amount: 3998, words: '相框 × 相框', dear: true, level: 3 },
      ],
      [{ total: 10028, due: 10027, half: 5014, dearItems: 2, day: true }],
      [{ spent: 10028, doubled: 20056 }],
    ])
  })

  it('come out the same when the record is written again', async () => {
    const before = await stands()
    shop.app.prepareModel(computed('row.quantity * row.price * 2'))()
    await shop.rows('update "customer" set "spent" = 0, "doubled" = 0')
    await shop.rows('update "item" set "amount" = 0, "words" = null, "dear" = null, "level" = null')
    await shop.rows('update "order" set "total" = 0, "due" = 0, "half" = null, "dearItems" = null, "shippedOn" = null')
    const items = await shop.rows('select "id", "quantity" from "item" order by "id"')
    const [{ version } = { version: 0 }] = await shop.rows<{ version: number }>('select "version" from "order"')
    expect(await shop.post('ada', 'order/edit', { id: order, version, items })).toMatchObject({ status: 200 })
    expect(await stands()).toEqual(before)
  })

  it('are worked out again by the check of what stands, and named where they are wrong', async () => {
    const wrong = async (): Promise<string[]> => {
      const found: string[] = []
      for (const { resource, field, wrong } of valueChecks(shop.app.model))
        if ((await shop.rows(wrong)).length > 0) found.push(`${resource}.${field}`)
      return found
    }
    expect(await wrong()).toEqual([])
    await shop.rows('update "order" set "half" = 1')
    expect(await wrong()).toEqual(['order.half'])
    await shop.rows('update "order" set "half" = round("due" * 0.5)')
  })

  it('are written in pieces that lock no others, and what a broken run wrote stays', async () => {
    const rows = 11_000
    await shop.rows(`insert into "item" ("companyId", "orderId", "product", "price", "quantity", "amount", "words", "dear", "level")
      select "companyId", "orderId", 'x', 100, 1, 0, 'x × x', false, 1 from "item", generate_series(1, ${rows / 2})`)
    const tripled = computed('row.quantity * row.price * 3')
    let pieces = 0
    const { db } = shop
    const cut: Database = {
      ...bound(db),
      script: async (sql) => {
        if (sql.includes('for no key update') && (pieces += 1) === 3) throw new Error('cut off')
        await db.script(sql)
      },
    }
    await expect(migrate(cut, tripled)).rejects.toThrow('cut off')
    const [{ done } = { done: 0 }] = await shop.rows<{ done: number }>(
      'select count(*)::int as "done" from "item" where "amount" = round("quantity" * "price" * 3)',
    )
    expect(done).toBeGreaterThanOrEqual(10_000)
    expect(done).toBeLessThan(rows)
    expect(formatPlan(await planMigration(db, tripled))).toContain('+ work out item.amount anew (11,002 rows)')
    await migrate(db, tripled)
    expect((await planMigration(db, tripled)).steps).toEqual([])
    for (const { wrong } of valueChecks(tripled)) expect(await shop.rows(wrong)).toEqual([])
  })
})

const bound = (on: Database): Database => ({
  engine: on.engine,
  load: () => on.load(),
  query: on.query.bind(on),
  transaction: on.transaction.bind(on),
  script: on.script.bind(on),
  listen: on.listen.bind(on),
  close: on.close.bind(on),
})
