/** Filters through a reference that no row keeps, since it is read from another record (LANGUAGE § 6). */
import { afterAll, beforeAll, expect, describe, it } from 'vitest'
import { engines } from '../db/engines.ts'
import { extended, openShop, shopModel, type Shop } from './shop.ts'

const label = { zh: '买家', en: 'Buyer' }

it('that is no plain path serves no filter, which is told where it is written', () => {
  const buyer = { type: 'ref', of: 'customer', label, value: 'row.quantity > 1 ? row.order.customerId : null' }
  const overlay = extended('item', { buyerId: buyer }, { filters: { buyer: { contains: ['buyer.realName'] } } })
  expect(() => shopModel(overlay)).toThrow(/"buyerId" is worked out when read/)
})

describe.each(engines)('a reference that is worked out on $name', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    const buyer = { type: 'ref', of: 'customer', label, value: 'row.order.customerId' }
    const filters = {
      buyer: { contains: ['buyer.realName', 'buyer.mobile'] },
      buyerId: true,
      since: { range: 'buyer.createTime' },
    }
    shop = await openShop(
      engine,
      shopModel(
        extended(
          'item',
          { buyerId: buyer },
          { filters, columns: ['product', 'buyerId', 'buyer.mobile', 'buyer.sales.realName'] },
        ),
      ),
    )
    for (const [i, realName] of ['安娜', '贝拉'].entries()) {
      const customer = await shop.post('ada', 'customer/add', { realName, mobile: `1350000000${i}` })
      const customerId = (customer.data as { id: number }).id
      await shop.post('ada', 'order/add', { customerId, items: [{ product: `${realName}的相册`, price: 10 }] })
    }
  })
  afterAll(() => shop.close())

  const found = async (filter: Record<string, unknown>): Promise<unknown[]> => {
    const answer = await shop.post('ada', 'item/query', filter)
    expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 })
    return (answer.data as { product: string }[]).map(({ product }) => product)
  }

  it('is followed by filters as it is worked out', async () => {
    expect(await found({ buyer: '安娜' })).toEqual(['安娜的相册'])
    expect(await found({ buyer: '13500000001' })).toEqual(['贝拉的相册'])
    expect(await found({ buyer: '安' })).toEqual(['安娜的相册'])
    expect(await found({ since: [Date.UTC(2030, 0, 1), null] })).toEqual([])
    const [listed] = (await shop.post('ada', 'item/query', { buyer: '安娜' })).data as Record<string, unknown>[]
    expect(listed).toMatchObject({ buyerId: expect.any(Number) as number, buyer: { mobile: '13500000000' } })
    const [row] = (await shop.post('ada', 'item/query', { buyer: '贝拉' })).data as { buyerId: number }[]
    expect(await found({ buyerId: row?.buyerId })).toEqual(['贝拉的相册'])
  })
})
