import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../db/engines.ts'
import { openShop, shopModel, type Person, type Shop } from './shop.ts'

type Values = Record<string, unknown>

describe.each(engines)('on $name', (engine) => {
  let shop: Shop
  const ids: Record<string, number> = {}

  /** A customer of each salesperson, one of the other company, one of nobody. */
  const OWNERS: Record<string, { by: Person; values: Values }> = {
    ann: { by: 'max', values: { salesId: 'ann', orgId: 'north' } },
    bob: { by: 'max', values: { salesId: 'bob', orgId: 'south' } },
    free: { by: 'max', values: { orgId: 'south' } },
    zoe: { by: 'zoe', values: { salesId: 'zoe', orgId: 'other' } },
  }

  beforeAll(async () => {
    shop = await openShop(engine)
    let mobile = 13_500_000_000
    for (const [name, { by, values }] of Object.entries(OWNERS)) {
      const sent = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, shop.ids[value as string]]))
      const answer = await shop.post(by, 'customer/add', { realName: name, mobile: String((mobile += 1)), ...sent })
      expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 })
      ids[name] = (answer.data as { id: number }).id
      const order = await shop.post(by, 'order/add', { customerId: ids[name], items: [{ product: '相册', price: 1 }] })
      ids[`order ${name}`] = (order.data as { id: number }).id
    }
  })
  afterAll(() => shop.close())

  describe('grants', () => {
    it.each<[string, Person | undefined, string, Values, number]>([
      ['a stranger is asked to sign in', undefined, 'customer/query', {}, 401],
      ['a stranger may make an open call', undefined, 'customer/hello', { name: 'x' }, 200],
      ['somebody without a grant is refused', 'nob', 'customer/query', {}, 403],
      ['any member of staff may make a staff call', 'nob', 'customer/levels', {}, 200],
      ['a menu reaches what its list reads', 'lea', 'customer/query', {}, 200],
      ['a menu reaches its look-ups', 'lea', 'tag/select', {}, 200],
      ['a button that is not granted is refused', 'lea', 'customer/del', { id: 1 }, 403],
      ['a call no grant reaches is refused', 'max', 'customer/pool', { status: 1 }, 403],
      ['a call no grant reaches answers who is granted everything', 'ada', 'customer/pool', { status: 1 }, 200],
      ['staff are no customers', 'max', 'customer/self', { id: 1 }, 403],
      ['an unknown path is not found', 'ada', 'customer/nonsense', {}, 404],
      ['a property of objects is no path', 'ada', 'constructor', {}, 404],
      ['the path of a preset is no call', 'ada', 'customer/claim', { ids: [1] }, 404],
    ])('%s', async (_, person, path, input, status) => {
      expect((await shop.post(person, path, input)).status).toBe(status)
    })

    it('of a preset grant its values, its inputs and its guard, no more', async () => {
      const claim = (input: Values) =>
        shop.post('cleo', 'customer/assign', { ids: [ids.free], salesId: shop.ids.cleo, ...input })
      expect(await claim({ salesId: shop.ids.bob })).toMatchObject({ status: 403 })
      expect(await claim({ salesId: undefined })).toMatchObject({ status: 403 })
      expect(await claim({ level: 2 })).toMatchObject({ status: 403 })
      expect(await claim({ ids: [ids.bob] })).toMatchObject({ status: 400, msg: '已被领取' })
      expect(await claim({})).toMatchObject({ status: 200 })
      expect(await claim({})).toMatchObject({ status: 400, msg: '已被领取' })
    })

    it('of the plain edit are no grant of the moves its presets make', async () => {
      await shop.post('max', 'customer/lose', { id: ids.ann, reason: 'x' })
      expect(await shop.post('ann', 'customer/edit', { id: ids.ann, status: 1 })).toMatchObject({ status: 403 })
      expect(await shop.post('max', 'customer/edit', { id: ids.ann, status: 1 })).toMatchObject({ status: 200 })
    })

    it('that are taken away are gone with the next request (check 8)', async () => {
      expect(await shop.post('lea', 'tag/select')).toMatchObject({ status: 200 })
      const grants = await shop.rows<{ id: number }>('select "id" from "grant" where "roleId" = $1', [shop.ids.leader1])
      await shop.post('ada', 'grant/del', { ids: grants.map((grant) => grant.id) })
      expect(await shop.post('lea', 'tag/select')).toMatchObject({ status: 403 })
      await shop.db.query('update "grant" set "isDel" = false where "roleId" = $1', [shop.ids.leader1])
      await shop.app.forget()
      expect(await shop.post('lea', 'tag/select')).toMatchObject({ status: 200 })
    })
  })

  describe('row scope', () => {
    const SEEN: [Person, string[]][] = [
      ['max', ['ann', 'bob', 'free']],
      ['ann', ['ann']],
      ['bob', ['bob']],
      ['lea', ['ann']],
      ['zoe', ['zoe']],
    ]

    it.each(SEEN)(
      '%s sees the same rows by list, count, totals, tabs, look-up, statistics and export (check 3)',
      async (person, seen) => {
        const allowed = person === 'max' || person === 'zoe'
        const listed = await shop.post(person, 'customer/query', { totals: { credit: 'sum' }, counts: 'status' })
        expect((listed.data as Values[]).map((row) => row.realName).sort()).toEqual(seen)
        expect(listed).toMatchObject({ total: seen.length, count: { all: seen.length } })
        const orders = await shop.post(person, 'order/query', {})
        expect((orders.data as Values[]).map((row) => row.customerName).sort()).toEqual(seen)
        if (allowed) {
          const stat = await shop.post(person, 'customer/byLevel', {})
          expect((stat.data as Values[]).reduce((sum, row) => sum + Number(row.count), 0)).toBe(seen.length)
          expect(((await shop.post(person, 'customer/select', {})).data as Values[]).length).toBe(seen.length)
        }
      },
    )

    it.each<[string, Person, string, string, number]>([
      ['the own row', 'ann', 'ann', 'customer/detail', 200],
      ["a colleague's row", 'ann', 'bob', 'customer/detail', 403],
      ['a row of another company', 'ann', 'zoe', 'customer/detail', 404],
      ['a row of another company, however much is granted', 'ada', 'zoe', 'customer/detail', 404],
      ["the order of a colleague's customer", 'ann', 'order bob', 'order/detail', 403],
      ['the order of another company', 'ann', 'order zoe', 'order/detail', 404],
      ['a row of the department below', 'lea', 'ann', 'customer/detail', 200],
      ['a row of a sister department', 'lea', 'bob', 'customer/detail', 403],
      ["to change a colleague's row", 'ann', 'bob', 'customer/edit', 403],
      ['to change a row of another company', 'ann', 'zoe', 'customer/edit', 404],
      ["to cancel a colleague's order", 'ann', 'order bob', 'order/cancel', 403],
    ])('%s', async (_, person, key, path, status) => {
      const id = ids[key]
      const before = await shop.rows('select * from "customer" order by "id"')
      const answer = await shop.post(
        person,
        path,
        path.endsWith('cancel') ? { ids: [id] } : { id, ...(path.endsWith('edit') ? { realName: 'stolen' } : {}) },
      )
      expect(answer.status).toBe(status)
      if (status !== 200) {
        expect(JSON.stringify(answer)).not.toMatch(/1350000/)
        expect(await shop.rows('select * from "customer" order by "id"')).toEqual(before)
      }
    })

    it('holds for references: nobody points at a row that the look-up would not offer', async () => {
      expect(
        await shop.post('ann', 'order/add', { customerId: ids.bob, items: [{ product: 'x', price: 1 }] }),
      ).toMatchObject({ status: 400, data: { field: 'customerId' } })
      expect(
        await shop.post('ann', 'order/add', { customerId: ids.zoe, items: [{ product: 'x', price: 1 }] }),
      ).toMatchObject({ status: 400, data: { field: 'customerId' } })
      expect(
        await shop.post('ann', 'order/add', { customerId: ids.ann, items: [{ product: 'x', price: 1 }] }),
      ).toMatchObject({ status: 200 })
    })

    it('a batch with one row outside is refused whole', async () => {
      expect(await shop.post('ann', 'order/cancel', { ids: [ids['order ann'], ids['order bob']] })).toMatchObject({
        status: 403,
      })
      expect(await shop.rows('select "status" from "order" where "id" = $1', [ids['order ann']])).toEqual([
        { status: 1 },
      ])
    })

    it("of a customer who signed in is what is the customer's", async () => {
      const client = { kind: 'client', lang: 'zh', companyId: shop.ids.firm1, customerId: ids.ann } as const
      expect(await shop.app.answer('customer/self', client, { id: ids.ann })).toMatchObject({
        status: 200,
        data: { realName: 'ann' },
      })
      expect(await shop.app.answer('customer/self', client, { id: ids.bob })).toMatchObject({ status: 403 })
      expect(await shop.app.answer('customer/query', client, {})).toMatchObject({ status: 403 })
    })

    it('of the departments chosen in the rule', async () => {
      const [rule] = await shop.rows<{ id: number }>(
        'select "id" from "rule" where "roleId" = $1 and "moduleCode" = \'customer\'',
        [shop.ids.leader1],
      )
      await shop.post('ada', 'rule/edit', { id: rule?.id, level: 6, orgIds: [shop.ids.south] })
      const { data } = await shop.post('lea', 'customer/query', {})
      expect((data as Values[]).map((row) => row.realName).sort()).toEqual(['bob', 'free'])
      await shop.post('ada', 'rule/edit', { id: rule?.id, level: 3 })
    })
  })

  describe('who is told of changes', () => {
    it('those with a list or detail of the resource', async () => {
      expect(await shop.app.canRead(shop.actor('ann'), 'customer')).toBe(true)
      expect(await shop.app.canRead(shop.actor('nob'), 'customer')).toBe(false)
      expect(await shop.app.canRead(shop.actor('ann'), 'category')).toBe(false)
    })
  })

  describe('another model', () => {
    it('is run from the next call on; one whose handlers do not fit is refused and nothing changes', async () => {
      const wrong = shopModel({
        'resources/shop/tag.json': JSON.stringify({
          label: { zh: '标签', en: 'Tag' },
          title: 'name',
          fields: { name: { type: 'name', required: true } },
          calls: { shout: { handler: true } },
        }),
      })
      expect(() => shop.app.swapModel(wrong)).toThrow(/tag\/shout/)
      const before = shop.app.model
      const next = shopModel({
        'resources/shop/tag.json': JSON.stringify({
          label: { zh: '标签', en: 'Tag' },
          title: 'name',
          fields: { name: { type: 'name', required: true, max: 3 } },
        }),
      })
      shop.app.swapModel(next)
      expect(await shop.post('ada', 'tag/add', { name: 'long' })).toMatchObject({
        status: 400,
        data: { field: 'name' },
      })
      shop.app.swapModel(before)
      expect(await shop.post('ada', 'tag/add', { name: 'long' })).toMatchObject({ status: 200 })
    })
  })
})
