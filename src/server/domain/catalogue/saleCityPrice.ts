/** Prices city by city (rules 1.6): entered, changed together, copied to another city; and what all prices come to. */
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'
import { target, targets } from '../rows.ts'
import { copied } from './copies.ts'
import { itemsOf, mustFind } from './items.ts'
import { resolvePrices, type PricedItem } from './prices.ts'

/** Name and usual price of the item; of a package, also that it is its price. */
async function described(c: CallContext, itemType: unknown, itemId: unknown): Promise<Record<string, unknown>> {
  const ref = { itemType: String(itemType), itemId: Number(itemId) }
  const item = mustFind(c, await itemsOf(c, [ref]), ref, 'itemId')
  return { ...copied(item, 'basePrice'), packageId: item.kind === 'package' ? item.itemId : null }
}

const add: Handler = async (c) => c.standard(await described(c, c.input.itemType, c.input.itemId))

const edit: Handler = async (c) => {
  const { itemType, itemId } = { ...target(c), ...c.input }
  return c.standard(await described(c, itemType, itemId))
}

/** A price changed by a share, in whole yuan. */
const moved = (cents: unknown, percent: unknown): number =>
  Math.round((Number(cents) * (100 + Number(percent ?? 0))) / 10_000) * 100

const batch: Handler = async (c) => {
  const rows = targets(c)
  for (const row of rows) await c.update('saleCityPrice', row, { price: moved(row.price, c.input.percent) })
  return { count: rows.length }
}

/** Gives a city the prices of another: those it lacks, or all. */
const copyCity: Handler = async (c) => {
  const { fromCity, toCity, percent, overwrite } = c.input
  if (fromCity === toCity) c.refuse('toCity', { zh: '请选择另一个城市', en: 'Choose another city' })
  const there = await c.select('saleCityPrice', { cityCode: toCity }, { lock: true })
  let count = 0
  for (const row of await c.select('saleCityPrice', { cityCode: fromCity })) {
    const twin = there.find((one) => one.itemType === row.itemType && one.itemId === row.itemId)
    if (twin && overwrite !== true) continue
    const values = { price: Number(percent ?? 0) === 0 ? row.price : moved(row.price, percent), isOnSale: row.isOnSale }
    if (twin) await c.update('saleCityPrice', twin, values)
    else await c.insert('saleCityPrice', { ...sameItem(row), ...values, cityCode: toCity })
    count += 1
  }
  return { count }
}

const sameItem = ({ itemType, itemId, packageId, itemName, basePrice }: Row): Record<string, unknown> => ({
  itemType,
  itemId,
  packageId,
  itemName,
  basePrice,
})

/** What items cost in a city now, for the screens that sell. What they may be lowered to is not said: `order/add` knows. */
const resolve: Handler = async (c) => {
  const { cityCode, businessType, items } = c.input
  const prices = await resolvePrices(c, {
    cityCode: String(cityCode),
    businessType: businessType as string | null | undefined,
    items: items as PricedItem[],
  })
  return prices.map(({ name, item: _item, ...price }) => ({ ...price, itemName: name }))
}

export const handlers: Handlers = {
  'saleCityPrice/add': add,
  'saleCityPrice/edit': edit,
  'saleCityPrice/batch': batch,
  'saleCityPrice/copyCity': copyCity,
  'saleCityPrice/resolve': resolve,
}
