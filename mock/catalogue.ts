/** What a studio sells: goods, services, scenes, packages, and what they cost in each city (rules 5.4). */
import type { DictionaryValues } from '../src/generated/dictionaries.ts'
import { DAY, midnightOf } from '../src/model/zone.ts'
import { CITIES, COMPANIES, type Organisation } from './organisation.ts'
import { addedPictures } from './pictures.ts'
import { between, pick, several, stream } from '../src/samples/chance.ts'
import type { Seeder, Values } from './seeder.ts'

const CATEGORIES = {
  goods: ['相册', '摆台', '相框', '周边与电子产品'],
  service: ['孕期拍摄', '宝宝拍摄', '儿童拍摄', '增值服务'],
  scene: ['室内', '外景', '主题', '全家福'],
}

/** Name, size, photos, price, category; designed goods have pages. */
const GOODS = [
  ['10寸水晶相册', '10×10寸', 20, 980, '相册'],
  ['12寸精装相册', '12×12寸', 28, 1280, '相册'],
  ['14寸典藏相册', '14×14寸', 36, 1880, '相册'],
  ['8寸口袋相册', '8×8寸', 16, 560, '相册'],
  ['杂志册', 'A4', 30, 780, '相册'],
  ['布纹纪念册', '12寸', 28, 1380, '相册'],
  ['影集盒', '12寸', 0, 158, '相册'],
  ['8寸摆台', '8寸', 1, 198, '摆台'],
  ['10寸水晶摆台', '10寸', 1, 268, '摆台'],
  ['12寸木质摆台', '12寸', 1, 328, '摆台'],
  ['木马摆台', '10寸', 1, 358, '摆台'],
  ['水晶球', '个', 1, 218, '摆台'],
  ['24寸画框', '24寸', 1, 598, '相框'],
  ['36寸无框画', '36寸', 1, 880, '相框'],
  ['48寸油画', '48寸', 1, 1580, '相框'],
  ['摇摇相框', '组合', 6, 368, '相框'],
  ['全家福大框', '60寸', 1, 1980, '相框'],
  ['挂历', 'A3', 12, 268, '周边与电子产品'],
  ['台历', 'A5', 12, 168, '周边与电子产品'],
  ['手绘插画', 'A4', 1, 458, '周边与电子产品'],
  ['成长树', '套', 9, 688, '周边与电子产品'],
  ['U盘电子版', '全部底片', 0, 300, '周边与电子产品'],
  ['MV短片', '3分钟', 20, 680, '周边与电子产品'],
  ['手机壁纸套图', '12张', 12, 88, '周边与电子产品'],
  ['冰箱贴', '6枚', 6, 128, '周边与电子产品'],
  ['抱枕', '45×45厘米', 1, 138, '周边与电子产品'],
  ['拼图', '500片', 1, 168, '周边与电子产品'],
  ['钥匙扣', '2枚', 2, 58, '周边与电子产品'],
  ['手足印泥', '套', 0, 198, '周边与电子产品'],
  ['胎毛笔', '支', 0, 398, '周边与电子产品'],
] as const
const DESIGNED = new Set(['挂历', '台历', '手绘插画', '成长树', '手机壁纸套图'])
const DIGITAL = new Set(['U盘电子版', 'MV短片', '手机壁纸套图'])

