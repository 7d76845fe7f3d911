import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Model } from '../../../src/model/model.ts'
import { migrate, planMigration } from '../../../src/server/db/schema/migrate.ts'
import { tallyChecks } from '../../../src/server/db/schema/checks.ts'
import { engines } from '../db/engines.ts'
import { extended, openShop, shopModel, type Shop } from './shop.ts'

const label = { zh: '数', en: 'Number' }
const counted = (where = "row.status != 'lost'"): Model =>
  shopModel({
    ...extended('staff', {
      customerCount: { type: 'int', label, count: { of: 'customer.salesId', where } },
      credits: { type: 'money', label, sum: { of: 'customer.salesId', value: 'row.credit' } },
      busy: { type: 'bool', label, value: 'row.customerCount > 1' },
      cities: { type: 'int', label, count: { of: 'customer.salesId', where, each: 'cityCode' } },
    }),
    ...extended('tag', { customers: { type: 'int', label, count: 'customer.tags' } }),
    ...extended('city', { customers: { type: 'int', label, count: ['customer.cityCode'] } }),
    ...extended('customer', { units: { type: 'int', label, count: 'order.customerId' } }),
  })

describe.each(engines)('counted fields on $name', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(engine, counted())
  })
  afterAll(() => shop.close())

  let phone = 13_600_000_000
  async function call(path: string, input: Record<string, unknown>): Promise<Record<string, unknown>> {
    const answer = await shop.post('ada', path, input)
    expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 })
    return answer.data as Record<string, unknown>
  }
  const customer = async (values: Record<string, unknown> = {}): Promise<number> =>
    Number((await call('customer/add', { realName: '李雷', mobile: String((phone += 1)), ...values })).id)
  const staff = async (): Promise<number> =>
    Number((await call('staff/add', { realName: '新人', mobile: String((phone += 1)), orgId: shop.ids.north })).id)
  const stands = async (id: number): Promise<unknown> => {
    const [row] = await shop.rows('select "customerCount", "credits", "busy", "version" from "staff" where "id" = $1', [
      id,
    ])
    return row
  }
  const allRight = async (): Promise<void> => {
    for (const { resource, field, wrong } of tallyChecks(shop.app.model))
      expect(await shop.rows(wrong), `${resource}.${field}`).toEqual([])
  }

  it('follow every write of the counted records', async () => {
    const [one, other] = [await staff(), await staff()]
    const first = await customer({ salesId: one, credit: 10.5 })
    const second = await customer({ salesId: one, credit: 2 })
    expect(await stands(one)).toEqual({ customerCount: 2, credits: 1250, busy: true, version: 1 })
    await call('customer/edit', { id: first, salesId: other })
    expect(await stands(one)).toMatchObject({ customerCount: 1, credits: 200, busy: false })
    expect(await stands(other)).toMatchObject({ customerCount: 1, credits: 1050 })
    await call('customer/edit', { id: second, credit: 0, salesId: one })
    await call('customer/lose', { id: second, reason: '搬家' })
    expect(await stands(one)).toMatchObject({ customerCount: 0, credits: 0 })
    const third = await customer({ salesId: one, credit: 1 })
    expect(await stands(one)).toMatchObject({ customerCount: 1, credits: 100 })
    await call('customer/del', { ids: [first, second, third] })
    expect(await stands(one)).toEqual({ customerCount: 0, credits: 0, busy: false, version: 1 })
    expect(await stands(other)).toMatchObject({ customerCount: 0, credits: 0 })
    await allRight()
  })

  it('count records that many fields name, that a key names, and that are their children', async () => {
    const tags = [
      Number((await call('tag/add', { name: '甲' })).id),
      Number((await call('tag/add', { name: '乙' })).id),
    ]
    const before = await shop.rows('select "customers" from "city" where "cityCode" = \'500100\'')
    const id = await customer({ tags, cityCode: '500100' })
    await call('order/add', { customerId: id, items: [{ product: '相册', price: 1 }] })
    await call('customer/edit', { id, tags: tags.slice(1) })
    expect(await shop.rows('select "customers" from "tag" where "id" = any($1) order by "id"', [tags])).toEqual([
      { customers: 0 },
      { customers: 1 },
    ])
    expect(await shop.rows('select "customers" from "city" where "cityCode" = \'500100\'')).toEqual([
      { customers: Number(before[0]?.customers) + 1 },
    ])
    expect(await shop.rows('select "units" from "customer" where "id" = $1', [id])).toEqual([{ units: 1 }])
    await allRight()
  })

  it('count each value once, whoever adds or takes the second row with it', async () => {
    const [one, other] = [await staff(), await staff()]
    const cities = async (of = one): Promise<unknown> =>
      (await shop.rows('select "cities" from "staff" where "id" = $1', [of]))[0]?.cities
    const [first, second] = [
      await customer({ salesId: one, cityCode: '500100' }),
      await customer({ salesId: one, cityCode: '500100' }),
      await customer({ salesId: one }),
    ]
    expect(await cities()).toBe(1)
    const third = await customer({ salesId: one, cityCode: '510100' })
    expect(await cities()).toBe(2)
    await call('customer/lose', { id: first, reason: '搬家' })
    expect(await cities()).toBe(2)
    await call('customer/edit', { id: second, salesId: other })
    expect([await cities(), await cities(other)]).toEqual([1, 1])
    await call('customer/del', { ids: [third] })
    expect(await cities()).toBe(0)
    const many = Array.from({ length: 6 }, (_, i) => customer({ salesId: one, cityCode: i % 2 ? '500100' : '510100' }))
    await Promise.all(many)
    expect(await cities()).toBe(2)
    await allRight()
  })

  it('keep up with two people at once', async () => {
    const [one, other] = [await staff(), await staff()]
    const ids = await Promise.all(Array.from({ length: 8 }, () => customer({ salesId: one, credit: 1 })))
    await Promise.all(ids.map((id, i) => call('customer/edit', { id, salesId: i % 2 ? one : other, credit: 3 })))
    expect(await stands(one)).toMatchObject({ customerCount: 4, credits: 1200 })
    expect(await stands(other)).toMatchObject({ customerCount: 4, credits: 1200 })
    await call('customer/assign', { ids, salesId: one })
    expect(await stands(one)).toMatchObject({ customerCount: 8 })
    await allRight()
  })

  it('follow rows written past calls, and nothing that failed', async () => {
    const one = await staff()
    const row = { realName: '批量', salesId: one, credit: 1 }
    await shop.app.insertAll('customer', shop.actor('max'), [
      { ...row, mobile: String((phone += 1)) },
      { ...row, mobile: String((phone += 1)) },
    ])
    expect(await stands(one)).toMatchObject({ customerCount: 2, credits: 200 })
    expect(await shop.post('max', 'customer/add', { ...row, mobile: '1' })).toMatchObject({ status: 400 })
    expect(await stands(one)).toMatchObject({ customerCount: 2 })
  })

  it("are told to open lists, and are nobody's edit", async () => {
    const one = await staff()
    const [{ last } = { last: 0 }] = await shop.rows<{ last: number }>('select max("id") as "last" from "outbox"')
    await customer({ salesId: one })
    const told = await shop.rows<{ message: { data: unknown } }>(
      `select "message" from "outbox" where "id" > $1 and "message"->'data'->>'resource' = 'staff'`,
      [last],
    )
    expect(told.map((entry) => entry.message.data)).toEqual([
      { resource: 'staff', id: one, kind: 'edit', by: shop.ids.ada },
    ])
    const logged = await shop.rows('select 1 from "log" where "entity" = \'staff\' and "entityId" = $1', [one])
    expect(logged).toHaveLength(1)
  })

  it('are set by nobody, and head lists', async () => {
    const one = await staff()
    const id = await customer({ salesId: one })
    await call('staff/edit', { id: one, realName: '改名', customerCount: 9 }).catch(() => undefined)
    expect(await stands(one)).toMatchObject({ customerCount: 1 })
    expect(await call('customer/detail', { id })).toMatchObject({ units: 0 })
  })
})

