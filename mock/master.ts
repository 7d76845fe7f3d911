/** Master data a studio works with: channels, catalogue, sites, cash points, members' grades, templates. */
import { CITIES, type Organisation } from './organisation.ts'
import { between, pick, several, stream, weighted } from '../src/samples/chance.ts'
import type { Seeder, Values } from './seeder.ts'
import { addressIn, mobileOf, womanName } from './words.ts'

export interface Master {
  channelTypes: number[]
  channels: number[]
  tags: number[]
  grades: number[]
}

const CHANNEL_TYPES = [
  ['妇产医院', 'FC', 1, 8],
  ['综合医院妇产科', 'ZH', 1, 6],
  ['月子中心', 'YZ', 0, 5],
  ['母婴店', 'MY', 0, 5],
  ['早教中心', 'ZJ', 0, 4],
  ['大众点评', 'DP', 0, 3],
  ['老客户介绍', 'LK', 0, 2],
  ['活动采集', 'HD', 0, 3],
] as const
const WINDOWS = ['产科门诊', '产前检查室', '住院部', '孕妇学校', '新生儿科']
const COOPERATION = [
  ['cooperating', 7],
  ['negotiating', 2],
  ['paused', 1],
  ['ended', 0.5],
] as const
const PREFIX = ['仁爱', '协和', '安琪', '福佑', '和美', '爱婴', '贝贝', '阳光']

/** Channels with their windows and contacts; more of them in the larger companies. */
export async function seedChannels(
  s: Seeder,
  org: Organisation,
  share: number,
  values: Values,
): Promise<Pick<Master, 'channelTypes' | 'channels'>> {
  const random = stream(`channel:${org.companyId}`)
  const channelTypes = await s.addAll(
    'channelType',
    CHANNEL_TYPES.map(([name, code, isHospital], i) => ({ name, code, isHospital, sortNum: i + 1 })),
  )
  const windows: number[][] = []
  for (const [t, [, code, isHospital]] of CHANNEL_TYPES.entries())
    windows.push(
      isHospital
        ? await s.addAll(
            'channelWindow',
            WINDOWS.slice(0, 3 + t).map((name, i) => ({
              channelTypeId: channelTypes[t],
              name,
              code: `${code}-${i + 1}`,
              sortNum: i + 1,
            })),
          )
        : [],
    )
  const rows = CHANNEL_TYPES.flatMap(([typeName, , , count], t) =>
    Array.from({ length: Math.max(1, Math.round(count * share)) }, (_, i) => {
      const name = `${pick(random, PREFIX)}${typeName}${i + 1}店`
      return {
        channelTypeId: channelTypes[t],
        channelName: name,
        channelFullName: `${name}（${CITIES.find(({ cityCode }) => cityCode === org.cityCode)?.cityName}）`,
        cityCode: org.cityCode,
        address: addressIn(random, org.cityCode),
        level: values(
          'channel_level',
          weighted(random, [
            ['a', 20],
            ['b', 35],
            ['c', 30],
            ['d', 15],
          ] as const),
        ),
        cooperateStatus: values('cooperate_status', weighted(random, COOPERATION)),
        specialistId: pick(random, org.byPosition.渠道专员 ?? [org.employees.管理员!]),
        windowIds: several(random, windows[t] as number[], 2),
        commissionRate: pick(random, [0, 0.03, 0.05, 0.08]),
        contacts: Array.from({ length: between(random, 1, 2) }, (_x, k) => ({
          name: womanName(random),
          mobile: mobileOf(random, 40_000 + org.companyId * 500 + t * 50 + i * 2 + k),
          duty: pick(random, ['护士长', '店长', '前台主管', '客服经理']),
          isPrimary: k === 0 ? 1 : 0,
        })),
      }
    }),
  )
  const channels: number[] = []
  for (const row of rows) {
    const { id }: { id: number } = await s.call('channel/add', row)
    channels.push(id)
  }
  return { channelTypes, channels }
}

