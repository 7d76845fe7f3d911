/** Clues, chances and leads of ninety days in every state (rules 5.5), by the calls staff make; the last ones fresh enough to be in hand. */
import type { Code } from '../src/generated/dictionaries.ts'
import { DAY, HOUR } from '../src/model/zone.ts'
import { dueOf } from './afterwards.ts'
import { dayOf, GOLDEN, LEVELS } from './customers.ts'
import type { Master } from './master.ts'
import { pay, type Counter } from './counter.ts'
import type { Organisation } from './organisation.ts'
import { addPictures } from './pictures.ts'
import { between, pick, stream, weighted } from '../src/samples/chance.ts'
import type { Row, Seeder, Values } from './seeder.ts'
import { addressIn, babyName, mobileOf, womanName } from './words.ts'

/** Of the whole demo; each company has its share. */
const CLUES = 400
const LEADS = 900
const REFERRALS = 130
/** Chances that no clue came before: of 180 in all. */
const CHANCES = 60
/** Newborns whose photos were taken. */
const BIRTHS = 20
/** Days that the roster of the telephone covers, past and to come. */
const ROSTER = 14

/** What is known of somebody who buys for the first time. */
interface NewCustomer {
  realName: string
  mobile: string
  cityCode: string
  channelTypeId: number
  channelId: number
  salesId: number
}

interface Desk {
  s: Seeder
  org: Organisation
  values: Values
  random: () => number
  channels: { id: number; type: number }[]
  people: number[]
  manager: number
  packages: Row<'photoPackage'>[]
  counter: Counter
}

const TALKS = [
  '电话接通，妈妈愿意了解百天照，已加微信',
  '发送了套系和样片，等待回复',
  '约好周末到店参观',
  '孩子近期生病，过两周再联系',
  '家人还在商量，有意向',
  '已到店看场景，比较满意',
  '嫌价格高，介绍了优惠活动',
  '未接听，改天再打',
]
const WANTS = [
  '想拍百天照，喜欢简约风格',
  '想了解孕妇照套系价格',
  '二胎，想给两个宝宝一起拍',
  '朋友推荐，想先看样片',
  '周岁快到了，想约周末拍',
  '关心摄影师和服装卫生',
]

export async function seedLeads(counter: Counter, master: Pick<Master, 'channels'>, share: number): Promise<void> {
  const desk = await openDesk(counter, master)
  await seedRoster(desk)
  await seedClues(desk, Math.max(4, Math.round(CLUES * share)))
  await seedDirect(desk, Math.max(1, Math.round(CHANCES * share)))
  await seedBusiness(desk, Math.max(4, Math.round(LEADS * share)), share > 0.5)
  await seedBirthPhotos(desk, Math.max(2, Math.round(BIRTHS * share)))
  await seedReferrals(
    { ...desk, random: stream(`referral:${counter.org.companyId}`) },
    Math.max(6, Math.round(REFERRALS * share)),
  )
}

/** Photos of newborns: noted down, most of them taken in. */
async function seedBirthPhotos({ s, values, manager, people }: Desk, count: number): Promise<void> {
  const babies: Row<'lead'>[] = await s.call('lead/queryCollection', {
    ...{ businessType: values('business_type', 'baby'), pageNO: 1, pageRows: count },
  })
  for (const [i, { id: leadId, createTime }] of babies.entries()) {
    const by = s.at(Math.min(Number(createTime) + HOUR, s.now)).as(people[i % people.length] ?? manager)
    await by.call('record/add', {
      ...{ targetId: leadId, content: '产房外拍摄', requestNo: `demo birth ${leadId}` },
      targetType: values('record_target', 'lead'),
      recordType: values('record_type', 'birthPhoto'),
    })
    if (i % 4 === 3) continue
    const names = Array.from({ length: 3 + (i % 3) }, (_, n) => `birth-${n + 1}.jpg`)
    await by.call('photo/upload', { leadId, fileIds: await addPictures(by, `birth ${leadId}`, names, i) })
  }
}

