/** Ninety days at the counter: recharges, orders, payments, add-ons, refunds and the statement of each day, by the calls staff make. */
import { DAY, HOUR } from '../src/model/zone.ts'
import { dayOf } from './customers.ts'
import type { Values } from './master.ts'
import type { Organisation } from './organisation.ts'
import { between, pick, stream, weighted } from './random.ts'
import type { Seeder } from './seeder.ts'

/** Orders of the whole demo; each company has its share. */
const ORDERS = 260

type Row = Record<string, unknown> & { id: number }

/** What the counter works with. */
interface Counter {
  s: Seeder
  org: Organisation
  values: Values
  random: () => number
  cashiers: { employeeId: number; placeId: number }[]
  /** Ways of paying by code. */
  ways: Record<string, number>
  goods: Row[]
  approver: number
}

export async function seedMoney(
  s: Seeder,
  org: Organisation,
  customers: readonly number[],
  share: number,
  values: Values,
): Promise<void> {
  const counter = await openCounter(s, org, values)
  const packages = await s.call<Row[]>('photoPackage/query', {
    status: values('shelf_status', 'on'),
    pageNO: 1,
    pageRows: 200,
  })
  if (packages.length === 0 || counter.cashiers.length === 0) return
  const { random } = counter
  const sales = org.byPosition.门市顾问 ?? Object.values(org.employees)
  const today = dayOf(s.now)
  for (const [day, orders] of daysOf(today, Math.max(4, Math.round(ORDERS * share)), random)) {
    for (let i = 0; i < orders; i++) {
      const at = day + 9 * HOUR + Math.floor(((i + 1) / (orders + 1)) * (day === today ? 0.2 : 9) * HOUR)
      await sell(counter, s.at(at).as(pick(random, sales)), {
        customerId: pick(random, customers),
        chosen: pick(random, packages),
        old: today - day > 5 * DAY,
      })
    }
    await closeDay(counter, day, today)
  }
}

