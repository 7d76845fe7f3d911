/**
 * What an order costs (rules 2.2, I-11, I-57): its items with the server's prices, the member's discount, coupons,
 * what is payable and the deposit. The wizard shows it while it is filled in; the order keeps it as its snapshot.
 */
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import type { Text } from '../../../model/model.ts'
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Place, Row } from '../../platform/call.ts'
import { itemsOf, type Item } from '../catalogue/items.ts'
import { memberPriceOf, resolvePrices, type ResolvedPrice } from '../catalogue/prices.ts'
import { share, sum, yuan } from '../cash/cents.ts'
import { pairs } from '../../platform/pairs.ts'
import { spread } from './borne.ts'
import { leftAfter, usable, type Purchase, type Usable } from '../vip/coupons.ts'
import { memberOf } from '../vip/points.ts'

type ItemType = DictionaryValues['item_type']

/** An item as it is asked for. `price`: agreed by hand instead of the server's. */
export interface Wanted {
  itemType: ItemType
  /** Nothing for an extra photo. */
  itemId?: number | null
  quantity?: number
  price?: number | null
  isGift?: boolean
  attrs?: Row<'orderItem'>['attrs']
}

/** An item of an order before it is written; amounts in cents. */
export interface Line {
  itemType: ItemType
  itemId: number | null
  itemName: string
  categoryId: number | null | undefined
  quantity: number
  originPrice: number
  price: number
  minPrice: number
  fromPackage: boolean
  isGift: boolean
  photoQuota: number
  /** What a member saves on it, all of its quantity together. */
  memberDiscount: number
  /** What it bears of the discount and of coupons. */
  discountShare?: number
  couponShare?: number
  attrs?: Row<'orderItem'>['attrs']
  specialSaleItemId?: number
  item?: Item
}

/** Why a price or a discount is not allowed, and where it stands. */
export interface Low {
  field: Place
  why: Text
}

/** Everything an order is made from. */
export interface Priced {
  lines: Line[]
  package?: Row<'photoPackage'>
  /** At the list prices, presents included. */
  originAmount: number
  /** At the prices agreed. */
  itemsAmount: number
  memberDiscount: number
  discountAmount: number
  coupons: Usable[]
  couponAmount: number
  payableAmount: number
  depositAmount: number
  pickQuota: number
  extraPhotoPrice: number
  low?: Low
  /** What whoever sells should know: which coupons pay nothing, of which special sale less is left than was asked for. */
  notes: Text[]
}

interface PriceQuestion {
  cityCode: string
  businessType?: DictionaryValues['business_type']
  customerId?: number | null
  packageId?: number | null
  items?: readonly Wanted[]
  discountAmount?: number
  couponIds?: readonly number[]
}

export const NOT_ON_SALE = { zh: '该项目在此城市不销售', en: 'This is not sold in this city' }
export const DISCOUNT_TOO_LARGE = { zh: '优惠不能大于原价', en: 'The discount exceeds the price' }
export const below = (least: Cents): Text => ({
  zh: `最低可成交 ${yuan(least)}，更低须店长放行`,
  en: `The lowest price is ${yuan(least)}; a manager has to allow less`,
})
/** A gift is sold for nothing. */
const NO_GIFT = {
  zh: '该项目有最低价，赠送须店长放行',
  en: 'This has a lowest price; a manager has to allow it as a gift',
}
/** Button code for selling below the lowest price. */
export const BELOW_MIN = 'belowMin'

/** Prices everything that is wanted. `lenient`: what is not complete or not allowed yet is no refusal (a preview). */
export async function priceOrder(c: CallContext, asked: PriceQuestion, { lenient = false } = {}): Promise<Priced> {
  const wanted: Wanted[] = [
    ...(asked.packageId ? [{ itemType: 'package' as const, itemId: asked.packageId }] : []),
    ...(asked.items ?? []),
  ]
  const { cityCode, businessType } = asked
  const prices = await resolvePrices(c, { cityCode, businessType, items: wanted })
  const discount = await discountOf(c, asked.customerId)
  const lines = pairs(wanted, prices).map(([one, price]) => lineOf(one, price, discount))
  if (!lenient) refusePackages(c, asked)
  if (!lenient) refuseUnsold(c, asked, prices)
  const chosen = await c.find('photoPackage', asked.packageId)
  const parts = chosen ? await packageLines(c, chosen) : []
  const itemsAmount = sum(lines.map(amountOf))
  const memberDiscount = sum(lines.map((line) => line.memberDiscount))
  const discountAmount = asked.discountAmount ?? 0
  const low = tooLow(c, asked, lines, itemsAmount - discountAmount)
  if (low && !lenient) c.refuse(low.field, low.why)
  const short = prices.map(shortOf).find((text) => text !== undefined)
  const before = Math.max(itemsAmount - memberDiscount - discountAmount, 0)
  const bought = { customerId: asked.customerId, amount: before, items: lines.map(boughtOf) }
  const { found: coupons, unused } = await couponsOf(c, asked.couponIds ?? [], bought, lenient)
  const couponAmount = Math.min(sum(coupons.map(({ worth }) => worth)), before)
  const payableAmount = before - couponAmount
  return {
    lines: [...bearing(lines, discountAmount, coupons), ...parts],
    ...(chosen ? { package: chosen } : {}),
    originAmount: sum(lines.map(({ originPrice, quantity }) => originPrice * quantity)),
    itemsAmount,
    memberDiscount,
    discountAmount,
    coupons,
    couponAmount,
    payableAmount,
    depositAmount: depositOf(c, chosen, payableAmount),
    pickQuota: (chosen?.pickQuota ?? 0) + sum(lines.map(quotaOf)),
    extraPhotoPrice: chosen?.extraPhotoPrice ?? 0,
    ...(low ? { low } : {}),
    notes: [...unused, ...(short ? [short] : [])],
  }
}

