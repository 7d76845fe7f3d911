/** Lists longer than what is counted: what a screen is told at once, and what is exact all the same. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COUNT_MAX, TAB_MAX } from '../../../src/server/query/paging.ts'
import { engines } from '../db/engines.ts'
import { openShop, type Shop } from './shop.ts'

/** Rows of level 1 alone are as many as are counted; those of level 2 go beyond. */
const FIRST = COUNT_MAX
const SECOND = TAB_MAX + 1
/** Of all rows so many are of status 2, each with a credit of one yuan. */
const FEW = 40

describe.each(engines)('a long list on $name', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(engine)
    await shop.rows(
      `insert into "customer" ("realName", "mobile", "level", "credit", "vip", "status", "nameCode", "companyId", "version", "createTime", "updateTime", "isDel")
      select 'n' || n, '135' || lpad(n::text, 8, '0'), case when n <= $2::int then 1 else 2 end, 100, n > $2::int, case when n <= $3::int then 2 else 1 end, 'x', $1, 1, now(), now(), false
      from generate_series(1, $2::int + $4::int) as n`,
      [shop.ids.firm1, FIRST, FEW, SECOND],
    )
  })
  afterAll(() => shop.close())

  const ask = (more: Record<string, unknown>) =>
    shop.post('max', 'customer/query', { pageRows: 1, counts: 'status', totals: { credit: 'sum' }, ...more })

  it('tells its screen that there are too many rows to add up, and of which tabs there are more', async () => {
    const told = await ask({ quick: 1 })
    expect(told).toMatchObject({ total: COUNT_MAX, more: 1, totalsMore: 1 })
    expect(told).toMatchObject({ count: { 1: TAB_MAX, 2: FEW, 3: 0, all: COUNT_MAX }, countMore: ['1', 'all'] })
    expect(told).not.toHaveProperty('totals')
  })

  it('is added up to the last row for whoever does not ask quickly', async () => {
    const told = await ask({})
    expect(told).toMatchObject({ totals: { credit: FIRST + SECOND } })
    expect(told).not.toHaveProperty('totalsMore')
  })

  it('is exact in every figure while it is no longer than what is counted, whatever tab is open', async () => {
    for (const status of [undefined, 2]) {
      const told = await ask({ quick: 1, level: 1, status })
      const open = status === undefined ? FIRST : FEW
      expect(told).toMatchObject({ total: open, totals: { credit: open } })
      expect(told.count).toMatchObject({ 1: FIRST - FEW, 2: FEW, 3: 0, all: FIRST })
      for (const name of ['more', 'countMore', 'totalsMore']) expect(told).not.toHaveProperty(name)
    }
  })

  it('is turned to the ten thousandth row by pages, and no further', async () => {
    expect(await ask({ pageRows: 200, pageNO: 50 })).toMatchObject({ status: 200 })
    for (const [pageRows, pageNO] of [
      [200, 51],
      [1, 10_001],
      [150, 68],
    ])
      expect(await ask({ pageRows, pageNO })).toMatchObject({ status: 400, data: { field: 'pageNO' } })
  })

  it('has tabs of yes and no as well', async () => {
    expect(await ask({ counts: 'vip', level: 2 })).toMatchObject({ count: { 1: SECOND, 0: 0, all: SECOND } })
    expect(await ask({ counts: 'vip' })).toMatchObject({ count: { 1: TAB_MAX, 0: TAB_MAX, all: COUNT_MAX } })
  })
})
