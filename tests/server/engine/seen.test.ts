/** Rows that people see only while these are so (`seen`), on every channel: LANGUAGE § 3. */
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Model } from '../../../src/model/model.ts'
import { engines } from '../db/engines.ts'
import { extended, openShop, shopModel, type Person, type Shop } from './shop.ts'

type Values = Record<string, unknown>

/** Tags are for a department and those below it, but for who may change them; order lines of no amount are nobody's. */
const model = (): Model =>
  shopModel({
    ...extended(
      'tag',
      { orgId: { type: 'ref', of: 'dept', label: { zh: '部门', en: 'Department' } } },
      {
        seen: { where: 'row.orgId == null || user.org.path.startsWith(row.org.path)', unless: ['edit'] },
        filters: { name: true, orgId: true },
        columns: ['name', 'orgId'],
        calls: {
          checkRepeat: { check: 'name' },
          shown: { like: 'query', scope: 'seen' },
          everywhere: { like: 'query', scope: 'company' },
          counts: { stat: { by: ['orgId'], measures: { tags: 'count()' } } },
        },
      },
    ),
    ...extended('item', {}, { seen: 'row.quantity < 100' }),
    'screens/stock/tags.json': JSON.stringify({
      code: 'stock-002',
      label: { zh: '标签', en: 'Tags' },
      view: 'list',
      resource: 'tag',
      actions: {
        add: true,
        edit: true,
        del: true,
        export: true,
        shown: { call: 'shown', label: { zh: '看', en: 'See' } },
        everywhere: { call: 'everywhere', label: { zh: '看', en: 'See' } },
        counts: { call: 'counts', label: { zh: '看', en: 'See' } },
      },
    }),
  })

describe.each(engines)('rows that are not for everybody on $name', (engine) => {
  let shop: Shop
  const tags: Record<string, number> = {}

  const must = async (person: Person, path: string, input: Values = {}): Promise<Values & { data: unknown }> => {
    const answer = await shop.post(person, path, input)
    expect(answer, path).toMatchObject({ status: 200 })
    return answer
  }
  const names = ({ data }: { data: unknown }): unknown[] => (data as Values[]).map((row) => row.name).sort()

  beforeAll(async () => {
    shop = await openShop(engine, model())
    const buttons = await shop.rows<{ id: number; code: string }>(
      'select "id", "code" from "button" where "menuId" = $1 and "code" <> all($2)',
      [shop.ids['menu stock-002'], ['edit', 'del']],
    )
    await must('ada', 'grant/add', {
      roleId: shop.ids.sales1,
      menuId: shop.ids['menu stock-002'],
      btnIds: buttons.map(({ id }) => id),
    })
    const made: [string, Person, string | undefined][] = [
      ['all', 'max', undefined],
      ['north', 'max', 'north'],
      ['south', 'max', 'south'],
      ['by ann for south', 'ann', 'south'],
    ]
    for (const [name, by, org] of made) {
      const { data } = await must(by, 'tag/add', { name, ...(org ? { orgId: shop.ids[org] } : {}) })
      tags[name] = (data as { id: number }).id
    }
  })
  afterAll(() => shop.close())

  // Of the two of one role in turn, so that what is remembered for one answers the other.
  const SEEN: [string, Person, string[]][] = [
    ['those of the own department, and what one made', 'ann', ['all', 'by ann for south', 'north']],
    ['those of the own department', 'bob', ['all', 'by ann for south', 'south']],
    ['all, where one may change them', 'max', ['all', 'by ann for south', 'north', 'south']],
  ]

  it.each(SEEN)('are %s', async (_, person, seen) => {
    expect(names(await must(person, 'tag/query', {}))).toEqual(seen)
    expect((await must(person, 'tag/query', {})).total).toBe(seen.length)
    expect(names(await must(person, 'tag/everywhere', {}))).toEqual(seen)
    const options = (await must(person, 'tag/select', {})).data as Values[]
    expect(options.map((one) => one.label).sort()).toEqual(seen)
    const groups = (await must(person, 'tag/counts', {})).data as { tags: number }[]
    expect(groups.reduce((sum, one) => sum + one.tags, 0)).toBe(seen.length)
    await must(person, 'tag/export', {})
    const sheet = await readSheet([...shop.files.files.values()].at(-1) as Buffer)
    expect(
      sheet
        .slice(1)
        .map(([name]) => name)
        .sort(),
    ).toEqual(seen)
    for (const [name, id] of Object.entries(tags)) {
      const status = seen.includes(name) ? 200 : 403
      expect([name, (await shop.post(person, 'tag/detail', { id })).status]).toEqual([name, status])
      const history = { entity: 'tag', entityId: id }
      expect([name, (await shop.post(person, 'log/history', history)).status]).toEqual([name, status])
    }
  })

  it('are for all alike where a call says so', async () => {
    for (const person of ['ann', 'max'] as const)
      expect(names(await must(person, 'tag/shown', {}))).toEqual(person === 'ann' ? ['all', 'north'] : ['all'])
  })

  it('are pointed at by nobody else', async () => {
    const named = async (person: Person, tag: string): Promise<unknown> => {
      const mobile = `1350000${String(1000 + Math.floor(Object.keys(tags).indexOf(tag) * 10 + person.length))}`
      return (await shop.post(person, 'customer/add', { realName: '客', mobile, tags: [tags[tag]] })).status
    }
    expect([await named('ann', 'north'), await named('ann', 'south')]).toEqual([200, 400])
  })

  it('are no lines of a record, and none that are changed', async () => {
    const { data: customer } = await must('max', 'customer/add', { realName: '单', mobile: '13500009999' })
    const items = [
      { product: '相册', price: 1 },
      { product: '相框', price: 1, quantity: 200 },
    ]
    const { data } = await must('max', 'order/add', { customerId: (customer as { id: number }).id, items })
    const { id } = data as { id: number }
    const told = (await must('max', 'order/detail', { id })).data as { items: Values[] }
    expect(told.items.map((one) => one.product)).toEqual(['相册'])
    const [hidden] = await shop.rows<{ id: number }>(
      'select "id" from "item" where "orderId" = $1 and "quantity" = 200',
      [id],
    )
    for (const path of ['item/edit', 'item/del'])
      expect([path, (await shop.post('ada', path, { id: hidden?.id })).status]).toEqual([path, 403])
  })
})
