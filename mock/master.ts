/** Master data a studio works with: channels, catalogue, sites, cash points, members' grades, templates. */
import type { Organisation } from './organisation.ts'
import { between, pick, several, stream } from './random.ts'
import type { Seeder } from './seeder.ts'
import { addressIn, mobileOf, womanName } from './words.ts'

/** Wire value of a dictionary's named value. */
export type Values = (dictionary: string, name: string) => unknown

export interface Master { channelTypes: number[]; channels: number[]; tags: number[]; grades: number[] }

const CHANNEL_TYPES = [
  ['妇产医院', 'FC', 1, 8], ['综合医院妇产科', 'ZH', 1, 6], ['月子中心', 'YZ', 0, 5], ['母婴店', 'MY', 0, 5],
  ['早教中心', 'ZJ', 0, 4], ['大众点评', 'DP', 0, 3], ['老客户介绍', 'LK', 0, 2], ['活动采集', 'HD', 0, 3],
] as const
const WINDOWS = ['产科门诊', '产前检查室', '住院部', '孕妇学校', '新生儿科']
const PREFIX = ['仁爱', '协和', '安琪', '福佑', '和美', '爱婴', '贝贝', '阳光']

/** Channels with their windows and contacts; more of them in the larger companies. */
export async function seedChannels(s: Seeder, org: Organisation, share: number, values: Values): Promise<Pick<Master, 'channelTypes' | 'channels'>> {
  const random = stream(`channel:${org.companyId}`)
  const channelTypes = await s.addAll('channelType', CHANNEL_TYPES.map(([name, code, isHospital], i) => ({ name, code, isHospital, sortNum: i + 1 })))
  const windows = await s.addAll('channelWindow', CHANNEL_TYPES.flatMap(([, code, isHospital], t) => (isHospital ? WINDOWS.slice(0, 3 + t).map((name, i) => ({ channelTypeId: channelTypes[t], name, code: `${code}-${i + 1}`, sortNum: i + 1 })) : [])))
  const levels = ['a', 'b', 'c', 'd']
  const rows = CHANNEL_TYPES.flatMap(([typeName, , isHospital, count], t) => Array.from({ length: Math.max(1, Math.round(count * share)) }, (_, i) => {
    const name = `${pick(random, PREFIX)}${typeName}${i + 1}店`
    return {
      channelTypeId: channelTypes[t], channelName: name, channelFullName: `${name}（${org.cityCode}）`, cityCode: org.cityCode, address: addressIn(random, org.cityCode),
      level: values('channel_level', pick(random, levels)), specialistId: pick(random, org.byPosition.渠道专员 ?? [org.employees.管理员!]),
      windowIds: isHospital ? several(random, windows, 2) : [], commissionRate: pick(random, [0, 0.03, 0.05, 0.08]),
      contacts: Array.from({ length: between(random, 1, 2) }, (_x, k) => ({ name: womanName(random), mobile: mobileOf(random, 40_000 + org.companyId * 500 + t * 50 + i * 2 + k), duty: pick(random, ['护士长', '店长', '前台主管', '客服经理']), isPrimary: k === 0 ? 1 : 0 })),
    }
  }))
  return { channelTypes, channels: await s.addAll('channel', rows) }
}