/** Name, class, minutes, price, category, kind; sessions where it is not one. */
const SERVICES: readonly (readonly [
  string,
  string,
  number,
  number,
  string,
  DictionaryValues['service_type'],
  number?,
])[] = [
  ['孕妇照拍摄', '孕妇照', 120, 880, '孕期拍摄', 'shooting'],
  ['孕妇外景拍摄', '孕妇照', 180, 1280, '孕期拍摄', 'shooting'],
  ['新生儿上门', '新生儿照', 120, 980, '宝宝拍摄', 'shooting'],
  ['满月照拍摄', '满月照', 90, 680, '宝宝拍摄', 'shooting'],
  ['百天照拍摄', '百天照', 90, 780, '宝宝拍摄', 'shooting'],
  ['周岁照拍摄', '周岁照', 120, 980, '宝宝拍摄', 'shooting'],
  ['儿童照拍摄', '儿童照', 120, 880, '儿童拍摄', 'shooting'],
  ['儿童外景拍摄', '儿童照', 180, 1280, '儿童拍摄', 'shooting'],
  ['全家福拍摄', '全家福', 60, 580, '儿童拍摄', 'shooting'],
  ['加服装', '儿童照', 30, 100, '增值服务', 'other', 0],
  ['加化妆', '孕妇照', 30, 120, '增值服务', 'makeup', 0],
  ['VCR拍摄3分钟', '百天照', 60, 1280, '增值服务', 'vcr', 0],
  ['精修加张', '百天照', 30, 30, '增值服务', 'retouch', 0],
  ['成长三次套拍', '百天照', 90, 2280, '宝宝拍摄', 'shooting', 3],
]
const EXTRAS = '增值服务'
const THEMES = ['森系', '中国风', '韩式', '童话', '梦境', '极简', '海洋', '节日']
const MOODS = ['晨光', '花园', '木屋', '星空']
/** Name, code, business, months of age at which it is shot. */
const CLASSES = [
  ['孕妇照', 'YF', 'pregnant', null],
  ['新生儿照', 'XS', 'baby', '0-1'],
  ['满月照', 'MY', 'baby', '1-2'],
  ['百天照', 'BT', 'baby', '3-4'],
  ['周岁照', 'ZS', 'baby', '11-13'],
  ['儿童照', 'ET', 'child', '24-144'],
  ['全家福', 'QJ', 'child', '0-144'],
] as const
const SERIES = [
  ['孕味时光', 'pregnant'],
  ['初见', 'baby'],
  ['百日礼', 'baby'],
  ['周岁礼', 'baby'],
  ['童年', 'child'],
  ['全家福', 'child'],
] as const

/** Name, series, price, photos, services (each one session), goods. The last two are no longer sold. */
const PACKAGES: readonly (readonly [string, string, number, number, readonly string[], readonly string[]])[] = [
  ['孕妇A', '孕味时光', 1980, 24, ['孕妇照拍摄', '全家福拍摄'], ['8寸口袋相册', '8寸摆台']],
  ['孕妇B', '孕味时光', 2980, 36, ['孕妇照拍摄', '孕妇外景拍摄'], ['10寸水晶相册', '24寸画框', '8寸摆台']],
  [
    '孕妇外景',
    '孕味时光',
    3980,
    48,
    ['孕妇外景拍摄', '全家福拍摄'],
    ['12寸精装相册', '36寸无框画', '10寸水晶摆台', 'U盘电子版'],
  ],
  ['新生儿', '初见', 1680, 20, ['新生儿上门', '满月照拍摄'], ['8寸口袋相册', '手足印泥']],
  ['满月', '初见', 1580, 20, ['满月照拍摄', '全家福拍摄'], ['8寸口袋相册', '8寸摆台']],
  ['满月双人', '初见', 2580, 28, ['满月照拍摄', '全家福拍摄'], ['10寸水晶相册', '24寸画框', '台历']],
  ['百天A', '百日礼', 2980, 24, ['百天照拍摄', '全家福拍摄'], ['10寸水晶相册', '10寸水晶摆台']],
  ['百天B', '百日礼', 3980, 30, ['百天照拍摄', '全家福拍摄'], ['10寸水晶相册', '36寸无框画', '摇摇相框']],
  [
    '百天C',
    '百日礼',
    5980,
    60,
    ['百天照拍摄', '全家福拍摄'],
    ['14寸典藏相册', '48寸油画', '摇摇相框', '挂历', 'U盘电子版'],
  ],
  ['周岁A', '周岁礼', 3680, 36, ['周岁照拍摄', '全家福拍摄'], ['10寸水晶相册', '24寸画框', '台历']],
  ['周岁B', '周岁礼', 4680, 45, ['周岁照拍摄', '儿童外景拍摄'], ['12寸精装相册', '36寸无框画', '木马摆台']],
  ['周岁C', '周岁礼', 6680, 60, ['周岁照拍摄', '儿童外景拍摄'], ['14寸典藏相册', '全家福大框', '摇摇相框', 'MV短片']],
  ['成长三次', '周岁礼', 8980, 60, ['成长三次套拍'], ['14寸典藏相册', '成长树', '48寸油画', 'U盘电子版']],
  ['儿童A', '童年', 2280, 30, ['儿童照拍摄', '全家福拍摄'], ['8寸口袋相册', '12寸木质摆台']],
  ['儿童B', '童年', 3280, 40, ['儿童照拍摄', '儿童外景拍摄'], ['10寸水晶相册', '24寸画框', '钥匙扣']],
  ['全家福', '全家福', 1280, 20, ['全家福拍摄', '儿童照拍摄'], ['24寸画框', '8寸摆台']],
  ['满月经典', '初见', 1280, 20, ['满月照拍摄', '全家福拍摄'], ['杂志册', '8寸摆台']],
  ['百天经典', '百日礼', 2680, 24, ['百天照拍摄', '全家福拍摄'], ['杂志册', '挂历']],
]
const WITHDRAWN = new Set(['满月经典', '百天经典'])