/** Lines with what each bears of the discount and of coupons. */
function bearing(lines: readonly Line[], discountAmount: Cents, coupons: readonly Usable[]): Line[] {
  const costs = lines.map((line) => amountOf(line) - line.memberDiscount)
  const off = spread(discountAmount, costs, () => true)
  let left = costs.map((cost, at) => cost - (off[at] ?? 0))
  for (const { worth, within } of coupons) {
    const paid = spread(worth, left, (at) => !within || within.has(lines[at]?.categoryId ?? 0))
    left = left.map((cost, at) => cost - (paid[at] ?? 0))
  }
  return lines.map((line, at) => ({
    ...line,
    discountShare: off[at] ?? 0,
    couponShare: (costs[at] ?? 0) - (off[at] ?? 0) - (left[at] ?? 0),
  }))
}

/** That a special sale has fewer left than were asked for. */
export const shortOf = ({ name, saleLeft }: ResolvedPrice): Text | undefined =>
  saleLeft === undefined
    ? undefined
    : {
        zh: `${name} 特卖仅剩 ${saleLeft} 件，此数量不按特卖价`,
        en: `The special sale has ${saleLeft} of ${name} left; so many do not have its price`,
      }

/** What a line adds to the order: presents and parts of a package what something dearer instead costs more. */
export const amountOf = (
  line: Pick<Line, 'isGift' | 'fromPackage' | 'price' | 'quantity'> & { extraPrice?: number },
): number => (line.isGift || line.fromPackage ? (line.extraPrice ?? 0) : line.price) * line.quantity

/** A line as a coupon for its category sees it. */
export const boughtOf = (
  line: Parameters<typeof amountOf>[0] &
    Pick<Line, 'memberDiscount'> &
    Partial<Pick<Line, 'categoryId'> & Pick<Row<'orderItem'>, 'orderAddId'>>,
): Purchase['items'][number] => ({
  categoryId: line.categoryId,
  orderAddId: line.orderAddId,
  cost: amountOf(line) - line.memberDiscount,
})

/** The photos that may be chosen of a line: of a service, those of each. */
export const quotaOf = (line: Pick<Row<'orderItem'>, 'itemType' | 'photoQuota' | 'quantity'> | undefined): number =>
  line?.itemType === 'service' ? (line.photoQuota ?? 0) * line.quantity : 0

/** The least first payment: what the package asks, or the share of the parameter; never more than is payable. */
export const depositOf = (c: CallContext, chosen: Row<'photoPackage'> | undefined, payable: number): number =>
  Math.min(Math.max(chosen?.minDeposit ?? 0, share(payable, c.settings.deposit_min_rate)), payable)

function lineOf(wanted: Wanted, price: ResolvedPrice, discount: number | undefined): Line {
  const quantity = wanted.quantity ?? 1
  const isGift = wanted.isGift ?? false
  return {
    itemType: wanted.itemType,
    itemId: wanted.itemId ?? null,
    itemName: price.name,
    categoryId: price.item?.row.categoryId,
    quantity,
    originPrice: price.basePrice,
    price: wanted.price ?? price.price,
    minPrice: price.minPrice,
    fromPackage: false,
    isGift,
    memberDiscount: isGift ? 0 : savedOnOne(price, wanted.price, discount) * quantity,
    photoQuota: price.item?.photoQuota ?? 0,
    ...(wanted.attrs === undefined ? {} : { attrs: wanted.attrs }),
    ...(price.specialSaleItemId ? { specialSaleItemId: price.specialSaleItemId } : {}),
    ...(price.item ? { item: price.item } : {}),
  }
}

/** Parts of a package as lines of their own: what is made and shot, at no price. */
async function packageLines(c: CallContext, chosen: Row<'photoPackage'>): Promise<Line[]> {
  const mappings = await c.select('packageMapping', { packageId: chosen.id }, { sort: ['sortNum', 'id'] })
  const find = await itemsOf(c, mappings)
  return mappings.map((mapping) => {
    const { itemType, itemId, quantity, price, isGift } = mapping
    const item = find(mapping)
    return {
      itemType,
      itemId,
      itemName: item?.name ?? mapping.itemName ?? '',
      categoryId: item?.row.categoryId,
      quantity,
      originPrice: price,
      price,
      minPrice: 0,
      fromPackage: true,
      isGift,
      memberDiscount: 0,
      photoQuota: mapping.photoQuota ?? item?.photoQuota ?? 0,
      ...(item ? { item } : {}),
    }
  })
}

