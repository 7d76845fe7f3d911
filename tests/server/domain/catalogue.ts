/** A small catalogue for tests: made by the calls staff make. */
import type { CallPath } from '../../../src/generated/calls.ts'
import type { Actor } from '../../../src/server/types.ts'
import type { Studio } from './studio.ts'

export const ITEM = { service: 1, goods: 2, scene: 3, package: 4, extraPhoto: 5 } as const
export const CITY = { chongqing: '500100', chengdu: '510100' } as const

type Values = Record<string, unknown>

export class Catalogue {
  private n = 0
  private constructor(
    private readonly studio: Studio,
    readonly who: Actor,
    readonly category: number,
    readonly businessClass: number,
    readonly series: number,
  ) {}

  static async open(studio: Studio, who: Actor): Promise<Catalogue> {
    for (const [cityCode, cityName] of [
      [CITY.chongqing, '重庆'],
      [CITY.chengdu, '成都'],
    ]) {
      const known = await studio.db.query('select 1 as x from "saleCity" where "cityCode" = $1', [cityCode])
      if (known.length === 0)
        await studio.must(who, 'saleCity/add', {
          provinceCD: `${cityCode?.slice(0, 2)}0000`,
          provinceName: cityName,
          cityCode,
          cityName,
        })
    }
    const add = async (path: CallPath, values: Values) => (await studio.must<{ id: number }>(who, path, values)).id
    return new Catalogue(
      studio,
      who,
      await add('productCategory/add', { categoryCode: 'XC', categoryName: '相册', categoryKind: 1 }),
      await add('businessClass/add', { name: '百天照', code: 'BT', businessType: 3 }),
      await add('package/add', { seriesName: '百日礼', seriesCode: 'BR', businessType: 3 }),
    )
  }

  private async add(path: CallPath, values: Values): Promise<number> {
    return (await this.studio.must<{ id: number }>(this.who, path, values)).id
  }

  /** A product of 100 yuan. */
  product(values: Values = {}): Promise<number> {
    const n = ++this.n
    return this.add('product/add', {
      productCode: `G${n}`,
      productName: `产品${n}`,
      categoryId: this.category,
      salePrice: 100,
      ...values,
    })
  }

  /** A service of 200 yuan, one session, 20 photos. */
  service(values: Values = {}): Promise<number> {
    const n = ++this.n
    return this.add('service/add', {
      serviceCode: `S${n}`,
      serviceName: `服务${n}`,
      categoryId: this.category,
      businessClassId: this.businessClass,
      serviceType: 1,
      salePrice: 200,
      sessionCount: 1,
      pickQuota: 20,
      ...values,
    })
  }

  /** A package of 1000 yuan with what is given; on the shelf unless it is empty. */
  async package(mappings: Values[], values: Values = {}): Promise<number> {
    const n = ++this.n
    const id = await this.add('photoPackage/add', {
      packageCode: `B${n}`,
      packageName: `套系${n}`,
      seriesId: this.series,
      businessType: 3,
      salePrice: 1000,
      pickQuota: 30,
      extraPhotoPrice: 30,
      mappings,
      ...values,
    })
    if (mappings.length > 0) await this.studio.must(this.who, 'photoPackage/changeState', { ids: [id], status: 1 })
    return id
  }
}