async function openCounter(s: Seeder, org: Organisation, values: Values): Promise<Counter> {
  const places = await s.call<Row[]>('place/query', { pageNO: 1, pageRows: 200 })
  const employees = org.byPosition.收银员 ?? org.byPosition.店长 ?? []
  const cashiers: Counter['cashiers'] = []
  for (const [i, employeeId] of employees.slice(0, places.length).entries()) {
    const placeId = (places[i] as Row).id
    const id = await s.add('cashier', { employeeId, placeIds: places.map((one) => one.id) })
    await s.call('cashier/bind', { id, placeId })
    cashiers.push({ employeeId, placeId })
  }
  const ways = Object.fromEntries(
    (await s.call<Row[]>('payMethod/query', { pageNO: 1, pageRows: 200 })).map((way) => [way.code as string, way.id]),
  )
  const goods = await s.call<Row[]>('product/query', { status: values('shelf_status', 'on'), pageNO: 1, pageRows: 200 })
  const approver = org.byPosition.店长?.[0] ?? (Object.values(org.employees)[0] as number)
  return {
    s,
    org,
    values,
    random: stream(`money:${org.companyId}`),
    cashiers,
    ways,
    goods: goods.filter((one) => Number(one.salePrice) > 0),
    approver,
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
  chosen: Row
  old: boolean
}

/** One order from its making to whatever becomes of it. */
async function sell(counter: Counter, seller: Seeder, { customerId, chosen, old }: Sale): Promise<void> {
  const { random, org, values } = counter
  const { id, billId } = await seller.call<{ id: number; billId: number }>('order/add', {
    customerId,
    packageId: chosen.id,
    businessType: chosen.businessType,
    cityCode: org.cityCode,
    orgId: org.orgs.MS,
    salesId: sellerOf(counter),
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
    ['paid', 74],
    ['deposit', 8],
    ['unpaid', 8],
    ['gold', 7],
    ['cancelled', 3],
  ] as const)
  const due = (await seller.call<{ dueAmount: number }>('order/detail', { id })).dueAmount
  if (end === 'cancelled') return void (await seller.call('order/del', { id, reason: '客户改变主意' }))
  if (end === 'unpaid') return
  if (end === 'gold') await recharge(counter, seller, customerId, due)
  await pay(
    counter,
    seller,
    billId,
    end === 'deposit' ? Math.ceil(due * 0.3) : due,
    end === 'gold' ? 'balance' : undefined,
  )
  if (end === 'paid' && random() < 0.15) await addOn(counter, seller, id)
  if (end === 'paid' && old && random() < 0.06) await refund(counter, seller, id, due)
}

const sellerOf = ({ org, random }: Counter): number =>
  pick(random, org.byPosition.门市顾问 ?? Object.values(org.employees))

/** Money at one of the desks; some of it in two ways. */
async function pay(
  { random, cashiers, ways }: Counter,
  s: Seeder,
  billId: number,
  amount: number,
  only?: string,
): Promise<void> {
  const desk = pick(random, cashiers)
  const way = (code: string, sum: number) => ({
    payMethodId: ways[code],
    amount: sum,
    ...(['wechat', 'alipay', 'card', 'transfer'].includes(code)
      ? { tradeNo: String(between(random, 10_000_000, 99_999_999)) }
      : {}),
  })
  const code =
    only ??
    weighted(random, [
      ['wechat', 45],
      ['alipay', 20],
      ['card', 20],
      ['cash', 12],
      ['transfer', 3],
    ] as const)
  const part = !only && random() < 0.15 ? Math.floor(amount * 0.4) : 0
  const methods =
    part > 0
      ? [way('cash', part), way(code === 'cash' ? 'card' : code, Math.round((amount - part) * 100) / 100)]
      : [way(code, amount)]
  await s.as(desk.employeeId).call('cashRegister/pay', { billIds: [billId], methods, placeId: desk.placeId })
}

async function recharge(counter: Counter, s: Seeder, customerId: number, least: number): Promise<void> {
  const amount = Math.ceil(least / 1000) * 1000
  const { billId } = await s.call<{ billId: number }>('account/recharge', { customerId, amount })
  await pay(counter, s, billId, amount)
}

async function addOn(counter: Counter, s: Seeder, orderId: number): Promise<void> {
  const { values, random, goods } = counter
  const item = { itemType: values('item_type', 'goods'), itemId: pick(random, goods).id, quantity: 1 }
  const { id, billId } = await s.call<{ id: number; billId?: number }>('orderAdd/add', {
    orderId,
    addType: values('order_add_type', 'goods'),
    items: [item],
  })
  if (billId && random() < 0.9)
    await pay(counter, s, billId, (await s.call<{ amount: number }>('orderAdd/detail', { id })).amount)
}

/** Part of the money back: asked for by the seller, approved by the manager, paid out at a desk; some of it still under way. */
async function refund(
  { random, values, cashiers, ways, approver }: Counter,
  s: Seeder,
  orderId: number,
  paid: number,
): Promise<void> {
  const { id } = await s.call<{ id: number }>('cashRefund/refund', {
    sourceType: values('refund_source', 'order'),
    orderId,
    refundType: values('refund_type', 'partial'),
    refundWay: values('refund_way', 'original'),
    refundAmount: Math.floor(paid * 0.2),
    reason: values('refund_reason', pick(random, ['customer', 'dissatisfied', 'quality'])),
  })
  const end = weighted(random, [
    ['refunded', 6],
    ['approved', 2],
    ['applied', 2],
    ['rejected', 1],
  ] as const)
  if (end === 'applied') return
  if (end === 'rejected')
    return void (await s
      .as(approver)
      .call('cashRefund/confirm', { id, action: 'reject', rejectReason: '已拍摄，不符合退款条件' }))
  await s.as(approver).call('cashRefund/confirm', { id, action: 'approve' })
  if (end === 'refunded')
    await s
      .as(pick(random, cashiers).employeeId)
      .call('cashRefund/confirm', { id, action: 'pay', payMethodId: ways.cash })
}

/** Each desk reports its day; finance confirms what is older than three days; today is open. */
async function closeDay({ s, cashiers, org, random, ways }: Counter, day: number, today: number): Promise<void> {
  if (day >= today) return
  const finance = org.byPosition.财务?.[0] ?? (Object.values(org.employees)[0] as number)
  for (const { employeeId, placeId } of cashiers) {
    const desk = s.at(day + 19 * HOUR).as(employeeId)
    const records = await desk.call<Row[]>('cashRecord/query', {
      pageNO: 1,
      pageRows: 200,
      accountDate: [day, day + DAY - 1],
      placeId,
      payMethodIdList: [ways.cash],
    })
    const cash = records.reduce((sum, one) => sum + Number(one.signed), 0)
    const { id } = await desk.call<{ id: number }>('cash_statistics/theReport', {
      accountDate: day,
      placeId,
      cashInHand: Math.max(0, Math.round((cash - (random() < 0.03 ? 10 : 0)) * 100) / 100),
    })
    if (today - day > 3 * DAY)
      await s
        .at(day + DAY + 10 * HOUR)
        .as(finance)
        .call('cash_statistics/confirm', { id })
  }
}
