import type { Requests } from '../../../src/generated/wire.ts'
import { DICT } from '../../../src/generated/dictionaries.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../../src/server/types.ts'
import { rulesEngines } from '../db/engines.ts'
import type { Upload } from '../../../src/model/units.ts'
import type { Answer } from '../../../src/model/web.ts'
import { Catalogue, CITY, ITEM } from './catalogue.ts'
import { Studio, type Asking } from './studio.ts'

type Row = Record<string, unknown>

type Mapping = NonNullable<Requests['photoPackage/add']['mappings']>[number]

describe.each(rulesEngines)('the catalogue on $name', (engine) => {
  let studio: Studio
  let admin: Actor
  let must: Asking['must']
  let list: Asking['list']
  let call: Asking['call']
  let raw: Asking['raw']
  let shop: Catalogue
  beforeAll(async () => {
    studio = await Studio.open(engine)
    admin = await studio.actor('admin')
    ;({ must, list, call, raw } = studio.as(admin))
    shop = await Catalogue.open(studio, admin)
  })
  afterAll(() => studio.close())
  const stored = (resource: string, id: number): Promise<Row> =>
    studio.row(`select * from "${resource}" where "id" = $1`, [id])
  const goods = (itemId: number, more: Mapping = {}): Mapping => ({
    itemType: ITEM.goods,
    itemId,
    quantity: 1,
    ...more,
  })
  const serviceOf = (itemId: number, more: Mapping = {}): Mapping => ({
    itemType: ITEM.service,
    itemId,
    quantity: 1,
    ...more,
  })

  const madeBy = ({ data }: Answer): number => (data as { id: number }).id

  describe('is unique where rules 4.9 say so (I-40)', () => {
    const sample = (n: number): Record<string, Row> => ({
      product: { productCode: `U${n}`, productName: `唯一${n}`, categoryId: shop.category, salePrice: 1 },
      productCategory: { categoryCode: `U${n}`, categoryName: `唯一${n}`, categoryKind: DICT.category_kind.goods },
      service: {
        serviceCode: `U${n}`,
        serviceName: `唯一${n}`,
        categoryId: shop.category,
        businessClassId: shop.businessClass,
        serviceType: DICT.service_type.shooting,
        salePrice: 1,
        sessionCount: 1,
      },
      scene: { sceneCode: `U${n}`, sceneName: `唯一${n}` },
      photoPackage: {
        packageCode: `U${n}`,
        packageName: `唯一${n}`,
        seriesId: shop.series,
        businessType: DICT.business_type.baby,
        salePrice: 1,
        pickQuota: 1,
        extraPhotoPrice: 1,
      },
      store: {
        code: `U${n}`,
        name: `唯一${n}`,
        storeType: DICT.store_type.retailStore,
        cityCode: CITY.chongqing,
        address: '解放碑',
      },
    })
    const CODE = '编码已存在，请重新输入'
    const NAME = '名称已存在，请重新输入'
    it.each([
      ['product', 'productCode', CODE],
      ['product', 'productName', NAME],
      ['productCategory', 'categoryCode', CODE],
      ['productCategory', 'categoryName', NAME],
      ['service', 'serviceCode', CODE],
      ['service', 'serviceName', NAME],
      ['scene', 'sceneCode', CODE],
      ['scene', 'sceneName', NAME],
      ['photoPackage', 'packageCode', CODE],
      ['photoPackage', 'packageName', NAME],
      ['store', 'code', '编码不能重复'],
      ['store', 'name', '门店名称重复'],
    ] as const)('%s by %s', async (resource, field, msg) => {
      const n = (studio.clock.now() % 1000) + counter++
      const first = sample(n)[resource] as Row
      const id = madeBy(await raw(`${resource}/add`, first))
      const twin = { ...sample(n + 500_000)[resource], [field]: first[field] }
      expect(await raw(`${resource}/add`, twin)).toMatchObject({ status: 400, msg, data: { field } })
      expect(await raw(`${resource}/checkRepeat`, { [field]: first[field] })).toMatchObject({ count: 1 })
      expect(await raw(`${resource}/checkRepeat`, { id, [field]: first[field] })).toMatchObject({ count: 0 })
      expect(await raw(`${resource}/checkRepeat`, { [field]: '' })).toMatchObject({ count: 0 })
      expect(await raw(`${resource}/edit`, { id, [field]: first[field] })).toMatchObject({ status: 200 })
      await must(`${resource}/del`, { id })
      expect(await raw(`${resource}/add`, twin)).toMatchObject({ status: 200 })
    })
  })
  let counter = 0

  describe('keeps what is referred to (I-50)', () => {
    it('a category with products, a series with packages, a product in a package, a city with prices', async () => {
      const product = await shop.product()
      await shop.package([goods(product)], { cityPrices: [{ cityCode: CITY.chengdu, price: 900 }] })
      const city = await studio.row<{ id: number }>('select "id" from "saleCity" where "cityCode" = $1', [CITY.chengdu])
      for (const [path, id] of [
        ['productCategory/del', shop.category],
        ['package/del', shop.series],
        ['product/del', product],
        ['saleCity/del', city.id],
      ] as const)
        expect(await call(path, { id })).toMatchObject({ status: 400, msg: '数据已被引用，不能删除' })
    })

    it('lets a package go with its items and city prices, and then its products', async () => {
      const product = await shop.product()
      const id = await shop.package([goods(product)], { cityPrices: [{ cityCode: CITY.chongqing, price: 900 }] })
      await must('photoPackage/del', { id })
      await must('product/del', { id: product })
      expect(
        await studio.db.query('select 1 as x from "saleCityPrice" where "packageId" = $1 and not "isDel"', [id]),
      ).toEqual([])
    })

    it('a folder with pictures', async () => {
      const { id } = await must('folder/add', { name: '样片' })
      await addPictures(id, ['a'])
      expect(await call('folder/del', { id })).toMatchObject({ status: 400, msg: '文件夹中还有图片' })
      await must('folderImage/del', {
        ids: (await must('folderImage/query', { folderId: id })).map((one) => one.id),
      })
      await must('folder/del', { id })
    })
  })

  async function upload(name: string): Promise<Upload> {
    const url = `/files/${name}.jpg`
    const { id } = await studio.row<{ id: number }>(
      'insert into "uploadFile" ("companyId", "origName", "url", "size") values (1, $1, $2, 2048) returning "id"',
      [`${name}.jpg`, url],
    )
    return { id, url, origName: `${name}.jpg` }
  }
  const addPictures = async (folderId: number, names: string[]) =>
    must('folder/addImage', { folderId, images: await Promise.all(names.map(upload)) })

  it('pictures are put into a folder once each, and counted', async () => {
    const { id } = await must('folder/add', { name: '道具' })
    const [a, b] = [await upload('x'), await upload('y')]
    expect(await must('folder/addImage', { folderId: id, images: [a, b] })).toEqual({ count: 2 })
    expect(await must('folder/addImage', { folderId: id, images: [a] })).toEqual({ count: 0 })
    const pictures = await must('folderImage/query', { folderId: id })
    expect(pictures.map((one) => [one.name, one.size])).toEqual(
      expect.arrayContaining([
        ['x.jpg', 2],
        ['y.jpg', 2],
      ]),
    )
    expect((await stored('folder', id)).imageCount).toBe(2)
    await must('folderImage/del', { id: pictures[0]?.id })
    expect((await stored('folder', id)).imageCount).toBe(1)
  })

  it('a category, a theme and a series say how much they hold', async () => {
    const { id: categoryId } = await must('productCategory/add', {
      categoryCode: 'BT',
      categoryName: '摆台',
      categoryKind: DICT.category_kind.goods,
    })
    const { id: themeId } = await must('category/add', { name: '森系', code: 'SX' })
    const product = await shop.product({ categoryId })
    const { id: scene } = await must('scene/add', {
      sceneCode: 'C1',
      sceneName: '木屋',
      themeId,
      categoryId,
    })
    expect((await stored('productCategory', categoryId)).productCount).toBe(2)
    expect((await stored('theme', themeId)).sceneCount).toBe(1)
    await must('product/edit', { id: product, categoryId: shop.category })
    expect((await stored('productCategory', categoryId)).productCount).toBe(1)
    await must('scene/del', { id: scene })
    expect((await stored('theme', themeId)).sceneCount).toBe(0)
    const before = (await stored('packageSeries', shop.series)).packageCount as number
    await shop.package([goods(product)])
    expect((await stored('packageSeries', shop.series)).packageCount).toBe(before + 1)
  })

  describe('a package', () => {
    it('takes names, prices and photos from its items, and adds up sessions', async () => {
      const [album, service] = [
        await shop.product({ salePrice: 980, photoQuota: 20 }),
        await shop.service({ sessionCount: 2 }),
      ]
      const id = await shop.package([goods(album, { quantity: 2 }), serviceOf(service, { photoQuota: 25 })])
      expect(await stored('photoPackage', id)).toMatchObject({
        originPrice: 216_000,
        sessionCount: 2,
        status: 1,
        pickQuota: 30,
      })
      const rows = await list('photoPackage/mappings', { packageId: id })
      expect(rows.map((row) => [row.itemType, row.itemId, row.price, row.photoQuota])).toEqual([
        [ITEM.goods, album, 980, 20],
        [ITEM.service, service, 200, 25],
      ])
    })

    it('gets its items replaced, and its photos counted by its services', async () => {
      const [a, b, service] = [await shop.product(), await shop.product(), await shop.service({ sessionCount: 2 })]
      const id = await shop.package([goods(a), goods(b)])
      const rows = await list('photoPackage/mappings', {
        packageId: id,
        mappings: [goods(b, { quantity: 3 }), serviceOf(service, { quantity: 2 })],
      })
      expect(rows.map((row) => [row.itemId, row.quantity])).toEqual([
        [b, 3],
        [service, 2],
      ])
      expect(await stored('photoPackage', id)).toMatchObject({ originPrice: 70_000, sessionCount: 4, pickQuota: 40 })
    })

    it('follows the names and prices of its items', async () => {
      const product = await shop.product()
      const id = await shop.package([goods(product, { quantity: 2 })])
      await must('product/edit', { id: product, productName: '改名的产品', salePrice: 150 })
      expect(await list('photoPackage/mappings', { packageId: id })).toMatchObject([
        { itemName: '改名的产品', price: 150 },
      ])
      expect((await stored('photoPackage', id)).originPrice).toBe(30_000)
    })

    it('holds each item once, and nothing that is not there', async () => {
      const product = await shop.product()
      const base = {
        packageCode: 'TW',
        packageName: '重复',
        seriesId: shop.series,
        businessType: DICT.business_type.baby,
        salePrice: 1,
        pickQuota: 1,
        extraPhotoPrice: 1,
      }
      expect(await call('photoPackage/add', { ...base, mappings: [goods(product), goods(product)] })).toMatchObject({
        status: 400,
        msg: '该项目已在套系中',
      })
      expect(await call('photoPackage/add', { ...base, mappings: [goods(999_999)] })).toMatchObject({ status: 400 })
      expect(
        await raw('photoPackage/add', {
          ...base,
          mappings: [{ itemType: ITEM.extraPhoto, itemId: product, quantity: 1 }],
        }),
      ).toMatchObject({ status: 400, data: { field: 'mappings[0].itemType' } })
    })

    it('goes on the shelf only with items that are there, and a price', async () => {
      const product = await shop.product()
      const empty = await shop.package([])
      expect(await call('photoPackage/changeState', { ids: [empty], status: DICT.shelf_status.on })).toMatchObject({
        status: 400,
        msg: '没有明细或价格，不能上架',
      })
      const id = await shop.package([goods(product)])
      await must('photoPackage/changeState', { ids: [id], status: DICT.shelf_status.off })
      await must('product/changeState', { ids: [product], status: DICT.shelf_status.off })
      expect(await call('photoPackage/changeState', { ids: [id], status: DICT.shelf_status.on })).toMatchObject({
        status: 400,
      })
      await must('product/changeState', { ids: [product], status: DICT.shelf_status.on })
      await must('photoPackage/changeState', { ids: [id], status: DICT.shelf_status.on })
    })

    it('keeps its items on the shelf while it is there', async () => {
      const [product, other, service] = [await shop.product(), await shop.product(), await shop.service()]
      const id = await shop.package([goods(product), serviceOf(service)])
      expect(await call('product/changeState', { ids: [other, product], status: DICT.shelf_status.off })).toMatchObject(
        { status: 400 },
      )
      expect((await stored('product', other)).status).toBe(1)
      expect(await call('service/edit', { id: service, status: DICT.shelf_status.off })).toMatchObject({
        status: 400,
        data: { field: 'status' },
      })
      await must('photoPackage/changeState', { ids: [id], status: DICT.shelf_status.off })
      expect(await must('product/changeState', { ids: [other, product], status: DICT.shelf_status.off })).toEqual({
        count: 2,
      })
      expect(await call('product/changeState', { ids: [product], status: DICT.shelf_status.off })).toMatchObject({
        status: 400,
        msg: '当前状态不能执行该操作',
      })
    })

    it('that was ordered keeps what it holds until it is taken off the shelf (I-58)', async () => {
      const [a, b] = [await shop.product(), await shop.product()]
      const id = await shop.package([goods(a)])
      await ordered(id)
      expect(await call('photoPackage/mappings', { packageId: id, mappings: [goods(b)] })).toMatchObject({
        status: 400,
        data: { field: 'mappings' },
      })
      const [entry] = await list('photoPackage/mappings', { packageId: id })
      await must('photoPackage/edit', {
        id,
        packageName: '只改名字',
        mappings: [{ id: entry?.id, itemType: ITEM.goods, itemId: a, quantity: 1 }],
      })
      await must('photoPackage/changeState', { ids: [id], status: DICT.shelf_status.off })
      await must('photoPackage/mappings', { packageId: id, mappings: [goods(b)] })
    })

    /** An order of it, past the calls: what the package does is the point. */
    async function ordered(packageId: number): Promise<void> {
      const { id: customerId } = await must('customer/add', { realName: '陈雨', mobile: '13911110001' })
      await studio.app.insertAll('order', { kind: 'system', lang: 'zh', companyId: 1 }, [
        {
          customerId,
          packageId,
          cityCode: CITY.chongqing,
          salesId: admin.employeeId,
          orgId: admin.orgId,
          businessType: DICT.business_type.baby,
          items: [{ itemType: ITEM.package, itemId: packageId, itemName: '套系', quantity: 1, price: 1000 }],
        },
      ])
    }

    it('has city prices, read and replaced by packagePrice', async () => {
      const id = await shop.package([goods(await shop.product())], {
        cityPrices: [{ cityCode: CITY.chongqing, price: 950 }],
      })
      const prices = await list('photoPackage/packagePrice', { packageId: id })
      expect(prices).toMatchObject([
        { cityCode: CITY.chongqing, price: 950, basePrice: 1000, itemType: ITEM.package, itemId: id, isOnSale: 1 },
      ])
      const next = await list('photoPackage/packagePrice', {
        packageId: id,
        cityPrices: [
          { cityCode: CITY.chongqing, price: 930 },
          { cityCode: CITY.chengdu, price: 880, isOnSale: 0 },
        ],
      })
      expect(next.map((row) => [row.cityCode, row.price, row.id === prices[0]?.id])).toEqual([
        [CITY.chongqing, 930, true],
        [CITY.chengdu, 880, false],
      ])
      expect(await stored('photoPackage', id)).toMatchObject({ cityCount: 1 })
      expect(
        await call('saleCityPrice/add', { cityCode: CITY.chengdu, itemType: ITEM.package, itemId: id, price: 1 }),
      ).toMatchObject({ status: 400, msg: expect.stringContaining('该城市已有') })
      await must('photoPackage/packagePrice', { packageId: id, cityPrices: [] })
      expect(await list('photoPackage/packagePrice', { packageId: id })).toEqual([])
    })
  })

  it('a product has attributes, replaced by name, and may be offered in the selection room', async () => {
    const id = await shop.product()
    const colour = (more: Row = {}) => ({
      attrName: '封面颜色',
      options: [
        { value: 'W', label: '米白', extraPrice: 0 },
        { value: 'B', label: '真皮棕', extraPrice: 50 },
      ],
      ...more,
    })
    const [first] = await list('product/attributes', { productId: id, attributes: [colour()] })
    const rows = await list('product/attributes', {
      productId: id,
      attributes: [colour({ required: 1 }), { attrName: '框型', options: [{ value: 'A', label: '方' }] }],
    })
    expect(rows.map((row) => [row.attrName, row.required, row.id === first?.id])).toEqual([
      ['封面颜色', 1, true],
      ['框型', 0, false],
    ])
    expect((rows[0]?.options as Row[])[1]).toMatchObject({ value: 'B', extraPrice: 50 })
    await must('product/attributes', { productId: id, isSelectable: 0 })
    expect((await stored('product', id)).isSelectable).toBe(false)
    const { id: entry } = await must('goodsSelection/add', { productId: id, selectPrice: 88 })
    expect((await stored('product', id)).isSelectable).toBe(true)
    await must('product/attributes', { productId: id, isSelectable: 0 })
    expect((await stored('goodsSelection', entry)).status).toBe(0)
    await must('goodsSelection/edit', { id: entry, status: DICT.enable_status.enabled })
    await must('goodsSelection/del', { id: entry })
    expect((await stored('product', id)).isSelectable).toBe(false)
  })

  it('a service is of the business of its class', async () => {
    const id = await shop.service()
    expect((await stored('service', id)).businessType).toBe(DICT.business_type.baby)
    const { id: other } = await must('businessClass/add', {
      name: '孕妇照',
      code: 'YF',
      businessType: DICT.business_type.pregnant,
    })
    await must('service/edit', { id, businessClassId: other })
    expect((await stored('service', id)).businessType).toBe(DICT.business_type.pregnant)
  })

  describe('stores and disks', () => {
    it('one disk is written to; a workstation sums up its disks', async () => {
      const { id: workstationId } = await must('fileWorkstation/add', {
        name: '一号',
        code: 'W1',
        ip: '10.0.0.8',
      })
      const disk = async (name: string, isDefault: number) =>
        (await must('filePss/add', { workstationId, name, path: `/${name}`, totalGb: 500, isDefault })).id
      const [d, e] = [await disk('D', 1), await disk('E', 1)]
      expect([(await stored('filePss', d)).isDefault, (await stored('filePss', e)).isDefault]).toEqual([false, true])
      await must('filePss/makeDefault', { id: d })
      expect([(await stored('filePss', d)).isDefault, (await stored('filePss', e)).isDefault]).toEqual([true, false])
      expect(await call('filePss/makeDefault', { id: d })).toMatchObject({ status: 400, msg: '已是默认磁盘' })
      await must('filePss/del', { id: e })
      expect(await stored('fileWorkstation', workstationId)).toMatchObject({ diskCount: 1, totalGb: 500, usedGb: 0 })
      expect(await call('fileWorkstation/del', { id: workstationId })).toMatchObject({ status: 400 })
    })

    it("an assistant's day is set, shown when it is today, and the queue ordered", async () => {
      const { id: storeId } = await must('store/add', {
        code: 'MD',
        name: '龙湖店',
        storeType: DICT.store_type.retailStore,
        cityCode: CITY.chongqing,
        address: '龙湖',
      })
      const assistant = async (employeeId: number | undefined) =>
        (
          await must('assistant/add', {
            employeeId,
            storeId,
            assistantType: DICT.assistant_type.storeReceptionist,
          })
        ).id
      const [a, b] = [await assistant(admin.employeeId), await assistant((await studio.actor('manager')).employeeId)]
      await must('assistant/dutyOrRest', { assistantId: a, duty: DICT.duty_status.rest })
      expect((await stored('assistant', a)).duty).toBe(0)
      const tomorrow = studio.clock.now() - 9 * 3600_000 + 86_400_000
      const month = studio.clock.now() - 9 * 3600_000 - 15 * 86_400_000
      const table = await list('assistant/schedule', {
        storeId,
        month,
        days: [{ assistantId: a, dutyDate: tomorrow, duty: DICT.duty_status.onDuty }],
      })
      expect(table.map((row) => [row.assistantId, row.duty])).toEqual([
        [a, DICT.duty_status.rest],
        [a, DICT.duty_status.onDuty],
      ])
      expect((await stored('assistant', a)).duty).toBe(0)
      expect(await list('assistant/schedule', { storeId, month: month + 31 * 86_400_000 })).toEqual([])
      await must('assistant/dutySort', { storeId, assistantIds: [b, a] })
      expect([(await stored('assistant', a)).sortNum, (await stored('assistant', b)).sortNum]).toEqual([2, 1])
      expect(await call('assistant/dutySort', { storeId: storeId + 999, assistantIds: [a] })).toMatchObject({
        status: 400,
      })
    })
  })
})