/** A package is not one item among others: with it come its parts and what is shot. */
function refusePackages(c: CallContext, { items = [] }: PriceQuestion): void {
  const at = items.findIndex(({ itemType }) => itemType === 'package')
  if (at >= 0)
    c.refuse(`items[${at}].itemType`, {
      zh: '套系不能作为明细添加，请选择套系或升级',
      en: 'A package is no item: choose it as the package, or upgrade to it',
    })
}

function refuseUnsold(c: CallContext, asked: PriceQuestion, prices: readonly ResolvedPrice[]): void {
  const first = asked.packageId ? 1 : 0
  prices.forEach((price, at) => {
    if (!price.onSale) c.refuse(first && at === 0 ? 'packageId' : `items[${at - first}].itemId`, NOT_ON_SALE)
  })
}

/** An agreed price below the lowest, a gift of what has one, or a discount that goes below all of them, wants the button (I-11). */
function tooLow(c: CallContext, asked: PriceQuestion, lines: readonly Line[], left: number): Low | undefined {
  if (left < 0) return { field: 'discountAmount', why: DISCOUNT_TOO_LARGE }
  if (c.can(BELOW_MIN)) return undefined
  const first = asked.packageId ? 1 : 0
  const at = lines.findIndex(({ isGift, price, minPrice }) => (isGift ? 0 : price) < minPrice)
  const line = lines[at]
  if (line?.isGift) return { field: `items[${at - first}].isGift`, why: NO_GIFT }
  if (line) return { field: `items[${at - first}].price`, why: below(line.minPrice) }
  const least = sum(lines.map((one) => (one.isGift ? 0 : one.minPrice * one.quantity)))
  return left < least ? { field: 'discountAmount', why: below(least) } : undefined
}

/** What a preview says: where and why the order would be refused, and what else is worth knowing. */
export function hintOf({ low, notes = [] }: Partial<Pick<Priced, 'low' | 'notes'>>): {
  refused?: string
  hint?: string
  hintEn?: string
} {
  const said = [...(low ? [low.why] : []), ...notes]
  if (said.length === 0) return {}
  return {
    ...(low ? { refused: low.field } : {}),
    hint: said.map(({ zh }) => zh).join('；'),
    hintEn: said.map(({ en }) => en).join('; '),
  }
}

/** The discount of a valid member's grade (0.95); nothing for anybody else. */
export async function discountOf(c: CallContext, customerId: number | null | undefined): Promise<number | undefined> {
  const member = customerId ? await memberOf(c, customerId) : undefined
  return (member && (await c.find('memberConfig', member.gradeId)))?.discount
}

/** What a member saves on one, where it may be discounted; nothing where a price was agreed by hand. */
export const savedOnOne = (
  price: ResolvedPrice,
  agreed: Cents | null | undefined,
  discount: number | undefined,
): Cents =>
  discount === undefined || (agreed ?? price.price) !== price.price ? 0 : price.price - memberPriceOf(price, discount)

/** Something sold and what a member saved on it. */
interface Saving {
  cost: Cents
  saved: Cents
}

/**
 * What a member saves on what is taken instead of something else (rules 2.3). What was agreed stays: dearer, the
 * discount of today is taken on the difference alone; cheaper, the share of what was saved that is still bought.
 */
export function savedInstead(old: Saving, taken: Saving): Cents {
  if (taken.cost <= old.cost) return old.cost === 0 ? 0 : share(old.saved, taken.cost / old.cost)
  return old.saved + share(taken.saved, (taken.cost - old.cost) / taken.cost)
}

/** The coupons with what they are worth, locked; refuses what is used, run out, another's, for something else, or wants a larger purchase (I-11). */
async function couponsOf(
  c: CallContext,
  couponIds: readonly number[],
  bought: Purchase,
  lenient: boolean,
): Promise<{ found: Usable[]; unused: Text[] }> {
  const found: Usable[] = []
  const unused: Text[] = []
  let { items } = bought
  const ids = [...new Set(couponIds)].sort((a, b) => a - b)
  for (const id of ids) {
    const held = await c.find('customerCoupon', id, { lock: !lenient })
    const one = await usable(c, held, { ...bought, items })
    if ('held' in one) {
      found.push(one)
      items = leftAfter(items, one)
      continue
    }
    // Of one alone it is plain which is meant.
    const why = ids.length > 1 && held ? await named(c, held, one) : one
    if (!lenient) c.refuse('couponIds', why)
    unused.push(why)
  }
  return { found, unused }
}

async function named(c: CallContext, held: Row<'customerCoupon'>, { zh, en }: Text): Promise<Text> {
  const name = `${held.couponNo} ${(await c.ref(held, 'coupon'))?.name ?? ''}`.trim()
  return { zh: `${name}：${zh}`, en: `${name}: ${en}` }
}
