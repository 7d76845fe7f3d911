/**
 * What things cost in a city at a moment (I-57): a running special sale, else the city's price, else the price list
 * in force there, else the item's own price. The one place that decides it: orders, add-ons and upgrades ask here and
 * keep the answer as their snapshot; nothing that changes later moves what was sold.
 *
 * How an order uses it:
 *   const prices = await resolvePrices(c, { cityCode, businessType, items: [{ itemType, itemId, quantity }] })
 *   // refuse unless every `onSale`; keep `price`, `basePrice`, `name`, `source`; below `minPrice` only with the button
 *   await takeFromSales(c, lines)
 * and, when it is cancelled before payment, `giveBackToSales`.
 */
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import type { Cents, Millis } from '../../../model/units.ts'
import type { DbRow } from '../../types.ts'
import type { CallContext, Place } from '../../platform/call.ts'
import { refuseUnknown } from '../../platform/refusals.ts'
import { named, stored } from '../../platform/values.ts'
import { itemsOf, mustFind, type Item, type ItemRef } from './items.ts'

type ItemType = DictionaryValues['item_type']
type BusinessType = DictionaryValues['business_type']

/** Where a price came from, in the order in which they are asked. */
type PriceSource = 'specialSale' | 'cityPrice' | 'priceList' | 'salePrice'

/** What is asked. `quantity` (default 1) matters where a special sale is limited. */
interface PricedItem extends ItemRef {
  itemType: ItemType
  quantity?: number | null
}

/** `at`: the moment (default: now). `businessType`: of the order; price lists of another business do not count. */
export interface PriceRequest {
  cityCode: string
  items: readonly PricedItem[]
  businessType?: BusinessType | null
  at?: Millis
}

/** The price of one of an item. */
export interface ResolvedPrice {
  itemType: ItemType
  itemId: number | null
  name: string
  price: Cents
  source: PriceSource
  /** The item's own price, wherever the price came from. */
  basePrice: Cents
  /** Below it only with the button `belowMin` (I-11): the price list's, but never above the price itself. */
  minPrice: Cents
  /** What members pay, where the price list says so. Else the discount of their grade may be taken if `discountable`. */
  memberPrice?: Cents
  /** Whether a member's discount may be taken off: not off special sales, nor off goods that say no. */
  discountable: boolean
  /** On the shelf, and not withdrawn in this city. Whoever sells refuses what is not. */
  onSale: boolean
  /** How many are left of a special sale that has fewer than were asked for; the price is the usual one then. */
  saleLeft?: number
  /** The item of the special sale it is sold from; to be taken with {@link takeFromSales}. */
  specialSaleItemId?: number
  /** The item itself; none for an extra photo. */
  item?: Item
}

/** The price of one item; see {@link resolvePrices}. */
export async function resolvePrice(
  c: CallContext,
  { item, ...request }: Omit<PriceRequest, 'items'> & { item: PricedItem },
): Promise<ResolvedPrice> {
  const [resolved] = await resolvePrices(c, { ...request, items: [item] })
  return resolved ?? refuseUnknown(c, 'itemId')
}

/** Prices of items, in the order asked; an item that does not exist is refused. Four statements, however many items. */
export async function resolvePrices(c: CallContext, request: PriceRequest): Promise<ResolvedPrice[]> {
  const { items } = request
  const find = await itemsOf(c, items)
  for (const [i, one] of items.entries())
    if (one.itemType !== 'extraPhoto') mustFind(c, find, one, `items[${i}].itemId`)
  const asked: Asked = { ...request, at: request.at ?? c.now, pairs: pairsOf(c, items) }
  const item = { itemType: 'item_type' } as const
  const [sales, cities, lists] = [
    named(c, await salesOf(c, asked), item),
    named(c, await citiesOf(c, asked), item),
    named(c, await listsOf(c, asked), { ...item, businessType: 'business_type' }),
  ]
  return items.map((one) => resolved(c, one, find(one), { sales, cities, lists, businessType: request.businessType }))
}

interface Asked extends PriceRequest {
  at: Millis
  pairs: { types: number[]; ids: (number | null)[] }
}

