/** Members at the counter: gifts for points, cards against a fee, campaigns (rules 5.4). */
import { DAY, HOUR } from '../src/model/zone.ts'
import { pay, type Counter } from './counter.ts'
import { dayOf } from './customers.ts'
import type { Row } from './seeder.ts'

/** Name, points, market price, stock. Of the last one there is one only; one is for a campaign that gives it to every member. */
const GIFTS = [
  ['宝宝手印泥', 800, 39, 60],
  ['胎毛笔', 1000, 88, 40],
  ['钥匙扣相框', 800, 29, 80],
  ['冰箱贴套装', 900, 35, 800],
  ['8寸摆台', 1500, 98, 40],
  ['10寸水晶相架', 2400, 168, 25],
  ['亲子帆布包', 1200, 69, 50],
  ['安抚玩偶', 1600, 99, 30],
  ['宝宝成长册', 2000, 129, 30],
  ['24寸放大照', 3500, 268, 15],
  ['家庭写真券', 5000, 599, 10],
  ['典藏木盒', 6000, 699, 1],
] as const

/** Name, days from today on which it begins and ends, gifts by their place above. */
const CAMPAIGNS = [
  ['迎新礼', -85, -60, [2]],
  ['宝贝周岁礼', -40, -10, [0]],
  ['会员月礼', -10, 20, [3]],
  ['生日好礼', -5, 60, [6]],
  ['国庆礼', 15, 30, [7]],
] as const

/** Exchanges and new cards of the whole demo. */
const EXCHANGES = 70
const CARDS = 8
/** Of seven exchanges one is cancelled or still to be handed out. */
const OPEN_EVERY = 7

/** Runs after the days at the counter: members have their points by then. */
export async function seedMembers(counter: Counter, customers: readonly number[], share: number): Promise<void> {
  const gifts = await counter.s.addAll(
    'goods',
    GIFTS.map(([name, integralPrice, marketPrice, stock]) => ({
      name,
      integralPrice,
      marketPrice,
      stock,
      status: counter.values('shelf_status', 'on'),
    })),
  )
  await openCards(counter, customers, Math.max(1, Math.round(CARDS * share)))
  await exchange(counter, gifts, Math.max(2, Math.round(EXCHANGES * share)))
  await seedCampaigns(counter, gifts)
}

/** Customers who open a card and pay for it; the last one has not paid yet. */
async function openCards(counter: Counter, customers: readonly number[], count: number): Promise<void> {
  const { s, org, approver } = counter
  const grades: Row<'memberConfig'>[] = await s.call('memberConfig/query', { pageNO: 1, pageRows: 20 })
  const dearest = grades.at(-1)
  const known: Row<'members'>[] = await s.call('members/query', { pageNO: 1, pageRows: 200 })
  const has = new Set(known.map(({ customerId }) => customerId))
  const others = customers.filter((id) => !has.has(id)).slice(0, count)
  const seller = org.byPosition.门市顾问?.[0] ?? approver
  for (const [i, customerId] of others.entries()) {
    const { billId, fee }: { billId: number | null; fee: number } = await s
      .at(dayOf(s.now) + 8.5 * HOUR)
      .as(seller)
      .call('members/register', { customerId, gradeId: dearest?.id ?? 0, years: 1, salesId: seller })
    if (billId && (i > 0 || others.length === 1)) await pay(counter, s, billId, fee)
  }
}

async function exchange({ s, values, approver }: Counter, gifts: readonly number[], count: number): Promise<void> {
  const members: Row<'members'>[] = await s.call('members/query', {
    pageNO: 1,
    pageRows: 200,
    minIntegral: GIFTS[0][1],
    status: values('member_status', 'valid'),
  })
  const left = new Map(members.map(({ id, integral }) => [id, integral]))
  const stock: number[] = GIFTS.map(([, , , there]) => there)
  let made = 0
  for (const { id: memberId } of [...members, ...members]) {
    if (made === count) break
    const at = GIFTS.findLastIndex(
      ([, price], i) => i % 4 === made % 4 && (stock[i] ?? 0) > 1 && price <= (left.get(memberId) ?? 0),
    )
    const gift = GIFTS[at]
    if (!gift) continue
    const day = s.as(approver).at(dayOf(s.now) - ((made % 20) + 1) * DAY + 15 * HOUR)
    const { id }: { id: number } = await day.call('members/exchangeGift', {
      memberId,
      giftId: gifts[at] as number,
      quantity: 1,
    })
    left.set(memberId, (left.get(memberId) ?? 0) - gift[1])
    stock[at] = (stock[at] ?? 0) - 1
    made += 1
    if (made % OPEN_EVERY === 0) continue
    const cancelled = made % (2 * OPEN_EVERY) === 1
    await day.call('presentexchange/edit', {
      id,
      ...(cancelled
        ? { status: values('exchange_status', 'cancelled'), cancelReason: '客户改选其他礼品' }
        : { status: values('exchange_status', 'issued') }),
    })
  }
}

async function seedCampaigns({ s, org, values, approver }: Counter, gifts: readonly number[]): Promise<void> {
  const today = dayOf(s.now)
  const made = await s.addAll(
    'activity',
    CAMPAIGNS.map(([name, from, to, of]) => ({
      name,
      activityType: values('activity_type', 'vipGift'),
      userType: [values('member_grade', 'member'), values('member_grade', 'privilegedMember')],
      regionCode: [org.cityCode],
      startTime: today + from * DAY,
      endTime: today + to * DAY,
      giftIds: of.map((at) => gifts[at] as number),
      content: '到店出示会员卡领取，每位会员限领一份',
    })),
  )
  await s.as(approver).call('activity/present', { activityId: made[2] as number })
}