/** Friends sent by customers and staff, of 130: 15 to be reviewed, 20 rejected, 95 passed; of these most bought, for which there is an award. */
async function seedReferrals(desk: Desk, count: number): Promise<void> {
  const { random, s, values, org } = desk
  const customers: Row<'customer'>[] = await s.call('customer/query', { pageNO: 1, pageRows: 50 })
  for (let i = 0; i < count; i++) {
    const state = weighted(random, [
      ['waiting', 15],
      ['rejected', 20],
      ['passed', 10],
      ['given', 14],
      ['invited', 14],
      ['bought', 57],
    ] as const)
    const days = state === 'waiting' ? between(random, 0, 2) : between(random, 3, 60)
    const byStaff = customers.length === 0 || random() < 0.25
    const business = pick(random, ['baby', 'baby', 'pregnant', 'child'] as const)
    const born = { [business === 'pregnant' ? 'expectdate' : 'birthday']: birthOrDue(desk, business, days) }
    const friend = { realName: womanName(random), mobile: mobileOf(random, 90_000 + org.companyId * 1000 + i) }
    const { id }: { id: number } = await before(desk, days)
      .as(pick(random, desk.people))
      .call('recommend/add', {
        introdType: values('introd_type', byStaff ? 'employee' : 'customer'),
        introducerId: byStaff ? pick(random, desk.people) : pick(random, customers).id,
        friendName: friend.realName,
        friendMobile: friend.mobile,
        relation: pick(random, ['同事', '朋友', '邻居', '姐妹']),
        businessType: values('business_type', business),
        cityCode: org.cityCode,
        ...born,
      })
    if (state === 'waiting') continue
    const reviewer = before(desk, days - 1).as(desk.manager)
    const result = values('review_status', state === 'rejected' ? 'rejected' : 'passed')
    await reviewer.call('recommend/review', {
      ids: [id],
      result,
      ...(state === 'rejected' ? { rejectReason: '已是本店客户' } : {}),
    })
    const owner = pick(random, org.byPosition.门市顾问 ?? [desk.manager])
    if (state === 'given' || state === 'invited' || state === 'bought')
      await reviewer.call('recommend/allocate', { ids: [id], employeeId: owner })
    if (state === 'bought') await buy(desk, before(desk, days - 2).as(owner), id, friend, owner)
    if (state !== 'invited') continue
    if (random() < 0.6)
      await becomeChance(desk, owner, { recommendId: id, realName: friend.realName }, 'turned', days - 2)
    else
      await before(desk, days - 2)
        .as(desk.manager)
        .call('recommend/edit', { id, inviteStatus: values('invite_status', 'invited') })
  }
}

/** The friend orders, and most have paid all of it by now. */
async function buy(
  desk: Desk,
  seller: Seeder,
  recommendId: number,
  friend: { realName: string; mobile: string },
  salesId: number,
): Promise<void> {
  const { random, org, values } = desk
  if (desk.packages.length === 0) return
  const { id }: { id: number } = await seller.call('customer/add', {
    ...friend,
    gender: values('gender', 'female'),
    relation: values('family_relation', 'mother'),
    cityCode: org.cityCode,
    salesId,
  })
  await order(desk, seller, id, pick(random, desk.packages), { recommendId, salesId })
}

async function openDesk(counter: Counter, { channels: own }: Pick<Master, 'channels'>): Promise<Desk> {
  const { s, org, values } = counter
  const all: Row<'channel'>[] = await s.call('channel/query', { pageNO: 1, pageRows: 200 })
  const channels = all.filter((one) => own.includes(one.id)).map((one) => ({ id: one.id, type: one.channelTypeId }))
  const people = [...(org.byPosition.电销专员 ?? []), ...(org.byPosition.门市顾问 ?? [])]
  const manager = org.byPosition.店长?.[0] ?? (Object.values(org.employees)[0] as number)
  const packages: Row<'photoPackage'>[] = await s.call('photoPackage/query', {
    status: values('shelf_status', 'on'),
    pageNO: 1,
    pageRows: 200,
  })
  return {
    s,
    org,
    values,
    random: stream(`lead:${org.companyId}`),
    channels,
    people: people.length > 0 ? people : [manager],
    manager,
    packages,
    counter,
  }
}

