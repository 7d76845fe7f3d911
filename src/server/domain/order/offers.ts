/** What may be sold in an order, at the prices of its city: who chooses sees what will be charged (I-57). */
import type { DictionaryValues } from '../../../generated/dictionaries.ts'
import type { Cents, Upload } from '../../../model/units.ts'
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { itemFrom, type Item } from '../catalogue/items.ts'
import { resolvePrices } from '../catalogue/prices.ts'
import { soughtOf } from '../../platform/sought.ts'

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

type ItemRow = Item['row']

/** The picture that a card of an item shows: its own, else the first of several. */
function pictureOf(row: ItemRow): Upload | null {
  if ('cover' in row) return row.cover ?? row.images?.[0] ?? null
  if ('image' in row) return row.image ?? null
  return row.images?.[0] ?? null
}

/** What packages hold, in words, by their ids. */
async function contentsOf(c: CallContext, packageIds: readonly number[]): Promise<Map<number, string>> {
  const rows = packageIds.length > 0 ? await c.select('packageMapping', { packageId: [...packageIds] }) : []
  const held = new Map<number, string>()
  for (const { packageId, itemName, quantity } of rows) {
    const said = quantity > 1 ? `${itemName ?? ''} ×${quantity}` : (itemName ?? '')
    held.set(packageId, [held.get(packageId), said].filter(Boolean).join(' · '))
  }
  return held
}

/** What a card of an item says of it: of a package what it holds, of anything else its description. */
async function shownOf(c: CallContext, items: readonly Item[]): Promise<{ image: Upload | null; contents: string }[]> {
  const packages = items.filter((one) => one.itemType === 'package').map((one) => one.itemId)
  const held = await contentsOf(c, packages)
  return items.map(({ itemType, itemId, row }) => ({
    image: pictureOf(row),
    contents: (itemType === 'package' && held.get(itemId)) || (row.content ?? ''),
  }))
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
  const shown = await shownOf(
    c,
    offers.map(({ item }) => item),
  )
  return offers.map(({ item, price }, at) => ({
    id: item.itemId,
    label: item.name,
    ...codeOf(item).named,
    salePrice: price,
    ...shown[at],
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

/** What was asked for among packages, each with what its card says. */
export async function offerPackages(
  c: CallContext,
  rows: readonly Row<'photoPackage'>[],
  asked: Parameters<typeof soughtOf>[1],
): ReturnType<Handler<'photoPackage/offers'>> {
  const found = soughtOf(rows, asked, ({ id, packageName, packageCode }) => ({
    value: id,
    words: [packageName, packageCode],
  }))
  c.answer({ total: found.length })
  const shown = await shownOf(c, found.map(packageOf))
  return found.map(({ id, packageName, packageCode, businessType, salePrice, pickQuota }, at) => ({
    ...{ id, packageName, packageCode, businessType, salePrice, pickQuota },
    ...shown[at],
  }))
}

const packages: Handler<'photoPackage/offers'> = async (c) => offerPackages(c, await packagesFor(c, c.input), c.input)

export const handlers: Handlers = { 'orderDetail/offers': items, 'photoPackage/offers': packages }
