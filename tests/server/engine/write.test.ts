import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, START, type Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => { shop = await openShop() })
afterAll(() => shop.close())

let phone = 13_700_000_000
const mobile = (): string => String((phone += 1))

/** Adds a customer as the manager; answers its id. */
async function customer(values: Record<string, unknown> = {}): Promise<number> {
  const answer = await shop.post('max', 'customer/add', { realName: '李雷', mobile: mobile(), salesId: shop.ids.ann, ...values })
  expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 })
  return (answer.data as { id: number }).id
}

const detail = async (id: number, person: 'max' | 'ada' = 'max') => (await shop.post(person, 'customer/detail', { id })).data as Record<string, unknown>

describe('add', () => {
  it('fills defaults, numbers and computed fields, and answers the id', async () => {
    const number = mobile()
    const id = await customer({ mobile: number, credit: 12.5, vip: 1, birthday: START - 9 * 3600_000, cityCode: '500100' })
    expect(await detail(id)).toMatchObject({
      id, version: 1, realName: '李雷', mobile: number, level: 1, vip: 1, credit: 12.5, status: 1, cityCode: '500100', cityCodeName: '重庆',
      salesId: shop.ids.ann, salesName: 'ann', createName: 'max', createTime: START, customerNo: expect.stringMatching(/^C260316\d{4}$/),
    })
    const row = await detail(id)
    expect(row.nameCode).toBe(`李雷(${String(row.customerNo)})`)
    expect(row.salesMobile).toMatch(/^1390000/)
  })
})
