/** Ninety days at the counter: recharges, orders, payments and the statement of each day, by the calls staff make. */
import { DAY, HOUR } from '../src/model/zone.ts'
import { afterwards } from './afterwards.ts'
import { Drawers, pay, type Counter } from './counter.ts'
import { dayOf } from './customers.ts'
import { seedOffers, seedSales, type Offer } from './marketing.ts'
import type { Organisation } from './organisation.ts'
import { between, pick, stream, weighted } from '../src/samples/chance.ts'
import type { Row, Seeder, Values } from './seeder.ts'

/** Orders at the counter, of the whole demo; each company has its share. With those of leads, chances and referrals they are 1,500. */
const ORDERS = 1150
/** Balances filled up with nothing to pay yet, of the whole demo. */
const RECHARGES = 20
/** Balances handed on from one customer to another, of the whole demo; a day when nobody has enough brings none. */
const TRANSFERS = 25
/** Accounts with an amount frozen at the end, of the whole demo. */
const FROZEN = 10
/** Who buys once buys something smaller, and stays below what makes a member (yuan). */
const SMALL = 4500
/** From here on any coupon of an offer may be used (yuan). */
const LARGEST_MIN_SPEND = 4200

export async function seedMoney(counter: Counter, customers: readonly number[], share: number): Promise<void> {
  const { s, org, values } = counter
  const packages: Row<'photoPackage'>[] = await s.call('photoPackage/query', {
    status: values('shelf_status', 'on'),
    pageNO: 1,
    pageRows: 200,
  })
  if (packages.length === 0 || counter.cashiers.length === 0) return
  await seedSales(s, packages, counter.goods, values)
  const { random } = counter
  const sales = org.byPosition.门市顾问 ?? Object.values(org.employees)
  const today = dayOf(s.now)
  const buyers = buyersOf(customers, packages, random)
  for (const [day, orders] of daysOf(today, Math.max(4, Math.round(ORDERS * share)), random)) {
    for (let i = 0; i < orders; i++) {
      const at = day + 9 * HOUR + Math.floor(((i + 1) / (orders + 1)) * (day === today ? 0.2 : 9) * HOUR)
      await sell(counter, s.at(at).as(pick(random, sales)), { ...buyers(), old: today - day > 5 * DAY })
    }
    const evening = s.at(day + 18 * HOUR + HOUR / 2).as(pick(random, sales))
    const happens = (times: number): boolean => day < today && random() < (times * share) / 90
    if (happens(RECHARGES)) await recharge(counter, evening, pick(random, customers), pick(random, counter.offers))
    if (happens(TRANSFERS)) await handOn(counter, evening, customers)
    await closeDay(counter, day, today)
  }
  await s.at(today + 8 * HOUR).call('cash_statistics/openDay', {})
  await freeze(counter, Math.round(FROZEN * share))
  for (const path of ['members/expire', 'customerCoupon/expire'] as const) await s.call(path, {})
}

/** Of ten, three come again and again, five once at most and for less, two have not bought yet. */
function buyersOf(
  customers: readonly number[],
  packages: readonly Row<'photoPackage'>[],
  random: () => number,
): () => Omit<Sale, 'old'> {
  const regulars = customers.filter((_, i) => i % 10 < 3)
  const others = customers.filter((_, i) => i % 10 >= 3 && i % 10 < 8)
  const small = packages.filter((one) => Number(one.salePrice) < SMALL)
  return () => {
    const once = random() < 0.3 ? others.pop() : undefined
    return once === undefined
      ? { customerId: pick(random, regulars), chosen: pick(random, packages) }
      : { customerId: once, chosen: pick(random, small.length > 0 ? small : packages) }
  }
}