const CATEGORIES: Record<string, string[]> = { goods: ['相册', '摆台', '相框', '电子产品'], service: ['孕期拍摄', '新生儿拍摄', '儿童拍摄', '增值服务'], scene: ['室内', '外景', '主题', '全家福'] }
const GOODS = [
  ['10寸水晶相册', '10×10寸', 20, 980, 1], ['12寸精装相册', '12×12寸', 28, 1280, 1], ['14寸典藏相册', '14×14寸', 36, 1880, 1], ['8寸口袋相册', '8×8寸', 16, 560, 1],
  ['8寸摆台', '8寸', 1, 198, 0], ['10寸水晶摆台', '10寸', 1, 268, 0], ['12寸木质摆台', '12寸', 1, 328, 0], ['木马摆台', '10寸', 1, 358, 0],
  ['24寸画框', '24寸', 1, 598, 0], ['36寸无框画', '36寸', 1, 880, 0], ['48寸油画', '48寸', 1, 1580, 0], ['摇摇相框', '组合', 6, 368, 0],
  ['挂历', 'A3', 12, 268, 1], ['台历', 'A5', 12, 168, 1], ['手绘插画', 'A4', 1, 458, 1], ['成长树', '套', 9, 688, 1],
  ['U盘电子版', '全部底片', 0, 300, 0], ['MV短片', '3分钟', 20, 680, 0], ['手机壁纸套图', '12张', 12, 88, 1], ['冰箱贴', '6枚', 6, 128, 0],
  ['抱枕', '45×45', 1, 138, 0], ['拼图', '500片', 1, 168, 0], ['钥匙扣', '2枚', 2, 58, 0], ['手足印泥', '套', 0, 198, 0],
  ['胎毛笔', '支', 0, 398, 0], ['水晶球', '个', 1, 218, 0], ['影集盒', '个', 0, 158, 0], ['杂志册', 'A4', 30, 780, 1], ['婚纱布纹册', '12寸', 28, 1380, 1], ['全家福大框', '60寸', 1, 1980, 0],
] as const
const SERVICES = [
  ['孕妇照拍摄', 'pregnant', 120, 880], ['孕妇外景拍摄', 'pregnant', 180, 1280], ['新生儿上门', 'baby', 120, 980], ['满月照拍摄', 'baby', 90, 680],
  ['百天照拍摄', 'baby', 90, 780], ['周岁照拍摄', 'baby', 120, 980], ['儿童照拍摄', 'child', 120, 880], ['儿童外景拍摄', 'child', 180, 1280],
  ['全家福', 'child', 60, 580], ['加服装', 'child', 30, 100], ['加化妆', 'pregnant', 30, 120], ['VCR拍摄3分钟', 'baby', 60, 1280], ['精修加张', 'baby', 30, 30], ['成长三次套拍', 'baby', 90, 2280],
] as const
const THEMES = ['森系', '中国风', '韩式', '童话', '梦境', '极简', '海洋', '节日']
const CLASSES = [['孕妇照', 'YF', 'pregnant', '孕28-34周'], ['新生儿照', 'XS', 'baby', '7-20天'], ['满月照', 'MY', 'baby', '30天'], ['百天照', 'BT', 'baby', '100天'], ['周岁照', 'ZS', 'baby', '1岁'], ['儿童照', 'ET', 'child', '2-12岁'], ['全家福', 'QJ', 'child', '不限']] as const
const PACKAGES = [
  ['孕妇A', 'pregnant', 1980, 30], ['孕妇B', 'pregnant', 2980, 40], ['孕妇外景', 'pregnant', 3980, 50], ['新生儿', 'baby', 1680, 20], ['满月照', 'baby', 1580, 20],
  ['百天A', 'baby', 2980, 30], ['百天B', 'baby', 3980, 40], ['百天C', 'baby', 5980, 60], ['周岁A', 'baby', 3680, 36], ['周岁B', 'baby', 4680, 45],
  ['成长三次', 'baby', 8980, 60], ['儿童A', 'child', 2280, 30], ['儿童B', 'child', 3280, 40], ['全家福', 'child', 1280, 20],
] as const
const SERIES = [['孕味时光', 'pregnant'], ['初见', 'baby'], ['百日礼', 'baby'], ['周岁礼', 'baby'], ['童年', 'child'], ['全家福', 'child']] as const

