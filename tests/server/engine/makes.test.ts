import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../db/engines.ts'
import { extended, openShop, shopModel, type Shop } from './shop.ts'

const label = { zh: '欢迎', en: 'Welcome' }
const WELCOME = {
  when: 'row.vip',
  set: { title: "='欢迎 ' + row.realName", content: '=row.sales.realName', receiverId: '=row.salesId' },
}

describe.each(engines)('records made with a new one, on $name', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    const customer = extended(
      'customer',
      { welcomeId: { type: 'ref', of: 'note', label, managed: true } },
      { makes: { welcomeId: WELCOME } },
    )
    shop = await openShop(engine, shopModel(customer))
  })
  afterAll(() => shop.close())

  let phone = 13_500_000_000
  const add = async (values: Record<string, unknown>): Promise<number> => {
    const input = { realName: '李雷', mobile: String((phone += 1)), salesId: shop.ids.ann, ...values }
    const answer = await shop.post('ada', 'customer/add', input)
    expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 })
    return (answer.data as { id: number }).id
  }
  const madeFor = (id: number): Promise<unknown[]> =>
    shop.rows(
      `select n."title", n."content", n."receiverId" from "customer" c join "note" n on n."id" = c."welcomeId" where c."id" = $1`,
      [id],
    )

  it('are kept in its ref, with what it says', async () => {
    const id = await add({ vip: 1 })
    expect(await madeFor(id)).toEqual([{ title: '欢迎 李雷', content: 'ann', receiverId: shop.ids.ann }])
  })

  it('are left out where the condition does not hold', async () => {
    const [before] = await shop.rows('select count(*) as "n" from "note"')
    expect(await madeFor(await add({ vip: 0 }))).toEqual([])
    expect(await shop.rows('select count(*) as "n" from "note"')).toEqual([before])
  })

  it('are logged and told like any other, and gone when the record fails', async () => {
    const id = await add({ vip: 1 })
    const logged = await shop.rows(
      `select l."call" from "log" l join "customer" c on c."welcomeId" = l."entityId" where l."entity" = 'note' and c."id" = $1`,
      [id],
    )
    expect(logged).toEqual([{ call: 'add' }])
    const [before] = await shop.rows('select count(*) as "n" from "note"')
    const again = { realName: '李雷', mobile: String(phone), vip: 1 }
    expect(await shop.post('ada', 'customer/add', again)).toMatchObject({ status: 400 })
    expect(await shop.rows('select count(*) as "n" from "note"')).toEqual([before])
  })

  it('come with every record written past calls', async () => {
    const ids = await shop.app.insertAll('customer', shop.actor('max'), [
      { realName: '批量', mobile: String((phone += 1)), salesId: shop.ids.bob, vip: 1 },
    ])
    expect(await madeFor(Number(ids[0]))).toMatchObject([{ title: '欢迎 批量', receiverId: shop.ids.bob }])
  })
})