/** Who is at the telephone on which day: seven of ten. */
async function seedRoster({ s, org, random, values, people, manager }: Desk): Promise<void> {
  const today = dayOf(s.now)
  const staff = org.byPosition.电销专员 ?? people
  const days = Array.from({ length: ROSTER }, (_, i) => today + (i - 3) * DAY)
  await s.as(manager).addAll(
    'babyRoster',
    days.flatMap((rosterDate) =>
      staff.map((employeeId, i) => ({
        rosterDate,
        employeeId,
        orgId: org.orgs.DX,
        duty: values('duty_status', random() < 0.7 ? 'onDuty' : 'rest'),
        sortNum: i + 1,
      })),
    ),
  )
}

/** A moment so many days before now, in the hours of work, and never after it. */
const before = ({ s, random }: Desk, days: number): Seeder =>
  s.at(Math.min(dayOf(s.now) - days * DAY + between(random, 9, 18) * HOUR, s.now - 5 * 60_000))

/** How often, and when last, it was spoken about; no longer ago than what falls back to the pool. */
async function talk(
  desk: Desk,
  owner: number,
  { target, targetId }: { target: 'clue' | 'chance' | 'lead'; targetId: number },
  times: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const { random, values, s } = desk
  for (let n = 0; n < times; n++) {
    const days = Math.max(Math.round(from - ((from - to) * (n + 1)) / times), to)
    await before(desk, days)
      .as(owner)
      .call('track/add', {
        targetType: values('track_target', target),
        targetId,
        trackMode: values('track_mode', pick(random, ['phone', 'wechat'])),
        content: pick(random, TALKS),
        result: values(
          'track_result',
          weighted(random, [
            ['interested', 5],
            ['appointmentMade', 2],
            ['noAnswer', 3],
          ] as const),
        ),
        nextTrackDate: dayOf(s.now + Math.max(between(random, -1, 6), -days) * DAY),
      })
  }
}

const cause = ({ random, values }: Desk): Code<'lost_cause'> =>
  values('lost_cause', pick(random, ['tooExpensive', 'wentElsewhere', 'noNeed', 'unreachable', 'tooFar', 'style']))

/** When a child was born, or will be. It was there when it was written down, so many days ago. */
function birthOrDue({ random, s }: Desk, business: 'baby' | 'pregnant' | 'child', ago: number): number {
  const days = {
    baby: () => -Math.max(between(random, 3, 300), ago + 1),
    child: () => -between(random, 400, 2500),
    pregnant: () => between(random, Math.min(10, 280 - ago), Math.min(180, 290 - ago)),
  }[business]()
  return dayOf(s.now + days * DAY)
}

/** Clues 30/25/20/15/10: not followed up, followed up, chances, lost, won. */
async function seedClues(desk: Desk, count: number): Promise<void> {
  const { random, values, org } = desk
  for (let i = 0; i < count; i++) {
    const state = weighted(random, [
      ['new', 30],
      ['following', 25],
      ['turned', 20],
      ['lost', 15],
      ['won', 10],
    ] as const)
    const fresh = state === 'new' || state === 'following'
    const days = fresh ? between(random, 0, state === 'new' ? 4 : 20) : between(random, 6, 88)
    const channel = pick(random, desk.channels)
    const realName = womanName(random)
    const owner = state === 'new' && random() < 0.65 ? undefined : pick(random, desk.people)
    const business = weighted(random, [
      ['baby', 5],
      ['pregnant', 3],
      ['child', 2],
    ] as const)
    const { id }: { id: number } = await before(desk, days)
      .as(desk.manager)
      .call('analysis/add', {
        realName,
        mobile: mobileOf(random, 60_000 + org.companyId * 1000 + i),
        businessType: values('business_type', business),
        businessDate: birthOrDue(desk, business, days),
        channelTypeId: channel.type,
        channelId: channel.id,
        cityCode: org.cityCode,
        address: addressIn(random, org.cityCode),
        intentContent: pick(random, WANTS),
        level: values('customer_level', weighted(random, LEVELS)),
        ...(owner ? { employeeId: owner } : {}),
      })
    if (!owner || state === 'new') continue
    const until = fresh ? between(random, 0, Math.min(4, days)) : Math.max(days - 5, 1)
    await talk(desk, owner, { target: 'clue', targetId: id }, random() < 0.2 ? 2 : 1, { from: days, to: until })
    if (state === 'lost')
      await before(desk, Math.max(until - 1, 0))
        .as(owner)
        .call('analysis/lose', { id, lostCause: cause(desk), lostRemark: '多次沟通无意向' })
    if (state === 'turned' || state === 'won') await becomeChance(desk, owner, { clueId: id, realName }, state, until)
  }
}