/** The desks with their cashiers, and what is offered there. */
export async function openCounter(s: Seeder, org: Organisation, values: Values): Promise<Counter> {
  const places: Row<'place'>[] = await s.call('place/query', { pageNO: 1, pageRows: 200 })
  const employees = org.byPosition.收银员 ?? org.byPosition.店长 ?? []
  const cashiers: Counter['cashiers'] = []
  // Finance pays refunds out, and stands at no desk all day.
  const clerks = [...employees.slice(0, places.length - 1), ...(org.byPosition.财务 ?? []).slice(0, 1)]
  for (const [i, employeeId] of clerks.entries()) {
    const placeId = places[i]!.id
    const id = await s.add('cashier', { employeeId, placeIds: places.map((one) => one.id) })
    await s.call('cashier/bind', { id, placeId })
    if (employees.includes(employeeId)) cashiers.push({ employeeId, placeId })
  }
  const methods: Row<'payMethod'>[] = await s.call('payMethod/query', { pageNO: 1, pageRows: 200 })
  const ways = Object.fromEntries(methods.map((way) => [way.code, way.id]))
  const goods: Row<'product'>[] = await s.call('product/query', {
    status: values('shelf_status', 'on'),
    pageNO: 1,
    pageRows: 200,
  })
  const films: Row<'service'>[] = await s.call('service/query', {
    serviceType: values('service_type', 'vcr'),
    pageNO: 1,
    pageRows: 1,
  })
  const approver = org.byPosition.店长?.[0] ?? (Object.values(org.employees)[0] as number)
  return {
    s,
    org,
    values,
    random: stream(`money:${org.companyId}`),
    cashiers,
    ways,
    goods: goods.filter((one) => Number(one.salePrice) > 0),
    film: films[0]?.id,
    approver,
    offers: await seedOffers(s),
    drawers: new Drawers(),
    balances: new Map(),
  }
}

/** How many orders each of the ninety days brings; weekends twice as many. */
function daysOf(today: number, orders: number, random: () => number): [number, number][] {
  const days = Array.from({ length: 91 }, (_, i) => today - (90 - i) * DAY)
  const weight = days.map((day) => ([6, 0].includes(new Date(day + 8 * HOUR).getUTCDay()) ? 2 : 1) * (0.6 + random()))
  const sum = weight.reduce((all, one) => all + one, 0)
  let due = 0
  return days.map((day, i) => {
    due += ((weight[i] as number) / sum) * orders
    const now = Math.floor(due + 1e-9)
    due -= now
    return [day, now]
  })
}

interface Sale {
  customerId: number
  chosen: Row<'photoPackage'>
  old: boolean
}

/** One order from its making to whatever becomes of it. */
async function sell(counter: Counter, seller: Seeder, { customerId, chosen, old }: Sale): Promise<void> {
  const { random, org, values } = counter
  const { id, billId }: { id: number; billId: number } = await seller.call('order/add', {
    customerId,
    packageId: chosen.id,
    businessType: chosen.businessType,
    cityCode: org.cityCode,
    orgId: org.orgs.MS,
    salesId: sellerOf(counter),
    couponIds: await couponsOf(counter, seller, customerId, Number(chosen.salePrice)),
    ...(random() < 0.2
      ? {
          items: [
            {
              itemType: values('item_type', 'goods'),
              itemId: pick(random, counter.goods).id,
              quantity: between(random, 1, 2),
            },
          ],
        }
      : {}),
  })
  const end = weighted(random, [
    ['paid', 72],
    ['deposit', 8],
    ['unpaid', 8],
    ['gold', 9],
    ['cancelled', 3],
  ] as const)
  if (end === 'cancelled') return void (await seller.call('order/del', { id, reason: '客户改变主意' }))
  if (end === 'unpaid') return
  const { dueAmount: due }: { dueAmount: number } = await seller.call('bill/detail', { id: billId })
  if (end === 'gold') return void (await payFromBalance(counter, seller, { customerId, billId, due }))
  const payRecordId = await pay(counter, seller, billId, end === 'deposit' ? Math.ceil(due * 0.3) : due)
  if (end === 'paid') await afterwards(counter, seller, { id, due, old, payRecordId })
}

/** A coupon that came with a recharge is used at the next purchase that is large enough. */
async function couponsOf(
  { balances, values, random }: Counter,
  s: Seeder,
  customerId: number,
  price: number,
): Promise<number[]> {
  if (!balances.has(customerId) || random() < 0.3) return []
  const held = await s.call('customerCoupon/select', { customerId })
  const unused = held.filter((one) => one.status === values('coupon_status', 'unused') && Number(one.validTo) > s.now)
  return price >= LARGEST_MIN_SPEND ? unused.slice(0, 1).map((one) => one.value) : []
}

