/** Many at once: numbers given once, uniqueness, repeats, stale saves, trees and references (I-09, I-40, I-50; checks 27, 28). */
import { DICT } from '../../../src/generated/dictionaries.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Model } from '../../../src/model/model.ts'
import { onEachEngine } from '../support/engines.ts'
import type { Person, Told, Values } from '../support/product.ts'
import { useProduct } from '../support/useProduct.ts'

const MANY = 64

/** How often each status occurs. */
const statuses = (told: readonly Told[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { status } of told) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

onEachEngine('at once', (engine) => {
  const product = useProduct(engine)
  let admin: Person
  beforeAll(async () => {
    admin = await product().person('administrator')
  })
  const all = <T>(work: (i: number) => Promise<T>, count = MANY): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, i) => work(i)))
  const mobileOf = (n: number): string => `181${String(n).padStart(8, '0')}`

  it('sixty-four adds get sixty-four numbers, one after the other', async () => {
    const { today } = await product().row<{ today: number }>(
      `select count(*) as "today" from "customer" where "companyId" = $1 and "customerNo" like 'K260316%'`,
      [admin.companyId],
    )
    const told = await all((i) => product().post(admin, 'customer/add', { realName: `同时${i}`, mobile: mobileOf(i) }))
    expect(statuses(told)).toEqual({ 200: MANY })
    const rows = await product().rows<{ customerNo: string }>(
      'select "customerNo" from "customer" where "realName" like \'同时%\' order by 1',
    )
    expect(rows.map((row) => row.customerNo)).toEqual(
      Array.from({ length: MANY }, (_, i) => `K260316${String(today + i + 1).padStart(4, '0')}`),
    )
    for (const [table, column] of [
      ['family', 'familyNo'],
      ['account', 'accountNo'],
    ] as const) {
      const { n, different } = await product().row<Values>(
        `select count(*) as n, count(distinct "${column}") as different from "${table}" where "companyId" = $1`,
        [admin.companyId],
      )
      expect(different).toBe(n)
    }
  })

  it('sixty-four adds of one number make one customer', async () => {
    const told = await all((i) =>
      product().post(admin, 'customer/add', { realName: `同号${i}`, mobile: mobileOf(1000) }),
    )
    expect(statuses(told)).toEqual({ 200: 1, 400: MANY - 1 })
    expect(
      new Set(
        told.filter((one) => one.status === 400).map((one) => `${one.msg} ${String((one.data as Values).field)}`),
      ),
    ).toEqual(new Set(['手机号已存在 mobile']))
    expect(await product().count('customer', '"mobile" = $1', [mobileOf(1000)])).toBe(1)
    expect(await product().count('familyMember', '"mobile" = $1', [mobileOf(1000)])).toBe(1)
  })

  describe('stale saves', () => {
    it('of one record: one wins, the others hear of it, a thousand times', async () => {
      const { id } = await product().must(admin, 'tags/add', { name: '竞争' })
      const rounds = 40
      for (let version = 1; version <= rounds; version++) {
        const told = await all(
          (i) => product().post(admin, 'tags/edit', { id, version, name: `竞争${version}-${i}` }),
          25,
        )
        expect({ version, ...statuses(told) }).toEqual({ version, 200: 1, 409: 24 })
        const winner = told.findIndex((one) => one.status === 200)
        expect(await product().row('select "name", "version" from "tags" where "id" = $1', [id])).toEqual({
          name: `竞争${version}-${winner}`,
          version: version + 1,
        })
        expect(told.find((one) => one.status === 409)?.data).toMatchObject({
          version: version + 1,
          current: { name: `竞争${version}-${winner}` },
        })
      }
      expect(await product().count('operateLog', '"entity" = \'tags\' and "entityId" = $1', [id])).toBe(rounds + 1)
    })

    it('without a version come one after the other, none lost', async () => {
      const { id } = await product().must(admin, 'tags/add', { name: '先后' })
      const told = await all((i) => product().post(admin, 'tags/edit', { id, name: `先后${i}` }))
      expect(statuses(told)).toEqual({ 200: MANY })
      expect(await product().row('select "version" from "tags" where "id" = $1', [id])).toEqual({ version: MANY + 1 })
      expect(await product().count('operateLog', '"entity" = \'tags\' and "entityId" = $1', [id])).toBe(MANY + 1)
    })
  })

  describe('a call that happens once', () => {
    let plain: Model
    beforeAll(() => {
      plain = product().model
      const add = plain.calls['contact/add'] as Model['calls'][string]
      product().app.swapModel({ ...plain, calls: { ...plain.calls, 'contact/add': { ...add, once: true } } })
    })
    afterAll(() => product().app.swapModel(plain))
    const customer = async (): Promise<number> =>
      (
        await product().row<{ id: number }>(
          'select min("id") as "id" from "customer" where "companyId" = $1 and not "isDel"',
          [admin.companyId],
        )
      ).id
    const send = (who: Person | string, requestNo: unknown, content: string, customerId: number): Promise<Told> =>
      product().raw(who, 'contact/add', { customerId, contactMode: 1, content, requestNo })

    it('is answered the same sixty-four times', async () => {
      const customerId = await customer()
      const told = await all(() => send(admin, 'r-1', '只此一次', customerId))
      expect(statuses(told)).toEqual({ 200: MANY })
      expect(new Set(told.map((one) => JSON.stringify(one.data))).size).toBe(1)
      expect(await product().count('contact', '"content" = \'只此一次\'')).toBe(1)
      expect(await send(admin, 'r-1', '只此一次', customerId)).toEqual(told[0])
    })

    it('refuses its number for something else, and takes it from somebody else', async () => {
      const customerId = await customer()
      expect(await send(admin, 'r-1', '另一次', customerId)).toMatchObject({
        status: 400,
        data: { field: 'requestNo' },
      })
      expect(await send('manager', 'r-1', '只此一次', customerId)).toMatchObject({ status: 200 })
      expect(await product().count('contact', '"content" = \'只此一次\'')).toBe(2)
    })

    it('that was refused is no first time', async () => {
      const customerId = await customer()
      expect(await send(admin, 'r-2', '', customerId)).toMatchObject({ status: 400 })
      expect(await send(admin, 'r-2', '补上内容', customerId)).toMatchObject({ status: 200 })
    })

    it.each([[{ a: 1 }], [['r']], [7], ['x'.repeat(65)]])('takes no number like %j', async (requestNo) => {
      expect(await send(admin, requestNo, '怪号', await customer())).toMatchObject({
        status: 400,
        data: { field: 'requestNo' },
      })
    })

    it('without a number happens each time', async () => {
      const customerId = await customer()
      for (const none of [undefined, null, ''])
        expect(await send(admin, none, '无号', customerId)).toMatchObject({ status: 200 })
      expect(await product().count('contact', '"content" = \'无号\'')).toBe(3)
    })
  })

  it('two departments do not get below one another', async () => {
    for (let round = 0; round < 4; round++) {
      const [a, b] = (await all(
        async (i) =>
          (
            await product().must(admin, 'org/add', {
              name: `环${round}-${i}`,
              code: `C${round}-${i}`,
              orgType: DICT.org_type.department,
            })
          ).id,
        2,
      )) as [number, number]
      const told = await Promise.all([
        product().post(admin, 'org/edit', { id: a, parentId: b }),
        product().post(admin, 'org/edit', { id: b, parentId: a }),
      ])
      const rows = await product().rows<{ id: number; parentId: number | null }>(
        'select "id", "parentId" from "org" where "id" = any($1)',
        [[a, b]],
      )
      expect({ round, free: rows.some((row) => row.parentId === null) }).toEqual({ round, free: true })
      expect(told.map((one) => one.status).sort()).toEqual([200, 400])
    }
  })

  it('two branches do not get below one another', async () => {
    const add = async (round: number, name: string, parentId?: number): Promise<number> =>
      (
        await product().must(admin, 'org/add', {
          name: `枝${round}${name}`,
          code: `B${round}${name}`,
          orgType: DICT.org_type.department,
          ...(parentId ? { parentId } : {}),
        })
      ).id
    for (let round = 0; round < 4; round++) {
      const [a, x] = [await add(round, 'a'), await add(round, 'x')]
      const [y, b] = [await add(round, 'y', a), await add(round, 'b', x)]
      const told = await Promise.all([
        product().post(admin, 'org/edit', { id: a, parentId: b }),
        product().post(admin, 'org/edit', { id: x, parentId: y }),
      ])
      expect({ round, statuses: told.map((one) => one.status).sort() }).toEqual({ round, statuses: [200, 400] })
    }
  })

  it('nothing refers to what was deleted at the same moment (I-50)', async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await product().must(admin, 'stantion/add', {
        name: `同删${round}`,
        code: `S${round}`,
      })
      const [added, deleted] = await Promise.all([
        product().post(admin, 'employee/add', {
          realName: `同删${round}`,
          mobile: mobileOf(2000 + round),
          orgId: admin.orgId,
          positionId: id,
        }),
        product().post(admin, 'stantion/del', { id }),
      ])
      const dangling = await product().count(
        'employee',
        '"positionId" = $1 and not exists (select 1 from "position" p where p."id" = $1 and not p."isDel")',
        [id],
      )
      expect({ round, added: added.status, deleted: deleted.status, dangling }).toMatchObject({ round, dangling: 0 })
      expect([added.status, deleted.status].filter((status) => status === 200)).toHaveLength(1)
    }
  })

  it('tags are counted right, however many customers take one', async () => {
    const { id } = await product().must(admin, 'tags/add', { name: '大家都要' })
    const told = await all(
      (i) => product().post(admin, 'customer/add', { realName: `标签${i}`, mobile: mobileOf(3000 + i), tags: [id] }),
      32,
    )
    expect(statuses(told)).toEqual({ 200: 32 })
    expect(await product().row('select "useCount" from "tags" where "id" = $1', [id])).toEqual({ useCount: 32 })
  })
})
