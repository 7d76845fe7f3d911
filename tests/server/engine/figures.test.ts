import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../db/engines.ts'
import { openShop, shopModel, START, type Shop } from './shop.ts'

const text = (zh: string, en: string) => ({ zh, en })
const int = { type: 'int', label: text('数', 'Number'), managed: true }
const money = { type: 'money', label: text('额', 'Amount'), managed: true }

const FIGURES = {
  label: text('客户统计', 'Customer figures'),
  title: 'group',
  path: 'figures',
  virtual: true,
  figures: {
    of: 'customer',
    text: 'group',
    measures: {
      total: 'count()',
      born: 'count(birthday)',
      lost: "count(row.status == 'lost')",
      credit: 'sum(credit)',
      lostCredit: "sum(credit, row.level == 'low')",
      introduced: 'sum(introducer.credit)',
      lostRate: 'lost / total',
      bornOfLost: 'born / lost',
      meanLost: "avg(credit, row.status == 'lost')",
    },
  },
  fields: {
    group: { type: 'string', label: text('组', 'Group'), managed: true },
    total: int,
    born: int,
    lost: int,
    credit: money,
    lostCredit: money,
    introduced: money,
    meanLost: money,
    bornOfLost: { type: 'decimal', digits: 3, percent: true, label: text('比', 'Share'), managed: true },
    lostRate: { type: 'decimal', digits: 3, percent: true, label: text('率', 'Rate'), managed: true },
  },
  filters: { level: true, of: { is: 'salesId' }, named: { contains: ['sales.realName'] } },
  standard: [],
  calls: {
    bySales: { label: text('按人', 'By person'), stat: { by: ['salesId'], sort: ['-total', 'credit'] } },
    byLevel: { label: text('按级', 'By level'), stat: { by: ['level'], sort: ['-lost', 'total'] } },
    byDay: { label: text('按日', 'By day'), stat: { by: ['createTime'] } },
    ofLost: { label: text('流失', 'Lost'), stat: { by: ['salesId'] }, where: "row.status == 'lost'" },
    rows: { label: text('明细', 'Customers'), like: 'list', output: { rows: 'customer' } },
  },
}

describe.each(engines)('figures of another resource, on $name', (engine) => {
  let shop: Shop
  const ids: number[] = []
  const call = async (path: string, input: unknown, person: 'ada' | 'zoe' = 'ada'): Promise<unknown> => {
    const answer = await shop.post(person, path, input)
    expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 })
    return answer.data
  }

  beforeAll(async () => {
    const overlay = { 'resources/shop/customerFigures.json': JSON.stringify(FIGURES) }
    shop = await openShop(engine, shopModel(overlay))
    const { ann, bob } = shop.ids
    const people: Record<string, unknown>[] = [
      { salesId: ann, credit: 10.5, level: 1, birthday: START - 9 * 3_600_000 },
      { salesId: ann, credit: 0, level: 2 },
      { salesId: bob, credit: 4, level: 1 },
      { credit: 1, level: 1 },
    ]
    for (const [i, values] of people.entries()) {
      if (i === 3) shop.clock.at += 24 * 3_600_000
      const introducerId = i === 2 ? ids[0] : undefined
      const input = { realName: `客${i}`, mobile: String(13_400_000_000 + i), introducerId, ...values }
      ids.push(((await call('customer/add', input)) as { id: number }).id)
    }
    await call('customer/lose', { id: ids[1], reason: '搬家' })
  })
  afterAll(() => shop.close())

  it('are told of all groups together too, where a mean of them would say nothing', async () => {
    const answer = await shop.post('ada', 'figures/bySales', { totals: ['total', 'credit', 'lostRate'] })
    expect(answer).toMatchObject({ status: 200, totals: { total: 4, credit: 15.5, lostRate: 0.25 } })
    expect((await shop.post('ada', 'figures/bySales', { totals: ['group'] })).status).toBe(400)
  })

  it('count, add up and divide, for groups as people call them', async () => {
    const { ann, bob } = shop.ids
    expect(await call('figures/bySales', {})).toEqual([
      {
        group: 'ann',
        total: 2,
        born: 1,
        lost: 1,
        credit: 10.5,
        lostCredit: 10.5,
        introduced: 0,
        lostRate: 0.5,
        bornOfLost: 1,
        meanLost: 0,
        groupValues: [ann],
      },
      {
        group: '—',
        total: 1,
        born: 0,
        lost: 0,
        credit: 1,
        lostCredit: 1,
        introduced: 0,
        lostRate: 0,
        // A share of nothing, and a mean of nothing, are none.
        bornOfLost: null,
        meanLost: null,
        groupValues: [null],
      },
      {
        group: 'bob',
        total: 1,
        born: 0,
        lost: 0,
        credit: 4,
        lostCredit: 4,
        introduced: 10.5,
        lostRate: 0,
        bornOfLost: null,
        meanLost: null,
        groupValues: [bob],
      },
    ])
  })

  it('name values in the language of the reader, and days', async () => {
    const groups = async (path: string): Promise<unknown> =>
      ((await call(path, {})) as { group: string; total: number }[]).map((one) => [one.group, one.total])
    const [low, normal] = shop.app.model.dictionaries.level!.values.map((one) => one.label.zh)
    expect(await groups('figures/byLevel')).toEqual([
      [normal, 1],
      [low, 3],
    ])
    expect(await groups('figures/byDay')).toEqual([
      ['2026-03-16', 3],
      ['2026-03-17', 1],
    ])
  })

  it('take the filters they offer, and no others', async () => {
    const totals = async (path: string, input: unknown): Promise<number[]> =>
      ((await call(path, input)) as { total: number }[]).map((one) => one.total)
    expect(await totals('figures/bySales', { level: 2 })).toEqual([1])
    expect(await totals('figures/bySales', { of: shop.ids.bob })).toEqual([1])
    expect(await totals('figures/bySales', { named: 'nn' })).toEqual([2])
    expect(await totals('figures/ofLost', {})).toEqual([1])
    expect(await totals('figures/ofLost', { of: shop.ids.bob })).toEqual([])
    expect(await shop.post('ada', 'figures/bySales', { cityCode: '1' })).toMatchObject({ status: 400 })
    expect(await call('figures/rows', { of: shop.ids.bob })).toMatchObject([{ id: ids[2], realName: '客2' }])
  })

  it('leave out what is deleted', async () => {
    await call('customer/edit', { id: ids[2], introducerId: null })
    await call('customer/del', { ids: [ids[0]] })
    expect(await call('figures/bySales', { named: 'nn' })).toMatchObject([{ total: 1, credit: 0, lostRate: 1 }])
  })
})