/** What a chance comes from: a clue, a friend who was sent, or somebody who walked in. */
interface Origin {
  realName: string
  clueId?: number
  recommendId?: number
  mobile?: string
}

/** A chance: open, lost or won. */
async function becomeChance(
  desk: Desk,
  owner: number,
  from: Origin,
  state: 'turned' | 'won' | 'lost',
  days: number,
): Promise<void> {
  const { random, values, org, packages, s } = desk
  const chosen = packages.length > 0 ? pick(random, packages) : undefined
  const { id }: { id: number } = await before(desk, days)
    .as(owner)
    .call('chance/add', {
      ...from,
      businessType: chosen?.businessType ?? values('business_type', 'baby'),
      chanceAmount: Number(chosen?.salePrice ?? 3980),
      packageId: chosen?.id,
      cityCode: org.cityCode,
      probability: values('win_probability', pick(random, ['p10', 'p30', 'p50', 'p70', 'p90'])),
      chanceDate: dayOf(s.now + between(random, -5, 30) * DAY),
      chanceName: String(chosen?.packageName ?? '意向套系'),
    })
  await talk(desk, owner, { target: 'chance', targetId: id }, 1, { from: days, to: Math.max(days - 2, 0) })
  if (state === 'lost')
    await before(desk, Math.max(days - 3, 0))
      .as(owner)
      .call('chance/lose', { id, lostCause: cause(desk), returnClue: 0 })
  if (state !== 'won') return
  const seller = before(desk, Math.max(days - 3, 0)).as(owner)
  const { mobile }: { mobile: string } = await seller.call('chance/detail', { id })
  const { customerId }: { customerId: number } = await seller.call('chance/transform', {
    id,
    customer: { realName: from.realName, mobile, cityCode: org.cityCode },
    openOrder: 0,
  })
  if (chosen) await order(desk, seller, customerId, chosen, { chanceId: id, salesId: owner })
}

async function order(
  desk: Desk,
  seller: Seeder,
  customerId: number,
  chosen: Row<'photoPackage'>,
  more: Record<string, unknown>,
): Promise<void> {
  const { org, random } = desk
  const made: { id: number; billId?: number } = await seller.call('order/add', {
    customerId,
    packageId: chosen.id,
    businessType: chosen.businessType,
    cityCode: org.cityCode,
    orgId: org.orgs.MS,
    ...more,
  })
  if (!made.billId || random() < 0.08) return
  const due = await dueOf(seller, made.billId)
  if (desk.counter.cashiers.length > 0)
    await pay(desk.counter, seller, made.billId, random() < 0.06 ? Math.ceil(due * 0.3) : due)
}

/** Chances that no clue came before: who walked in. */
async function seedDirect(desk: Desk, count: number): Promise<void> {
  const { random, org } = desk
  for (let i = 0; i < count; i++) {
    const state = weighted(random, [
      ['turned', 45],
      ['won', 35],
      ['lost', 20],
    ] as const)
    const who = { realName: womanName(random), mobile: mobileOf(random, 70_000 + org.companyId * 1000 + i) }
    await becomeChance(desk, pick(random, desk.people), who, state, between(random, 3, 40))
  }
}