interface SaleRow extends DbRow {
  id: number
  itemType: ItemType
  itemId: number
  price: Cents
  left: number | null
}

interface CityRow extends DbRow {
  itemType: ItemType
  itemId: number
  price: Cents
  isOnSale: boolean
}

interface ListRow extends DbRow {
  itemType: ItemType
  itemId: number | null
  price: Cents
  minPrice: Cents
  memberPrice: Cents | null
  businessType: BusinessType | null
}

/** Everything that may decide, the first that fits first. */
interface Found {
  sales: SaleRow[]
  cities: CityRow[]
  lists: ListRow[]
  businessType?: BusinessType | null
}

function pairsOf(c: CallContext, items: readonly PricedItem[]): Asked['pairs'] {
  return {
    types: items.map((one) => stored(c, 'item_type', one.itemType)),
    ids: items.map((one) => one.itemId ?? null),
  }
}

/** Pairs of kind and id as a table `w`; an extra photo has no id. */
const WANTED = 'unnest($1::int[], $2::bigint[]) as w("itemType", "itemId")'

/** Special sales that run in the city, the cheapest first. Whether one runs follows from the clock, unless it is disabled. */
function salesOf(c: CallContext, { pairs, cityCode, at }: Asked): Promise<SaleRow[]> {
  return c.tx.query<SaleRow>(
    `select distinct i."id", i."itemType", i."itemId", i."salePrice" as "price",
       case when coalesce(i."limitCount", 0) > 0 then i."limitCount" - coalesce(i."soldCount", 0) end as "left"
     from "specialSaleItem" i join "specialSale" s on s."id" = i."specialSaleId"
     join ${WANTED} on w."itemType" = i."itemType" and w."itemId" = i."itemId"
     where not i."isDel" and not s."isDel" and s."companyId" = $3 and not s."disabled"
       and s."startTime" <= $4 and s."endTime" > $4
       and (coalesce(cardinality(s."regionCode"), 0) = 0 or $5 = any(s."regionCode"))
     order by "price", "id"`,
    [pairs.types, pairs.ids, c.actor.companyId, new Date(at), cityCode],
  )
}

function citiesOf(c: CallContext, { pairs, cityCode }: Asked): Promise<CityRow[]> {
  return c.tx.query<CityRow>(
    `select distinct p."itemType", p."itemId", p."price", p."isOnSale" from "saleCityPrice" p
     join ${WANTED} on w."itemType" = p."itemType" and w."itemId" = p."itemId"
     where not p."isDel" and p."companyId" = $3 and p."cityCode" = $4`,
    [pairs.types, pairs.ids, c.actor.companyId, cityCode],
  )
}

/** Price lists in force, those made for the city first, then those made for a business, then the newest. */
function listsOf(c: CallContext, { pairs, cityCode, at }: Asked): Promise<ListRow[]> {
  return c.tx.query<ListRow>(
    `select i."itemType", i."itemId", i."price", i."minPrice", i."memberPrice", l."businessType"
     from "priceItem" i join "priceSystem" l on l."id" = i."priceSystemId"
     where not i."isDel" and not l."isDel" and l."companyId" = $3 and l."status" = $7
       and exists (select 1 from ${WANTED} where w."itemType" = i."itemType" and w."itemId" is not distinct from i."itemId")
       and l."startDate" <= ($4::timestamptz at time zone $5)::date
       and (l."endDate" is null or l."endDate" >= ($4::timestamptz at time zone $5)::date)
       and (coalesce(cardinality(l."cityCodes"), 0) = 0 or $6 = any(l."cityCodes"))
     order by coalesce(cardinality(l."cityCodes"), 0) = 0, l."businessType" is null, l."startDate" desc, l."id" desc`,
    [
      pairs.types,
      pairs.ids,
      c.actor.companyId,
      new Date(at),
      c.model.app.timezone,
      cityCode,
      stored(c, 'enable_status', 'enabled'),
    ],
  )
}