/** Share of the price by which a city differs. */
const CITY_SHARE: Record<string, number> = { 310100: 1.15, 520100: 0.92 }

/** Whole yuan, ending in 8 or 0 as prices do. */
const priceIn = (cityCode: string, price: number): number => Math.round((price * (CITY_SHARE[cityCode] ?? 1)) / 10) * 10

/** Ids by name. */
type Ids = ReadonlyMap<string, number>
const byName = (names: readonly string[], ids: readonly number[]): Ids =>
  new Map(names.map((name, i) => [name, ids[i]!]))

/** Goods, services, scenes and packages with their prices. */
export async function seedCatalogue(s: Seeder, org: Organisation, values: Values): Promise<void> {
  const random = stream(`catalogue:${org.companyId}`)
  const business = (name: DictionaryValues['business_type']) => values('business_type', name)
  const classes = byName(
    CLASSES.map(([name]) => name),
    await s.addAll(
      'businessClass',
      CLASSES.map(([name, code, type, shootAge], i) => ({
        name,
        code,
        businessType: business(type),
        shootAge,
        sortNum: i + 1,
      })),
    ),
  )
  const categories = await seedCategories(s, values)
  const pictures = await addedPictures(
    s,
    'catalogue',
    [...GOODS, ...SERVICES].map(([name]) => `${name}.jpg`),
    0,
  )
  const goods = byName(
    GOODS.map(([name]) => name),
    await s.addAll(
      'product',
      GOODS.map(([productName, size, photoQuota, salePrice, category], i) => ({
        productCode: code('G', i),
        productName,
        image: pictures[i],
        categoryId: categories.get(`goods/${category}`),
        size,
        salePrice,
        marketPrice: Math.round(salePrice * 1.3),
        costPrice: Math.round(salePrice * 0.35),
        photoQuota,
        pageCount: category === '相册' && photoQuota > 0 ? photoQuota + 2 : 0,
        needDesign: (category === '相册' && photoQuota > 0) || DESIGNED.has(productName) ? 1 : 0,
        needRetouch: photoQuota > 0 ? 1 : 0,
        needProduction: DIGITAL.has(productName) ? 0 : 1,
        isMv: productName === 'MV短片' ? 1 : 0,
        produceDays: between(random, 7, 20),
        attributes:
          category === '相册' && i < 4
            ? [
                {
                  attrName: '封面颜色',
                  options: [
                    { value: 'white', label: '米白', extraPrice: 0 },
                    { value: 'brown', label: '真皮棕', extraPrice: 50 },
                  ],
                  required: 1,
                },
              ]
            : [],
      })),
    ),
  )
  const services = byName(
    SERVICES.map(([name]) => name),
    await s.addAll(
      'service',
      SERVICES.map(([serviceName, name, duration, salePrice, category, kind, sessionCount = 1], i) => ({
        serviceCode: code('S', i),
        serviceName,
        image: pictures[GOODS.length + i],
        categoryId: categories.get(`service/${category}`),
        businessClassId: classes.get(name),
        duration,
        salePrice,
        costPrice: Math.round(salePrice * 0.3),
        sessionCount,
        photoShotQuota: category === EXTRAS ? 0 : 80,
        pickQuota: category === EXTRAS ? 0 : 20,
        costumeCount: category === EXTRAS ? 0 : 2,
        serviceType: values('service_type', kind),
        isOutside: /外景|上门/.test(serviceName) ? 1 : 0,
      })),
    ),
  )
  await seedScenes(s, values, categories, random)
  await seedPackages(s, org, values, { goods, services })
  await seedPriceLists(s, org, values, { goods, services })
  await seedSelection(s, goods)
  await seedFolders(s)
}