/** Goods, services, scenes and packages with their prices. */
export async function seedCatalogue(s: Seeder, org: Organisation, values: Values): Promise<void> {
  const random = stream(`catalogue:${org.companyId}`)
  const business = (name: string) => values('business_type', name)
  const classes = await s.addAll('businessClass', CLASSES.map(([name, code, type, shootAge], i) => ({ name, code, businessType: business(type), shootAge, sortNum: i + 1 })))
  const categories: Record<string, number[]> = {}
  for (const [kind, names] of Object.entries(CATEGORIES)) categories[kind] = await s.addAll('productCategory', names.map((categoryName, i) => ({ categoryName, categoryCode: `${kind}-${i + 1}`, categoryKind: values('category_kind', kind), sortNum: i + 1 })))
  const category = (kind: string, i: number): number => categories[kind]![i % categories[kind]!.length]!
  await s.addAll('product', GOODS.map(([productName, size, photoQuota, salePrice, needDesign], i) => ({
    productCode: `G${String(i + 1).padStart(3, '0')}`, productName, categoryId: category('goods', i < 4 ? 0 : i < 8 ? 1 : i < 12 ? 2 : 3), size, salePrice, marketPrice: Math.round(salePrice * 1.3), costPrice: Math.round(salePrice * 0.35),
    photoQuota, needDesign, produceDays: between(random, 7, 20), attributes: i < 4 ? [{ attrName: '封面颜色', options: [{ value: '米白', extraPrice: 0 }, { value: '真皮棕', extraPrice: 50 }], required: 1 }] : [],
  })))
  await s.addAll('service', SERVICES.map(([serviceName, type, duration, salePrice], i) => ({
    serviceCode: `S${String(i + 1).padStart(3, '0')}`, serviceName, categoryId: category('service', i), businessClassId: classes[i % classes.length], duration, salePrice, costPrice: Math.round(salePrice * 0.3),
    sessionCount: type === 'baby' && i === 13 ? 3 : 1, photoShotQuota: 80, pickQuota: 20, serviceType: values('service_type', i === 11 ? 'vcr' : i === 10 ? 'makeup' : i === 12 ? 'retouch' : 'shooting'),
  })))
  const themes = await s.addAll('theme', THEMES.map((name, i) => ({ name, code: `T${i + 1}`, sortNum: i + 1 })))
  await s.addAll('scene', Array.from({ length: 32 }, (_, i) => ({ sceneCode: `C${String(i + 1).padStart(3, '0')}`, sceneName: `${THEMES[i % 8]}${['晨光', '花园', '木屋', '星空'][Math.floor(i / 8)]}`, themeId: themes[i % 8], categoryId: category('scene', i), businessType: business(pick(random, ['pregnant', 'baby', 'child'])), costume: pick(random, ['白纱', '汉服', '毛衣', '连体衣', '礼服']) })))
  const series = await s.addAll('packageSeries', SERIES.map(([seriesName, type], i) => ({ seriesName, seriesCode: `X${i + 1}`, businessType: business(type), sortNum: i + 1 })))
  await s.addAll('photoPackage', PACKAGES.map(([packageName, type, salePrice, pickQuota], i) => ({
    packageCode: `B${String(i + 1).padStart(3, '0')}`, packageName, seriesId: series[SERIES.findIndex(([, t]) => t === type)], businessType: business(type), salePrice, minDeposit: Math.round(salePrice * 0.2), pickQuota, extraPhotoPrice: 30, upgradeLevel: i % 3, status: values('shelf_status', i % 9 === 8 ? 'off' : 'on'),
  })))
}

const GRADES = [['普通', 'silver', 'ordinary', 1, 1, 0, 0], ['会员', 'gold', 'member', 0.95, 1.2, 5000, 199], ['尊享', 'diamond', 'privilegedMember', 0.9, 1.5, 15_000, 599]] as const
const PAY_METHODS = [['现金', 'cash', 'cash', 0], ['微信', 'wechat', 'online', 0.006], ['支付宝', 'alipay', 'online', 0.006], ['刷卡', 'card', 'card', 0.005], ['转账', 'transfer', 'transfer', 0], ['账户余额', 'balance', 'accountBalance', 0], ['现金券', 'coupon', 'voucher', 0]] as const

