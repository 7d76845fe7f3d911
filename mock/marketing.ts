/** What a studio lures with: coupons, recharge offers that give them, special sales (rules 5.4). */
import { DAY } from '../src/model/zone.ts'
import { dayOf } from './customers.ts'
import type { Row, Seeder, Values } from './seeder.ts'

/** An offer the counter may recharge by. */
export interface Offer {
  id: number
  amount: number
  gift: number
}

/** Name, worth, least purchase, days it is good for (0: as long as the coupon itself). */
const COUPONS = [
  ['充值礼券50', 50, 500, 30],
  ['充值礼券100', 100, 1000, 60],
  ['充值礼券300', 300, 3000, 0],
  ['新客见面礼', 100, 1500, 30],
  ['周岁生日券', 200, 2000, 60],
  ['会员专享券', 150, 1500, 0],
] as const

/** Amount, bonus, points, coupon by its place above. */
const OFFERS = [
  [1000, 100, 0, undefined],
  [2000, 300, 100, 0],
  [5000, 900, 300, 1],
  [10_000, 2200, 800, 2],
] as const

/** Makes coupons and offers that run all the ninety days; answers the offers, the smallest first. */
export async function seedOffers(s: Seeder): Promise<Offer[]> {
  const [from, to] = [dayOf(s.now) - 91 * DAY, dayOf(s.now) + 60 * DAY]
  const coupons = await s.addAll(
    'coupon',
    COUPONS.map(([name, faceValue, minSpend, validDays], i) => ({
      code: `Q${i + 1}`,
      name,
      faceValue,
      minSpend,
      validDays,
      validFrom: from,
      validTo: to,
      totalCount: 500,
    })),
  )
  const ids = await s.addAll(
    'rechargeActivity',
    OFFERS.map(([amount, gift, giftIntegral, coupon]) => ({
      name: `充${amount}送${gift}`,
      rechargeAmount: amount,
      giftAmount: gift,
      giftIntegral,
      ...(coupon === undefined ? {} : { giftCouponId: coupons[coupon] }),
      startTime: from,
      endTime: to,
    })),
  )
  return OFFERS.map(([amount, gift], i) => ({ id: ids[i] as number, amount, gift }))
}

type Sold = Row<'photoPackage'> | Row<'product'>

/** One sale that is over and one that runs: two packages and two goods each, a fifth off, so many of each. */
export async function seedSales(
  s: Seeder,
  packages: readonly Row<'photoPackage'>[],
  goods: readonly Row<'product'>[],
  values: Values,
): Promise<void> {
  const item = (row: Sold, kind: 'package' | 'goods', limitCount: number) => ({
    itemType: values('item_type', kind),
    itemId: row.id,
    originPrice: row.salePrice,
    salePrice: Math.round(row.salePrice * 0.8),
    limitCount,
  })
  const sale = (name: string, from: number, days: number, first: number) => ({
    name,
    startTime: dayOf(s.now) + from * DAY,
    endTime: dayOf(s.now) + (from + days) * DAY,
    items: [
      ...packages.slice(first, first + 2).map((row) => item(row, 'package', 20)),
      ...goods.slice(first, first + 2).map((row) => item(row, 'goods', 30)),
    ],
  })
  await s.addAll('specialSale', [sale('新春特卖', -70, 21, 0), sale('春日特惠', -20, 35, 2)])
}