const code = (letter: string, i: number): string => `${letter}${String(i + 1).padStart(3, '0')}`

async function seedCategories(s: Seeder, values: Values): Promise<Ids> {
  const plans = (['goods', 'service', 'scene'] as const).flatMap((kind) =>
    CATEGORIES[kind].map((name, i) => ({ kind, name, i })),
  )
  const ids = await s.addAll(
    'productCategory',
    plans.map(({ kind, name, i }) => ({
      categoryName: name,
      categoryCode: `${kind.toUpperCase()}-${i + 1}`,
      categoryKind: values('category_kind', kind),
      sortNum: i + 1,
    })),
  )
  return byName(
    plans.map(({ kind, name }) => `${kind}/${name}`),
    ids,
  )
}

async function seedScenes(s: Seeder, values: Values, categories: Ids, random: () => number): Promise<void> {
  const themes = await s.addAll(
    'theme',
    THEMES.map((name, i) => ({ name, code: `T${i + 1}`, sortNum: i + 1 })),
  )
  const kinds = CATEGORIES.scene
  await s.addAll(
    'scene',
    Array.from({ length: THEMES.length * MOODS.length }, (_, i) => ({
      sceneCode: code('C', i),
      sceneName: `${THEMES[i % 8]}${MOODS[Math.floor(i / 8)]}`,
      themeId: themes[i % 8],
      categoryId: categories.get(`scene/${kinds[i % kinds.length]}`),
      businessType: values('business_type', pick(random, ['pregnant', 'baby', 'child'])),
      costume: several(random, ['白纱', '汉服', '毛衣', '连体衣', '礼服', '针织裙'], 2).join('、'),
      salePrice: pick(random, [0, 0, 0, 200, 300]),
    })),
  )
}

interface Sold {
  goods: Ids
  services: Ids
}

/** Packages as staff make them: with items and city prices, then put on the shelf. The first company sells in every city. */
/** The drawn picture that the first package shows. */
const PICTURED = 5