/** Members' grades, pay methods, cash points, sites, tags. */
export async function seedSettings(s: Seeder, org: Organisation, values: Values): Promise<Pick<Master, 'tags' | 'grades'>> {
  const grades = await s.addAll('memberConfig', GRADES.map(([gradeName, gradeCode, grade, discount, integralRate, upgradeAmount, tollPrice], i) => ({ gradeName, gradeCode, memberGrade: values('member_grade', grade), sortNum: i + 1, discount, integralRate, upgradeAmount, tollPrice, validYears: 1 })))
  await s.addAll('payMethod', PAY_METHODS.map(([name, code, kind, feeRate], i) => ({ name, code, kind: values('pay_kind', kind), feeRate, needTradeNo: ['wechat', 'alipay', 'card', 'transfer'].includes(code) ? 1 : 0, isIncome: ['balance', 'coupon'].includes(code) ? 0 : 1, sortNum: i + 1 })))
  const cashAddresses = await s.addAll('cashAddress', org.stores.map((storeId, i) => ({ name: `${i + 1}号收银区`, cityCode: org.cityCode, storeId, isDefault: i === 0 ? 1 : 0 })))
  await s.addAll('place', cashAddresses.flatMap((cashAddressId, i) => [1, 2].map((n) => ({ name: `${i + 1}区${n}号台`, cashAddressId, storeId: org.stores[i], deviceNo: `POS-${org.companyId}${i}${n}` }))))
  await s.addAll('site', ['A', 'B', 'C', 'D'].map((letter) => ({ code: `S-${letter}`, name: `摄影基地${letter}`, siteType: values('control_type', 'set'), storeId: org.stores[0] })))
  const tags = await s.addAll('tags', [['高意向', 'red'], ['二胎', 'blue'], ['双胞胎', 'purple'], ['老客户', 'green'], ['价格敏感', 'orange'], ['喜欢外景', 'cyan'], ['需要接送', 'gold'], ['转介绍达人', 'magenta']].map(([name, color]) => ({ name, color })))
  return { grades, tags }
}

const SMS = [
  ['orderPaid', '付款成功', 'custom', '尊敬的{customerName}，您的订单{orderNo}已收款{amount}元，感谢您的信任。'], ['bookingConfirmed', '预约确认', 'booking', '{customerName}您好，您预约的拍摄已确认：{date} {time}，地点{siteName}。'],
  ['bookingRemind', '拍摄提醒', 'remind', '{customerName}您好，明天{time}是您的拍摄时间，请提前15分钟到店。'], ['pickReady', '选片通知', 'pick', '{customerName}您好，您的照片已整理完成，请预约选片时间。'],
  ['productReady', '取件通知', 'pickup', '{customerName}您好，您的产品已制作完成，请到店领取。'], ['birthday', '生日祝福', 'birthday', '祝{babyName}生日快乐！到店可领取生日礼一份。'],
] as const
const BULLETINS = ['春节值班安排', '新套系上线说明', '门店卫生检查通知', '三月销售之星', '系统升级公告', '摄影部器材盘点', '会员日活动方案', '客户资料保密要求', '清明排班表', '新员工培训安排', '外景基地开放通知', '考勤制度更新'] as const
const TOPICS = ['建议增加外景服装', '选片室网络有点慢', '百天照道具需要补充', '食堂菜单征集', '周末加班调休怎么算', '客户反馈汇总', '打印机常卡纸', '新场景拍摄样片分享', '团建去哪里', '早会时间调整'] as const

/** Templates, bulletins and the message board: what an office talks about. */
export async function seedOffice(s: Seeder, org: Organisation, values: Values): Promise<void> {
  const random = stream(`office:${org.companyId}`)
  const scenes = (name: string) => values('sms_scene', name)
  await s.addAll('smsTemplate', SMS.map(([code, name, scene, content]) => ({ code, name, scene: scenes(scene), content, signName: '星宝摄影' })))
  await s.addAll('wechatTemplate', SMS.map(([, name, scene, content], i) => ({ name, scene: scenes(scene), templateNo: `OPENTM2026${String(i + 1).padStart(4, '0')}`, content })))
  const writer = org.byPosition.总经理?.[0] ?? Object.values(org.employees)[0]!
  const bulletins = await s.as(writer).addAll('bulletin', BULLETINS.map((title, i) => ({ title, content: `各部门同事：\n${title}。请大家知悉并按要求执行，如有疑问请联系总经办。`, isTop: i < 2 ? 1 : 0 })))
  for (const id of bulletins.slice(0, 10)) await s.as(writer).call('bulletin/publish', { id, status: values('bulletin_status', 'published') })
  for (const title of TOPICS) await s.as(pick(random, Object.values(org.employees))).add('messageBoard', { title, content: `${title}，大家有什么想法可以在下面留言。` })
}
