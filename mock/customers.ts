/** Customers with their families and follow-ups, written day by day over the last ninety days. */
import { DAY, HOUR, midnightOf } from '../src/model/zone.ts'
import type { Master } from './master.ts'
import type { Organisation } from './organisation.ts'
import { between, pick, several, stream, weighted } from '../src/samples/chance.ts'
import type { Seeder, Values } from './seeder.ts'
import { addressIn, babyName, mobileOf, womanName } from './words.ts'

/** Customers of the whole demo; each company has its share. */
const CUSTOMERS = 300

/** How often each grade of customers and leads is met. */
export const LEVELS = [
  ['aKey', 2],
  ['bNormal', 5],
  ['cLow', 2],
] as const

const TALKS = [
  '电话沟通，客户对百天照感兴趣，约周末到店看样片',
  '微信发送了套系介绍，等客户和家人商量',
  '到店看过样片，觉得价格偏高，申请优惠',
  '客户在坐月子，出月子后再联系',
  '已加微信，发送近期活动海报',
  '客户比较满意，准备下周定套系',
  '暂时没空，下月再联系',
  '介绍了会员权益，客户有意办卡',
]

/** The customer whose story the demo follows. */
export const GOLDEN = { realName: '陈雨', mobile: '13911110001', baby: '陈小满' }

export async function seedCustomers(
  s: Seeder,
  org: Organisation,
  master: Master,
  share: number,
  values: Values,
): Promise<number[]> {
  const random = stream(`customer:${org.companyId}`)
  const count = Math.max(4, Math.round(CUSTOMERS * share))
  const sales = org.byPosition.门市顾问 ?? org.byPosition.店长 ?? Object.values(org.employees)
  const phone = [...(org.byPosition.电销专员 ?? []), ...sales]
  const ids: number[] = []
  for (let i = 0; i < count; i++) {
    const golden = i === 0 && share > 0.5
    const daysAgo = Math.floor(90 * (1 - i / count))
    const moment = s.now - daysAgo * DAY - between(random, 0, 8) * HOUR
    const owner = golden ? sales[0]! : pick(random, phone)
    const writer = s.at(moment).as(owner)
    const realName = golden ? GOLDEN.realName : womanName(random)
    const { id }: { id: number } = await writer.call('customer/add', {
      realName,
      mobile: golden ? GOLDEN.mobile : mobileOf(random, org.companyId * 1000 + i),
      gender: values('gender', 'female'),
      relation: values('family_relation', 'mother'),
      cityCode: org.cityCode,
      address: addressIn(random, org.cityCode),
      birthday: dayOf(s.now - between(random, 23 * 365, 38 * 365) * DAY),
      channelTypeId: pick(random, master.channelTypes),
      level: values('customer_level', weighted(random, LEVELS)),
      tags: several(random, master.tags, between(random, 0, 2)),
    })
    ids.push(id)
    if (golden || random() < 0.62) await addBaby(writer, id, realName, golden, { random, values, now: s.now })
    await addTracks(writer, id, moment, { random, values, now: s.now })
  }
  return ids
}

/** Midnight in Shanghai of a moment, as dates go over the wire. */
export const dayOf = (ms: number): number => midnightOf(ms, 'Asia/Shanghai')

async function addBaby(
  s: Seeder,
  customerId: number,
  mother: string,
  golden: boolean,
  { random, values, now }: { random: () => number; values: Values; now: number },
): Promise<void> {
  const { familyId } = await s.call('customer/detail', { id: customerId })
  if (!familyId) return
  const baby = golden ? { name: GOLDEN.baby, nickname: '小满' } : babyName(random, mother)
  await s.add('familyMember', {
    familyId,
    ...baby,
    relation: values('family_relation', 'baby'),
    gender: values('gender', pick(random, ['male', 'female'])),
    birthday: dayOf(now - (golden ? 150 : between(random, 5, 600)) * DAY),
  })
}

async function addTracks(
  s: Seeder,
  customerId: number,
  from: number,
  { random, values, now }: { random: () => number; values: Values; now: number },
): Promise<void> {
  const count = between(random, 0, 3)
  for (let n = 1; n <= count; n++) {
    const moment = Math.min(from + n * between(random, 1, 9) * DAY, now - HOUR)
    await s.at(moment).call('track/add', {
      targetType: values('track_target', 'customer'),
      targetId: customerId,
      trackMode: values('track_mode', pick(random, ['phone', 'wechat', 'inStore'])),
      content: pick(random, TALKS),
      result: values('track_result', 'interested'),
      ...(random() < 0.5 ? { nextTrackDate: dayOf(Math.max(now + between(random, -2, 10) * DAY, moment)) } : {}),
    })
  }
}