const GRADES = [
  ['普通', 'silver', 'ordinary', 1, 1, 0, 0],
  ['会员', 'gold', 'member', 0.95, 1.2, 5000, 199],
  ['尊享', 'diamond', 'privilegedMember', 0.9, 1.5, 15_000, 599],
] as const
export const PAY_METHODS = [
  ['cash', '现金', 'Cash', 'cash', 0],
  ['wechat', '微信', 'WeChat', 'online', 0.006],
  ['alipay', '支付宝', 'Alipay', 'online', 0.006],
  ['card', '刷卡', 'Card', 'card', 0.005],
  ['transfer', '转账', 'Transfer', 'transfer', 0],
  ['balance', '账户余额', 'Balance', 'accountBalance', 0],
  ['coupon', '现金券', 'Coupon', 'voucher', 0],
] as const

const TAGS = [
  ['高意向', 'attention'],
  ['二胎', 'active'],
  ['双胞胎', 'active'],
  ['老客户', 'done'],
  ['价格敏感', 'waiting'],
  ['喜欢外景', 'off'],
  ['需要接送', 'waiting'],
  ['转介绍达人', 'attention'],
] as const

/** Members' grades, pay methods, cash points, sites, tags. */
export async function seedSettings(
  s: Seeder,
  org: Organisation,
  values: Values,
): Promise<Pick<Master, 'tags' | 'grades'>> {
  const others = CITIES.map(({ cityCode }) => cityCode).filter((cityCode) => cityCode !== org.cityCode)
  const grades = await s.addAll(
    'memberConfig',
    GRADES.map(([gradeName, gradeCode, grade, discount, integralRate, upgradeAmount, tollPrice], i) => ({
      gradeName,
      gradeCode,
      memberGrade: values('member_grade', grade),
      sortNum: i + 1,
      discount,
      integralRate,
      upgradeAmount,
      tollPrice,
      validYears: 1,
      // A card costs less in the other cities of the chain.
      ...(tollPrice > 0 ? { cityPrices: others.map((cityCode) => ({ cityCode, tollPrice: tollPrice - 20 })) } : {}),
    })),
  )
  await s.addAll(
    'payMethod',
    PAY_METHODS.map(([code, name, nameEn, kind, feeRate], i) => ({
      name,
      nameEn,
      code,
      kind: values('pay_kind', kind),
      feeRate,
      needTradeNo: ['wechat', 'alipay', 'card', 'transfer'].includes(code) ? 1 : 0,
      isIncome: ['balance', 'coupon'].includes(code) ? 0 : 1,
      sortNum: i + 1,
    })),
  )
  const cashAddresses = await s.addAll(
    'cashAddress',
    org.stores.map((storeId, i) => ({
      name: `${i + 1}号收银区`,
      cityCode: org.cityCode,
      storeId,
      isDefault: i === 0 ? 1 : 0,
    })),
  )
  await s.addAll(
    'place',
    cashAddresses.flatMap((cashAddressId, i) =>
      [1, 2].map((n) => ({
        name: `${i + 1}区${n}号台`,
        cashAddressId,
        storeId: org.stores[i],
        deviceNo: `POS-${org.companyId}${i}${n}`,
      })),
    ),
  )
  await s.addAll(
    'site',
    ['A', 'B', 'C', 'D'].map((letter) => ({
      code: `S-${letter}`,
      name: `摄影基地${letter}`,
      siteType: values('control_type', 'set'),
      storeId: org.stores[0],
    })),
  )
  const tags = await s.addAll(
    'tags',
    TAGS.map(([name, color]) => ({ name, color })),
  )
  return { grades, tags }
}

