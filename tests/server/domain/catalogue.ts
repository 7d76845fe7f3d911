/** A small catalogue for tests: made by the calls staff make. */
import { DICT } from '../../../src/generated/dictionaries.ts'
import type { Requests } from '../../../src/generated/wire.ts'
import type { Actor } from '../../../src/server/types.ts'
import type { Studio } from './studio.ts'

export const ITEM = DICT.item_type
export const CITY = { chongqing: '500100', chengdu: '510100' } as const

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
    return new Catalogue(
      studio,
      who,
      await studio.add(who, 'productCategory/add', {
        categoryCode: 'XC',
        categoryName: '相册',
        categoryKind: DICT.category_kind.goods,
      }),
      await studio.add(who, 'businessClass/add', { name: '百天照', code: 'BT', businessType: DICT.business_type.baby }),
      await studio.add(who, 'package/add', {
        seriesName: '百日礼',
        seriesCode: 'BR',
        businessType: DICT.business_type.baby,
      }),
    )
  }

  /** A product of 100 yuan. */
  product(values: Requests['product/add'] = {}): Promise<number> {
    const n = ++this.n
    return this.studio.add(this.who, 'product/add', {
      productCode: `G${n}`,
      productName: `产品${n}`,
      categoryId: this.category,
      salePrice: 100,
      ...values,
    })
  }

  /** A service of 200 yuan, one session, 20 photos. */
  service(values: Requests['service/add'] = {}): Promise<number> {
    const n = ++this.n
    return this.studio.add(this.who, 'service/add', {
      serviceCode: `S${n}`,
      serviceName: `服务${n}`,
      categoryId: this.category,
      businessClassId: this.businessClass,
      serviceType: DICT.service_type.shooting,
      salePrice: 200,
      sessionCount: 1,
      pickQuota: 20,
      ...values,
    })
  }

  /** A package of 1000 yuan with what is given; on the shelf unless it is empty. */
  async package(
    mappings: Requests['photoPackage/add']['mappings'] & object,
    values: Requests['photoPackage/add'] = {},
  ): Promise<number> {
    const n = ++this.n
    const id = await this.studio.add(this.who, 'photoPackage/add', {
      packageCode: `B${n}`,
      packageName: `套系${n}`,
      seriesId: this.series,
      businessType: DICT.business_type.baby,
      salePrice: 1000,
      pickQuota: 30,
      extraPhotoPrice: 30,
      mappings,
      ...values,
    })
    if (mappings.length > 0)
      await this.studio.must(this.who, 'photoPackage/changeState', { ids: [id], status: DICT.shelf_status.on })
    return id
  }
}
