import { DICT } from '../../../src/generated/dictionaries.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp, type App } from '../../../src/server/app.ts'
import {
  giveBackToSales,
  memberPriceOf,
  resolvePrice,
  resolvePrices,
  takeFromSales,
  type PriceRequest,
  type ResolvedPrice,
} from '../../../src/server/domain/catalogue/prices.ts'
import { handlers } from '../support/code.ts'
import type { CallContext } from '../../../src/server/platform/call.ts'
import type { Actor, FileStore } from '../../../src/server/types.ts'
import { rulesEngines } from '../db/engines.ts'
import { Catalogue, CITY, ITEM } from './catalogue.ts'
import { Studio, TODAY, type Asking } from './studio.ts'

type Row = Record<string, unknown>
const DAY = 86_400_000
const BABY = DICT.business_type.baby

describe.each(rulesEngines)('prices on $name', (engine) => {
  let studio: Studio
  let admin: Actor
  let must: Asking['must']
  let call: Asking['call']
  let shop: Catalogue
  let desk: App
  let work: (c: CallContext) => Promise<unknown>
  beforeAll(async () => {
    studio = await Studio.open(engine)
    admin = await studio.actor('admin')
    ;({ must, call } = studio.as(admin))
    shop = await Catalogue.open(studio, admin)
    // The same product with one call that does what a test wants, in a unit of work as any other.
    const within = async (c: unknown): Promise<unknown> => {
      await work(c as CallContext)
      return []
    }
    desk = await createApp({
      db: studio.db,
      model: studio.model,
      files: {} as FileStore,
      sms: studio.sms,
      clock: studio.clock,
      authenticate: studio.auth.authenticate,
      handlers: { ...handlers, 'saleCityPrice/resolve': within },
    })
  })
  afterAll(() => studio.close())

  /** Runs a piece of a call as a person; a refusal is its answer. */
  async function inside<T>(
    piece: (c: CallContext) => Promise<T>,
    who = admin,
  ): Promise<{ status: number; msg: string; done: T | undefined }> {
    let done: T | undefined
    work = async (c) => {
      done = await piece(c)
    }
    const { status, msg } = await desk.answer('saleCityPrice/resolve', who, {
      cityCode: CITY.chongqing,
      items: [{ itemType: ITEM.extraPhoto }],
    })
    return { status, msg, done: status === 200 ? done : undefined }
  }
  async function prices(request: Partial<PriceRequest> & Pick<PriceRequest, 'items'>): Promise<ResolvedPrice[]> {
    const { status, msg, done } = await inside((c) => resolvePrices(c, { cityCode: CITY.chongqing, ...request }))
    if (!done) throw new Error(`${status} ${msg}`)
    return done
  }
  const price = async (itemId: number, request: Partial<PriceRequest> = {}, more: Row = {}): Promise<ResolvedPrice> =>
    (await prices({ ...request, items: [{ itemType: 'goods', itemId, ...more }] }))[0] as ResolvedPrice

  let n = 0
  const cityPrice = (itemId: number, value: number, more: Row = {}) =>
    must('saleCityPrice/add', {
      cityCode: CITY.chongqing,
      itemType: ITEM.goods,
      itemId,
      price: value,
      ...more,
    })
  async function priceList(items: Row[], values: Row = {}): Promise<number> {
    const { id } = await must('priceSystem/add', {
      name: `价格表${++n}`,
      code: `P${n}`,
      startDate: TODAY,
      cityCodes: [],
      ...values,
    })
    for (const item of items) await must('priceItem/add', { priceSystemId: id, itemType: ITEM.goods, ...item })
    return id
  }
  const endList = (id: number) => must('priceSystem/edit', { id, status: DICT.enable_status.disabled })
  async function sale(items: Row[], values: Row = {}): Promise<number> {
    const [id] = await studio.app.insertAll('specialSale', { kind: 'system', lang: 'zh', companyId: 1 }, [
      {
        name: `特卖${++n}`,
        startTime: studio.clock.now() - 1000,
        endTime: studio.clock.now() + DAY,
        regionCode: [],
        items: items.map((item) => ({ itemType: ITEM.goods, ...item })),
        ...values,
      },
    ])
    return id as number
  }

  describe('are found in order (I-57)', () => {
    it('special sale, then city, then price list, then the own price', async () => {
      const id = await shop.product()
      expect(await price(id)).toMatchObject({
        price: 10_000,
        source: 'salePrice',
        basePrice: 10_000,
        minPrice: 0,
        onSale: true,
        discountable: true,
      })
      const list = await priceList([{ itemId: id, price: 96, memberPrice: 91, minPrice: 80 }])
      expect(await price(id)).toMatchObject({ price: 9600, source: 'priceList', minPrice: 8000, memberPrice: 9100 })
      await cityPrice(id, 93)
      const inCity = await price(id)
      expect(inCity).toMatchObject({ price: 9300, source: 'cityPrice', minPrice: 8000, basePrice: 10_000 })
      expect(inCity.memberPrice).toBeUndefined()
      await sale([{ itemId: id, salePrice: 70 }])
      expect(await price(id)).toMatchObject({ price: 7000, source: 'specialSale', minPrice: 7000, discountable: false })
      expect(await price(id, { cityCode: CITY.chengdu })).toMatchObject({ price: 7000, source: 'specialSale' })
      await endList(list)
    })

    it('another city, another price', async () => {
      const id = await shop.product()
      await cityPrice(id, 115, { cityCode: CITY.chengdu })
      await sale([{ itemId: id, salePrice: 50 }], { regionCode: [CITY.chengdu] })
      expect(await price(id)).toMatchObject({ price: 10_000, source: 'salePrice' })
      expect(await price(id, { cityCode: CITY.chengdu })).toMatchObject({ price: 5000, source: 'specialSale' })
      expect(await price(id, { cityCode: CITY.chengdu, at: studio.clock.now() + 2 * DAY })).toMatchObject({
        price: 11_500,
        source: 'cityPrice',
      })
    })

    it('a special sale counts from its first moment to its last, unless it is disabled', async () => {
      const id = await shop.product()
      const [from, to] = [studio.clock.now() + DAY, studio.clock.now() + 2 * DAY]
      const saleId = await sale([{ itemId: id, salePrice: 60 }], { startTime: from, endTime: to })
      const at = async (moment: number) => (await price(id, { at: moment })).source
      expect([await at(from - 1), await at(from), await at(to - 1), await at(to)]).toEqual([
        'salePrice',
        'specialSale',
        'specialSale',
        'salePrice',
      ])
      await studio.db.query('update "specialSale" set "disabled" = true where "id" = $1', [saleId])
      expect(await at(from)).toBe('salePrice')
    })

    it('a price list counts on its days, whole, and not when it is disabled', async () => {
      const id = await shop.product()
      const list = await priceList([{ itemId: id, price: 90 }], { startDate: TODAY + DAY, endDate: TODAY + 2 * DAY })
      const at = async (moment: number) => (await price(id, { at: moment })).source
      expect([
        await at(TODAY + DAY - 1),
        await at(TODAY + DAY),
        await at(TODAY + 3 * DAY - 1),
        await at(TODAY + 3 * DAY),
      ]).toEqual(['salePrice', 'priceList', 'priceList', 'salePrice'])
      await endList(list)
      expect(await at(TODAY + DAY)).toBe('salePrice')
    })

    it('the list made for the city, then for the business, goes first; an item that is not in it is sought in the next', async () => {
      const [a, b] = [await shop.product(), await shop.product()]
      const lists = [
        await priceList([
          { itemId: a, price: 80 },
          { itemId: b, price: 81 },
        ]),
        await priceList([{ itemId: a, price: 70 }], { businessType: BABY }),
        await priceList([{ itemId: a, price: 60 }], { cityCodes: [CITY.chengdu] }),
      ]
      expect((await price(a)).price).toBe(8000)
      expect((await price(a, { businessType: 'baby' })).price).toBe(7000)
      expect((await price(a, { businessType: 'pregnant' })).price).toBe(8000)
      expect((await price(a, { cityCode: CITY.chengdu, businessType: 'baby' })).price).toBe(6000)
      expect((await price(b, { cityCode: CITY.chengdu, businessType: 'baby' })).price).toBe(8100)
      for (const id of lists) await endList(id)
    })

    it('many items at once, each kind, in the order asked; extra photos by list, else by the setting', async () => {
      const [product, service] = [await shop.product(), await shop.service()]
      const packageId = await shop.package([{ itemType: ITEM.goods, itemId: product, quantity: 1 }], {
        cityPrices: [{ cityCode: CITY.chongqing, price: 950 }],
      })
      const asked: PriceRequest['items'] = [
        { itemType: 'package', itemId: packageId },
        { itemType: 'extraPhoto' },
        { itemType: 'service', itemId: service },
        { itemType: 'goods', itemId: product },
      ]
      expect((await prices({ items: asked })).map((one) => [one.price, one.source])).toEqual([
        [95_000, 'cityPrice'],
        [3000, 'salePrice'],
        [20_000, 'salePrice'],
        [10_000, 'salePrice'],
      ])
      const list = await priceList([{ itemType: ITEM.extraPhoto, price: 25 }])
      expect((await prices({ items: asked }))[1]).toMatchObject({
        price: 2500,
        source: 'priceList',
        name: '超张照片',
        itemId: null,
      })
      expect(await call('priceItem/add', { priceSystemId: list, itemType: ITEM.extraPhoto, price: 20 })).toMatchObject({
        status: 400,
      })
      await endList(list)
    })

    it('says what is not on sale: off the shelf, or withdrawn in the city', async () => {
      const id = await shop.product()
      await cityPrice(id, 90, { isOnSale: 0 })
      expect(await price(id)).toMatchObject({ onSale: false, price: 10_000, source: 'salePrice' })
      expect(await price(id, { cityCode: CITY.chengdu })).toMatchObject({ onSale: true })
      await must('product/changeState', { ids: [id], status: DICT.shelf_status.off })
      expect(await price(id, { cityCode: CITY.chengdu })).toMatchObject({ onSale: false })
    })

    it("refuses what is not there, and what is another company's", async () => {
      const id = await shop.product()
      const ask = (who: Actor, itemId: number) =>
        inside((c) => resolvePrice(c, { cityCode: CITY.chongqing, item: { itemType: 'goods', itemId } }), who)
      expect((await ask(admin, id)).status).toBe(200)
      expect((await ask(admin, 999_999)).status).toBe(400)
      expect((await ask(await studio.actor('chengdu'), id)).status).toBe(400)
    })

    it('does not see the prices of another company', async () => {
      const id = await shop.product()
      await studio.app.insertAll('specialSale', { kind: 'system', lang: 'zh', companyId: 2 }, [
        {
          name: '别家特卖',
          startTime: 0,
          endTime: studio.clock.now() + DAY,
          regionCode: [],
          items: [{ itemType: ITEM.goods, itemId: id, salePrice: 1 }],
        },
      ])
      await studio.app.insertAll('saleCityPrice', { kind: 'system', lang: 'zh', companyId: 2 }, [
        { cityCode: CITY.chongqing, itemType: ITEM.goods, itemId: id, price: 2 },
      ])
      expect(await price(id)).toMatchObject({ price: 10_000, source: 'salePrice' })
    })

    it('is told to the screens that sell', async () => {
      const id = await shop.product()
      await cityPrice(id, 93.5)
      expect(
        await must('saleCityPrice/resolve', {
          cityCode: CITY.chongqing,
          items: [{ itemType: ITEM.goods, itemId: id }],
        }),
      ).toEqual([
        expect.objectContaining({
          itemType: ITEM.goods,
          itemId: id,
          price: 93.5,
          basePrice: 100,
          source: 'cityPrice',
          onSale: 1,
        }),
      ])
    })
  })

  describe('a limited special sale (I-19)', () => {
    const left = (id: number) =>
      studio.row<Row>(
        'select i."soldCount", s."soldCount" as "total" from "specialSaleItem" i join "specialSale" s on s."id" = i."specialSaleId" where i."id" = $1',
        [id],
      )

    it('is offered while it has enough left, and sells no more than it has', async () => {
      const id = await shop.product()
      await sale([{ itemId: id, salePrice: 70, limitCount: 3 }])
      const { specialSaleItemId = 0 } = await price(id)
      expect((await inside((c) => takeFromSales(c, [{ specialSaleItemId, quantity: 2 }]))).status).toBe(200)
      expect(await left(specialSaleItemId)).toEqual({ soldCount: 2, total: 2 })
      expect((await price(id, {}, { quantity: 2 })).source).toBe('salePrice')
      expect((await price(id)).source).toBe('specialSale')
      expect(await inside((c) => takeFromSales(c, [{ specialSaleItemId, quantity: 2 }]))).toMatchObject({
        status: 400,
        msg: '库存不足',
      })
      await inside((c) => giveBackToSales(c, [{ specialSaleItemId, quantity: 1 }]))
      expect((await inside((c) => takeFromSales(c, [{ specialSaleItemId, quantity: 2 }]))).status).toBe(200)
      expect((await price(id)).source).toBe('salePrice')
    })

    it('sells exactly its limit to twenty who buy at once', async () => {
      const id = await shop.product()
      await sale([{ itemId: id, salePrice: 70, limitCount: 5 }])
      const { specialSaleItemId = 0 } = await price(id)
      work = async (c) => takeFromSales(c, [{ specialSaleItemId, quantity: 1 }])
      const told = await Promise.all(
        Array.from({ length: 20 }, () =>
          desk.answer('saleCityPrice/resolve', admin, {
            cityCode: CITY.chongqing,
            items: [{ itemType: ITEM.extraPhoto }],
          }),
        ),
      )
      expect(told.filter((one) => one.status === 200)).toHaveLength(5)
      expect(await left(specialSaleItemId)).toEqual({ soldCount: 5, total: 5 })
    })
  })

  it('for members: the member price, else the discount of the grade where it may be taken', async () => {
    const [plain, fixed] = [await shop.product({ salePrice: 99.99 }), await shop.product({ discountable: 0 })]
    expect(memberPriceOf(await price(plain), 0.95)).toBe(9499)
    expect(memberPriceOf(await price(fixed), 0.95)).toBe(10_000)
    const list = await priceList([{ itemId: plain, price: 90, memberPrice: 88 }])
    expect(memberPriceOf(await price(plain), 0.95)).toBe(8800)
    await sale([{ itemId: plain, salePrice: 50 }])
    expect(memberPriceOf(await price(plain), 0.95)).toBe(5000)
    await endList(list)
  })

  describe('price lists', () => {
    it('one for a city and a business on any day', async () => {
      const first = await priceList([], { cityCodes: [CITY.chengdu], startDate: TODAY, endDate: TODAY + 10 * DAY })
      const add = (values: Row) => call('priceSystem/add', { name: `价格表${++n}`, code: `P${n}`, ...values })
      expect(await add({ cityCodes: [CITY.chongqing, CITY.chengdu], startDate: TODAY + 10 * DAY })).toMatchObject({
        status: 400,
        data: { field: 'startDate' },
      })
      expect(await add({ cityCodes: [CITY.chengdu], startDate: TODAY + 3 * DAY, businessType: BABY })).toMatchObject({
        status: 200,
      })
      expect(
        await add({ cityCodes: [CITY.chengdu], startDate: TODAY + 11 * DAY, endDate: TODAY + 12 * DAY }),
      ).toMatchObject({ status: 200 })
      expect(await call('priceSystem/edit', { id: first, endDate: TODAY + 11 * DAY })).toMatchObject({ status: 400 })
      await endList(first)
      expect(await add({ cityCodes: [CITY.chengdu], startDate: TODAY, endDate: TODAY + DAY })).toMatchObject({
        status: 200,
      })
    })

    it('lines name their items, follow them, and keep the lowest price below the price', async () => {
      const id = await shop.product()
      const list = await priceList([{ itemId: id, price: 90, minPrice: 70 }], {
        cityCodes: [CITY.chongqing],
        startDate: TODAY + 90 * DAY,
        endDate: TODAY + 91 * DAY,
      })
      const line = async () => (await must('priceItem/query', { priceSystemId: list }))[0]
      expect(await line()).toMatchObject({ itemName: expect.stringContaining('产品'), basePrice: 100, price: 90 })
      await must('product/edit', { id, productName: '线上改名', salePrice: 120 })
      expect(await line()).toMatchObject({ itemName: '线上改名', basePrice: 120, price: 90 })
      expect(await call('priceItem/edit', { id: (await line())?.id, price: 60 })).toMatchObject({ status: 400 })
      expect(
        await call('priceItem/add', { priceSystemId: list, itemType: ITEM.goods, itemId: id, price: 1 }),
      ).toMatchObject({ status: 400, msg: '该项目已在价格表中' })
    })
  })

  describe('city prices', () => {
    it('change together, and are copied to another city', async () => {
      const [a, b] = [await shop.product(), await shop.product()]
      const ids = [(await cityPrice(a, 199)).id, (await cityPrice(b, 101.5)).id]
      expect(await must('saleCityPrice/batch', { ids, percent: -8 })).toEqual({ count: 2 })
      expect([(await price(a)).price, (await price(b)).price]).toEqual([18_300, 9300])
      await cityPrice(a, 500, { cityCode: CITY.chengdu })
      await must('saleCityPrice/copyCity', { fromCity: CITY.chongqing, toCity: CITY.chengdu, percent: 10 })
      const there = async (id: number) => (await price(id, { cityCode: CITY.chengdu })).price
      expect([await there(a), await there(b)]).toEqual([50_000, 10_200])
      await must('saleCityPrice/copyCity', { fromCity: CITY.chongqing, toCity: CITY.chengdu, overwrite: 1 })
      expect([await there(a), await there(b)]).toEqual([18_300, 9300])
      expect(await call('saleCityPrice/copyCity', { fromCity: CITY.chengdu, toCity: CITY.chengdu })).toMatchObject({
        status: 400,
      })
    })

    it('one for an item in a city; of something that is there', async () => {
      const id = await shop.product()
      await cityPrice(id, 90)
      expect(
        await call('saleCityPrice/add', { cityCode: CITY.chongqing, itemType: ITEM.goods, itemId: id, price: 1 }),
      ).toMatchObject({ status: 400, msg: '该城市已有此项目的价格' })
      expect(
        await call('saleCityPrice/add', { cityCode: CITY.chongqing, itemType: ITEM.goods, price: 1 }),
      ).toMatchObject({ status: 400, data: { field: 'itemId' } })
    })
  })
})