describe.each(engines)('counted fields that are new, on $name', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(engine)
  })
  afterAll(() => shop.close())

  it('are counted when the database is brought along, and again when they count otherwise', async () => {
    const input = { realName: '老客', mobile: '13500000001', salesId: shop.ids.ann, credit: 7 }
    expect(await shop.post('max', 'customer/add', input)).toMatchObject({ status: 200 })
    const count = async (): Promise<unknown> =>
      (await shop.rows('select "customerCount" as "n", "credits" from "staff" where "id" = $1', [shop.ids.ann]))[0]
    await migrate(shop.db, counted())
    expect(await count()).toEqual({ n: 1, credits: 700 })
    await migrate(shop.db, counted("row.status == 'lost'"))
    expect(await count()).toEqual({ n: 0, credits: 700 })
    expect((await planMigration(shop.db, counted("row.status == 'lost'"))).steps).toEqual([])
  })

  it('are found wrong when somebody changed them by hand', async () => {
    await migrate(shop.db, counted())
    await shop.rows('update "staff" set "customerCount" = 5 where "id" = $1', [shop.ids.ann])
    const check = tallyChecks(counted()).find((one) => one.field === 'customerCount')
    expect(await shop.rows(check?.wrong ?? '')).toEqual([{ id: shop.ids.ann, stands: 5, should: 1 }])
  })
})
