/** What may be sold in an order, at the prices of its city: who chooses sees what will be charged (I-57). */
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import type { Cents } from '../../../model/units.ts'
import type { CallContext, Handler, Handlers, Row } from '../call.ts'
import { itemFrom, type Item } from '../catalogue/items.ts'
import { resolvePrices } from '../catalogue/prices.ts'
import { soughtOf } from '../sought.ts'

/** Where something is sold. Without a city only prices that hold everywhere count. */
interface Sale {
  cityCode?: string | null | undefined
  businessType?: DictionaryValues['business_type'] | null | undefined
}

/** What is on the shelf of one kind, the newest first. */
async function shelfOf(c: CallContext, itemType: DictionaryValues['item_type']): Promise<Item[]> {
  const on = { status: 'on' } as const
  switch (itemType) {
    case 'service':
      return (await c.select('service', on)).map(itemFrom.service)
    case 'goods':
      return (await c.select('product', on)).map(itemFrom.goods)
    case 'scene':
      return (await c.select('scene', on)).map(itemFrom.scene)
    case 'package':
      return (await c.select('photoPackage', on)).map(itemFrom.package)
    case 'extraPhoto':
      return []
  }
}

/** The code by which staff know an item, under the name that its resource has for it. */
function codeOf(item: Item): { code: string; named: Partial<Record<`${string}Code`, string>> } {
  switch (item.itemType) {
    case 'service':
      return { code: item.row.serviceCode, named: { serviceCode: item.row.serviceCode } }
    case 'goods':
      return { code: item.row.productCode, named: { productCode: item.row.productCode } }
    case 'scene':
      return { code: item.row.sceneCode, named: { sceneCode: item.row.sceneCode } }
    case 'package':
      return { code: item.row.packageCode, named: { packageCode: item.row.packageCode } }
  }
}

/** Those that are sold there, each with its price there. */
async function priced<T extends Item>(
  c: CallContext,
  items: readonly T[],
  { cityCode, businessType }: Sale,
): Promise<{ item: T; price: Cents }[]> {
  const prices = await resolvePrices(c, { cityCode: cityCode ?? '', businessType: businessType ?? null, items })
  return items.flatMap((item, at) => {
    const found = prices[at]
    return found?.onSale ? [{ item, price: found.price }] : []
  })
}

const items: Handler<'orderDetail/offers'> = async (c) => {
  const { itemType, orderId } = c.input
  const sale = (await c.seen('order', orderId)) ?? c.input
  const sought = soughtOf(await shelfOf(c, itemType), c.input, (item) => ({
    value: item.itemId,
    words: [item.name, codeOf(item).code],
  }))
  const offers = await priced(c, sought, sale)
  c.answer({ total: offers.length })
  return offers.map(({ item, price }) => ({
    id: item.itemId,
    label: item.name,
    ...codeOf(item).named,
    salePrice: price,
  }))
}

/** Packages of a business that are sold in a city, the cheapest first, at the prices there. */
export async function packagesFor(c: CallContext, sale: Sale): Promise<Row<'photoPackage'>[]> {
  const { businessType } = sale
  const where = { status: 'on', ...(businessType ? { businessType } : {}) } as const
  const rows = await c.select('photoPackage', where, { sort: ['salePrice', 'id'] })
  const offers = await priced(c, rows.map(packageOf), sale)
  return offers.map(({ item, price }) => ({ ...item.row, salePrice: price }))
}

const packageOf = (row: Row<'photoPackage'>): Item & { itemType: 'package' } => ({
  ...itemFrom.package(row),
  itemType: 'package',
  row,
})

/** What was asked for among packages. */
export const soughtPackages = (
  rows: readonly Row<'photoPackage'>[],
  asked: Parameters<typeof soughtOf>[1],
): Row<'photoPackage'>[] =>
  soughtOf(rows, asked, ({ id, packageName, packageCode }) => ({ value: id, words: [packageName, packageCode] }))

const packages: Handler<'photoPackage/offers'> = async (c) => {
  const found = soughtPackages(await packagesFor(c, c.input), c.input)
  c.answer({ total: found.length })
  return found
}

export const handlers: Handlers = { 'orderDetail/offers': items, 'photoPackage/offers': packages }