/** Text messages: code, name, scene, words. */
export const SMS = [
  ['orderPaid', '付款成功', 'paid', '尊敬的${customerName}，您的订单${orderNo}已付清，共${amount}，感谢您的信任。'],
  [
    'bookingConfirmed',
    '预约确认',
    'booking',
    '${customerName}您好，您的拍摄已约好：${date} ${time}，地点${siteName}。',
  ],
  ['bookingRemind', '拍摄提醒', 'remind', '${customerName}您好，明天${time}是您的拍摄时间，请提前15分钟到店。'],
  ['bookingMoved', '改期通知', 'change', '${customerName}您好，您的拍摄已改到${date} ${time}，地点${siteName}。'],
  [
    'bookingCancelled',
    '取消通知',
    'cancel',
    '${customerName}您好，您${date} ${time}的拍摄预约已取消，期待再次为您安排。',
  ],
  ['pickReady', '选片通知', 'pick', '${customerName}您好，您的照片已整理完成，请预约选片时间。'],
  ['pickBooked', '选片预约', 'pickBooking', '${customerName}您好，您的选片时间是${date} ${time}，地点${siteName}。'],
  ['pickCancelled', '选片取消', 'pickCancel', '${customerName}您好，您${date} ${time}的选片预约已取消，请再次预约。'],
  ['designReady', '看样通知', 'design', '${customerName}您好，您的相册已设计完成，请查看并确认：${link}'],
  ['expressSent', '快递发出', 'express', '${customerName}您好，您的产品已由快递寄出，单号${expressNo}，请注意查收。'],
  ['productReady', '取件通知', 'pickup', '${customerName}您好，您的产品已制作完成，请到店领取。'],
  [
    'classPlace',
    '课程候补成功',
    'classPlace',
    '${customerName}您好，${date} ${time}的${className}有了空位，已为您预约，期待您的到来。',
  ],
  [
    'classCancel',
    '课程取消',
    'classCancel',
    '${customerName}您好，${date} ${time}的${className}因故取消，给您带来不便，敬请谅解。',
  ],
  [
    'classResume',
    '课程恢复',
    'classResume',
    '${customerName}您好，${date} ${time}的${className}恢复上课，欢迎您重新预约。',
  ],
  ['birthday', '生日祝福', 'birthday', '祝${babyName}生日快乐！到店可领取生日礼一份。'],
] as const
const BULLETINS = [
  '春节值班安排',
  '新套系上线说明',
  '门店卫生检查通知',
  '三月销售之星',
  '系统升级公告',
  '摄影部器材盘点',
  '会员日活动方案',
  '客户资料保密要求',
  '清明排班表',
  '新员工培训安排',
  '外景基地开放通知',
  '考勤制度更新',
] as const
const TOPICS = [
  '建议增加外景服装',
  '选片室网络有点慢',
  '百天照道具需要补充',
  '食堂菜单征集',
  '周末加班调休怎么算',
  '客户反馈汇总',
  '打印机常卡纸',
  '新场景拍摄样片分享',
  '团建去哪里',
  '早会时间调整',
] as const

/** Templates, bulletins and the message board: what an office talks about. */
export async function seedOffice(s: Seeder, org: Organisation, values: Values): Promise<void> {
  const random = stream(`office:${org.companyId}`)
  await s.addAll(
    'smsTemplate',
    SMS.map(([code, name, scene, content]) => ({
      code,
      name,
      scene: values('sms_scene', scene),
      content,
      signName: '星宝摄影',
    })),
  )
  await s.addAll(
    'wechatTemplate',
    SMS.map(([, name, scene, content], i) => ({
      name,
      scene: values('sms_scene', scene),
      templateNo: `OPENTM2026${String(i + 1).padStart(4, '0')}`,
      content,
    })),
  )
  const writer = org.byPosition.总经理?.[0] ?? Object.values(org.employees)[0]!
  const bulletins = await s.as(writer).addAll(
    'bulletin',
    BULLETINS.map((title, i) => ({
      title,
      content: `各部门同事：\n${title}。请大家知悉并按要求执行，如有疑问请联系总经办。`,
      isTop: i < 2 ? 1 : 0,
    })),
  )
  for (const id of bulletins.slice(0, 10))
    await s.as(writer).call('bulletin/publish', { id, status: values('bulletin_status', 'published') })
  for (const title of TOPICS)
    await s
      .as(pick(random, Object.values(org.employees)))
      .add('messageBoard', { title, content: `${title}，大家有什么想法可以在下面留言。` })
}