/** Leads of the three businesses: pool 25, in hand 35, signed 26, lost 12, invalid 2 of a hundred. */
async function seedBusiness(desk: Desk, count: number, golden: boolean): Promise<void> {
  const { random } = desk
  for (let i = 0; i < count; i++) {
    const state = weighted(random, [
      ['pool', 25],
      ['inHand', 35],
      ['signed', 26],
      ['lost', 12],
      ['invalid', 2],
    ] as const)
    const days = state === 'inHand' ? between(random, 0, 25) : Math.floor(89 * (1 - i / count)) + 1
    const lead = await collect(desk, i, days, golden && i === 0)
    if (state === 'pool') continue
    if (state === 'invalid')
      await before(desk, days - 1)
        .as(desk.manager)
        .call('lead/edit', { id: lead.id, bizState: desk.values('lead_biz_state', 'invalid'), invalidReason: '空号' })
    else await workOn(desk, lead, state, days)
  }
}

/** A lead as it was collected. */
interface Collected {
  id: number
  motherName: string
  mobile: string
  businessType: Code<'business_type'>
  channel: { id: number; type: number }
}

async function collect(desk: Desk, i: number, days: number, golden: boolean): Promise<Collected> {
  const { random, values, org } = desk
  const business = weighted(random, [
    ['baby', 42],
    ['pregnant', 30],
    ['child', 18],
  ] as const)
  const channel = pick(random, desk.channels)
  const motherName = golden ? GOLDEN.realName : womanName(random)
  const mobile = golden ? GOLDEN.mobile : mobileOf(random, 80_000 + org.companyId * 1000 + i)
  const day = birthOrDue(desk, business, days)
  const businessType = values('business_type', business)
  const { id }: { id: number } = await before(desk, days)
    .as(pick(random, org.byPosition.渠道专员 ?? desk.people))
    .call('lead/add', {
      businessType,
      motherName,
      mobile,
      cityCode: org.cityCode,
      address: addressIn(random, org.cityCode),
      channelTypeId: channel.type,
      channelId: channel.id,
      intention: values('intention', pick(random, ['high', 'middle', 'low'])),
      hospital: pick(random, ['市妇幼保健院', '协和医院', '和美妇产医院']),
      ...(business === 'pregnant'
        ? { expectdate: day }
        : { babyName: babyName(random, motherName).name, birthday: day }),
    })
  return { id, motherName, mobile, businessType, channel }
}

/** Given out, spoken to, and signed or lost. */
async function workOn(desk: Desk, lead: Collected, state: 'inHand' | 'signed' | 'lost', days: number): Promise<void> {
  const { random, org } = desk
  const { id } = lead
  const owner = pick(random, org.byPosition.电销专员 ?? desk.people)
  await before(desk, days)
    .as(desk.manager)
    .call('lead/allocation', { ids: [id], employeeId: owner })
  const until = state === 'inHand' ? between(random, 0, Math.min(10, days)) : Math.max(days - 6, 0)
  if (days > 3 || random() < 0.5)
    await talk(desk, owner, { target: 'lead', targetId: id }, random() < 0.2 ? 2 : 1, { from: days, to: until })
  if (state === 'lost')
    await before(desk, Math.max(until - 1, 0))
      .as(owner)
      .call('lead/lose', { id, lostCause: cause(desk) })
  if (state === 'signed') await sign(desk, lead, owner, until)
}

async function sign(
  desk: Desk,
  { id: leadId, motherName: realName, mobile, businessType, channel }: Collected,
  owner: number,
  days: number,
): Promise<void> {
  const { org, random, packages } = desk
  const seller = before(desk, days).as(owner)
  const fitting = packages.filter((one) => one.businessType === businessType)
  if (fitting.length === 0) return
  const known = await seller.call('lead/queryByTel', { mobile })
  const own = { cityCode: org.cityCode, channelTypeId: channel.type, channelId: channel.id, salesId: owner }
  const customerId = known.customers[0]?.id ?? (await newCustomer(desk, seller, { realName, mobile, ...own }))
  await order(desk, seller, customerId, pick(random, fitting), { leadId, salesId: owner })
}

async function newCustomer({ values }: Desk, seller: Seeder, who: NewCustomer): Promise<number> {
  const { id }: { id: number } = await seller.call('customer/add', { ...who, gender: values('gender', 'female') })
  return id
}