function resolved(c: CallContext, asked: PricedItem, item: Item | undefined, found: Found): ResolvedPrice {
  const isIt = (row: { itemType: ItemType; itemId: number | null }): boolean =>
    row.itemType === asked.itemType && row.itemId === (asked.itemId ?? null)
  const business = found.businessType ?? item?.businessType ?? null
  const sale = found.sales.find((row) => isIt(row) && (row.left === null || row.left >= (asked.quantity ?? 1)))
  const short = sale ? undefined : found.sales.find((row) => isIt(row) && (row.left ?? 0) > 0)
  const city = found.cities.find(isIt)
  const list = found.lists.find((row) => isIt(row) && (row.businessType === null || row.businessType === business))
  const basePrice = item?.salePrice ?? extraPhotoPrice(c)
  const first = firstOf(sale, city?.isOnSale ? city : undefined, list)
  const price = first?.price ?? basePrice
  const memberPrice = first?.source === 'priceList' ? list?.memberPrice : null
  return {
    itemType: asked.itemType,
    itemId: asked.itemId ?? null,
    name: item?.name ?? EXTRA_PHOTO,
    price,
    source: first?.source ?? 'salePrice',
    basePrice,
    minPrice: Math.min(list?.minPrice ?? 0, price),
    ...(typeof memberPrice === 'number' ? { memberPrice } : {}),
    discountable: first?.source !== 'specialSale' && (item?.discountable ?? true),
    onSale: (item?.onShelf ?? true) && city?.isOnSale !== false,
    ...(sale ? { specialSaleItemId: sale.id } : {}),
    ...(short?.left ? { saleLeft: short.left } : {}),
    ...(item ? { item } : {}),
  }
}

function firstOf(
  sale: SaleRow | undefined,
  city: CityRow | undefined,
  list: ListRow | undefined,
): { source: PriceSource; price: Cents } | undefined {
  if (sale) return { source: 'specialSale', price: sale.price }
  if (city) return { source: 'cityPrice', price: city.price }
  return list && { source: 'priceList', price: list.price }
}

export const EXTRA_PHOTO = '超张照片'

/** What a photo beyond the quota costs where nothing says otherwise; settings speak of yuan. */
export const extraPhotoPrice = (c: CallContext): Cents => Math.round(c.settings.extra_photo_price * 100)

/** What a member pays for one: the member price if there is one, else the discount of the grade (0.95) if it may be taken. */
export function memberPriceOf(price: ResolvedPrice, discount: number): Cents {
  if (price.memberPrice !== undefined) return Math.min(price.memberPrice, price.price)
  return price.discountable ? Math.min(price.price, Math.round(price.price * discount)) : price.price
}

/** What was sold at the price of a special sale, if it was. */
interface Sold {
  specialSaleItemId?: number | null
  quantity: number
}

/** In one order for everybody, so that two who buy the same things never wait for each other. */
const bySale = (sold: readonly Sold[]): { id: number; quantity: number }[] =>
  sold.flatMap(({ specialSaleItemId: id, quantity }) => (id ? [{ id, quantity }] : [])).sort((a, b) => a.id - b.id)

/** Takes what is sold out of its special sales; refused at `field` when one has fewer left, however many buy at once (I-19). */
export async function takeFromSales(c: CallContext, sold: readonly Sold[], field: Place = 'items'): Promise<void> {
  for (const { id, quantity } of bySale(sold)) {
    const row = await c.find('specialSaleItem', id, { lock: true })
    const soldCount = (row?.soldCount ?? 0) + quantity
    if (!row || (row.limitCount > 0 && soldCount > row.limitCount))
      c.refuse(field, { zh: '库存不足', en: 'There are not enough left' })
    await c.update('specialSaleItem', row, { soldCount })
  }
}

/** Puts back into its special sales what was to be sold: the order or the add-on was cancelled before it was paid. */
export async function giveBackToSales(c: CallContext, sold: readonly Sold[]): Promise<void> {
  for (const { id, quantity } of bySale(sold)) {
    const row = await c.find('specialSaleItem', id, { lock: true })
    if (row) await c.update('specialSaleItem', row, { soldCount: Math.max(row.soldCount - quantity, 0) })
  }
}