async function seedPackages(s: Seeder, org: Organisation, values: Values, { goods, services }: Sold): Promise<void> {
  const seriesIds = byName(
    SERIES.map(([name]) => name),
    await s.addAll(
      'packageSeries',
      SERIES.map(([seriesName, type], i) => ({
        seriesName,
        seriesCode: `X${i + 1}`,
        businessType: values('business_type', type),
        sortNum: i + 1,
      })),
    ),
  )
  const cities = org.cityCode === COMPANIES[0]!.cityCode ? CITIES.map((city) => city.cityCode) : [org.cityCode]
  const made: number[] = []
  const covers = await addedPictures(
    s,
    'packages',
    PACKAGES.map(([name]) => `${name}.jpg`),
    PICTURED,
  )
  for (const [i, [packageName, series, salePrice, pickQuota, shot, given]] of PACKAGES.entries()) {
    const mappings = [
      ...shot.map((name, n) => ({
        itemType: values('item_type', 'service'),
        itemId: services.get(name),
        quantity: 1,
        photoQuota: n === 0 ? pickQuota : 0,
        isGift: 0,
        sortNum: n,
      })),
      ...given.map((name, n) => ({
        itemType: values('item_type', 'goods'),
        itemId: goods.get(name),
        quantity: 1,
        isGift: n > 1 ? 1 : 0,
        isOptional: n > 0 ? 1 : 0,
        sortNum: shot.length + n,
      })),
    ]
    const { id }: { id: number } = await s.call('photoPackage/add', {
      packageCode: code('B', i),
      packageName,
      cover: covers[i],
      seriesId: seriesIds.get(series),
      businessType: values('business_type', SERIES.find(([name]) => name === series)![1]),
      salePrice,
      minDeposit: Math.round(salePrice * 0.2),
      pickQuota,
      extraPhotoPrice: 30,
      upgradeLevel: i + 1,
      mappings,
      cityPrices: cities.map((cityCode) => ({ cityCode, price: priceIn(cityCode, salePrice) })),
    })
    if (!WITHDRAWN.has(packageName)) made.push(id)
  }
  await s.call('photoPackage/changeState', { ids: made, status: values('shelf_status', 'on') })
}

/** The list in force says what prices may be lowered to; last quarter's is over, next quarter's is ready. */
async function seedPriceLists(s: Seeder, org: Organisation, values: Values, { goods, services }: Sold): Promise<void> {
  const today = midnightOf(s.now, 'Asia/Shanghai')
  const lowest = (price: number): number => Math.round(price * 0.85)
  const items = [
    ...GOODS.map(([name, , , price]) => ({
      itemType: values('item_type', 'goods'),
      itemId: goods.get(name),
      itemName: name,
      basePrice: price,
      price,
      minPrice: lowest(price),
    })),
    ...SERVICES.map(([name, , , price]) => ({
      itemType: values('item_type', 'service'),
      itemId: services.get(name),
      itemName: name,
      basePrice: price,
      price,
      minPrice: lowest(price),
    })),
    { itemType: values('item_type', 'extraPhoto'), itemName: '超张照片', basePrice: 30, price: 30, minPrice: 20 },
  ]
  const albums = items
    .slice(0, 4)
    .map((item) => ({ ...item, price: Math.round(item.price * 0.95), memberPrice: Math.round(item.price * 0.9) }))
  await s.addAll('priceSystem', [
    { name: '门市统一价', code: 'MS', startDate: today - 90 * DAY, items },
    {
      name: '相册季特价（已结束）',
      code: 'XC-1',
      cityCodes: [org.cityCode],
      startDate: today - 60 * DAY,
      endDate: today - 1 * DAY,
      items: albums,
    },
    {
      name: '下季相册特价',
      code: 'XC-2',
      cityCodes: [org.cityCode],
      startDate: today + 150 * DAY,
      endDate: today + 180 * DAY,
      items: albums,
    },
  ])
}

/** What the selection room offers, dearest last. */
async function seedSelection(s: Seeder, goods: Ids): Promise<void> {
  const offered = GOODS.filter(([, , photoQuota]) => photoQuota > 0).slice(0, 8)
  await s.addAll(
    'goodsSelection',
    offered.map(([name, , , price], i) => ({
      productId: goods.get(name),
      selectPrice: Math.round(price * 0.9),
      sortNum: i + 1,
    })),
  )
}

async function seedFolders(s: Seeder): Promise<void> {
  const [samples] = await s.addAll(
    'folder',
    ['样片', '产品图', '服装与道具', '活动海报'].map((name, i) => ({ name, sortNum: i + 1 })),
  )
  await s.addAll(
    'folder',
    ['孕妇', '新生儿', '百天', '周岁', '儿童'].map((name, i) => ({ parentId: samples, name, sortNum: i + 1 })),
  )
}
