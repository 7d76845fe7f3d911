/** What is kept of former states: taking back what was just done, and a record as it stood at a moment. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Model } from '../../../src/model/model.ts'
import type { Handlers } from '../../../src/server/types.ts'
import { tallyChecks } from '../../../src/server/db/schema/checks.ts'
import { engines } from '../db/engines.ts'
import { extended, openShop, shopModel, type Person, type Shop } from './shop.ts'

const label = { zh: '样', en: 'Sample' }
const model: Model = shopModel({
  ...extended(
    'tag',
    {},
    {
      calls: {
        checkRepeat: { check: 'name' },
        asOf: {
          label,
          handler: true,
          access: { staff: 'what one sees' },
          input: [
            { name: 'entity!', type: 'string', max: 20, label },
            { name: 'entityId!', type: 'int', label },
            { name: 'at!', type: 'datetime', label },
          ],
          output: ['row', 'now', 'changed', 'unknown'].map((name) => ({ name, type: 'json', label })),
        },
        undo: {
          label,
          handler: true,
          access: { staff: 'own acts' },
          input: [{ name: 'key!', type: 'string', max: 40, label }],
        },
      },
    },
  ),
  ...extended('staff', { customers: { type: 'int', label, count: 'customer.salesId' } }),
})
const more: Handlers = {
  'tag/undo': async (c) => ({ count: await c.undo(String(c.input.key)) }),
  'tag/asOf': (c) => c.asOf({ entity: String(c.input.entity), id: Number(c.input.entityId), at: Number(c.input.at) }),
}

describe.each(engines)('undo on $name', (engine) => {
  let shop: Shop
  let mobile = 13_500_000_000
  beforeAll(async () => {
    shop = await openShop(engine, model, more)
  })
  afterAll(() => shop.close())

  const must = async (path: string, input: Record<string, unknown>, person: Person = 'ada') => {
    const answer = await shop.post(person, path, input)
    expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 })
    return answer
  }
  const customer = async (): Promise<number> => {
    const { data } = await must('customer/add', {
      realName: '客',
      mobile: String((mobile += 1)),
      salesId: shop.ids.ann,
    })
    return (data as { id: number }).id
  }
  const keyOf = (answer: Record<string, unknown>): string => {
    expect(answer.undo).toEqual(expect.any(String))
    return String(answer.undo)
  }
  const undo = (key: string, person: Person = 'ada') => shop.post(person, 'tag/undo', { key })
  const stands = (ids: number[]) =>
    shop.rows('select "status", "isDel", "salesId" from "customer" where "id" = any($1) order by "id"', [ids])
  const counted = async () => {
    for (const { wrong } of tallyChecks(shop.app.model)) expect(await shop.rows(wrong)).toEqual([])
  }

  it('takes back a move and a set of several rows, and their counts', async () => {
    const ids = [await customer(), await customer()]
    const before = await stands(ids)
    const moved = keyOf(await must('customer/activate', { ids }))
    expect(await undo(moved)).toMatchObject({ status: 200, data: { count: 2 } })
    expect(await stands(ids)).toEqual(before)
    const given = keyOf(await must('customer/assign', { ids, salesId: shop.ids.bob }))
    await counted()
    expect(await undo(given)).toMatchObject({ status: 200 })
    expect(await stands(ids)).toEqual(before)
    await counted()
    const [log] = await shop.rows('select "message" from "log" order by "id" desc limit 1')
    expect(String(log?.message)).toMatch(/^(撤销|修改)/)
    expect(await undo(given)).toMatchObject({ status: 400, msg: '已过可撤销的时间，或已撤销' })
  })

  it('brings deleted rows back with their child rows', async () => {
    const id = await customer()
    const { data } = await must('order/add', { customerId: id, items: [{ product: '相册', price: 10, quantity: 2 }] })
    const order = (data as { id: number }).id
    const gone = keyOf(await must('order/del', { id: order }))
    expect(await shop.post('ada', 'order/detail', { id: order })).toMatchObject({ status: 404 })
    expect(await undo(gone)).toMatchObject({ status: 200 })
    expect(await must('order/detail', { id: order })).toMatchObject({
      data: { total: 20, items: [{ product: '相册' }] },
    })
  })

  it('refuses what somebody touched since, and takes back nothing of it', async () => {
    const ids = [await customer(), await customer()]
    const key = keyOf(await must('customer/activate', { ids }))
    await must('customer/edit', { id: ids[1], realName: '新名' })
    expect(await undo(key)).toMatchObject({ status: 400, msg: '「新名」之后又有改动，没有撤销' })
    expect(await stands(ids)).toMatchObject([{ status: 2 }, { status: 2 }])
  })

  it('refuses what points at something that was deleted since', async () => {
    const id = await customer()
    const { data } = await must('order/add', { customerId: id, items: [{ product: '相框', price: 1 }] })
    const key = keyOf(await must('order/del', { id: (data as { id: number }).id }))
    await must('customer/del', { id })
    expect(await undo(key)).toMatchObject({ status: 400, msg: expect.stringContaining('所引用的记录已删除') })
  })

  it('is for who did it, for ten minutes, and while the right is there', async () => {
    const ids = [await customer()]
    const key = keyOf(await must('customer/activate', { ids }, 'max'))
    expect(await undo(key, 'ada')).toMatchObject({ status: 400 })
    shop.clock.at += 10 * 60_000 + 1
    expect(await undo(key, 'max')).toMatchObject({ status: 400 })
    expect(await stands(ids)).toMatchObject([{ status: 2 }])
  })

  it('is refused to whoever may no longer do what is to be taken back', async () => {
    const ids = [await customer()]
    const key = keyOf(await must('customer/activate', { ids }, 'max'))
    const grants = await shop.rows<{ id: number }>('select "id" from "grant" where "roleId" = $1', [shop.ids.manager1])
    await must('grant/del', { ids: grants.map((grant) => grant.id) })
    expect(await undo(key, 'max')).toMatchObject({ status: 403 })
    expect(await stands(ids)).toMatchObject([{ status: 2 }])
    await shop.db.query('update "grant" set "isDel" = false where "roleId" = $1', [shop.ids.manager1])
    await shop.app.forget()
    expect(await undo(key, 'max')).toMatchObject({ status: 200 })
  })

  it('shows a record, its child rows and what it points at as they stood', async () => {
    const customerId = await customer()
    const items = [
      { product: '相册', price: 10, quantity: 2 },
      { product: '相框', price: 5, quantity: 1 },
    ]
    shop.clock.at += 1000
    const { data } = await must('order/add', { customerId, discount: 1, items })
    const { id } = data as { id: number }
    const made = await must('order/detail', { id })
    const then = shop.clock.at
    shop.clock.at += 1000
    const [first] = (made.data as { items: { id: number }[] }).items
    await must('order/edit', {
      id,
      discount: 2,
      items: [
        { id: first!.id, product: '相册', price: 12, quantity: 2 },
        { product: '海报', price: 3, quantity: 1 },
      ],
    })
    await must('customer/edit', { id: customerId, realName: '改名' })
    shop.clock.at += 1000
    const asOf = (at: number, person: Person = 'ada') =>
      shop.post(person, 'tag/asOf', { entity: 'order', entityId: id, at })
    const stood = await asOf(then)
    expect(stood).toMatchObject({
      status: 200,
      data: {
        row: {
          discount: 1,
          total: 25,
          due: 24,
          items: [
            { product: '相册', price: 10, amount: 20 },
            { product: '相框', price: 5, amount: 5 },
          ],
        },
        now: { discount: 2, total: 27, due: 25, items: [{ price: 12 }, { product: '海报' }] },
      },
    })
    const { row, changed } = stood.data as { row: Record<string, unknown>; changed: string[] }
    expect(Object.values(row)).toContain('客')
    expect(changed).toEqual(expect.arrayContaining(['items', 'discount', 'total', 'due']))
    expect((await asOf(shop.clock.at)).data).toMatchObject({ changed: [], row: { total: 27 } })
    expect(await asOf(then - 500)).toMatchObject({ status: 400, msg: '当时还没有这条记录' })
    expect((await asOf(then, 'zoe')).status).toBe(404)
    expect([403, 404]).toContain((await asOf(then, 'nob')).status)
  })

  it('masks and hides of then what is masked and hidden now', async () => {
    const { data } = await must('customer/add', {
      realName: '秘',
      mobile: '13500009999',
      salesId: shop.ids.ann,
      orgId: shop.ids.north,
      idCard: '1234',
    })
    const { id } = data as { id: number }
    const at = shop.clock.at
    shop.clock.at += 1000
    await must('customer/edit', { id, mobile: '13500008888', idCard: '5678' })
    const of = async (person: Person) =>
      (await shop.post(person, 'tag/asOf', { entity: 'customer', entityId: id, at })).data as {
        row: Record<string, unknown>
      }
    expect((await of('ada')).row).toMatchObject({ mobile: '13500009999', idCard: '1234' })
    const { row } = await of('ann')
    expect(row.mobile).toBe('135****9999')
    expect(JSON.stringify(row)).not.toMatch(/1234|5678/)
  })

  it('is not offered for what a function did, what changed money, or what was added', async () => {
    const id = await customer()
    expect((await must('customer/raise', { ids: [id] })).undo).toBeUndefined()
    const { data, undo: added } = await must('order/add', { customerId: id, items: [{ product: '册', price: 1 }] })
    expect(added).toBeUndefined()
    expect((await must('order/finish', await paid((data as { id: number }).id))).undo).toBeUndefined()
  })

  const paid = async (id: number) => {
    await must('order/pay', { id, amount: 1 })
    return { id }
  }
})