/** Recharges by the smallest offer that, with its bonus, covers what is due, unless there is enough already; and pays from the balance. */
async function payFromBalance(
  counter: Counter,
  s: Seeder,
  { customerId, billId, due }: { customerId: number; billId: number; due: number },
): Promise<void> {
  const { offers, balances } = counter
  const held = balances.get(customerId) ?? 0
  if (held < due) {
    const offer = offers.find((one) => held + one.amount + one.gift >= due) ?? (offers.at(-1) as Offer)
    await recharge(counter, s, customerId, offer, Math.ceil((due - held) / (offer.amount + offer.gift)))
  }
  await pay(counter, s, billId, due, 'balance')
  balances.set(customerId, (balances.get(customerId) as number) - due)
}

/** So many times an offer onto the balance, its bonus with it. */
async function recharge(
  counter: Counter,
  s: Seeder,
  customerId: number,
  { id, amount, gift }: Offer,
  times = 1,
): Promise<void> {
  const { billId }: { billId: number } = await s.call('account/recharge', {
    customerId,
    amount: amount * times,
    rechargeActivityId: id,
  })
  await pay(counter, s, billId, amount * times)
  const { balances } = counter
  balances.set(customerId, (balances.get(customerId) ?? 0) + (amount + gift) * times)
}

/** Part of a balance goes to somebody else: a sister, a friend. */
async function handOn({ balances, random }: Counter, s: Seeder, customers: readonly number[]): Promise<void> {
  const rich = [...balances].filter(([, balance]) => balance >= 200)
  if (rich.length === 0) return
  const [fromCustomerId, balance] = pick(random, rich)
  const toCustomerId = pick(
    random,
    customers.filter((id) => id !== fromCustomerId),
  )
  const amount = Math.floor(balance / 200) * 100
  await s.call('balanceTransfer/add', { fromCustomerId, toCustomerId, amount, reason: '转给亲友' })
  balances.set(fromCustomerId, balance - amount)
  balances.set(toCustomerId, (balances.get(toCustomerId) ?? 0) + amount)
}

/** A complaint is looked into: part of the balance waits for its end. */
async function freeze({ s, balances, approver }: Counter, count: number): Promise<void> {
  const rich = [...balances].filter(([, balance]) => balance >= 200).slice(0, count)
  for (const [customerId, balance] of rich) {
    const { id }: { id: number } = await s.call('account/getAccountInfo', { customerId })
    const amount = Math.floor(balance / 200) * 100
    await s.as(approver).call('account/freeze', { id, amount, remark: '客诉处理中，暂不可用' })
  }
}

const sellerOf = ({ org, random }: Counter): number =>
  pick(random, org.byPosition.门市顾问 ?? Object.values(org.employees))

/** Each desk that took anything reports its day; finance confirms what is older than three days; today is open. */
async function closeDay({ s, cashiers, org, random, drawers }: Counter, day: number, today: number): Promise<void> {
  if (day >= today) return
  const atDesk = new Set(cashiers.map((cashier) => cashier.employeeId))
  const finance = [...(org.byPosition.财务 ?? []), ...Object.values(org.employees)].find(
    (id) => !atDesk.has(id),
  ) as number
  for (const { employeeId, placeId } of cashiers) {
    const cash = drawers.of(day, placeId)
    if (cash === undefined) continue
    const desk = s.at(day + 19 * HOUR).as(employeeId)
    const cashInHand = Math.max(0, Math.round((cash - (random() < 0.03 ? 10 : 0)) * 100) / 100)
    const { id }: { id: number } = await desk.call('cash_statistics/theReport', {
      accountDate: day,
      placeId,
      cashInHand,
      ...(Math.round(cash * 100) !== Math.round(cashInHand * 100) ? { remark: '找零有误，少收 10 元' } : {}),
    })
    if (today - day > 3 * DAY)
      await s
        .at(day + DAY + 10 * HOUR)
        .as(finance)
        .call('cash_statistics/confirm', { id })
  }
}
